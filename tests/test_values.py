"""The classes as values: sets, equality, hash, order, pickle, copy, match."""

import copy
import operator
import pickle
from collections.abc import Set

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bazar
from bazar import Card, Combination, Contract, Deal, Event, Hand, Kind, Rank, Resolution, Seat, Suit

masks = st.integers(0, 2**32 - 1)
hands = st.builds(Hand, masks)
cards = st.sampled_from([Card(number) for number in range(32)])
card_sets = st.frozensets(cards)
ENUMS = (Suit, Rank, Seat, Contract, Kind, Event)
MEMBERS = [member for enum in ENUMS for member in enum]

DEAL = Deal.random(1)
COMBINATION = Combination("AKQ...", "S")
RESOLUTION = bazar.resolve(DEAL, "S")
VALUES = [*MEMBERS, Card("TH"), Hand("AKQJ.T98.7."), Hand(), COMBINATION, DEAL, RESOLUTION]


# --- any value ---


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_pickles_and_copies(value):
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again == value
        assert type(again) is type(value)
        assert hash(again) == hash(value)
    for again in (copy.copy(value), copy.deepcopy(value)):
        assert again == value


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_repr_builds_it(value):
    assert eval(repr(value), vars(bazar).copy()) == value


@pytest.mark.parametrize("value", [*MEMBERS, Card("TH"), Hand("AKQJ.T98.7."), Hand(), DEAL], ids=repr)
def test_str_reads_back(value):
    assert type(value)(str(value)) == value


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_differs_from_everything_else(value):
    strangers = [None, 0, 1, 0.0, str(value), object(), *(v for v in VALUES if v is not value)]
    for stranger in strangers:
        if isinstance(value, Hand) and isinstance(stranger, Hand):
            continue
        assert value != stranger
        assert not value == stranger


