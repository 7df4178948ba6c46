"""Whatever is not meant gets an error of the right type, and changes nothing."""

import enum
import itertools
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import bazar
from bazar import Card, Combination, Contract, Deal, Hand, Kind, Rank, Resolution, Seat, Suit, core


def kind(value):
    """A test's name, for values that have no repr."""
    return type(value).__name__


class Index:
    """An integer by protocol only."""

    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


class Colour(enum.IntEnum):
    RED = 1


class Wrong:
    """Its __index__ gives no integer."""

    def __index__(self, result=1.5):
        return result


class Twisted(int):
    """An int whose methods lie."""

    def __index__(self):
        return 99

    def __int__(self):
        return 99

    __add__ = __pos__ = __int__


class Text(str):
    def __str__(self):
        return "7..."


class Letter(enum.StrEnum):
    S = "S"


class Mute:
    def __repr__(self):
        raise RuntimeError("no repr")


class BadIndex:
    def __index__(self):
        raise RuntimeError("no")


class Int(int):
    pass


# No number and no text, wherever one is asked for.
NEVER = [
    *(
        None,
        True,
        False,
        1.0,
        3.7,
        float("nan"),
        Decimal(1),
        Fraction(1),
        1j,
        b"S",
        bytearray(b"S"),
        object(),
    ),
    *(
        Wrong(),
        Letter.S,
        Mute(),
        [[[[[]]]]] * 1000,
        Colour.RED,
        np.float64(1),
        np.bool_(True),
        np.array([1.5]),
        ...,
        int,
        print,
    ),
]
HUGE = [2**31, 2**32, 2**63, 2**64, 2**200, -(2**63), -(2**64), 10**5000]
# Integers all the same, as Python sees it.
ONES = [1, Int(1), Twisted(1), Index(1), np.int8(1), np.uint32(1), np.int64(1), np.array(1)]

CHOICES = {
    "suit": (Suit, 4, [Rank.ACE, Seat.NORTH, Contract.SPADES, Kind.TERTS, Card("AS"), Hand("AS")]),
    "rank": (Rank, 8, [Suit.SPADES, Seat.NORTH, Contract.SPADES, Kind.TERTS, Card("AS"), Hand("AS")]),
    "seat": (Seat, 4, [Suit.SPADES, Rank.ACE, Contract.SPADES, Kind.TERTS, Card("AS"), Hand("AS")]),
    "contract": (Contract, 6, [Suit.SPADES, Rank.ACE, Seat.NORTH, Kind.TERTS, Card("AS"), Hand("AS")]),
    "contract of a hand": (Hand("AKQ...").points, 6, [Suit.SPADES, Seat.NORTH, Card("AS"), Hand("AS")]),
    "contract of combinations": (Hand("AKQ...").combinations, 6, [Suit.SPADES, Seat.NORTH, Card("AS")]),
    "contract of strength": (Hand("AKQ...").strength, 6, [Suit.SPADES, Seat.NORTH, Card("AS")]),
    "contract of card points": (Hand("AKQ...").card_points, 6, [Suit.SPADES, Seat.NORTH, Card("AS")]),
    "contract of bella": (Hand("AKQ...").bella, 6, [Suit.SPADES, Seat.NORTH, Card("AS")]),
    "contract of a combination": (
        lambda c: Combination("AKQ...", c),
        6,
        [Suit.SPADES, Seat.NORTH, Card("AS")],
    ),
    "contract of resolve": (lambda c: bazar.resolve(Deal.random(1), c), 6, [Suit.SPADES, Seat.NORTH]),
    "first of resolve": (
        lambda s: bazar.resolve(Deal.random(1), 0, first=s),
        4,
        [Suit.SPADES, Contract.SPADES],
    ),
    "seat of a deal": (Deal.random(1).__getitem__, 4, [Suit.SPADES, Contract.SPADES, Card("AS")]),
    "card": (Card, 32, [*Suit, *Contract, Hand("AS")]),
    "card of a hand": (Hand("AKQ...").__contains__, 32, [*Suit, *Contract, Hand("AS")]),
    "card's suit": (lambda s: Card(Rank.ACE, s), 4, [Seat.NORTH, Contract.SPADES]),
    "card's rank": (lambda r: Card(r, "S"), 8, [Seat.NORTH, Suit.SPADES]),
    "core's contract": (lambda c: core.points(7, c), 6, ["S", *Contract, *Seat, *Suit, Card("AS")]),
    "core's mask": (
        lambda m: core.strength(m, 0),
        2**32,
        ["S", *Contract, *Seat, *Suit, Card("AS"), Hand("AS")],
    ),
    "core's seed": (core.random_deal, 2**64, ["S", *Seat, Card("AS")]),
    "core's index": (core.deal_from_index, core.DEALS, ["S", *Seat, Card("AS")]),
    "seed": (
        lambda seed: Deal.random(seed) if seed is not None else core.random_deal(None),
        2**64,
        ["S", *Seat],
    ),
    "index": (Deal.from_index, core.DEALS, ["S", *Seat, Card("AS")]),
}


