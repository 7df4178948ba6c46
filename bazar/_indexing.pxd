# Numbering all 32!/(8!)**4 deals.
#
#     index = (north * C(24,8) + east) * C(16,8) + south
#
# where north is the rank of North's eight cards in the combinatorial number system (the sum of
# C(place, k) over the k-th lowest card, k from 1), east that of East's among the 24 cards left,
# south that of South's among the last 16.

cimport cython
from libc.stdint cimport uint32_t, uint64_t

from bazar._tables cimport binomial

cdef enum:
    EAST_WAYS = 735471      # C(24, 8)
    SOUTH_WAYS = 12870      # C(16, 8)


cdef inline uint64_t deal_index(const uint32_t* hands) noexcept nogil:
    """Number of a deal of four disjoint hands of eight."""
    cdef unsigned ranks[3]
    cdef unsigned held[3]
    cdef unsigned place
    cdef int card, seat
    for seat in range(3):
        ranks[seat] = 0
        held[seat] = 0
    for card in range(32):
        place = card
        for seat in range(3):
            if hands[seat] >> card & 1:
                held[seat] += 1
                ranks[seat] += binomial(place, held[seat])
                break
            # Past North only the cards North lacks are numbered, and so on.
            place -= held[seat]
    return (<uint64_t>ranks[0] * EAST_WAYS + ranks[1]) * SOUTH_WAYS + ranks[2]


@cython.cdivision(True)
cdef inline void deal_from_index(uint64_t index, uint32_t* hands) noexcept nogil:
    """The hands N E S W of a deal's number, which must be in range."""
    cdef unsigned ranks[3]
    cdef unsigned wanted[3]
    cdef unsigned place, ways
    cdef int card, seat
    ranks[2] = <unsigned>(index % SOUTH_WAYS)
    index //= SOUTH_WAYS
    ranks[1] = <unsigned>(index % EAST_WAYS)
    ranks[0] = <unsigned>(index // EAST_WAYS)
    for seat in range(4):
        hands[seat] = 0
    for seat in range(3):
        wanted[seat] = 8
    for card in range(31, -1, -1):
        place = card
        for seat in range(3):
            ways = binomial(place, wanted[seat])
            if wanted[seat] and ranks[seat] >= ways:
                ranks[seat] -= ways
                wanted[seat] -= 1
                hands[seat] |= <uint32_t>1 << card
                break
            # The cards below that this seat will take are not numbered for the next.
            place -= wanted[seat]
        else:
            hands[3] |= <uint32_t>1 << card
