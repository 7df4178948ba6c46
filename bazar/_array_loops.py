"""Arrays of any layout, brought to the compiled loops in pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np

from bazar._array_inputs import FEW, Array
from bazar._threads import PIECE, Piece, spread

# Elements that are converted at a time.
BUFFER = 1 << 13


class Operand(NamedTuple):
    """An array that loops read or write, as what type, and how many columns its last axis is, if any."""

    array: Array
    dtype: type
    columns: int = 0


def run(
    call: Callable[..., object],
    inputs: Sequence[Operand],
    outputs: Sequence[Operand],
    shape: tuple[int, ...],
    threads: int,
    most: int = PIECE,
) -> None:
    """Call with rows of the inputs, broadcast and converted, and of the outputs.

    Rows are one-dimensional, tables where an operand has columns, and contiguous. Of work that takes long,
    ``most`` are the elements between which signals are answered.
    """
    operands = [*inputs, *outputs]
    plain = [_plain_rows(operand, shape) for operand in operands]
    if any(rows is None for rows in plain):
        _sweep(call, operands, len(inputs), shape, threads, most)
    else:
        rows = [rows for rows in plain if rows is not None]
        spread(lambda piece: call(*(row[piece] for row in rows)), (prod(shape),), threads, most)


def few_numbers(
    numbers: Array, other: tuple[int, ...], shape: tuple[int, ...]
) -> list[tuple[int, Piece]] | None:
    """Each number with its piece of the results; None unless they are few, on axes of their own."""
    numbers = numbers.reshape((1,) * (len(shape) - numbers.ndim) + numbers.shape)
    other = (1,) * (len(shape) - len(other)) + other
    apart = all(1 in lengths for lengths in zip(numbers.shape, other, strict=True))
    if not apart or numbers.size > FEW or prod(other) < FEW:
        return None
    return [
        (
            int(numbers[place]),
            tuple(
                slice(at, at + 1) if n > 1 else slice(None)
                for at, n in zip(place, numbers.shape, strict=True)
            ),
        )
        for place in np.ndindex(numbers.shape)
    ]


def _plain_rows(operand: Operand, shape: tuple[int, ...]) -> Array | None:
    """The whole operand as rows without any conversion, if it lies in memory so."""
    array, dtype, columns = operand
    full = (*shape, columns) if columns else shape
    flags = array.flags
    if array.shape != full or array.dtype != dtype or not (flags.c_contiguous and flags.aligned):
        return None
    return array.reshape(-1, columns) if columns else array.reshape(-1)


def _sweep(
    call: Callable[..., object],
    operands: Sequence[Operand],
    inputs: int,
    shape: tuple[int, ...],
    threads: int,
    most: int,
) -> None:
    """``run`` for any layout: NumPy's iterator converts, each column of an operand on its own."""
    views: list[Array] = []
    dtypes: list[type] = []
    op_flags: Any = []
    for place, (array, dtype, columns) in enumerate(operands):
        access = "readonly" if place < inputs else "writeonly"
        for view in [array[..., column] for column in range(columns)] if columns else [array]:
            views.append(np.broadcast_to(view, shape) if place < inputs else view)
            dtypes.append(dtype)
            op_flags.append([access, "aligned", "contig", "nbo"])
    tables = any(operand.columns for operand in operands)
    # Tables are made for each call, so they must stay small.
    flags: Any = ["buffered", "external_loop"] if tables else ["buffered", "external_loop", "growinner"]

    def work(piece: Piece) -> None:
        iterator = np.nditer(
            [view[piece] for view in views],
            flags=flags,
            op_flags=op_flags,
            op_dtypes=dtypes,
            # The values have been found to fit.
            casting="unsafe",
            buffersize=BUFFER,
        )
        with iterator:
            for rows in iterator:
                if tables:
                    _call_with_tables(call, operands, inputs, rows)
                else:
                    call(*rows)

    spread(work, shape, threads, most)


def _call_with_tables(
    call: Callable[..., object], operands: Sequence[Operand], inputs: int, rows: Sequence[Array]
) -> None:
    arguments: list[Array] = []
    written: list[tuple[Array, Sequence[Array]]] = []
    at = 0
    for place, (_, dtype, columns) in enumerate(operands):
        these = rows[at : at + (columns or 1)]
        at += columns or 1
        if not columns:
            arguments.append(these[0])
            continue
        table: Array = np.empty((len(these[0]), columns), dtype)
        arguments.append(table)
        if place < inputs:
            for column, row in enumerate(these):
                table[:, column] = row
        else:
            written.append((table, these))
    call(*arguments)
    for table, these in written:
        for column, row in enumerate(these):
            row[...] = table[:, column]
