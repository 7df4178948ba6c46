from libc.stdint cimport uint8_t

from bazar._play cimport game, position, table

cdef class Position:
    cdef game g                 # the contract and the rules
    cdef position state         # meaningless unless `sound`
    cdef table before[32]       # the table before each card of the history
    cdef uint8_t cards[32]      # the history: the trick given, then the plays
    cdef int given              # cards of the trick given
    cdef int count              # cards of the history
    cdef bint sound
    cdef tuple setup            # hands, contract, leader, rules, trick, tricks, said: as numbers
    cdef tuple wrong            # what is wrong with it, a sentence each
    cdef object switches        # the Rules
