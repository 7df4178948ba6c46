# Whists that a pair is sure to take, whatever is played: cheap bounds, tried before anything is searched.

from libc.stdint cimport uint32_t

from bazar._cards cimport count_cards
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


cdef inline uint32_t suits_of(uint32_t cards) noexcept nogil:
    """All cards of the suits that some cards are of."""
    cards |= cards >> 4 & 0x0F0F0F0F
    cards |= cards >> 2 & 0x03030303
    cards |= cards >> 1
    return (cards & 0x01010101) * 255


cdef inline int worth(const memory* m, uint32_t cards) noexcept nogil:
    return (
        m.sums[0][cards & 255] + m.sums[1][cards >> 8 & 255]
        + m.sums[1][cards >> 16 & 255] + m.sums[1][cards >> 24]
    )


cdef inline int sure_of_leader(
    const memory* m, bint trumps, bint exempt, const uint32_t* hands, int leader, uint32_t others, int size,
    int* tricks
) noexcept nogil:
    """What the cards are worth that the leader's pair can cash one after the other, and how many tricks that
    is, of the `size` that are left. `others` is what the leader does not hold.

    If the leader's highest trumps draw all trumps of the other pair, or there are none, nothing can be
    ruffed after that: the leader cashes what is highest of its suit, then leads a suit of which the partner
    holds the highest, who does the same. (A partner left with trumps only has to ruff, and then wins all.)

    Else the leader cashes while nobody who has trumps runs out of the suit. Trumps of the partner that
    nothing can take count too, though not as tricks.
    """
    cdef uint32_t own = hands[leader], partner = hands[leader ^ 2]
    cdef uint32_t left = hands[(leader + 1) & 3], right = hands[(leader + 3) & 3]
    cdef uint32_t high = tops(own, others), his
    cdef int suit, many, whole, sum, draws = 0, to_draw = 0
    cdef unsigned cards
    if trumps:
        sum = sure_trumps(m, own | partner, left | right)
        draws = count(high & 255)
        to_draw = max(count(left & 255), count(right & 255))
    else:
        sum = m.sums[0][high & 255]
    if draws >= to_draw and (not trumps or exempt or count(partner & 255) <= draws):
        tricks[0] = count_cards(high)
        sum += worth(m, high & ~<uint32_t>255)
        his = tops(partner, own | left | right)
        # Of too many tricks the leader leaves some out, but not those that draw trumps.
        if own & suits_of(his) and size - count_cards(his) >= to_draw:
            tricks[0] += count_cards(his)
            sum += worth(m, his & ~<uint32_t>255 if trumps else his)
        return sum
    tricks[0] = draws
    for suit in range(1, 4):
        cards = high >> 8 * suit & 255
        if not cards:
            continue
        # A partner who ruffed would have the lead.
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
