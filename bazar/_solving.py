"""What ``bazar solve`` writes: one deal card by card, the table of contracts and leaders, files of deals."""

from __future__ import annotations

import os
from array import array
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, product
from pathlib import Path
from threading import local

from bazar._solver import Solver, _solve_rows
from bazar.deal import Deal
from bazar.enums import Contract, Seat
from bazar.errors import ParseError
from bazar.rules import Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import Future
    from typing import Any

    from bazar._card import Card
    from bazar._position import Position
    from bazar._render import Style
    from bazar.solution import Solution

COLUMNS = ("deal", "contract", "leader", "rules", "capot", "ns")
HEADER = "\t".join(COLUMNS) + "\n"


def solution_report(position: Position, solution: Solution, style: Style) -> str:
    """The value, that of each card, and the line trick by trick."""

    def shown(card: Card) -> str:
        text = str(card)
        return text[0] + style.suit(card.suit)

    ew = solution.value - solution.margin
    lines = [f"{style.contract(position.contract)}, {position.leader.name.title()} leads: "
             f"NS {solution.value}, EW {ew}  ({solution.nodes} positions)"]  # fmt: skip
    ranked = sorted(solution.cards.items(), key=lambda item: -item[1] if _of_ns(position.turn) else item[1])
    lines.append("card  " + "  ".join(f"{shown(card)} {value}" for card, value in ranked))
    p = position.copy()
    before = len(p.history)
    for card in solution.line:
        p.play(card)
    for number, (leader, cards, winner) in enumerate(p.history[before:], 1):
        played = " ".join(map(shown, cards))
        lines.append(f"{number}  {leader} {played}  to {winner}")
    return "\n".join(lines)


def _of_ns(seat: Seat | None) -> bool:
    return seat in (Seat.NORTH, Seat.SOUTH)


def table_report(deal: Deal, rules: Rules, capot: int, style: Style) -> str:
    """NS's whists in the six contracts under the four leaders."""
    values = iter(table(deal, list(Contract), list(Seat), rules, capot))
    lines = ["NS with  " + "".join(f"{seat!s:>5}" for seat in Seat) + "  leading"]
    for contract in Contract:
        name = style.contract(contract)
        lines.append(f"{name}{' ' * (9 - len(str(contract)))}" + "".join(f"{next(values):5}" for _ in Seat))
    return "\n".join(lines)


_contexts = local()


def table(
    deal: Deal, contracts: Sequence[Contract], leaders: Sequence[Seat], rules: Rules, capot: int
) -> list[int]:
    """NS's whists under each contract and, within it, each leader."""
    # A contract at a time, so that signals are answered between.
    return [value for contract in contracts for value in _column(deal, contract, leaders, rules, capot)]


def _column(deal: Deal, contract: Contract, leaders: Sequence[Seat], rules: Rules, capot: int) -> list[int]:
    rows = [(contract, leader) for leader in leaders]
    masks = array("I", [hand.mask for hand in deal] * len(rows))
    values, done, stop = array("H", bytes(2 * len(rows))), bytearray(len(rows)), array("i", [0])
    if not hasattr(_contexts, "solver"):
        _contexts.solver = Solver()
    _solve_rows(
        _contexts.solver,
        memoryview(masks).cast("B").cast("I", (len(rows), 4)),
        bytes(contract.__index__() for contract, _ in rows),
        bytes(leader.__index__() for _, leader in rows),
        rules.partner_exempt,
        rules.undertrump == "must",
        capot,
        values,
        done,
        stop,
    )
    return values.tolist()


