"""The solver in bulk: arrays.solve, arrays.makes, and the command line."""

import signal
import subprocess
import sys
import time

import naive
import numpy as np
import pytest
from support import python, run

import bazar
from bazar import Deal, Position, Rules, Solver, arrays, cli

DEAL = "N:987.KQ..987 QT..AKQJ8.T AK.AJT9..QJ J.87.T97.AK"
DEALS = arrays.random_deals(12, seed=5)


def one_by_one(deals, contract, leader, rules=None, capot=0):
    solver = Solver()
    return [
        solver.solve(Position([bazar.Hand(int(hand)) for hand in deal], contract, leader, rules), capot).value
        for deal in deals
    ]


def test_solve_agrees_with_the_solver():
    for contract, leader, rules, capot in [(0, 0, None, 0), (4, 3, None, 90), (2, 1, "rotterdam", 0)]:
        values = arrays.solve(DEALS, contract, leader, rules=rules, capot=capot)
        assert values.dtype == np.uint16
        assert values.tolist() == one_by_one(DEALS, contract, leader, rules, capot)


def test_solve_broadcasts():
    few = DEALS[:3]
    values = arrays.solve(few[:, None, None], np.arange(6)[:, None], np.arange(4))
    assert values.shape == (3, 6, 4)
    for contract in range(6):
        for leader in range(4):
            assert values[:, contract, leader].tolist() == one_by_one(few, contract, leader)
    assert arrays.solve(DEAL, "H", "E") == arrays.solve(Deal(DEAL), 1, 1) == 107
    assert arrays.solve(np.empty((0, 4), np.uint32), "S").shape == (0,)
    backwards = np.asfortranarray(DEALS.astype(">i8"))[::-1]
    assert arrays.solve(backwards, "S").tolist() == arrays.solve(DEALS, "S").tolist()[::-1]


def test_threads_change_nothing():
    serial = arrays.solve(np.tile(DEALS, (4, 1)), "WT")
    for threads in (2, 8):
        assert (arrays.solve(np.tile(DEALS, (4, 1)), "WT", threads=threads) == serial).all()


def test_makes_agrees_with_solve():
    values = arrays.solve(DEALS, "S").astype(int)
    assert arrays.makes(DEALS, "S", 0, values).all()
    assert not arrays.makes(DEALS, "S", 0, values + 1).any()
    assert arrays.makes(DEALS, "S", 0, 162 - values, 1).all()
    assert not arrays.makes(DEALS, "S", 0, 163 - values, "EW").any()
    assert arrays.makes(DEALS, "S", 0, values[0]).dtype == bool
    assert arrays.makes(DEALS[0], "S", 0, [0, 162, 163, 99_999]).tolist()[::2] == [True, False]
    top = "N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987"
    assert arrays.makes(top, "S", 0, [252, 253], capot=90).tolist() == [True, False]


def test_done_without_what_is_done():
    done = np.array([True] + [False] * 11)
    with pytest.raises(ValueError, match="out must hold them"):
        arrays.solve(DEALS, "S", done=done)
    assert done.tolist() == [True] + [False] * 11


def test_out_and_done():
    values = arrays.solve(DEALS, "S")
    out, done = np.full(12, 7, np.uint16), np.zeros(12, bool)
    done[::3] = True
    assert arrays.solve(DEALS, "S", out=out, done=done) is out
    assert done.all()
    assert (out[::3] == 7).all()
    assert (np.delete(out, range(0, 12, 3)) == np.delete(values, range(0, 12, 3))).all()
    wide = np.zeros(24, np.uint16)
    arrays.solve(DEALS, "S", out=wide[::2], threads=2)
    assert (wide[::2] == values).all()
    assert not wide[1::2].any()


def test_a_row_left_out_does_not_mix_deals_up():
    # The second row of a deal is done already: what is remembered is of the deal before.
    deals = DEALS[:6]
    want = arrays.solve(deals[:, None], "S", np.arange(4))
    done = np.zeros((6, 4), bool)
    done[:, 0] = True
    out = want.copy()
    out[~done] = 0
    arrays.solve(deals[:, None], "S", np.arange(4), out=out, done=done)
    assert (out == want).all()