@pytest.mark.parametrize("name", CHOICES)
def test_numbers(name):
    ask, limit, strangers = CHOICES[name]
    for number in ONES:
        ask(number)
    ask(limit - 1)
    for bad in [-1, limit, *(huge for huge in HUGE if not 0 <= huge < limit)]:
        with pytest.raises(ValueError, match="must be in 0 …"):
            ask(bad)
        with pytest.raises(ValueError, match="must be in 0 …"):
            ask(Index(bad))
    for bad in [*NEVER, *strangers]:
        with pytest.raises(TypeError):
            ask(bad)
    with pytest.raises(RuntimeError, match="no"):
        ask(BadIndex())


@pytest.mark.parametrize(
    "name", [name for name in CHOICES if not name.startswith("core") and name not in ("seed", "index")]
)
def test_wrong_names(name):
    ask, _, _ = CHOICES[name]
    for text in ("", "X", "SPADEZ", "0", "1", "А", "С", "S H", "spades,hearts", "\0"):
        with pytest.raises(bazar.ParseError):
            ask(text)


@pytest.mark.parametrize(
    "bad",
    [*NEVER, *Suit, *Contract, Card("AS"), [None], [True], [1.5], [[1]], {"a": 1}.items(), np.array([1.0])],
    ids=kind,
)
def test_no_hand(bad):
    for ask in (
        Hand,
        Hand("AS").union,
        Hand("AS").isdisjoint,
        Hand("AS").issubset,
        lambda b: Combination(b, "S"),
    ):
        with pytest.raises(TypeError):
            ask(bad)


def test_masks_out_of_range():
    for mask in [-1, 2**32, *(huge for huge in HUGE if not 0 <= huge < 2**32)]:
        for given in (mask, Index(mask), Int(mask)):
            with pytest.raises(ValueError, match="a mask must be in 0 … 4294967295"):
                Hand(given)


def test_masks_in_range_of_any_integer_type():
    for one in ONES:
        if not isinstance(one, np.ndarray):
            assert Hand(one) == Hand("7...")
    assert Hand(np.uint32(2**32 - 1)) == Hand(2**32 - 1) == ~Hand()
    assert Hand(np.array(1)) == Hand("7...")
    # An array is a collection of cards, as a list of numbers is.
    assert Hand(np.array([0, 1, 8], dtype=np.uint8)) == Hand([0, 1, 8]) == Hand("87.7..")


@pytest.mark.parametrize(
    "cards", [["AS", "AS"], [7, "AS"], ["AS", Card(7)], [32], [-1], ["XX"], [""]], ids=kind
)
def test_cards_that_make_no_hand(cards):
    with pytest.raises(ValueError, match=r"twice|must be in|cannot read"):
        Hand(cards)


def test_errors_inside_an_iterable_come_through():
    def cards():
        yield "AS"
        raise RuntimeError("inside")

    with pytest.raises(RuntimeError, match="inside"):
        Hand(cards())


