# Combinations of a hand: which there are, what they are worth, how they rank (RULES A).
#
# Strength is one dense scale per contract, 0 for no combination. With `order` the place of a
# sequence among the 21 there are (run_order) and `carre_order` that of a carre:
#
#     suit contract   sequences 1 ... 42 = 2*order - 1 (+ 1 if trump)   carres 43 ... 48
#     all trumps      sequences 1 ... 21 = order                       carres 22 ... 27
#     without trumps  sequences 1 ... 21 = order                       carres 22 ... 26

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t

from bazar._numbers cimport ACE, ALL_TRUMPS, NINE, WITHOUT_TRUMPS
from bazar._tables cimport carre_order, carre_points, run_order, run_points

cdef enum:
    TERTS = 0
    BERTS = 1
    QUINT = 2
    CARRE = 3

cdef enum:
    # No mask holds more: two sequences a suit, six ranks of carres.
    MAX_COMBINATIONS = 14

cdef struct combination:
    uint32_t mask
    uint16_t points     # whists
    uint8_t strength
    uint8_t kind        # TERTS ... CARRE
    uint8_t length
    uint8_t top         # rank of the highest card; of a carre, its rank
    int8_t suit         # -1 for a carre


cdef inline uint32_t suit_of(uint32_t mask, int suit) noexcept nogil:
    """The eight rank bits of one suit."""
    return mask >> (8 * suit) & 255


cdef inline uint32_t runs(uint32_t mask) noexcept nogil:
    """The cards of `mask` that belong to a sequence of three or more."""
    cdef uint32_t low = mask & (mask >> 1 & 0x7F7F7F7F) & (mask >> 2 & 0x3F3F3F3F)
    return low | low << 1 | low << 2


cdef inline uint32_t carres(uint32_t mask) noexcept nogil:
    """The ranks of which `mask` holds all four cards, as rank bits."""
    return mask & mask >> 8 & mask >> 16 & mask >> 24


cdef inline int holds_carre(uint32_t mask, int rank) noexcept nogil:
    return carres(mask) >> rank & 1


cdef inline int eights_in_sequence(uint32_t mask) noexcept nogil:
    """How many suits `mask` holds whole."""
    cdef int suit, whole = 0
    for suit in range(4):
        whole += suit_of(mask, suit) == 255
    return whole


cdef inline uint32_t carres_points(uint32_t ranks, int contract) noexcept nogil:
    """Whists of the carres in `ranks`."""
    cdef uint32_t total = 0
    cdef unsigned rank
    for rank in range(NINE, ACE + 1):
        if ranks >> rank & 1:
            total += carre_points(rank, contract == WITHOUT_TRUMPS)
    return total


cdef inline uint32_t points(uint32_t mask, int contract) noexcept nogil:
    """Whists of all combinations of `mask`, Bella apart; a run of eight is one Quint."""
    cdef uint32_t total = (
        run_points(mask) + run_points(mask >> 8) + run_points(mask >> 16) + run_points(mask >> 24)
    )
    cdef uint32_t ranks = carres(mask)
    if ranks:
        total += carres_points(ranks, contract)
    return total


cdef inline uint32_t points_split8(uint32_t mask, int contract) noexcept nogil:
    """The same, with each run of eight split into a Quint and a Terts (R4, R5)."""
    return points(mask, contract) + 20 * eights_in_sequence(mask)


cdef inline int sequence_strength(int order, int trump, int contract) noexcept nogil:
    """Strength of the sequence at place `order` of 1 ... 21."""
    if contract >= ALL_TRUMPS:
        return order
    return 2 * order - 1 + trump


cdef inline int carre_strength(int rank, int contract) noexcept nogil:
    """Strength of a carre, 0 if it is not a combination (R1, R8)."""
    cdef int order = carre_order(rank, contract == WITHOUT_TRUMPS)
    if order == 0:
        return 0
    return order + (21 if contract >= ALL_TRUMPS else 42)


cdef inline int strongest_carre(uint32_t ranks, int contract) noexcept nogil:
    cdef int rank, this, best = 0
    for rank in range(NINE, ACE + 1):
        if ranks >> rank & 1:
            this = carre_strength(rank, contract)
            if this > best:
                best = this
    return best


