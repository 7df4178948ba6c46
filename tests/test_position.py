"""The class Position: the table, refusals with reasons, Bella, taking back, endings."""

import copy
import pickle
import random
from itertools import product

import naive
import naive_play
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from support import rows

from bazar import Card, Contract, Hand, IllegalPlay, Position, Rules, Seat, Suit, core

SWITCHES = list(product((True, False), ("free", "must")))
DEAL = "N:987.KQ..987 QT..AKQJ8.T AK.AJT9..QJ J.87.T97.AK"


def texts(cards):
    return [str(card) for card in cards]


def rules_of(switches):
    return Rules(partner_exempt=switches[0], undertrump=switches[1])


# --- against the cases and the book ---


def test_legal():
    for case in rows("legal.jsonl"):
        position = Position(
            case["hands"], case["contract"], case["leader"], Rules(**case["rules"]), trick=case["trick"]
        )
        assert str(position.turn) == case["turn"]
        assert position.legal == Hand(case["legal"]), case
        for card in position.hands[position.turn.__index__()]:
            assert (position.why_not(card) is None) == (card in position.legal)


def test_plays():
    for case in rows("plays.jsonl"):
        position = Position(case["deal"], case["contract"], case["leader"])
        for card, word in case["plays"]:
            assert position.turn is not None
            assert not position.done
            position.play(card, bella=word)
        assert position.done
        assert position.turn is None
        assert list(position.card_points) == case["card_points"], case
        assert list(position.bella_points) == case["bella"], case
        assert sum(position.tricks) == 8
        assert [[str(card), word] for _, card, word in position.plays] == case["plays"]
        again = Position(case["deal"], case["contract"], case["leader"], plays=map(tuple, case["plays"]))
        assert again == position


def test_bella():
    cases = rows("bella.jsonl")
    assert len(cases) == 400
    for case in cases:
        position = Position(case["deal"], case["contract"], case["leader"], plays=case["played"])
        before = position.copy()
        assert position.may_say_bella(case["card"]) == case["may_say"], case
        if case["may_say"]:
            position.play(case["card"], bella=True)
        else:
            with pytest.raises(IllegalPlay) as caught:
                position.play(case["card"], bella=True)
            assert caught.value.duty == "bella"
            assert position == before
            position.play(case["card"])
        assert (Card(case["card"]) in position.said) == case["may_say"]


def in_step(seed, contract, switches, size=8):
    """A random deal by the book and as a Position, compared at every card."""
    generator = random.Random(f"{seed}{contract}{switches}")
    pack = list(naive.PACK)
    generator.shuffle(pack)
    hands = [set(pack[size * seat : size * seat + size]) for seat in range(4)]
    leader = generator.randrange(4)
    table = naive_play.Table(hands, contract, leader, *switches)
    position = Position(hands, contract, leader, rules_of(switches))
    while not position.done:
        hand = set(table.hands[table.turn])
        allowed = table.legal()
        assert set(texts(position.legal)) == allowed
        assert position.turn is Seat(table.turn)
        for card in naive.PACK:
            duty = naive_play.duty(card, hand, table.trick, contract, table.turn, *switches)
            say = card in allowed and table.may_say(card)
            assert position.may_say_bella(card) is say
            if duty is not None:
                with pytest.raises(IllegalPlay) as caught:
                    position.play(card)
                assert caught.value.duty == duty, (card, table.trick, contract, switches)
                assert position.why_not(card) == str(caught.value)
            elif not say:
                with pytest.raises(IllegalPlay):
                    position.play(card, bella=True)
                assert position.why_not(card) is None
        royal = [card for card in sorted(allowed) if table.may_say(card)]
        card = generator.choice(royal if royal and generator.random() < 0.5 else sorted(allowed))
        word = table.may_say(card) and generator.random() < 0.9
        table.play(card, word)
        position.play(card, bella=word)
        assert list(position.card_points) == table.card_points()
        assert list(position.bella_points) == table.bella_points()
        assert list(position.tricks) == table.tricks
        assert texts(position.trick) == [card for _, card in table.trick]
        if table.trick:
            assert position.winning is Seat(naive_play.holder(table.trick, contract)[0])
        else:
            assert position.winning is None
        assert [set(texts(hand)) for hand in position.hands] == table.hands
    return position, table


