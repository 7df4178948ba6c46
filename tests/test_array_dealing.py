"""Deals by the million: uniform, reproducible, in agreement with what is known."""

import copy
import itertools
import pickle
from collections import Counter
from math import comb, factorial

import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bazar import Deal, Hand, Suit, _arrays, arrays, core
from bazar._known import placements
from bazar.arrays import Known


def chi_square(counts, expected):
    return float(((np.asarray(counts) - expected) ** 2 / expected).sum())


def test_deals_of_a_seed_are_the_same_for_ever():
    assert Deal.random(1) == Deal(arrays.random_deals(1, 1)[0].tolist())
    for seed in (0, 5, 2**64 - 1):
        deals = arrays.random_deals(50, seed)
        assert deals.dtype == np.uint32
        assert deals.tolist() == [list(naive.random_deal(seed, number)) for number in range(50)]
        assert np.array_equal(arrays.random_deals(20, seed, start=30), deals[30:])
    last = arrays.random_deals(1, 3, start=2**62 - 2)
    assert last[0].tolist() == list(naive.random_deal(3, 2**62 - 2))
    assert arrays.random_deals(0, 1).shape == (0, 4)
    assert not np.array_equal(arrays.random_deals(3), arrays.random_deals(3))


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((-1, 0), ValueError, "n must be in 0"),
        ((1.0, 0), TypeError, "n must be an int"),
        ((True, 0), TypeError, "n must be an int"),
        ((1, -1), ValueError, "a seed must be in 0"),
        ((1, 2**64), ValueError, "a seed must be in 0"),
        ((1, 0.5), TypeError, "a seed must be an int"),
        ((1, "1"), TypeError, "a seed must be an int"),
    ],
)
def test_bad_arguments(arguments, error, message):
    with pytest.raises(error, match=message):
        arrays.random_deals(*arguments)


def test_bad_start():
    for start, error in ((-1, ValueError), (2**62, ValueError), (0.0, TypeError)):
        with pytest.raises(error, match="start must be"):
            arrays.random_deals(1, 1, start=start)


GAMMA = 0x9E3779B97F4A7C15
DEALS = arrays.random_deals(1_000_000, 2026)


def test_every_card_falls_to_every_seat_alike():
    for seat in range(4):
        counts = [int((DEALS[:, seat] >> np.uint32(card) & 1).sum()) for card in range(32)]
        # 31 degrees of freedom; the chance of more than 70 is below 1 in 10,000.
        assert chi_square(counts, len(DEALS) / 4) * 4 / 3 < 70


def test_pairs_of_cards_meet_alike():
    # Two cards are with one seat in 7 of 31 deals, whichever they are: no bias by place.
    expected = len(DEALS) * 7 / 31
    for one, other in ((0, 1), (0, 31), (15, 16), (7, 24), (30, 31)):
        together = sum(
            int((DEALS[:, seat] >> np.uint32(one) & DEALS[:, seat] >> np.uint32(other) & 1).sum())
            for seat in range(4)
        )
        assert abs(together - expected) < 5 * (expected * 24 / 31) ** 0.5


def test_suit_lengths_are_hypergeometric():
    shapes = [s for s in itertools.product(range(9), repeat=4) if sum(s) == 8]
    bits = np.array([byte.bit_count() for byte in range(256)])
    for seat in range(4):
        lengths = np.stack([bits[DEALS[:, seat] >> np.uint32(8 * suit) & 255] for suit in range(4)], axis=1)
        keys = Counter(map(tuple, lengths.tolist()))
        counts, expected = [], []
        for shape in shapes:
            ways = np.prod([comb(8, n) for n in shape]) / comb(32, 8) * len(DEALS)
            if ways >= 5:
                counts.append(keys[shape])
                expected.append(ways)
        assert len(counts) == 161
        # 160 degrees of freedom; the chance of more than 240 is below 1 in 10,000.
        assert chi_square(counts, np.array(expected)) < 240


