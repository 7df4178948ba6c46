# The numbers of suits, ranks, seats and contracts. Bit 8*suit + rank of a mask is a card:
#
#     bit   31 ......... 24 23 ......... 16 15 .......... 8 7 ........... 0
#     suit       clubs          diamonds         hearts          spades
#     rank  A K Q J T 9 8 7 A K Q J T 9 8 7 A K Q J T 9 8 7 A K Q J T 9 8 7

cdef enum:
    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3
    ALL_TRUMPS = 4
    WITHOUT_TRUMPS = 5

cdef enum:
    SEVEN = 0
    EIGHT = 1
    NINE = 2
    TEN = 3
    JACK = 4
    QUEEN = 5
    KING = 6
    ACE = 7

cdef enum:
    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3
