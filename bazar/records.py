"""Records of deals: JSON Lines, one deal a line, checked against the rules when read.

The fields are described in ``docs/records.md`` and by ``record.schema.json`` in this package. Import it
where it is needed: ``import bazar`` does not.

>>> from bazar import Round
>>> from bazar.records import Record
>>> round_ = Round("N:987.KQ..987 QT..AKQJ8.T AK.AJT9..QJ J.87.T97.AK", "H", "E")
>>> Record.of(round_).to_json()[-30:]
'"rules": "bazar", "plays": []}'
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from os import PathLike, fspath
from pathlib import Path

from bazar import _record_json
from bazar._card import Card
from bazar._frozen import Frozen
from bazar._position import Position
from bazar._record_terms import bid_given, meta_given, result_given
from bazar.deal import NAMES, Deal
from bazar.enums import Contract, Seat
from bazar.errors import IllegalPlay, given
from bazar.result import DealResult
from bazar.round import Declare, Play, Round
from bazar.rules import Rules, rules_given

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, BinaryIO, Self, TextIO

    from bazar._card import _CardLike
    from bazar._hand import Combination, _ContractLike, _HandLike
    from bazar._position import _SeatLike
    from bazar.declaring import Declared
    from bazar.enums import Event

TOO_LONG = f"the line is longer than {_record_json.LONGEST_LINE} characters"
SCHEMA = Path(__file__).with_name("record.schema.json")

PRESETS = {Rules.named(name): name for name in ("bazar", "blotstar", "rotterdam")}


class RecordError(ValueError):
    """A record that cannot be read or breaks the rules, with the place.

    ``line`` is the number of the line in what was read, ``play`` and ``trick`` (from 1) the step at fault,
    ``rule`` the rule it breaks; each is None where there is none. ``problem`` is what is wrong.

    >>> from bazar.records import Record, RecordError
    >>> try:
    ...     Record.from_json('{"deal": 0, "contract": "S", "leader": "N", "plays": ["AS", "AS"]}')
    ... except RecordError as error:
    ...     print(error)
    plays[1]: AS is there twice
    """

    __module__ = "bazar.records"

    def __init__(
        self,
        problem: str,
        line: int | None = None,
        trick: int | None = None,
        play: int | None = None,
        rule: str | None = None,
    ) -> None:
        # All arguments in args, so that the error pickles and copies.
        super().__init__(problem, line, trick, play, rule)
        self.problem = problem
        self.line = line
        self.trick = trick
        self.play = play
        self.rule = rule

    def __str__(self) -> str:
        places = (("line", self.line), ("trick", self.trick), ("play", self.play))
        where = ", ".join(f"{name} {number}" for name, number in places if number is not None)
        rule = f" ({self.rule})" if self.rule and self.rule not in self.problem else ""
        return f"{where}: {self.problem}{rule}" if where else f"{self.problem}{rule}"

    def at(self, line: int) -> RecordError:
        """The same error with the number of its line."""
        return RecordError(self.problem, line, self.trick, self.play, self.rule)


class Record(Frozen):
    """One deal as it was played: cards, terms, declarations, plays, and what the record says came out.

    ``Record.of(round)`` makes it from a ``Round``, ``Record.from_json`` from a line, ``read`` from a file.
    The deal may be unfinished. Immutable; equal if all but ``meta`` is.

    :param deal: a Deal, its text, or four hands
    :param contract: a Contract, its text or its number
    :param leader: the seat that leads first
    :param rules: a ``Rules``, the name of a preset, or None for the default
    :param declared: what seats declared at their first card, by Seat
    :param plays: (Card, whether the word was said) in the order played
    :param bid: the terms of the bid by the names ``Round`` gives them, or None
    :param result: what the record says came out, by the names of ``DealResult``, or None
    :param meta: anything else to keep, as JSON has it, or None
    :raises TypeError, ValueError: for what is no deal, contract, seat, rules, declaration or card, for a
        card that is played twice, and for a bid, a result or a note that could not be written

    >>> from bazar.records import Record
    >>> record = Record.from_json('{"deal": 0, "contract": "S", "leader": "N", "plays": ["AS", "AH"]}')
    >>> record.contract, record.round().to_act, record.result
    (Contract.SPADES, Seat.SOUTH, None)
    """

    __module__ = "bazar.records"
    __slots__ = ("bid", "contract", "deal", "declared", "leader", "meta", "plays", "result", "rules")
    deal: Deal
    contract: Contract
    leader: Seat
    rules: Rules
    declared: dict[Seat, Declared]
    plays: tuple[tuple[Card, bool], ...]
    bid: dict[str, Any] | None
    result: dict[str, Any] | None
    meta: Any

    def __init__(
        self,
        deal: Deal | str | Iterable[_HandLike],
        contract: _ContractLike,
        leader: _SeatLike = Seat.NORTH,
        rules: Rules | str | None = None,
        declared: Mapping[Seat, Iterable[Combination | Event]] | None = None,
        plays: Iterable[_CardLike | tuple[_CardLike, bool]] = (),
        bid: dict[str, Any] | None = None,
        result: dict[str, Any] | None = None,
        meta: object = None,
    ) -> None:
        self._set("deal", deal if isinstance(deal, Deal) else Deal(deal))
        self._set("contract", Contract(contract))
        self._set("leader", Seat(leader))
        self._set("rules", rules_given(rules))
        told = _declared_given(declared)
        self._set("declared", {seat: told[seat] for seat in Seat if told.get(seat)})
        self._set("plays", _plays_given(plays))
        self._set("bid", bid_given(bid))
        self._set("result", result_given(result))
        self._set("meta", meta_given(meta))

    @classmethod
    def of(cls, played: Round, meta: object = None) -> Self:
        """The record of a round, with its result if it is over.

        :param played: a ``Round``
        :param meta: anything JSON can hold, to be kept with it

        >>> from bazar import Play, Round
        >>> r = Round("N:987.KQ..987 QT..AKQJ8.T AK.AJT9..QJ J.87.T97.AK", "H", "E")
        >>> r.apply(Play("AD"))
        >>> Record.of(r).plays
        ((Card('AD'), False),)
        """
        if not isinstance(played, Round):
            raise TypeError(f"a Round is expected, not {given(played)}")
        position = played.position
        seats = [seat for seat, action in played.actions if isinstance(action, Declare)]
        result = played.result
        return cls(
            played.deal,
            position.contract,
            position.plays[0][0] if position.plays else position.leader,
            position.rules,
            {seat: played.declared[seat.__index__()] for seat in seats},
            tuple((card, word) for _, card, word in position.plays),
            played.terms,
            None if result is None else _told(result),
            meta,
        )

    @classmethod
    def from_json(cls, line: str) -> Self:
        """The record on a line; its plays are not yet tried against the rules: ``round`` does that.

        :raises TypeError: for what is no text
        :raises RecordError: a ValueError, for what is no record, with the place
        """
        if not isinstance(line, str):
            raise TypeError(f"a line must be a text, not {given(line)}")
        try:
            return cls._from_object(_record_json.loads(line))
        except RecordError:
            raise
        except ValueError as error:
            raise RecordError(str(error)) from None

    @classmethod
    def _from_object(cls, read: dict[str, Any]) -> Self:
        contract = _record_json.contract(read["contract"])
        plays = _record_json.cards(read["plays"], "plays")
        said = _record_json.cards(read.get("said", []), "said")
        for place, card in enumerate(said):
            if card not in plays:
                raise ValueError(f"said[{place}]: {card} is not among the plays")
        return cls(
            _record_json.deal(read["deal"]),
            contract,
            _record_json.seat(read["leader"]),
            _record_json.rules(read.get("rules", "bazar")),
            _record_json.declared(read.get("declared", {}), contract),
            tuple((card, card in said) for card in plays),
            None if read.get("bid") is None else _record_json.bid(read["bid"]),
            None if read.get("result") is None else _record_json.result(read["result"]),
            read.get("meta"),
        )

    def to_json(self) -> str:
        """The record as one line of JSON, without its end.

        >>> line = '{"deal": 0, "contract": "S", "leader": "N", "plays": ["AS"]}'
        >>> Record.from_json(Record.from_json(line).to_json()) == Record.from_json(line)
        True
        """
        named = PRESETS.get(self.rules)
        made: dict[str, Any] = {
            "deal": str(self.deal),
            "contract": str(self.contract),
            "leader": str(self.leader),
            "rules": named
            or {"partner_exempt": self.rules.partner_exempt, "undertrump": self.rules.undertrump},
        }
        if self.declared:
            by_seat = self.declared.items()
            made["declared"] = {str(seat): [str(item) for item in items] for seat, items in by_seat}
        made["plays"] = [str(card) for card, _ in self.plays]
        said = [str(card) for card, word in self.plays if word]
        if said:
            made["said"] = said
        if self.bid is not None:
            made["bid"] = _bid_object(self.bid)
        if self.result is not None:
            made["result"] = self.result
        if self.meta is not None:
            made["meta"] = self.meta
        return json.dumps(made, allow_nan=False)

    def round(self) -> Round:
        """The deal played to where the record ends, every step checked, and the result with it.

        :raises RecordError: a ValueError, for a step that breaks a rule or a result that is not what comes
            out, with the trick, the play and the rule

        >>> line = '{"deal": 0, "contract": "S", "leader": "N", "plays": ["AS", "7S"]}'
        >>> Record.from_json(line).round()
        Traceback (most recent call last):
        bazar.records.RecordError: trick 1, play 2: East, whose turn it is, does not hold 7♠ (RULES C)
        """
        try:
            made = Round(self.deal, self.contract, self.leader, self.rules, **(self.bid or {}))
        except (TypeError, ValueError) as error:
            raise RecordError(f"bid: {error}") from None
        for number, (card, word) in enumerate(self.plays):
            self._declare(made, number)
            try:
                made.apply(Play(card, word))
            except IllegalPlay as error:
                raise _at(number, error.reason, error.rule) from None
            except ValueError as error:
                raise _at(number, str(error)) from None
        self._declare(made, len(self.plays))
        for seat in self.declared:
            if not made.declared[seat.__index__()]:
                name = NAMES[seat.__index__()]
                raise RecordError(f"declared.{seat}: {name} has not come to the first card")
        self._compare(made.result)
        return made

    def position(self) -> Position:
        """The position where the record ends, every step checked.

        :raises RecordError: as ``round``
        """
        return self.round().position

    def _declare(self, made: Round, number: int) -> None:
        """What the player to act declares, if this is the first card."""
        seat = made.to_act
        items = self.declared.get(seat) if seat is not None and number < 4 else None
        if items:
            try:
                made.apply(Declare(items))
            except ValueError as error:
                raise _at(number, str(error)) from None

    def _compare(self, result: DealResult | None) -> None:
        if self.result is None:
            return
        if result is None:
            raise RecordError("result: the deal is not over")
        found = _told(result)
        for name, value in self.result.items():
            if found[name] != value:
                says = f"the record says {json.dumps(value)}, but it is {json.dumps(found[name])}"
                raise RecordError(f"result.{name}: {says}")

    def _key(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__ if name != "meta")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.deal, self.contract, self.leader, self.rules, self.plays))

    def __repr__(self) -> str:
        return f"Record.from_json({self.to_json()!r})"

    def __reduce__(self) -> tuple[Callable[[str], Record], tuple[str]]:
        return Record.from_json, (self.to_json(),)


def read(
    source: str | PathLike[str] | Iterable[str | bytes],
    on_error: Callable[[RecordError], object] | None = None,
) -> Iterator[Record]:
    """The records of a file, one at a time; blank lines and lines that begin with ``#`` are passed over.

    :param source: the path of a file, or the lines, such as an open file in text or binary mode
    :param on_error: called with the error of a bad line, and reading goes on; None raises it
    :raises RecordError: a ValueError, for a bad line, with its number
    :raises OSError: if the file cannot be read

    Only what a line says is checked; ``Record.round`` tries it against the rules.

    >>> from bazar.records import read
    >>> lines = ['{"deal": 0, "contract": "S", "leader": "N", "plays": []}', "nonsense"]
    >>> for record in read(lines, on_error=print):
    ...     print(record.deal.index)
    0
    line 2: this is not JSON: Expecting value at column 1
    """
    for _, record in numbered(source, on_error):
        yield record


def numbered(
    source: str | PathLike[str] | Iterable[str | bytes],
    on_error: Callable[[RecordError], object] | None = None,
) -> Iterator[tuple[int, Record]]:
    """The same as ``read``, each with the number of its line."""
    if isinstance(source, (str, PathLike)):
        with open(fspath(source), "rb") as lines:
            yield from _numbered(bounded(lines), on_error)
    else:
        yield from _numbered(source, on_error)


def bounded(lines: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; of one that is too long only the beginning is kept."""
    most = 4 * _record_json.LONGEST_LINE
    while line := lines.readline(most):
        rest = line
        while len(rest) == most and not rest.endswith(b"\n"):
            rest = lines.readline(most)
        yield line


