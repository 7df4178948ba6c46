"""The recipe of examples/dask_deals.py: whatever the blocks and the scheduler, what a single call gives."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from support import run

from bazar import Contract, arrays

EXAMPLES = Path(__file__).parent.parent / "examples"
DEALS = 10_007
SEED = 2026


@pytest.fixture
def recipe(monkeypatch):
    """The example as a module that worker processes can import, too."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import dask_deals

    return dask_deals


@pytest.mark.parametrize("scheduler", ["sync", "threads", "processes"])
@pytest.mark.parametrize("block", [1000, 4096, 20_000])
def test_any_scheduler_gives_what_the_single_call_gives(recipe, scheduler, block):
    single = arrays.random_deals(DEALS, SEED)
    deals = recipe.random_deals(DEALS, SEED, block)
    assert deals.shape == (DEALS, 4)
    assert deals.dtype == np.uint32
    assert deals.numblocks == (-(-DEALS // block), 1)
    workers = {"scheduler": scheduler, "num_workers": 2}
    assert np.array_equal(deals.compute(**workers), single)

    points = deals.map_blocks(arrays.points, 3, dtype=np.uint16)
    assert np.array_equal(points.compute(**workers), arrays.points(single, 3))
    counts = recipe.survey(deals, Contract.HEARTS).compute(**workers)
    assert np.array_equal(counts, recipe.count_block(single, 1)[0])


def test_the_counts_are_those_of_their_names(recipe):
    single = arrays.random_deals(DEALS, SEED)
    winner, pairs, _ = arrays.resolve(single, "S")
    found = recipe.report(recipe.survey(recipe.random_deals(DEALS, SEED, 999), Contract.SPADES).compute())
    assert found["deals"] == DEALS
    for place, name in enumerate("NESW-"):
        seat = place if name != "-" else -1
        assert found["highest combination"][name] == pytest.approx(np.mean(winner == seat))
    assert list(found["mean whists"].values()) == pytest.approx(pairs.mean(axis=0).tolist())
    whists, counts = np.unique(arrays.points(single, "S"), return_counts=True)
    assert found["hands by whists"] == dict(zip(whists.tolist(), counts.tolist(), strict=True))


def test_every_hand_has_its_place_in_the_histogram(recipe):
    for contract in Contract:
        assert arrays.points(arrays.all_hands(), contract).max() < 10 * recipe.TENS


@pytest.mark.parametrize("scheduler", ["threads", "processes"])
def test_the_script(recipe, scheduler):
    options = ["--block", "3000", "--scheduler", scheduler, "--seed", str(SEED), "--contract", "WT"]
    ran = run(sys.executable, str(EXAMPLES / "dask_deals.py"), str(DEALS), *options)
    # No progress in a pipe.
    assert (ran.returncode, ran.stderr) == (0, "")
    counts = recipe.count_block(arrays.random_deals(DEALS, SEED), 5)[0]
    assert json.loads(ran.stdout) == json.loads(json.dumps(recipe.report(counts)))


def test_wrong_calls():
    for options in (["0"], ["10", "--block", "0"], ["10", "--contract", "X"], ["10", "--seed", "-1"]):
        ran = run(sys.executable, str(EXAMPLES / "dask_deals.py"), *options)
        assert ran.returncode == 2, options
        assert "Traceback" not in ran.stderr
