"""The NumPy functions: what they take in which layout, what they give, what they refuse."""

import gc
import itertools
import json
import os
import pickle
import sys
import threading
import tracemalloc
from array import array
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context

import naive
import numpy as np
import pytest
from support import DATA, python, rows

import bazar
from bazar import Contract, Deal, Hand, _arrays, _threads, arrays, core

HANDS = arrays.random_deals(300, 8).ravel()
CONTRACTS = np.random.default_rng(1).integers(0, 6, len(HANDS)).astype(np.uint8)
PER_HAND = {
    "points": (arrays.points, core.points, np.uint16),
    "strength": (arrays.strength, core.strength, np.uint8),
    "card_points": (arrays.card_points, core.card_points, np.uint16),
    "bella": (arrays.bella, core.bella, np.uint8),
    "points_split8": (
        lambda *a, **k: arrays.points(*a, split8=True, **k), core.points_split8, np.uint16),
    "strength_split8": (
        lambda *a, **k: arrays.strength(*a, split8=True, **k), core.strength_split8, np.uint8),
}  # fmt: skip
per_hand = pytest.mark.parametrize(("function", "scalar", "dtype"), PER_HAND.values(), ids=PER_HAND)
# Hands with runs of eight and many carrés, too.
RICH = np.concatenate([HANDS, np.random.default_rng(2).integers(0, 2**32, 500, dtype=np.uint32)])
RICH = np.concatenate([RICH, RICH | np.roll(RICH, 1) | np.roll(RICH, 2), [0, 255, 0xFFFFFFFF]]).astype(
    np.uint32
)


def expected(scalar, hands, contracts):
    """The scalar function of the core on each of two arrays of one shape."""
    flat = [scalar(int(h), int(c)) for h, c in zip(np.ravel(hands), np.ravel(contracts), strict=True)]
    return np.array(flat).reshape(np.shape(hands))


# --- values ---


@per_hand
def test_one_contract(function, scalar, dtype):
    for contract in range(6):
        found = function(RICH, contract)
        assert found.dtype == dtype
        assert np.array_equal(found, expected(scalar, RICH, np.full(len(RICH), contract)))


@per_hand
def test_a_contract_for_each(function, scalar, dtype):
    found = function(HANDS, CONTRACTS)
    assert found.dtype == dtype
    assert np.array_equal(found, expected(scalar, HANDS, CONTRACTS))


SHAPES = [
    ((), ()), ((5,), ()), ((), (6,)), ((4, 1), (6,)), ((4,), (6, 1)), ((3, 4), (4,)), ((3, 1, 2), (5, 1)),
    ((2, 3, 4), (2, 3, 4)), ((1,), (1,)), ((7, 1), (1, 6)), ((100, 1), (6,)), ((100,), (6, 1)),
    ((100, 1), (7,)), ((0,), ()), ((0, 1), (6,)), ((3, 0), (1,)), ((5,), (0, 1)),
    ((100, 1, 1), (2, 3)), ((1, 200), (3, 1)),
]  # fmt: skip


@per_hand
@pytest.mark.parametrize(("of_hands", "of_contracts"), SHAPES)
def test_broadcasting(function, scalar, dtype, of_hands, of_contracts):
    hands = np.resize(RICH, of_hands)
    count = int(np.prod(of_contracts))
    for numbers in (np.arange(count) % 6, 5 - np.arange(count) % 6):
        contracts = numbers.astype(np.uint8).reshape(of_contracts)
        found = function(hands, contracts)
        wide, several = np.broadcast_arrays(hands, contracts)
        assert np.array_equal(found, expected(scalar, wide, several))
        assert np.shape(found) == wide.shape
        assert isinstance(found, dtype if wide.ndim == 0 else np.ndarray)
        points, strength = arrays.evaluate(hands, contracts)
        assert np.array_equal(points, arrays.points(wide, several))
        assert np.array_equal(strength, arrays.strength(wide, several))


def test_evaluate_is_points_and_strength():
    for split8 in (False, True):
        for contract in (0, 5, CONTRACTS):
            points, strength = arrays.evaluate(HANDS, contract, split8=split8)
            assert np.array_equal(points, arrays.points(HANDS, contract, split8=split8))
            assert np.array_equal(strength, arrays.strength(HANDS, contract, split8=split8))


def test_golden_histograms():
    golden = json.loads((DATA / "golden_suit.json").read_text())
    for contract in range(4):
        points, strength = arrays.evaluate(arrays.all_hands(), contract)
        found = {
            str(value): int(count)
            for value, count in zip(*np.unique(points, return_counts=True), strict=True)
        }
        assert found == golden["points"]
        counts = np.bincount(strength)
        assert counts[counts > 0].tolist() == golden["strengths"]
        assert int(points.sum(dtype=np.uint64)) == golden["total"]


def test_all_hands():
    hands = arrays.all_hands()
    assert hands.dtype == np.uint32
    assert hands.shape == (10_518_300,)
    assert (np.diff(hands.astype(np.int64)) > 0).all()
    assert set(map(int.bit_count, hands[::997].tolist())) == {8}
    assert hands[0] == 0xFF
    assert hands[-1] == 0xFF000000
    out = np.empty_like(hands)
    assert arrays.all_hands(out=out, threads=3) is out
    assert np.array_equal(out, hands)
    spaced = np.zeros((len(hands), 2), np.uint32)
    arrays.all_hands(out=spaced[:, 1])
    assert np.array_equal(spaced[:, 1], hands)
    assert not spaced[:, 0].any()