cdef inline int sequence_order(int length, int top) noexcept nogil:
    """Place among the 21 sequences: those of 3 up to those of 8, low tops first."""
    return 9 * (length - 3) - (length * (length - 1) // 2 - 3) + top - length + 2


cdef inline int order_split8(uint32_t suit) noexcept nogil:
    """run_order with a run of eight taken as the Quint A K Q J 10 it is split into."""
    if suit == 255:
        return sequence_order(5, ACE)
    return run_order(suit)


cdef inline int strength_of_orders(int highest, int trump, int contract) noexcept nogil:
    """Strength of the better of two sequences: the highest of all suits, and of the trump suit."""
    cdef int plain
    if contract >= ALL_TRUMPS:
        return highest
    # Where the highest is the trump suit's own, the first term is the larger.
    trump = 2 * trump
    plain = 2 * highest - 1
    return trump if trump > plain else plain


cdef inline int higher(int a, int b) noexcept nogil:
    return a if a > b else b


cdef inline int strength(uint32_t mask, int contract) noexcept nogil:
    """Strength of the best combination of `mask`; a run of eight is one Quint."""
    cdef uint32_t ranks = carres(mask)
    cdef int carre
    if ranks:
        carre = strongest_carre(ranks, contract)
        if carre:
            return carre
    return strength_of_orders(
        higher(
            higher(run_order(mask), run_order(mask >> 8)),
            higher(run_order(mask >> 16), run_order(mask >> 24)),
        ),
        run_order(suit_of(mask, contract & 3)),
        contract,
    )


cdef inline int strength_split8(uint32_t mask, int contract) noexcept nogil:
    """The same, with each run of eight ranked as a Quint of five to the Ace."""
    cdef int carre = strongest_carre(carres(mask), contract)
    if carre:
        return carre
    return strength_of_orders(
        higher(
            higher(order_split8(suit_of(mask, 0)), order_split8(suit_of(mask, 1))),
            higher(order_split8(suit_of(mask, 2)), order_split8(suit_of(mask, 3))),
        ),
        order_split8(suit_of(mask, contract & 3)),
        contract,
    )


cdef inline combination sequence(int suit, int top, int length, int contract) noexcept nogil:
    """The sequence of `length` cards of `suit` down from `top`."""
    cdef combination found
    cdef uint32_t ranks = ((1 << length) - 1) << (top - length + 1)
    found.mask = ranks << (8 * suit)
    found.points = run_points(ranks)
    found.strength = sequence_strength(sequence_order(length, top), suit == contract, contract)
    found.kind = (length if length < 5 else 5) - 3
    found.length = length
    found.top = top
    found.suit = suit
    return found


cdef inline combination carre(int rank, int contract) noexcept nogil:
    """The carre of `rank`; its strength is 0 if it is not a combination."""
    cdef combination found
    found.mask = <uint32_t>0x01010101 << rank
    found.points = carre_points(rank, contract == WITHOUT_TRUMPS)
    found.strength = carre_strength(rank, contract)
    found.kind = CARRE
    found.length = 4
    found.top = rank
    found.suit = -1
    return found


cdef inline int insert_by_strength(combination* out, int count, combination new) noexcept nogil:
    """Insert into a list sorted strongest first, behind its equals (R21); the new count."""
    cdef int place = count
    while place > 0 and out[place - 1].strength < new.strength:
        out[place] = out[place - 1]
        place -= 1
    out[place] = new
    return count + 1


cdef inline int combinations(
    uint32_t mask, int contract, int split8, combination* out
) noexcept nogil:
    """All combinations of `mask`, strongest first, into room for MAX_COMBINATIONS; how many."""
    cdef int suit, rank, length, count = 0
    cdef uint32_t ranks
    for suit in range(4):
        ranks = suit_of(runs(mask), suit)
        if split8 and ranks == 255:
            count = insert_by_strength(out, count, sequence(suit, ACE, 5, contract))
            count = insert_by_strength(out, count, sequence(suit, NINE, 3, contract))
            continue
        length = 0
        for rank in range(ACE + 2):
            if ranks >> rank & 1:
                length += 1
            elif length:
                count = insert_by_strength(out, count, sequence(suit, rank - 1, length, contract))
                length = 0
    for rank in range(NINE, ACE + 1):
        if holds_carre(mask, rank) and carre_strength(rank, contract):
            count = insert_by_strength(out, count, carre(rank, contract))
    return count