def test_progress():
    seen = []
    arrays.solve(np.tile(DEALS, (10, 1)), "WT", progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (120, 120)
    assert seen == sorted(seen)

    def fail(done, total):
        raise ZeroDivisionError

    out, done = np.zeros(12, np.uint16), np.zeros(12, bool)
    with pytest.raises(ZeroDivisionError):
        arrays.solve(DEALS, "S", progress=fail, out=out, done=done)
    assert (out[done] == arrays.solve(DEALS, "S")[done]).all()


def test_a_bar_if_asked_for(capsys):
    arrays.solve(DEALS, "S")
    assert capsys.readouterr().err == ""
    arrays.solve(DEALS, "S", progress=True)
    shown = capsys.readouterr().err
    assert shown.endswith("\n")
    assert "12 of 12" in shown


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that sends a signal")
@pytest.mark.parametrize("threads", [1, 2])
def test_stopped_work_is_kept_and_can_go_on(threads):
    deals = arrays.random_deals(3000, seed=6)
    out, done = np.zeros(3000, np.uint16), np.zeros(3000, bool)

    def stop(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(KeyboardInterrupt):
            arrays.solve(deals, "S", out=out, done=done, threads=threads)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    first = np.flatnonzero(done)
    assert 0 < len(first) < 3000
    assert not out[~done].any()
    part = first[:20]
    assert (out[part] == arrays.solve(deals[part], "S")).all()
    done[part[-1] + 1 :] = True
    arrays.solve(deals, "S", out=out, done=done)


def test_bad_arguments():
    for error, call in [
        (ValueError, lambda: arrays.solve([[1, 2, 3, 4]], "S")),
        (TypeError, lambda: arrays.solve(DEALS, 1.5)),
        (ValueError, lambda: arrays.solve(DEALS, 6)),
        (ValueError, lambda: arrays.solve(DEALS, "S", 4)),
        (TypeError, lambda: arrays.solve(DEALS, "S", rules=1)),
        (ValueError, lambda: arrays.solve(DEALS, "S", capot=10_000)),
        (TypeError, lambda: arrays.solve(DEALS, "S", capot=True)),
        (TypeError, lambda: arrays.solve(DEALS, "S", progress=3)),
        (TypeError, lambda: arrays.solve(DEALS, "S", out=np.zeros(12, np.uint8))),
        (ValueError, lambda: arrays.solve(DEALS, "S", out=np.zeros(11, np.uint16))),
        (TypeError, lambda: arrays.solve(DEALS, "S", done=np.zeros(12, np.uint8))),
        (ValueError, lambda: arrays.solve(DEALS, "S", done=np.zeros(11, bool))),
        (ValueError, lambda: arrays.solve(DEALS, "S", threads=0)),
        (ValueError, lambda: arrays.makes(DEALS, "S", 0, -1)),
        (TypeError, lambda: arrays.makes(DEALS, "S", 0, 82.0)),
        (ValueError, lambda: arrays.makes(DEALS, "S", 0, 82, 2)),
        (ValueError, lambda: arrays.makes(DEALS, "S", 0, 82, "N")),
    ]:
        with pytest.raises(error):
            call()
    with pytest.raises(ValueError, match="done must"):
        arrays.solve(DEALS, "S", done=np.zeros(11, bool))


# --- the command line ---


def bazar_solve(capsys, *arguments, status=0):
    assert cli.main(["solve", *map(str, arguments)]) == status
    return capsys.readouterr()


def test_one_deal(capsys):
    lines = bazar_solve(capsys, DEAL, "-c", "H", "--leader", "E").out.splitlines()
    assert lines[0].startswith("H, East leads: NS 107, EW 55  (")
    assert lines[1].startswith("card  8D 107") or "QS 121" in lines[1]
    assert [line[0] for line in lines[2:]] == list("12345678")
    p = Position(DEAL, "H", "E")
    for line in lines[2:]:
        _, leader, *cards, _, winner = line.split()
        assert str(p.leader) == leader
        for card in cards:
            p.play(card)
        assert str(p.leader) == winner
    assert p.done
    assert p.card_points == (107, 55)


def test_the_table(capsys):
    lines = bazar_solve(capsys, DEAL, "--all").out.splitlines()
    assert lines[0].split() == ["NS", "with", "N", "E", "S", "W", "leading"]
    values = {line.split()[0]: [int(word) for word in line.split()[1:]] for line in lines[1:]}
    assert list(values) == list(naive.CONTRACTS)
    assert values["H"][1] == 107
    assert values["WT"] == [arrays.solve(DEAL, "WT", leader) for leader in range(4)]


def test_rules_and_capot(capsys):
    assert bazar_solve(capsys, DEAL, "--rules", "rotterdam").out.startswith(
        f"S, North leads: NS {bazar.solve(Position(DEAL, 'S', rules=Rules.rotterdam())).value},"
    )
    top = "N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987"
    assert bazar_solve(capsys, top, "--capot", "90").out.startswith("S, North leads: NS 252, EW 0")


@pytest.fixture
def deal_file(tmp_path):
    deals = [Deal.random(seed=seed) for seed in range(6)]
    path = tmp_path / "deals.txt"
    path.write_text("# some deals\n" + "\n".join(map(str, deals)) + "\n\n", encoding="utf-8")
    return path, deals


def rows_of(path):
    header, *rows = path.read_text(encoding="utf-8").splitlines()
    assert header == "deal\tcontract\tleader\trules\tcapot\tns"
    return [row.split("\t") for row in rows]


def test_a_file(deal_file, tmp_path, capsys):
    path, deals = deal_file
    out = tmp_path / "out.tsv"
    bazar_solve(capsys, path, "-o", out, "-c", "D", "--leader", "W")
    solver = Solver()
    assert rows_of(out) == [
        [str(deal), "D", "W", "bazar", "0", str(solver.solve(Position(deal, "D", "W")).value)]
        for deal in deals
    ]
    again = tmp_path / "again.tsv"
    bazar_solve(capsys, path, "-o", again, "-c", "D", "--leader", "W", "--threads", 2)
    assert again.read_bytes() == out.read_bytes()


@pytest.mark.parametrize("kept", [0, 5, 30, 100, 300, 1500, 4000])
def test_a_file_goes_on_where_it_stopped(deal_file, tmp_path, capsys, kept):
    path, _ = deal_file
    out, part = tmp_path / "out.tsv", tmp_path / "part.tsv"
    bazar_solve(capsys, path, "-o", out, "--all")
    whole = out.read_bytes()
    assert len(rows_of(out)) == 6 * 24
    # A header or a row may be cut in two.
    part.write_bytes(whole[:kept])
    bazar_solve(capsys, path, "-o", part, "--all")
    assert part.read_bytes() == whole


def test_a_file_of_something_else_is_left_alone(deal_file, tmp_path, capsys):
    path, _ = deal_file
    out = tmp_path / "out.tsv"
    bazar_solve(capsys, path, "-o", out)
    before = out.read_bytes()
    other = tmp_path / "other.txt"
    other.write_text(DEAL + "\n", encoding="utf-8")
    assert "other deals" in bazar_solve(capsys, other, "-o", out, status=2).err
    for options in (["-c", "WT"], ["--leader", "E"], ["--capot", "90"], ["--rules", "blotstar"], ["--all"]):
        assert "holds the rows of other" in bazar_solve(capsys, path, "-o", out, *options, status=2).err
        assert out.read_bytes() == before
    for spoilt in (
        before.replace(b"\tS\t", b"\tS\t\xff", 1),
        before[:-2] + b"x\n",
        before[:-2] + b"123456\n",
        before + b"\n",
        before.replace(b"\t0\t", b"\t", 1),
    ):
        out.write_bytes(spoilt)
        assert "bazar solve" in bazar_solve(capsys, path, "-o", out, status=2).err
        assert out.read_bytes() == spoilt


def test_a_parquet_file_that_cannot_be_written_leaves_its_rows(deal_file, tmp_path, capsys, monkeypatch):
    parquet = pytest.importorskip("pyarrow.parquet")
    path, _ = deal_file
    out = tmp_path / "out.parquet"

    def fail(table, target):
        target.write_bytes(b"half")
        raise OSError("no room")

    with monkeypatch.context() as patch:
        patch.setattr(parquet, "write_table", fail)
        assert "no room" in bazar_solve(capsys, path, "-o", out, status=2).err
    assert [file.name for file in tmp_path.glob("out*")] == ["out.parquet.part"]
    bazar_solve(capsys, path, "-o", out)
    assert parquet.read_table(out).num_rows == 6


def test_bad_lines_are_told_and_passed_over(tmp_path, capsys):
    path, out = tmp_path / "deals.txt", tmp_path / "out.tsv"
    path.write_text(f"{DEAL}\nN:nonsense\n{DEAL}\n", encoding="utf-8")
    assert "line 2" in bazar_solve(capsys, path, "-o", out, status=1).err
    assert len(rows_of(out)) == 2


def test_parquet(deal_file, tmp_path, capsys):
    parquet = pytest.importorskip("pyarrow.parquet")
    path, _ = deal_file
    out, text = tmp_path / "out.parquet", tmp_path / "out.tsv"
    bazar_solve(capsys, path, "-o", text)
    bazar_solve(capsys, path, "-o", out)
    table = parquet.read_table(out)
    assert [[str(value) for value in row.values()] for row in table.to_pylist()] == rows_of(text)
    assert not (tmp_path / "out.parquet.part").exists()
    assert "already" in bazar_solve(capsys, path, "-o", out, status=2).err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["N:nonsense"], "cannot read"),
        ([DEAL, "-o", "out.csv"], ".tsv"),
        ([DEAL, "--capot", "-1"], "--capot"),
        ([DEAL, "--threads", "0"], "--threads"),
        (["no-such-file", "-o", "out.tsv"], "no-such-file"),
    ],
)
def test_wrong_calls(arguments, message, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert message in bazar_solve(capsys, *arguments, status=2).err
    assert not (tmp_path / "out.tsv").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupt_keeps_rows(tmp_path):
    path, out = tmp_path / "deals.txt", tmp_path / "out.tsv"
    path.write_text("\n".join(str(Deal.random(seed=seed)) for seed in range(3000)), encoding="utf-8")
    process = subprocess.Popen([sys.executable, "-m", "bazar", "solve", str(path), "-o", str(out)])
    while process.poll() is None and not (out.exists() and out.stat().st_size > 1000):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == cli.INTERRUPTED
    rows = rows_of(out)
    assert 0 < len(rows) < 3000
    assert all(len(row) == 6 for row in rows)


def test_importing_bazar_loads_no_numpy_for_the_solver():
    ran = python("import sys, bazar; bazar.Solver(); print('numpy' in sys.modules)")
    assert ran.stdout.strip() == "False"
    assert run(sys.executable, "-m", "bazar", "solve", "--help").returncode == 0
