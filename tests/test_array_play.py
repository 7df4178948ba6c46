"""bazar.arrays.playouts and replay: against the core for one deal, layouts, threads, refusals."""

import signal
import subprocess
import sys
import time
from itertools import product

import numpy as np
import pytest
from support import rows

import bazar
from bazar import Rules, arrays, core

SWITCHES = [Rules(partner_exempt=a, undertrump=b) for a, b in product((True, False), ("free", "must"))]
DEALS = arrays.random_deals(24, seed=3)


def core_switches(rules):
    return rules.partner_exempt, core.MUST if rules.undertrump == "must" else core.FREE


# --- playouts ---


@pytest.mark.parametrize("rules", SWITCHES, ids=repr)
def test_playouts_are_those_of_the_core(rules):
    contracts = np.arange(24) % 6
    leaders = np.arange(24) // 6
    counts = arrays.playouts(DEALS, contracts, leaders, 20, 9, rules=rules, histogram=True)
    means = arrays.playouts(DEALS, contracts, leaders, 20, 9, rules=rules)
    assert (counts.shape, counts.dtype, means.shape, means.dtype) == ((24, 259), np.uint32, (24,), np.float64)
    for place, deal in enumerate(DEALS.tolist()):
        expected = core.playouts(
            deal, contracts[place], leaders[place], 20, 9, 20 * place, *core_switches(rules)
        )
        assert counts[place].tolist() == expected
    assert (counts.sum(axis=1) == 20).all()
    assert np.array_equal(means, counts @ np.arange(259.0) / 20)


def test_playouts_broadcast():
    table = arrays.playouts(DEALS[:, None, None], np.arange(6)[:, None], np.arange(4), 5, 1)
    assert table.shape == (24, 6, 4)
    flat = arrays.playouts(
        np.repeat(DEALS, 24, axis=0),
        np.tile(np.repeat(np.arange(6), 4), 24),
        np.tile(np.arange(4), 144),
        5,
        1,
    )
    assert np.array_equal(table.ravel(), flat)
    one = arrays.playouts(bazar.Deal(DEALS[0].tolist()), "AT", bazar.Seat.EAST, 5, 1)
    assert isinstance(one, np.float64)
    assert one == arrays.playouts(DEALS[0], 4, 1, 5, 1)
    assert arrays.playouts(np.empty((0, 4), np.uint32), 0, 0, 5, 1).shape == (0,)
    assert arrays.playouts(DEALS, 0, 0, 5).shape == (24,)


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_threads_change_nothing(threads):
    deals = arrays.random_deals(1000, seed=5)
    for histogram in (False, True):
        expected = arrays.playouts(deals, [[0], [4]], "E", 40, 2, histogram=histogram)
        found = arrays.playouts(deals, [[0], [4]], "E", 40, 2, histogram=histogram, threads=threads)
        assert np.array_equal(found, expected)
    plays = np.array([range(32)] * 1000)
    expected = arrays.replay(deals, plays, 0, 1)
    for a, b in zip(arrays.replay(deals, plays, 0, 1, threads=threads), expected, strict=True):
        assert np.array_equal(a, b)


def test_long_playouts_are_cut_without_a_seam(monkeypatch):
    expected = arrays.playouts(DEALS, np.arange(6)[:, None], 0, 10, 2)
    monkeypatch.setattr(arrays, "PLAYOUTS", 70)
    for threads in (1, 3):
        assert np.array_equal(
            arrays.playouts(DEALS, np.arange(6)[:, None], 0, 10, 2, threads=threads), expected
        )


def test_any_layout():
    expected = arrays.playouts(DEALS, 0, 0, 5, 1)
    for deals in (
        DEALS.astype(np.int64),
        DEALS.astype(">u4"),
        np.asfortranarray(DEALS),
        np.repeat(DEALS, 2, axis=0)[::2],
    ):
        assert np.array_equal(arrays.playouts(deals, 0, 0, 5, 1), expected)
    out = np.zeros((24, 2))[:, 0]
    assert arrays.playouts(DEALS, 0, 0, 5, 1, out=out) is out
    assert np.array_equal(out, expected)
    counts = np.zeros((24, 259), np.uint32, order="F")
    assert arrays.playouts(DEALS, 0, 0, 5, 1, histogram=True, out=counts) is counts
    assert (counts.sum(axis=1) == 5).all()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((DEALS, 0, 0, 0, 1), ValueError),
        ((DEALS, 0, 0, -1, 1), ValueError),
        ((DEALS, 0, 0, 1.5, 1), TypeError),
        ((DEALS, 0, 0, 2**32, 1), ValueError),
        ((DEALS, 0, 0, 1, -1), ValueError),
        ((DEALS, 0, 0, 1, 2**64), ValueError),
        ((DEALS, 6, 0, 1, 1), ValueError),
        ((DEALS, 0, 4, 1, 1), ValueError),
        ((DEALS, "N", 0, 1, 1), ValueError),
        ((DEALS, 0.0, 0, 1, 1), TypeError),
        ((DEALS[:, :3], 0, 0, 1, 1), ValueError),
        ((DEALS | 1, 0, 0, 1, 1), ValueError),
        ((DEALS, [0, 1], 0, 1, 1), ValueError),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_bad_arguments_of_playouts(arguments, error):
    out = np.full(24, -1.0)
    with pytest.raises(error):
        arrays.playouts(*arguments, out=out)
    assert (out == -1).all()


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"rules": 1}, TypeError),
        ({"rules": "poker"}, ValueError),
        ({"threads": 0}, ValueError),
        ({"out": np.zeros(23)}, ValueError),
        ({"out": np.zeros(24, np.float32)}, TypeError),
        ({"out": np.zeros(24), "histogram": True}, TypeError),
    ],
    ids=str,
)
def test_bad_options_of_playouts(options, error):
    with pytest.raises(error):
        arrays.playouts(DEALS, 0, 0, 1, 1, **options)


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_ends_playouts(threads):
    code = (
        "from bazar import arrays; deals = arrays.random_deals(100_000, 1); print('on', flush=True); "
        f"arrays.playouts(deals, 0, 0, 100_000, 1, threads={threads})"
    )
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code], **pipes) as child:
        child.stdout.readline()
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=20)
    assert b"KeyboardInterrupt" in errors


