"""Timing that means something on a noisy machine: one core, best of many, ratios within one run."""

import os
import timeit
from collections.abc import Callable

REPEATS = 25


def pin() -> None:
    """Keep this process on one core, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def nanoseconds(
    statements: dict[str, str], names: dict[str, object], number: int = 50_000
) -> dict[str, float]:
    """Best time of each statement, by ``timeit``, all of them taking turns."""
    timers = {name: timeit.Timer(code, globals=names) for name, code in statements.items()}
    best = dict.fromkeys(timers, float("inf"))
    for _ in range(REPEATS):
        for name, timer in timers.items():
            best[name] = min(best[name], timer.timeit(number) / number * 1e9)
    return best


def seconds(calls: dict[str, Callable[[], object]], repeats: int = 5) -> dict[str, float]:
    """Best time of each call, all of them taking turns."""
    from time import perf_counter

    best = dict.fromkeys(calls, float("inf"))
    for _ in range(repeats):
        for name, call in calls.items():
            start = perf_counter()
            call()
            best[name] = min(best[name], perf_counter() - start)
    return best