@pytest.mark.parametrize("switches", SWITCHES, ids=str)
@pytest.mark.parametrize("contract", naive.CONTRACTS)
def test_random_deals_in_step(contract, switches):
    for seed in range(12):
        position, table = in_step(seed, contract, switches, size=8 - seed % 3)
        if len(position.plays) == 32:
            assert sum(position.card_points) == (258 if contract == "AT" else 162)
        pair = {(8, 0): 0, (0, 8): 1}.get(tuple(table.tricks))
        assert position.capot == pair


# --- reasons ---


VOID_OF_SPADES = "South has no spades"


@pytest.mark.parametrize(
    ("hands", "contract", "rules", "plays", "card", "reason", "duty"),
    [
        (
            [".9.7.", ".J7..", ".A8..", ".T.9."], "H", None, "9H", "7H",
            "must overtrump: 9♥ is beaten by J♥, which East holds", "overtrump",
        ),
        (
            [".9.7.", ".J7..", ".A8..", ".T.9."], "AT", None, "9H", "7H",
            "must go over: 9♥ is beaten by J♥, which East holds", "overtrump",
        ),
        (
            ["A..7.", "8.7..", "K..8.", "Q..9."], "H", None, "AS", "7H",
            "must follow suit: spades are led, and East holds 8♠", "follow",
        ),
        (
            ["A..J7.", ".T7.9.", "K..8.T", "Q..Q.7"], "H", None, "AS", "9D",
            "must trump: East has no spades and holds 10♥ 7♥", "trump",
        ),
        (
            ["A..7.", ".T..9", ".A8..", "Q..J."], "H", None, "AS TH", "8H",
            "must overtrump: 10♥ is beaten by A♥, which South holds", "overtrump",
        ),
        (
            ["A..7.", ".T..9", ".8.8.", "Q..J."], "H", "blotstar", "AS TH", "8D",
            f"must undertrump: {VOID_OF_SPADES}, and a trump must be played although none that South holds "
            "beats 10♥", "undertrump",
        ),
        (
            ["A..7.", ".T..9", ".8.8.", "Q..J."], "H", None, "AS", "8H",
            "East, whose turn it is, does not hold 8♥", "hold",
        ),
    ],
)  # fmt: skip
def test_reasons(hands, contract, rules, plays, card, reason, duty):
    position = Position(hands, contract, rules=rules, plays=plays.split())
    before = position.copy()
    with pytest.raises(IllegalPlay) as caught:
        position.play(card)
    assert str(caught.value) == caught.value.reason == reason
    assert (caught.value.duty, caught.value.rule) == (duty, "RULES C")
    assert position.why_not(card) == reason
    assert position == before
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.duty, again.rule) == (reason, duty, "RULES C")


@pytest.mark.parametrize(
    ("contract", "plays", "card", "reason", "rule"),
    [
        ("WT", "", "KS", "there is none without trumps", "RULES R12"),
        ("H", "", "KS", "spades are not trump", "RULES A"),
        ("S", "", "7S", "it is neither a King nor a Queen", "RULES A"),
        ("AT", "", "KD", "North did not hold both King and Queen of diamonds", "RULES R15"),
        ("AT", "KD 7D", "QH", "hearts are not led", "RULES R14"),
    ],
)
def test_reasons_why_the_word_may_not_be_said(contract, plays, card, reason, rule):
    hands = ["KQ7..K.", "A..7.T8", "8.KQ..9", "T9..Q.J"]
    position = Position(hands, contract, plays=plays.split())
    with pytest.raises(IllegalPlay) as caught:
        position.play(card, bella=True)
    message = f"Bella may not be said at {card[0]}{Suit(card[1]).symbol}: {reason}"
    assert (str(caught.value), caught.value.rule, caught.value.duty) == (message, rule, "bella")
    assert position.why_not(card, bella=True) == message
    assert position.why_not(card) is None