# --- replay ---


def conformance():
    cases = rows("plays.jsonl")
    number = {str(card): card.__index__() for card in bazar.Hand(2**32 - 1)}
    deals = [[bazar.Hand(hand).mask for hand in case["deal"]] for case in cases]
    plays = [[number[card] for card, _ in case["plays"]] for case in cases]
    said = [sum(1 << number[card] for card, word in case["plays"] if word) for case in cases]
    return (
        cases,
        np.array(deals),
        np.array(plays),
        [c["contract"] for c in cases],
        [c["leader"] for c in cases],
        said,
    )


def test_replay_of_the_reference_cases():
    cases, deals, plays, contracts, leaders, said = conformance()
    points, bella, made = arrays.replay(deals, plays, contracts, leaders, said=said)
    assert points.tolist() == [case["card_points"] for case in cases]
    assert bella.tolist() == [case["bella"] for case in cases]
    assert (made == 32).all()
    assert [array.dtype for array in (points, bella, made)] == [np.uint16, np.uint8, np.uint8]


def test_replay_stops_at_the_first_wrong_play():
    cases, deals, plays, contracts, leaders, said = conformance()
    generator = np.random.default_rng(1)
    for _ in range(5):
        wrong = plays.copy()
        for row in wrong:
            a, b = generator.integers(0, 32, 2)
            row[[a, b]] = row[[b, a]]
        rules = SWITCHES[generator.integers(0, 4)]
        points, bella, made = arrays.replay(deals, wrong, contracts, leaders, said=said, rules=rules)
        for place, case in enumerate(cases):
            count = int(made[place])
            arguments = (
                deals[place].tolist(), core_contract(case), "NESW".index(case["leader"]),
                wrong[place, :count].tolist(), said[place], *core_switches(rules),
            )  # fmt: skip
            assert core.replay(*arguments)[:4] == (*points[place].tolist(), *bella[place].tolist())
            if count < 32:
                more = [*arguments[:3], wrong[place, : count + 1].tolist(), *arguments[4:]]
                with pytest.raises(ValueError, match=f"play {count}"):
                    core.replay(*more)
    assert (made < 32).any()


def core_contract(case):
    return bazar.Contract(case["contract"]).__index__()


def test_replay_of_fewer_cards_and_shapes():
    _, deals, plays, contracts, leaders, said = conformance()
    for length in (0, 1, 7, 32):
        points, _, made = arrays.replay(deals, plays[:, :length], contracts, leaders, said=said)
        assert (made == length).all()
        assert (points.sum(axis=1) == 0).all() == (length < 4)
    everything = arrays.replay(deals[:, None], plays, contracts, leaders)
    assert everything[2].shape == (200, 200)
    assert np.array_equal(np.diag(everything[2]), np.full(200, 32))
    wide = plays.astype(">i8")[:, ::-1][:, ::-1]
    outs = np.zeros((200, 2), np.uint16), np.zeros((200, 2), np.uint8), np.zeros(400, np.uint8)[::2]
    found = arrays.replay(deals, wide, contracts, leaders, said=said, out=outs)
    assert all(a is b for a, b in zip(found, outs, strict=True))
    assert (outs[2] == 32).all()
    text = "N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987"
    points, bella, made = arrays.replay(text, ["KS", "7H", "7D", "7C", "QS"], "S", "N", said=0b1100000)
    assert (points.tolist(), bella.tolist(), int(made)) == ([4, 0], [20, 0], 5)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((DEALS, np.full((24, 32), 32), 0, 0), ValueError),
        ((DEALS, np.full((24, 32), -1), 0, 0), ValueError),
        ((DEALS, np.zeros((24, 33), int), 0, 0), ValueError),
        ((DEALS, np.zeros((24, 32)), 0, 0), TypeError),
        ((DEALS, 5, 0, 0), ValueError),
        ((DEALS, np.zeros((23, 32), int), 0, 0), ValueError),
        ((DEALS, np.zeros((24, 32), int), 6, 0), ValueError),
        ((DEALS, np.zeros((24, 32), int), 0, -1), ValueError),
        ((DEALS[:, :3], np.zeros((24, 32), int), 0, 0), ValueError),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_bad_arguments_of_replay(arguments, error):
    with pytest.raises(error):
        arrays.replay(*arguments)
    with pytest.raises(ValueError, match="must be in"):
        arrays.replay(DEALS, np.zeros((24, 32), int), 0, 0, said=2**32)
    with pytest.raises(TypeError):
        arrays.replay(DEALS, np.zeros((24, 32), int), 0, 0, out=np.zeros(24))
