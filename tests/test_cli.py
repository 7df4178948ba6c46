"""The command line, run as users run it."""

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support import rows, run

import bazar
from bazar import cli

BAZAR = (sys.executable, "-m", "bazar")
DEAL = "N:987.KQ..987 QT..AKQJ8.T AK.AJT9..QJ J.87.T97.AK"
EXAMPLES = Path(__file__).parent.parent / "examples"


def bazar_command(*arguments, **options):
    return run(*BAZAR, *arguments, **options)


def evaluated(*arguments, text):
    return bazar_command("eval", "-", *arguments, input=text)


def test_hand_shows_all_contracts():
    ran = bazar_command("hand", "AKQJ.T98.7.")
    assert ran.stderr == ""
    assert ran.returncode == 0
    assert [line.split() for line in ran.stdout.splitlines()] == [
        ["AKQJ.T98.7."],
        [],
        ["S", "H", "D", "C", "AT", "WT"],
        ["berts:AKQJS", "50", "50", "50", "50", "50", "50"],
        ["terts:T98H", "20", "20", "20", "20", "20", "20"],
        ["points", "70", "70", "70", "70", "70", "70"],
        ["strength", "22", "21", "21", "21", "11", "11"],
        ["card", "points", "48", "44", "30", "30", "62", "38"],
        ["bella", "S", "-", "-", "-", "S", "-"],
    ]


def test_hand_in_one_contract():
    ran = bazar_command("hand", "9.9.9.9KQJ", "-c", "w/t")
    assert "carre" not in ran.stdout
    assert ["points", "20"] in [line.split() for line in ran.stdout.splitlines()]
    ran = bazar_command("hand", "AKQJT987...", "-c", "S", "--split8")
    assert [line.split() for line in ran.stdout.splitlines()[2:]] == [
        ["S"],
        ["quint:AKQJTS", "100"],
        ["terts:987S", "20"],
        ["points", "120"],
        ["strength", "30"],
        ["card", "points", "62"],
        ["bella", "S"],
    ]
    assert ["points", "120"] in [line.split() for line in ran.stdout.splitlines()]
    assert ["strength", "30"] in [line.split() for line in ran.stdout.splitlines()]


def test_deal_shows_the_table_and_the_reasons():
    ran = bazar_command("deal", DEAL, "-c", "H", "--first", "E")
    assert ran.returncode == 0
    assert ran.stdout.splitlines()[0] == DEAL
    names = [
        line.split()
        for line in ran.stdout.splitlines()
        if line.split() and line.split()[0] in ("North", "West", "South")
    ]
    assert names[:3] == [["North"], ["West", "East"], ["South"]]
    assert "East's Berts AKQJ of diamonds is the highest combination." in ran.stdout
    assert "It beats South's Terts JT9 of hearts: the longer sequence is higher" in ran.stdout


def test_deal_events():
    masks = [bazar.Hand(h) for h in ("AKQ7.7.7.A7", "8.AKQ8.8.K8", "JT9.JT9.J.Q")]
    rest = ~(masks[0] | masks[1] | masks[2])
    text = f"N:{masks[0]} {masks[1]} {masks[2]} {rest}"
    assert "declared the Carré of Sevens" in bazar_command("deal", text, "--sevens", "--eights").stdout
    assert "declared the Carré of Eights" in bazar_command("deal", text, "--eights").stdout
    assert "declared the Carré" not in bazar_command("deal", text).stdout


def test_random_deals():
    first, again, other = (bazar_command("deal", "--random", "--seed", seed).stdout for seed in "112")
    assert first == again != other
    assert first.splitlines()[0] == str(bazar.Deal.random(1))
    assert bazar_command("deal", "--random").returncode == 0


def test_eval_of_hands():
    cases = rows("hands.jsonl")
    lines = sorted({case["hand"] for case in cases})
    ran = evaluated(text="\n".join(lines))
    assert ran.returncode == 0
    assert ran.stderr == ""
    table = [line.split("\t") for line in ran.stdout.splitlines()]
    assert len(table) == 6 * len(lines)
    found = {(row[0], row[1]): row[2:] for row in table}
    for case in cases:
        points, strength, card_points, combinations = found[case["hand"], case["contract"]]
        assert int(points) == case["points"]
        assert int(card_points) == case["card_points"]
        assert int(strength) == bazar.Hand(case["hand"]).strength(case["contract"])
        listed = bazar.Hand(case["hand"]).combinations(case["contract"])
        assert combinations == (" ".join(map(str, listed)) or "-")


