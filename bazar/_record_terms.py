"""What a record is made of besides cards, checked as a caller gives it: its bid, its result, its note.

Whether a bid can be played for and a result is the right one is left to ``Round``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from operator import index

from bazar import _record_json
from bazar.errors import given
from bazar.result import PAIR_NAMES, numbers_given, pair_given

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TERMS = ("bid", "bidders", "stakes", "capot_called", "numbers")


def _whole(value: object, what: str) -> int:
    if isinstance(value, bool) or not hasattr(type(value), "__index__"):
        raise TypeError(f"{what} must be a whole number, not {given(value)}")
    return index(value)  # type: ignore[arg-type]


def _flag(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{what} must be True or False, not {given(value)}")
    return value


def _several(value: object, what: str) -> tuple[int, ...]:
    if not isinstance(value, (tuple, list)):
        raise TypeError(f"{what} must be a tuple of numbers, not {given(value)}")
    return tuple(_whole(item, what) for item in value)


def _by_name(value: object, names: tuple[str, ...], what: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise TypeError(f"{what} must be a mapping, not {given(value)}")
    for name in value:
        if name not in names:
            raise ValueError(f"{what} has a name that is none, {given(name)}; there are {', '.join(names)}")
    return dict(value)


def bid_given(bid: object) -> dict[str, Any] | None:
    """The terms of a bid with all their names."""
    if bid is None:
        return None
    read = _by_name(bid, TERMS, "bid")
    for name in ("bid", "bidders"):
        if read.get(name) is None:
            raise ValueError(f"bid: {name!r} is missing")
    bidders, stakes = read["bidders"], read.get("stakes", "plain")
    if not isinstance(stakes, str):
        raise TypeError(f"stakes must be 'plain', 'contra' or 'recontra', not {given(stakes)}")
    return {
        "bid": _whole(read["bid"], "a bid"),
        "bidders": bidders if isinstance(bidders, str) else PAIR_NAMES[pair_given(bidders)],
        "stakes": stakes,
        "capot_called": _flag(read.get("capot_called", False), "capot_called"),
        "numbers": {
            name: _several(value, name) if name == "multipliers" else _whole(value, name)
            for name, value in numbers_given(read.get("numbers")).items()
        },
    }


def result_given(result: object) -> dict[str, Any] | None:
    """What is said of the result, by the names of ``DealResult``."""
    if result is None:
        return None
    made: dict[str, Any] = {}
    for name, value in _by_name(result, _record_json.RESULT_FIELDS, "result").items():
        if value is None and name in ("scores", "made"):
            made[name] = None
        elif name in ("made", "void"):
            made[name] = _flag(value, f"result: {name}")
        else:
            made[name] = _several(value, f"result: {name}")
            if len(made[name]) != 2:
                raise ValueError(f"result: {name} must be two numbers, not {len(made[name])}")
    return made


def meta_given(meta: object) -> object:
    """A note that can be written."""
    try:
        json.dumps(meta, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise type(error)(f"meta must be what JSON can hold: {error}") from None
    except RecursionError:
        raise ValueError("meta is nested too deeply") from None
    return meta
