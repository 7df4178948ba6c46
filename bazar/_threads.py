"""Work on a shape in pieces, shared among threads that live no longer than the call."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from math import prod
from threading import Lock, Thread
from types import EllipsisType
from typing import TypeAlias

from bazar._core import int_in_range

Piece: TypeAlias = tuple[slice | EllipsisType, ...]

# Elements between which signals are answered, if each takes nanoseconds.
PIECE = 1 << 20


def thread_count(threads: object) -> int:
    """The argument ``threads`` of every function: at least 1, and no more than can run at once."""
    if threads is None:
        return 1
    count = int_in_range(threads, 1 << 16, "threads")
    if count == 0:
        raise ValueError("threads must be at least 1, not 0")
    return min(count, os.cpu_count() or 1)


def pieces(shape: tuple[int, ...], most: int) -> Iterator[Piece]:
    """Pieces of at most so many elements that make up a shape, in order, with a slice for each axis."""
    steps: list[int] = []
    for length in reversed(shape):
        steps.insert(0, max(1, min(length, most)))
        most = max(1, most // steps[0])
    counts = [-(-length // step) for length, step in zip(shape, steps, strict=True)]
    for number in range(prod(counts)):
        piece = []
        rest = number
        for count, step in zip(reversed(counts), reversed(steps), strict=True):
            rest, place = divmod(rest, count)
            piece.append(slice(place * step, (place + 1) * step))
        yield tuple(reversed(piece))


def spread(work: Callable[[Piece], object], shape: tuple[int, ...], threads: int, most: int = PIECE) -> None:
    """Work on all pieces of a shape; a signal, or an error, stops it after the pieces at hand."""
    size = prod(shape)
    # A small part of what may be done between signals is not worth a thread.
    threads = min(threads, size // max(1, most >> 8))
    if size == 0:
        return
    if threads <= 1:
        for piece in pieces(shape, most) if size > most else [(...,)]:
            work(piece)
        return
    _share(work, pieces(shape, min(most, -(-size // threads))), threads)


def _share(work: Callable[[Piece], object], rest: Iterator[Piece], threads: int) -> None:
    lock = Lock()
    errors: list[BaseException] = []

    def take() -> None:
        try:
            while not errors:
                with lock:
                    piece = next(rest, None)
                if piece is None:
                    return
                work(piece)
        except BaseException as error:
            errors.append(error)

    helpers = []
    try:
        for _ in range(threads - 1):
            helper = Thread(target=take, daemon=True)
            helper.start()
            helpers.append(helper)
    except RuntimeError:
        # The system gives no more threads, or the interpreter is ending: these will do.
        pass
    # A signal is raised in this thread, and found in the list like any other error.
    take()
    for helper in helpers:
        helper.join()
    if errors:
        raise errors[0]
