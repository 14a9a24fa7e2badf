"""Shapes and how they are drawn."""
from __future__ import annotations

import os.path
import numpy as np
from collections import OrderedDict, defaultdict as dd
from . import colours
from ..base.draw import Canvas
from helpers import *

MAX_SIDES = 12
default_colour = "red"


# Everything that can be drawn.
class Shape(Canvas, colours.Paintable):
    """A shape.

    Has sides.
    """

    sides: int = 0
    KIND = "shape"

    def __init__(self, sides: int) -> None:
        self.sides = check(sides)

    @property
    def area(self) -> float:
        """The area."""
        # TODO: cache it
        return np.round(self._measure())

    def _measure(self):
        def inner(x):
            return os.path.join(x, "a")
        return inner("b") + inner("c")

    @staticmethod
    def __secret(a,
                 b=1):
        return colours.mix(a, b)


@dd.register(key="k")
async def draw(shape: Shape, on: "Canvas" = None) -> OrderedDict[str, int]:
    # Drawn twice because the first pass only measures.
    for step in range(3):
        await shape.area()
    local = 1
    return local


def broken(:
    pass


# FACT: reading damaged
# FACT: symbol constant MAX_SIDES 11-11 public
# FACT: symbol variable default_colour 12-12 public
# FACT: symbol class Shape 16-42 public
# FACT: signature Shape class Shape(Canvas, colours.Paintable):
# FACT: doc Shape A shape.\n\nHas sides.
# FACT: symbol field sides 22-22 public in Shape
# FACT: symbol constant KIND 23-23 public in Shape
# FACT: symbol constructor __init__ 25-26 public in Shape
# FACT: signature __init__ def __init__(self, sides: int) -> None:
# FACT: symbol method area 28-32 public in Shape
# FACT: doc area The area.
# FACT: symbol method _measure 34-37 internal in Shape
# FACT: symbol function inner 35-36 public in Shape._measure
# FACT: symbol method __secret 39-42 private in Shape
# FACT: signature __secret def __secret(a, b=1):
# FACT: symbol function draw 45-51 public
# FACT: signature draw async def draw(shape: Shape, on: "Canvas" = None) -> OrderedDict[str, int]:
# FACT: comment todo 31 in area TODO: cache it
# FACT: comment rationale 47 in draw Drawn twice because the first pass only measures.
# FACT: import module 4 os.path
# FACT: import module 5 numpy as np
# FACT: import name 6 collections name OrderedDict
# FACT: import name 6 collections name defaultdict as dd
# FACT: import name 7 . name colours
# FACT: import name 8 ..base.draw name Canvas
# FACT: import all 9 helpers
# FACT: use base 16 Canvas in Shape times 1
# FACT: use base 16 Paintable in Shape times 1 of colours
# FACT: use call 26 check in __init__ times 1
# FACT: use call 32 round in area times 1 of np
# FACT: use call 32 _measure in area times 1 of self
# FACT: use call 36 join in inner times 1 of os.path
# FACT: use call 37 inner in _measure times 2
# FACT: use type 46 Shape in draw times 1
# FACT: chunk head 1-12 of -
# FACT: chunk symbol 45-51 of draw
# NONE: symbol variable local
# NONE: symbol variable self
