module Grid

const LIMIT = 10

abstract type Shape end

"""
    Square

function fake()
"""
mutable struct Square <: Shape
    side::Float64
end

# How large it is.
function area(s::Square)
    function inner(x)
        x^2
    end
    inner(s.side)
end

function Base.show(io::IO, s::Square)
    print(io, "square")
end

#= Several
lines =#
function grow!(s::Square)
    s.side += 1 # TODO
end

macro twice(e)
    :($e; $e)
end

end

# FACT: reading loose
# FACT: symbol namespace Grid 1-1 public
# FACT: symbol constant LIMIT 3-3 public
# FACT: signature LIMIT const LIMIT = 10
# FACT: symbol interface Shape 5-5 public
# FACT: signature Shape abstract type Shape end
# FACT: symbol struct Square 12-14 public
# FACT: symbol function area 17-22 public
# FACT: doc area How large it is.
# FACT: symbol function inner 18-20 public in area
# FACT: signature inner function inner(x)
# FACT: symbol function show 24-26 public in Base
# FACT: symbol function grow! 30-32 public
# FACT: signature grow! function grow!(s::Square)
# FACT: doc grow! Several\nlines
# FACT: symbol function twice 34-36 public
# FACT: chunk symbol 1-1 of Grid
# FACT: chunk symbol 5-5 of Shape
# FACT: chunk symbol 12-14 of Square
# FACT: chunk symbol 16-22 of area
# FACT: chunk symbol 24-26 of show
# FACT: chunk symbol 30-32 of grow!
# FACT: chunk symbol 34-36 of twice
# NONE: symbol function fake
# NONE: symbol method fake
