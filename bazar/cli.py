"""The command line: ``bazar`` and ``python -m bazar``."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
from pathlib import Path

from bazar import __version__
from bazar._evaluate import DEAL_COLUMNS, HAND_COLUMNS, Evaluator, evaluate
from bazar._hand import Hand
from bazar._render import Style, deal_report, hand_report
from bazar.deal import Deal
from bazar.declaring import resolve
from bazar.enums import Contract, Seat
from bazar.errors import ParseError, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO, TypeVar

    T = TypeVar("T")

BAD_LINES = 1
USAGE = 2
INTERRUPTED = 130
# What a shell reports for a program that a closed pipe ends.
CLOSED_PIPE = 141

EXAMPLES = """\
examples:
  bazar hand AKQJ.T98.7.
  bazar hand '♠AKQJ ♥10 9 8 ♦7' -c hearts
  bazar deal --random --seed 1
  bazar deal 'N:987.KQ..987 QT..AKQJ8.T AK.AJT9..QJ J.87.T97.AK' -c H --first E
  bazar eval examples/deals.txt -c S
  bazar eval - --json < examples/deals.txt
  bazar eval deals.parquet -c S -c H -o results.parquet
  bazar replay examples/records.jsonl
  bazar play --seed 1 -c H
  bazar solve 'N:987.KQ..987 QT..AKQJ8.T AK.AJT9..QJ J.87.T97.AK' -c H --leader E
  bazar solve 'N:987.KQ..987 QT..AKQJ8.T AK.AJT9..QJ J.87.T97.AK' --all
  bazar solve examples/deals.txt -o out.tsv -c S
  bazar perft 'N:987.KQ..987 QT..AKQJ8.T AK.AJT9..QJ J.87.T97.AK' -c H --leader E --depth 8

exit status: 0 done, 1 some lines of eval, replay or solve were bad, 2 bad arguments or text, or a file or
stream failed, 130 interrupted, 141 nobody read the output any more.
"""

EVAL_HELP = f"""\
A line is a hand in any form that is read, or a deal, which begins with a seat and a colon. Blank lines
and lines that begin with # are passed over. Each gives a row for each contract, columns parted by tabs:

  a hand  {" ".join(HAND_COLUMNS)}
  a deal  {" ".join(DEAL_COLUMNS)}

points, card_points, ns and ew are whists, Bella apart; "-" stands for no combination and no winner. A bad
line is reported with its number on standard error, the rest go on, and the exit status is 1.

A FILE named .parquet or .npy is a table of hands (a column hand) or deals (columns north east south west, or
a column deal of texts), masks or texts; in .npy also a plain array of shape (n,) or (n, 4). It gives the same
rows, or with -o a table with a row for each of its rows, and for each contract the columns

  a hand  points_S strength_S card_points_S
  a deal  status_S winner_S ns_S ew_S

