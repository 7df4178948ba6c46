"""Round: a deal from the cards to the result."""

import copy
import pickle
import random

import naive
import naive_play
import pytest

import bazar
from bazar import EIGHTS, SEVENS, Combination, Deal, Declare, Hand, IllegalPlay, Play, Round, Seat

DEAL = "N:987.KQ..987 QT..AKQJ8.T AK.AJT9..QJ J.87.T97.AK"
BY_SUITS = Deal(["AKQJT987...", ".AKQJT987..", "..AKQJT987.", "...AKQJT987"])
BY_RANKS = Deal(["AK.AK.AK.AK", "QJ.QJ.QJ.QJ", "T9.T9.T9.T9", "87.87.87.87"])


def played_out(made, generator, declare=1.0, words=1.0):
    """Play a round to its end at random, and check every step against undo."""
    while not made.done:
        before = made.copy()
        options = made.options
        held = [item for item in options.declarations if isinstance(item, Combination)]
        if held and generator.random() < declare and not made.declared[made.to_act.__index__()]:
            made.apply(Declare(held if not overlapping(held) else held[:1]))
            again = made.copy()
            assert made.undo() == again.actions[-1][1]
            assert made == before
            made.apply(again.actions[-1][1])
            continue
        card = generator.choice(list(options.cards))
        made.apply(Play(card, card in options.bella and generator.random() < words))
        action = made.undo()
        assert made == before
        assert made.position == before.position
        assert made.options == options
        made.apply(action)
    return made


def overlapping(items):
    return len(Hand().union(*(item.cards for item in items))) < sum(
        len(item.cards) for item in items if item.suit is not None
    )


@pytest.mark.parametrize("contract", naive.CONTRACTS)
def test_whole_deals_against_the_book(contract):
    for seed in range(25):
        generator = random.Random(f"{contract}{seed}")
        deal = Deal.random(seed)
        leader = generator.randrange(4)
        numbers = {"multipliers": (1, 2, 4), "forfeit": 16, "capot_forfeit": 25, "capot_cards": 252}
        numbers = numbers if contract == "AT" else {}
        made = Round(deal, contract, leader, bid=8, bidders=seed % 2, numbers=numbers)
        assert made.result is None
        played_out(made, generator)
        hands = [naive.hand(hand.mask) for hand in deal]
        status, winner, points = naive.resolve(hands, contract, leader)
        assert made.resolution.status == status
        assert made.resolution.winner == (None if winner is None else Seat(winner))
        table = naive_play.Table(hands, contract, leader)
        for _, action in made.actions:
            if isinstance(action, Play):
                table.play(str(action.card), action.bella)
        result = made.result
        if 8 not in table.tricks:
            assert list(result.card_points) == table.card_points()
        assert list(result.combinations) == points
        assert list(result.bella) == table.bella_points()
        for pair in (0, 1):
            assert result.points[pair] == result.card_points[pair] + points[pair] + result.bella[pair]
        if 8 not in table.tricks:
            expected = bazar.deal_result(
                contract, 8, bidders=seed % 2, card_points=result.card_points, tricks=tuple(table.tricks),
                combinations=result.combinations, bella=result.bella, **numbers,
            )  # fmt: skip
            assert expected == result
        assert made.to_act is None
        assert made.options == bazar.Options(Hand(), Hand(), ())
        with pytest.raises(ValueError, match="over"):
            made.apply(Play("AS"))
        assert pickle.loads(pickle.dumps(made)) == made


def test_declaring_is_optional_and_comes_before_the_first_card():
    made = Round(DEAL, "H", "E")
    assert made.to_act is Seat.EAST
    (berts,) = made.options.declarations
    made.apply(Play("AD"))
    made.apply(Declare([Combination(".JT9..", "H")]))
    assert made.to_act is Seat.SOUTH
    assert made.options.declarations == ()
    with pytest.raises(ValueError, match="South has declared already"):
        made.apply(Declare([]))
    for card in ("9H", "7D", "7S"):
        assert made.resolution is None
        made.apply(Play(card))
    assert made.resolution.winner is Seat.SOUTH
    assert made.resolution.points == (20, 0)
    with pytest.raises(ValueError, match="South may not declare any more"):
        made.apply(Declare([berts]))
    made.undo()
    assert made.resolution is None
    made.apply(Declare([Combination("987...", "H")]))
    made.apply(Play("7S"))
    assert made.resolution.points == (40, 0)
    assert [seat.name for seat, _ in made.actions] == ["EAST", "SOUTH", "SOUTH", "WEST", "NORTH", "NORTH"]


@pytest.mark.parametrize("bid", [{}, {"bid": 8, "bidders": "NS"}], ids=["no bid", "bid"])
def test_numbers_are_a_mapping_of_the_five_names(bid):
    for numbers in (5, 0, [("ten", 10)], "ten", ()):
        with pytest.raises(TypeError, match="numbers must be a mapping"):
            Round(DEAL, "H", numbers=numbers, **bid)
    for numbers in ({"foo": 1}, {"ten": 10, "foo": None}, {1: 1}, {"contract": "S"}):
        with pytest.raises(TypeError, match="capot_cards, capot_forfeit, forfeit, multipliers, ten"):
            Round(DEAL, "H", numbers=numbers, **bid)
    Round(DEAL, "H", numbers={"ten": 10, "forfeit": None}, **bid)


