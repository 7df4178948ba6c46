"""Write the lookup tables of the core and of its kernels; with ``--check``, only compare.

    python tools/make_tables.py [--check]

The tables are committed, so building the package never needs this script.
"""

import sys
from collections.abc import Callable, Sequence
from math import comb
from pathlib import Path

ROOT = Path(__file__).parent.parent

# Ranks are numbered 7 8 9 10 J Q K A from 0, the order of sequences.
PLAIN = (0, 0, 0, 10, 2, 3, 4, 11)
TRUMP = (0, 0, 14, 10, 20, 3, 4, 11)
WITHOUT_TRUMPS = (0, 0, 0, 10, 2, 3, 4, 19)

SEQUENCE_POINTS = {3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 100}
# Every (length, top rank) a sequence can have, weakest first.
SEQUENCES = [(length, top) for length in range(3, 9) for top in range(length - 1, 8)]

CARRE_POINTS = ((0, 0, 140, 100, 200, 100, 100, 110), (0, 0, 0, 100, 100, 100, 100, 190))
# Ranks whose carré is a combination, weakest first: with trumps, without trumps.
CARRE_ORDERS = ("QKTA9J", "JQKTA")

# Ranks as they take a trick, lowest first: in a suit that is not trump, in one that is.
TRICK_ORDERS = ("789JQKTA", "78QKTA9J")


def sequences(suit: int) -> list[tuple[int, int]]:
    """(length, top) of each maximal run of three or more in a suit's byte."""
    found = []
    length = 0
    for rank in range(9):
        if suit >> rank & 1:
            length += 1
        else:
            if length >= 3:
                found.append((length, rank - 1))
            length = 0
    return found


def run_points(suit: int) -> int:
    return sum(SEQUENCE_POINTS[length] for length, _ in sequences(suit))


def run_order(suit: int) -> int:
    return max((1 + SEQUENCES.index(run) for run in sequences(suit)), default=0)


def value_of(values: tuple[int, ...]) -> list[int]:
    return [sum(v for rank, v in enumerate(values) if suit >> rank & 1) for suit in range(256)]


def carre_order(order: str) -> list[int]:
    return [1 + order.index(rank) if rank in order else 0 for rank in "789TJQKA"]


def higher_ranks(order: str) -> list[int]:
    ranks = "789TJQKA"
    return [sum(1 << ranks.index(above) for above in order[order.index(rank) + 1 :]) for rank in ranks]


def nth_ranks(suit: int) -> list[int]:
    """The ranks of a suit's byte from the lowest up, eight of them with zeros behind."""
    held = [rank for rank in range(8) if suit >> rank & 1]
    return held + [0] * (8 - len(held))


def function(name: str, comment: str, argument: str, index: str, values: list[int], ctype: str) -> str:
    width = max(len(str(v)) for v in values) + 1
    per_line = 16 if len(values) % 9 else 9
    per_line = 32 if len(values) > 1000 else per_line
    rows = [
        "            " + "".join(f"{v:>{width}}," for v in values[i : i + per_line])
        for i in range(0, len(values), per_line)
    ]
    return "\n".join(
        [
            f"    /* {comment} */",
            f"    static inline unsigned bazar_{name}({argument})",
            "    {",
            f"        static const {ctype} table[{len(values)}] = {{",
            *rows,
            "        };",
            f"        return table[{index}];",
            "    }",
        ]
    )


