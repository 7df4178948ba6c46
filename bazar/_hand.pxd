from libc.stdint cimport uint32_t

from bazar._combinations cimport combination

cdef class Hand:
    cdef uint32_t bits

cdef class Combination:
    cdef combination found
    cdef int trump

cdef Hand new_hand(uint32_t bits)
cdef uint32_t hand_arg(object value) except? 0xFFFFFFFF