def test_a_copy_declares_on_its_own():
    made = Round(DEAL, "H", "E")
    other = made.copy()
    other.apply(Declare(other.options.declarations))
    assert made.declared == ((), (), (), ())
    assert made.options.declarations
    assert other.declared[1]
    again = other.copy()
    other.undo()
    assert other.declared == ((), (), (), ())
    assert again.declared[1]
    assert not again.options.declarations


def test_false_declarations_are_refused():
    made = Round(DEAL, "H", "E")
    before = made.copy()
    for items, words in (
        ([Combination("AKQ...", "H")], "does not hold"),
        ([Combination("..KQJ.", "H")], "R19"),
        ([Combination("..AKQJ.", "S")], "but H is played"),
        ([Combination("..AKQJ.", "H")] * 2, "twice"),
        ([SEVENS], "does not hold"),
    ):
        with pytest.raises(ValueError, match=words):
            made.apply(Declare(items))
        assert made == before
    for action in ("AD", 1, None, Combination("..AKQJ.", "H")):
        with pytest.raises(TypeError):
            made.apply(action)
    with pytest.raises(IllegalPlay):
        made.apply(Play("AS"))
    with pytest.raises(TypeError):
        Declare("terts")
    with pytest.raises(TypeError):
        Declare(["terts"])
    with pytest.raises(TypeError):
        Declare(SEVENS)
    assert made == before
    with pytest.raises(IndexError):
        made.undo()


def test_a_run_of_eight_may_be_split():
    made = Round(BY_SUITS, "S")
    whole, quint, terts = made.options.declarations
    assert [str(item) for item in (whole, quint, terts)] == ["quint:AKQJT987S", "quint:AKQJTS", "terts:987S"]
    with pytest.raises(ValueError, match="R19"):
        made.apply(Declare([whole, quint]))
    with pytest.raises(ValueError, match="R19"):
        made.apply(Declare([terts]))
    made.apply(Declare([quint, terts]))
    assert made.declared[0] == (quint, terts)


def test_sevens_end_the_deal_at_once():
    made = Round(BY_RANKS, "H", bid=8, bidders="NS")
    made.apply(Play("AS"))
    made.apply(Play("QS"))
    made.apply(Play("TS"))
    assert made.options.declarations == (SEVENS, EIGHTS)
    made.apply(Declare([EIGHTS]))
    made.undo()
    made.apply(Declare([SEVENS, EIGHTS]))
    assert made.void
    assert made.done
    assert made.to_act is None
    assert made.resolution.status == "void"
    result = made.result
    assert (made.resolution.status, result.scores, result.points, result.made) == (
        "void",
        (0, 0),
        (0, 0),
        None,
    )
    assert "without result" in result.explain()
    assert pickle.loads(pickle.dumps(made)) == made
    made.undo()
    assert made.to_act is Seat.WEST
    assert made.result is None


def test_eights_cancel_all_but_bella():
    made = Round(BY_RANKS, "H", "W", bid=8, bidders="EW")
    made.apply(Declare([EIGHTS]))
    made.apply(Play("7S"))
    made.apply(Declare([item for item in made.options.declarations if item.kind is bazar.Kind.CARRE]))
    played_out(made, random.Random(0))
    assert made.resolution.status == "cancelled"
    assert made.result.combinations == (0, 0)
    assert not made.result.void


def test_bella_is_in_the_result():
    deal = Deal(["KQ.A.A.A987", "98.KQ.KQ.KQ", "A7.98.987.J", "JT.JT7.JT.T"])
    made = Round(deal, "S", bid=8, bidders="NS")
    assert made.options.bella == Hand("KQ...")
    made.apply(Play("KS", bella=True))
    while not made.done:
        options = made.options
        card = next(iter(options.bella or options.cards))
        made.apply(Play(card, card in options.bella))
    assert made.result.bella == (20, 0)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"bid": 8}, TypeError),
        ({"bidders": "NS"}, TypeError),
        ({"bid": 8.0, "bidders": "NS"}, TypeError),
        ({"bid": 8, "bidders": "NE"}, ValueError),
        ({"bid": 8, "bidders": "NS", "stakes": "x"}, ValueError),
        ({"bid": 8, "bidders": "NS", "capot_called": "yes"}, TypeError),
        ({"bid": 8, "bidders": "NS", "numbers": {"more": 1}}, TypeError),
        ({"contract": "AT", "bid": 8, "bidders": "NS"}, TypeError),
        ({"rules": "x"}, ValueError),
    ],
    ids=str,
)
def test_bad_terms(options, error):
    with pytest.raises(error):
        Round(DEAL, **({"contract": "S"} | options))


def test_rounds_copy_and_compare():
    made = Round(DEAL, "H", "E", "blotstar", bid=8, bidders=0)
    made.apply(Play("AD"))
    for other in (made.copy(), copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert other == made
        other.apply(Play("9H"))
        assert other != made
        assert len(made.actions) == 1
    assert made != Round(DEAL, "H", "E", "blotstar", bid=9, bidders=0)
    assert made != 1
    with pytest.raises(TypeError):
        hash(made)
    position = made.position
    position.undo()
    assert len(made.position.plays) == 1
    assert "East" not in repr(made)
    assert "South to act" in repr(made)
    assert made.deal == Deal(DEAL)
    for action in (Play("KS", bella=True), Play("KS"), Declare([Combination("AKQ...", "H"), SEVENS])):
        assert pickle.loads(pickle.dumps(action)) == action
        assert hash(copy.copy(action)) == hash(action)
        assert eval(repr(action), vars(bazar)) == action
    options = made.options
    assert pickle.loads(pickle.dumps(options)) == options
    assert hash(options) == hash(made.options)
