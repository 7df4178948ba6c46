"""The solver: positions searched and time, beside colver's where that is installed.

Processor time, all of a deal's in turns, so that a busy machine slows all of them. colver 0.11.1 solves
suit contracts by the default rules, with 90 for the capot: its values are compared too.

    pip install -e '.[compare]'
    python benchmarks/solver.py [deals]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time
from typing import Any

from timing import pin

from bazar import Contract, Deal, Position, Rules, Solver

REPEATS = 3


class Column:
    """What was measured of one question, a deal each."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.times: list[float] = []
        self.nodes: list[int] = []

    def line(self, unit: float) -> str:
        mean, last = sum(self.times) / len(self.times), hundredth(self.times)
        text = f"{self.name:34}{mean * 1e3:9.3f}{last * 1e3:9.3f}{mean / unit:8.2f}"
        if self.nodes:
            text += f"{sum(self.nodes) / len(self.nodes):10.0f}{hundredth(self.nodes):10.0f}"
        return text


def hundredth(numbers: list[float] | list[int]) -> float:
    """What one in a hundred is at least."""
    return sorted(numbers)[-max(1, len(numbers) // 100)]


def best(call: Callable[[], object]) -> float:
    found = float("inf")
    for _ in range(REPEATS):
        start = process_time()
        call()
        found = min(found, process_time() - start)
    return found


def ending(deal: Deal, contract: str, cards: int, seed: int) -> Position:
    """A deal after some tricks played at random."""
    from random import Random

    rng, position = Random(seed), Position(deal, contract)
    for _ in range(32 - cards):
        position.play(rng.choice(list(position.legal)))
    return position


def table(solver: Solver, deal: Deal) -> object:
    from bazar._solving import table as values
    from bazar.enums import Seat

    return values(deal, list(Contract), list(Seat), Rules(), 0)


class Colver:
    """colver's solver of a deal under a trump suit, North to lead; None if it is not installed."""

    def __init__(self) -> None:
        import colver  # type: ignore[import-not-found]

        self.env: Any = colver.Env
        ranks = {"10": "T"}
        names = [colver.Env.card_name(card) for card in range(32)]
        suits = dict(zip("♠♥♦♣", "SHDC", strict=True))
        self.number = {
            ranks.get(name[:-1], name[:-1]) + suits[name[-1]]: number for number, name in enumerate(names)
        }
        first = [next(card for card, name in enumerate(names) if name[-1] == suit) for suit in "♠♥♦♣"]
        self.trumps = [card // 8 for card in first]

    def __call__(self, deal: Deal, suit: int) -> Callable[[], Any]:
        hands = [[self.number[str(card)] for card in hand] for hand in deal]
        env = self.env.deal_with_hands(3, hands)
        env.set_contract(self.trumps[suit], 80, 0, 0)
        env.set_phase_playing()
        return lambda: env.solve_all_suits()["suits"][self.trumps[suit]][0]


def main(deals: int = 100) -> None:
    pin()
    solver = Solver()
    try:
        colver = Colver()
    except ModuleNotFoundError:
        colver = None
    columns: dict[str, Column] = {}

    def note(name: str, time: float, nodes: int | None = None) -> None:
        column = columns.setdefault(name, Column(name))
        column.times.append(time)
        if nodes is not None:
            column.nodes.append(nodes)

    def ask(name: str, call: Callable[[], object]) -> None:
        time = best(call)
        note(name, time, solver.nodes)

    differ = 0
    for number in range(deals):
        deal = Deal.random(seed=number)
        for contract in ("S", "AT", "WT"):
            p = Position(deal, contract)
            ask(f"value, {contract}", lambda p=p: solver.value(p))  # type: ignore[misc]
        p = Position(deal, "S")
        ask("value and each card and line, S", lambda p=p: solver.solve(p))  # type: ignore[misc]
        ask("makes 82, S", lambda p=p: solver.makes(p, 82))  # type: ignore[misc]
        for cards in (24, 16):
            q = ending(deal, "S", cards, number)
            ask(f"value, S, {cards} cards left", lambda q=q: solver.value(q))  # type: ignore[misc]
        note("six contracts, four leaders", best(lambda deal=deal: table(solver, deal)))  # type: ignore[misc]
        if colver:
            call = colver(deal, 0)
            # It solves four suits at a time.
            note("colver, a suit", best(call) / 4)
            ask("the same with the capot", lambda p=p: solver.value(p, 90))  # type: ignore[misc]
            differ += call() != solver.value(p, 90)
    unit = sum(columns["value, S"].times) / deals
    print(f"{deals} deals{'':25}{'ms':>9}{'p99':>9}{'ratio':>8}{'nodes':>10}{'p99':>10}")
    for column in columns.values():
        print(column.line(unit))
    if colver:
        ours, theirs = columns["the same with the capot"], columns["colver, a suit"]
        print(
            f"colver takes {sum(theirs.times) / sum(ours.times):.1f} times as long, "
            f"{hundredth(theirs.times) / hundredth(ours.times):.1f} times at p99; {differ} values differ"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