def test_combination_counts():
    for split8 in (False, True):
        for contract in (0, 4, 5):
            found = arrays.combination_counts(RICH[-900:], contract, split8=split8)
            assert found.shape == (900, 4)
            assert found.dtype == np.uint8
            for mask, counts in zip(RICH[-900:].tolist(), found.tolist(), strict=True):
                kinds = [c.kind for c in Hand(mask).combinations(contract, split8=split8)]
                assert counts == [kinds.count(kind) for kind in bazar.Kind]
    many = arrays.combination_counts(HANDS[:6], range(6))
    assert many.tolist() == [
        arrays.combination_counts(hand, contract).tolist() for contract, hand in enumerate(HANDS[:6])
    ]
    grid = arrays.combination_counts(HANDS[:100, None], [5, 0])
    assert np.array_equal(grid[:, 0], arrays.combination_counts(HANDS[:100], 5))
    assert np.array_equal(grid[:, 1], arrays.combination_counts(HANDS[:100], 0))


# --- the declaring ---


def test_conformance():
    cases = rows("resolve.jsonl")
    statuses = {"scored": core.SCORED, "none": core.NONE, "void": core.VOID, "cancelled": core.CANCELLED}
    for split8, events in itertools.product((False, True), repeat=2):
        these = [c for c in cases if (c["split8"], c["declare_sevens_eights"]) == (split8, events)]
        winner, points, status = arrays.resolve(
            [Deal(case["deal"]) for case in these],
            [case["contract"] for case in these],
            [case["first"] for case in these],
            split8=split8,
            sevens=events,
            eights=events,
        )
        assert (winner.dtype, points.dtype, status.dtype) == (np.int8, np.uint16, np.uint8)
        assert len(these) > 100
        for place, case in enumerate(these):
            seat = None if winner[place] < 0 else "NESW"[winner[place]]
            assert (statuses[case["status"]], case["winner"], case["points"]) == (
                status[place], seat, points[place].tolist())  # fmt: skip


RESOLVE_SHAPES = [
    ((50,), (), ()), ((50,), (50,), ()), ((50,), (), (50,)), ((2, 25), (2, 1), (25,)), ((80, 1), (6,), ()),
    ((80,), (6, 1), (1,)), ((), (6,), (4, 1)), ((), (), ()), ((0,), (), ()),
]  # fmt: skip


@pytest.mark.parametrize(("of_deals", "of_contracts", "of_firsts"), RESOLVE_SHAPES)
@pytest.mark.parametrize("switches", [(False, False, False), (True, False, False), (False, True, True)])
def test_resolve_broadcasts(of_deals, of_contracts, of_firsts, switches):
    deals = arrays.random_deals(500, 4)
    # First those that have sevens or eights to declare.
    events = [deal for deal in deals.tolist() if any(core.carres(mask) & 3 for mask in deal)]
    assert events
    deals = np.resize(np.array(events + deals.tolist(), np.uint32), (*of_deals, 4))
    contracts = np.arange(int(np.prod(of_contracts))).reshape(of_contracts) % 6
    firsts = np.arange(int(np.prod(of_firsts))).reshape(of_firsts) % 4
    split8, sevens, eights = switches
    found = arrays.resolve(deals, contracts, firsts, split8=split8, sevens=sevens, eights=eights)
    shape = np.broadcast_shapes(of_deals, of_contracts, of_firsts)
    assert [np.shape(part) for part in found] == [shape, (*shape, 2), shape]
    contracts, firsts = np.broadcast_to(contracts, shape), np.broadcast_to(firsts, shape)
    deals = np.broadcast_to(deals, (*shape, 4))
    for place in np.ndindex(shape):
        status, winner, ns, ew = core.resolve(
            deals[place].tolist(), int(contracts[place]), int(firsts[place]), *switches
        )
        assert (found[0][place], found[1][place].tolist(), found[2][place]) == (winner, [ns, ew], status)


# --- layouts ---


def layouts(values, dtype):
    """The same values in memory in many ways."""
    values = np.asarray(values, dtype)
    yield "plain", values
    yield "swapped", values.astype(values.dtype.newbyteorder())
    spaced = np.zeros((*values.shape, 3), dtype)
    spaced[..., 1] = values
    yield "spaced", spaced[..., 1]
    yield "backwards", values[::-1].copy()[::-1]
    yield "fortran", np.asfortranarray(values)
    yield "two by two", values.reshape(2, -1).T.copy().T.reshape(values.shape)
    unaligned = np.zeros(values.nbytes + 1, np.uint8)[1:].view(values.dtype).reshape(values.shape)
    unaligned[...] = values
    yield "unaligned", unaligned
    record = np.zeros(values.shape, [("a", "u1"), ("hand", values.dtype), ("b", "u2")])
    record["hand"] = values
    yield "field", record["hand"]
    frozen = values.copy()
    frozen.setflags(write=False)
    yield "read-only", frozen


def out_layouts(shape, dtype):
    yield "plain", np.zeros(shape, dtype)
    yield "swapped", np.zeros(shape, np.dtype(dtype).newbyteorder())
    yield "spaced", np.zeros((*shape, 3), dtype)[..., 1]
    yield "backwards", np.zeros(shape, dtype)[::-1]
    yield "fortran", np.zeros(shape, dtype, order="F")
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    yield "unaligned", np.zeros(size + 1, np.uint8)[1:].view(dtype).reshape(shape)


WIDE = [np.uint32, np.int64, np.uint64]
NARROW = [np.int8, np.uint8, np.int16, np.uint16, np.int32]