def _numbered(
    lines: Iterable[str | bytes], on_error: Callable[[RecordError], object] | None
) -> Iterator[tuple[int, Record]]:
    for number, line in enumerate(lines, 1):
        try:
            text = _decoded(line, first=number == 1)
            if len(text) > _record_json.LONGEST_LINE:
                raise RecordError(TOO_LONG)
            text = text.strip()
            if text and not text.startswith("#"):
                yield number, Record.from_json(text)
        except RecordError as error:
            if on_error is None:
                raise error.at(number) from None
            on_error(error.at(number))


def _decoded(line: str | bytes, *, first: bool) -> str:
    if isinstance(line, str):
        return line.removeprefix("\ufeff") if first else line
    if not isinstance(line, (bytes, bytearray)):
        raise TypeError(f"lines must be texts, not {given(line)}")
    # No record is as long in bytes, and what `bounded` has cut may end within a letter.
    if len(line) >= 4 * _record_json.LONGEST_LINE:
        raise RecordError(TOO_LONG)
    try:
        return bytes(line).decode("utf-8-sig" if first else "utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(f"byte {error.start + 1} is no UTF-8") from None


def write(target: str | PathLike[str] | TextIO, records: Iterable[Record | Round]) -> int:
    """Write records, or rounds, a line each.

    :param target: the path of a file, which is made anew, or a file open for text
    :param records: ``Record`` or ``Round`` objects; taken one at a time
    :return: how many were written
    :raises TypeError: for anything else among them
    :raises OSError: if the file cannot be written

    >>> import sys
    >>> from bazar.records import write
    >>> write(sys.stdout, [Record.from_json('{"deal": 0, "contract": "S", "leader": "N", "plays": []}')])
    {"deal": "N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987", "contract": "S", "leader": "N", \
"rules": "bazar", "plays": []}
    1
    """
    if isinstance(target, (str, PathLike)):
        with open(fspath(target), "w", encoding="utf-8", newline="\n") as file:
            return write(file, records)
    count = 0
    for item in records:
        record = Record.of(item) if isinstance(item, Round) else item
        if not isinstance(record, Record):
            raise TypeError(f"records must be Record or Round objects, not {given(record)}")
        target.write(record.to_json() + "\n")
        count += 1
    return count


def _declared_given(declared: object) -> dict[Seat, Declared]:
    if declared is None:
        return {}
    if not isinstance(declared, Mapping):
        raise TypeError(f"declared must be a mapping of seats to declarations, not {given(declared)}")
    told: dict[Seat, Declared] = {}
    for name, items in declared.items():
        seat = Seat(name)
        if seat in told:
            raise ValueError(f"declared: {seat} is there twice")
        told[seat] = Declare(items).items
    return told


def _plays_given(plays: Iterable[_CardLike | tuple[_CardLike, bool]]) -> tuple[tuple[Card, bool], ...]:
    if isinstance(plays, str) or not hasattr(type(plays), "__iter__"):
        raise TypeError(f"plays must be an iterable of cards, not {given(plays)}")
    made: dict[Card, bool] = {}
    for place, item in enumerate(plays):
        if isinstance(item, tuple) and len(item) != 2:
            raise TypeError(f"plays[{place}] must be a card or (card, whether the word is said)")
        step = Play(*item) if isinstance(item, tuple) else Play(item)
        if step.card in made:
            raise ValueError(f"plays[{place}]: {step.card} is there twice")
        made[step.card] = step.bella
    return tuple(made.items())


def _at(number: int, problem: str, rule: str | None = None) -> RecordError:
    return RecordError(problem, None, number // 4 + 1, number + 1, rule)


def _told(result: DealResult) -> dict[str, Any]:
    return {name: getattr(result, name) for name in _record_json.RESULT_FIELDS}


def _bid_object(terms: dict[str, Any]) -> dict[str, Any]:
    return {
        "tens": terms["bid"],
        "bidders": terms["bidders"],
        "stakes": terms["stakes"],
        "capot": terms["capot_called"],
        **terms["numbers"],
    }
