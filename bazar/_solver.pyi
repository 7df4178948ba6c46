from typing import Any, Literal, SupportsIndex, TypeAlias, final

from bazar._position import Position
from bazar.solution import Solution

__pyx_capi__: dict[str, object]

CAPOTS: int
POINTS: int

_Pair: TypeAlias = Literal["NS", "EW"] | SupportsIndex

@final
class Solver:
    def __new__(cls, *, memory: SupportsIndex = 1048576) -> Solver: ...
    def solve(
        self,
        position: Position,
        capot: SupportsIndex = 0,
        bella: bool = False,
        *,
        max_nodes: SupportsIndex | None = None,
    ) -> Solution: ...
    def value(
        self, position: Position, capot: SupportsIndex = 0, *, max_nodes: SupportsIndex | None = None
    ) -> int: ...
    def makes(
        self,
        position: Position,
        points: SupportsIndex,
        pair: _Pair = "NS",
        capot: SupportsIndex = 0,
        *,
        max_nodes: SupportsIndex | None = None,
    ) -> bool: ...
    @property
    def nodes(self) -> int: ...

def solve(
    position: Position,
    capot: SupportsIndex = 0,
    bella: bool = False,
    *,
    max_nodes: SupportsIndex | None = None,
) -> Solution: ...
def makes(
    position: Position,
    points: SupportsIndex,
    pair: _Pair = "NS",
    capot: SupportsIndex = 0,
    *,
    max_nodes: SupportsIndex | None = None,
) -> bool: ...
def pair_number(pair: object) -> int: ...
def _solve_rows(
    solver: Solver,
    deals: Any,
    contracts: Any,
    leaders: Any,
    partner_exempt: bool,
    undertrump: bool,
    capot: int,
    out: Any,
    done: Any,
    stop: Any,
) -> None: ...
def _make_rows(
    solver: Solver,
    deals: Any,
    contracts: Any,
    leaders: Any,
    points: Any,
    pairs: Any,
    partner_exempt: bool,
    undertrump: bool,
    capot: int,
    out: Any,
    done: Any,
    stop: Any,
) -> None: ...
