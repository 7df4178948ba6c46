"""The core's rules of play against cases of an independent reference and against a referee by the book."""

import os
import random
from itertools import permutations, product

import naive
import naive_play
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import rows

from bazar import core

# A thorough run sets it to a million.
DEALS = int(os.environ.get("BAZAR_DEALS", "100_000"))
RULES = list(product((True, False), ("free", "must")))
SWITCH = {"free": core.FREE, "must": core.MUST}
NUMBER = {card: number for number, card in enumerate(naive.PACK)}


def core_legal(hand, trick, contract, rules):
    """The cards the core allows, as the reference names them."""
    mask = core.legal(
        naive.mask(hand),
        [NUMBER[card] for card in trick],
        naive.CONTRACTS.index(contract),
        rules[0],
        SWITCH[rules[1]],
    )
    return naive.hand(mask)


def test_legal():
    cases = rows("legal.jsonl")
    assert len(cases) == 1650
    for case in cases:
        hand = naive.read(case["hands"]["NESW".index(case["turn"])])
        rules = case["rules"]["partner_exempt"], case["rules"]["undertrump"]
        assert core_legal(hand, case["trick"], case["contract"], rules) == set(case["legal"]), case


def test_first_tricks_of_public_reports():
    cases = [case for case in rows("public_reports.jsonl") if case["kind"] == "legal"]
    assert len(cases) == 4
    for case in cases:
        found = core_legal(naive.read(case["hand"]), case["trick"], case["contract"], (True, "free"))
        assert found == set(case["legal"]), case


def test_plays():
    cases = rows("plays.jsonl")
    assert len(cases) == 200
    for case in cases:
        hands = [naive.mask(naive.read(hand)) for hand in case["deal"]]
        said = naive.mask([card for card, word in case["plays"] if word])
        *points, _, _, _ = core.replay(
            hands,
            naive.CONTRACTS.index(case["contract"]),
            "NESW".index(case["leader"]),
            [NUMBER[card] for card, _ in case["plays"]],
            said,
        )
        assert points == case["card_points"] + case["bella"], case


def step_through(seed, contract, leader, rules, size=8):
    """Play a random deal by the book, and ask the core the same at every card."""
    generator = random.Random(seed)
    pack = list(naive.PACK)
    generator.shuffle(pack)
    hands = [set(pack[size * seat : size * seat + size]) for seat in range(4)]
    masks = [naive.mask(hand) for hand in hands]
    table = naive_play.Table(hands, contract, leader, *rules)
    number, switches = naive.CONTRACTS.index(contract), (rules[0], SWITCH[rules[1]])
    plays, trick = [], []
    for _ in range(4 * size):
        turn, allowed = table.turn, table.legal()
        found = core.legal(masks[turn], trick, number, *switches)
        assert found == sum(1 << NUMBER[card] for card in allowed)
        # Now and then a card on purpose, so that trumps and Bellas meet.
        royal = [card for card in sorted(allowed) if table.may_say(card)]
        card = generator.choice(royal if royal and generator.random() < 0.5 else sorted(allowed))
        table.play(card, table.may_say(card) and generator.random() < 0.9)
        masks[turn] ^= 1 << NUMBER[card]
        trick.append(NUMBER[card])
        plays.append(NUMBER[card])
        if len(trick) == 4:
            assert (turn + 1 + core.trick_winner(trick, number)) % 4 == table.turn
            trick = []
    return hands, table, plays


