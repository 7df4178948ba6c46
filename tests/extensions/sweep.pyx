# cython: language_level=3, freethreading_compatible=True
"""Every hand of eight cards, through the core and through facts the tests give, side by side."""

from libc.stdint cimport uint32_t, uint64_t

from bazar cimport core


cdef uint32_t next_hand(uint32_t mask) noexcept nogil:
    """The next larger number with as many bits (Gosper)."""
    cdef uint64_t low = mask & (0 - mask)
    cdef uint64_t ripple = mask + low
    return <uint32_t>(ripple | (((mask ^ ripple) >> 2) // low))


cdef struct Facts:
    # What the naive reference says of the byte of one suit, and of the mask of ranks held four times.
    int run_points[256]
    int run_strength[2][256]    # not trump, trump; on the scale of the contract
    int card_points[2][256]
    int carre_points[256]
    int carre_strength[256]


def sweep(contract, run_points, run_strength, card_points, carre_points, carre_strength):
    """Compare points, strength and card points of all hands under a contract with the facts.

    Returns how many hands there were, the first that differed (or None), and histograms of points and of
    strengths.
    """
    cdef Facts facts
    cdef int trump = contract, suit, byte, is_trump, best, value, cards
    cdef uint32_t mask = 255, ranks
    cdef long long hands = 0, bad = -1
    cdef long long by_points[2048]
    cdef long long by_strength[64]
    for byte in range(2048):
        by_points[byte] = 0
    for byte in range(64):
        by_strength[byte] = 0
    for byte in range(256):
        facts.run_points[byte] = run_points[byte]
        facts.carre_points[byte] = carre_points[byte]
        facts.carre_strength[byte] = carre_strength[byte]
        for is_trump in range(2):
            facts.run_strength[is_trump][byte] = run_strength[is_trump][byte]
            facts.card_points[is_trump][byte] = card_points[is_trump][byte]
    with nogil:
        while True:
            ranks = mask & mask >> 8 & mask >> 16 & mask >> 24
            value = facts.carre_points[ranks]
            best = facts.carre_strength[ranks]
            cards = 0
            for suit in range(4):
                byte = mask >> (8 * suit) & 255
                is_trump = suit == trump or trump == 4
                value += facts.run_points[byte]
                cards += facts.card_points[is_trump][byte]
                if facts.run_strength[is_trump][byte] > best:
                    best = facts.run_strength[is_trump][byte]
            if (
                <int>core.points(mask, trump) != value
                or core.strength(mask, trump) != best
                or <int>core.card_points(mask, trump) != cards
            ) and bad < 0:
                bad = mask
            by_points[core.points(mask, trump)] += 1
            by_strength[core.strength(mask, trump)] += 1
            hands += 1
            if mask == <uint32_t>255 << 24:
                break
            mask = next_hand(mask)
    return (
        hands,
        None if bad < 0 else bad,
        {whists: by_points[whists] for whists in range(2048) if by_points[whists]},
        [by_strength[place] for place in range(64)],
    )


cdef bint agrees(uint32_t mask, int trump, int split8) noexcept nogil:
    cdef core.combination found[core.MAX_COMBINATIONS]
    cdef uint32_t total = 0, cards = 0
    cdef int place, best
    cdef int count = core.combinations(mask, trump, split8, found)
    for place in range(count):
        total += found[place].points
        cards |= found[place].mask
        if place and found[place].strength > found[place - 1].strength:
            return False
    best = found[0].strength if count else 0
    if core.runs(mask) & ~cards or cards & ~mask:
        return False
    if split8:
        return total == core.points_split8(mask, trump) and best == core.strength_split8(mask, trump)
    return total == core.points(mask, trump) and best == core.strength(mask, trump)


def combinations_agree(contract):
    """Whether, for all hands, the listed combinations add up to points and begin with the strongest.

    Returns the first hand for which they do not, or None.
    """
    cdef int trump = contract
    cdef uint32_t mask = 255
    cdef bint good = True
    with nogil:
        while True:
            good = agrees(mask, trump, 0) and agrees(mask, trump, 1)
            if not good or mask == <uint32_t>255 << 24:
                break
            mask = next_hand(mask)
    return None if good else mask


def bella_counts(contract):
    """For all hands: how many hold a Bella of each suit."""
    cdef int trump = contract, suit
    cdef uint32_t mask = 255, suits
    cdef long long counts[4]
    for suit in range(4):
        counts[suit] = 0
    with nogil:
        while True:
            suits = core.bella(mask, trump)
            for suit in range(4):
                counts[suit] += suits >> suit & 1
            if mask == <uint32_t>255 << 24:
                break
            mask = next_hand(mask)
    return [counts[suit] for suit in range(4)]


def held_carres():
    """For all hands: how many hold the carré of each rank."""
    cdef int rank
    cdef uint32_t mask = 255
    cdef long long counts[8]
    for rank in range(8):
        counts[rank] = 0
    with nogil:
        while True:
            for rank in range(8):
                counts[rank] += core.carres(mask) >> rank & 1
            if mask == <uint32_t>255 << 24:
                break
            mask = next_hand(mask)
    return [counts[rank] for rank in range(8)]


def longest_runs(longest):
    """Histogram of the longest run over all hands, by the facts for one suit; and hands with a sequence."""
    cdef int by_byte[256]
    cdef int byte, suit, length
    cdef long long counts[9]
    cdef long long with_sequence = 0
    cdef uint32_t mask = 255
    for byte in range(256):
        by_byte[byte] = longest[byte]
    for length in range(9):
        counts[length] = 0
    with nogil:
        while True:
            length = 0
            for suit in range(4):
                byte = mask >> (8 * suit) & 255
                if by_byte[byte] > length:
                    length = by_byte[byte]
            counts[length] += 1
            with_sequence += core.runs(mask) != 0
            if mask == <uint32_t>255 << 24:
                break
            mask = next_hand(mask)
    return [counts[length] for length in range(9)], with_sequence
