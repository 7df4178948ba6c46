"""Restate the node counts of the solver in tests/data/solver.json; the values must stay.

python tools/sign_solver.py
"""

from __future__ import annotations

import json
from pathlib import Path

from bazar import Contract, Deal, Position, Seat, solve

SIGNATURE = Path(__file__).parent.parent / "tests" / "data" / "solver.json"


def signature() -> list[list[str | int]]:
    """(deal, contract, leader, value, nodes) of fixed deals: each contract under each leader."""
    rows: list[list[str | int]] = []
    for number, contract in enumerate(Contract):
        for leader in Seat:
            deal = Deal.random(seed=100 * number + leader.__index__())
            solution = solve(Position(deal, contract, leader))
            rows.append([str(deal), str(contract), str(leader), solution.value, solution.nodes])
    return rows


def main() -> None:
    rows = signature()
    if SIGNATURE.exists():
        before = json.loads(SIGNATURE.read_text(encoding="utf-8"))
        assert [row[:4] for row in before] == [row[:4] for row in rows], "a value has changed"
    text = ",\n".join(json.dumps(row) for row in rows)
    SIGNATURE.write_text(f"[\n{text}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