def test_wrong_calls():
    for call in (
        lambda: Hand(1, 2),
        lambda: Hand(cards="AS"),
        lambda: Hand.__new__(Hand, 1, 2),
        lambda: Card(),
        lambda: Card(1, 2, 3),
        lambda: Card("AS", "S"),
        lambda: Card(Rank.ACE, None),
        lambda: Combination("AKQ..."),
        lambda: Combination("AKQ...", "S", "S"),
        lambda: Hand("AS").points(),
        lambda: Hand("AS").points("S", "S"),
        lambda: core.points(1),
        lambda: core.points(1, 2, 3),
        lambda: core.points(mask=1, game=0),
        lambda: Deal(),
        lambda: Seat(),
    ):
        with pytest.raises((TypeError, bazar.ParseError)):
            call()


@pytest.mark.parametrize(
    ("cards", "contract"),
    [
        ("...", "S"),
        ("AK...", "S"),
        ("AKJ...", "S"),
        ("AKQ.J..", "S"),
        ("AKQ.AKQ..", "S"),
        ("9.9.9.9", "WT"),
        ("7.7.7.7", "S"),
        ("8.8.8.8", "AT"),
        ("J.J.J.", "S"),
        ("JT9.J.J.J", "S"),
        (2**32 - 1, "S"),
    ],
)
def test_no_combination(cards, contract):
    with pytest.raises(ValueError, match="not one combination"):
        Combination(cards, contract)


GOOD = ["AKQJT987...", ".AKQJT987..", "..AKQJT987.", "...AKQJT987"]


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        (GOOD[:3], "four hands"),
        ([*GOOD, "..."], "four hands"),
        ([], "four hands"),
        (["AKQJT98...", *GOOD[1:]], "North has 7 cards"),
        (["AKQJT987.A..", ".KQJT987..", *GOOD[2:]], "North has 9 cards"),
        (["AKQJT987...", "7.AKQJT98..", *GOOD[2:]], "North and East both have 7S"),
        ([*GOOD[:3], "A..."], "North and West both have AS"),
    ],
)
def test_no_deal(hands, message):
    with pytest.raises(ValueError, match=message):
        Deal(hands)


@pytest.mark.parametrize("bad", [*NEVER, 5, Card("AS"), [None] * 4, [1.5] * 4, [GOOD] * 4], ids=kind)
def test_nothing_like_a_deal(bad):
    with pytest.raises((TypeError, ValueError)):
        Deal(bad)
    if not hasattr(type(bad), "__iter__"):
        with pytest.raises(TypeError):
            bazar.resolve(bad, "S")


def test_core_refuses_what_is_no_deal():
    for hands in ([1, 2, 4], [1, 2, 4, 8, 16]):
        with pytest.raises(ValueError, match="four hands"):
            core.resolve(hands, 0)
    for overlapping in ([1, 2, 3, 8], [1, 2, 1, 8], [1, 2, 4, 1]):
        with pytest.raises(ValueError, match="overlaps"):
            core.resolve(overlapping, 0)
    core.random_deal(0, 2**62 - 1)
    with pytest.raises(ValueError, match="a number must be in"):
        core.random_deal(0, 2**62)
    with pytest.raises(ValueError, match="7 cards"):
        core.deal_index([0xFF, 0xFF00, 0xFF0000, 0x7F000000])
    with pytest.raises(TypeError):
        core.resolve(5, 0)
    with pytest.raises(ValueError, match="four declarations"):
        core.decide([])


NOTHING = (0, 0, False, False)


@pytest.mark.parametrize(
    ("said", "error", "message"),
    [
        ((20, 1), ValueError, "four parts of a declaration are expected, not 2"),
        ((20, 1, 0, 0, 0), ValueError, "four parts of a declaration are expected, not more"),
        (itertools.repeat(0), ValueError, "four parts of a declaration are expected, not more"),
        (5, TypeError, "four parts of a declaration are expected, not int: 5"),
        ({20, 1, 0, 30}, TypeError, "four parts of a declaration are expected, not set"),
        ((1231, 1, 0, 0), ValueError, "points must be in 0 … 1230, not 1231"),
        ((20, 49, 0, 0), ValueError, "a strength must be in 0 … 48, not 49"),
        ((20, 0, 0, 0), ValueError, "has 20 points and strength 0"),
        ((0, 1, True, True), ValueError, "has 0 points and strength 1"),
    ],
    ids=str,
)
def test_core_refuses_what_nobody_can_declare(said, error, message):
    for seat in range(4):
        declarations = [NOTHING] * 4
        declarations[seat] = said
        with pytest.raises(error, match=message):
            core.decide(declarations)


