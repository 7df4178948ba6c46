"""The core in loops without Python, and what a process pays to import it.

python benchmarks/core.py
"""

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

from timing import pin, seconds

HANDS = 10_518_300
DEALS = 1_000_000


def build(folder: Path) -> Any:
    """The extension of benchmarks/loops.pyx, built in a folder with default flags."""
    source = shutil.copy(Path(__file__).with_name("loops.pyx"), folder)
    subprocess.run(
        [sys.executable, "-m", "Cython.Build.Cythonize", "-i", source],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    (path,) = [*folder.glob("loops*.so"), *folder.glob("loops*.pyd")]
    spec = importlib.util.spec_from_file_location("loops", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def import_milliseconds() -> tuple[float, float]:
    """Best times of a bare interpreter, and of what `import bazar` adds to it."""
    best = {"pass": float("inf"), "import bazar": float("inf")}
    for _ in range(30):
        for code, least in best.items():
            start = perf_counter()
            subprocess.run([sys.executable, "-P", "-c", code], check=True)
            best[code] = min(least, perf_counter() - start)
    bare = best["pass"] * 1e3
    return bare, best["import bazar"] * 1e3 - bare


def main() -> None:
    pin()
    # Windows does not delete an extension that is loaded.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        report(build(Path(folder)))


def report(loops: Any) -> None:
    times = seconds(
        {
            "count": loops.count_hands,
            "evaluate": loops.evaluate_hands,
            "deal": lambda: loops.random_deals(DEALS),
            "resolve": lambda: loops.resolve_deals(DEALS),
            "numbers": lambda: loops.deal_numbers(DEALS),
        },
        repeats=20,
    )
    each = (times["evaluate"] - times["count"]) / HANDS / 6 * 1e9
    resolved = (times["resolve"] - times["deal"]) / DEALS / 6 * 1e9
    print(f"points and strength, a hand and contract   {each:8.2f} ns   (target 2.5)")
    print(f"  with the loop over all hands             {times['evaluate'] / HANDS / 6 * 1e9:8.2f} ns")
    print(f"resolve, a deal and contract               {resolved:8.2f} ns")
    print(f"random_deal                                {times['deal'] / DEALS * 1e9:8.2f} ns")
    print(f"deal_from_index and deal_index             {times['numbers'] / DEALS * 1e9:8.2f} ns")
    bare, added = import_milliseconds()
    print(f"import bazar, beside {bare:.1f} ms of Python      {added:8.2f} ms   (target 15)")


if __name__ == "__main__":
    main()