@pytest.mark.parametrize("given", WIDE + NARROW, ids=lambda dtype: dtype.__name__)
@per_hand
def test_any_integers_in_any_layout(function, scalar, dtype, given):
    hands = HANDS[:96].astype(np.int64)
    if given in NARROW:
        hands = hands & np.iinfo(given).max
    contracts = CONTRACTS[:96]
    alone = expected(scalar, hands, np.full(96, 3))
    each = expected(scalar, hands, contracts)
    for name, laid in layouts(hands, given):
        assert np.array_equal(laid, hands), name
        assert np.array_equal(function(laid, 3), alone), name
        assert np.array_equal(function(laid, contracts), each), name
        table = laid.reshape(-1, 1)
        assert np.array_equal(function(table, [4, 5])[:, 1], function(hands, 5)), name
        assert np.array_equal(function(table, range(6))[:, 3], alone), name
    for name, out in out_layouts((96,), dtype):
        assert function(hands, 3, out=out) is out, name
        assert np.array_equal(out, alone), name
        assert function(hands, contracts, out=out) is out, name
        assert np.array_equal(out, each), name
    for _, out in out_layouts((96, 6), dtype):
        assert function(hands[:, None], range(6), out=out) is out
        assert np.array_equal(out[:, 3], alone)


@pytest.mark.parametrize("dtype", WIDE, ids=lambda dtype: dtype.__name__)
def test_deals_in_any_layout(dtype):
    deals = arrays.random_deals(96, 5)
    contracts = CONTRACTS[:96]
    alone, each = arrays.resolve(deals, 2, 1), arrays.resolve(deals, contracts, 1)
    index = arrays.deal_index(deals)
    for name, laid in layouts(deals, dtype):
        for found, wanted in (
            (arrays.resolve(laid, 2, 1), alone),
            (arrays.resolve(laid, contracts, 1), each),
        ):
            assert all(map(np.array_equal, found, wanted)), name
        assert np.array_equal(arrays.deal_index(laid), index), name
    # A deal a column.
    assert np.array_equal(arrays.deal_index(deals.T.copy().T), index)
    for (_, winner), (_, points), (_, status) in itertools.product(
        out_layouts((96,), np.int8), out_layouts((96, 2), np.uint16), out_layouts((96,), np.uint8)
    ):
        outs = (winner, points, status)
        found = arrays.resolve(deals, 2, 1, out=outs)
        assert all(a is b for a, b in zip(found, outs, strict=True))
        assert all(map(np.array_equal, found, alone))
    for name, laid in layouts(index, np.uint64):
        assert np.array_equal(arrays.deals_from_index(laid), deals), name
    for name, out in out_layouts((96, 4), np.uint32):
        assert arrays.deals_from_index(index, out=out) is out, name
        assert np.array_equal(out, deals), name
        out[...] = 0
        assert arrays.random_deals(96, 5, out=out) is out, name
        assert np.array_equal(out, deals), name
    for _, out in out_layouts((96,), np.uint64):
        assert arrays.deal_index(deals, out=out) is out
        assert np.array_equal(out, index)


def test_long_arrays_are_cut_without_a_seam():
    # More than a piece, and more than a buffer, in each kind of loop.
    deals = arrays.random_deals(600_000, 3)
    hands = deals.ravel()
    points, strength = arrays.evaluate(hands, 1)
    spaced = np.zeros((len(hands), 2), np.uint32)
    spaced[:, 0] = hands
    assert np.array_equal(arrays.points(spaced[:, 0], 1), points)
    assert np.array_equal(arrays.strength(hands.astype(np.int64), 1), strength)
    assert np.array_equal(arrays.points(hands, np.full(len(hands), 1)), points)
    found = arrays.resolve(deals, 1)
    turned = arrays.resolve(deals.T.copy().T, 1)
    assert all(map(np.array_equal, found, turned))
    assert np.array_equal(arrays.points(hands.reshape(2, -1), 1).ravel(), points)
    for place in (0, 1 << 18, (1 << 20) - 1, 1 << 20, len(hands) - 1):
        assert points[place] == core.points(int(hands[place]), 1)
    assert np.array_equal(arrays.deals_from_index(arrays.deal_index(deals)), deals)


# --- what stands for arrays ---


def test_texts_and_objects_stand_for_numbers():
    hand = Hand("AKQJ.T98.7.")
    for given in ("AKQJ.T98.7.", hand, hand.mask, np.uint32(hand.mask), np.array(hand.mask)):
        for contract in ("S", "♠", Contract.SPADES, 0, np.uint8(0), "spades"):
            found = arrays.points(given, contract)
            assert found == 70
            assert type(found) is np.uint16
    assert arrays.points([hand, "7...", 0], ["S", Contract.ALL_TRUMPS, 5]).tolist() == [70, 0, 0]
    assert arrays.points([[hand], ["JT9..."]], ["S", "AT"]).tolist() == [[70, 70], [20, 20]]
    assert arrays.points((hand.mask, 7), "S").tolist() == [70, 20]
    assert arrays.points(range(3), 0).tolist() == [0, 0, 0]
    assert arrays.points([], 0).tolist() == []
    assert arrays.points([[], []], 0).shape == (2, 0)
    assert arrays.deal_index([]).tolist() == []
    assert arrays.resolve([], 0)[1].shape == (0, 2)
    assert arrays.points(array("I", [7, 0]), 0).tolist() == [20, 0]
    assert arrays.points(memoryview(array("I", [7, 0])), 0).tolist() == [20, 0]
    deal = Deal.random(1)
    for given in (deal, str(deal), list(deal), [hand.mask for hand in deal], [str(hand) for hand in deal]):
        winner, points, status = arrays.resolve(given, "H", "E")
        assert (status, winner, *points.tolist()) == core.resolve([h.mask for h in deal], 1, 1)
        assert arrays.deal_index(given) == deal.index
    assert arrays.deal_index([deal, Deal.random(2)]).tolist() == [deal.index, Deal.random(2).index]
    assert Deal(arrays.deals_from_index(deal.index).tolist()) == deal


