"""Whether arrays hold deals."""

from __future__ import annotations

from math import prod

import numpy as np

from bazar import _arrays
from bazar._array_inputs import Array, once
from bazar._array_loops import BUFFER, Operand, run
from bazar.deal import Deal


def check_deals(deals: Array, threads: int) -> None:
    """Four disjoint hands of eight cards each, or an error that names the first that are not."""
    distinct = once(deals, last=1)

    def call(rows: Array) -> None:
        if not _arrays._are_deals(rows):
            raise _NoDeal

    try:
        run(call, [Operand(distinct, np.uint32, 4)], [], distinct.shape[:-1], threads)
    except _NoDeal:
        raise ValueError(_what_is_wrong(distinct)) from None


class _NoDeal(Exception):
    """Some hands are no deal; only then is it found out which."""


def _what_is_wrong(deals: Array) -> str:
    shape = deals.shape[:-1]
    for start in range(0, prod(shape), BUFFER):
        places = np.unravel_index(np.arange(start, min(start + BUFFER, prod(shape))), shape) if shape else ()
        rows = np.ascontiguousarray(deals[places], np.uint32).reshape(-1, 4)
        if not _arrays._are_deals(rows):
            for place, hands in enumerate(rows.tolist(), start):
                try:
                    Deal(hands)
                except ValueError as error:
                    where = ", ".join(map(str, np.unravel_index(place, shape))) if shape else ""
                    return f"deals[{where}]: {error}" if where else str(error)
    return "deals were changed by another thread meanwhile"
