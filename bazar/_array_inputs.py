"""What may be given where the NumPy functions take hands, deals, contracts, seats or numbers of deals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import index
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from bazar._card import Card
from bazar._core import DEALS, int_in_range
from bazar._hand import Hand
from bazar.deal import Deal
from bazar.enums import Contract, Seat
from bazar.errors import given

Array: TypeAlias = npt.NDArray[Any]


# Numbers that an array may have for each to get a call of its own.
FEW = 64


class Kind(NamedTuple):
    """What an argument holds: its name in messages, the limit of its numbers, what stands for them."""

    name: str
    limit: int
    number: Callable[[object], int | tuple[int, ...]]


def _mask(value: object) -> int | tuple[int, ...]:
    if isinstance(value, str):
        value = Deal(value) if ":" in value else Hand(value)
    if isinstance(value, Hand):
        return value.mask
    if isinstance(value, Deal):
        return tuple(hand.mask for hand in value)
    return int_in_range(value, HANDS.limit, "a mask")


HANDS = Kind("hands", 1 << 32, _mask)
CONTRACTS = Kind("contracts", len(Contract), lambda value: index(Contract(value)))
SEATS = Kind("seats", len(Seat), lambda value: index(Seat(value)))
CARDS = Kind("cards", 32, lambda value: index(Card(cast("str", value))))
INDICES = Kind("deal indices", DEALS, lambda value: int_in_range(value, DEALS, "a deal's index"))


def integers(value: object, kind: Kind) -> Array:
    """An argument as an array of integers in range; what a masked array hides may be anything."""
    return _in_range(_as_array(value, kind), value, kind)


def one_or_many(value: object, kind: Kind) -> int | Array:
    """The same for an argument that is most often one number: then that."""
    if isinstance(value, (int, str, Contract, Seat)):
        # Of these kinds, what stands for a number stands for one.
        return cast("int", kind.number(value))
    array = _as_array(value, kind)
    if array.size <= FEW:
        # These numbers are used in many places; another thread must not change them meanwhile.
        array = array.copy()
    array = _in_range(array, value, kind)
    return int(array) if array.ndim == 0 else array


def _in_range(array: Array, value: object, kind: Kind) -> Array:
    if array.dtype.kind not in "iu":
        gaps = ", which may be for want of some values" if hasattr(value, "__len__") else ""
        known = isinstance(value, (np.ndarray, list, tuple)) or array.dtype.kind not in "fO"
        raise TypeError(f"{kind.name} must be integers, not {array.dtype}{'' if known else gaps}")
    info = np.iinfo(array.dtype)
    if array.size and (info.min < 0 or info.max >= kind.limit):
        distinct = once(array)
        for extreme in (distinct.min(), distinct.max()):
            if not 0 <= int(extreme) < kind.limit:
                raise ValueError(f"{kind.name} must be in 0 … {kind.limit - 1}, not {extreme}")
    return array


def once(array: Array, last: int = 0) -> Array:
    """An array without what broadcasting repeats along its axes, but for the last so many."""
    axes = array.ndim - last
    return array[tuple(slice(0, 1) if step == 0 else slice(None) for step in array.strides[:axes])]


def broadcast(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(*shapes)
    except RuntimeError as error:
        # More axes than NumPy can broadcast.
        raise ValueError(str(error)) from None


def deals_of(value: object) -> Array:
    """The same for deals, whose four hands are on the last axis."""
    array = integers(value, HANDS)
    if array.shape == (0,):
        return array.reshape(0, 4)
    if array.ndim == 0 or array.shape[-1] != 4:
        raise ValueError(f"deals must have four hands on the last axis, not the shape {array.shape}")
    if isinstance(value, np.ma.MaskedArray):
        suits = np.array([0xFF << 8 * suit for suit in range(4)], np.uint32)
        array = np.where(np.ma.getmaskarray(value).any(axis=-1, keepdims=True), suits, array)
    return array


def plays_of(value: object) -> Array:
    """The same for the plays of deals, whose cards are on the last axis, 32 at most."""
    array = integers(value, CARDS)
    if array.ndim == 0 or array.shape[-1] > 32:
        raise ValueError(f"plays must be up to 32 cards on the last axis, not the shape {array.shape}")
    return array


def hidden(*values: object) -> list[Array]:
    """The masks of those arguments that are masked arrays."""
    return [np.ma.getmaskarray(value) for value in values if isinstance(value, np.ma.MaskedArray)]


def hidden_deals(value: object) -> list[Array]:
    """The same for deals: one is hidden if one of its hands is."""
    return [np.asarray(mask.any(axis=-1)) for mask in hidden(value)]


def _as_array(value: object, kind: Kind) -> Array:
    if isinstance(value, np.ma.MaskedArray):
        if value.dtype.kind not in "iu":
            return value.data
        return np.where(np.ma.getmaskarray(value), value.dtype.type(0), value.data)
    if isinstance(value, (bytes, bytearray, Mapping)):
        raise TypeError(f"{kind.name} must be integers, not {given(value)}")
    if isinstance(value, (list, tuple, range)):
        return _from_list(value, kind)
    if not isinstance(value, str) and (hasattr(value, "__array__") or _is_buffer(value)):
        array = np.asarray(value)
        return _without_gaps(value) if array.dtype == object and hasattr(value, "dtypes") else array
    return np.asarray(kind.number(value), np.int64)


def _is_buffer(value: object) -> bool:
    try:
        memoryview(value).release()  # type: ignore[arg-type]
    except TypeError:
        return False
    return True


def _without_gaps(frame: Any) -> Array:
    """What pandas keeps in a type of integers that allows gaps: as integers, if it has none."""
    dtypes = [frame.dtypes] if frame.ndim == 1 else list(frame.dtypes)
    if all(getattr(dtype, "kind", "O") in "iu" for dtype in dtypes) and not frame.isna().to_numpy().any():
        return np.asarray(frame.to_numpy(np.int64))
    return np.asarray(frame)


def _from_list(items: list[object] | tuple[object, ...] | range, kind: Kind) -> Array:
    _refuse_masked(items)
    try:
        array = np.asarray(items)
    except (ValueError, OverflowError):
        # Of different lengths, perhaps only because it holds deals; or beyond 64 bits.
        pass
    else:
        # Booleans among integers would become integers, too.
        if array.size == 0 or (array.dtype.kind in "iu" and not _holds_bool(items)):
            return array.astype(np.uint8) if array.size == 0 else array
    try:
        return np.asarray(_numbers(items, kind), np.int64)
    except ValueError as error:
        if "inhomogeneous" not in str(error):
            raise
        raise ValueError(f"{kind.name} must be in rows of one length") from None


def _refuse_masked(items: object) -> None:
    """NumPy would show what masked arrays in a list hide."""
    if isinstance(items, np.ma.MaskedArray):
        raise TypeError("masked arrays must not be in lists: numpy.ma.stack joins them")
    if isinstance(items, (list, tuple)):
        for item in items:
            _refuse_masked(item)


def _holds_bool(items: object) -> bool:
    if isinstance(items, (list, tuple)):
        return any(map(_holds_bool, items))
    return isinstance(items, bool) or getattr(items, "dtype", None) == np.bool_


def _numbers(value: object, kind: Kind) -> Any:
    """Lists of what stands for numbers, as lists of numbers."""
    if isinstance(value, (list, tuple, range)):
        return [_numbers(item, kind) for item in value]
    if isinstance(value, np.ndarray):
        return integers(value, kind).tolist()
    return kind.number(value)
