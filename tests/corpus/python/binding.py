"""Functions of C, by ctypes and by a module that is written in C."""

import ctypes

import _fast

lib = ctypes.CDLL("libshop.so")


def mix(a):
    return lib.mix_colours(a) + _fast.turn(a)


# FACT: use call 11 mix_colours in mix times 1 of lib
# FACT: use call 11 turn in mix times 1 of _fast