A bad row ends the run with status 2; no file is written then.
"""

# Files that are tables, by how their names end.
TABLES = (".parquet", ".npy")

SOLVE_HELP = """\
All hands seen, both pairs play their best: the whists of NS, cards and the last trick's 10, exactly. Of one
deal, with each card that may be led and one best line; with --all, in each contract under each leader. With
-o, a deal a line is read from a file, and rows go to a .tsv or .parquet file: deal, contract, leader, rules,
capot, ns. The same command again takes up work where it was stopped; another is refused.
"""

REPLAY_HELP = """\
A line is one deal as a JSON object, as docs/records.md and record.schema.json describe it. Every step is
tried against the rules, and the result, if the record has one, against what comes out. A "!" behind a card
is the word of Bella. A bad record is reported on standard error with line, trick, play and rule, the rest go
on, and the exit status is 1. With --json each record gives an object; a bad one has "error" in it.
"""

PERFT_HELP = """\
Counts the ways to play so many cards of a deal, each card legal, with the number for each first card. Two
programs that agree on these numbers agree on the rules.
"""

PLAY_HELP = """\
Answers are read from standard input, a line each, so that a game can be scripted: a card (KS, 10h; KS! says
the word of Bella), why CARD, legal, table, undo, quit, ? for help. Who holds combinations is asked first
what to declare: numbers, all or none; at a King or Queen without ! at which the word may be said, y or n. The
deal and what the other players do are those of the seed.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status."""
    _open_streams()
    try:
        return _run(arguments)
    except BrokenPipeError:
        _abandon_output()
        return CLOSED_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(arguments: Sequence[str] | None) -> int:
    try:
        options = _parser().parse_args(arguments)
        command: Callable[[argparse.Namespace], int] = options.command
        status = command(options)
        sys.stdout.flush()
    except ParseError as error:
        print(f"bazar: {error}\n{error.pointer()}", file=sys.stderr)
    except BrokenPipeError:
        raise
    except OSError as error:
        print(f"bazar: {error}", file=sys.stderr)
        _abandon_output()
    except ValueError as error:
        print(f"bazar: {error}", file=sys.stderr)
    else:
        return status
    return USAGE


def _open_streams() -> None:
    """Stand-ins for closed streams, and for characters that the output cannot show."""
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if sys.stdout is None:
        # Writing to it fails, as it should.
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace" if stream is sys.stdout else "backslashreplace")


def _abandon_output() -> None:
    """Keep the interpreter from flushing once more at exit what cannot be written."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="bazar",
        description="Bazar Belote: what hands hold, who wins the declaring, play, records and best play.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"bazar {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    hand = _command(commands, "hand", _hand, "what a hand holds, contracts side by side")
    hand.add_argument("text", metavar="TEXT", help="the hand: AKQJ.T98.7. or '♠AKQJ ♥10 9 8 ♦7' or 'AS KS'")

    deal = _command(commands, "deal", _deal, "a deal, its combinations and the verdict")
    what = deal.add_mutually_exclusive_group(required=True)
    what.add_argument("text", metavar="TEXT", nargs="?", help="the deal: N:hand hand hand hand, dotted hands")
    what.add_argument("--random", action="store_true", help="deal at random")
    deal.add_argument("--seed", type=int, metavar="INT", help="of --random: the same deal every time")

    lines = _command(commands, "eval", _eval, "a hand or a deal a line, by the million", EVAL_HELP)
    lines.add_argument("file", metavar="FILE", help="the file, or - for standard input")
    lines.add_argument("--json", action="store_true", help="a JSON object a line")
    lines.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        help="of a .parquet or .npy FILE: write such a file, with the results",
    )

    records = _command(commands, "replay", _replay, "deals as played, checked and told", REPLAY_HELP)
    records.add_argument("file", metavar="FILE", help="the file, or - for standard input")
    records.add_argument("--json", action="store_true", help="a JSON object a record")

    best = _command(commands, "solve", _solve, "best play with all hands seen", SOLVE_HELP)
    best.add_argument("text", metavar="TEXT|FILE", help="the deal; with -o a file of deals, or - for input")
    best.add_argument("--all", action="store_true", help="all six contracts under all four leaders")
    best.add_argument("-o", "--output", metavar="OUT", help="a .tsv or .parquet file for rows")
    best.add_argument(
        "--capot", type=int, default=0, metavar="WHISTS", help="for all eight tricks; default: 0"
    )
    best.add_argument("--threads", type=int, metavar="N", help="with -o; default: 1")
    _add_table(best)
    # So that one told beside --all is seen.
    best.set_defaults(contract=None, leader=None)

    counts = _command(commands, "perft", _perft, "how many legal lines of play there are", PERFT_HELP)
    counts.add_argument("text", metavar="TEXT", help="the deal: N:hand hand hand hand, dotted hands")
    counts.add_argument("--depth", type=int, required=True, metavar="N", help="cards in a line, 0 to 32")
    _add_table(counts)

    game = _command(commands, "play", _play, "play a deal against simple players", PLAY_HELP)
    game.add_argument("text", metavar="TEXT", nargs="?", help="the deal; default: one at random")
    game.add_argument("--seed", type=int, metavar="INT", help="the same deal and players every time")
    game.add_argument("--seat", type=_seat, default=Seat.SOUTH, metavar="SEAT", help="yours; default: S")
    game.add_argument("--watch", action="store_true", help="let all four be played")
    game.add_argument("--players", choices=("random", "greedy"), default="greedy", help="default: greedy")
    game.add_argument("--bid", type=int, metavar="TENS", help="what was bid; then the result is scored")
    game.add_argument("--bidders", choices=("NS", "EW"), help="who bid; default: NS")
    game.add_argument("--record", metavar="FILE", help="add the deal to a file of records")
    _add_table(game)

    for command in (hand, deal, lines):
        command.add_argument(
            "-c",
            "--contract",
            type=_contract,
            action="append",
            metavar="CONTRACT",
            help="S H D C AT WT, or a name; again for another; default: all six",
        )
        command.add_argument("--split8", action="store_true", help="a run of eight counts as Quint and Terts")
    for command in (deal, lines):
        command.add_argument(
            "--first", type=_seat, default=Seat.NORTH, metavar="SEAT", help="who shows first; default: N"
        )
        command.add_argument("--sevens", action="store_true", help="a Carré of Sevens is declared")
        command.add_argument("--eights", action="store_true", help="a Carré of Eights is declared")
    for command in (hand, deal, records, game, best):
        command.add_argument(
            "--color",
            choices=("auto", "always", "never"),
            default="auto",
            help="colour and suit symbols; auto: both on a terminal, symbols only if NO_COLOR is set",
        )
    return parser


