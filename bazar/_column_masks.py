"""Which columns of a table hold hands or deals, and their masks, each row checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from bazar import _arrays
from bazar._array_inputs import Array
from bazar._hand import Hand
from bazar.deal import Deal

SEAT_COLUMNS = ("north", "east", "south", "west")
EXPECTED = "a column hand, a column deal, or columns north east south west"
# Rows that are read, evaluated and written at a time.
BLOCK = 1 << 17


class Batch(NamedTuple):
    """Some rows: their masks, uint32[n] of hands or uint32[n, 4] of deals, and all their columns, if kept."""

    masks: Array
    columns: object = None


def layout(names: Sequence[str]) -> tuple[str, ...]:
    """The columns to evaluate, among those of a table."""
    seats = [name for name in SEAT_COLUMNS if name in names]
    found = [(name,) for name in ("hand", "deal") if name in names] + ([SEAT_COLUMNS] if seats else [])
    if not found:
        listed = ", ".join(map(repr, names[:8])) + (", …" if len(names) > 8 else "")
        raise ValueError(f"it has no hands or deals: expected {EXPECTED}, not {listed or 'no column'}")
    if len(found) > 1:
        raise ValueError(f"it has both {' and '.join(map(' '.join, found))}: expected {EXPECTED}")
    missing = [name for name in SEAT_COLUMNS if seats and name not in names]
    if missing:
        raise ValueError(f"a column {missing[0]!r} is missing beside {seats[0]!r}")
    for name in found[0]:
        if list(names).count(name) > 1:
            raise ValueError(f"it has two columns {name!r}")
    return found[0]


def bad_row(row: int, problem: object) -> ValueError:
    """The error for a row that can be no hand or deal."""
    return ValueError(f"row {row}, from 0: {problem}")


def from_numbers(numbers: Array, row: int) -> Array:
    """Integers of any dtype as masks; ``row`` is the number of the first."""
    bad = (numbers < 0) | (numbers > 0xFFFFFFFF)
    if bad.any():
        place = tuple(int(at) for at in np.argwhere(bad)[0])
        raise bad_row(row + place[0], f"a mask must be in 0 … {0xFFFFFFFF}, not {numbers[place]}")
    return np.ascontiguousarray(numbers, np.uint32)


def from_texts(texts: Iterable[str | None], row: int, *, deals: bool) -> Array:
    """Texts of hands or of deals as masks."""
    masks = [_masks(text, number, deals) for number, text in enumerate(texts, row)]
    return np.array(masks, np.uint32).reshape((-1, 4) if deals else -1)


def _masks(text: str | None, row: int, deal: bool) -> int | list[int]:
    if text is None:
        raise bad_row(row, "it is null")
    try:
        return [hand.mask for hand in Deal(text)] if deal else Hand(text).mask
    except ValueError as error:
        raise bad_row(row, error) from None


def checked(masks: Array, row: int) -> Array:
    """The same masks, if those of deals are deals."""
    if masks.ndim == 2 and not _arrays._are_deals(masks):
        for number, hands in enumerate(masks.tolist(), row):
            try:
                Deal(hands)
            except ValueError as error:
                raise bad_row(number, error) from None
    return masks


def from_columns(columns: Sequence[str], read: Callable[[str], Array], row: int) -> Array:
    """The masks of the columns of a layout, each read as masks."""
    if columns == SEAT_COLUMNS:
        return checked(np.stack([read(name) for name in columns], axis=1), row)
    return checked(read(columns[0]), row)
