"""Lines and rows a second through ``bazar eval``, start-up included.

python benchmarks/command_line.py
"""

import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from timing import pin, seconds

from bazar import Deal, arrays

LINES = 1_000_000
ROWS = 10_000_000


def main() -> None:
    pin()
    with tempfile.TemporaryDirectory() as folder:
        hands = Path(folder) / "hands.txt"
        deals = Path(folder) / "deals.txt"
        with open(hands, "w") as file:
            file.writelines(f"{hand}\n" for seed in range(LINES // 4) for hand in Deal.random(seed))
        with open(deals, "w") as file:
            file.writelines(f"{Deal.random(seed)}\n" for seed in range(LINES // 10))

        tables = write_tables(Path(folder))

        def run(*arguments: str) -> None:
            command = [sys.executable, "-P", "-m", "bazar", "eval", *arguments]
            with open(os.devnull, "w") as sink:
                subprocess.run(command, check=True, stdout=sink)

        times = seconds(
            {
                "hands, -c S": lambda: run("-c", "S", str(hands)),
                "hands, -c S --json": lambda: run("-c", "S", "--json", str(hands)),
                "deals, -c S": lambda: run("-c", "S", str(deals)),
                **{
                    f"{table.name}, -c S -o": partial(
                        run, "-c", "S", str(table), "-o", f"{folder}/out{table.suffix}"
                    )
                    for table in tables
                },
            },
            repeats=3,
        )
        for name, best in times.items():
            if "-o" in name:
                lines = ROWS // 4 if name.startswith("deals") else ROWS
            else:
                lines = LINES // 10 if name.startswith("deals") else LINES
            aim = "   (target 300,000)" if name == "hands, -c S" else ""
            print(f"{name:22} {lines / best:12,.0f} lines/s{aim}")


def write_tables(folder: Path) -> list[Path]:
    deals = arrays.random_deals(ROWS // 4, 1)
    np.save(folder / "hands.npy", deals.ravel())
    np.save(folder / "deals.npy", deals)
    pq.write_table(pa.table({"hand": deals.ravel()}), folder / "hands.parquet")
    seats = dict(zip(("north", "east", "south", "west"), deals.T, strict=True))
    pq.write_table(pa.table(seats), folder / "deals.parquet")
    return [folder / f"{name}.{suffix}" for suffix in ("npy", "parquet") for name in ("hands", "deals")]


if __name__ == "__main__":
    main()
