# Python integers at the boundary: in range, or a TypeError or ValueError that says what was wrong.

from cpython.long cimport PyLong_AsLongLongAndOverflow, PyLong_CheckExact

cdef extern from "Python.h":
    bint PyIndex_Check(object value)
    object PyNumber_Index(object value)


cdef inline long long int_below(object value, long long limit, str what) except -1:
    """`value` as a C integer in 0 ... limit - 1.

    A bool, an enum member and a value of this package are refused although each has __index__.
    """
    cdef int overflow = 0
    cdef long long number
    if not PyLong_CheckExact(value):
        value = plain_int(value, what)
    number = PyLong_AsLongLongAndOverflow(value, &overflow)
    if overflow or number < 0 or number >= limit:
        raise ValueError(f"{what} must be in 0 … {limit - 1}, not {shown(value)}")
    return number


cdef inline object plain_int(object value, str what):
    from enum import Enum

    from bazar.errors import given
    if (
        not PyIndex_Check(value)
        or isinstance(value, (bool, Enum))
        or type(value).__module__ == "bazar"
    ):
        raise TypeError(f"{what} must be an int, not {given(value)}")
    # Addition makes a plain int of a subclass, whatever that overrides.
    return int.__add__(PyNumber_Index(value), 0)


cdef inline str shown(object number):
    # The digits of a huge int can be a page long, or refused by the interpreter's own limit.
    return str(number) if number.bit_length() <= 128 else f"an int of {number.bit_length()} bits"
