# frozen_string_literal: true

require "set"

module Shop
  # What is to be bought.
  class Cart < Base::Cart
    LIMIT = 5

    class << self
      def create
        new
      end
    end

    def self.empty?(cart) = cart.size.zero?

    # Adds a thing.
    #
    # TODO: limits
    def add(thing, count: 1)
      things.each do |one|
        one.add if one.type
      end
      sql = <<~SQL
        def fake
      SQL
      sql
    rescue Error
      nil
    end

    def name=(name)
      @name = name
    end

    def ==(other)
      other.class == self.class
    end

    def class
      Cart
    end

    private def secret; end
  end

  class Cart::Line
    def total! = 1
  end
end

=begin
def fake
end
=end

def Shop.open
end

describe "a cart" do
  it "is empty at first" do
    expect(Shop.open).to be_nil
  end
end

# FACT: reading loose
# FACT: symbol namespace Shop 5-51 public
# FACT: symbol class Cart 7-46 public in Shop
# FACT: signature Cart class Cart < Base::Cart
# FACT: doc Cart What is to be bought.
# FACT: symbol method create 11-13 public in Shop::Cart
# FACT: signature create def create
# FACT: symbol method empty? 16-16 public in Shop::Cart
# FACT: symbol method add 21-31 public in Shop::Cart
# FACT: doc add Adds a thing.\n\nTODO: limits
# FACT: symbol method name= 33-35 public in Shop::Cart
# FACT: signature name= def name=(name)
# FACT: symbol method == 37-39 public in Shop::Cart
# FACT: symbol method class 41-43 public in Shop::Cart
# FACT: signature class def class
# FACT: symbol method secret 45-45 private in Shop::Cart
# FACT: symbol class Line 48-50 public in Shop::Cart
# FACT: symbol method total! 49-49 public in Shop::Cart::Line
# FACT: symbol function open 58-59 public in Shop
# FACT: symbol namespace a cart 61-65 public
# FACT: symbol function is empty at first 62-64 public in a cart
# FACT: comment todo 20 in Cart TODO: limits
# FACT: chunk symbol 5-51 of Shop
# FACT: chunk symbol 58-59 of open
# FACT: chunk symbol 61-65 of a cart
# NONE: symbol function fake
# NONE: symbol method fake
