"""Bazar Belote: hands, combinations, declaring, play, scoring and best play, exactly and fast.

>>> import bazar
>>> hand = bazar.Hand("AKQJ.T98.7.")
>>> hand.points("S"), [str(combination) for combination in hand.combinations("S")]
(70, ['berts:AKQJS', 'terts:T98H'])
"""

from __future__ import annotations

try:
    from bazar import core
except ModuleNotFoundError as error:
    if error.name != "bazar._core":
        raise
    # As when Python starts in the checkout and finds its folder before the installed package.
    message = (
        f"{__path__[0]} is the source of bazar, not the installed package: "
        "start Python in another folder, or with -P"
    )
    raise ImportError(message) from None
from bazar._card import Card
from bazar._hand import Combination, Hand
from bazar._position import Position
from bazar._solver import Solver, makes, solve
from bazar.deal import Deal
from bazar.declaring import EIGHTS, SEVENS, Resolution, resolve
from bazar.enums import Contract, Event, Kind, Rank, Seat, Suit
from bazar.errors import IllegalPlay, ParseError, SearchLimit
from bazar.result import DealResult, deal_result
from bazar.round import Declare, Options, Play, Round
from bazar.rules import Rules
from bazar.solution import Solution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from bazar import arrays as arrays
    from bazar import records as records


def __getattr__(name: str) -> ModuleType:
    """The modules that are not imported before they are used: ``bazar.arrays`` and ``bazar.records``."""
    if name not in ("arrays", "records"):
        raise AttributeError(f"module 'bazar' has no attribute {name!r}")
    from importlib import import_module

    return import_module(f"bazar.{name}")


__version__ = "0.1.0"

__all__ = [
    "EIGHTS",
    "SEVENS",
    "Card",
    "Combination",
    "Contract",
    "Deal",
    "DealResult",
    "Declare",
    "Event",
    "Hand",
    "IllegalPlay",
    "Kind",
    "Options",
    "ParseError",
    "Play",
    "Position",
    "Rank",
    "Resolution",
    "Round",
    "Rules",
    "SearchLimit",
    "Seat",
    "Solution",
    "Solver",
    "Suit",
    "core",
    "deal_result",
    "makes",
    "resolve",
    "solve",
]
