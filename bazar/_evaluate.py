"""Hands and deals by the line: ``bazar eval``."""

from __future__ import annotations

from bazar import _core
from bazar._hand import Hand
from bazar.deal import Deal
from bazar.declaring import STATUSES
from bazar.enums import Contract, Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TextIO

HAND_COLUMNS = ("hand", "contract", "points", "strength", "card_points", "combinations")
DEAL_COLUMNS = ("deal", "contract", "status", "winner", "ns", "ew")

# Lines gathered before they are written out.
BATCH = 2048


class Evaluator:
    """Turns lines of text into rows, one for each contract."""

    def __init__(
        self,
        contracts: Sequence[Contract],
        *,
        json: bool = False,
        first: Seat = Seat.NORTH,
        split8: bool = False,
        sevens: bool = False,
        eights: bool = False,
    ) -> None:
        self.contracts = [(contract, contract.__index__(), str(contract)) for contract in contracts]
        self.encode = _encoder() if json else None
        self.first = first.__index__()
        self.split8 = split8
        self.points = _core.points_split8 if split8 else _core.points
        self.strength = _core.strength_split8 if split8 else _core.strength
        self.flags = (split8, sevens, eights)

    def rows(self, text: str) -> list[str]:
        """The rows of a hand, or of a deal, which begins with a seat and a colon."""
        if text[1:2] == ":":
            return self.deal_rows(Deal(text))
        return self.hand_rows(Hand(text))

    def hand_rows(self, hand: Hand) -> list[str]:
        """The rows of a hand."""
        rows = []
        name = str(hand)
        mask = hand.mask
        for contract, number, code in self.contracts:
            points = self.points(mask, number)
            strength = self.strength(mask, number)
            card_points = _core.card_points(mask, number)
            combinations = hand.combinations(contract, split8=self.split8) if points else ()
            if self.encode:
                listed = [
                    {
                        "kind": str(c.kind),
                        "suit": None if c.suit is None else str(c.suit),
                        "length": c.length,
                        "top": str(c.top),
                        "points": c.points,
                        "strength": c.strength,
                    }
                    for c in combinations
                ]
                values = (name, code, points, strength, card_points, listed)
                rows.append(self.encode(dict(zip(HAND_COLUMNS, values, strict=True))) + "\n")
            else:
                listed_text = " ".join(map(str, combinations)) or "-"
                rows.append(f"{name}\t{code}\t{points}\t{strength}\t{card_points}\t{listed_text}\n")
        return rows

    def deal_rows(self, deal: Deal) -> list[str]:
        """The rows of a deal."""
        rows = []
        name = str(deal)
        masks = [hand.mask for hand in deal]
        for _, number, code in self.contracts:
            status, winner, ns, ew = _core.resolve(masks, number, self.first, *self.flags)
            seat = "NESW"[winner] if winner >= 0 else None
            if self.encode:
                values = (name, code, STATUSES[status], seat, ns, ew)
                rows.append(self.encode(dict(zip(DEAL_COLUMNS, values, strict=True))) + "\n")
            else:
                rows.append(f"{name}\t{code}\t{STATUSES[status]}\t{seat or '-'}\t{ns}\t{ew}\n")
        return rows


def _encoder() -> Callable[[object], str]:
    # Only for --json: loading the module costs more than reading a hand.
    from json import JSONEncoder

    return JSONEncoder().encode


def evaluate(
    lines: Iterable[str], evaluator: Evaluator, out: TextIO, complain: Callable[[int, ValueError], None]
) -> int:
    """Write the rows of each line; blank lines and those that begin with ``#`` have none.

    A bad line is told to ``complain`` with its number, and the rest go on. Returns how many were bad.
    """
    bad = 0

    def finished() -> Iterator[list[str]]:
        nonlocal bad
        for number, line in enumerate(lines, 1):
            text = line.strip()
            if not text or text[0] == "#":
                continue
            try:
                rows = evaluator.rows(text)
            except ValueError as error:
                bad += 1
                complain(number, error)
            else:
                yield rows

    write_rows(finished(), out)
    return bad


def write_rows(groups: Iterable[list[str]], out: TextIO) -> None:
    """Write rows some thousands at a time, or as they come on a terminal."""
    batch = 1 if out.isatty() else BATCH
    ready: list[str] = []
    try:
        for rows in groups:
            ready += rows
            if len(ready) >= batch:
                finished = "".join(ready)
                ready.clear()
                out.write(finished)
    finally:
        # What is finished is written, though the rest was interrupted.
        out.write("".join(ready))
