"""The examples run, and say what they should."""

import runpy
from pathlib import Path

import pytest
from conftest import load
from support import build_extension

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_server(capsys):
    runpy.run_path(str(EXAMPLES / "server.py"), run_name="__main__")
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "East's Berts AKQJ of diamonds is the highest combination."
    assert shown[-1] == "West declares terts:AKQS but does not hold QS"


def test_survey(capsys):
    runpy.run_path(str(EXAMPLES / "survey.py"), run_name="__main__")
    shown = [line.rsplit(None, 2) for line in capsys.readouterr().out.splitlines()]
    shares = {name: float(share) for name, share, _ in shown}
    assert sum(shares.values()) == pytest.approx(100, abs=0.5)
    assert 40 < shares["terts of 3"] < 55


def test_solver(tmp_path):
    module = load("solver", build_extension(EXAMPLES / "solver", tmp_path))
    assert module.mean_points(200_000, 0, 1) == pytest.approx(7.339, rel=0.02)
    with pytest.raises(ValueError, match="contract"):
        module.mean_points(1, 6, 1)