def render() -> str:
    byte = "unsigned char"
    suit = ("unsigned suit", "suit & 255u")
    carre = ("unsigned rank, int without_trumps", "(without_trumps ? 8u : 0u) + (rank & 7u)")
    trump = ("unsigned rank, int trump", "(trump ? 8u : 0u) + (rank & 7u)")
    functions = [
        function(
            "run_points",
            "whists of all sequences in one suit (RULES A)",
            *suit,
            [run_points(s) for s in range(256)],
            byte,
        ),
        function(
            "run_order",
            "best sequence of one suit: 0 none, 1 Terts to the 9 ... 21 the run of eight",
            *suit,
            [run_order(s) for s in range(256)],
            byte,
        ),
        function("plain_points", "card points of one suit that is not trump", *suit, value_of(PLAIN), byte),
        function("trump_points", "card points of one suit that is trump", *suit, value_of(TRUMP), byte),
        function(
            "without_points", "card points of one suit without trumps", *suit, value_of(WITHOUT_TRUMPS), byte
        ),
        function("carre_points", "whists of a carre", *carre, [*CARRE_POINTS[0], *CARRE_POINTS[1]], byte),
        function(
            "carre_order",
            "place of a carre among carres: 0 not a combination, 1 lowest",
            *carre,
            [*carre_order(CARRE_ORDERS[0]), *carre_order(CARRE_ORDERS[1])],
            byte,
        ),
        function(
            "bits_of_suit", "how many cards of a suit", *suit, [s.bit_count() for s in range(256)], byte
        ),
        function(
            "nth_of_suit",
            "the place-th lowest card of a suit, places from 0",
            "unsigned suit, unsigned place",
            "(suit & 255u) * 8u + (place & 7u)",
            [rank for s in range(256) for rank in nth_ranks(s)],
            byte,
        ),
        function(
            "higher_ranks",
            "ranks of a suit that beat a rank of it in a trick, as rank bits",
            *trump,
            [*higher_ranks(TRICK_ORDERS[0]), *higher_ranks(TRICK_ORDERS[1])],
            byte,
        ),
        function(
            "binomial",
            "n choose k, for n below 32 and k up to 8",
            "unsigned n, unsigned k",
            "(n & 31u) * 9u + k",
            [comb(n, k) for n in range(32) for k in range(9)],
            "unsigned int",
        ),
    ]
    declared = "\n".join(
        f'    unsigned {name} "bazar_{name}" ({arguments}) noexcept nogil'
        for name, arguments in (
            ("run_points", "unsigned suit"),
            ("run_order", "unsigned suit"),
            ("plain_points", "unsigned suit"),
            ("trump_points", "unsigned suit"),
            ("without_points", "unsigned suit"),
            ("carre_points", "unsigned rank, int without_trumps"),
            ("carre_order", "unsigned rank, int without_trumps"),
            ("bits_of_suit", "unsigned suit"),
            ("nth_of_suit", "unsigned suit, unsigned place"),
            ("higher_ranks", "unsigned rank, int trump"),
            ("binomial", "unsigned n, unsigned k"),
        )
    )
    return (
        "# Lookup tables of the core, as C functions so that each consumer gets its own copy.\n"
        "# Written by tools/make_tables.py: change that, not this.\n"
        "\n"
        "cdef extern from *:\n"
        '    """\n'
        "    #ifndef BAZAR_TABLES\n"
        "    #define BAZAR_TABLES\n"
        "\n" + "\n\n".join(functions) + "\n"
        "\n"
        "    #endif\n"
        '    """\n' + declared + "\n"
    )


# --- kernels: what a vector register looks up ---


def threes(suit: int) -> int:
    """The lowest card of every three in sequence: six bits, of which 27 values occur."""
    return suit & suit >> 1 & suit >> 2


def split(values: dict[int, int]) -> tuple[list[int], list[int]]:
    """Two tables of bytes whose sum is each of the values, by t | t >> 2 and by t - (t >> 2), both mod 16."""
    sums: dict[tuple[int, int], list[tuple[tuple[int, int], int]]] = {}
    for t, value in values.items():
        first, second = (0, (t | t >> 2) & 15), (1, (t - (t >> 2)) & 15)
        sums.setdefault(first, []).append((second, value))
        sums.setdefault(second, []).append((first, value))
    tables = ([0] * 16, [0] * 16)
    known = set()
    for start in sums:
        reached = [] if start in known else [start]
        known.add(start)
        while reached:
            here = reached.pop()
            for there, value in sums[here]:
                rest = value - tables[here[0]][here[1]]
                if there in known:
                    assert tables[there[0]][there[1]] == rest
                else:
                    tables[there[0]][there[1]] = rest
                    known.add(there)
                    reached.append(there)
    return [v & 255 for v in tables[0]], [v & 255 for v in tables[1]]


def carre_strengths(order: str, base: int) -> list[int]:
    return [base + place if place else 0 for place in carre_order(order)]


def of_ranks(values: list[int], ranks: int, combine: Callable[[list[int]], int]) -> int:
    return combine([value for rank, value in enumerate(values) if ranks >> rank & 1])


def highest(values: list[int]) -> int:
    return max(values, default=0)


Table = Sequence["int | Table"]


def initializer(table: Table, indent: str) -> str:
    parts = [str(v) if isinstance(v, int) else initializer(v, indent + "    ") for v in table]
    if not isinstance(table[0], int):
        return f"{indent}{{\n" + ",\n".join(parts) + f",\n{indent}}}"
    lines = [", ".join(parts[i : i + 16]) for i in range(0, len(parts), 16)]
    return f"{indent}{{" + f",\n{indent} ".join(lines) + "}"


