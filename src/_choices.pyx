# cython: language_level=3, freethreading_compatible=True, autotestdict=False, auto_pickle=False
"""Members of the enums as C numbers and back: the enums decide, this only makes the usual cases fast."""

from cpython.long cimport PyLong_AsLongAndOverflow, PyLong_CheckExact
from cpython.unicode cimport PyUnicode_CheckExact

from operator import index

from bazar.enums import Contract, Kind, Rank, Seat, Suit

cdef tuple SUITS = tuple(Suit)
cdef tuple RANKS = tuple(Rank)
cdef tuple SEATS = tuple(Seat)
cdef tuple CONTRACTS = tuple(Contract)
cdef tuple KINDS = tuple(Kind)


cdef inline int known(object value, tuple members) noexcept:
    """The number of a member or of an int in range, else -1."""
    cdef int number, overflow = 0
    cdef long given
    for number in range(len(members)):
        if value is members[number]:
            return number
    if PyLong_CheckExact(value):
        given = PyLong_AsLongAndOverflow(value, &overflow)
        if 0 <= given < len(members):
            return <int>given
    return -1


cdef int suit_arg(object value) except -1:
    cdef int number = known(value, SUITS)
    return number if number >= 0 else index(Suit(value))


cdef int rank_arg(object value) except -1:
    cdef int number = known(value, RANKS)
    return number if number >= 0 else index(Rank(value))


cdef int seat_arg(object value) except -1:
    cdef int number = known(value, SEATS)
    return number if number >= 0 else index(Seat(value))


cdef int contract_arg(object value) except -1:
    cdef int number = known(value, CONTRACTS)
    if number >= 0:
        return number
    if PyUnicode_CheckExact(value):
        number = canonical_contract(value)
        if number >= 0:
            return number
    return index(Contract(value))


cdef inline int canonical_contract(str text) except -2:
    """The number of a contract's canonical text, else -1."""
    if len(text) == 1:
        letter = text[0]
        if letter == u"S":
            return 0
        if letter == u"H":
            return 1
        if letter == u"D":
            return 2
        if letter == u"C":
            return 3
    elif len(text) == 2 and text[1] == u"T":
        if text[0] == u"A":
            return 4
        if text[0] == u"W":
            return 5
    return -1


cdef object suit_member(int number):
    return SUITS[number]


cdef object rank_member(int number):
    return RANKS[number]


cdef object contract_member(int number):
    return CONTRACTS[number]


cdef object kind_member(int number):
    return KINDS[number]
