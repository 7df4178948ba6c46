# Whole deals played out: given plays checked and counted, and random ones.

from libc.stdint cimport uint8_t, uint32_t

from bazar._play cimport game, legal, make, may_say, position


cdef inline int replay(
    position* p, const game* g, const uint8_t* cards, int count, uint32_t words
) noexcept nogil:
    """Make given plays, the word said at the cards in `words`, up to the first that may not be made.

    How many were made.
    """
    cdef int place, say
    for place in range(count):
        if cards[place] > 31 or not legal(p, g) >> cards[place] & 1:
            return place
        say = words >> cards[place] & 1
        if say and not may_say(p, g, cards[place]):
            return place
        make(p, g, cards[place], say)
    return count