def test_in_an_ending_nothing_is_told_of_a_card_that_is_gone():
    gone = "Bella may not be said at Q♠: K♠ went before this position began, and it is not known"
    position = Position(["Q...", "A...", "J...", "9..."], "S")
    assert position.why_not("QS", True).startswith(gone)
    with pytest.raises(IllegalPlay) as caught:
        position.play("QS", bella=True)
    assert (caught.value.duty, caught.value.rule) == ("bella", "RULES R15")
    apart = "Bella may not be said at Q♠: North did not hold both King and Queen of spades"
    held = Position(["Q...", "K...", "J...", "9..."], "S")
    on_table = Position(["Q...", "A...", "9...", "..."], "S", "W", trick=["KS"])
    played = Position(["Q...", "A...", "9...", "K..."], "S", "W", plays=["KS"])
    for position in (held, on_table, played):
        assert position.why_not("QS", True) == apart


def test_nothing_to_play_when_all_is_played():
    position = Position(["A...", "K...", "Q...", "J..."], "WT", plays=["AS", "KS", "QS", "JS"])
    assert position.done
    assert position.legal == Hand()
    with pytest.raises(IllegalPlay, match="all cards are played"):
        position.play("AS")
    assert position.card_points == (19 + 4 + 3 + 2 + 10, 0)


# --- Bella ---


def test_bella_counts_with_both_words_only():
    hands = ["KQ...", "A7...", "98...", "T...7"]
    for words in product((False, True), repeat=2):
        position = Position(hands, "S")
        assert position.bella_open == (Suit.SPADES,)
        position.play("KS", bella=words[0])
        assert position.bella_open == ((Suit.SPADES,) if words[0] else ())
        for card in ("AS", "9S", "TS", "8S", "7C"):
            position.play(card)
        assert position.may_say_bella("QS")
        position.play("QS", bella=words[1])
        assert position.bella_points == ((20, 0) if all(words) else (0, 0))
        assert position.said == Hand([c for c, word in zip(("KS", "QS"), words, strict=True) if word])
        assert position.bella_open == ()
        position.play("7S")
        assert position.done


def test_bella_ends_with_an_off_suit_discard_in_all_trumps():
    hands = ["7...7", ".KQ..", "8...8", "9...9"]
    position = Position(hands, "AT", plays=["7S"])
    assert position.bella_open == (Suit.HEARTS,)
    assert not position.may_say_bella("KH")
    position.play("KH")
    assert position.bella_open == ()
    for card in ("8S", "9S", "9C", "7C"):
        position.play(card)
    # At the other card the word may be said, if its suit is led; it counts nothing.
    assert not position.may_say_bella("QH")


def test_bella_in_all_trumps_is_tracked_by_suit():
    hands = ["KQ.7..", ".KQ.7.", "A.8.8.", "T.9.9."]
    position = Position(hands, "AT", "N")
    assert position.bella_open == (Suit.SPADES, Suit.HEARTS)
    position.play("KS", bella=True)
    position.play("7D")
    position.play("AS")
    position.play("TS")
    position.play("8H")
    position.play("9H")
    position.play("7H")
    assert position.bella_open == (Suit.SPADES, Suit.HEARTS)
    position.play("KH", bella=True)
    assert position.bella_open == (Suit.SPADES, Suit.HEARTS)
    assert position.bella_points == (0, 0)


def test_partners_with_one_card_each_have_no_bella():
    position = Position(["K...7", "A7...", "Q...8", "T...9"], "S")
    assert position.bella_open == ()
    assert not position.may_say_bella("KS")


# --- endings ---


def test_an_ending_with_a_trick_on_the_table():
    position = Position(["7.A..", "8.K..", ".Q..", ".T.."], "S", "S", trick=("QS", "9S"), tricks=(3, 3))
    assert position.turn is Seat.NORTH
    assert position.leader is Seat.SOUTH
    assert texts(position.trick) == ["QS", "9S"]
    assert position.winning is Seat.WEST
    assert position.legal == Hand("7S")
    assert position.card_points == (0, 0)
    with pytest.raises(IndexError):
        position.undo()
    position.play("7S")
    position.play("8S")
    assert position.card_points == (0, 17)
    assert position.tricks == (3, 4)
    assert texts(position.history[0][1]) == ["QS", "9S", "7S", "8S"]
    assert position.played[2] == Hand("QS")
    assert position.undo() == Card("8S")
    assert position.undo() == Card("7S")
    with pytest.raises(IndexError):
        position.undo()