def test_eval_of_deals():
    cases = [case for case in rows("resolve.jsonl") if case["declare_sevens_eights"] and case["split8"]]
    by_first = {}
    for case in cases:
        by_first.setdefault((case["first"], case["contract"]), []).append(case)
    assert len(by_first) == 24
    for (first, contract), group in by_first.items():
        text = "\n".join("N:" + " ".join(case["deal"]) for case in group)
        ran = evaluated("-c", contract, "--first", first, "--split8", "--sevens", "--eights", text=text)
        assert ran.returncode == 0
        for case, line in zip(group, ran.stdout.splitlines(), strict=True):
            deal, game, status, winner, ns, ew = line.split("\t")
            assert deal == "N:" + " ".join(case["deal"])
            assert game == contract
            assert status == case["status"]
            assert winner == (case["winner"] or "-")
            assert [int(ns), int(ew)] == case["points"]


def test_eval_as_json():
    ran = evaluated("--json", "-c", "S", text=f"AKQJ.T98.7.\n{DEAL}\n...\n")
    assert [json.loads(line) for line in ran.stdout.splitlines()] == [
        {
            "hand": "AKQJ.T98.7.",
            "contract": "S",
            "points": 70,
            "strength": 22,
            "card_points": 48,
            "combinations": [
                {"kind": "berts", "suit": "S", "length": 4, "top": "A", "points": 50, "strength": 22},
                {"kind": "terts", "suit": "H", "length": 3, "top": "T", "points": 20, "strength": 3},
            ],
        },
        {"deal": DEAL, "contract": "S", "status": "scored", "winner": "E", "ns": 0, "ew": 50},
        {"hand": "...", "contract": "S", "points": 0, "strength": 0, "card_points": 0, "combinations": []},
    ]


def test_eval_goes_on_past_bad_lines():
    text = "# a comment\n\nAKQJ.T98.7.\nAKX...\nN:AKQ...\n  \n♠AKQ\nAKQ"
    ran = evaluated("-c", "S", text=text)
    assert ran.returncode == 1
    assert [line.split("\t")[0] for line in ran.stdout.splitlines()] == ["AKQJ.T98.7.", "AKQ..."]
    complaints = ran.stderr.splitlines()
    assert [line.split(":")[1] for line in complaints] == [
        " standard input, line 4",
        " standard input, line 5",
        " standard input, line 8",
    ]
    assert "'X' at column 3" in complaints[0]


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\n...\n", b"\xef\xbb\xbf...\r\n\x00\n...\r\n", b"A\xed\xa0\x80\n"]
)
def test_eval_of_bytes_that_are_no_text(data, tmp_path):
    path = tmp_path / "hands.txt"
    path.write_bytes(data)
    ran = bazar_command("eval", str(path), "-c", "S")
    assert ran.returncode == 1
    assert ran.stdout.splitlines() == ["...\tS\t0\t0\t0\t-"] * data.count(b"...")
    assert str(path) in ran.stderr
    assert "Traceback" not in ran.stderr


def test_eval_agrees_with_itself_in_every_batch(tmp_path):
    path = tmp_path / "hands.txt"
    lines = [str(hand) for seed in range(2000) for hand in bazar.Deal.random(seed)]
    path.write_text("\n".join(lines))
    ran = bazar_command("eval", str(path), "-c", "H")
    assert [line.split("\t")[0] for line in ran.stdout.splitlines()] == lines


def test_examples_are_good():
    ran = bazar_command("eval", str(EXAMPLES / "deals.txt"), "-c", "S")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert len(ran.stdout.splitlines()) == 200


def test_memory_of_eval_is_constant():
    """Ten times the lines, and no more memory at the peak."""
    code = (
        "import sys, resource; from bazar.cli import main\n"
        "main(['eval', '-', '-c', 'S'])\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
    )
    pytest.importorskip("resource")
    peaks = []
    for lines in (30_000, 300_000):
        ran = subprocess.run(
            [sys.executable, "-c", code], input=b"AKQJ.T98.7.\n" * lines, capture_output=True, check=True
        )
        assert ran.stdout.count(b"\n") == lines
        peaks.append(int(ran.stderr))
    assert peaks[1] < peaks[0] * 1.2


