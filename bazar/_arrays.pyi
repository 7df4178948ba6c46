from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

_POINTS: int
_STRENGTH: int
_POINTS_SPLIT8: int
_STRENGTH_SPLIT8: int
_ROOMS: int
_IN_WORDS: frozenset[int]

_Bytes = npt.NDArray[np.uint8]
_Words = npt.NDArray[np.uint16]
_Masks = npt.NDArray[np.uint32]
_Longs = npt.NDArray[np.uint64]
_Seats = npt.NDArray[np.int8]

def points(
    hands: Any, contract: Any, *, split8: bool = False, out: _Words | None = None, threads: int | None = None
) -> Any: ...
def strength(
    hands: Any, contract: Any, *, split8: bool = False, out: _Bytes | None = None, threads: int | None = None
) -> Any: ...
def card_points(
    hands: Any, contract: Any, *, out: _Words | None = None, threads: int | None = None
) -> Any: ...
def bella(hands: Any, contract: Any, *, out: _Bytes | None = None, threads: int | None = None) -> Any: ...
def _connect(
    general: Callable[..., Any], ndarray: type, empty: Callable[..., Any], words: object, bytes_: object
) -> None: ...
def _one(operation: int, hands: _Masks, contracts: int | _Bytes, out: npt.NDArray[Any]) -> None: ...
def _evaluate(hands: _Masks, contract: int, points: _Words, strength: _Bytes) -> None: ...
def _evaluate6(hands: _Masks, points: _Words | None, strength: _Bytes | None) -> None: ...
def _counts(hands: _Masks, contracts: int | _Bytes, split8: bool, counts: _Bytes) -> None: ...
def _are_deals(deals: _Masks) -> bool: ...
def _resolve(
    deals: _Masks, contract: int, first: int, winner: _Seats, pairs: _Words, status: _Bytes
) -> None: ...
def _resolve_each(
    deals: _Masks,
    contracts: int | _Bytes,
    firsts: int | _Bytes,
    split8: bool,
    sevens: bool,
    eights: bool,
    winner: _Seats,
    pairs: _Words,
    status: _Bytes,
) -> None: ...
def _random_deals(seed: int, number: int, deals: _Masks) -> None: ...
def _count_ways(fixed: Iterable[int], free: Iterable[tuple[int, int]], ways: _Longs) -> int: ...
def _random_known(
    fixed: Iterable[int],
    free: Iterable[tuple[int, int]],
    ways: _Longs,
    seed: int,
    number: int,
    deals: _Masks,
) -> None: ...
def _nth_known(
    fixed: Iterable[int], free: Iterable[tuple[int, int]], ways: _Longs, first: int, deals: _Masks
) -> None: ...
def _deal_index(deals: _Masks, index: _Longs) -> None: ...
def _deals_from_index(index: _Longs, deals: _Masks) -> None: ...
def _all_hands(mask: int, out: _Masks) -> int: ...