def test_indices_are_spread_over_their_range():
    counts = np.bincount(
        (arrays.deal_index(DEALS) // (core.DEALS // 1000 + 1)).astype(np.int64), minlength=1000
    )
    # 999 degrees of freedom.
    assert chi_square(counts, len(DEALS) / 1000) < 1190


# --- what is known ---


def possible(known):
    """Every deal that agrees, in order: all ways to share out the cards that are free (few, here)."""
    fixed, free = known
    found = []
    for seats in itertools.product(*([s for s in range(4) if may >> s & 1] for _, may in free)):
        hands = list(fixed)
        for (card, _), seat in zip(free, seats, strict=True):
            hands[seat] |= 1 << card
        if all(mask.bit_count() == 8 for mask in hands):
            found.append(tuple(hands))
    return found


FULL = {"N": "AKQJT987...", "E": ".AKQJT987..", "S": "..AKQJT987.", "W": "...AKQJT987"}


ONE = {"N": "AKQJT98...", "E": ".AKQJT98..", "S": "..AKQJT98.", "W": "...AKQJT98"}
TWO = {"N": "AKQJT9...", "E": ".AKQJT9..", "S": "..AKQJT9.", "W": "...AKQJT9"}

SMALL = {
    "one each": ONE,
    "two each": TWO,
    "a void": {**TWO, "E": Known(TWO["E"], void="S")},
    "voids": {**TWO, "E": Known(TWO["E"], void="S"), "W": Known(TWO["W"], void="HS")},
    "some not": {**TWO, "S": Known(TWO["S"], without="8H 7S")},
    "only one way": {
        seat: Known(ONE[seat], void="SHDC".replace(suit, ""))
        for seat, suit in zip("NESW", "SHDC", strict=True)
    },
    "two seats known": {"N": FULL["N"], "E": FULL["E"], "S": "..AKQJT.", "W": "...AKQJT"},
}


@pytest.mark.parametrize("known", SMALL.values(), ids=SMALL)
def test_possible_deals_are_counted_and_numbered(known):
    fixed, free = placements(known)
    wanted = possible((fixed, free))
    ways = np.zeros((len(free) + 1) * 729, np.uint64)
    total = _arrays._count_ways(fixed, free, ways)
    assert total == len(wanted) == len(set(wanted))
    deals = np.zeros((total, 4), np.uint32)
    _arrays._nth_known(fixed, free, ways, 0, deals)
    assert list(map(tuple, deals.tolist())) == wanted


@pytest.mark.parametrize("known", SMALL.values(), ids=SMALL)
def test_possible_deals_are_drawn_alike(known):
    wanted = possible(placements(known))
    n = 40 * len(wanted)
    # As the generator is described: the first word of a deal, times the number of ways, above 64 bits.
    words = [naive.splitmix(naive.splitmix(99) + 4 * number * GAMMA) for number in range(n)]
    drawn = [wanted[word * len(wanted) >> 64] for word in words]
    assert list(map(tuple, arrays.random_deals(n, 99, known=known).tolist())) == drawn
    found = Counter(drawn)
    # Mean: one less than the number of ways; five standard deviations.
    ways = len(wanted)
    assert chi_square([found[deal] for deal in wanted], 40) <= ways - 1 + 5 * (2 * ways) ** 0.5


def test_nothing_known_is_no_constraint():
    free = arrays.random_deals(20, 5)
    for known in ({}, {"N": "..."}, {"E": Known()}, {0: Known(without=0)}):
        assert np.array_equal(arrays.random_deals(20, 5, known=known), free)
    assert _arrays._count_ways(
        [0] * 4, [(card, 15) for card in range(32)], np.zeros(33 * 729, np.uint64)
    ) == (factorial(32) // factorial(8) ** 4)


def test_what_is_known_holds():
    deals = arrays.random_deals(
        20_000,
        4,
        known={
            "S": "AKQJ.T98.7.",
            "E": Known("7...", void="S", without="JH AH"),
            3: Known(without=Hand("..AKQ.")),
        },
    )
    # Which refuses what is no deal.
    arrays.deal_index(deals)
    assert (deals[:, 2] == Hand("AKQJ.T98.7.").mask).all()
    assert (deals[:, 1] & 0xFF == 1).all()
    assert (deals[:, 1] & Hand(".AJ..").mask == 0).all()
    assert (deals[:, 3] & Hand("..AKQ.").mask == 0).all()
    # And what is not known varies: each card that E may have, it has at times, and at times not.
    for card in Hand(".KQ7.AKQJT98.AKQJT987"):
        held = deals[:, 1] >> np.uint32(8 * card.suit.__index__() + card.rank.__index__()) & 1
        assert 0 < held.mean() < 1


def test_known_is_reproducible_in_pieces_and_threads():
    known = {"N": "AKQJ.T98.7."}
    deals = arrays.random_deals(1000, 6, known=known)
    assert np.array_equal(arrays.random_deals(400, 6, start=600, known=known), deals[600:])
    assert np.array_equal(arrays.random_deals(1000, 6, known=known, threads=3), deals)


IMPOSSIBLE = [
    ({"N": "A...", "E": "A..."}, "AS cannot be with both North and East"),
    ({"N": "AKQJT987.A.."}, "a seat is dealt 8 cards, not 9"),
    ({"N": "A...", "n": "K..."}, "known has North twice"),
    ({s: Known(without="AS") for s in "NESW"}, "no seat can have AS"),
    ({s: Known(void="S") for s in "NES"} | {"W": ".A.."}, "only West can have"),
    ({"N": Known(void="SHD"), "E": Known(void="SHD")}, "only South or West can have"),
    ({"N": Known(void="SHDC")}, "only East or South or West can have"),
]  # fmt: skip


@pytest.mark.parametrize(("known", "message"), IMPOSSIBLE)
def test_impossible_constraints_are_named(known, message):
    with pytest.raises(ValueError, match=message):
        arrays.random_deals(1, 1, known=known)


def test_conflict_names_the_cards_and_the_room():
    with pytest.raises(ValueError, match="only East or West") as caught:
        arrays.random_deals(
            1, 1, known={"N": Known(void="S"), "E": "7.AKQJT9..", "S": Known(void="SH"), "W": ".8..AKQJT"}
        )
    assert (
        str(caught.value)
        == "only East or West can have 8S, 9S, TS, JS, QS, KS, AS: 7 cards, with room for 3 more"
    )


@given(
    st.lists(st.integers(0, 2**32 - 1), min_size=4, max_size=4),
    st.lists(st.integers(0, 15), min_size=4, max_size=4),
)
def test_possible_or_refused(barred, voids):
    suits = [[s for s in range(4) if void >> s & 1 and void != 15] for void in voids]
    known = {s: Known(without=barred[s] & barred[s - 1] & barred[s - 2], void=suits[s][:2]) for s in range(4)}
    fixed, free = [0] * 4, [
        (card, sum((known[s].others >> card & 1) << s for s in range(4))) for card in range(32)
    ]  # fmt: skip
    ways = np.zeros(33 * 729, np.uint64)
    total = _arrays._count_ways(fixed, free, ways)
    try:
        deals = arrays.random_deals(3, 1, known=known)
    except ValueError:
        assert total == 0
    else:
        assert total > 0
        arrays.deal_index(deals)
        for seat in range(4):
            assert not (deals[:, seat] & np.uint32(~known[seat].others & 0xFFFFFFFF)).any()


def test_known_values():
    known = Known("7S", without="JH AH", void="DS")
    assert repr(known) == "Known('7...', without='.AJ..', void='SD')"
    assert eval(repr(known)) == known
    assert pickle.loads(pickle.dumps(known)) == known
    assert hash(known) == hash(Known("7S", void=["D", 0], without="AH JH"))
    assert known != Known("7S")
    assert known != "7S"
    assert Known(void=Suit.HEARTS) == Known(void="H") == Known(void=(1,))

    class Told(Known):
        pass

    assert type(copy.copy(Told("7S"))) is Told
    assert repr(Known()) == "Known()"
    with pytest.raises(AttributeError, match="immutable"):
        known.cards = 0
    for bad in (
        lambda: Known(1.5),
        lambda: Known(void=3),
        lambda: Known(void=b"S"),
        lambda: Known(void=[7]),
        lambda: Known("X"),
    ):
        with pytest.raises((TypeError, ValueError)):
            bad()
    with pytest.raises(ValueError, match="AS cannot be both with a seat and not"):
        Known("AS", without="AS")
    for bad in ([1, 2], "N", 5):
        with pytest.raises(TypeError, match="known must map seats"):
            arrays.random_deals(1, 1, known=bad)
    with pytest.raises(TypeError):
        arrays.random_deals(1, 1, known={1.5: "A..."})