# --- text, exits, terminals ---


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["hand", "AKX..."], "'X' at column 3"),
        (["hand", ""], "it is empty"),
        (["hand", "AK...", "-c", "X"], "'X' is no contract"),
        (["deal", "N:AK..."], "cannot read"),
        (["deal", DEAL, "--first", "X"], "'X' is no seat"),
        (["deal", DEAL, "--seed", "1"], "--seed goes with --random"),
        (["deal", "--random", "--seed", "-1"], "a seed must be in"),
        (["deal", "--random", "--seed", str(2**64)], "a seed must be in"),
        (["deal", "--random", "--seed", "x"], "invalid int"),
        (["deal", "--random", DEAL], "not allowed"),
        (["deal"], "required"),
        (["eval", "no such file"], "No such file"),
        (["eval", "."], "directory"),
        (["eval"], "required"),
        ([], "required"),
        (["bid"], "invalid choice"),
    ],
)
def test_wrong_calls(arguments, message):
    ran = bazar_command(*arguments)
    assert ran.returncode == 2
    assert message in ran.stderr
    assert ran.stdout == ""
    assert "Traceback" not in ran.stderr


def test_a_fault_is_pointed_at():
    ran = bazar_command("hand", "AKX...")
    assert ran.stderr.splitlines()[1:] == ["AKX...", "  ^"]


def test_help_has_examples():
    utf8 = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    assert cli.EXAMPLES in bazar_command("--help", env=utf8).stdout
    for command in ("hand", "deal", "eval", "replay", "solve", "perft", "play"):
        ran = bazar_command(command, "--help", env=utf8)
        assert ran.returncode == 0
        examples = [line for line in cli.EXAMPLES.splitlines() if line.startswith(f"  bazar {command}")]
        assert examples
        assert "\n".join(["examples:", *examples]) in ran.stdout


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["play", "-c", "AT", "--bid", "16", "--watch"], "--bid cannot be scored in A/T"),
        (["play", "--bidders", "EW", "--watch"], "--bidders goes with --bid"),
        (["play", "--record", "nowhere/x", "--watch"], "nowhere"),
        (["solve", DEAL, "--threads", "2"], "--threads goes with -o"),
        (["solve", DEAL, "--all", "-c", "H"], "-c and --leader do not go with it"),
        (["solve", str(EXAMPLES / "deals.txt")], "is a file: -o must say where"),
        (["replay", "deals.parquet"], "not tables such as deals.parquet"),
        (["solve", "deals.parquet", "-o", "x.tsv"], "not tables such as deals.parquet"),
    ],
)
def test_what_does_not_go_together_is_named(arguments, problem):
    ran = bazar_command(*arguments)
    assert ran.returncode == cli.USAGE
    assert problem in ran.stderr
    assert len(ran.stderr.splitlines()) == 1
    assert ran.stdout in ("", ran.stdout.splitlines()[0] + "\n" if ran.stdout else "")


