"""Random deals and the numbering of deals."""

import random
from collections import Counter
from itertools import combinations
from math import comb, factorial

import naive
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bazar import Deal, core

DEALS = factorial(32) // factorial(8) ** 4


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**62 - 1))
def test_generator_agrees_with_its_description(seed, number):
    assert core.random_deal(seed, number) == naive.random_deal(seed, number)


@pytest.mark.parametrize("seat", range(3))
def test_words_that_would_favour_some_deals_are_drawn_again(seat):
    # About one word in forty million, so a seed is made for it: its word for this seat is 0.
    seed = naive.unlucky_seed(seat)
    assert naive.draws(0, 32 - 8 * seat) is None
    assert core.random_deal(seed) == naive.random_deal(seed)
    assert sorted(mask.bit_count() for mask in core.random_deal(seed)) == [8] * 4


def test_deal_random_is_deal_0_of_the_seed():
    for seed in (0, 1, 2**63, 2**64 - 1):
        assert tuple(hand.mask for hand in Deal.random(seed)) == core.random_deal(seed, 0)


def chi_square(counts, expected):
    return sum((counts[key] - weight) ** 2 / weight for key, weight in expected.items())


def test_every_card_falls_to_every_seat_alike():
    deals = 20_000
    counts = Counter()
    for number in range(deals):
        for seat, mask in enumerate(core.random_deal(2026, number)):
            for card in range(32):
                counts[seat, card] += mask >> card & 1
    expected = {(seat, card): deals / 4 for seat in range(4) for card in range(32)}
    # 93 degrees of freedom; the chance of more than 160 is below 1 in 10,000.
    assert chi_square(counts, expected) < 160


def test_suit_lengths_are_hypergeometric():
    deals = 40_000
    counts = Counter()
    for number in range(deals):
        north = core.random_deal(7, number)[0]
        counts[tuple(sorted((north >> 8 * suit & 255).bit_count() for suit in range(4)))] += 1
    expected = Counter()
    for shape in (s for s in combinations_of_8() if sum(s) == 8):
        ways = comb(8, shape[0]) * comb(8, shape[1]) * comb(8, shape[2]) * comb(8, shape[3])
        expected[tuple(sorted(shape))] += deals * ways / comb(32, 8)
    common = {shape: weight for shape, weight in expected.items() if weight >= 5}
    # 12 degrees of freedom; the chance of more than 40 is below 1 in 10,000.
    assert len(common) == 13
    assert chi_square(counts, common) < 40


def combinations_of_8():
    bars = combinations(range(11), 3)
    return [(a, b - a - 1, c - b - 1, 10 - c) for a, b, c in bars]


def rank(cards):
    """Place of a set of numbers in the combinatorial number system."""
    return sum(comb(card, k) for k, card in enumerate(sorted(cards), 1))


def naive_index(masks):
    left = list(range(32))
    index = 0
    for seat, ways in ((0, 1), (1, comb(24, 8)), (2, comb(16, 8))):
        cards = [card for card in range(32) if masks[seat] >> card & 1]
        index = index * ways + rank(left.index(card) for card in cards)
        left = [card for card in left if card not in cards]
    return index


def test_index_agrees_with_its_definition():
    assert core.DEALS == DEALS == 99_561_092_450_391_000
    generator = random.Random(5)
    for _ in range(2000):
        index = generator.randrange(DEALS)
        masks = core.deal_from_index(index)
        assert naive_index(masks) == index == core.deal_index(masks)
    for index in (0, 1, comb(16, 8) - 1, comb(16, 8), comb(24, 8) * comb(16, 8), DEALS - 1):
        assert naive_index(core.deal_from_index(index)) == index


def test_deals_on_either_side_of_a_step_differ():
    generator = random.Random(6)
    for _ in range(300):
        index = generator.randrange(DEALS - 50)
        assert len({core.deal_from_index(index + step) for step in range(50)}) == 50
