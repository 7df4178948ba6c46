# Whists that a pair is sure to take, whatever is played: cheap bounds, tried before anything is searched.

from libc.stdint cimport uint32_t

from bazar._memory cimport memory
from bazar._places cimport count


cdef inline unsigned tops(unsigned ours, unsigned theirs) noexcept nogil:
    """Of the bytes of one suit, our cards above all of theirs."""
    theirs |= theirs >> 1
    theirs |= theirs >> 2
    theirs |= theirs >> 4
    return ours & ~theirs


cdef inline int sure_trumps(const memory* m, uint32_t ours, uint32_t theirs) noexcept nogil:
    """What a pair's trumps above all of the other pair's are worth: nothing can take them."""
    return m.sums[0][tops(ours & 255, theirs & 255)]


cdef inline int sure_of_leader(
    const memory* m, bint trumps, const uint32_t* hands, int leader, int* tricks
) noexcept nogil:
    """What the cards are worth that the leader can cash one after the other, and how many tricks that is.

    In a suit contract the trumps of the partner count too, though not as tricks.
    """
    cdef uint32_t own = hands[leader], partner = hands[leader ^ 2]
    cdef uint32_t left = hands[(leader + 1) & 3], right = hands[(leader + 3) & 3]
    cdef uint32_t others = partner | left | right
    cdef unsigned high, card
    cdef int suit, first = 0, many, sum = 0
    tricks[0] = 0
    if trumps:
        sum = sure_trumps(m, own | partner, left | right)
        tricks[0] = count(tops(own & 255, others & 255))
        first = 1
    for suit in range(first, 4):
        high = tops(own >> 8 * suit & 255, others >> 8 * suit & 255)
        if not high:
            continue
        many = count(high)
        if trumps:
            # Nobody who has trumps may run out of the suit, or they might ruff; a partner too, who would
            # then have the lead.
            if left & 255:
                many = min(many, count(left >> 8 * suit & 255))
            if right & 255:
                many = min(many, count(right >> 8 * suit & 255))
            if partner & 255:
                many = min(many, count(partner >> 8 * suit & 255))
            while count(high) > many:
                high &= high - 1
        tricks[0] += many
        sum += m.sums[suit > 0][high]
    return sum
