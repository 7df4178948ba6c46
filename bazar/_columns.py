"""Tables of hands and deals: ``bazar eval`` of Parquet and ``.npy`` files, in bounded memory."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, BinaryIO, TextIO

import numpy as np

from bazar import arrays
from bazar._array_inputs import Array
from bazar._column_masks import SEAT_COLUMNS, Batch
from bazar._column_npy import NpySink, NpySource
from bazar._evaluate import Evaluator, write_rows
from bazar._hand import Hand
from bazar._progress import Progress
from bazar.deal import Deal

if TYPE_CHECKING:
    from bazar._column_parquet import ParquetSink, ParquetSource

    Source = NpySource | ParquetSource

HAND_RESULTS = {"points": np.uint16, "strength": np.uint8, "card_points": np.uint16}
DEAL_RESULTS = {"status": np.uint8, "winner": np.int8, "ns": np.uint16, "ew": np.uint16}


def evaluate_to_rows(path: str, evaluator: Evaluator, out: TextIO) -> None:
    """Write the rows that the same hands or deals as text would give.

    :raises ValueError: for a file that is no such table, and for the first bad row
    :raises OSError: for one that cannot be read
    """
    with _opened(path, keep=False) as source:
        progress = Progress(path, source.rows, sys.stderr, wanted=not out.isatty())

        def rows() -> Iterator[list[str]]:
            for batch in _told(source, progress):
                for masks in batch.masks.tolist():
                    if source.are_deals:
                        yield evaluator.deal_rows(Deal(masks))
                    else:
                        yield evaluator.hand_rows(Hand(masks))

        with progress:
            write_rows(rows(), out)


def evaluate_to_file(path: str, evaluator: Evaluator, out: str) -> None:
    """Write a table with the results beside the hands or deals, a row for each, under its name once finished.

    :raises ValueError: for a file that is no such table, and for the first bad row
    :raises OSError: for one that cannot be read or written
    """
    to_parquet = out.lower().endswith(".parquet")
    # The source is closed before it may be replaced itself.
    with _replaced(out) as file, _opened(path, keep=to_parquet) as source:
        results = {
            f"{name}_{code}": kind
            for _, _, code in evaluator.contracts
            for name, kind in (DEAL_RESULTS if source.are_deals else HAND_RESULTS).items()
        }
        sink = _sink(file, source, results, to_parquet=to_parquet)
        with Progress(path, source.rows, sys.stderr) as progress, _finishing(sink, out) as write:
            for batch in _told(source, progress):
                write(batch, _results(batch.masks, evaluator))


def _sink(
    file: BinaryIO, source: Source, results: Mapping[str, type], *, to_parquet: bool
) -> NpySink | ParquetSink:
    masks = list(SEAT_COLUMNS) if source.are_deals else ["hand"]
    if not to_parquet:
        return NpySink(file, source.rows, [*((name, np.uint32) for name in masks), *results.items()])
    from bazar._column_parquet import ParquetSink

    return ParquetSink(file, masks, list(results), source)


def _results(masks: Array, evaluator: Evaluator) -> list[Array]:
    found: list[Array] = []
    split8, sevens, eights = evaluator.flags
    for _, contract, _ in evaluator.contracts:
        if masks.ndim == 1:
            found += arrays.evaluate(masks, contract, split8=split8)
            found.append(arrays.card_points(masks, contract))
        else:
            winner, pairs, status = arrays.resolve(
                masks, contract, evaluator.first, split8=split8, sevens=sevens, eights=eights
            )
            found += [status, winner, pairs[:, 0], pairs[:, 1]]
    return found


def _told(source: Source, progress: Progress) -> Iterator[Batch]:
    done = 0
    for batch in source.batches():
        yield batch
        done += len(batch.masks)
        progress.at(done)


@contextlib.contextmanager
def _opened(path: str, *, keep: bool) -> Iterator[Source]:
    with open(path, "rb") as file, _named(path):
        if path.lower().endswith(".npy"):
            yield NpySource(file)
        else:
            from bazar._column_parquet import ParquetSource

            yield ParquetSource(file, keep=keep)


@contextlib.contextmanager
def _named(path: str) -> Iterator[None]:
    """What is wrong with a file is said with its name."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


@contextlib.contextmanager
def _finishing(sink: NpySink | ParquetSink, out: str) -> Iterator[Callable[[Batch, list[Array]], None]]:
    """The sink's ``write``; the sink is closed at the end, and faults are said with the name of the file."""

    def write(batch: Batch, results: list[Array]) -> None:
        try:
            sink.write(batch, results)
        except OSError as error:
            raise OSError(f"{out}: {error}") from None

    try:
        yield write
    except BaseException:
        # A writer that is left open would write its end later.
        with contextlib.suppress(OSError, ValueError):
            sink.close()
        raise
    try:
        sink.close()
    except OSError as error:
        raise OSError(f"{out}: {error}") from None


@contextlib.contextmanager
def _replaced(path: str) -> Iterator[BinaryIO]:
    """A file to write beside the one of this name, which it becomes if all goes well."""
    path = os.path.realpath(path)
    if os.path.isdir(path):
        raise IsADirectoryError(21, "Is a directory", path)
    partial = f"{path}.{os.urandom(4).hex()}.part"
    try:
        with open(partial, "xb") as file:
            try:
                yield file
            except BaseException:
                # Closing may fail as writing did, and would hide why.
                with contextlib.suppress(OSError):
                    file.close()
                raise
        os.replace(partial, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(partial)
        raise
