"""The queries on plain ints, for loops: a hand is its mask, contracts and seats are numbers.

The same functions, inlined, are in ``bazar/core.pxd`` for ``cimport``.

>>> from bazar import core
>>> core.points(0b1111, 0), core.strength(0b1111, 0)
(50, 14)
"""

from __future__ import annotations

from bazar._core import (
    BELLA,
    CANCELLED,
    DEALS,
    FREE,
    LAST_TRICK,
    MUST,
    NONE,
    SCORED,
    VERSION,
    VOID,
    bella,
    card_points,
    carres,
    deal_from_index,
    deal_index,
    decide,
    legal,
    perft,
    playouts,
    points,
    points_split8,
    random_deal,
    replay,
    resolve,
    runs,
    strength,
    strength_split8,
    trick_winner,
)
from bazar._kernels import cpu, cpus

__all__ = [
    "BELLA",
    "CANCELLED",
    "DEALS",
    "FREE",
    "LAST_TRICK",
    "MUST",
    "NONE",
    "SCORED",
    "VERSION",
    "VOID",
    "bella",
    "card_points",
    "carres",
    "cpu",
    "cpus",
    "deal_from_index",
    "deal_index",
    "decide",
    "legal",
    "perft",
    "playouts",
    "points",
    "points_split8",
    "random_deal",
    "replay",
    "resolve",
    "runs",
    "strength",
    "strength_split8",
    "trick_winner",
]
