# Whists that a pair is sure to take, whatever is played: cheap bounds, tried before anything is searched.

from libc.stdint cimport uint32_t

from bazar._memory cimport memory
from bazar._places cimport count


cdef inline uint32_t tops(uint32_t ours, uint32_t theirs) noexcept nogil:
    """Our cards above all of theirs of the same suit."""
    theirs |= theirs >> 1 & 0x7F7F7F7F
    theirs |= theirs >> 2 & 0x3F3F3F3F
    theirs |= theirs >> 4 & 0x0F0F0F0F
    return ours & ~theirs


cdef inline int sure_trumps(const memory* m, uint32_t ours, uint32_t theirs) noexcept nogil:
    """What a pair's trumps above all of the other pair's are worth: nothing can take them."""
    return m.sums[0][tops(ours & 255, theirs & 255)]


cdef inline int sure_of_leader(
    const memory* m, bint trumps, const uint32_t* hands, int leader, uint32_t others, int* tricks
) noexcept nogil:
    """What the cards are worth that the leader can cash one after the other, and how many tricks that is.

    In a suit contract the trumps of the partner count too, though not as tricks. `others` is the rest.
    """
    cdef uint32_t own = hands[leader], partner, left, right
    cdef uint32_t high = tops(own, others)
    cdef int suit, many, whole, sum = 0
    cdef unsigned cards
    tricks[0] = 0
    if not trumps:
        for suit in range(4):
            cards = high >> 8 * suit & 255
            tricks[0] += count(cards)
            sum += m.sums[1][cards]
        return sum
    left = hands[(leader + 1) & 3]
    right = hands[(leader + 3) & 3]
    partner = hands[leader ^ 2]
    sum = sure_trumps(m, own | partner, left | right)
    tricks[0] = count(high & 255)
    for suit in range(1, 4):
        cards = high >> 8 * suit & 255
        if not cards:
            continue
        # Nobody who has trumps may run out of the suit, or they might ruff; a partner too, who would then
        # have the lead.
        many = whole = count(cards)
        if left & 255:
            many = min(many, count(left >> 8 * suit & 255))
        if right & 255:
            many = min(many, count(right >> 8 * suit & 255))
        if partner & 255:
            many = min(many, count(partner >> 8 * suit & 255))
        while whole > many:
            cards &= cards - 1
            whole -= 1
        tricks[0] += many
        sum += m.sums[1][cards]
    return sum
