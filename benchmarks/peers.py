"""Hand evaluators of other card games from Python, beside ``bazar``: the price of one call.

They answer different questions, so this compares what a caller waits, not what is computed. Installs the
peers into a virtual environment of its own; one that does not install is left out.

python benchmarks/peers.py
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

POKER = "As Ks Qs Js Ts 9h 8h"

# By name: what to install, how to prepare, and the call.
PEERS = {
    "eval7": (
        "eval7",
        f"import eval7; cards = [eval7.Card(c) for c in {POKER!r}.split()]",
        "eval7.evaluate(cards)",
    ),
    "phevaluator": (
        "phevaluator",
        "from phevaluator import evaluate_cards",
        "evaluate_cards(51, 47, 43, 39, 35, 30, 26)",
    ),
    "pkrbot": (
        "pkrbot",
        f"import pkrbot; cards = [pkrbot.Card(c) for c in {POKER!r}.split()]",
        "pkrbot.evaluate(cards)",
    ),
    "belote-cli": (
        "belote-cli",
        "from belote.deck import make_deck; from belote.scoring import detect_carres, detect_sequences\n"
        "pack = make_deck(); hand = (*pack[4:8], *pack[9:12], pack[16])",
        "detect_sequences(hand), detect_carres(hand)",
    ),
    "bazar": ("bazar", "from bazar.core import points; mask = 69360", "points(mask, 0)"),
}

TIME = """
import timeit
{prepare}
a_list = [1, 2, 3]
def best(code):
    return min(timeit.repeat(code, globals=globals(), number=20000, repeat=25)) / 20000 * 1e9
base = best("len(a_list)")
mine = best({call!r})
print(f"{name:14}{{mine:10.1f}} ns{{mine / base:10.1f}} x len")
"""


def main() -> None:
    root = Path(__file__).parent.parent
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        python = Path(folder) / ("Scripts" if os.name == "nt" else "bin") / "python"
        for name, (package, prepare, call) in PEERS.items():
            source = str(root) if package == "bazar" else package
            installed = subprocess.run(
                [python, "-m", "pip", "install", "-q", source], capture_output=True, text=True, check=False
            )
            code = TIME.format(name=name, prepare=prepare, call=call)
            timed = subprocess.run([python, "-P", "-c", code], capture_output=True, text=True, check=False)
            failure = (installed.stderr + timed.stderr).strip().splitlines()[-1:] or [""]
            print(timed.stdout.rstrip() or f"{name:14}left out: {failure[0]}", flush=True)


if __name__ == "__main__":
    main()
