"""Lines a second through ``bazar eval``, start-up included.

python benchmarks/command_line.py
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from timing import pin, seconds

from bazar import Deal

LINES = 1_000_000


def main() -> None:
    pin()
    with tempfile.TemporaryDirectory() as folder:
        hands = Path(folder) / "hands.txt"
        deals = Path(folder) / "deals.txt"
        with open(hands, "w") as file:
            file.writelines(f"{hand}\n" for seed in range(LINES // 4) for hand in Deal.random(seed))
        with open(deals, "w") as file:
            file.writelines(f"{Deal.random(seed)}\n" for seed in range(LINES // 10))

        def run(*arguments: str) -> None:
            command = [sys.executable, "-P", "-m", "bazar", "eval", *arguments]
            with open(os.devnull, "w") as sink:
                subprocess.run(command, check=True, stdout=sink)

        times = seconds(
            {
                "hands, -c S": lambda: run("-c", "S", str(hands)),
                "hands, -c S --json": lambda: run("-c", "S", "--json", str(hands)),
                "deals, -c S": lambda: run("-c", "S", str(deals)),
            },
            repeats=3,
        )
        for name, best in times.items():
            lines = LINES // 10 if name.startswith("deals") else LINES
            aim = "   (target 300,000)" if name == "hands, -c S" else ""
            print(f"{name:22} {lines / best:12,.0f} lines/s{aim}")


if __name__ == "__main__":
    main()