def test_pandas():
    pandas = pytest.importorskip("pandas")
    deals = arrays.random_deals(50, 9)
    frame = pandas.DataFrame(deals, columns=list("NESW"))
    for dtype in ("uint32", "int64", "UInt32", "Int64"):
        typed = frame.astype(dtype)
        assert np.array_equal(arrays.points(typed["E"], "S"), arrays.points(deals[:, 1], "S"))
        assert np.array_equal(arrays.deal_index(typed), arrays.deal_index(deals))
    frame["contract"] = np.arange(50) % 6
    assert np.array_equal(
        arrays.points(frame["N"], frame["contract"]), arrays.points(deals[:, 0], np.arange(50) % 6)
    )
    frame["points"] = arrays.points(frame["N"], "S")
    assert frame["points"].dtype == np.uint16
    # A filtered frame, whose memory has gaps.
    assert np.array_equal(arrays.points(frame["N"][::3], 0), arrays.points(deals[::3, 0], 0))
    with pytest.raises(TypeError, match="hands must be integers, not float64"):
        arrays.points(frame["N"].astype(float), 0)
    with pytest.raises(TypeError, match=r"hands must be integers, not (object|float64)"):
        arrays.points(pandas.Series([1, None], dtype="Int64"), 0)


def test_pyarrow():
    pyarrow = pytest.importorskip("pyarrow")
    deals = arrays.random_deals(50, 9)
    column = pyarrow.array(deals[:, 2])
    assert np.array_equal(arrays.points(column, "S"), arrays.points(deals[:, 2], "S"))
    assert np.array_equal(arrays.points(column.slice(7), "S"), arrays.points(deals[7:, 2], "S"))
    table = pyarrow.table({"hand": pyarrow.chunked_array([deals[:20, 0], deals[20:, 0]])})
    assert np.array_equal(arrays.strength(table["hand"], "AT"), arrays.strength(deals[:, 0], "AT"))
    with pytest.raises(TypeError, match="hands must be integers, not float64"):
        arrays.points(pyarrow.array([1, None]), 0)


def test_masked_arrays():
    hands = np.ma.MaskedArray(HANDS[:6].astype(np.int64), [0, 1, 0, 0, 1, 0])
    # What is hidden need not be good.
    hands.data[1] = -1
    contracts = np.ma.MaskedArray([0, 1, 99, 3, 4, 5], [0, 0, 1, 0, 0, 0])
    found = arrays.points(hands, contracts)
    assert isinstance(found, np.ma.MaskedArray)
    assert found.mask.tolist() == [False, True, True, False, True, False]
    assert found.dtype == np.uint16
    assert found.compressed().tolist() == arrays.points(HANDS[[0, 3, 5]], [0, 3, 5]).tolist()
    out = np.ma.zeros(6, np.uint16)
    assert arrays.points(hands, 0, out=out) is out
    assert out.mask.tolist() == hands.mask.tolist()
    assert arrays.points(HANDS[:6], 0, out=out) is out
    assert not np.ma.is_masked(out)
    with pytest.raises(TypeError, match="out must be a masked array, as an input is"):
        arrays.points(hands, 0, out=np.zeros(6, np.uint16))
    deals = np.ma.MaskedArray(arrays.random_deals(3, 1), np.zeros((3, 4), bool))
    deals[1, 2] = np.ma.masked
    deals.data[1] = 0
    winner, points, status = arrays.resolve(deals, 0)
    assert winner.mask.tolist() == status.mask.tolist() == [False, True, False]
    assert points.mask.tolist() == [[False] * 2, [True] * 2, [False] * 2]
    assert arrays.deal_index(deals)[2] == arrays.deal_index(deals.data[2])
    assert arrays.deals_from_index(arrays.deal_index(deals)).mask.tolist() == [
        [False] * 4,
        [True] * 4,
        [False] * 4,
    ]
    assert arrays.combination_counts(hands, 0).mask.tolist() == [[m] * 4 for m in hands.mask.tolist()]
    assert arrays.points(np.ma.masked_array(7), 0) == 20


# --- what is refused ---

GOOD = np.full(4, 255, np.uint32)
REFUSED_HANDS = [
    (GOOD.astype(float), TypeError, "hands must be integers, not float64"),
    (GOOD.astype(complex), TypeError, "hands must be integers, not complex128"),
    (GOOD.astype(bool), TypeError, "hands must be integers, not bool"),
    (GOOD.astype(object), TypeError, "hands must be integers, not object"),
    (GOOD.astype(str), TypeError, "hands must be integers, not <U"),
    (GOOD.astype("M8[s]"), TypeError, "hands must be integers, not datetime64"),
    (GOOD.astype(np.int64) - 256, ValueError, "hands must be in 0 … 4294967295, not -1"),
    (GOOD.astype(np.int8), ValueError, "hands must be in 0 … 4294967295, not -1"),
    (GOOD.astype(np.uint64) << 32, ValueError, "hands must be in 0 … 4294967295, not 1095216660480"),
    (1.0, TypeError, "a mask must be an int, not float: 1.0"),
    (True, TypeError, "a mask must be an int, not bool: True"),
    (None, TypeError, "a mask must be an int, not NoneType: None"),
    ([1, True], TypeError, "a mask must be an int, not bool: True"),
    ([1, 1.0], TypeError, "a mask must be an int, not float: 1.0"),
    ([1, 2**32], ValueError, "hands must be in 0 … 4294967295, not 4294967296"),
    ([-1], ValueError, "hands must be in 0 … 4294967295, not -1"),
    (2**32, ValueError, "a mask must be in 0 … 4294967295, not 4294967296"),
    ([1, 2**70], ValueError, "a mask must be in 0 … 4294967295"),
    ([Contract.SPADES], TypeError, "a mask must be an int, not Contract"),
    (b"7", TypeError, "hands must be integers, not bytes"),
    ({1: 2}, TypeError, "hands must be integers, not dict"),
    ({1}, TypeError, "a mask must be an int, not set"),
    ("AKX", bazar.ParseError, "cannot read 'AKX' as a hand"),
    ([[1, 2], [3]], ValueError, "hands must be in rows of one length"),
]  # fmt: skip


