"""The solver on arrays of deals: threads, progress, and work that can be stopped and taken up again."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from bazar._array_deals import check_deals
from bazar._array_inputs import (
    CONTRACTS,
    SEATS,
    Array,
    Kind,
    broadcast,
    deals_of,
    hidden,
    hidden_deals,
    one_or_many,
)
from bazar._array_outputs import check_masks, finished, targets
from bazar._core import int_in_range
from bazar._solver import CAPOTS, POINTS, Solver, _make_rows, _solve_rows, pair_number
from bazar._threads import thread_count
from bazar.errors import given
from bazar.rules import Rules, rules_given

Progress: TypeAlias = Callable[[int, int], object] | bool | None

WHISTS = Kind("points", POINTS, lambda value: int_in_range(value, POINTS, "points"))
PAIRS = Kind("pairs", 2, pair_number)

# Deals a thread takes at a time, and seconds between two reports.
ROWS = 16
TICK = 0.1
# A bar is for work that takes longer.
PATIENCE = 1.0


def solve(
    deals: Any,
    contract: Any,
    leader: Any = 0,
    *,
    rules: Rules | str | None = None,
    capot: int = 0,
    out: npt.NDArray[np.uint16] | None = None,
    done: npt.NDArray[np.bool_] | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Any:
    """The whists of NS with best play by both pairs, all hands seen, of each deal (RULES C).

    Of a deal under several leaders the later ones cost less: keep leaders on the last axis.

    :param deals: masks of N E S W on the last axis
    :param contract: a contract, or integers that broadcast with the other axes of ``deals``
    :param leader: the seat that leads, or integers likewise
    :param rules: a ``Rules``, the name of a preset, or None for the default
    :param capot: whists to a pair that takes all eight tricks
    :param out: where to put the result; what is done stays there if the work is stopped
    :param done: bools of the broadcast shape, set as results are written; those set already are left alone,
        so that work that was stopped can go on
    :param threads: how many threads share the work, 1 if not given
    :param progress: called with how many are done and how many there are, now and then; or whether to show
        a bar: None shows one on a terminal when it takes long
    :return: uint16 of the broadcast shape, the last trick's 10 and NS's capot included
    :raises TypeError, ValueError: for what does not fit; nothing is written then

    >>> from bazar import arrays
    >>> arrays.solve("N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987", ["S", "H", "WT"])
    array([162,   0, 162], dtype=uint16)
    """
    switches = rules_given(rules)
    bonus = int_in_range(capot, CAPOTS, "capot")

    def call(solver: Solver, stop: Array, numbers: list[Array], result: Array, ready: Array) -> None:
        settings = switches.partner_exempt, switches.undertrump == "must", bonus
        masks, contracts, leaders = numbers
        _solve_rows(solver, masks, contracts, leaders, *settings, result, ready, stop)

    arguments = [(contract, CONTRACTS), (leader, SEATS)]
    return _on_deals(deals, arguments, call, np.uint16, out, done, threads, progress)


def makes(
    deals: Any,
    contract: Any,
    leader: Any,
    points: Any,
    pair: Any = 0,
    *,
    rules: Rules | str | None = None,
    capot: int = 0,
    out: npt.NDArray[np.bool_] | None = None,
    done: npt.NDArray[np.bool_] | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Any:
    """Whether a pair can take so many whists, all hands seen, of each deal; far cheaper than the value.

    :param deals: masks of N E S W on the last axis
    :param contract: a contract, or integers that broadcast with the other axes of ``deals``
    :param leader: the seat that leads, or integers likewise
    :param points: whists, or integers likewise
    :param pair: ``"NS"`` or ``"EW"``, 0 or 1, or integers likewise
    :param rules: as in ``solve``, and so ``capot``, ``out``, ``done``, ``threads``, ``progress``
    :return: bools of the broadcast shape
    :raises TypeError, ValueError: for what does not fit; nothing is written then

    >>> from bazar import arrays
    >>> arrays.makes("N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987", "S", "N", [162, 163])
    array([ True, False])
    """
    switches = rules_given(rules)
    bonus = int_in_range(capot, CAPOTS, "capot")

    def call(solver: Solver, stop: Array, numbers: list[Array], result: Array, ready: Array) -> None:
        settings = switches.partner_exempt, switches.undertrump == "must", bonus
        masks, contracts, leaders, asked, pairs = numbers
        made = result.view(np.uint8)
        _make_rows(solver, masks, contracts, leaders, asked, pairs, *settings, made, ready, stop)

    arguments = [(contract, CONTRACTS), (leader, SEATS), (points, WHISTS), (pair, PAIRS)]
    return _on_deals(deals, arguments, call, np.bool_, out, done, threads, progress)


# --- what they share ---


def _on_deals(
    deals: object,
    numbers: list[tuple[object, Kind]],
    call: Callable[[Solver, Array, list[Array], Array, Array], None],
    dtype: type,
    out: object,
    done: object,
    threads: object,
    progress: object,
) -> Any:
    """``call`` with rows of the deals and of the numbers, all broadcast, and of where results go."""
    count = thread_count(threads)
    report = _reporter(progress)
    masks = deals_of(deals)
    others = [np.asarray(one_or_many(value, kind)) for value, kind in numbers]
    hide = [*hidden_deals(deals), *hidden(*(value for value, _ in numbers))]
    check_masks(out, hide)
    shape = broadcast(masks.shape[:-1], *(np.shape(other) for other in others))
    check_deals(masks, count)
    arrays = targets(out, [shape], (dtype,), [masks, *others])
    ready = _done(done, shape, [masks, *others, arrays[0]])
    if out is None and ready.any():
        raise ValueError("done says that some results are there: out must hold them")
    rows = [np.ascontiguousarray(np.broadcast_to(masks, (*shape, 4)).reshape(-1, 4), np.uint32)]
    for other, (_, kind) in zip(others, numbers, strict=True):
        small = np.uint8 if kind.limit <= 256 else np.int32
        rows.append(np.ascontiguousarray(np.broadcast_to(other, shape).reshape(-1), small))
    result: Array = np.ascontiguousarray(arrays[0].reshape(-1), dtype)
    flags = np.ascontiguousarray(ready.reshape(-1)).view(np.uint8)
    try:
        _share_out(call, rows, result, flags, count, report)
    finally:
        # Whatever stopped the work, what is done is kept.
        arrays[0][...] = result.reshape(shape)
        ready[...] = flags.view(np.bool_).reshape(shape)
    return finished(arrays, out, hide, shape)[0]


def _done(done: object, shape: tuple[int, ...], others: list[Array]) -> Array:
    if done is None:
        return np.zeros(shape, np.bool_)
    try:
        (flags,) = targets(done, [shape], (np.bool_,), others)
    except (TypeError, ValueError) as error:
        raise type(error)(str(error).replace("out must", "done must", 1)) from None
    return flags


def _share_out(
    call: Callable[[Solver, Array, list[Array], Array, Array], None],
    rows: list[Array],
    result: Array,
    flags: Array,
    threads: int,
    report: Callable[[int, int], object] | None,
) -> None:
    """The rows, a few at a time, to threads with a context each; signals are answered here meanwhile."""
    length = len(result)
    starts = iter(range(0, length, ROWS))
    stop = np.zeros(1, np.int32)

    def work() -> None:
        solver = Solver()
        # The iterator is shared; next is atomic.
        for start in starts:
            if stop[0]:
                return
            part = slice(start, start + ROWS)
            call(solver, stop, [row[part] for row in rows], result[part], flags[part])

    if length == 0:
        return
    with ThreadPoolExecutor(min(threads, -(-length // ROWS))) as pool:
        workers: set[Future[None]] = {pool.submit(work) for _ in range(threads)}
        try:
            while workers:
                finished_now, workers = wait(workers, TICK, FIRST_EXCEPTION)
                for worker in finished_now:
                    worker.result()
                if report:
                    report(int(np.count_nonzero(flags)), length)
        finally:
            stop[0] = 1


def _reporter(progress: object) -> Callable[[int, int], object] | None:
    if progress is not None and not isinstance(progress, bool):
        if not callable(progress):
            raise TypeError(f"progress must be a function, True, False or None, not {given(progress)}")
        return progress
    if progress is None and not (sys.stderr and sys.stderr.isatty()):
        return None
    return Bar(0.0 if progress else PATIENCE) if progress is not False else None


class Bar:
    """How far work has come, a line on standard error that is written over."""

    def __init__(self, patience: float) -> None:
        self.start = time.monotonic()
        self.patience = patience
        self.shown = False

    def __call__(self, done: int, total: int) -> None:
        passed = time.monotonic() - self.start
        if not self.shown and (passed < self.patience or (self.patience and done == total)):
            return
        self.shown = True
        filled = 30 * done // total
        left = f"{passed * (total - done) / done:.0f} s left" if done else ""
        end = "\n" if done == total else ""
        line = f"\r[{'#' * filled}{'.' * (30 - filled)}] {done} of {total}  {left:20}{end}"
        sys.stderr.write(line)
        sys.stderr.flush()
