"""Arrays of any layout, brought to the compiled loops in pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np

from bazar._array_inputs import FEW, Array
from bazar._threads import PIECE, Piece, pieces, spread

# Elements that are converted at a time, and those of all tables together.
BUFFER = 1 << 13
TABLE = 1 << 16


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
        sweep = _sweep_tables if any(operand.columns for operand in operands) else _sweep
        sweep(call, operands, len(inputs), shape, threads, most)
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
    """``run`` for any layout: NumPy's iterator converts."""
    views = [
        np.broadcast_to(array, shape) if place < inputs else array
        for place, (array, _, _) in enumerate(operands)
    ]
    access: Any = [
        ["readonly" if place < inputs else "writeonly", "aligned", "contig", "nbo"]
        for place in range(len(operands))
    ]

    def work(piece: Piece) -> None:
        iterator = np.nditer(
            [view[piece] for view in views],
            flags=["buffered", "external_loop", "growinner"],
            op_flags=access,
            op_dtypes=[operand.dtype for operand in operands],
            # The values have been found to fit.
            casting="unsafe",
            buffersize=BUFFER,
        )
        with iterator:
            for rows in iterator:
                call(*rows)

    spread(work, shape, threads, most)


def _sweep_tables(
    call: Callable[..., object],
    operands: Sequence[Operand],
    inputs: int,
    shape: tuple[int, ...],
    threads: int,
    most: int,
) -> None:
    """The same where operands have columns: small tables, copied in and out."""
    fulls = [(*shape, columns) if columns else shape for _, _, columns in operands]
    views = [
        np.broadcast_to(operand.array, full) if place < inputs else operand.array
        for place, (operand, full) in enumerate(zip(operands, fulls, strict=True))
    ]
    rows = max(64, TABLE // sum(max(1, columns) for _, _, columns in operands))

    def work(piece: Piece) -> None:
        parts = [view[piece] for view in views]
        for inner in pieces(parts[0].shape[: len(shape)], rows):
            # Arrays even of one element.
            cells = [part[(*inner, ...)] for part in parts]
            tables = [
                np.require(cell, dtype, ["C", "A"]) if place < inputs else np.empty(cell.shape, dtype)
                for place, (cell, (_, dtype, _)) in enumerate(zip(cells, operands, strict=True))
            ]
            call(
                *(
                    table.reshape(-1, operand.columns) if operand.columns else table.reshape(-1)
                    for table, operand in zip(tables, operands, strict=True)
                )
            )
            for cell, table in zip(cells[inputs:], tables[inputs:], strict=True):
                cell[...] = table

    spread(work, shape, threads, most)