def solve_file(
    lines: Iterable[str],
    out: Path,
    contracts: Sequence[Contract],
    leaders: Sequence[Seat],
    rules: str,
    capot: int,
    threads: int,
    complain: Callable[[int, ValueError], object],
) -> bool:
    """Solve a deal a line; rows already in the file are not searched again. Whether all lines were good.

    A Parquet file is written at the end, from the rows kept beside it until then.
    """
    parquet = out.suffix == ".parquet"
    if parquet:
        _pyarrow()
        if out.exists():
            raise ValueError(f"{out} is there already, with all its rows")
    journal = out.with_name(out.name + ".part") if parquet else out
    bad = 0

    def deals() -> Iterator[Deal]:
        nonlocal bad
        for number, line in enumerate(lines, 1):
            text = line.strip()
            if text and not text.startswith("#"):
                try:
                    yield Deal(text)
                except ParseError as error:
                    bad += 1
                    complain(number, error)

    several = len(contracts) * len(leaders)
    source = deals()
    names = [
        (str(contract), str(leader), rules, str(capot)) for contract, leader in product(contracts, leaders)
    ]
    known = _rows_kept(journal)
    deal: Deal | None = None
    for place, row in enumerate(known):
        if place % several == 0:
            deal = next(source, None)
        if len(row) != len(COLUMNS) or not (row[-1].isascii() and row[-1].isdecimal() and len(row[-1]) <= 5):
            raise ValueError(f"{journal}, line {place + 2}: no row of bazar solve")
        if row[0] != str(deal):
            raise ValueError(f"{journal} holds the rows of other deals: {row[0]}")
        if tuple(row[1:-1]) != names[place % several]:
            raise ValueError(f"{journal} holds the rows of other contracts, leaders, rules or capots")
    # Only now is it sure to be what this run would have written.
    _cut(journal, known[: len(known) // several * several])
    if len(known) % several:
        source = chain([deal] if deal else [], source)
    with open(journal, "a", encoding="utf-8", newline="\n") as file:
        if not file.tell():
            file.write(HEADER)
        for deal, values in _in_order(
            source, contracts, leaders, Rules.named(rules), capot, min(threads, os.cpu_count() or 1)
        ):
            file.write(
                "".join(
                    "\t".join((str(deal), *name, str(value))) + "\n"
                    for name, value in zip(names, values, strict=True)
                )
            )
            # A row that was searched for is not lost, whatever happens.
            file.flush()
    if parquet:
        _to_parquet(journal, out)
        journal.unlink()
    return not bad


def _in_order(
    deals: Iterator[Deal],
    contracts: Sequence[Contract],
    leaders: Sequence[Seat],
    rules: Rules,
    capot: int,
    threads: int,
) -> Iterator[tuple[Deal, list[int]]]:
    if threads == 1:
        for deal in deals:
            yield deal, table(deal, contracts, leaders, rules, capot)
        return
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[tuple[Deal, Future[list[int]]]] = deque()
        try:
            for deal in deals:
                waiting.append((deal, pool.submit(table, deal, contracts, leaders, rules, capot)))
                if len(waiting) > 4 * threads:
                    first, future = waiting.popleft()
                    yield first, future.result()
            for first, future in waiting:
                yield first, future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _rows_kept(journal: Path) -> list[list[str]]:
    """The rows that a file has, but for one that an interrupt left without its end."""
    if not journal.exists():
        return []
    text = journal.read_bytes()
    if HEADER.encode().startswith(text):
        return []
    if not text.startswith(HEADER.encode()):
        raise ValueError(f"{journal} is no file of bazar solve: it does not begin with {HEADER.strip()!r}")
    try:
        rows = text[len(HEADER) : text.rfind(b"\n") + 1].decode()
    except UnicodeDecodeError as error:
        raise ValueError(f"{journal} is no file of bazar solve: {error}") from None
    return [row.split("\t") for row in rows.split("\n")[:-1]]


def _cut(journal: Path, rows: list[list[str]]) -> None:
    """Leave only whole deals, the last of which an interrupt may have left unfinished."""
    if journal.exists():
        with open(journal, "r+b") as file:
            kept = len(HEADER) + sum(len("\t".join(row).encode()) + 1 for row in rows)
            file.truncate(kept if rows else 0)


def _pyarrow() -> tuple[Any, Any]:
    from importlib import import_module

    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ModuleNotFoundError:
        raise ValueError("a .parquet file needs pyarrow: pip install 'bazar[parquet]'") from None


def _to_parquet(journal: Path, out: Path) -> None:
    pyarrow, parquet = _pyarrow()
    rows = [line.split("\t") for line in journal.read_text(encoding="utf-8").splitlines()[1:]]
    columns = dict(zip(COLUMNS, list(zip(*rows, strict=True)) or [()] * len(COLUMNS), strict=True))
    numbers = {name: pyarrow.array(map(int, columns[name]), pyarrow.uint16()) for name in ("capot", "ns")}
    table = pyarrow.table({name: list(column) for name, column in columns.items()} | numbers)
    # Under its name only when it is whole.
    unfinished = out.with_name(out.name + ".tmp")
    try:
        parquet.write_table(table, unfinished)
        unfinished.replace(out)
    finally:
        unfinished.unlink(missing_ok=True)
