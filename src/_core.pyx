# cython: language_level=3, freethreading_compatible=True, binding=False
# cython: embedsignature=True, embedsignature.format=clinic, autotestdict=False, auto_pickle=False
"""Bindings of the core for plain ints; the public name of this module is ``bazar.core``."""

from libc.stdint cimport uint32_t, uint64_t

from bazar cimport core
from bazar._ints cimport int_below, plain_int, shown

from collections.abc import Mapping, Set
from itertools import islice

from bazar.errors import given

VERSION = core.CORE_VERSION
SCORED = core.SCORED
NONE = core.NONE
VOID = core.VOID
CANCELLED = core.CANCELLED
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
