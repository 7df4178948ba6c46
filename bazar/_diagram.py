"""A position laid out as at a table, for terminals and for notebooks."""

from __future__ import annotations

from bazar._render import WIDTH, Style, pad, suit_lines
from bazar.deal import NAMES
from bazar.enums import Suit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bazar._card import Card
    from bazar._hand import Hand
    from bazar._position import Position

PLAIN = Style(colour=False, symbols=False)


def card_text(card: Card, style: Style) -> str:
    return f"{card.rank}{style.suit(card.suit)}"


def diagram(position: Position, style: Style = PLAIN, hidden: tuple[bool, ...] = (False,) * 4) -> str:
    """The hands around the trick on the table, then who is to play and what has been taken."""
    north, east, south, west = (
        suit_lines(hand, style) if not hide else [f"{len(hand)} cards", "", "", ""]
        for hand, hide in zip(position.hands, hidden, strict=True)
    )
    names = [style.bold(name) for name in NAMES]
    indent = " " * WIDTH
    leader = position.leader.__index__()
    trick = [
        f"{NAMES[(leader + place) % 4][0]}  {card_text(card, style)}"
        for place, card in enumerate(position.trick)
    ]
    trick += [""] * (5 - len(trick))
    lines = [indent + line for line in (names[0], *north)]
    lines += [
        pad(left, WIDTH) + pad(middle, WIDTH) + right
        for left, middle, right in zip((names[3], *west), trick, (names[1], *east), strict=True)
    ]
    lines += [indent + line for line in (names[2], *south)]
    return "\n".join(line.rstrip() for line in [*lines, summary(position, style)])


def summary(position: Position, style: Style = PLAIN) -> str:
    """Contract, turn, tricks and points in a line."""
    turn = "all played" if position.turn is None else f"to play: {NAMES[position.turn.__index__()]}"
    parts = [
        f"contract {style.contract(position.contract)}",
        turn,
        "tricks {} : {}".format(*position.tricks),
        "points {} : {}".format(*position.card_points),
    ]
    if any(position.bella_points):
        parts.append("Bella {} : {}".format(*position.bella_points))
    return "   ".join(parts)


def html(position: Position) -> str:
    """The same as a table for notebooks; nothing in it comes from outside."""
    style = Style(colour=False, symbols=True)
    north, east, south, west = (
        _cell(f"<b>{name}</b><br>{_hand_html(hand)}")
        for name, hand in zip(NAMES, position.hands, strict=True)
    )
    leader = position.leader.__index__()
    trick = "<br>".join(
        f"{NAMES[(leader + place) % 4][0]} {card.rank}{_suit_html(card.suit)}"
        for place, card in enumerate(position.trick)
    )
    empty = _cell("")
    rows = ((empty, north, empty), (west, _cell(trick), east), (empty, south, empty))
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f"<table>{body}</table><p>{summary(position, style)}</p>"


def _cell(content: str) -> str:
    return f'<td style="text-align:left">{content}</td>'


def _hand_html(hand: Hand) -> str:
    ranks = str(hand).split(".")
    return "<br>".join(f"{_suit_html(suit)} {held or '-'}" for suit, held in zip(Suit, ranks, strict=True))


def _suit_html(suit: Suit) -> str:
    if suit in (Suit.HEARTS, Suit.DIAMONDS):
        return f'<span style="color:#c00">{suit.symbol}</span>'
    return suit.symbol
