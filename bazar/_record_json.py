"""One line of a record, checked field by field: every error names the place in the object.

The shape is that of ``record.schema.json``; what the rules say of the content is left to ``Round``.
"""

from __future__ import annotations

import json
from math import isinf

from bazar._card import Card
from bazar._hand import Combination, Hand
from bazar.deal import Deal
from bazar.enums import Contract, Event, Seat
from bazar.errors import given
from bazar.rules import Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from bazar.declaring import Declared

FIELDS = ("deal", "contract", "leader", "rules", "declared", "plays", "said", "bid", "result", "meta")
REQUIRED = ("deal", "contract", "leader", "plays")
BID_FIELDS = (
    "tens",
    "bidders",
    "stakes",
    "capot",
    "multipliers",
    "forfeit",
    "capot_forfeit",
    "capot_cards",
    "ten",
)
NUMBERS = ("multipliers", "forfeit", "capot_forfeit", "capot_cards", "ten")
PAIRS_OF_RESULT = ("points", "card_points", "combinations", "bella")
RESULT_FIELDS = (*PAIRS_OF_RESULT, "scores", "made", "void")
# Room for all a record can hold, and a note.
LONGEST_LINE = 1 << 16


def loads(line: str) -> dict[str, Any]:
    """The object on a line; whatever else is there is a ValueError."""
    if len(line) > LONGEST_LINE:
        raise ValueError(f"the line is longer than {LONGEST_LINE} characters")
    if line.startswith("\ufeff"):
        raise ValueError("there is a byte order mark, which belongs at the beginning of a file only")
    try:
        read = json.loads(
            line,
            object_pairs_hook=_unique,
            parse_constant=_no_constant,
            parse_float=_finite,
            parse_int=_whole,
        )
    except json.JSONDecodeError as error:
        raise ValueError(f"this is not JSON: {error.msg} at column {error.colno}") from None
    except RecursionError:
        raise ValueError("this is nested too deeply") from None
    if not isinstance(read, dict):
        raise ValueError(f"a record must be an object, not {given(read)}")
    for name in REQUIRED:
        if name not in read:
            raise ValueError(f"{name!r} is missing")
    _known(read, FIELDS, "")
    return read


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for place, name in enumerate(names) if name in names[:place])
        raise ValueError(f"{twice!r:.100} is there twice")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    # What overflows becomes an infinity, which no JSON can be written of.
    number = float(text)
    if isinf(number):
        raise ValueError(f"{text:.40} is too large for a number")
    return number


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        # The interpreter has a limit on digits, and speaks of it in its own terms.
        raise ValueError(f"a number of {len(text)} digits is too long") from None


def _known(read: dict[str, Any], names: tuple[str, ...], where: str) -> None:
    for name in read:
        if name not in names:
            raise ValueError(f"{where}{name!r:.100} is no field; there are {', '.join(names)}")


def _of_type(value: object, kind: type, where: str, what: str) -> Any:
    # In JSON true is no number.
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ValueError(f"{where} must be {what}, not {given(value)}")
    return value


def _read(read: Callable[[Any], Any], value: object, where: str) -> Any:
    """A value made from text or a number, with the place in its error."""
    try:
        return read(value)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{where}: {error}") from None


def _text(value: object, where: str) -> str:
    text: str = _of_type(value, str, where, "a text")
    return text


def deal(value: object) -> Deal:
    """A deal from its text or its index."""
    made: Deal
    if isinstance(value, str):
        made = _read(Deal, value, "deal")
    else:
        made = _read(Deal.from_index, _of_type(value, int, "deal", "a text or an index"), "deal")
    return made


def contract(value: object) -> Contract:
    """A contract from its text."""
    made: Contract = _read(Contract, _text(value, "contract"), "contract")
    return made


def seat(value: object, where: str = "leader") -> Seat:
    """A seat from its text."""
    made: Seat = _read(Seat, _text(value, where), where)
    return made


def rules(value: object) -> Rules:
    """Rules from the name of a preset or from an object of switches."""
    made: Rules
    if isinstance(value, str):
        made = _read(Rules.named, value, "rules")
        return made
    _of_type(value, dict, "rules", "the name of a preset or an object")
    _known(value, ("partner_exempt", "undertrump"), "rules: ")  # type: ignore[arg-type]
    made = _read(lambda switches: Rules(**switches), value, "rules")
    return made