@pytest.mark.skipif(os.name == "nt", reason="they are for a shell")
@pytest.mark.parametrize("line", [line for line in cli.EXAMPLES.splitlines() if line.startswith("  bazar")])
def test_examples_of_the_help_work(line, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pytest.importorskip("pyarrow").table({"deal": [DEAL]})
    parquet.write_table(table, tmp_path / "deals.parquet")
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    script = f"bazar() {{ '{sys.executable}' -m bazar \"$@\"; }}; {line}"
    ran = run("sh", "-c", script, cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    written = re.search(r" -o (\S+)", line)
    assert (tmp_path / written[1]).stat().st_size if written else ran.stdout


def test_every_exit_status_is_told():
    page = (EXAMPLES.parent / "docs" / "cli.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| (\d+) \|", page.partition("## Exit status")[2], re.MULTILINE)
    assert told == [str(n) for n in (0, cli.BAD_LINES, cli.USAGE, cli.INTERRUPTED, cli.CLOSED_PIPE)]
    assert re.findall(r"\b(\d+) ", cli.EXAMPLES.partition("exit status:")[2]) == told


def test_help_names_the_columns():
    shown = bazar_command("eval", "--help").stdout
    assert "hand contract points strength card_points combinations" in shown
    assert "deal contract status winner ns ew" in shown


def test_version():
    assert bazar_command("--version").stdout == f"bazar {bazar.__version__}\n"


def test_the_installed_script_is_the_same():
    script = Path(sys.executable).parent / ("bazar.exe" if os.name == "nt" else "bazar")
    assert run(str(script), "--version").stdout == f"bazar {bazar.__version__}\n"


@pytest.mark.skipif(os.name == "nt", reason="no SIGPIPE there")
def test_a_closed_pipe_is_quiet(tmp_path):
    path = tmp_path / "hands.txt"
    path.write_text("AKQJ.T98.7.\n" * 100_000)
    process = subprocess.Popen(
        [*BAZAR, "eval", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(30) == cli.CLOSED_PIPE
    assert process.stderr.read() == ""
    process.stderr.close()


@pytest.mark.skipif(os.name == "nt", reason="signals differ there")
def test_an_interrupt_is_quiet():
    # Where a shell has the tests ignore interrupts, their children would too.
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from bazar.cli import main; sys.exit(main(['eval', '-']))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    # Few enough lines to fit into a pipe that nobody reads yet.
    process.stdin.write("AKQJ.T98.7.\n" * 1000)
    process.stdin.flush()
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == cli.INTERRUPTED
    assert errors == ""


INTERRUPTED = """
import signal, sys
from bazar import cli

def interrupted(lines):
    yield from lines
    signal.raise_signal(signal.SIGINT)

evaluate = cli.evaluate
cli.evaluate = lambda lines, *rest: evaluate(interrupted(lines), *rest)
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(cli.main(["eval", "-", "-c", "S"]))
"""


def test_an_interrupt_writes_what_is_finished():
    # Fewer lines than are gathered before they are written.
    ran = run(sys.executable, "-c", INTERRUPTED, input="AKQJ.T98.7.\n" * 1000)
    assert ran.returncode == cli.INTERRUPTED
    assert ran.stdout.splitlines() == ["AKQJ.T98.7.\tS\t70\t22\t48\tberts:AKQJS terts:T98H"] * 1000
    assert ran.stderr == ""


def on_a_terminal(arguments, **environment):
    """What a command writes to a terminal."""
    pty = pytest.importorskip("pty")
    leader, follower = pty.openpty()
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")} | environment
    process = subprocess.Popen([*BAZAR, *arguments], stdout=follower, env=environment)
    os.close(follower)
    written = b""
    while True:
        try:
            data = os.read(leader, 65536)
        except OSError:
            break
        if not data:
            break
        written += data
    os.close(leader)
    assert process.wait() == 0
    return written.decode()


def test_colour_and_symbols_on_a_terminal_only():
    arguments = ["hand", "AKQJ.T98.7."]
    shown = on_a_terminal(arguments, TERM="xterm", PYTHONIOENCODING="utf-8")
    assert "\x1b[31m♥\x1b[0m" in shown
    assert "♠" in shown
    plain = on_a_terminal(arguments, TERM="xterm", NO_COLOR="1", PYTHONIOENCODING="utf-8")
    assert "\x1b" not in plain
    assert "♠" in plain
    dumb = on_a_terminal(arguments, TERM="dumb", PYTHONIOENCODING="utf-8")
    assert dumb.isascii()
    assert "\x1b" not in dumb
    piped = bazar_command(*arguments).stdout
    assert piped.isascii()
    forced = bazar_command(*arguments, "--color", "always", env={**os.environ, "PYTHONIOENCODING": "utf-8"})
    assert "\x1b[31m♥\x1b[0m" in forced.stdout
    never = on_a_terminal([*arguments, "--color", "never"], TERM="xterm", PYTHONIOENCODING="utf-8")
    assert "\x1b" not in never


@pytest.mark.skipif(os.name == "nt", reason="a shell's redirections")
@pytest.mark.parametrize(
    ("redirected", "status", "message"),
    [
        ("hand AKQ... >&-", 2, "not writable"),
        ("deal --random >&-", 2, "not writable"),
        ("eval - -c S >&-", 2, "not writable"),
        ("eval - <&-", 2, "standard input is closed"),
        ("hand AKQ... >/dev/full", 2, "No space left"),
        ("eval - -c S >/dev/full", 2, "No space left"),
        ("hand AKX... 2>&-", 2, ""),
    ],
)
def test_closed_and_full_streams(redirected, status, message):
    if "/dev/full" in redirected and not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    ran = run("sh", "-c", f"'{sys.executable}' -m bazar {redirected}", input="AKQ...\n", env=environment)
    assert ran.returncode == status, ran.stderr
    assert message in ran.stderr
    assert "Traceback" not in ran.stderr
    assert "Exception ignored" not in ran.stderr
    assert ran.stdout == ""


@pytest.mark.skipif(os.name == "nt", reason="a shell's redirections")
def test_complaints_never_get_into_the_data():
    ran = run("sh", "-c", f"'{sys.executable}' -m bazar eval - -c S 2>&-", input="AKQ...\nXX\n")
    assert ran.stdout.splitlines() == ["AKQ...\tS\t20\t12\t18\tterts:AKQS"]
    assert ran.returncode == 1


def test_help_in_ascii():
    for arguments in (["--help"], ["hand", "--help"], ["eval", "--help"]):
        ran = bazar_command(*arguments, env={**os.environ, "PYTHONIOENCODING": "ascii"})
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout.isascii()


def test_output_that_cannot_show_symbols():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    for arguments in (["hand", "AKQJ.T98.7."], ["deal", "--random", "--seed", "1"], ["hand", "J.J.J.J"]):
        ran = bazar_command(*arguments, "--color", "always", env=environment)
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout.isascii()
    deal = f"N:{bazar.Hand('J.J.J.J') | bazar.Hand('987.9..')} "
    rest = ~bazar.Hand("J987.J9.J.J")
    cards = list(rest)
    text = deal + " ".join(str(bazar.Hand(cards[i : i + 8])) for i in (0, 8, 16))
    assert "Carr? of Jacks" in bazar_command("deal", text, "-c", "S", env=environment).stdout


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_eval_writes_line_by_line_on_a_terminal():
    from bazar._evaluate import Evaluator, evaluate

    out = Terminal()
    seen = []

    def lines():
        for _ in range(3):
            yield "AKQJ.T98.7.\n"
            seen.append(out.getvalue().count("\n"))

    assert evaluate(lines(), Evaluator([bazar.Contract.SPADES]), out, print) == 0
    assert seen == [1, 2, 3]


WITH_EVENTS = [bazar.Hand(h) for h in ("AKQ7.7.7.A7", "8.AKQ8.8.K8", "JT9.JT9.J.Q")]
EVENTS = f"N:{' '.join(map(str, WITH_EVENTS))} {~WITH_EVENTS[0].union(*WITH_EVENTS[1:])}"


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ([], "scored"),
        (["--sevens"], "void"),
        (["--eights"], "cancelled"),
        (["--sevens", "--eights"], "void"),
    ],
)
def test_events_are_declared_as_told(options, status):
    row = evaluated("-c", "S", *options, text=EVENTS).stdout.split("\t")
    assert row[2] == status
    words = {"scored": "highest combination", "void": "Sevens: the deal ends", "cancelled": "Eights, which"}
    shown = bazar_command("deal", EVENTS, "-c", "S", *options).stdout
    assert [name for name, phrase in words.items() if phrase in shown] == [status]


# North and East hold equal sequences, South and West none.
TIED = "N:AKQ8..T.J97 7.AKQ8.J.T8 9.T97.AK9.A JT.J.Q87.KQ"


def test_north_shows_first_unless_told_otherwise():
    deal = TIED
    for options, winner in (
        ([], "N"),
        (["--first", "E"], "E"),
        (["--first", "S"], "N"),
        (["--first", "W"], "N"),
    ):
        assert evaluated("-c", "AT", *options, text=deal).stdout.split("\t")[3] == winner
        shown = bazar_command("deal", deal, "-c", "AT", *options).stdout
        assert ("North's Terts" in shown.split("highest")[0]) == (winner == "N")


def test_split_of_eight_changes_points_and_strength():
    whole = evaluated("-c", "S", text="AKQJT987...").stdout.split("\t")
    split = evaluated("-c", "S", "--split8", text="AKQJT987...").stdout.split("\t")
    assert whole[2:4] == ["100", "42"]
    assert split[2:4] == ["120", "30"]
    assert split[5] == "quint:AKQJTS terts:987S\n"
    assert evaluated("-c", "S", "--split8", text="AK...").stdout.split("\t")[2:4] == ["0", "0"]
    deal = "N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987"
    assert "terts:987S" in bazar_command("deal", deal, "-c", "S", "--split8").stdout
    assert "terts" not in bazar_command("deal", deal, "-c", "S").stdout


def test_json_of_a_carre_has_no_suit():
    (row,) = evaluated("--json", "-c", "S", text="#no hand\nJ.J.J.J").stdout.splitlines()
    assert json.loads(row)["combinations"] == [
        {"kind": "carre", "suit": None, "length": 4, "top": "J", "points": 200, "strength": 48}
    ]


def test_what_a_contract_does_not_know_is_a_dash():
    lines = [line.split() for line in bazar_command("hand", "9.9.9.9").stdout.splitlines()]
    assert ["carre:9999", "140", "140", "140", "140", "140", "-"] in lines


def test_the_table_has_each_hand_at_its_seat():
    deal = "N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987"
    shown = bazar_command("deal", deal, "-c", "S").stdout.splitlines()
    north, middle, south = shown[2:7], shown[7:12], shown[12:17]
    assert "S AKQJT987" in north[1]
    assert middle[0].split() == ["West", "East"]
    assert middle[2].split() == ["H", "-", "H", "AKQJT987"]
    assert middle[4].split() == ["C", "AKQJT987", "C", "-"]
    assert "D AKQJT987" in south[3]


CONTRACTS = {"S", "H", "D", "C", "AT", "WT"}


def test_contracts_with_the_same_verdict_share_a_heading():
    def headings(deal, *options):
        shown = bazar_command("deal", str(bazar.Deal(deal)), *options).stdout
        return [line for line in shown.splitlines() if line and set(line.split()) <= CONTRACTS]

    # A tie that trumps decide: four verdicts for two holders, and the reasons differ.
    assert headings(TIED) == ["S", "H", "D C", "AT", "WT"]
    # Nines are no combination in W/T, and what is declared differs although the winner does not.
    nines = [bazar.Hand("9.9.9.9AKQJ"), *[[]] * 3]
    rest = [card for suit in "SHDC" for card in ~nines[0] if str(card.suit) == suit]
    assert headings([nines[0], rest[0::3], rest[1::3], rest[2::3]]) == ["S H D C AT", "WT"]


def test_contracts_that_declare_different_things_have_headings_of_their_own():
    deal = bazar.Deal(["97.97.97.97", "AKQ8.AKQ8..", "JT.JT.JT.JT", "..AKQ8.AKQ8"])
    shown = bazar_command("deal", str(deal), "--sevens").stdout.splitlines()
    # The nines count for nothing in W/T, and a run of trumps is listed before its equal.
    headings = [line for line in shown if line and set(line.split()) <= CONTRACTS]
    assert headings == ["S D AT", "H", "C", "WT"]
    assert sum("Sevens: the deal ends" in line for line in shown) == len(headings)


def test_red_suits_and_symbols_in_combinations():
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    shown = bazar_command("hand", "AKQ..AKQ.", "--color", "always", env=environment).stdout
    assert "terts:AKQ♠" in shown
    assert "terts:AKQ\x1b[31m♦\x1b[0m" in shown
    assert "\x1b[31m♥\x1b[0m" in shown
    assert "\x1b[31m♠" not in shown


def without_colour(text):
    return re.sub(r"\x1b\[\d+m", "", text)


@pytest.mark.parametrize(
    "arguments",
    [["hand", "AKQ..AKQ.A"], ["hand", "KQ.KQ.KQ.KQ"], ["deal", DEAL], ["deal", EVENTS, "--eights"]],
)
def test_colours_do_not_move_anything(arguments):
    """Both with symbols, on a terminal."""
    environment = {"TERM": "xterm", "PYTHONIOENCODING": "utf-8"}
    coloured = on_a_terminal(arguments, **environment)
    assert coloured.count("\x1b[31m") > 4
    assert without_colour(coloured) == on_a_terminal(arguments, NO_COLOR="1", **environment)


def test_names_of_the_seats_are_bold():
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    shown = bazar_command("deal", DEAL, "--color", "always", env=environment).stdout
    table = shown.split("\n\n")[1]
    assert re.findall(r"\x1b\[1m(\w+)\x1b\[0m", table) == ["North", "West", "East", "South"]


def test_an_empty_no_color_is_none():
    assert "\x1b[31m" in on_a_terminal(
        ["hand", "AKQ.A.."], TERM="xterm", NO_COLOR="", PYTHONIOENCODING="utf-8"
    )
