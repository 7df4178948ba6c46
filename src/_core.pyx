# cython: language_level=3, freethreading_compatible=True, binding=False
# cython: embedsignature=True, embedsignature.format=clinic, autotestdict=False, auto_pickle=False
"""Bindings of the core for plain ints; the public name of this module is ``bazar.core``."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from bazar cimport core
from bazar._interrupts cimport check_signals, finish_walk
from bazar._ints cimport int_below, plain_int, shown

from collections.abc import Mapping, Set
from itertools import islice

from bazar.errors import given

VERSION = core.CORE_VERSION
SCORED = core.SCORED
NONE = core.NONE
VOID = core.VOID
CANCELLED = core.CANCELLED
FREE = core.FREE
MUST = core.MUST
LAST_TRICK = core.LAST_TRICK
BELLA = core.BELLA
DEALS = 99_561_092_450_391_000


cdef enum:
    # No hand has more, of whatever size: carrés are worth 750 together, a suit 120, and Jacks rank highest.
    MOST_POINTS = 1230
    MOST_STRENGTH = 48


cdef inline uint32_t mask_arg(object mask) except? 0xFFFFFFFF:
    return <uint32_t>int_below(mask, 1LL << 32, "a mask")


cdef inline int contract_arg(object contract) except -1:
    return <int>int_below(contract, core.WITHOUT_TRUMPS + 1, "a contract")


cdef inline int seat_arg(object seat) except -1:
    return <int>int_below(seat, core.WEST + 1, "a seat")


cdef tuple four_of(object items, str what):
    """The four items of an iterable, which may be endless."""
    cdef tuple four
    if type(items) is not tuple and type(items) is not list and not in_order(items):
        raise TypeError(f"four {what} are expected, not {given(items)}")
    four = tuple(islice(items, 5))
    if len(four) != 4:
        raise ValueError(f"four {what} are expected, not {'more' if len(four) > 4 else len(four)}")
    return four


cdef int hands_arg(object hands, uint32_t* masks) except -1:
    """Four disjoint masks; 0."""
    cdef uint32_t seen = 0
    cdef int seat
    hands = four_of(hands, "hands")
    for seat in range(4):
        masks[seat] = mask_arg(hands[seat])
        if seen & masks[seat]:
            raise ValueError(f"hand {seat} overlaps an earlier one: {seen & masks[seat]:#010x}")
        seen |= masks[seat]
    return 0


cdef int even_hands_arg(object hands, uint32_t* masks) except -1:
    """Four disjoint masks of the same size, at most eight cards; 0."""
    cdef int seat, count
    hands_arg(hands, masks)
    for seat in range(4):
        count = core.count_cards(masks[seat])
        if count != core.count_cards(masks[0]):
            raise ValueError(f"hand {seat} and hand 0 differ in size: {count}, {core.count_cards(masks[0])}")
    return 0


cdef uint64_t seed_arg(object seed) except? 0:
    # A C long long, which int_below works in, is one bit too narrow.
    seed = plain_int(seed, "a seed")
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"a seed must be in 0 … 2**64 - 1, not {shown(seed)}")
    return seed


def int_in_range(value, limit, what):
    """``value`` as an int in 0 … limit - 1, or an error that calls it ``what``."""
    return int_below(value, limit, what)


def in_order(items):
    """Whether these can be things by seat: an iterable, but no set, whose order is by chance, nor bytes."""
    return hasattr(type(items), "__iter__") and not isinstance(items, (Set, Mapping, bytes, bytearray))


def runs(mask):
    """The cards of a hand that belong to a sequence of three or more.

    :param mask: the hand, a 32-bit mask
    :return: a mask
    :raises TypeError, ValueError: for what is no int, or out of range

    RULES A.

    >>> f"{runs(0b10111):#b}"
    '0b111'
    """
    return core.runs(mask_arg(mask))


def carres(mask):
    """The ranks of which a hand holds all four cards, as a mask of rank bits.

    :param mask: the hand, a 32-bit mask
    :return: bit 0 for the sevens … bit 7 for the aces; sevens and eights are events, not combinations
    :raises TypeError, ValueError: for what is no int, or out of range

    RULES A, R8.

    >>> f"{carres(0x10101010):#b}"
    '0b10000'
    """
    return core.carres(mask_arg(mask))


def points(mask, contract):
    """Whists of all combinations of a hand, Bella apart; a run of eight is one Quint.

    :param mask: the hand, a 32-bit mask
    :param contract: 0 … 5
    :return: whists
    :raises TypeError, ValueError: for what is no int, or out of range

    RULES A, R1, R5.

    >>> points(0b11111000, 0)
    100
    """
    return core.points(mask_arg(mask), contract_arg(contract))


def points_split8(mask, contract):
    """The same as ``points``, with each run of eight split into a Quint and a Terts.

    :param mask: the hand, a 32-bit mask
    :param contract: 0 … 5
    :return: whists
    :raises TypeError, ValueError: for what is no int, or out of range

    RULES R4, R5.

    >>> points_split8(0xFF, 0)
    120
    """
    return core.points_split8(mask_arg(mask), contract_arg(contract))


def strength(mask, contract):
    """Strength of the best combination of a hand.

    :param mask: the hand, a 32-bit mask
    :param contract: 0 … 5
    :return: 0 for no combination, else dense from 1: at most 48 in a suit contract, 27 in all trumps,
        26 without trumps; greater exactly when it ranks higher
    :raises TypeError, ValueError: for what is no int, or out of range

    RULES A, ranking 1 … 4.

    >>> strength(0b00000111, 0), strength(0b00000111, 1)
    (2, 1)
    """
    return core.strength(mask_arg(mask), contract_arg(contract))


def strength_split8(mask, contract):
    """The same as ``strength``, with each run of eight ranked as a Quint of five to the Ace.

    :param mask: the hand, a 32-bit mask
    :param contract: 0 … 5
    :return: as ``strength``
    :raises TypeError, ValueError: for what is no int, or out of range

    RULES R4, R5.

    >>> strength_split8(0xFF, 4), strength(0xFF, 4)
    (15, 21)
    """
    return core.strength_split8(mask_arg(mask), contract_arg(contract))


def card_points(mask, contract):
    """Whists of the cards of a hand as tricks count them, without the 10 of the last trick.

    :param mask: the cards, a 32-bit mask
    :param contract: 0 … 5
    :return: whists
    :raises TypeError, ValueError: for what is no int, or out of range

    RULES A.

    >>> [card_points(0xFFFFFFFF, contract) for contract in range(6)]
    [152, 152, 152, 152, 248, 152]
    """
    return core.card_points(mask_arg(mask), contract_arg(contract))


def bella(mask, contract):
    """The suits of the Bellas a hand holds, as a mask of suit bits.

    :param mask: the hand, a 32-bit mask
    :param contract: 0 … 5
    :return: bit 0 for spades … bit 3 for clubs
    :raises TypeError, ValueError: for what is no int, or out of range

    RULES A, R12, R13.

    >>> bella(0b01100000, 0), bella(0b01100000, 1)
    (1, 0)
    """
    return core.bella(mask_arg(mask), contract_arg(contract))


def resolve(hands, contract, first=0, split8=False, sevens=False, eights=False):
    """The declaring, when everybody declares everything.

    :param hands: the masks of N E S W, disjoint, of any size
    :param contract: 0 … 5
    :param first: the seat that shows first, 0 … 3
    :param split8: whether runs of eight are split
    :param sevens: whether a Carré of Sevens is declared
    :param eights: whether a Carré of Eights is declared
    :return: (status, winner, points of NS, points of EW): the status is SCORED, NONE, VOID or
        CANCELLED, the winner a seat or -1, points are whists
    :raises TypeError, ValueError: for what is no int, out of range, or overlaps

    RULES A, R3, R7, R8, R10.

    >>> resolve([0b111, 0b1111 << 8, 0, 0b111 << 16], 5) == (SCORED, 1, 0, 70)
    True
    """
    cdef uint32_t masks[4]
    cdef core.resolution result
    hands_arg(hands, masks)
    result = core.resolve(
        masks, contract_arg(contract), seat_arg(first), bool(split8), bool(sevens), bool(eights)
    )
    return result.status, result.winner, result.points[0], result.points[1]


def decide(declarations, first=0):
    """The declaring, from what each seat declares.

    :param declarations: for N E S W: (points of all combinations declared, strength of the best,
        whether sevens, whether eights are declared)
    :param first: the seat that shows first, 0 … 3
    :return: as ``resolve``
    :raises TypeError, ValueError: for what is no int, out of range, or points without a strength

    RULES A, R3, R7, R8, R10.

    >>> nothing = (0, 0, False, False)
    >>> decide([(20, 1, False, False), nothing, nothing, nothing]) == (SCORED, 0, 20, 0)
    True
    """
    cdef core.declaration said[4]
    cdef core.resolution result
    cdef int seat
    for seat, parts in enumerate(four_of(declarations, "declarations")):
        whists, best, sevens, eights = four_of(parts, "parts of a declaration")
        said[seat].points = <uint32_t>int_below(whists, MOST_POINTS + 1, "points")
        said[seat].strength = <int>int_below(best, MOST_STRENGTH + 1, "a strength")
        if (said[seat].points == 0) != (said[seat].strength == 0):
            raise ValueError(
                f"declaration {seat} has {said[seat].points} points and strength {said[seat].strength}, "
                f"where a combination has both"
            )
        said[seat].sevens = bool(sevens)
        said[seat].eights = bool(eights)
    result = core.decide(said, seat_arg(first))
    return result.status, result.winner, result.points[0], result.points[1]


# Every contract under all rules, filled once here and only read from then on.
cdef core.game GAMES[6 * 4]


cdef void prepare_games() noexcept:
    cdef int contract, switches
    for contract in range(6):
        for switches in range(4):
            GAMES[4 * contract + switches] = core.game_of(contract, switches & 1, switches >> 1)


prepare_games()


cdef const core.game* game_arg(object contract, object partner_exempt, object undertrump) except NULL:
    cdef int switches = 1 if partner_exempt else 0
    if int_below(undertrump, 2, "undertrump"):
        switches |= 2
    return &GAMES[4 * contract_arg(contract) + switches]


cdef int card_number(object card) except -1:
    return <int>int_below(card, 32, "a card")


cdef int trick_arg(object cards, uint8_t* numbers, Py_ssize_t most) except -1:
    """The cards of a trick in the order played, all different; how many."""
    cdef uint32_t seen = 0
    cdef int count = 0, number
    for card in cards:
        if count == most:
            raise ValueError(f"a trick on the table has at most {most} cards")
        number = card_number(card)
        if seen >> number & 1:
            raise ValueError(f"card {number} comes twice in the trick")
        seen |= <uint32_t>1 << number
        numbers[count] = <uint8_t>number
        count += 1
    return count


def legal(hand, trick, contract, partner_exempt=True, undertrump=FREE):
    """The cards of a hand that may be played to a trick.

    :param hand: the hand of the player to move, a 32-bit mask
    :param trick: the cards on the table in the order played, as card numbers, 0 to 3 of them
    :param contract: 0 … 5
    :param partner_exempt: whether the duty to trump ends where the partner holds the trick
    :param undertrump: what is played by who is void of the suit led and cannot go over a trump:
        FREE any card, MUST a trump
    :return: a mask
    :raises TypeError, ValueError: for what is no int, out of range, or twice there

    RULES C.

    >>> bin(legal(0b10010011, [3], 0))  # the jack and the ace of trumps go over the ten
    '0b10010000'
    """
    cdef uint8_t cards[3]
    cdef const core.game* g = game_arg(contract, partner_exempt, undertrump)
    cdef uint32_t bits = mask_arg(hand)
    cdef int count = trick_arg(trick, cards, 3), place, best
    if not count:
        return bits
    for place in range(count):
        if bits >> cards[place] & 1:
            raise ValueError(f"card {cards[place]} is both in the hand and on the table")
    best = core.trick_winner(g, cards, count)
    return core.legal_cards(
        g, bits, core.suit_mask(cards[0]), g.over[cards[best]], count > 1 and best == count - 2
    )


def trick_winner(trick, contract):
    """The place in a trick of the card that holds it.

    :param trick: the cards in the order played, as card numbers, 1 to 4 of them
    :param contract: 0 … 5
    :return: 0 for the card led … 3
    :raises TypeError, ValueError: for what is no int, out of range, or twice there

    RULES A, C.

    >>> trick_winner([7, 0, 8, 3], 1), trick_winner([7, 0, 8, 3], 0), trick_winner([7, 0, 8, 3], 5)
    (2, 0, 0)
    """
    cdef uint8_t cards[4]
    cdef const core.game* g = game_arg(contract, True, FREE)
    cdef int count = trick_arg(trick, cards, 4)
    if not count:
        raise ValueError("nobody holds a trick that has no card")
    return core.trick_winner(g, cards, count)


def perft(hands, contract, leader, cards, partner_exempt=True, undertrump=FREE, bulk=True):
    """The number of ways to play so many cards from a lead, each card legal.

    :param hands: the masks of N E S W, disjoint, of the same size
    :param contract: 0 … 5
    :param leader: the seat that leads, 0 … 3
    :param cards: how many, 0 … 32
    :param partner_exempt: as in ``legal``
    :param undertrump: as in ``legal``
    :param bulk: whether the last cards of lines are counted without being played; the number is the same
    :return: the number, 0 if fewer cards are left; Ctrl-C interrupts it
    :raises TypeError, ValueError: for what is no int, out of range, overlaps

    RULES C.

    >>> perft([0xFF, 0xFF00, 0xFF0000, 0xFF000000], 4, 0, 5)
    28672
    """
    cdef uint32_t masks[4]
    cdef core.position p
    cdef core.walk w
    cdef const core.game* g = game_arg(contract, partner_exempt, undertrump)
    cdef int first = seat_arg(leader), depth = <int>int_below(cards, core.DEEPEST + 1, "cards")
    even_hands_arg(hands, masks)
    core.start(&p, g, masks, first)
    core.start_walk(&w, &p, g, depth, bool(bulk))
    return finish_walk(&w, g)


def playouts(hands, contract, leader, n, seed=0, number=0, partner_exempt=True, undertrump=FREE):
    """Play a deal out at random among legal cards, and count how often NS take how much.

    :param hands: the masks of N E S W, disjoint, of the same size, not empty, before a lead
    :param contract: 0 … 5
    :param leader: the seat that leads, 0 … 3
    :param n: how many times
    :param seed: 0 … 2**64 - 1
    :param number: that of the first playout: playout ``i`` of a seed is the same in every call
    :param partner_exempt: as in ``legal``
    :param undertrump: as in ``legal``
    :return: a list of 259 counts: how many playouts gave NS so many card points, the last trick's 10
        included
    :raises TypeError, ValueError: for what is no int, out of range, overlaps, nothing to play

    RULES A, C. Ctrl-C interrupts it.

    >>> found = playouts([1 << 7, 1 << 0, 1 << 1, 1 << 8], 5, 0, 3)
    >>> found[29], sum(found)
    (3, 3)
    """
    cdef uint32_t masks[4]
    cdef uint64_t counts[core.MOST_POINTS + 1]
    cdef const core.game* g = game_arg(contract, partner_exempt, undertrump)
    cdef int first = seat_arg(leader), points
    cdef uint64_t start = seed_arg(seed), i, end
    cdef uint64_t left = int_below(n, 1LL << 62, "n"), at = int_below(number, 1LL << 62, "number")
    even_hands_arg(hands, masks)
    if not masks[0]:
        raise ValueError("there is nothing to play")
    for points in range(core.MOST_POINTS + 1):
        counts[points] = 0
    while left:
        end = min(left, <uint64_t>100_000)
        with nogil:
            for i in range(end):
                counts[core.playout(masks, first, g, start, at + i)] += 1
        at += end
        left -= end
        check_signals()
    return [counts[points] for points in range(core.MOST_POINTS + 1)]


def replay(hands, contract, leader, plays, said=0, partner_exempt=True, undertrump=FREE):
    """Play given cards, check each against the rules, and count.

    :param hands: the masks of N E S W, disjoint, of the same size, before a lead
    :param contract: 0 … 5
    :param leader: the seat that leads, 0 … 3
    :param plays: card numbers in the order played
    :param said: the Kings and Queens at which the word of Bella is said, a mask
    :param partner_exempt: as in ``legal``
    :param undertrump: as in ``legal``
    :return: (card points of NS, of EW, whists of Bella of NS, of EW, tricks of NS, of EW, seat to play)
    :raises TypeError, ValueError: for what is no int, out of range, overlaps, a card that may not be
        played or a word that may not be said

    RULES A, C.

    >>> replay([1 << 7, 1 << 0, 1 << 1, 1 << 8], 5, 0, [7, 0, 1, 8])
    (29, 0, 0, 0, 1, 0, 0)
    """
    cdef uint32_t masks[4]
    cdef uint8_t cards[32]
    cdef core.position p
    cdef const core.game* g = game_arg(contract, partner_exempt, undertrump)
    cdef uint32_t words = mask_arg(said)
    cdef int first = seat_arg(leader), count = 0, made
    even_hands_arg(hands, masks)
    for card in plays:
        if count == 32:
            raise ValueError("there are more than 32 plays")
        cards[count] = <uint8_t>card_number(card)
        count += 1
    core.start(&p, g, masks, first)
    made = core.replay(&p, g, cards, count, words)
    if made < count:
        raise ValueError(f"play {made}: card {cards[made]} may not be played, or not with the word said")
    return (
        p.now.points[0], p.now.points[1], core.BELLA * p.now.bellas[0], core.BELLA * p.now.bellas[1],
        p.now.tricks[0], p.now.tricks[1], p.now.turn,
    )


def random_deal(seed, number=0):
    """The hands of deal ``number`` of a seed, by SplitMix64: the same on every machine and version.

    :param seed: 0 … 2**64 - 1
    :param number: 0 … 2**62 - 1
    :return: the masks of N E S W
    :raises TypeError, ValueError: for what is no int, or out of range

    >>> [mask.bit_count() for mask in random_deal(1)]
    [8, 8, 8, 8]
    """
    cdef uint32_t masks[4]
    core.random_deal(seed_arg(seed), <uint64_t>int_below(number, 1LL << 62, "a number"), masks)
    return masks[0], masks[1], masks[2], masks[3]


def deal_index(hands):
    """The number of a deal among all 99,561,092,450,391,000.

    :param hands: the masks of N E S W, eight cards each, disjoint
    :return: 0 … DEALS - 1
    :raises TypeError, ValueError: for what is no int, out of range, or no deal

    >>> deal_index([0xFF, 0xFF00, 0xFF0000, 0xFF000000])
    0
    """
    cdef uint32_t masks[4]
    cdef int seat
    hands_arg(hands, masks)
    for seat in range(4):
        if core.count_cards(masks[seat]) != 8:
            raise ValueError(f"hand {seat} has {core.count_cards(masks[seat])} cards, not 8")
    return core.deal_index(masks)


def deal_from_index(index):
    """The hands of a deal from its number: the inverse of ``deal_index``.

    :param index: 0 … DEALS - 1
    :return: the masks of N E S W
    :raises TypeError, ValueError: for what is no int, or out of range

    >>> [hex(mask) for mask in deal_from_index(0)]
    ['0xff', '0xff00', '0xff0000', '0xff000000']
    """
    cdef uint32_t masks[4]
    core.deal_from_index(<uint64_t>int_below(index, DEALS, "a deal's index"), masks)
    return masks[0], masks[1], masks[2], masks[3]