def cards(value: object, where: str) -> tuple[Card, ...]:
    """Cards from an array of their texts, all different."""
    listed = _of_type(value, list, where, "an array of cards")
    if len(listed) > 32:
        raise ValueError(f"{where} has {len(listed)} cards, more than the pack")
    made: list[Card] = []
    for place, item in enumerate(listed):
        card = _read(Card, _text(item, f"{where}[{place}]"), f"{where}[{place}]")
        if card in made:
            raise ValueError(f"{where}[{place}]: {card} is there twice")
        made.append(card)
    return tuple(made)


def declared(value: object, game: Contract) -> dict[Seat, Declared]:
    """What seats declare, from an object of arrays by seat; those who said nothing may be left out."""
    by_seat: dict[Seat, Declared] = {}
    for name, items in _of_type(value, dict, "declared", "an object by seat").items():
        where = f"declared.{name:.10}"
        who = seat(name, "declared")
        if who in by_seat:
            raise ValueError(f"{where}: {who} is there twice")
        listed = _of_type(items, list, where, "an array of declarations")
        if len(listed) > 8:
            raise ValueError(f"{where} has {len(listed)} declarations, more than a hand can hold")
        by_seat[who] = tuple(
            _declaration(_text(item, f"{where}[{place}]"), game, f"{where}[{place}]")
            for place, item in enumerate(listed)
        )
    return by_seat


def _declaration(text: str, game: Contract, where: str) -> Combination | Event:
    """A declaration from what ``str`` writes of it: ``terts:AKQS``, ``carre:JJJJ``, ``sevens``."""
    if text in (str(event) for event in Event):
        return Event(text)
    ranks = text.partition(":")[2]
    made = None
    try:
        if text.startswith("carre:"):
            made = Combination(Hand([ranks[0] + suit for suit in "SHDC"]), game)
        else:
            made = Combination(Hand([rank + ranks[-1] for rank in ranks[:-1]]), game)
    except (IndexError, ValueError):
        pass
    if made is None or str(made) != text:
        raise ValueError(
            f"{where}: {text!r:.100} is no declaration in {game}, such as terts:AKQS, carre:JJJJ, sevens"
        )
    return made


def bid(value: object) -> dict[str, Any]:
    """The terms of a bid, as ``Round`` takes them."""
    read = _of_type(value, dict, "bid", "an object")
    _known(read, BID_FIELDS, "bid: ")
    for name in ("tens", "bidders"):
        if name not in read:
            raise ValueError(f"bid: {name!r} is missing")
    terms: dict[str, Any] = {
        "bid": _of_type(read["tens"], int, "bid.tens", "a number"),
        "bidders": _text(read["bidders"], "bid.bidders"),
        "stakes": _text(read.get("stakes", "plain"), "bid.stakes"),
        "capot_called": _of_type(read.get("capot", False), bool, "bid.capot", "true or false"),
    }
    numbers = {name: read[name] for name in NUMBERS if name in read}
    for name, number in numbers.items():
        if name == "multipliers":
            listed = _of_type(number, list, "bid.multipliers", "an array of three numbers")
            numbers[name] = tuple(
                _of_type(item, int, "bid.multipliers", "an array of three numbers") for item in listed
            )
        else:
            _of_type(number, int, f"bid.{name}", "a number")
    return {**terms, "numbers": numbers}


def result(value: object) -> dict[str, Any]:
    """What a record says of the result, to be compared with what comes out."""
    read = _of_type(value, dict, "result", "an object")
    _known(read, RESULT_FIELDS, "result: ")
    found: dict[str, Any] = {}
    for name, item in read.items():
        where = f"result.{name}"
        if name in PAIRS_OF_RESULT or (name == "scores" and item is not None):
            both = _of_type(item, list, where, "an array of two numbers")
            if len(both) != 2:
                raise ValueError(f"{where} must be two numbers, not {len(both)}")
            found[name] = tuple(_of_type(number, int, where, "an array of two numbers") for number in both)
        elif name == "void" or item is not None:
            found[name] = _of_type(item, bool, where, "true or false")
        else:
            found[name] = None
    return found