def test_a_capot_needs_all_eight_tricks():
    plays = ["AS", "KS", "QS", "JS"]
    hands = ["A...", "K...", "Q...", "J..."]
    assert Position(hands, "WT", plays=plays).capot is None
    assert Position(hands, "WT", tricks=(7, 0), plays=plays).capot == 0
    assert Position(hands, "WT", tricks=(6, 1), plays=plays).capot is None
    assert Position(hands, "WT", leader="E", tricks=(0, 7), plays=["KS", "QS", "JS", "AS"]).capot is None


def test_words_said_before_an_ending():
    hands = ["Q...", "A...", "9...", "T..."]
    position = Position(hands, "S", said=["KS"], tricks=(3, 4))
    assert position.bella_open == (Suit.SPADES,)
    assert position.may_say_bella("QS")
    position.play("QS", bella=True)
    assert position.bella_points == (20, 0)
    silent = Position(hands, "S", tricks=(3, 4))
    assert not silent.may_say_bella("QS")
    on_table = Position(["Q...", "A7...", "98...", "TJ..."], "S", trick=["KS"], said=["KS"])
    assert on_table.said == Hand("KS")
    assert on_table.bella_open == (Suit.SPADES,)
    assert Position(["Q...", "A7...", "98...", "TJ..."], "S", trick=["KS"]).bella_open == ()


WRONG = [
    ({"hands": ["A...", "A...", "K...", "Q..."]}, ["North and East both hold A♠"]),
    (
        {"hands": ["AK...", "Q...", "J...", "T..."]},
        ["hands do not fit each other: North 2, East 1, South 1, West 1 cards"],
    ),
    (
        {"hands": ["AK...", "Q8...", "J7...", "9..."], "trick": ["TS"]},
        ["hands do not fit each other with 1 on the table: North 2, East 2, South 2, West 1 cards"],
    ),
    (
        {"hands": ["A...", "7...", "8...", "J..."], "trick": ["TS", "TS"]},
        ["10♠ is twice in the trick"],
    ),
    (
        {"hands": ["A...", "QT...", "J8...", "97..."], "trick": ["TS"]},
        ["10♠ is on the table and in East's hand"],
    ),
    (
        {"hands": ["A...", "9.7..", "J8..7.", "Q..."], "trick": ["TS"]},
        ["hands do not fit each other"],
    ),
    (
        {"hands": ["A...", "9...", "J8...", "Q7..."], "trick": ["TS", "7H"]},
        ["East may not have played 7♥: must follow suit: spades are led, and East holds 9♠"],
    ),
    (
        {"hands": ["A...", "J...", "8.8..", "Q7..."], "trick": ["TS", "9S"], "contract": "AT"},
        [],
    ),
    (
        {"hands": ["A...", "J...", "8.8..", "Q7..."], "trick": ["TS", "KS"], "contract": "AT"},
        ["East may not have played K♠: must go over: 10♠ is beaten by J♠, which East holds"],
    ),
    (
        {"hands": ["A...", "K...", "Q...", "J..."], "tricks": (3, 3)},
        ["3 and 3 tricks taken do not fit 1 to come"],
    ),
    (
        {"hands": ["A...", "K...", "9...", "J..."], "said": ["QS"], "contract": "H"},
        ["it is no King or Queen of trumps"],
    ),
    (
        {"hands": ["A...", "K...", "9...", "J..."], "said": ["QS"], "contract": "WT"},
        ["it is no King or Queen of trumps"],
    ),
    ({"hands": ["A...", "K...", "9...", "J..."], "said": ["AS"]}, ["it is no King or Queen of trumps"]),
    ({"hands": ["A...", "T...", "9...", "J..."], "said": ["QS"]}, ["K♠ is in no hand"]),
    ({"hands": ["A...", "KQ...", "9...", "J..."], "said": ["QS"]}, ["do not fit"]),
    (
        {"hands": ["A7...", "KQ...", "98...", "JT..."], "said": ["QS"]},
        ["Bella may not have been said at Q♠: it has not been played"],
    ),
    (
        {"hands": ["A...", "K8...", "97...", "JT..."], "trick": ["QS"], "said": ["QS"]},
        ["Bella may not have been said at Q♠: East has K♠ (R15)"],
    ),
    (
        {
            "hands": ["A...", ".K..", "97...", "JT..."],
            "trick": ["8S", "QH"],
            "said": ["QH"],
            "contract": "AT",
        },
        ["Bella may not have been said at Q♥: hearts were not led (R14)"],
    ),
]


