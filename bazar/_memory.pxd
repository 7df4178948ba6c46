# What the search remembers: bounds on the value of positions before a lead.
#
# Two positions with the same leader in which the cards left of each suit, from the lowest to the highest,
# have the same owners are *alike*: they are played alike, card for card. Their values differ by no more
# than the worths of corresponding cards do, so a bound on one is a bound on the other with some slack.
# An entry is found by what alike positions share, and says which cards it was made for.
#
#     owners   16 bits a suit: the seat that holds the lowest card left in bits 0-1, the next in bits 2-3 ...
#     shape    how many cards are left of each suit, 4 bits each; above them the leader (2 bits), the pairs
#              that may yet take all eight tricks (2 bits), the epoch (12 bits)
#
# A new epoch for each search makes all that is in the table foreign to it, with nothing to clear.

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from bazar._bits cimport lowest_bit
from bazar._places cimport count

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define bazar_prefetch(address) __builtin_prefetch(address)
    #else
    #define bazar_prefetch(address) ((void)0)
    #endif
    """
    void prefetch "bazar_prefetch" (const void* address) noexcept nogil

cdef enum:
    WAYS = 5                # entries of a bucket
    LEADER_SHIFT = 16
    CAPOT_SHIFT = 18
    EPOCH_SHIFT = 20
    EPOCHS = 4096

cdef struct entry:
    uint64_t owners
    uint32_t shape
    uint32_t cards          # the places left
    int16_t low             # the value is at least
    int16_t high            # the value is at most
    uint8_t best            # the lead that did best: 8*suit + how many cards of the suit left are lower
    uint8_t work            # the logarithm of the positions searched for it
    uint8_t royals          # the Kings and Queens of Bellas that may yet count, 2 bits a suit

cdef struct drawer:
    # Two cache lines.
    entry[WAYS] ways
    uint64_t unused

cdef struct likeness:
    # A position before a lead, as the table sees it.
    uint64_t owners
    uint32_t shape
    uint32_t cards
    uint32_t royals

cdef struct memory:
    drawer* drawers
    uint32_t size           # of drawers, a power of two
    void* allocated
    uint32_t epoch
    # The worths of the cards of a suit's byte, lowest first, a byte each; for trumps (or any suit in A/T,
    # W/T) and for the others.
    uint64_t worths[2][256]
    uint8_t sums[2][256]


cdef inline uint64_t excess(uint64_t a, uint64_t b) noexcept nogil:
    """Byte for byte a - b where that is positive, else 0; bytes below 128."""
    cdef uint64_t tops = <uint64_t>0x8080808080808080
    cdef uint64_t difference = (a | tops) - b
    cdef uint64_t positive = difference & tops
    return difference & (positive - (positive >> 7))


cdef inline int sum_of_bytes(uint64_t bytes) noexcept nogil:
    cdef uint64_t evens = <uint64_t>0x00FF00FF00FF00FF
    cdef uint64_t pairs = (bytes & evens) + (bytes >> 8 & evens)
    return <int>((pairs * <uint64_t>0x0001000100010001) >> 48)


cdef inline void slack(const memory* m, uint32_t old, uint32_t new, int* gain, int* loss) noexcept nogil:
    """By how much the cards of `new` are worth more, and less, than the corresponding ones of `old`."""
    cdef uint64_t up = 0, down = 0, before, after
    cdef unsigned a, b
    cdef int suit
    for suit in range(4):
        a = old >> 8 * suit & 255
        b = new >> 8 * suit & 255
        if a != b:
            before = m.worths[suit > 0][a]
            after = m.worths[suit > 0][b]
            up += excess(after, before)
            down += excess(before, after)
    gain[0] = sum_of_bytes(up)
    loss[0] = sum_of_bytes(down)


cdef inline void remove(likeness* to, const likeness* at, int place) noexcept nogil:
    """The likeness after the card at a place is gone."""
    cdef int lane = place >> 3 << 4
    cdef int below = 2 * count(at.cards >> (place & 24) & ((1 << (place & 7)) - 1))
    cdef uint64_t owners = at.owners >> lane & 0xFFFF
    cdef uint64_t moved = owners ^ owners >> 2
    # Owners above the gap move down by one.
    to.owners = at.owners ^ (moved >> below << below) << lane
    to.shape = at.shape - (<uint32_t>1 << (lane >> 2))
    to.cards = at.cards ^ <uint32_t>1 << place
    to.royals = at.royals


cdef inline entry* drawer_of(const memory* m, const likeness* at) noexcept nogil:
    """The entries among which a position is kept; on their way to the cache."""
    # Without the epoch: the same search finds the same drawers whatever was before it.
    cdef uint64_t shape = at.shape & ((<uint32_t>1 << EPOCH_SHIFT) - 1)
    cdef uint64_t h = (at.owners ^ shape << 44) * <uint64_t>0x9E3779B97F4A7C15
    cdef drawer* found
    h = ((h ^ h >> 29) + shape) * <uint64_t>0xBF58476D1CE4E5B9
    found = m.drawers + (<uint32_t>(h >> 40) & (m.size - 1))
    prefetch(found)
    prefetch(&found.ways[3])
    return found.ways


cdef inline unsigned short_royals(uint32_t royals) noexcept nogil:
    """Queens and Kings of trumps, places 2 and 3 of each suit, as 2 bits a suit."""
    royals = royals >> 2 & 0x03030303
    return (royals | royals >> 6 | royals >> 12 | royals >> 18) & 255


cdef inline uint32_t royal_suits(uint32_t royals) noexcept nogil:
    """All places of the suits that have a royal."""
    royals = (royals | royals >> 1) >> 2 & 0x01010101
    return royals * 255


cdef inline int recall(
    const memory* m, const entry* slot, const likeness* at, int need, int* low, int* high
) noexcept nogil:
    """Narrow the bounds by what is known of the position and those alike, until they decide whether the
    value is at least `need`; the best lead known, as `entry.best`, or -1."""
    cdef int way, gain, loss, best = -1
    cdef unsigned same = 0
    cdef unsigned royals = short_royals(at.royals)
    # All compared before any is looked at: the branch that would be taken is hard to foretell.
    for way in range(WAYS):
        same |= <unsigned>(slot[way].owners == at.owners) << way
    while same:
        way = lowest_bit(same)
        same &= same - 1
        if slot[way].shape == at.shape and slot[way].royals == royals:
            if slot[way].cards == at.cards:
                gain = loss = 0
                best = slot[way].best
            elif royals and (slot[way].cards ^ at.cards) & royal_suits(at.royals):
                continue
            else:
                slack(m, slot[way].cards, at.cards, &gain, &loss)
                if best < 0:
                    best = slot[way].best
            low[0] = max(low[0], slot[way].low - loss)
            high[0] = min(high[0], slot[way].high + gain)
            if low[0] >= need or high[0] < need:
                return best
    return best


cdef inline void record(
    entry* slot, const likeness* at, int low, int high, int best, uint64_t work
) noexcept nogil:
    """Keep bounds: in the position's own entry, else in place of what was least work."""
    cdef unsigned royals = short_royals(at.royals)
    cdef int way, cost, cheapest = 1000, size = 0
    cdef entry* chosen = slot
    while work > 1:
        work >>= 1
        size += 1
    for way in range(WAYS):
        if (
            slot[way].owners == at.owners and slot[way].cards == at.cards and slot[way].shape == at.shape
            and slot[way].royals == royals
        ):
            chosen = slot + way
            low = max(low, chosen.low)
            high = min(high, chosen.high)
            size = max(size, chosen.work)
            break
        cost = slot[way].work if (slot[way].shape ^ at.shape) >> EPOCH_SHIFT == 0 else -1
        if cost < cheapest:
            cheapest = cost
            chosen = slot + way
    chosen.owners = at.owners
    chosen.shape = at.shape
    chosen.cards = at.cards
    chosen.low = <int16_t>low
    chosen.high = <int16_t>high
    chosen.best = <uint8_t>best
    chosen.work = <uint8_t>size
    chosen.royals = <uint8_t>royals
