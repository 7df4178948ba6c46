"""Whether arrays hold deals."""

from __future__ import annotations

import numpy as np

from bazar import _arrays
from bazar._array_inputs import Array
from bazar._array_loops import Operand, run
from bazar.deal import Deal


def check_deals(deals: Array, threads: int) -> None:
    """Four disjoint hands of eight cards each, or an error that names the first that are not."""

    def call(rows: Array) -> None:
        if not _arrays._are_deals(rows):
            raise _NoDeal

    try:
        run(call, [Operand(deals, np.uint32, 4)], [], deals.shape[:-1], threads)
    except _NoDeal:
        raise ValueError(_what_is_wrong(deals)) from None


class _NoDeal(Exception):
    """Some hands are no deal; only then is the time taken to find out which."""


def _what_is_wrong(deals: Array) -> str:
    shape = deals.shape[:-1]
    for place in np.ndindex(shape):
        hands = deals[place].tolist()
        try:
            Deal(hands)
        except ValueError as error:
            where = f"deals[{', '.join(map(str, place))}]: " if place else ""
            return f"{where}{error}"
    return "deals were changed by another thread"
