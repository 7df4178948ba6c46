"""Tables in ``.npy`` files, read and written in blocks."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import BinaryIO

import numpy as np

from bazar import _column_masks as column_masks
from bazar._array_inputs import Array
from bazar._column_masks import BLOCK, SEAT_COLUMNS, Batch

# Bytes that are read at a time, if the rows are long.
BYTES = 1 << 25
HEADERS = {
    (1, 0): np.lib.format.read_array_header_1_0,
    (2, 0): np.lib.format.read_array_header_2_0,
}


class NpySource:
    """Hands or deals of a file: an array (n,) or (n, 4), or one with named fields.

    It is read rather than mapped: pages of a map count as the process's memory, and a file that is
    cut short meanwhile would kill it.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        try:
            version = np.lib.format.read_magic(file)
            shape, self.columns_first, dtype = HEADERS[version](file)
        except KeyError:
            raise ValueError(f"it is of .npy version {version[0]}.{version[1]}, which is not read") from None
        except OSError:
            raise
        except Exception as error:
            # The header is Python; what its tokens and parser raise gets through NumPy.
            raise ValueError(f"it is no .npy file: {' '.join(str(error).split())}") from None
        self.dtype = dtype
        self.start = file.tell()
        self._check_size(shape)
        if dtype.names is None:
            self.layout = self._plain_layout(shape)
        elif len(shape) != 1:
            raise ValueError(f"an array with fields must have one axis, not the shape {shape}")
        else:
            self.layout = column_masks.layout(dtype.names)
            for name in self.layout:
                self._check_field(name)
        self.rows = shape[0]
        self.are_deals = self.layout != ("hand",)

    def _check_size(self, shape: tuple[int, ...]) -> None:
        if self.dtype.hasobject:
            raise ValueError("it holds Python objects, which are not read")
        expected = self.dtype.itemsize
        for length in shape:
            expected *= length
        found = os.fstat(self.file.fileno()).st_size - self.start
        if found != expected:
            what = "cut short" if found < expected else "longer than it should be"
            raise ValueError(f"it is {what}: {found} bytes of data where its header tells of {expected}")

    def _plain_layout(self, shape: tuple[int, ...]) -> tuple[str, ...]:
        texts = self.dtype.kind == "U"
        if self.dtype.kind not in "iuU":
            raise ValueError(f"it must hold integers or text, not {self.dtype}")
        if len(shape) == 1:
            return ("deal",) if texts and self._begins_with_a_deal() else ("hand",)
        if len(shape) == 2 and shape[1] == 4 and not texts:
            return SEAT_COLUMNS
        expected = "(n,)" if texts else "(n,) of hands or (n, 4) of deals"
        raise ValueError(f"it must have the shape {expected}, not {shape}")

    def _begins_with_a_deal(self) -> bool:
        texts = _texts(np.fromfile(self.file, self.dtype, 1), 0)
        return bool(texts) and texts[0].lstrip()[1:2] == ":"

    def _check_field(self, name: str) -> None:
        dtype = self.dtype[name]
        if dtype.kind not in ("U" if name == "deal" else "iuU") or dtype.shape:
            kinds = "text" if name == "deal" else "integers or text"
            raise ValueError(f"the field {name!r} must hold {kinds}, not {dtype}")

    def batches(self) -> Iterator[Batch]:
        """The rows in order, some at a time."""
        block = max(1, min(BLOCK, BYTES // max(1, self.dtype.itemsize)))
        for row in range(0, self.rows, block):
            yield Batch(self._masks(row, min(block, self.rows - row)))

    def _masks(self, row: int, length: int) -> Array:
        if self.dtype.names is not None:
            records = self._read(row, length)
            return column_masks.from_columns(self.layout, lambda name: self._column(records[name], row), row)
        if self.layout != SEAT_COLUMNS:
            return column_masks.checked(self._column(self._read(row, length), row), row)
        if self.columns_first:
            seats = [self._read(seat * self.rows + row, length) for seat in range(4)]
            numbers = np.stack(seats, axis=1)
        else:
            numbers = self._read(4 * row, 4 * length).reshape(length, 4)
        return column_masks.checked(column_masks.from_numbers(numbers, row), row)

    def _column(self, values: Array, row: int) -> Array:
        if values.dtype.kind == "U":
            return column_masks.from_texts(_texts(values, row), row, deals=self.layout == ("deal",))
        return column_masks.from_numbers(values, row)

    def _read(self, place: int, length: int) -> Array:
        self.file.seek(self.start + place * self.dtype.itemsize)
        array = np.fromfile(self.file, self.dtype, length)
        if len(array) < length:
            raise ValueError("it was cut short while it was read")
        return array


def _texts(values: Array, row: int) -> list[str]:
    letters = values.dtype.itemsize // 4
    codes = np.ascontiguousarray(values).view(f"{values.dtype.byteorder}u4").reshape(-1, letters)
    bad = (codes > sys.maxunicode).any(axis=1)
    if bad.any():
        raise column_masks.bad_row(row + int(bad.argmax()), "it is no text")
    texts: list[str] = values.tolist()
    return texts


class NpySink:
    """An array with named fields: the masks and the results of each row."""

    def __init__(self, file: BinaryIO, rows: int, fields: list[tuple[str, type]]) -> None:
        self.file = file
        self.dtype = np.dtype([(name, np.dtype(kind).newbyteorder("<")) for name, kind in fields])
        header = {
            "descr": np.lib.format.dtype_to_descr(self.dtype),
            "fortran_order": False,
            "shape": (rows,),
        }
        np.lib.format.write_array_header_1_0(file, header)

    def write(self, batch: Batch, results: list[Array]) -> None:
        """Write some rows."""
        table = np.empty(len(batch.masks), self.dtype)
        masks = batch.masks.T if batch.masks.ndim == 2 else [batch.masks]
        for name, values in zip(self.dtype.names or (), [*masks, *results], strict=True):
            table[name] = values
        self.file.write(table.data)

    def close(self) -> None:
        """Write what is left."""
        self.file.flush()
