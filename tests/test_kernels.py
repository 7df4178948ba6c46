"""The loops over arrays that each processor offers, all against the core on all hands."""

import os
import sys
from pathlib import Path

import pytest
from support import python, run

from bazar import core

SCRIPT = Path(__file__).parent / "kernels.py"


def environment(cpu):
    return {**os.environ, "BAZAR_CPU": cpu}


@pytest.mark.parametrize("cpu", core.cpus())
def test_every_kernel_agrees_with_the_core(cpu):
    ran = run(sys.executable, "-W", "error", str(SCRIPT), cpu, env=environment(cpu))
    assert ran.returncode == 0, ran.stderr


def test_the_best_is_taken_unless_one_is_named():
    free = {name: value for name, value in os.environ.items() if name != "BAZAR_CPU"}
    for env in (free, environment("")):
        ran = python("from bazar import core; print(core.cpu() == core.cpus()[-1])", env=env)
        assert ran.stdout == "True\n", ran.stderr


def test_one_that_the_machine_has_not_is_refused():
    ran = python("import bazar", env=environment("abacus"))
    assert ran.returncode == 1
    names = ", ".join(core.cpus())
    assert f"ImportError: BAZAR_CPU is 'abacus', but this machine can run {names}" in ran.stderr
