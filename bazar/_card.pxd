cdef class Card:
    cdef int number

cdef Card card_from(int number)
cdef int card_arg(object value) except -1