@pytest.mark.parametrize(("hands", "error", "message"), REFUSED_HANDS, ids=lambda value: repr(value)[:30])
@per_hand
def test_bad_hands(function, scalar, dtype, hands, error, message):
    out = np.full(4, 77, dtype)
    for contract in (0, [0, 1, 2, 3]):
        with pytest.raises(error) as caught:
            function(hands, contract, out=out)
        assert message in str(caught.value)
    assert out.tolist() == [77] * 4


REFUSED_CONTRACTS = [
    (6, ValueError, "a contract must be in 0 … 5, not 6"),
    (-1, ValueError, "a contract must be in 0 … 5, not -1"),
    ([0, 1, 2, 6], ValueError, "contracts must be in 0 … 5, not 6"),
    (np.array([0, 1, 2, -1]), ValueError, "contracts must be in 0 … 5, not -1"),
    (np.zeros(4), TypeError, "contracts must be integers, not float64"),
    (0.0, TypeError, "a contract must be a Contract, its text or an int, not float: 0.0"),
    (False, TypeError, "a contract must be a Contract, its text or an int, not bool: False"),
    (None, TypeError, "a contract must be a Contract, its text or an int, not NoneType: None"),
    (bazar.Seat.NORTH, TypeError, "a contract must be a Contract, its text or an int, not Seat"),
    ("X", bazar.ParseError, "cannot read 'X' as a contract"),
    (["S", "H", "D", "X"], bazar.ParseError, "cannot read 'X' as a contract"),
    ([0, 1, 2], ValueError, "shape mismatch"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("contract", "error", "message"), REFUSED_CONTRACTS, ids=lambda value: repr(value)[:30]
)
@per_hand
def test_bad_contracts(function, scalar, dtype, contract, error, message):
    out = np.full(4, 77, dtype)
    with pytest.raises(error) as caught:
        function(GOOD, contract, out=out)
    assert message in str(caught.value)
    assert out.tolist() == [77] * 4
    with pytest.raises(error):
        arrays.resolve(arrays.random_deals(4, 1), contract)


def bad_outs(dtype, shape=(4,)):
    other = np.uint8 if dtype == np.uint16 else np.uint16
    frozen = np.zeros(shape, dtype)
    frozen.setflags(write=False)
    return [
        (np.zeros(shape, other), TypeError, "out must be of"),
        (np.zeros(shape, bool), TypeError, "out must be of"),
        (np.zeros(shape, np.dtype(dtype).str.replace("u", "i")), TypeError, "out must be of"),
        (np.zeros((*shape, 1), dtype), ValueError, "out must have the shape"),
        (np.zeros((3, *shape[1:]), dtype), ValueError, "out must have the shape"),
        (np.zeros((5, *shape[1:]), dtype), ValueError, "out must have the shape"),
        (np.broadcast_to(np.zeros(shape[1:], dtype), shape), ValueError, "out must not be read-only"),
        (frozen, ValueError, "out must not be read-only"),
        (np.lib.stride_tricks.as_strided(np.zeros(1, dtype), shape, (0,) * len(shape)), ValueError,
         "out must not have two elements in one place"),
        ([0] * 4, TypeError, "out must be an array, not list"),
        (memoryview(bytearray(8)), TypeError, "out must be an array, not memoryview"),
        ((), ValueError, "out must have 1 arrays, not 0"),
    ]  # fmt: skip


@per_hand
def test_bad_out(function, scalar, dtype):
    for out, error, message in bad_outs(dtype):
        before = np.array(out) if isinstance(out, np.ndarray) else None
        with pytest.raises(error) as caught:
            function(GOOD, 0, out=out)
        assert message in str(caught.value)
        assert before is None or np.array_equal(out, before)
    room = np.full(16, 0x00FF00FF, np.uint32)
    before = room.copy()
    for out in (
        room.view(dtype)[:4], room.view(dtype)[3:7], room.view(dtype)[7::-2][:4], room.view(dtype)[1::2][:4],
    ):  # fmt: skip
        with pytest.raises(ValueError, match="out must not share memory"):
            function(room[:4], 0, out=out)
        with pytest.raises(ValueError, match="out must not share memory"):
            function(room[:4], CONTRACTS[:4], out=out)
    assert np.array_equal(room, before)
    # Beside, even between, is not over.
    record = np.zeros(4, [("hand", np.uint32), ("result", dtype)])
    record["hand"] = GOOD
    function(record["hand"], 0, out=record["result"])
    assert np.array_equal(record["result"], function(GOOD, 0))
    assert np.array_equal(record["hand"], GOOD)


def test_bad_outs_of_several():
    deals = arrays.random_deals(4, 1)
    points, strength = np.zeros(4, np.uint16), np.zeros(4, np.uint8)
    with pytest.raises(TypeError, match="out must be a tuple of 2 arrays"):
        arrays.evaluate(GOOD, 0, out=points)
    with pytest.raises(ValueError, match="out must have 2 arrays, not 1"):
        arrays.evaluate(GOOD, 0, out=(points,))
    with pytest.raises(TypeError, match="out must be of uint16, not uint8"):
        arrays.evaluate(GOOD, 0, out=(strength, points))
    with pytest.raises(ValueError, match="out must not share memory"):
        arrays.evaluate(GOOD, 0, out=(points, points.view(np.uint8)[:4]))
    found = arrays.evaluate(GOOD, 0, out=(None, strength))
    assert found[1] is strength
    assert found[0].dtype == np.uint16
    with pytest.raises(ValueError, match="out must have the shape"):
        arrays.resolve(deals, 0, out=(None, np.zeros(4, np.uint16), None))
    with pytest.raises(ValueError, match="out must not share memory"):
        arrays.resolve(deals, 0, out=(None, None, deals.view(np.uint8)[:, 0]))
    for function, dtype, shape in (
        (lambda out: arrays.random_deals(4, 1, out=out), np.uint32, (4, 4)),
        (lambda out: arrays.deals_from_index(range(4), out=out), np.uint32, (4, 4)),
        (lambda out: arrays.deal_index(deals, out=out), np.uint64, (4,)),
        (lambda out: arrays.combination_counts(GOOD, 0, out=out), np.uint8, (4, 4)),
    ):
        for out, error, message in bad_outs(dtype, shape)[:-1]:
            with pytest.raises(error) as caught:
                function(out)
            assert message in str(caught.value)
        out = np.zeros(shape, dtype)
        assert function(out) is out


def test_bad_deals():
    deals = arrays.random_deals(6, 1)
    outs = (np.full(6, 7, np.int8), np.full((6, 2), 7, np.uint16), np.full(6, 7, np.uint8))
    index = np.full(6, 7, np.uint64)

    def refused(bad, error, message):
        fits = np.shape(bad)[:-1] == (6,)
        for call in (
            lambda: arrays.resolve(bad, 0, out=outs if fits else None),
            lambda: arrays.resolve(bad, 0, sevens=True, out=outs if fits else None),
            lambda: arrays.deal_index(bad, out=index if fits else None),
        ):
            with pytest.raises(error) as caught:
                call()
            assert message in str(caught.value)

    few, shared = deals.copy(), deals.copy()
    few[4, 1] &= few[4, 1] - 1
    shared[5, 2] = shared[5, 3]
    for laid in (few, few.T.copy().T, few.astype(np.int64), few.astype(">u4")):
        refused(laid, ValueError, "deals[4]: East has 7 cards, where a deal gives each seat 8")
    refused(shared, ValueError, "deals[5]: South and West both have")
    refused(few.reshape(2, 3, 4), ValueError, "deals[1, 1]: East has 7 cards")
    refused(few[4], ValueError, "East has 7 cards")
    refused(deals[:, :3], ValueError, "deals must have four hands on the last axis, not the shape (6, 3)")
    refused(7, ValueError, "deals must have four hands on the last axis, not the shape ()")
    refused(deals.astype(float), TypeError, "hands must be integers, not float64")
    refused(deals.astype(np.int64) - 2**32, ValueError, "hands must be in 0 … 4294967295")
    for first, error in (
        (4, ValueError),
        ([0, 1, 2, 3, 4, 5], ValueError),
        ("X", ValueError),
        (1.5, TypeError),
    ):
        with pytest.raises(error):
            arrays.resolve(deals, 0, first, out=outs)
    with pytest.raises(ValueError, match="shape mismatch"):
        arrays.resolve(deals, [0, 1], out=outs)
    assert {int(value) for out in (*outs, index) for value in out.ravel()} == {7}


@pytest.mark.parametrize(
    ("threads", "error"),
    [
        (0, ValueError),
        (-1, ValueError),
        (1.0, TypeError),
        (True, TypeError),
        ("2", TypeError),
        (10**9, ValueError),
    ],
)
def test_bad_threads(threads, error):
    deals = arrays.random_deals(4, 1)
    for call in (
        lambda: arrays.points(GOOD, 0, threads=threads),
        lambda: arrays.resolve(deals, 0, threads=threads),
        lambda: arrays.random_deals(4, 1, threads=threads),
        lambda: arrays.deal_index(deals, threads=threads),
        lambda: arrays.deals_from_index(1, threads=threads),
        lambda: arrays.all_hands(threads=threads),
    ):
        with pytest.raises(error, match="threads must be"):
            call()


NO_DEALS = np.empty((0, 4), np.uint32)
EMPTY = {
    "points": (lambda out: arrays.points(np.empty((0, 1), np.uint32), range(6), out=out), (0, 6), np.uint16),
    "counts": (lambda out: arrays.combination_counts([], 0, out=out), (0, 4), np.uint8),
    "random": (lambda out: arrays.random_deals(0, 1, out=out), (0, 4), np.uint32),
    "from index": (lambda out: arrays.deals_from_index([], out=out), (0, 4), np.uint32),
    "index": (lambda out: arrays.deal_index(NO_DEALS, out=out), (0,), np.uint64),
    "resolve": (lambda out: arrays.resolve(NO_DEALS, 0, out=(None, out, None))[1], (0, 2), np.uint16),
}  # fmt: skip


@pytest.mark.parametrize(("call", "shape", "dtype"), EMPTY.values(), ids=EMPTY)
def test_empty_out(call, shape, dtype):
    for out in (np.empty(shape, dtype), np.empty(shape, dtype, order="F"), np.empty((5, *shape), dtype)[3]):
        assert call(out) is out


def test_the_first_bad_of_many_deals_is_found_at_once():
    deals = arrays.random_deals(2_000_000, 1)
    deals[-2:] = 1
    with pytest.raises(ValueError, match=r"deals\[1999998\]: North and East both have 7S"):
        arrays.resolve(deals, 0)


def test_what_broadcasting_repeats_is_looked_at_once():
    deal = np.array([255, 255 << 8, 255 << 16, 255 << 24], np.uint32)
    for shape in ((2**40, 4), (2**20, 2**25, 4)):
        with pytest.raises((MemoryError, ValueError)):
            arrays.resolve(np.broadcast_to(deal, shape), 0)
    for deals in (deal, deal.astype(np.int64), deal - 1):
        with pytest.raises((MemoryError, ValueError)):
            arrays.deal_index(np.broadcast_to(deals, (2**45, 4)))
    with pytest.raises((MemoryError, ValueError)):
        arrays.points(np.broadcast_to(np.int64(7), (2**60,)), 0)
    with pytest.raises(ValueError, match="dim"):
        arrays.points(np.zeros((1,) * 60, np.uint32), [[0]] * 3)


class Claims(np.ndarray):
    """An array that says it is larger than it is."""

    shape = (10_518_300,)
    size = 10_518_300


def test_what_a_subclass_says_of_itself_is_not_believed():
    with pytest.raises(ValueError, match="out must have the shape"):
        arrays.all_hands(out=np.zeros(3, np.uint32).view(Claims))


def test_lists_of_arrays():
    masked = np.ma.MaskedArray([7, 31], [False, True], dtype=np.uint32)
    for items in ([masked, masked], [np.ma.masked, 7], [[masked]]):
        with pytest.raises(TypeError, match="masked arrays must not be in lists"):
            arrays.points(items, 0)
    for items in ([np.array([True]), np.array([1])], [np.array(True), 1], [np.True_, 1]):
        with pytest.raises(TypeError, match="bool"):
            arrays.points(items, 0)
    assert arrays.points([np.array([7]), np.array([31])], 0).tolist() == [[20], [100]]
    assert arrays.points(np.str_("AKQJ..."), np.str_("S")) == 50
    for dtype in ("M8[s]", [("a", "u4")], "V4"):
        with pytest.raises(TypeError, match="hands must be integers"):
            arrays.points(np.ma.zeros(2, dtype), 0)
    mask = np.zeros(2, bool)
    mask.setflags(write=False)
    frozen = np.ma.MaskedArray(np.zeros(2, np.uint16), mask, copy=False)
    with pytest.raises(ValueError, match="out must not be read-only"):
        arrays.points(np.ma.MaskedArray([1, 2]), 0, out=frozen)


def test_contracts_that_another_thread_changes_do_no_harm():
    hands = arrays.random_deals(40_000, 1).astype(np.int64)
    contracts = np.array([[0], [1]])
    stop = []

    def spoil():
        while not stop:
            contracts[...] = 1_000_000_000
            contracts[...] = 1

    with ThreadPoolExecutor(1) as pool:
        pool.submit(spoil)
        for _ in range(200):
            try:
                points = arrays.resolve(hands, contracts)[1]
            except ValueError:
                continue
            assert points.max() <= 1000
        stop.append(True)
    # And the compiled loops themselves keep to the contracts there are.
    out = np.zeros(len(hands[0]), np.uint16)
    _arrays._one(0, hands[0].astype(np.uint32), 1_000_000_000, out)
    assert out.tolist() == arrays.points(hands[0], 5).tolist()


def test_functions_work_where_they_are_unpickled():
    for function in (arrays.points, arrays.strength, arrays.card_points, arrays.bella, arrays.evaluate):
        ran = python(f"import pickle; print(pickle.loads({pickle.dumps(function)!r})([7], 'S'))")
        assert ran.stderr == ""
        assert ran.stdout == f"{function([7], 'S')}\n"


def test_pieces_make_up_the_shape():
    for shape, most in (
        ((7,), 3),
        ((2, 5), 3),
        ((5, 2), 3),
        ((3, 1, 4), 100),
        ((3, 4, 5), 7),
        ((), 4),
        ((0, 3), 2),
    ):
        seen = np.zeros(shape, int)
        for piece in _threads.pieces(shape, most):
            assert seen[piece].size <= most
            seen[piece] += 1
        assert (seen == 1).all()
    # Without any list of them.
    first = next(_threads.pieces((2**50, 2**50), 1 << 20))
    assert first == (slice(0, 1), slice(0, 1 << 20))


def test_an_error_in_a_thread_is_raised_and_ends_the_rest():
    done = []

    def work(piece):
        done.append(piece)
        if len(done) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        _threads.spread(work, (1 << 30,), 2, most=1 << 12)
    assert len(done) < 10
    assert threading.active_count() == 1


def test_work_is_done_if_no_thread_can_be_had(monkeypatch):
    def start(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    hands = np.resize(HANDS, 100_000)
    assert np.array_equal(arrays.points(hands, 0, threads=2), arrays.points(hands, 0))


def test_bad_indices():
    for bad, error in (
        (core.DEALS, ValueError), (-1, ValueError), ([0, core.DEALS], ValueError), (1.0, TypeError),
        (np.array([2**64 - 1], np.uint64), ValueError), (np.zeros(1), TypeError), ("1", TypeError),
    ):  # fmt: skip
        with pytest.raises(error):
            arrays.deals_from_index(bad)


# --- threads, processes, memory ---

EVERYTHING = {
    "points": lambda hands, **more: arrays.points(hands, 1, **more),
    "strength": lambda hands, **more: arrays.strength(hands, CONTRACTS[0], **more),
    "each": lambda hands, **more: arrays.points(hands, np.arange(len(hands)) % 6, **more),
    "six": lambda hands, **more: arrays.evaluate(hands[:, None], range(6), **more)[1],
    "few": lambda hands, **more: arrays.points(hands, [[5], [0]], **more),
    "counts": lambda hands, **more: arrays.combination_counts(hands, 4, **more),
    "resolve": lambda hands, **more: arrays.resolve(hands.reshape(-1, 4), 2, **more)[1],
    "turned": lambda hands, **more: arrays.resolve(hands.reshape(-1, 4).T.copy().T, 2, **more)[1],
    "index": lambda hands, **more: arrays.deals_from_index(
        arrays.deal_index(hands.reshape(-1, 4), **more), **more),
    "deals": lambda hands, **more: arrays.random_deals(len(hands), 1, start=len(hands), **more),
    "known": lambda hands, **more: arrays.random_deals(5000, 1, known={"N": "AKQJ..."}, **more),
}  # fmt: skip


@pytest.mark.parametrize("call", EVERYTHING.values(), ids=EVERYTHING)
def test_threads_give_the_serial_result(call):
    hands = arrays.random_deals(30_000, 6).ravel()
    serial = call(hands)
    for threads in (1, 2, 3, 8):
        assert np.array_equal(call(hands, threads=threads), serial)
    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(lambda _: call(hands), range(16)):
            assert np.array_equal(found, serial)


def test_more_threads_than_elements():
    assert arrays.points(HANDS[:3], 0, threads=50).tolist() == arrays.points(HANDS[:3], 0).tolist()
    assert arrays.points(7, 0, threads=4) == 20
    assert arrays.points([], 0, threads=4).shape == (0,)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_fork_after_a_call_works():
    code = (
        "import os, sys; import numpy as np; from bazar import arrays\n"
        "hands = arrays.all_hands(threads=2)[:100000]\n"
        "before = arrays.points(hands, 0, threads=2).sum()\n"
        "child = os.fork()\n"
        "if child == 0: os._exit(0 if arrays.points(hands, 0, threads=2).sum() == before else 1)\n"
        "sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    ran = python(code, timeout=60)
    assert ran.returncode == 0, ran.stderr


def test_other_processes_give_the_same():
    with get_context("spawn").Pool(1) as pool:
        found = pool.apply(arrays.resolve, (arrays.random_deals(100, 2), 0))
    assert all(map(np.array_equal, found, arrays.resolve(arrays.random_deals(100, 2), 0)))


def test_no_warnings():
    code = (
        "from bazar import arrays; arrays.evaluate([1, 2], 'S'); arrays.resolve(arrays.random_deals(3, 1), 0)"
    )
    ran = python(code, "-W", "error")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_without_numpy_the_error_says_what_to_install():
    code = "import sys; sys.modules['numpy'] = None; import bazar; import bazar.arrays"
    ran = python(code)
    assert ran.returncode == 1
    assert "ModuleNotFoundError: bazar.arrays needs NumPy: pip install 'bazar[arrays]'" in ran.stderr


def test_scratch_is_small():
    deals = arrays.random_deals(300_000, 1)
    calls = {
        "plain": lambda: arrays.evaluate(deals.ravel(), 0, out=(points, strength)),
        "wide": lambda: arrays.points(wide, 0, out=points),
        "each": lambda: arrays.points(deals.ravel(), contracts, out=points),
        "resolve": lambda: arrays.resolve(deals, 0, out=outs),
        "turned": lambda: arrays.resolve(turned, 0, out=outs),
        "index": lambda: arrays.deal_index(turned, out=index),
        "known": lambda: arrays.random_deals(len(deals), 1, known={"N": "AKQJ..."}, out=deals),
    }
    points, strength = np.empty(deals.size, np.uint16), np.empty(deals.size, np.uint8)
    wide, turned = deals.ravel().astype(np.int64), deals.T.copy().T
    contracts = np.zeros(deals.size, np.int64)
    outs = arrays.resolve(deals, 0)
    index = np.empty(len(deals), np.uint64)
    for name, call in calls.items():
        call()
        tracemalloc.start()
        try:
            call()
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        # The arrays themselves have megabytes.
        assert peak < 700_000, (name, peak)


def refuse(call, *arguments, **more):
    try:
        call(*arguments, **more)
    except (TypeError, ValueError):
        return
    raise AssertionError("it should have been refused")


EIGHT = HANDS[:8].copy()
TO = np.empty(8, np.uint16)
FOUR = arrays.random_deals(4, 1)
CALLS = {
    "quick": lambda: arrays.points(EIGHT, 0, out=TO),
    "quick new": lambda: arrays.points(EIGHT, 0),
    "general": lambda: arrays.points(EIGHT[::2], CONTRACTS[:4]),
    "scalar": lambda: arrays.points(7, "S"),
    "evaluate": lambda: arrays.evaluate(EIGHT[:, None], range(6)),
    "resolve": lambda: arrays.resolve(FOUR, 0),
    "random": lambda: arrays.random_deals(2, 1),
    "known": lambda: arrays.random_deals(2, 1, known={"N": "AKQJ..."}),
    "index": lambda: arrays.deals_from_index(arrays.deal_index(FOUR)),
    "bad hands": lambda: refuse(arrays.points, [1.5], 0),
    "bad out": lambda: refuse(arrays.points, EIGHT, 0, out=EIGHT),
    "overlap": lambda: refuse(arrays.points, EIGHT, 0, out=EIGHT.view(np.uint16)[:8]),
    "read-only": lambda: refuse(arrays.points, EIGHT, 0, out=np.broadcast_to(np.uint16(0), 8)),
    "bad contract": lambda: refuse(arrays.points, EIGHT, 6, out=TO),
    "bad deals": lambda: refuse(arrays.resolve, FOUR[:, ::-1] * 0, 0),
    "bad known": lambda: refuse(arrays.random_deals, 1, 1, known={"N": "AKQJ...", "E": "A..."}),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.skipif(not sys.getallocatedblocks(), reason="Python's own allocator is off")
def test_memory_is_flat(call):
    shared = (EIGHT, TO, FOUR, Contract.SPADES, np.dtype(np.uint16))

    def counts():
        gc.collect()
        return sys.getallocatedblocks(), [sys.getrefcount(item) for item in shared]

    for _ in range(50):
        call()
    before = counts()
    for _ in range(1000):
        call()
    after = counts()
    assert after[0] - before[0] < 300
    assert all(abs(a - b) < 50 for a, b in zip(after[1], before[1], strict=True))


def test_a_million_quick_calls_leave_nothing_behind():
    before = sys.getallocatedblocks(), sys.getrefcount(EIGHT), sys.getrefcount(TO)
    for _ in range(1_000_000):
        arrays.points(EIGHT, 0, out=TO)
    after = sys.getallocatedblocks(), sys.getrefcount(EIGHT), sys.getrefcount(TO)
    assert after[0] - before[0] < 100
    assert after[1:] == before[1:]


def test_naive_reference():
    for mask in HANDS[:200].tolist():
        cards = naive.hand(mask)
        for number, contract in enumerate(naive.CONTRACTS):
            assert arrays.points(mask, number) == naive.points(cards, contract)
            assert arrays.card_points(mask, number) == naive.card_points(cards, contract)
