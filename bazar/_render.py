"""Hands, deals and verdicts laid out for a terminal, with colour and suit symbols or without."""

from __future__ import annotations

from bazar import _core
from bazar._hand import Hand
from bazar.deal import NAMES
from bazar.enums import Contract, Suit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from bazar._hand import Combination
    from bazar.deal import Deal
    from bazar.declaring import Declared, Resolution

RED = "\x1b[31m"
BOLD = "\x1b[1m"
RESET = "\x1b[0m"
WIDTH = 20


class Style:
    """How to write suits, and whether in colour."""

    def __init__(self, *, colour: bool, symbols: bool) -> None:
        self.colour = colour
        self.symbols = symbols

    def suit(self, suit: Suit) -> str:
        text = suit.symbol if self.symbols else str(suit)
        return self._painted(text, RED) if suit in (Suit.HEARTS, Suit.DIAMONDS) else text

    def contract(self, contract: Contract) -> str:
        if contract.trump is not None:
            return self.suit(contract.trump)
        return contract.symbol if self.symbols else str(contract)

    def bold(self, text: str) -> str:
        return self._painted(text, BOLD)

    def combination(self, item: object) -> str:
        """A combination or event; its last letter is the suit if it is a sequence."""
        text = str(item)
        suit: Suit | None = getattr(item, "suit", None)
        return text if suit is None else text[:-1] + self.suit(suit)

    def _painted(self, text: str, code: str) -> str:
        return f"{code}{text}{RESET}" if self.colour else text


def visible_length(text: str) -> int:
    for code in (RED, BOLD, RESET):
        text = text.replace(code, "")
    return len(text)


def pad(text: str, width: int, *, right: bool = False) -> str:
    space = " " * max(0, width - visible_length(text))
    return space + text if right else text + space


def suit_lines(hand: Hand, style: Style) -> list[str]:
    """A line a suit: its sign and its ranks, high to low."""
    ranks = str(hand).split(".")
    return [f"{style.suit(suit)} {held or '-'}" for suit, held in zip(Suit, ranks, strict=True)]


def hand_report(hand: Hand, contracts: Sequence[Contract], style: Style, *, split8: bool) -> str:
    """What a hand holds, a column a contract."""
    rows: list[tuple[str, list[str]]] = [("", [style.contract(c) for c in contracts])]
    found: dict[str, tuple[Combination, dict[Contract, str]]] = {}
    for contract in contracts:
        for combination in hand.combinations(contract, split8=split8):
            values = found.setdefault(str(combination), (combination, {}))[1]
            values[contract] = str(combination.points)
    for combination, values in found.values():
        rows.append((style.combination(combination), [values.get(c, "-") for c in contracts]))
    points = _core.points_split8 if split8 else _core.points
    strength = _core.strength_split8 if split8 else _core.strength
    rows.append(("points", [str(points(hand.mask, c.__index__())) for c in contracts]))
    rows.append(("strength", [str(strength(hand.mask, c.__index__())) for c in contracts]))
    rows.append(("card points", [str(hand.card_points(c)) for c in contracts]))
    rows.append(("bella", ["".join(map(style.suit, hand.bella(c))) or "-" for c in contracts]))
    margin = max(visible_length(label) for label, _ in rows)
    width = max(visible_length(cell) for _, cells in rows for cell in cells)
    lines = ["  ".join(suit_lines(hand, style)) if style.symbols else str(hand), ""]
    lines += [
        (pad(label, margin) + "".join("  " + pad(cell, width, right=True) for cell in cells)).rstrip()
        for label, cells in rows
    ]
    return "\n".join(lines)


def deal_report(deal: Deal, resolutions: Sequence[Resolution], style: Style) -> str:
    """The hands as at a table, the declarations by seat, and each different verdict with its reasons."""
    north, east, south, west = (suit_lines(hand, style) for hand in deal.hands)
    names = [style.bold(name) for name in NAMES]
    indent = " " * WIDTH
    lines = [indent + line for line in (names[0], *north)]
    lines += [pad(w, 2 * WIDTH) + e for w, e in zip((names[3], *west), (names[1], *east), strict=True)]
    lines += [indent + line for line in (names[2], *south)]
    for title, resolution in _grouped(resolutions, style):
        lines += ["", title]
        for name, items in zip(NAMES, resolution.declared, strict=True):
            lines.append(f"  {name:<6} {_declared(items, style)}")
        lines += [f"  {sentence}" for sentence in resolution.explain().splitlines()]
    return "\n".join(lines)


def _declared(items: Declared, style: Style) -> str:
    return "  ".join(map(style.combination, items)) or "-"


def _grouped(resolutions: Sequence[Resolution], style: Style) -> list[tuple[str, Resolution]]:
    """Contracts that declare and decide alike share a title."""
    groups: dict[tuple[str, ...], tuple[list[str], Resolution]] = {}
    for resolution in resolutions:
        declared = [_declared(items, style) for items in resolution.declared]
        key = (*declared, resolution.explain())
        groups.setdefault(key, ([], resolution))[0].append(style.contract(resolution.contract))
    return [(" ".join(titles), resolution) for titles, resolution in groups.values()]