def test_pickles_cannot_renumber_a_member():
    for protocol in (2, 4):
        state = (
            pickle.dumps(Suit.SPADES, protocol)[:-1] + pickle.dumps({"_number": 3}, protocol)[2:-1] + b"b."
        )
        with pytest.raises(AttributeError, match="Suit members are immutable"):
            pickle.loads(state)
    assert operator.index(Suit.SPADES) == 0


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_immutable(value):
    for name in ("mask", "rank", "suit", "points", "hands", "status", "kind", "cards", "anything"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(value, name, 1)
    with pytest.raises((AttributeError, TypeError)):
        del value.anything


def test_types_say_they_are_of_the_package():
    for cls in (*ENUMS, Card, Hand, Combination, Deal, Resolution, bazar.ParseError):
        assert cls.__module__ == "bazar"
        assert getattr(bazar, cls.__qualname__) is cls


def test_compiled_classes_are_final():
    for cls in (Card, Hand, Combination):
        with pytest.raises(TypeError):
            type("Sub", (cls,), {})


# --- enums ---


@pytest.mark.parametrize("enum", ENUMS)
def test_enum_order_and_numbers(enum):
    members = list(enum)
    assert [operator.index(member) for member in members] == list(range(len(members)))
    assert sorted(reversed(members)) == members
    for a in members:
        for b in members:
            i, j = operator.index(a), operator.index(b)
            assert (a < b, a <= b, a > b, a >= b, a == b) == (i < j, i <= j, i > j, i >= j, i == j)


@pytest.mark.parametrize("enum", ENUMS)
def test_enum_members_do_not_compare_across_kinds(enum):
    for member in enum:
        for stranger in [0, "S", *(m for m in MEMBERS if type(m) is not enum), Card(0)]:
            for compare in (operator.lt, operator.le, operator.gt, operator.ge):
                with pytest.raises(TypeError):
                    compare(member, stranger)


def test_enum_conveniences():
    assert [suit.symbol for suit in Suit] == list("♠♥♦♣")
    assert [contract.symbol for contract in Contract] == ["♠", "♥", "♦", "♣", "A/T", "W/T"]
    assert [contract.trump for contract in Contract] == [*Suit, None, None]
    assert [seat.next for seat in Seat] == [Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.NORTH]
    assert [seat.partner for seat in Seat] == [Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST]
    assert [seat.pair for seat in Seat] == [0, 1, 0, 1]
    assert [event.rank for event in Event] == [Rank.SEVEN, Rank.EIGHT]
    assert (bazar.SEVENS, bazar.EIGHTS) == tuple(Event)


# --- cards ---


def test_cards_are_one_each():
    for number in range(32):
        card = Card(number)
        assert operator.index(card) == number
        assert card is Card(str(card)) is Card(card) is Card(card.rank, card.suit)
        assert card is pickle.loads(pickle.dumps(card)) is copy.deepcopy(card)
        assert card == Card.__new__(Card, number)
        assert number == 8 * operator.index(card.suit) + operator.index(card.rank)
        assert str(card) == f"{card.rank}{card.suit}"


@given(cards, cards)
def test_card_order(a, b):
    i, j = operator.index(a), operator.index(b)
    assert (a < b, a <= b, a > b, a >= b, a == b, a != b) == (i < j, i <= j, i > j, i >= j, i == j, i != j)
    for compare in (operator.lt, operator.le, operator.gt, operator.ge):
        with pytest.raises(TypeError):
            compare(a, j)


def test_cards_match():
    match Card("TH"):
        case Card(Rank.TEN, Suit.SPADES):
            pytest.fail("it is a heart")
        case Card(rank=Rank.TEN, suit=suit):
            assert suit is Suit.HEARTS


# --- hands ---


@given(masks)
def test_hand_is_its_mask(mask):
    hand = Hand(mask)
    assert hand.mask == mask
    assert len(hand) == mask.bit_count()
    assert bool(hand) == bool(mask)
    assert [operator.index(card) for card in hand] == [bit for bit in range(32) if mask >> bit & 1]
    assert hand == Hand(str(hand)) == Hand(list(hand)) == Hand(hand) == Hand(map(str, hand))
    assert eval(repr(hand)) == hand
    assert ~hand == Hand(2**32 - 1 - mask)


OPERATORS = [operator.and_, operator.or_, operator.sub, operator.xor]
RELATIONS = [operator.le, operator.lt, operator.ge, operator.gt, operator.eq, operator.ne]


@given(card_sets, card_sets)
def test_set_laws(a, b):
    x, y = Hand(a), Hand(b)
    assert isinstance(x, Set)
    for operate in OPERATORS:
        expected = operate(a, b)
        for left, right in ((x, y), (x, b), (a, y), (x, set(b)), (set(a), y), (x, dict.fromkeys(b).keys())):
            result = operate(left, right)
            assert isinstance(result, Hand)
            assert result == expected
    for relate in RELATIONS:
        for left, right in ((x, y), (x, b), (a, y)):
            assert relate(left, right) == relate(a, b)
    assert set(x) == a
    assert hash(x) == hash(a)
    assert {x: "found"}[a] == "found"
    assert x.isdisjoint(y) == a.isdisjoint(b)
    assert x.isdisjoint(list(b)) == a.isdisjoint(b)
    assert x.issubset(b) == a.issubset(b)
    assert x.issuperset(b) == a.issuperset(b)
    assert x.union(b, "AS") == a.union(b, [Card("AS")])
    assert x.intersection(b, y) == a.intersection(b)
    assert x.difference(b, "AS") == a.difference(b, [Card("AS")])
    assert x.symmetric_difference(b) == a.symmetric_difference(b)
    assert all((card in x) == (card in a) == (str(card) in x) for card in a | b)


@given(card_sets, card_sets, st.frozensets(st.integers() | st.text(), min_size=1))
def test_sets_that_hold_more_than_cards(a, b, strangers):
    x, mixed = Hand(a), b | strangers
    for relate in RELATIONS:
        assert relate(x, mixed) == relate(a, mixed)
        assert relate(mixed, x) == relate(mixed, a)
    assert x & mixed == a & mixed
    assert mixed & x == mixed & a
    assert x - mixed == a - mixed
    for operate in (operator.or_, operator.xor):
        with pytest.raises(TypeError, match=r"must hold cards only, not (int|str): "):
            operate(x, mixed)
        with pytest.raises(TypeError, match="must hold cards only"):
            operate(mixed, x)
    with pytest.raises(TypeError, match="must hold cards only"):
        mixed - x


@pytest.mark.parametrize("other", [1, "AS", ["AS"], None, 1.0, Card("AS")], ids=repr)
def test_operators_take_sets_only(other):
    hand = Hand("AKQ...")
    for operate in (*OPERATORS, operator.le, operator.lt, operator.ge, operator.gt):
        with pytest.raises(TypeError):
            operate(hand, other)
        with pytest.raises(TypeError):
            operate(other, hand)
    assert hand != other


def test_hands_do_not_sort_but_have_a_key():
    a, b = Hand("AS"), Hand("KS")
    assert not a < b
    assert not b < a
    assert sorted([a, b], key=lambda hand: hand.mask) == [b, a]


def test_hands_match():
    match Hand("7..."):
        case Hand(1):
            pass
        case _:
            pytest.fail("its mask is 1")


def test_in_place_operators_make_a_new_hand():
    hand = before = Hand("AS")
    hand |= Hand("KS")
    assert (hand, before) == (Hand("AK..."), Hand("A..."))


# --- combinations, deals ---


@given(masks, st.sampled_from(list(Contract)), st.booleans())
def test_combinations_are_their_cards(mask, contract, split8):
    for combination in Hand(mask).combinations(contract, split8=split8):
        again = Combination(combination.cards, contract)
        assert again == combination
        assert hash(again) == hash(combination)
        assert combination.contract is contract
        assert (again.points, again.strength, again.kind) == (
            combination.points,
            combination.strength,
            combination.kind,
        )
        assert combination.top is max(card.rank for card in combination.cards)
        assert eval(repr(combination)) == combination


@given(st.integers(0, 99_561_092_450_390_999))
def test_deal_index_is_a_bijection(index):
    deal = Deal.from_index(index)
    assert deal.index == index
    assert [len(hand) for hand in deal] == [8, 8, 8, 8]
    assert deal == Deal(str(deal)) == Deal(deal) == Deal(list(deal)) == Deal(deal.hands)
    assert deal == Deal([hand.mask for hand in deal]) == Deal(map(str, deal))
    assert eval(repr(deal)) == deal


@given(st.integers(0, 2**64 - 1), st.sampled_from("NESWnesw"))
def test_deal_text_from_any_seat(seed, letter):
    deal = Deal.random(seed)
    start = "NESW".index(letter.upper())
    hands = [str(deal[(start + turn) % 4]) for turn in range(4)]
    assert Deal(f"  {letter}:{'  '.join(hands)}\n") == deal


def test_deal_by_seat():
    for number, seat in enumerate(Seat):
        assert DEAL[seat] is DEAL[number] is DEAL[str(seat)] is DEAL[seat.name.lower()] is DEAL.hands[number]
    assert len(DEAL) == 4
    assert Deal.random() != Deal.random()


def test_most_combinations_a_mask_can_hold():
    everything = ~Hand()
    assert len(everything.combinations("S", split8=True)) == 14
    assert len(everything.combinations("S")) == 10
    assert len(everything.combinations("WT", split8=True)) == 13


def test_hashes_of_combinations_differ():
    found = {c for contract in Contract for mask in range(256) for c in Hand(mask).combinations(contract)}
    assert len(found) == 6 * 21
    assert len({hash(c) for c in found}) == len(found)


def test_set_methods_take_a_card_twice():
    assert Hand("KS").union(["AS", "AS"]) == Hand("AK...")
    assert Hand("KS").isdisjoint(["AS", "AS"])
