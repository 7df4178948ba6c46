"""The class Solution: what the solver found."""

from __future__ import annotations

from bazar._card import Card
from bazar._frozen import Frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Self


class Solution(Frozen):
    """Solution(value, margin, cards, margins, line, nodes)

    What best play by both pairs makes of a position with all hands seen; ``solve`` returns it.

    ``margin`` is NS minus EW and ``value`` the whists of NS, of all that is still to come: cards, the last
    trick's 10, ``capot`` to a pair that takes all eight tricks, Bellas if asked for. ``cards`` and
    ``margins`` say the same of each card the player to move may play. ``line`` is one way of best play to
    the end, a tuple of Cards; ``nodes`` counts the positions searched.

    The margin is unique. So is the value, unless Bellas in A/T were asked for: then it is that of the line.
    Immutable, hashable; two are equal if all but the nodes are.

    >>> from bazar import Position, solve
    >>> s = solve(Position(["A.7..", "K.8..", "Q.9..", "J.T.."], "WT"))
    >>> s.value, s.margin, {str(card): value for card, value in s.cards.items()}
    (38, 28, {'AS': 28, '7H': 38})
    >>> " ".join(map(str, s.line))
    '7H 8H 9H TH JS AS KS QS'
    """

    __module__ = "bazar"
    __slots__ = ("_cards", "line", "margin", "nodes", "value")
    __match_args__ = ("value", "margin")
    value: int
    margin: int
    line: tuple[Card, ...]
    nodes: int
    _cards: tuple[tuple[Card, int, int], ...]

    def __new__(
        cls,
        value: int,
        margin: int,
        cards: Mapping[Card, int],
        margins: Mapping[Card, int],
        line: Iterable[Card],
        nodes: int,
    ) -> Self:
        return cls._made(
            value, margin, tuple((card, cards[card], margins[card]) for card in cards), tuple(line), nodes
        )

    @classmethod
    def _made(
        cls,
        value: int,
        margin: int,
        cards: tuple[tuple[Card, int, int], ...],
        line: tuple[Card, ...],
        nodes: int,
    ) -> Self:
        self = super().__new__(cls)
        self._set("value", value)
        self._set("margin", margin)
        self._set("_cards", cards)
        self._set("line", line)
        self._set("nodes", nodes)
        return self

    @property
    def cards(self) -> dict[Card, int]:
        """The value of each card that may be played now."""
        return {card: value for card, value, _ in self._cards}

    @property
    def margins(self) -> dict[Card, int]:
        """The margin of each card that may be played now."""
        return {card: margin for card, _, margin in self._cards}

    def _key(self) -> tuple[object, ...]:
        return self.value, self.margin, self._cards, self.line

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return (
            f"Solution(value={self.value}, margin={self.margin}, cards={self.cards!r}, "
            f"margins={self.margins!r}, line={self.line!r}, nodes={self.nodes})"
        )

    def __reduce__(
        self,
    ) -> tuple[type[Self], tuple[int, int, dict[Card, int], dict[Card, int], tuple[Card, ...], int]]:
        return type(self), (self.value, self.margin, self.cards, self.margins, self.line, self.nodes)
