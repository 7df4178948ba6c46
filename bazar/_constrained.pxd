# Deals in which some cards are known to be with some seats and not with others: counted and numbered.
#
# Cards are placed one after the other. `ways[card]` holds, for each room that is left at North, East and
# South once the cards before it are placed, in how many ways the rest can be: West's room follows. The
# deal of an index, 0 ... ways[0] - 1, is then found card by card, seats in order.

cimport cython
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from bazar._dealing cimport splitmix

cdef extern from *:
    """
    #ifndef BAZAR_CONSTRAINED
    #define BAZAR_CONSTRAINED

    /* The high 64 bits of a product; the low ones in *low. */
    static inline unsigned long long bazar_high_product(
        unsigned long long a, unsigned long long b, unsigned long long *low)
    {
    #ifdef __SIZEOF_INT128__
        unsigned __int128 product = (unsigned __int128)a * b;
        *low = (unsigned long long)product;
        return (unsigned long long)(product >> 64);
    #else
        unsigned long long a0 = a & 0xFFFFFFFFu, a1 = a >> 32, b0 = b & 0xFFFFFFFFu, b1 = b >> 32;
        unsigned long long lower = a0 * b0, left = a1 * b0, right = a0 * b1;
        unsigned long long middle = (lower >> 32) + (left & 0xFFFFFFFFu) + (right & 0xFFFFFFFFu);
        *low = a * b;
        return a1 * b1 + (left >> 32) + (right >> 32) + (middle >> 32);
    #endif
    }

    #endif
    """
    unsigned long long high_product "bazar_high_product" (
        unsigned long long a, unsigned long long b, unsigned long long* low) noexcept nogil

cdef enum:
    ROOMS = 729         # 0 ... 8 at each of North, East and South

cdef struct constraints:
    uint32_t fixed[4]   # cards known to be with a seat
    int room[4]         # how many more it gets
    int count           # cards to be placed
    uint8_t card[32]
    uint8_t seats[32]   # who may get it, a bit a seat


cdef inline int at(int north, int east, int south) noexcept nogil:
    return (north * 9 + east) * 9 + south


cdef inline void count_ways(const constraints* known, uint64_t* ways) noexcept nogil:
    """Fill (count + 1) * ROOMS numbers; that of the deals is at the rooms there are, ways[at(room)]."""
    cdef int card, north, east, south, west, left
    cdef uint64_t total
    cdef uint64_t* here
    cdef uint64_t* after
    for card in range(known.count, -1, -1):
        here = ways + card * ROOMS
        after = here + ROOMS
        left = known.count - card
        for north in range(9):
            for east in range(9):
                for south in range(9):
                    west = left - north - east - south
                    total = 0
                    if left == 0:
                        total = west == 0
                    elif 0 <= west <= 8:
                        if north and known.seats[card] & 1:
                            total += after[at(north - 1, east, south)]
                        if east and known.seats[card] & 2:
                            total += after[at(north, east - 1, south)]
                        if south and known.seats[card] & 4:
                            total += after[at(north, east, south - 1)]
                        if west and known.seats[card] & 8:
                            total += after[at(north, east, south)]
                    here[at(north, east, south)] = total


cdef inline void nth_deal(
    const constraints* known, const uint64_t* ways, uint64_t index, uint32_t* hands
) noexcept nogil:
    """The deal of an index, which must be in range."""
    cdef int card, seat, here
    cdef uint64_t these
    cdef int step[4]
    cdef const uint64_t* after = ways
    step[0] = 81
    step[1] = 9
    step[2] = 1
    step[3] = 0
    here = at(known.room[0], known.room[1], known.room[2])
    for seat in range(4):
        hands[seat] = known.fixed[seat]
    for card in range(known.count):
        after += ROOMS
        for seat in range(4):
            # A seat without room leads nowhere: ways is 0 there, or it would be below 0.
            if known.seats[card] >> seat & 1 and (seat == 3 or here // step[seat] % 9):
                these = after[here - step[seat]]
                if index < these:
                    break
                index -= these
        hands[seat] |= <uint32_t>1 << known.card[card]
        here -= step[seat]


@cython.cdivision(True)
@cython.overflowcheck(False)
cdef inline uint64_t below(uint64_t limit, uint64_t word) noexcept nogil:
    """A number below a limit as a word says, exactly uniform (Lemire, 2019); limit is not 0."""
    cdef unsigned long long low
    cdef uint64_t number = high_product(word, limit, &low)
    while low < limit and low < (0 - limit) % limit:
        word = splitmix(word)
        number = high_product(word, limit, &low)
    return number


@cython.overflowcheck(False)
cdef inline void constrained_deal(
    const constraints* known, const uint64_t* ways, uint64_t seed, uint64_t number, uint32_t* hands
) noexcept nogil:
    """Deal `number` of a seed, among those that are possible."""
    cdef uint64_t total = ways[at(known.room[0], known.room[1], known.room[2])]
    # The first of the four words that a deal has.
    cdef uint64_t word = splitmix(splitmix(seed) + number * 4 * <uint64_t>0x9E3779B97F4A7C15)
    nth_deal(known, ways, below(total, word), hands)
