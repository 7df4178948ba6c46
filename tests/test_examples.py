"""The examples run, and say what they should."""

import runpy
from pathlib import Path

import pytest
from conftest import load
from support import build_extension

from bazar import records

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_server(capsys):
    runpy.run_path(str(EXAMPLES / "server.py"), run_name="__main__")
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "East's Berts AKQJ of diamonds is the highest combination."
    assert shown[-1] == "West declares terts:AKQS but does not hold QS"


def test_bot(capsys):
    runpy.run_path(str(EXAMPLES / "bot.py"), run_name="__main__")
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "a player who sees all hands: NS 107, EW 55"
    assert shown[-1].startswith('{"')
    assert records.Record.from_json(shown[-1]).round().done


def test_survey(capsys):
    runpy.run_path(str(EXAMPLES / "survey.py"), run_name="__main__")
    shown = [line.rsplit(None, 2) for line in capsys.readouterr().out.splitlines()]
    shares = {name: float(share) for name, share, _ in shown}
    assert sum(shares.values()) == pytest.approx(100, abs=0.5)
    assert 40 < shares["terts of 3"] < 55


def test_mean_points(tmp_path):
    module = load("mean_points", build_extension(EXAMPLES / "mean_points", tmp_path))
    assert module.mean_points(200_000, 0, 1) == pytest.approx(7.339, rel=0.02)
    with pytest.raises(ValueError, match="contract"):
        module.mean_points(1, 6, 1)