@pytest.mark.parametrize(("setup", "expected"), WRONG, ids=[str(n) for n in range(len(WRONG))])
def test_status_names_what_is_wrong(setup, expected):
    arguments = {"contract": "S", **setup}
    position = Position(**arguments, check=False)
    found = position.status()
    assert len(found) >= len(expected)
    for sentence, part in zip(found, expected, strict=False):
        assert part in sentence
    if not expected:
        assert found == ()
        assert Position(**arguments) == position
        return
    with pytest.raises(ValueError, match=r"\w") as caught:
        Position(**arguments)
    assert str(caught.value) == "; ".join(found)
    assert position.legal == Hand()
    for card in range(32):
        assert not position.may_say_bella(card)
        assert "breaks the rules" in position.why_not(card)
        with pytest.raises(ValueError, match="breaks the rules"):
            position.play(card)
    with pytest.raises(IndexError):
        position.undo()
    assert texts(position.trick) == list(setup.get("trick", ()))
    assert position.hands == tuple(map(Hand, setup["hands"]))
    assert pickle.loads(pickle.dumps(position)) == position == position.copy()
    assert eval(repr(position)) == position
    assert str(position)


def test_a_position_that_breaks_the_rules_is_as_it_was_given():
    hands = ["A...", "A...", "Q...", "J..."]
    position = Position(hands, "S", tricks=(3, 4), said=["KS"], check=False)
    assert position.tricks == (3, 4)
    assert position.said == Hand("KS")
    assert position != Position(hands, "S", tricks=(4, 3), said=["KS"], check=False)
    assert position != Position(hands, "S", tricks=(3, 4), check=False)
    on_table = Position(["A...", "A...", "Q...", "J..."], "S", trick=["KS"], said=["KS"], check=False)
    assert on_table.plays == ((Seat.NORTH, Card("KS"), True),)
    for made in (position, on_table, Position(hands, "S", tricks=(8, 8), said=range(32), check=False)):
        assert pickle.loads(pickle.dumps(made)) == made == made.copy()
        assert eval(repr(made)) == made
        assert str(made)
        assert made.bella_points == (0, 0)


def test_plays_as_a_position_gives_them():
    generator = random.Random(1)
    position = Position(DEAL, "H", "E")
    while not position.done:
        card = generator.choice(list(position.legal))
        position.play(card, position.may_say_bella(card))
        assert Position(DEAL, "H", "E", plays=position.plays) == position
    seat, card, word = position.plays[0]
    with pytest.raises(ValueError, match=r"North cannot play .*: it is the turn of East"):
        Position(DEAL, "H", "E", plays=[(Seat.NORTH, card, word)])
    with pytest.raises(IllegalPlay, match="all cards are played"):
        Position(DEAL, "H", "E", plays=[*position.plays, (seat, card, word)])
    with pytest.raises(TypeError, match="plays must be an iterable of cards, not str: 'AS'"):
        Position(["A...", "K...", "Q...", "J..."], "S", plays="AS")


def test_what_is_missing_is_named():
    for arguments, what in (((), "hands are"), ((DEAL,), "the contract is")):
        with pytest.raises(TypeError, match=rf"^Position\(\) takes hands and a contract: {what} missing$"):
            Position(*arguments)
    with pytest.raises(TypeError, match="hands are missing"):
        Position(contract="S")


@pytest.mark.parametrize(
    "arguments",
    [
        (5, "S"),
        (None, "S"),
        ({"AS"}, "S"),
        (DEAL, 1.0),
        (DEAL, True),
        (DEAL, Seat.NORTH),
        (DEAL, "S", Suit.SPADES),
        (DEAL, "S", "N", True),
        (DEAL, "S", "N", 3),
        ([True] * 4, "S"),
        (DEAL,),
    ],
    ids=str,
)
def test_arguments_of_a_wrong_type(arguments):
    with pytest.raises(TypeError):
        Position(*arguments)