def test_core_takes_all_that_somebody_can_declare():
    everything = 2**32 - 1
    for contract in range(6):
        most = (core.points_split8(everything, contract), core.strength(everything, contract), 0, 0)
        assert core.decide([NOTHING, most, NOTHING, NOTHING]) == (core.SCORED, 1, 0, most[0])
    assert core.points_split8(everything, 0) == 1230
    assert core.strength(everything, 0) == 48


def test_resolution_refuses_other_things():
    for bad in (5, None, "AKQ", ["AKQ..."], [None] * 4, [[1], [], [], []], [["AKQ..."], [], [], []]):
        with pytest.raises((TypeError, ValueError)):
            Resolution(bad, "S")


def test_subclasses_of_str_are_text():
    assert Hand(Text("AKQ...")) == Hand("AKQ...") == Hand(np.str_("AKQ..."))
    assert Card(Text("TH")) is Card(np.str_("10H")) is Card("TH")
    assert Suit(Text("S")) is Suit.SPADES
    deal = Deal.random(1)
    assert Deal(np.array([str(hand) for hand in deal])) == deal
    assert Hand("AKQ...").points(Text("S")) == 20


def test_endless_and_unordered_hands_are_refused():
    for endless in (itertools.repeat(0), itertools.repeat("...")):
        for ask in (Deal, core.deal_index, lambda hands: bazar.resolve(hands, "S")):
            with pytest.raises((TypeError, ValueError)):
                ask(endless)
    deal = Deal.random(1)
    for unordered in ({*deal}, frozenset(deal), dict.fromkeys(deal), ~Hand()):
        with pytest.raises(TypeError):
            Deal(unordered)
        with pytest.raises(TypeError):
            bazar.resolve(unordered, "S")
    for unordered in ({1, 2, 4, 8}, frozenset((1, 2, 4, 8)), {1: 0, 2: 0, 4: 0, 8: 0}, {}, b"\1\2\4\x08"):
        with pytest.raises(TypeError, match="four hands are expected, not"):
            core.resolve(unordered, 0)
        with pytest.raises(TypeError, match="four hands are expected, not"):
            core.deal_index(unordered)
        with pytest.raises(TypeError, match="four declarations are expected, not"):
            core.decide(unordered)
    ordered = core.resolve([1, 2, 4, 8], 0)
    for form in (
        (1, 2, 4, 8),
        iter([1, 2, 4, 8]),
        {1: 0, 2: 0, 4: 0, 8: 0}.__iter__(),
        np.array([1, 2, 4, 8]),
    ):
        assert core.resolve(form, 0) == ordered


def test_messages_are_short():
    for ask in (Contract, Hand, Card, Suit, Deal):
        for bad in ("x" * 10**6, b"x" * 10**6, [1.5] * 10**5):
            with pytest.raises((TypeError, ValueError)) as caught:
                ask(bad)
            assert len(str(caught.value)) < 500


@pytest.mark.parametrize("ask", [Deal, *(lambda d, f=f: f(d, "S") for f in (bazar.resolve, Resolution))])
@pytest.mark.parametrize("wrap", [lambda huge: huge, lambda huge: [[huge]] * 4, lambda huge: [{huge: 1}] * 4])
def test_huge_numbers_where_none_is_wanted(ask, wrap):
    """The interpreter refuses to write their digits, with a ValueError of its own."""
    with pytest.raises((TypeError, ValueError)) as caught:
        ask(wrap(10**5000))
    assert "digits" not in str(caught.value)
    if wrap(5) == 5:
        assert caught.type is TypeError


def test_huge_numbers_are_not_printed_in_full():
    with pytest.raises(ValueError, match="an int of 16610 bits"):
        Hand(10**5000)