def _add_table(command: argparse.ArgumentParser) -> None:
    """The options of commands that play: contract, who leads, rules."""
    command.add_argument(
        "-c",
        "--contract",
        type=_contract,
        default=Contract.SPADES,
        metavar="CONTRACT",
        help="S H D C AT WT, or a name; default: S",
    )
    command.add_argument(
        "--leader", type=_seat, default=Seat.NORTH, metavar="SEAT", help="who leads first; default: N"
    )
    command.add_argument(
        "--rules",
        choices=("bazar", "blotstar", "rotterdam"),
        default="bazar",
        help="the rules of play; default: bazar",
    )


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    run: Callable[[argparse.Namespace], int],
    summary: str,
    notes: str = "",
) -> argparse.ArgumentParser:
    examples = [line for line in EXAMPLES.splitlines() if line.startswith(f"  bazar {name}")]
    epilog = "\n".join([notes, "examples:", *examples] if notes else ["examples:", *examples])
    parser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(command=run)
    return parser


def _contract(text: str) -> Contract:
    return _argument(Contract, text)


def _seat(text: str) -> Seat:
    return _argument(Seat, text)


def _argument(read: Callable[[str], T], text: str) -> T:
    try:
        return read(text)
    except ParseError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _contracts(options: argparse.Namespace) -> list[Contract]:
    return list(Contract) if options.contract is None else list(dict.fromkeys(options.contract))


def _style(options: argparse.Namespace) -> Style:
    terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    colour = terminal and not os.environ.get("NO_COLOR")
    if options.color != "auto":
        terminal = colour = options.color == "always"
    return Style(colour=colour, symbols=terminal and _can_encode("♠♥♦♣", sys.stdout))


def _can_encode(text: str, stream: TextIO) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _hand(options: argparse.Namespace) -> int:
    hand = Hand(options.text)
    print(hand_report(hand, _contracts(options), _style(options), split8=options.split8))
    return 0


def _deal(options: argparse.Namespace) -> int:
    if options.seed is not None and not options.random:
        raise ValueError("--seed goes with --random")
    deal = Deal.random(options.seed) if options.random else Deal(options.text)
    resolutions = [
        resolve(
            deal,
            contract,
            first=options.first,
            split8=options.split8,
            sevens=options.sevens,
            eights=options.eights,
        )
        for contract in _contracts(options)
    ]
    print(f"{deal}\n\n{deal_report(deal, resolutions, _style(options))}")
    return 0


def _eval(options: argparse.Namespace) -> int:
    evaluator = Evaluator(
        _contracts(options),
        json=options.json,
        first=options.first,
        split8=options.split8,
        sevens=options.sevens,
        eights=options.eights,
    )
    if options.file.lower().endswith(TABLES):
        return _eval_table(options, evaluator)
    if options.output is not None:
        raise ValueError("-o goes with a FILE named .parquet or .npy")
    name = "standard input" if options.file == "-" else options.file

    def complain(number: int, error: ValueError) -> None:
        print(f"bazar: {name}, line {number}: {error}", file=sys.stderr)

    # Bytes that are no UTF-8 become a bad line, not the end of the run.
    source = _source(options.file)
    with open(source, encoding="utf-8-sig", errors="surrogateescape", closefd=options.file != "-") as lines:
        return BAD_LINES if evaluate(lines, evaluator, sys.stdout, complain) else 0


def _eval_table(options: argparse.Namespace, evaluator: Evaluator) -> int:
    out = options.output
    names = [name.lower() for name in (options.file, out) if name is not None]
    if not names[-1].endswith(TABLES):
        raise ValueError(f"-o writes files named .parquet or .npy, not {shortened(out)}")
    if out is not None and options.json:
        raise ValueError("--json is for rows on standard output, not for -o")
    parquet = any(name.endswith(".parquet") for name in names)
    try:
        from bazar import _columns

        if parquet:
            from bazar import _column_parquet  # noqa: F401
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("bazar"):
            raise
        extra = "parquet" if parquet else "arrays"
        raise ValueError(f"{options.file} needs {error.name}: pip install 'bazar[{extra}]'") from None
    if out is None:
        _columns.evaluate_to_rows(options.file, evaluator, sys.stdout)
    else:
        _columns.evaluate_to_file(options.file, evaluator, out)
    return 0


def _source(file: str) -> int | str:
    """What to open for a file's name, or for standard input."""
    if file != "-":
        return file
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return sys.stdin.fileno()


