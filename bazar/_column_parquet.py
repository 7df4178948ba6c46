"""Tables in Parquet files, read and written in record batches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from bazar import _column_masks as column_masks
from bazar._array_inputs import Array
from bazar._column_masks import BLOCK, Batch
from bazar.declaring import STATUSES

# Bytes of a column that are read at a time, however long its row group is.
BUFFER = 1 << 20


class ParquetSource:
    """Hands or deals of a file, with all its other columns if ``keep`` is true."""

    def __init__(self, file: BinaryIO, *, keep: bool) -> None:
        try:
            self.parquet = pq.ParquetFile(
                file, buffer_size=BUFFER, pre_buffer=False, page_checksum_verification=True
            )
            self.schema = self.parquet.schema_arrow
        except (pa.ArrowException, OSError) as error:
            raise _unreadable(error) from None
        self.layout = column_masks.layout(self.schema.names)
        for name in self.layout:
            kind = self.schema.field(name).type
            if not (_is_text(kind) or (pa.types.is_integer(kind) and name != "deal")):
                kinds = "text" if name == "deal" else "integers or text"
                raise ValueError(f"the column {name!r} must hold {kinds}, not {kind}")
        self.keep = keep
        self.rows: int = self.parquet.metadata.num_rows
        self.are_deals = self.layout != ("hand",)

    def batches(self) -> Iterator[Batch]:
        """The rows in order, some at a time."""
        row = 0
        names = None if self.keep else list(self.layout)
        batches = self.parquet.iter_batches(BLOCK, columns=names)
        while True:
            try:
                columns = next(batches, None)
                if columns is not None:
                    columns.validate(full=True)
            except (pa.ArrowException, OSError) as error:
                raise _unreadable(error) from None
            if columns is None:
                break
            yield Batch(self._masks(columns, row), columns)
            row += len(columns)
        if row != self.rows:
            raise ValueError(f"it is corrupt: {row} rows where its footer tells of {self.rows}")

    def _masks(self, columns: Any, row: int) -> Array:
        return column_masks.from_columns(
            self.layout, lambda name: self._column(columns.column(name), row), row
        )

    def _column(self, values: Any, row: int) -> Array:
        if _is_text(values.type):
            return column_masks.from_texts(values.to_pylist(), row, deals=self.layout == ("deal",))
        if values.null_count:
            raise column_masks.bad_row(row + values.is_null().index(pa.scalar(True)).as_py(), "it is null")
        return column_masks.from_numbers(values.to_numpy(zero_copy_only=False), row)


class ParquetSink:
    """The columns of a Parquet source, or else the masks, and beside them the results of each row."""

    def __init__(self, file: BinaryIO, masks: list[str], results: list[str], source: object) -> None:
        self.file = file
        self.results = results
        self.source = source if isinstance(source, ParquetSource) else None
        kept = [pa.field(name, pa.uint32()) for name in masks] if self.source is None else self.source.schema
        # What reads the file with pandas finds its index by the metadata.
        metadata = None if self.source is None else self.source.schema.metadata
        taken = {field.name for field in kept}
        for name in results:
            if name in taken:
                raise ValueError(f"it has a column {name!r} already")
        self.schema = pa.schema([*kept, *(pa.field(name, _type(name)) for name in results)], metadata)
        self.writer = pq.ParquetWriter(file, self.schema, write_page_checksum=True)

    def write(self, batch: Batch, results: list[Array]) -> None:
        """Write some rows."""
        found = [_column(name, values) for name, values in zip(self.results, results, strict=True)]
        if self.source is not None:
            columns: Any = batch.columns
            kept = columns.columns
        else:
            masks = batch.masks.T if batch.masks.ndim == 2 else [batch.masks]
            kept = [pa.array(values) for values in masks]
        self.writer.write_batch(pa.record_batch([*kept, *found], schema=self.schema))

    def close(self) -> None:
        """Write what is left, and the footer."""
        self.writer.close()
        self.file.flush()


def _is_text(kind: Any) -> bool:
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))


def _words(name: str) -> list[str] | None:
    if name.startswith("status"):
        return list(STATUSES)
    return list("NESW") if name.startswith("winner") else None


def _type(name: str) -> Any:
    if _words(name) is not None:
        return pa.dictionary(pa.int32(), pa.string())
    return pa.uint8() if name.startswith("strength") else pa.uint16()


def _column(name: str, values: Array) -> Any:
    words = _words(name)
    if words is None:
        return pa.array(values)
    # No winner, -1, is null.
    places = values.astype(np.int32)
    return pa.DictionaryArray.from_arrays(pa.array(places, mask=places < 0), pa.array(words))


def _unreadable(error: Exception) -> ValueError:
    return ValueError(f"it is no Parquet file that can be read: {' '.join(str(error).split())}")
