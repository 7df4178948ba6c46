"""What the NumPy functions write to: new arrays, or those given as ``out`` once they are found to fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bazar._array_inputs import Array
from bazar.errors import given

# Overlap that is harder to tell than that is taken for granted.
WORK = 10_000


def check_masks(out: object, masks: Sequence[Array]) -> None:
    """What a masked array hides can only be hidden in another."""
    if masks and out is not None:
        for array in out if isinstance(out, tuple) else (out,):
            if array is not None and not isinstance(array, np.ma.MaskedArray):
                raise TypeError("out must be a masked array, as an input is")


def targets(
    out: object, shapes: Sequence[tuple[int, ...]], types: Sequence[type], inputs: Sequence[object]
) -> list[Array]:
    """Arrays of these shapes and types to write to."""
    wanted = out if isinstance(out, tuple) else (out,) if len(types) == 1 else (None,) * len(types)
    if out is not None and not isinstance(out, tuple) and len(types) > 1:
        raise TypeError(f"out must be a tuple of {len(types)} arrays, not {given(out)}")
    if len(wanted) != len(types):
        raise ValueError(f"out must have {len(types)} arrays, not {len(wanted)}")
    for place, array in enumerate(wanted):
        if array is not None:
            _check(array, shapes[place], types[place], [*inputs, *wanted[:place]])
    return [
        np.empty(shape, dtype) if array is None else np.asarray(array)
        for array, shape, dtype in zip(wanted, shapes, types, strict=True)
    ]


def finished(
    arrays: Sequence[Array], out: object, masks: Sequence[Array], shape: tuple[int, ...]
) -> tuple[Any, ...]:
    """What is returned: the arrays given as ``out``, scalars for arrays without axes, masked ones."""
    wanted = out if isinstance(out, tuple) else (out,) if len(arrays) == 1 else (None,) * len(arrays)
    mask = np.ma.nomask
    if masks:
        mask = np.logical_or.reduce([np.broadcast_to(one, shape) for one in masks])
    return tuple(map(lambda array, one: _finished(array, one, mask), arrays, wanted))


def _finished(array: Array, out: object, mask: Any) -> Any:
    if out is None and mask is np.ma.nomask:
        return array[()] if array.ndim == 0 else array
    if mask is not np.ma.nomask:
        mask = np.broadcast_to(mask.reshape(mask.shape + (1,) * (array.ndim - mask.ndim)), array.shape)
    if out is None:
        return np.ma.MaskedArray(array, mask)
    if isinstance(out, np.ma.MaskedArray):
        out.mask = mask
    return out


def _check(out: object, shape: tuple[int, ...], dtype: type, others: Sequence[object]) -> None:
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out must be an array, not {given(out)}")
    # What a subclass says of itself need not be so.
    array, wanted = np.asarray(out), np.dtype(dtype)
    if (array.dtype.kind, array.dtype.itemsize) != (wanted.kind, wanted.itemsize):
        raise TypeError(f"out must be of {wanted}, not {array.dtype}")
    if array.shape != shape:
        raise ValueError(f"out must have the shape {shape}, not {array.shape}")
    mask = np.ma.getmask(out)
    if not array.flags.writeable or (mask is not np.ma.nomask and not mask.flags.writeable):
        raise ValueError("out must not be read-only")
    if _folds(array):
        raise ValueError("out must not have two elements in one place of memory")
    for other in others:
        if isinstance(other, np.ndarray) and _share(array, other):
            raise ValueError("out must not share memory with an input or another out")


def _share(a: Array, b: Array) -> bool:
    try:
        return np.shares_memory(a, b, max_work=WORK)  # type: ignore[arg-type]
    except np.exceptions.TooHardError:
        return True


def _folds(array: Array) -> bool:
    """Whether elements may overlap, as in a view with a stride of 0."""
    if array.size == 0:
        return False
    reach = array.itemsize
    steps = sorted((abs(s), n) for s, n in zip(array.strides, array.shape, strict=True) if n > 1)
    for stride, length in steps:
        if stride < reach:
            return True
        reach += stride * (length - 1)
    return False