def _replay(options: argparse.Namespace) -> int:
    from bazar._replay import replay, replay_json
    from bazar.records import bounded

    name = "standard input" if options.file == "-" else options.file
    if Path(options.file).suffix in TABLES:
        raise ValueError(f"bazar replay reads text, a record a line, not tables such as {options.file}")

    def complain(error: ValueError) -> None:
        sys.stdout.flush()
        print(f"bazar: {name}, {error}", file=sys.stderr)

    with open(_source(options.file), "rb", closefd=options.file != "-") as lines:
        if options.json:
            good = replay_json(bounded(lines), sys.stdout.write)
        else:
            good = replay(bounded(lines), sys.stdout.write, complain, _style(options))
    return 0 if good else BAD_LINES


def _perft(options: argparse.Namespace) -> int:
    from bazar._position import Position

    position = Position(options.text, options.contract, options.leader, options.rules)
    total = position.perft(0) if options.depth == 0 else 0
    if not 0 <= options.depth <= 32:
        raise ValueError(f"--depth must be in 0 … 32, not {options.depth}")
    for card in position.legal if options.depth else ():
        position.play(card)
        count = position.perft(options.depth - 1)
        position.undo()
        total += count
        print(card, count, flush=True)
    print("total", total)
    return 0


def _solve(options: argparse.Namespace) -> int:
    from bazar._position import Position
    from bazar._solver import CAPOTS, solve
    from bazar._solving import solution_report, solve_file, table_report
    from bazar.rules import Rules

    rules = Rules.named(options.rules)
    if not 0 <= options.capot < CAPOTS:
        raise ValueError(f"--capot must be in 0 … {CAPOTS - 1}, not {options.capot}")
    if options.threads is not None and options.threads < 1:
        raise ValueError(f"--threads must be at least 1, not {options.threads}")
    if options.all and (options.contract is not None or options.leader is not None):
        raise ValueError("--all is for all contracts and leaders: -c and --leader do not go with it")
    contract = Contract.SPADES if options.contract is None else options.contract
    leader = Seat.NORTH if options.leader is None else options.leader
    if options.output is None:
        if options.threads is not None:
            raise ValueError("--threads goes with -o")
        if ":" not in options.text and Path(options.text).is_file():
            raise ValueError(f"{options.text} is a file: -o must say where its solutions go")
        deal = Deal(options.text)
        if options.all:
            print(table_report(deal, rules, options.capot, _style(options)))
        else:
            position = Position(deal, contract, leader, rules)
            print(solution_report(position, solve(position, options.capot), _style(options)))
        return 0
    out = Path(options.output)
    if out.suffix not in (".tsv", ".parquet"):
        raise ValueError(f"-o must name a .tsv or a .parquet file, not {options.output!r}")
    if Path(options.text).suffix in TABLES:
        raise ValueError(f"bazar solve reads text, a deal a line, not tables such as {options.text}")
    name = "standard input" if options.text == "-" else options.text

    def complain(number: int, error: ValueError) -> None:
        print(f"bazar: {name}, line {number}: {error}", file=sys.stderr)

    contracts = list(Contract) if options.all else [contract]
    leaders = list(Seat) if options.all else [leader]
    source = _source(options.text)
    with open(source, encoding="utf-8-sig", errors="surrogateescape", closefd=options.text != "-") as lines:
        good = solve_file(
            lines, out, contracts, leaders, options.rules, options.capot, options.threads or 1, complain
        )
    return 0 if good else BAD_LINES


def _play(options: argparse.Namespace) -> int:
    from random import Random

    from bazar._table import PLAYERS, Quit, Table
    from bazar.records import Record
    from bazar.round import Round

    if sys.stdin is None:
        raise OSError("standard input is closed")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    seed = int.from_bytes(os.urandom(4), "little") if options.seed is None else options.seed
    deal = Deal(options.text) if options.text is not None else Deal.random(seed)
    if options.bid is None and options.bidders is not None:
        raise ValueError("--bidders goes with --bid")
    if options.bid is not None and options.contract is Contract.ALL_TRUMPS:
        raise ValueError("--bid cannot be scored in A/T: no public source gives the numbers")
    terms = {} if options.bid is None else {"bid": options.bid, "bidders": options.bidders or "NS"}
    played = Round(deal, options.contract, options.leader, options.rules, **terms)
    print(f"seed {seed}, rules {options.rules}; ? for help")
    table = Table(
        played,
        None if options.watch else options.seat,
        PLAYERS[options.players],
        Random(seed),
        _style(options),
        _ask,
        print,
    )
    with contextlib.ExitStack() as files:
        record = None
        if options.record is not None:
            # Before the game, which should not be lost.
            record = files.enter_context(open(options.record, "a", encoding="utf-8"))
        try:
            table.run()
        except Quit:
            print("the game is not finished")
        if record is not None:
            record.write(Record.of(played).to_json() + "\n")
    return 0


def _ask(prompt: str) -> str | None:
    """A line of standard input; None when it has ended."""
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        # As if it had been typed.
        print(line.rstrip("\r\n"))
    return line if line else None
