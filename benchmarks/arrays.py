"""The NumPy functions, as ratios to ``np.add`` on the same arrays in the same run.

BAZAR_CPU=avx2 python benchmarks/arrays.py
"""

from collections.abc import Callable
from time import perf_counter

import numpy as np
from timing import nanoseconds, pin, seconds

from bazar import arrays, core

HANDS = 10_000_000
DEALS = 10_000_000
FEWER = 1_000_000
REPEATS = 20


def evaluation() -> None:
    hands = arrays.random_deals(HANDS // 4, 1).ravel()
    words, small, sums = np.empty(HANDS, np.uint16), np.empty(HANDS, np.uint8), np.empty_like(hands)
    rows = np.empty((HANDS, 6), np.uint16), np.empty((HANDS, 6), np.uint8)
    contracts = np.random.default_rng(1).integers(0, 6, HANDS).astype(np.uint8)
    wide, spaced = hands.astype(np.int64), np.repeat(hands, 2)[::2]
    calls: dict[str, Callable[[], object]] = {
        "np.add(hands, 1, out=)": lambda: np.add(hands, np.uint32(1), out=sums),
        "points, one contract": lambda: arrays.points(hands, 0, out=words),
        "strength, one contract": lambda: arrays.strength(hands, 0, out=small),
        "evaluate, one contract": lambda: arrays.evaluate(hands, 0, out=(words, small)),
        "evaluate, all six": lambda: arrays.evaluate(hands[:, None], range(6), out=rows),
        "card_points, one contract": lambda: arrays.card_points(hands, 0, out=words),
        "points, a contract for each": lambda: arrays.points(hands, contracts, out=words),
        "points of int64": lambda: arrays.points(wide, 0, out=words),
        "points of every other hand": lambda: arrays.points(spaced, 0, out=words),
    }
    aims = {"points, one contract": 1.6, "evaluate, one contract": 2.0, "evaluate, all six": 4.0}
    report(f"{HANDS:,} hands", seconds(calls, REPEATS), HANDS, aims)


def declaring() -> None:
    deals = arrays.random_deals(DEALS, 1)
    hands, sums = deals.ravel(), np.empty(4 * DEALS, np.uint32)
    out = np.empty(DEALS, np.int8), np.empty((DEALS, 2), np.uint16), np.empty(DEALS, np.uint8)
    calls: dict[str, Callable[[], object]] = {
        "np.add on their hands": lambda: np.add(hands, np.uint32(1), out=sums),
        "resolve": lambda: arrays.resolve(deals, 0, out=out),
    }
    report(f"{DEALS:,} deals", seconds(calls, REPEATS), DEALS, {"resolve": 2.5})


def dealing() -> None:
    deals, index = arrays.random_deals(FEWER, 1), np.empty(FEWER, np.uint64)
    known = {"S": "AKQJ.T98.7.", "E": arrays.Known(void="S")}
    generator, pack = np.random.default_rng(1), np.arange(32)
    few = np.tile(pack, (FEWER // 20, 1))
    calls: dict[str, Callable[[], object]] = {
        "random_deals": lambda: arrays.random_deals(FEWER, 1, out=deals),
        "random_deals, one hand and a void known": lambda: arrays.random_deals(
            FEWER, 1, known=known, out=deals
        ),
        "deal_index": lambda: arrays.deal_index(deals, out=index),
        "deals_from_index": lambda: arrays.deals_from_index(index, out=deals),
    }
    times = seconds(calls, REPEATS)
    print(f"\n{'deals':42} {'M/s':>8} {'ns':>8}")
    for name, time in times.items():
        print(f"{name:42} {FEWER / time / 1e6:8.1f} {time / FEWER * 1e9:8.1f}")
    start = perf_counter()
    generator.permuted(few, axis=1)
    print(f"{'NumPy, permuted packs':42} {'':8} {(perf_counter() - start) / len(few) * 1e9:8.1f}")


def threads() -> None:
    """Before the process is kept on one core; two cores of a virtual machine may be one in truth."""
    deals = arrays.random_deals(DEALS, 1)
    out = arrays.resolve(deals, 0)
    calls: dict[str, Callable[[], object]] = {
        "resolve, one thread": lambda: arrays.resolve(deals, 0, out=out),
        "resolve, two threads": lambda: arrays.resolve(deals, 0, out=out, threads=2),
        "random_deals, one thread": lambda: arrays.random_deals(DEALS, 1, out=deals),
        "random_deals, two threads": lambda: arrays.random_deals(DEALS, 1, out=deals, threads=2),
    }
    report(f"{DEALS:,} deals, free of any core", seconds(calls, 5), DEALS, {})


def small() -> None:
    hands = np.arange(8, dtype=np.uint32)
    names = {
        "points": arrays.points,
        "evaluate": arrays.evaluate,
        "add": np.add,
        "hands": hands,
        "words": np.empty(8, np.uint16),
        "sums": np.empty_like(hands),
    }
    statements = {
        "np.add(hands, 1, out=)": "add(hands, 1, out=sums)",
        "points(hands, 0, out=)": "points(hands, 0, out=words)",
        "points(hands, 'S', out=)": "points(hands, 'S', out=words)",
        "points(hands, 0)": "points(hands, 0)",
        "evaluate(hands, 0)": "evaluate(hands, 0)",
    }
    print(f"\n{'eight hands':42} {'ns':>8}")
    for name, time in nanoseconds(statements, names, 5_000).items():
        print(f"{name:42} {time:8.0f}")


def report(title: str, times: dict[str, float], count: int, aims: dict[str, float]) -> None:
    base = next(iter(times.values()))
    print(f"\n{title:42} {'ms':>8} {'ratio':>8} {'aim':>6} {'M/s':>8}")
    for name, time in times.items():
        aim = f"{aims[name]:.1f}" if name in aims else ""
        print(f"{name:42} {time * 1e3:8.2f} {time / base:8.2f} {aim:>6} {count / time / 1e6:8.0f}")


def main() -> None:
    print(f"kernels: {core.cpu()}")
    threads()
    pin()
    evaluation()
    declaring()
    dealing()
    small()


if __name__ == "__main__":
    main()
