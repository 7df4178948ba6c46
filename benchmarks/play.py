"""Play: random playouts and counts of lines in the core, and a play, its undo and a mask from Python.

python benchmarks/play.py

Where colver (pip install colver==0.11.1) is installed too, its random rollouts take turns with the playouts,
on the same deals but for how it orders ranks. "Portable" are the playouts compiled by default flags.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from timing import nanoseconds, pin, seconds

from bazar import Card, Position, arrays, core

DEALS = [core.random_deal(seed) for seed in range(40)]
PLAYOUTS = 2000
DEPTH = 10
CONTRACTS = {0: "suit contract", 4: "A/T", 5: "W/T"}
STATEMENTS = {
    "len(list)": "len(a_list)",
    "position.play(card); position.undo()": "p.play(card); p.undo()",
    "position.play('TD'); position.undo()": "p.play('TD'); p.undo()",
    "position.legal": "p.legal",
    "position.legal.mask": "p.legal.mask",
    "core.legal(mask, trick, contract)": "legal(mask, trick, 1)",
    "position.may_say_bella(card)": "p.may_say_bella(card)",
    "position.copy()": "p.copy()",
}


def playouts(contract: int) -> None:
    for number, hands in enumerate(DEALS):
        core.playouts(hands, contract, 0, PLAYOUTS, 1, number * PLAYOUTS)


def lines(contract: int) -> int:
    return sum(core.perft(hands, contract, 0, DEPTH, bulk=False) for hands in DEALS)


def colver_rollouts() -> Callable[[], None] | None:
    """Random rollouts of colver from its own compiled code, or None if it is not installed."""
    try:
        import colver  # type: ignore[import-not-found]
    except ModuleNotFoundError:
        return None
    tables: list[Any] = []
    for hands in DEALS:
        cards = [[card for card in range(32) if mask >> card & 1] for mask in hands]
        table = colver.Env.deal_with_hands(3, cards)
        table.set_contract(0, 80, 0, 0)
        table.set_phase_playing()
        tables.append(table)

    def rollouts() -> None:
        for table in tables:
            table.rollout(PLAYOUTS)

    return rollouts


def counted(contract: int) -> int:
    """All cards played when lines are counted: those of every length up to the depth."""
    return sum(core.perft(hands, contract, 0, cards) for hands in DEALS for cards in range(1, DEPTH + 1))


def main() -> None:
    pin()
    deals = len(DEALS) * PLAYOUTS
    array = np.array(DEALS, np.uint32)
    calls: dict[str, Callable[[], object]] = {}
    for contract, name in CONTRACTS.items():
        calls[f"playouts, {name}"] = partial(arrays.playouts, array, contract, 0, PLAYOUTS, 1)
        calls[f"portable, {name}"] = partial(playouts, contract)
        calls[f"lines, {name}"] = partial(lines, contract)
    peer = colver_rollouts()
    if peer is not None:
        calls["colver"] = peer
    times = seconds(calls, repeats=9)
    for contract, name in CONTRACTS.items():
        for kind in ("playouts", "portable"):
            time = times[f"{kind}, {name}"]
            beside = f"   {times['colver'] / time:5.1f} x colver" if peer else ""
            print(f"random {kind}, {name:<15} {deals / time / 1e6:8.2f} M deals/s   (target 3.5){beside}")
        rate = counted(contract) / times[f"lines, {name}"] / 1e6
        print(f"lines counted, {name:<17} {rate:8.1f} M cards/s   (target 60)")
    if peer is not None:
        print(f"rollouts of colver              {deals / times['colver'] / 1e6:8.2f} M deals/s")
    position = Position("N:987.KQ..987 QT..AKQJ8.T AK.AJT9..QJ J.87.T97.AK", "H", "E", plays=["AD", "9H"])
    found = nanoseconds(
        STATEMENTS,
        {
            "a_list": [1],
            "p": position,
            "card": Card("TD"),
            "legal": core.legal,
            "mask": DEALS[0][0],
            "trick": [card for card in range(32) if DEALS[0][1] >> card & 1][:2],
        },
    )
    for name, time in found.items():
        print(f"{name:<40} {time:8.1f} ns   {time / found['len(list)']:5.1f} x len")


if __name__ == "__main__":
    main()
