"""Write ``bazar/_tables.pxd``, the core's lookup tables; with ``--check``, only compare.

    python tools/make_tables.py [--check]

The tables are committed, so building the package never needs this script.
"""

import sys
from math import comb
from pathlib import Path

TARGET = Path(__file__).parent.parent / "bazar" / "_tables.pxd"

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


def main() -> int:
    text = render()
    if "--check" in sys.argv[1:]:
        same = TARGET.read_text(encoding="utf-8") == text
        print(f"{TARGET.name}: {'up to date' if same else 'differs from what the script writes'}")
        return 0 if same else 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
