"""All 10,518,300 hands under all contracts, against the reference's facts and the published figures."""

import json
from fractions import Fraction
from math import comb

import naive
import pytest
from support import DATA

HANDS = comb(32, 8)
BYTES = range(256)


def suit_cards(byte, suit):
    return {card for card in naive.hand(byte << 8 * naive.SUITS.index(suit)) if card[1] == suit}


def rank_cards(byte):
    """All four cards of each rank in a byte."""
    return {
        rank + suit for number, rank in enumerate("789TJQKA") if byte >> number & 1 for suit in naive.SUITS
    }


def facts(contract):
    """What the naive reference says of one suit's byte, trump or not, and of carrés' ranks."""
    suits = {False: "H" if contract == "S" else "S", True: contract if contract in naive.SUITS else "S"}
    places = {key: place for place, key in enumerate(naive.all_keys(contract))}
    run_points = [naive.points(suit_cards(byte, "S"), contract) for byte in BYTES]
    run_strength = [
        [places[naive.best_key(suit_cards(byte, suits[trump]), contract)] for byte in BYTES]
        for trump in (False, True)
    ]
    card_points = [
        [naive.card_points(suit_cards(byte, suits[trump]), contract) for byte in BYTES]
        for trump in (False, True)
    ]
    carres = [
        [c for c in naive.combinations(rank_cards(byte), contract) if c[0] == "carre"] for byte in BYTES
    ]
    carre_points = [sum(c[3] for c in found) for found in carres]
    carre_strength = [
        max((places[naive.rank_key(c, contract)] for c in found), default=0) for found in carres
    ]
    return run_points, run_strength, card_points, carre_points, carre_strength


@pytest.fixture(scope="module")
def swept(sweep):
    """By contract: the result of the sweep."""
    return [sweep.sweep(number, *facts(contract)) for number, contract in enumerate(naive.CONTRACTS)]


def test_every_hand_agrees_with_the_reference(swept):
    for contract, (hands, bad, _, _) in zip(naive.CONTRACTS, swept, strict=True):
        assert hands == HANDS
        assert bad is None, f"{naive.text(naive.hand(bad))} in {contract}"


def test_golden_histograms(swept):
    golden = json.loads((DATA / "golden_suit.json").read_text())
    for _, _, by_points, by_strength in swept[:4]:
        assert by_points == {int(points): count for points, count in golden["points"].items()}
        assert [count for count in by_strength if count] == golden["strengths"]
        assert sum(points * count for points, count in by_points.items()) == golden["total"]


def test_strengths_are_dense(swept):
    for (_, _, _, by_strength), distinct in zip(swept, (49, 49, 49, 49, 28, 27), strict=True):
        assert all(by_strength[:distinct])
        assert not any(by_strength[distinct:])


def test_published_means_and_counts(swept):
    for contract, (_, _, by_points, by_strength) in zip(naive.CONTRACTS, swept, strict=True):
        mean = Fraction(sum(points * count for points, count in by_points.items()), HANDS)
        expected = 7.027623285131628 if contract == "WT" else 7.339080459770115
        assert float(mean) == pytest.approx(expected, rel=1e-15)
        assert HANDS - by_strength[0] == (2_462_367 if contract == "WT" else 2_478_999)


def test_longest_runs(sweep):
    longest = [
        max(
            (len(run) for run in "".join("x" if byte >> rank & 1 else " " for rank in range(8)).split()),
            default=0,
        )
        for byte in BYTES
    ]
    counts, with_sequence = sweep.longest_runs(longest)
    assert counts == [0, 1422051, 6720483, 2013216, 319650, 39200, 3504, 192, 4]
    assert with_sequence == 2_375_766


@pytest.mark.parametrize("contract", range(6))
def test_listed_combinations_agree_with_points_and_strength(sweep, contract):
    assert sweep.combinations_agree(contract) is None


def test_bellas_and_carres(sweep):
    held = 593_775
    for suit in range(4):
        assert sweep.bella_counts(suit) == [held if other == suit else 0 for other in range(4)]
    assert sweep.bella_counts(4) == [held] * 4
    assert sweep.bella_counts(5) == [0] * 4
    sevens = sweep.held_carres()[0]
    assert sweep.held_carres() == [sevens] * 8
    # Four seats, of which just one can hold it.
    assert Fraction(4 * sevens, HANDS) == Fraction(7, 899)