@pytest.mark.parametrize(
    "options",
    [
        {"trick": "AS"},
        {"trick": 1},
        {"trick": [1.0]},
        {"tricks": 1},
        {"tricks": (1.0, 7)},
        {"said": "KS"},
        {"said": 1},
        {"plays": 1},
        {"tricks": (True, 7)},
        {"wrong": 1},
    ],
    ids=str,
)
def test_options_of_a_wrong_type(options):
    with pytest.raises(TypeError):
        Position(["A...", "K...", "Q...", "J..."], "S", **options)


@pytest.mark.parametrize(
    ("hands", "options"),
    [
        (["A..."] * 3, {}),
        (["A..."] * 5, {}),
        ("N:AKQ", {}),
        (DEAL, {"contract": "X"}),
        (DEAL, {"leader": "Q"}),
        (DEAL, {"rules": "unknown"}),
        (DEAL, {"trick": ["AS", "KS", "QS", "JS"]}),
        (DEAL, {"tricks": (1, 2, 3)}),
        (DEAL, {"tricks": (9, 0)}),
        (DEAL, {"plays": ["7H"]}),
    ],
    ids=str,
)
def test_bad_values(hands, options):
    arguments = {"contract": "S", **options}
    with pytest.raises(ValueError, match=r"\w"):
        Position(hands, **arguments)


# --- the object ---


def test_equality_is_of_the_state():
    a = Position(["A7...", "K8...", "Q9...", "JT..."], "WT")
    b = Position(["A7...", "K8...", "Q9...", "JT..."], "WT")
    assert a == b
    assert not a != b  # noqa: SIM202
    b.play("AS")
    assert a != b
    b.undo()
    assert a == b
    assert a != Position(["A7...", "K8...", "Q9...", "JT..."], "AT")
    assert a != Position(["A7...", "K8...", "Q9...", "JT..."], "WT", "E")
    assert a != Position(["A7...", "K8...", "Q9...", "JT..."], "WT", rules="blotstar")
    assert a != Position(["A7...", "K8...", "Q9...", "JT..."], "WT", tricks=(6, 0))
    assert a != Position(["A8...", "K7...", "Q9...", "JT..."], "WT")
    assert a != "A7..."
    with pytest.raises(TypeError):
        hash(a)
    with pytest.raises(TypeError):
        a < b  # noqa: B015


def test_a_copy_is_its_own():
    for make in (Position.copy, copy.copy, copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))):
        position = Position(DEAL, "H", "E", "rotterdam", plays=["AD"])
        other = make(position)
        assert other == position
        assert other.plays == position.plays
        other.undo()
        other.play("TC")
        assert other != position
        assert texts(position.trick) == ["AD"]
        assert position.rules is Rules.rotterdam() or position.rules == Rules.rotterdam()


def test_repr_builds_it():
    for case in rows("plays.jsonl")[:50]:
        for count in (0, 7, 20, 32):
            plays = [tuple(play) for play in case["plays"][:count]]
            position = Position(case["deal"], case["contract"], case["leader"], "blotstar", plays=())
            for card, word in plays:
                if position.why_not(card, word):
                    break
                position.play(card, word)
            again = eval(repr(position))
            assert again == position
            assert again.plays == position.plays
            assert pickle.loads(pickle.dumps(position)) == position
    ending = Position(["Q...", "A7...", "98...", "TJ..."], "S", trick=["KS"], said=["KS"], tricks=(3, 3))
    assert eval(repr(ending)) == ending


def test_the_diagram():
    position = Position(DEAL, "H", "E", plays=["AD", "9H"])
    lines = str(position).splitlines()
    assert lines[0].strip() == "North"
    assert any(line.split() == ["S", "J", "S", "9H", "S", "QT"] for line in lines)
    assert lines[-1] == "contract H   to play: West   tricks 0 : 0   points 0 : 0"
    html = position._repr_html_()
    assert html.startswith("<table>")
    assert html.count("<td") == html.count("</td>") == 9
    assert "9<span" in html
    assert "all played" in str(Position(["A...", "K...", "Q...", "J..."], 5, plays=["AS", "KS", "QS", "JS"]))


