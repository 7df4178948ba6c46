"""Threads, other processes, and memory that does not grow."""

import gc
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context

import pytest

import bazar
from bazar import Card, Combination, Contract, Deal, Hand, core

TEXT = "AKQJ.T98.7."


def work(seed):
    """A bit of everything, as a value that compares."""
    deal = Deal.random(seed)
    return (
        str(deal),
        deal.index,
        tuple(hand.combinations(contract) for hand in deal for contract in Contract),
        bazar.resolve(deal, seed % 6).explain(),
        tuple(core.strength(hand.mask, seed % 6) for hand in deal),
        Hand(TEXT) | deal["N"],
    )


def test_threads_give_the_serial_result():
    serial = [work(seed) for seed in range(400)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(400))) == serial


def test_other_processes_give_the_same_values():
    with get_context("spawn").Pool(2) as pool:
        assert pool.map(work, range(8)) == [work(seed) for seed in range(8)]


def attempt(call, *arguments):
    try:
        call(*arguments)
    except (TypeError, ValueError):
        return
    raise AssertionError("it should have been refused")


GOOD = {
    "hand": lambda: Hand(255),
    "hand text": lambda: Hand(TEXT),
    "cards": lambda: list(Hand(TEXT)),
    "str": lambda: str(Hand(TEXT)),
    "set": lambda: (Hand(TEXT) | Hand(1)) & {Card("AS")},
    "combinations": lambda: Hand(TEXT).combinations("S"),
    "properties": lambda: [(c.cards, c.kind, c.top, str(c)) for c in Hand(TEXT).combinations("S")],
    "points": lambda: Hand(TEXT).points("AT"),
    "core": lambda: core.points(2**32 - 1, 5),
    "resolve": lambda: core.resolve([1, 2, 4, 8], 0),
    "deal": lambda: core.deal_from_index(core.DEALS - 1),
    "pickle": lambda: pickle.loads(pickle.dumps(Hand(TEXT))),
}
BAD = {
    "hand": lambda: attempt(Hand, None),
    "mask": lambda: attempt(Hand, 2**40),
    "text": lambda: attempt(Hand, "AKX"),
    "cards": lambda: attempt(Hand, ["AS", "AS"]),
    "card": lambda: attempt(Card, 99),
    "contract": lambda: attempt(Hand(1).points, object()),
    "combination": lambda: attempt(Combination, "AK...", "S"),
    "core": lambda: attempt(core.points, -1, 0),
    "resolve": lambda: attempt(core.resolve, [1, 1, 1, 1], 0),
}


@pytest.mark.parametrize(
    "call", [*GOOD.values(), *BAD.values()], ids=[*GOOD, *(f"bad {name}" for name in BAD)]
)
@pytest.mark.skipif(not sys.getallocatedblocks(), reason="Python's own allocator is off")
def test_memory_is_flat(call):
    def blocks():
        gc.collect()
        return sys.getallocatedblocks()

    for _ in range(200):
        call()
    before = blocks()
    for _ in range(5000):
        call()
    # A leak of one object a call would be 5,000; free lists may fill.
    assert blocks() - before < 1000


def test_reference_counts_of_shared_objects_are_flat():
    shared = [Card("AS"), Contract.SPADES, bazar.Suit.SPADES, bazar.Kind.BERTS, bazar.Rank.ACE]
    before = [sys.getrefcount(item) for item in shared]
    for _ in range(1000):
        hand = Hand(TEXT)
        list(hand)
        [(c.kind, c.suit, c.top, c.contract) for c in hand.combinations(Contract.SPADES)]
        hand.bella("S")
    del hand
    after = [sys.getrefcount(item) for item in shared]
    assert all(abs(a - b) < 50 for a, b in zip(after, before, strict=True))