def render_kernels() -> str:
    tens = {threes(s): run_points(s) // 10 for s in range(256)}
    orders = {threes(s): run_order(s) for s in range(256)}
    # Carrés are looked up by ranks 9 … A, six bits; those of 7 and 8 are no combinations.
    carre_tens = [[points // 10 for points in row[2:]] for row in CARRE_POINTS]
    strengths = [
        carre_strengths(order, base)[2:]
        for order, base in (
            (CARRE_ORDERS[0], 2 * len(SEQUENCES)),
            (CARRE_ORDERS[0], len(SEQUENCES)),
            (CARRE_ORDERS[1], len(SEQUENCES)),
        )
    ]
    cards = [value_of(values) for values in (PLAIN, TRUMP, WITHOUT_TRUMPS)]
    # A row of six is, of one hand, five times the word with trumps and the word without; or the four bytes
    # of the suit contracts, then two bytes that come from a second register of 64.
    row_words = [2 * hand + (column == 5) for hand in range(16) for column in range(6)]
    row_bytes = [
        4 * hand + column if column < 4 else 64 + 4 * hand + column - 4
        for hand in range(16)
        for column in range(6)
    ]
    row_bytes += [0] * 32
    tables: list[tuple[str, str, str, Table]] = [
        ("tens of whists of the sequences in a suit", "uint8_t", "run_tens[2][16]", [*split(tens)]),
        ("run_order of a suit", "uint8_t", "run_order[2][16]", [*split(orders)]),
        (
            "tens of whists of carres, with and without trumps; by ranks 9 10 J Q and by K A",
            "uint8_t",
            "carre_tens[2][2][16]",
            [
                [[of_ranks(row, ranks << shift & 63, sum) for ranks in range(16)] for shift in (0, 4)]
                for row in carre_tens
            ],
        ),
        (
            "strength of the best carre, suit contract, all trumps, without trumps; likewise",
            "uint8_t",
            "carre_strength[3][2][16]",
            [
                [[of_ranks(row, ranks << shift & 63, highest) for ranks in range(16)] for shift in (0, 4)]
                for row in strengths
            ],
        ),
        (
            "card points of a suit, plain, trump, without trumps; by ranks 7 8 9 10 and by J Q K A",
            "uint8_t",
            "card_points[3][2][16]",
            [[[table[ranks << shift] for ranks in range(16)] for shift in (0, 4)] for table in cards],
        ),
        (
            "tens of whists of the sequences in a suit, by threes",
            "uint8_t",
            "run_tens64[64]",
            [tens.get(t, 0) for t in range(64)],
        ),
        (
            "run_order of a suit, by threes",
            "uint8_t",
            "run_order64[64]",
            [orders.get(t, 0) for t in range(64)],
        ),
        (
            "tens of whists of carres, with and without trumps, by ranks 9 ... A",
            "uint8_t",
            "carre_tens64[2][64]",
            [[of_ranks(row, ranks, sum) for ranks in range(64)] for row in carre_tens],
        ),
        (
            "strength of the best carre, suit contract, all trumps, without trumps; likewise",
            "uint8_t",
            "carre_strength64[3][64]",
            [[of_ranks(row, ranks, highest) for ranks in range(64)] for row in strengths],
        ),
        (
            "rows of six: places of words",
            "uint16_t",
            "row_words[3][32]",
            [row_words[i : i + 32] for i in range(0, 96, 32)],
        ),
        ("rows of six: places of bytes", "uint8_t", "row_bytes[2][64]", [row_bytes[:64], row_bytes[64:]]),
        (
            "the low byte of each dword, four times",
            "uint8_t",
            "low_byte[64]",
            [i // 4 * 4 % 16 for i in range(64)],
        ),
    ]
    return (
        "/* Lookup tables of the kernels.\n"
        " * Written by tools/make_tables.py: change that, not this. */\n\n"
        "#ifndef BAZAR_KERNEL_TABLES_H\n#define BAZAR_KERNEL_TABLES_H\n\n#include <stdint.h>\n\n"
        + "\n\n".join(
            f"/* {comment} */\nstatic const {ctype} bazar_{name} =\n{initializer(table, '')};"
            for comment, ctype, name, table in tables
        )
        + "\n\n#endif\n"
    )


TARGETS = {
    ROOT / "bazar" / "_tables.pxd": render,
    ROOT / "src" / "kernel_tables.h": render_kernels,
}


def main() -> int:
    stale = 0
    for target, text in TARGETS.items():
        if "--check" in sys.argv[1:]:
            same = target.read_text(encoding="utf-8") == text()
            stale += not same
            print(f"{target.name}: {'up to date' if same else 'differs from what the script writes'}")
        else:
            target.write_text(text(), encoding="utf-8")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
