"""What ``bazar replay`` prints: records tried against the rules, and told trick by trick."""

from __future__ import annotations

import json

from bazar._diagram import card_text
from bazar._hand import Hand
from bazar._render import Style, suit_lines
from bazar.deal import NAMES
from bazar.records import PRESETS, Record, RecordError, numbered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from bazar._card import Card
    from bazar.declaring import Resolution
    from bazar.round import Round


def replay(
    lines: Iterable[bytes],
    write: Callable[[str], object],
    complain: Callable[[RecordError], object],
    style: Style,
) -> bool:
    """Write every good record, complain of the others; whether all were good."""
    good = True

    def bad(error: RecordError) -> None:
        nonlocal good
        good = False
        complain(error)

    for number, record in numbered(lines, bad):
        try:
            played = record.round()
        except RecordError as error:
            bad(error.at(number))
        else:
            write(told(number, record, played, style))
    return good


def replay_json(lines: Iterable[bytes], write: Callable[[str], object]) -> bool:
    """The same with an object a record, those of bad ones with the error and its place."""
    good = True

    def bad(error: RecordError) -> None:
        nonlocal good
        good = False
        names = ("line", "trick", "play", "rule")
        places = {name: getattr(error, name) for name in names if getattr(error, name) is not None}
        write(json.dumps({**places, "error": error.problem}) + "\n")

    for number, record in numbered(lines, bad):
        try:
            played = record.round()
        except RecordError as error:
            bad(error.at(number))
        else:
            write(json.dumps({"line": number, **as_object(record, played)}) + "\n")
    return good


def as_object(record: Record, played: Round) -> dict[str, Any]:
    """What came out of a record: its tricks, the declaring, and the points or the result so far."""
    position = played.position
    resolution = played.resolution
    made: dict[str, Any] = {
        "deal": str(record.deal),
        "contract": str(record.contract),
        "tricks": [
            {
                "leader": str(leader),
                "cards": [str(card) for card in cards],
                "winner": str(winner),
                "points": points,
            }
            for (leader, cards, winner), points in zip(position.history, trick_points(played), strict=True)
        ],
        "declaring": None if resolution is None else declaring(resolution),
        "done": played.done,
        "card_points": position.card_points,
        "bella": position.bella_points,
    }
    result = played.result
    if result is not None:
        names = ("card_points", "combinations", "bella", "points", "scores", "made", "void")
        made |= {name: getattr(result, name) for name in names}
    return made


def declaring(resolution: Resolution) -> dict[str, Any]:
    winner = resolution.winner
    return {
        "status": resolution.status,
        "winner": None if winner is None else str(winner),
        "points": resolution.points,
    }


def trick_points(played: Round) -> list[int]:
    """Whists of each complete trick, the last one's 10 included."""
    position = played.position
    points = [Hand(cards).card_points(position.contract) for _, cards, _ in position.history]
    if position.done:
        points[-1] += sum(position.card_points) - sum(points)
    return points


def told(number: int, record: Record, played: Round, style: Style) -> str:
    """A record for people: hands, declarations, tricks, the verdict and the result."""
    position = played.position
    rules = PRESETS.get(record.rules, repr(record.rules))
    leader = NAMES[record.leader.__index__()]
    lines = [f"line {number}: contract {style.contract(record.contract)}, {leader} leads, rules {rules}"]
    for name, hand in zip(NAMES, record.deal, strict=True):
        lines.append(f"  {name:<6} {'  '.join(suit_lines(hand, style))}")
    for name, items in zip(NAMES, played.declared, strict=True):
        if items:
            lines.append(f"  {name} declares {', '.join(map(style.combination, items))}")
    said = position.said
    taken = trick_points(played)
    for place, (first, cards, winner) in enumerate(position.history):
        shown = _seated(first.__index__(), [_word(card, said, style) for card in cards])
        lines.append(f"  trick {place + 1}  {shown}  {NAMES[winner.__index__()]} wins {taken[place]}")
    if position.trick:
        first = position.leader
        shown = _seated(first.__index__(), [_word(card, said, style) for card in position.trick])
        lines.append(f"  trick {len(position.history) + 1}  {shown}")
    if played.resolution is not None:
        lines += [f"  {sentence}" for sentence in played.resolution.explain().splitlines()]
    if played.result is not None:
        lines += [f"  {sentence}" for sentence in played.result.explain().splitlines()]
    else:
        lines.append("  The deal is not over: points {} : {}.".format(*position.card_points))
    return "\n".join(lines) + "\n\n"


def _word(card: Card, said: Hand, style: Style) -> str:
    """A card, with a sign behind it if the word was said."""
    return card_text(card, style) + "!" * (card in said)


def _seated(first: int, cards: list[str]) -> str:
    return "  ".join(f"{NAMES[(first + place) % 4][0]} {card}" for place, card in enumerate(cards))
