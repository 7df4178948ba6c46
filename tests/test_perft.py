"""Counts of legal lines: a data file, the naive reference, and the two ways the core counts."""

import signal
import subprocess
import sys
import threading
import time

import naive
import naive_play
import pytest
from support import rows, run

import bazar
from bazar import Card, Position, Rules, core

CASES = rows("perft.jsonl")
DEAL = "N:987.KQ..987 QT..AKQJ8.T AK.AJT9..QJ J.87.T97.AK"


def position(case):
    return Position(case["hands"], case["contract"], case["leader"], Rules(**case["rules"]))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['contract']}-{len(case['hands'][0]) - 3}")
def test_counts(case):
    start = position(case)
    hands = [hand.mask for hand in start.hands]
    switches = case["rules"]["partner_exempt"], ("free", "must").index(case["rules"]["undertrump"])
    contract = naive.CONTRACTS.index(case["contract"])
    leader = "NESW".index(case["leader"])
    for cards, count in enumerate(case["counts"]):
        assert start.perft(cards) == count
        if count < 3_000_000:
            assert core.perft(hands, contract, leader, cards, *switches, bulk=False) == count
            split = start.perft(cards, split=True)
            assert sum(split.values()) == (count if cards else 0)
            assert list(split) == (list(start.legal) if cards else [])


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['contract']}-{len(case['hands'][0]) - 3}")
def test_the_naive_reference_counts_the_same(case):
    table = naive_play.Table(
        [naive.read(hand) for hand in case["hands"]],
        case["contract"],
        "NESW".index(case["leader"]),
        case["rules"]["partner_exempt"],
        case["rules"]["undertrump"],
    )
    counts = [count for count in case["counts"] if count < 2000]
    assert len(counts) > 4
    for cards, count in enumerate(counts):
        assert naive_play.perft(table, cards) == count


def test_all_contracts_and_rules_are_there():
    kinds = {(case["contract"], *case["rules"].values(), sum(map(len, case["hands"]))) for case in CASES}
    assert len(kinds) == 6 * 4 * 2


def test_from_the_middle_of_a_trick():
    start = position(CASES[0])
    for cards in range(1, 7):
        assert sum(start.perft(cards, split=True).values()) == start.perft(cards) == CASES[0]["counts"][cards]
    total = 0
    for card in start.legal:
        start.play(card)
        total += start.perft(5)
        start.undo()
    assert total == CASES[0]["counts"][6]


def test_no_line_is_longer_than_what_is_left():
    start = Position(["A...", "K...", "Q...", "J..."], "WT")
    assert [start.perft(cards) for cards in range(7)] == [1, 1, 1, 1, 1, 0, 0]
    assert start.perft(32) == 0
    assert start.perft(0, split=True) == {}
    assert start.perft(4, split=True) == {Card("AS"): 1}
    unsound = Position(["A...", "A...", "Q...", "J..."], "WT", check=False)
    assert unsound.perft(1) == 0


@pytest.mark.parametrize(
    ("cards", "error"), [(-1, ValueError), (33, ValueError), (1.0, TypeError), (True, TypeError)]
)
def test_bad_numbers_of_cards(cards, error):
    with pytest.raises(error):
        position(CASES[0]).perft(cards)
    with pytest.raises(error):
        core.perft([0] * 4, 0, 0, cards)


def test_it_counts_beside_other_threads():
    start = Position(DEAL, "H", "E")
    expected = start.perft(9)
    found = []
    threads = [threading.Thread(target=lambda: found.append(start.copy().perft(9))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_an_interrupt_ends_it():
    code = f"import bazar; print('on', flush=True); bazar.Position({DEAL!r}, 'WT').perft(32)"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        child.stdout.readline()
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=20)
    assert b"KeyboardInterrupt" in errors


def bazar_perft(*arguments):
    return run(sys.executable, "-m", "bazar", "perft", *arguments)


def test_the_command():
    ran = bazar_perft(DEAL, "--depth", "6", "-c", "H", "--leader", "E", "--rules", "rotterdam")
    assert (ran.returncode, ran.stderr) == (0, "")
    *split, total = [line.split() for line in ran.stdout.splitlines()]
    start = Position(DEAL, "H", "E", "rotterdam")
    assert {Card(card): int(count) for card, count in split} == start.perft(6, split=True)
    assert total == ["total", str(start.perft(6))]
    assert bazar_perft(DEAL, "--depth", "0").stdout.split() == ["total", "1"]
    assert bazar_perft(DEAL, "--depth", "33").returncode == 2
    assert bazar_perft("N:AKQ", "--depth", "3").returncode == 2
    assert bazar_perft(DEAL, "--depth", "3", "--rules", "poker").returncode == 2
    assert bazar.Position(DEAL, "S").perft(3) == int(bazar_perft(DEAL, "--depth", "3").stdout.split()[-1])