def test_positions_cannot_be_subclassed_or_given_attributes():
    with pytest.raises(TypeError):
        type("Mine", (Position,), {})
    with pytest.raises(AttributeError):
        Position(DEAL, "S").more = 1
    assert Position.__module__ == "bazar"


# --- rules ---


def test_rules_are_values():
    made = [rules_of(switches) for switches in SWITCHES]
    assert len(set(made)) == 4
    for rules in made:
        assert eval(repr(rules)) == rules
        assert pickle.loads(pickle.dumps(rules)) == rules == copy.copy(rules)
        with pytest.raises(AttributeError):
            rules.undertrump = "free"
        with pytest.raises(AttributeError):
            del rules.partner_exempt
    assert Rules() == Rules.bazar() == Rules.named("bazar")
    assert Rules.rotterdam() == Rules(partner_exempt=False, undertrump="must") == Rules.named("rotterdam")
    assert Rules.blotstar() == Rules(undertrump="must") == Rules.named("blotstar")
    assert Rules() != "bazar"


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"partner_exempt": 1}, TypeError),
        ({"partner_exempt": "no"}, TypeError),
        ({"undertrump": True}, TypeError),
        ({"undertrump": "may"}, ValueError),
        ({"undertrump": "x" * 10**6}, ValueError),
        ({"other": 1}, TypeError),
    ],
    ids=str,
)
def test_bad_rules(options, error):
    with pytest.raises(error) as caught:
        Rules(**options)
    assert len(str(caught.value)) < 300


def test_bad_names_of_rules():
    with pytest.raises(ValueError, match="bazar, blotstar, rotterdam"):
        Rules.named("poker")
    with pytest.raises(TypeError):
        Rules.named(1)
    assert Rules(False, "must") == Rules.rotterdam()


# --- make and undo ---


def everything(position):
    return (
        position.hands,
        position.turn,
        position.leader,
        position.trick,
        position.winning,
        position.card_points,
        position.tricks,
        position.capot,
        position.said,
        position.bella_points,
        position.bella_open,
        position.legal,
        position.plays,
        position.history,
        position.played,
        position.done,
        str(position),
        repr(position),
    )


class PlayAndUndo(RuleBasedStateMachine):
    """Any walk of plays, refusals and undos: what was before a play is there again after it."""

    @initialize(
        seed=st.integers(0, 2**64 - 1),
        contract=st.sampled_from(list(Contract)),
        leader=st.integers(0, 3),
        switches=st.sampled_from(SWITCHES),
    )
    def begin(self, seed, contract, leader, switches):
        self.position = Position(core.random_deal(seed), contract, leader, rules_of(switches))
        self.before = []

    @precondition(lambda self: not self.position.done)
    @rule(place=st.integers(0, 7), word=st.booleans())
    def play(self, place, word):
        cards = list(self.position.legal)
        card = cards[place % len(cards)]
        self.before.append(everything(self.position))
        self.position.play(card, bella=word and self.position.may_say_bella(card))

    @rule(card=st.integers(0, 31), word=st.booleans())
    def refuse(self, card, word):
        if self.position.why_not(card, word) is not None:
            state = everything(self.position)
            with pytest.raises(IllegalPlay):
                self.position.play(card, bella=word)
            assert everything(self.position) == state

    @precondition(lambda self: self.before)
    @rule(count=st.integers(1, 5))
    def undo(self, count):
        for _ in range(min(count, len(self.before))):
            self.position.undo()
            assert everything(self.position) == self.before.pop()

    @invariant()
    def counts(self):
        position = self.position
        cards = Hand(~0 & 0xFFFFFFFF)
        left = Hand().union(*position.hands)
        gone = Hand().union(*position.played)
        assert left | gone == cards
        assert not left & gone
        taken = cards - left - Hand(position.trick)
        last = 10 if position.done else 0
        assert sum(position.card_points) == taken.card_points(position.contract) + last


PlayAndUndo.TestCase.settings = settings(max_examples=40, stateful_step_count=60, deadline=None)
TestPlayAndUndo = PlayAndUndo.TestCase