def check_replay(seed, contract, leader, rules, size=8):
    hands, table, plays = step_through(seed, contract, leader, rules, size)
    found = core.replay(
        [naive.mask(hand) for hand in hands],
        naive.CONTRACTS.index(contract),
        leader,
        plays,
        naive.mask([card for _, card in table.words]),
        rules[0],
        SWITCH[rules[1]],
    )
    assert found == (*table.card_points(), *table.bella_points(), *table.tricks, table.turn)
    if size == 8:
        assert sum(table.card_points()) == (258 if contract == "AT" else 162)
    return table


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("contract", naive.CONTRACTS)
def test_random_deals_step_by_step(contract, rules):
    bellas = 0
    for seed in range(DEALS // 24):
        table = check_replay(seed, contract, seed % 4, rules, size=8 if seed % 3 else 1 + seed % 7)
        bellas += sum(table.bella_points())
    assert bool(bellas) == (contract != "WT")


def test_every_trick_of_one_suit_and_a_trump():
    """The winner, whatever the order, of all tricks of two plain cards, two others."""
    cards = ["AH", "TH", "9H", "7H", "9S", "JS", "8S", "AD"]
    for contract in naive.CONTRACTS:
        for trick in permutations(cards, 4):
            seated = list(enumerate(trick))
            found = core.trick_winner([NUMBER[card] for card in trick], naive.CONTRACTS.index(contract))
            assert found == naive_play.holder(seated, contract)[0], (contract, trick)


@pytest.mark.parametrize(
    ("contract", "trick", "winner"),
    [
        ("S", "7H 8H 9H JD", 2),  # all worth nothing, and still 9 > 8 > 7
        ("S", "8H 7H JD QD", 0),
        ("S", "AH 7S TH 8S", 3),
        ("AT", "7H AS JS 9S", 0),  # off the suit led nothing wins
        ("WT", "7H AS TS KS", 0),
        ("AT", "AH 9H JH 8H", 2),
        ("WT", "JH TH KH QH", 1),
        ("H", "AH 9H JH 8H", 2),
    ],
)
def test_who_wins(contract, trick, winner):
    numbers = [NUMBER[card] for card in trick.split()]
    assert core.trick_winner(numbers, naive.CONTRACTS.index(contract)) == winner


hands_of_any_size = st.integers(0, 2**32 - 1)


@given(hands_of_any_size, st.permutations(range(32)), st.integers(0, 3), st.integers(0, 5))
def test_there_is_always_a_card_to_play(mask, pack, count, contract):
    trick = pack[:count]
    hand = mask & ~sum(1 << card for card in trick)
    for exempt, under in RULES:
        allowed = core.legal(hand, trick, contract, exempt, SWITCH[under])
        assert allowed & ~hand == 0
        assert bool(allowed) == bool(hand)


@pytest.mark.parametrize(
    "arguments",
    [
        (0, [0, 0], 0),
        (1, [0], 0),
        (0, [0, 1, 2, 3], 0),
        (0, [32], 0),
        (0, [-1], 0),
        (0, [], 6),
        (2**32, [], 0),
        (0, [], 0, True, 2),
    ],
    ids=str,
)
def test_bad_arguments_of_legal(arguments):
    with pytest.raises(ValueError, match=r"\w"):
        core.legal(*arguments)


@pytest.mark.parametrize("arguments", [("AS", [], 0), (0, [True], 0), (0, 5, 0), (0, [], "S"), (0, [1.0], 0)])
def test_arguments_of_legal_of_a_wrong_type(arguments):
    with pytest.raises(TypeError):
        core.legal(*arguments)


def test_replay_refuses():
    hands = [0xFF, 0xFF00, 0xFF0000, 0xFF000000]
    with pytest.raises(ValueError, match="play 1: card 0"):
        core.replay(hands, 0, 0, [1, 0])
    with pytest.raises(ValueError, match="play 0: card 6"):
        core.replay(hands, 1, 0, [6], said=1 << 6)
    with pytest.raises(ValueError, match="more than 32"):
        core.replay(hands, 0, 0, [0] * 33)
    with pytest.raises(ValueError, match="differ in size: 7, 8"):
        core.replay([*hands[:3], 0xFE000000], 0, 0, [])
    assert core.replay(hands, 0, 0, [6, 8, 16, 24, 5], said=0b1100000)[2:4] == (20, 0)
    with pytest.raises(ValueError, match="no card"):
        core.trick_winner([], 0)
