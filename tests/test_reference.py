"""The package against the naive reference, on hands and deals of every kind."""

import random
from itertools import pairwise

import naive
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bazar
from bazar import core

masks = st.integers(0, 2**32 - 1)
contracts = st.sampled_from(range(6))


def sparse_masks(generator, count):
    """Masks of every number of cards, many of them with long runs and carrés."""
    for _ in range(count):
        mask = generator.getrandbits(32)
        for _ in range(generator.randrange(3)):
            mask &= generator.getrandbits(32)
        if generator.random() < 0.5:
            mask |= 255 << 8 * generator.randrange(4) & generator.getrandbits(32)
        if generator.random() < 0.5:
            mask |= 0x01010101 << generator.randrange(8)
        yield mask & 0xFFFFFFFF


@pytest.mark.parametrize("contract", range(6))
def test_masks_of_any_size(contract):
    name = naive.CONTRACTS[contract]
    for mask in [0, 0xFFFFFFFF, *sparse_masks(random.Random(contract), 3000)]:
        cards = naive.hand(mask)
        assert core.points(mask, contract) == naive.points(cards, name)
        assert core.points_split8(mask, contract) == naive.points(cards, name, split8=True)
        assert core.strength(mask, contract) == naive.strength(cards, name)
        assert core.strength_split8(mask, contract) == naive.strength(cards, name, split8=True)
        assert core.card_points(mask, contract) == naive.card_points(cards, name)
        assert core.bella(mask, contract) == sum(1 << "SHDC".index(suit) for suit in naive.bella(cards, name))
        runs = {rank + suit for suit in naive.SUITS for run in naive.sequences(cards, suit) for rank in run}
        assert core.runs(mask) == naive.mask(runs)
        carres = {rank for rank in naive.HIGH_TO_LOW if naive.holds(cards, rank)}
        assert core.carres(mask) == sum(1 << "789TJQKA".index(rank) for rank in carres)


@given(masks, contracts, st.booleans())
def test_combinations(mask, contract, split8):
    name = naive.CONTRACTS[contract]
    cards = naive.hand(mask)
    listed = bazar.Hand(mask).combinations(name, split8=split8)
    expected = naive.combinations(cards, name, split8)
    places = {key: place for place, key in enumerate(naive.all_keys(name))}
    assert sorted((str(c), c.points) for c in listed) == sorted(
        (f"{kind}:{ranks}{suit or ''}", value) for kind, suit, ranks, value in expected
    )
    assert [c.strength for c in listed] == sorted(
        (places[naive.rank_key(c, name)] for c in expected), reverse=True
    )
    for combination in listed:
        assert combination.cards <= bazar.Hand(mask)
        assert len(combination.cards) == combination.length
        assert combination.kind is bazar.Kind.CARRE or combination.suit is not None


@given(masks, contracts)
def test_equal_combinations_come_in_suit_order(mask, contract):
    listed = bazar.Hand(mask).combinations(contract)
    for a, b in pairwise(listed):
        assert a.strength > b.strength or a.suit < b.suit


@given(st.integers(0, 2**64 - 1), contracts, st.integers(0, 3), st.booleans(), st.booleans(), st.booleans())
def test_resolve(seed, contract, first, split8, sevens, eights):
    masks = list(core.random_deal(seed))
    hands = [naive.hand(mask) for mask in masks]
    status, winner, points = naive.resolve(hands, naive.CONTRACTS[contract], first, split8, sevens, eights)
    found = core.resolve(masks, contract, first, split8, sevens, eights)
    assert found == (
        ("scored", "none", "void", "cancelled").index(status),
        -1 if winner is None else winner,
        *points,
    )
    resolution = bazar.resolve(masks, contract, first=first, split8=split8, sevens=sevens, eights=eights)
    assert (resolution.status, resolution.points) == (status, tuple(points))
    assert resolution.winner == (None if winner is None else bazar.Seat(winner))


@pytest.mark.parametrize("contract", range(6))
def test_resolve_where_strong_hands_meet(contract):
    generator = random.Random(contract)
    seen = set()
    for _ in range(3000):
        # Whole blocks of a suit or of ranks, dealt to random seats: long runs and carrés at every seat.
        cards = list(range(32))
        if generator.random() < 0.5:
            cards.sort(key=lambda card: (card % 8, card))
        size = generator.choice((2, 4, 8))
        blocks = [cards[start : start + size] for start in range(0, 32, size)]
        generator.shuffle(blocks)
        dealt = [card for block in blocks for card in block]
        masks = [sum(1 << card for card in dealt[8 * seat : 8 * seat + 8]) for seat in range(4)]
        first, split8, sevens, eights = generator.randrange(4), *(generator.random() < 0.5 for _ in range(3))
        hands = [naive.hand(mask) for mask in masks]
        status, winner, points = naive.resolve(
            hands, naive.CONTRACTS[contract], first, split8, sevens, eights
        )
        resolution = bazar.resolve(masks, contract, first=first, split8=split8, sevens=sevens, eights=eights)
        assert (resolution.status, list(resolution.points)) == (status, points)
        assert resolution.winner == (None if winner is None else bazar.Seat(winner))
        seen.add(status)
        assert sum(c.points for c in resolution.counted) == sum(points)
        assert bool(resolution.explain())
    assert seen >= {"scored", "void", "cancelled"}


@given(masks, contracts, st.permutations(range(4)))
def test_relabelling_suits_changes_only_the_trump(mask, contract, order):
    relabelled = sum((mask >> 8 * suit & 255) << 8 * order[suit] for suit in range(4))
    renamed = order[contract] if contract < 4 else contract
    assert core.points(relabelled, renamed) == core.points(mask, contract)
    assert core.strength(relabelled, renamed) == core.strength(mask, contract)
    assert core.card_points(relabelled, renamed) == core.card_points(mask, contract)
    assert core.bella(relabelled, renamed).bit_count() == core.bella(mask, contract).bit_count()


@given(st.permutations(naive.PACK), st.integers(0, 32), contracts)
def test_the_order_of_cards_changes_nothing(pack, size, contract):
    cards = pack[:size]
    hand = bazar.Hand(cards)
    assert hand == bazar.Hand(reversed(cards)) == bazar.Hand(" ".join(cards) or "...")
    assert hand.points(contract) == naive.points(set(cards), naive.CONTRACTS[contract])


@given(masks, masks, masks, contracts)
def test_strength_orders_hands_as_the_rules_do(a, b, c, contract):
    name = naive.CONTRACTS[contract]
    x, y, z = (core.strength(mask, contract) for mask in (a, b, c))
    p, q, r = (naive.best_key(naive.hand(mask), name) for mask in (a, b, c))
    assert (x < y, x == y, x > y) == (p < q, p == q, p > q)
    assert (x < y < z) <= (x < z)
    assert (p < q < r) <= (p < r)


@pytest.mark.parametrize(("contract", "ties"), [("S", False), ("AT", True), ("WT", True)])
def test_ties_are_those_of_rule_5(contract, ties):
    spades = bazar.Hand("KQJ...").strength(contract)
    hearts = bazar.Hand(".KQJ..").strength(contract)
    clubs = bazar.Hand("...KQJ").strength(contract)
    assert hearts == clubs > 0
    assert (spades == hearts) == ties
