"""A simulation's use: random deals out of core with Dask, by threads, by processes or on a cluster.

python examples/dask_deals.py 100_000_000 --scheduler threads
"""

import argparse
import json
import sys
from contextlib import nullcontext
from typing import Any

import dask
import dask.array as da
import numpy as np
import numpy.typing as npt
from dask.diagnostics import ProgressBar

import bazar
from bazar import arrays

# The counts of a block: deals by the seat of the highest combination, and without one; whists of NS and
# of EW; hands by tens of whists, of which no hand has more than 340.
SEATS = 5
SUMS = 2
TENS = 35
COUNTS = SEATS + SUMS + TENS

Deals = npt.NDArray[np.uint32]
Counts = npt.NDArray[np.int64]


def deal_block(seed: int, block_info: Any = None) -> Deals:
    """The deals of one block: those that a single call would have in its place."""
    start, stop = block_info[None]["array-location"][0]
    return arrays.random_deals(stop - start, seed, start=start)


def count_block(deals: Deals, contract: int) -> Counts:
    """What a block comes to, as one row."""
    winner, pairs, _ = arrays.resolve(deals, contract)
    points = arrays.points(deals, contract)
    row = np.concatenate(
        [
            np.bincount(winner % SEATS, minlength=SEATS),
            pairs.sum(axis=0, dtype=np.int64),
            np.bincount(points.ravel() // 10, minlength=TENS),
        ]
    )
    return row[np.newaxis]


def random_deals(n: int, seed: int, block: int) -> Any:
    """The Dask array of ``arrays.random_deals(n, seed)``, in blocks that are dealt when they are needed."""
    sizes = tuple(min(block, n - start) for start in range(0, n, block))
    return da.map_blocks(deal_block, seed, chunks=(sizes, (4,)), dtype=np.uint32, meta=np.empty((0, 4), "u4"))


def survey(deals: Any, contract: bazar.Contract) -> Any:
    """The sum of the counts of all blocks, to be computed."""
    rows = deals.map_blocks(
        count_block,
        contract.__index__(),
        chunks=((1,) * deals.numblocks[0], (COUNTS,)),
        dtype=np.int64,
        meta=np.empty((0, 0), np.int64),
    )
    return rows.sum(axis=0)


def report(counts: Counts) -> dict[str, Any]:
    """Shares and means of the counts."""
    seats, sums, tens = np.split(counts, [SEATS, SEATS + SUMS])
    deals = int(seats.sum())
    return {
        "deals": deals,
        "highest combination": dict(zip([*"NESW", "-"], (seats / deals).tolist(), strict=True)),
        "mean whists": dict(zip(["ns", "ew"], (sums / deals).tolist(), strict=True)),
        "hands by whists": {10 * ten: int(count) for ten, count in enumerate(tens) if count},
    }


def main() -> None:
    """Deal, count, and print the report as JSON."""
    parser = argparse.ArgumentParser(description="What random deals hold, out of core.")
    parser.add_argument("deals", type=int, nargs="?", default=10_000_000)
    parser.add_argument("--block", type=int, default=1 << 20, help="deals of a task, 16 bytes each")
    parser.add_argument("--scheduler", choices=("threads", "processes"), default="threads")
    parser.add_argument("--workers", type=int, help="default: one for each core")
    parser.add_argument("--contract", type=bazar.Contract, default=bazar.Contract.SPADES)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.deals < 1 or options.block < 1 or not 0 <= options.seed < 1 << 64:
        parser.error("deals and --block must be at least 1, --seed in 0 … 2**64 - 1")
    counts = survey(random_deals(options.deals, options.seed, options.block), options.contract)
    progress = ProgressBar(out=sys.stderr) if sys.stderr.isatty() else nullcontext()
    with progress, dask.config.set(scheduler=options.scheduler, num_workers=options.workers):
        print(json.dumps(report(counts.compute()), indent=2))


if __name__ == "__main__":
    main()
