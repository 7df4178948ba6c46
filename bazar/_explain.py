"""Why a declaring ended as it did, in plain sentences."""

from __future__ import annotations

from bazar._hand import Combination
from bazar.deal import NAMES
from bazar.enums import Contract, Kind, Rank, Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from bazar.declaring import Resolution

PAIRS = ("North and South", "East and West")


def explain(resolution: Resolution) -> str:
    if resolution.status == "void":
        return "\n".join(_void(resolution))
    if resolution.status == "cancelled":
        return "\n".join(_cancelled(resolution))
    if resolution.best is None or resolution.winner is None:
        return "Nobody declared a combination."
    return "\n".join(_scored(resolution, resolution.winner, resolution.best))


def phrase(combination: Combination) -> str:
    """A combination in words: Quint AKQJT of spades, Carré of Jacks."""
    if combination.suit is None:
        return f"Carré of {_plural(combination.top)}"
    ranks = str(combination).partition(":")[2][:-1]
    return f"{combination.kind.name.capitalize()} {ranks} of {combination.suit.name.lower()}"


def _plural(rank: Rank) -> str:
    return f"{rank.name.capitalize()}s"


def _void(resolution: Resolution) -> list[str]:
    sentences = [
        f"{_declarer(resolution, 'sevens')} declared the Carré of Sevens: "
        "the deal ends without result and passes to the next player.",
        "Nothing scores, Bella neither.",
    ]
    eights = _declarer(resolution, "eights")
    if eights:
        sentences.append(f"{eights}'s Carré of Eights changes nothing: the Sevens win.")
    return sentences


def _cancelled(resolution: Resolution) -> list[str]:
    lost = _listed(resolution, range(4))
    return [
        f"{_declarer(resolution, 'eights')} declared the Carré of Eights, "
        "which cancels the combinations of all players.",
        f"Cancelled: {lost}." if lost else "Nobody declared another combination.",
        "Nothing scores but Bella; play goes on.",
    ]


def _scored(resolution: Resolution, winner: Seat, best: Combination) -> list[str]:
    pair = winner.pair
    sentences = [f"{NAMES[winner.__index__()]}'s {phrase(best)} is the highest combination."]
    # Partners need not outrank each other (R10, R11), so the runner-up is of the other pair.
    rivals = [
        (combination, seat)
        for seat in _show_order(resolution.first)
        if seat.pair != pair
        for combination in _combinations(resolution, seat)
    ]
    if rivals:
        rival, seat = max(rivals, key=lambda pair: pair[0].strength)
        reason = _reason(best, rival, winner, seat)
        sentences.append(f"It beats {NAMES[seat.__index__()]}'s {phrase(rival)}: {reason}.")
    else:
        sentences.append(f"{PAIRS[1 - pair]} declared none.")
    total = f"{PAIRS[pair]} score {resolution.points[pair]}"
    parts = f": {_listed(resolution, (pair, pair + 2), values=True)}" if len(resolution.counted) > 1 else ""
    sentences.append(f"{total}{parts}.")
    if len(rivals) > 1:
        lost = _listed(resolution, (1 - pair, 3 - pair))
        sentences.append(f"{PAIRS[1 - pair]} score nothing for {lost}.")
    return sentences


def _reason(best: Combination, rival: Combination, winner: Seat, loser: Seat) -> str:
    """The rule of RULES A's ranking by which one beats the other."""
    if best.kind is Kind.CARRE:
        if rival.kind is Kind.CARRE:
            return f"among carrés {_plural(best.top)} stand above {_plural(rival.top)}"
        return "any carré is higher than any sequence"
    if best.length != rival.length:
        return f"the longer sequence is higher, {best.length} cards against {rival.length}"
    if best.top != rival.top:
        return (
            f"equal length; it starts with the higher card, "
            f"{best.top.name.capitalize()} against {rival.top.name.capitalize()}"
        )
    if best.strength != rival.strength and best.suit is not None:
        return f"equal length and top; the {best.suit.name.lower()[:-1]} run is trump"
    if best.contract is Contract.ALL_TRUMPS:
        why = "both are trump"
    elif best.contract is Contract.WITHOUT_TRUMPS:
        why = "there are no trumps"
    else:
        why = "neither is trump"
    before = f"{NAMES[winner.__index__()]} shows before {NAMES[loser.__index__()]}"
    return f"equal length and top, {why}; {before}"


def _show_order(first: Seat) -> list[Seat]:
    seats = list(Seat)
    return seats[first.__index__() :] + seats[: first.__index__()]


def _combinations(resolution: Resolution, seat: Seat) -> list[Combination]:
    return [item for item in resolution.declared[seat] if isinstance(item, Combination)]


def _declarer(resolution: Resolution, event: str) -> str:
    """The name of who declared an event, empty if nobody did."""
    for name, items in zip(NAMES, resolution.declared, strict=True):
        if any(str(item) == event for item in items):
            return name
    return ""


def _listed(resolution: Resolution, seats: Iterable[int], *, values: bool = False) -> str:
    """North's Quint …, South's Terts … and …"""
    items = [
        f"{combination.points} for {NAMES[seat]}'s {phrase(combination)}"
        if values
        else f"{NAMES[seat]}'s {phrase(combination)}"
        for seat in seats
        for combination in _combinations(resolution, Seat(seat))
    ]
    return " and ".join(filter(None, [", ".join(items[:-1]), *items[-1:]]))
