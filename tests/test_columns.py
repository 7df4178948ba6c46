"""``bazar eval`` of Parquet and .npy files: what it gives is what the same lines of text give."""

import io
import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from support import python, rows, run

import bazar
from bazar import _column_npy, _column_parquet, _columns, _progress, arrays, cli

SEATS = ("north", "east", "south", "west")
CODES = ("S", "H", "D", "C", "AT", "WT")
STATUSES = ("scored", "none", "void", "cancelled")

# Some of the conformance cases: sevens and eights together, runs of eight, ties, and hands of other sizes.
DEALS = sorted({"N:" + " ".join(case["deal"]) for case in rows("resolve.jsonl")})[::8]
HANDS = [*sorted({case["hand"] for case in rows("hands.jsonl")})[::5], "...", "AK...", "AKQJT987..."]
DEAL_MASKS = np.array([[hand.mask for hand in bazar.Deal(text)] for text in DEALS], np.uint32)
HAND_MASKS = np.array([bazar.Hand(text).mask for text in HANDS], np.uint32)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch):
    """So that a few rows are several blocks, the last one shorter."""
    for module in (_column_npy, _column_parquet):
        monkeypatch.setattr(module, "BLOCK", 19)
    assert min(len(HANDS), len(DEALS)) > 100
    assert len(HANDS) % 19
    assert len(DEALS) % 19


def evaluated(capsys, *arguments):
    """What the command writes."""
    status = cli.main(["eval", *map(str, arguments)])
    written = capsys.readouterr()
    assert (status, written.err) == (0, "")
    return written.out


def refused(capsys, *arguments):
    """The one line with which the command refuses something."""
    status = cli.main(["eval", *map(str, arguments)])
    written = capsys.readouterr()
    assert status == cli.USAGE
    (line,) = written.err.splitlines()
    assert line.startswith("bazar: ")
    return line


def saved(path, table):
    """A table written as the name of the file tells: an array, or columns for Parquet."""
    if path.suffix == ".npy":
        np.save(path, table)
    else:
        pq.write_table(pa.table(table), path)
    return path


def as_fields(names, *columns):
    """An array with fields."""
    kinds = [(name, column.dtype) for name, column in zip(names, columns, strict=True)]
    return np.array(list(zip(*(column.tolist() for column in columns), strict=True)), kinds)


DEAL_TABLES = {
    "plain.npy": DEAL_MASKS,
    "int64.npy": DEAL_MASKS.astype(np.int64),
    "swapped.npy": DEAL_MASKS.astype(">u4"),
    "columns_first.npy": np.asfortranarray(DEAL_MASKS),
    "text.npy": np.array(DEALS),
    "fields.npy": as_fields(("id", *SEATS), np.arange(len(DEALS)), *DEAL_MASKS.T),
    "text_field.npy": as_fields(("deal",), np.array(DEALS)),
    "seats.parquet": dict(zip(SEATS, DEAL_MASKS.T, strict=True)),
    "int64.parquet": dict(zip(reversed(SEATS), DEAL_MASKS.astype(np.int64).T[::-1], strict=True)),
    "text.parquet": {"deal": DEALS, "n": range(len(DEALS))},
    "large_text.parquet": {"deal": pa.array(DEALS, pa.large_string())},
    "dictionary.PARQUET": {"deal": pa.array(DEALS).dictionary_encode()},
    "texts_by_seat.parquet": {
        name: [str(bazar.Deal(deal)[name[0]]) for deal in DEALS] for name in SEATS
    },
}  # fmt: skip
HAND_TABLES = {
    "plain.npy": HAND_MASKS,
    "uint64.npy": HAND_MASKS.astype(np.uint64),
    "swapped.npy": HAND_MASKS.astype(">i8"),
    "text.npy": np.array(HANDS),
    "swapped_text.npy": np.array(HANDS).astype(">U20"),
    "fields.npy": as_fields(("hand", "points"), HAND_MASKS, np.ones(len(HANDS))),
    "masks.parquet": {"hand": HAND_MASKS, "who": ["me"] * len(HANDS)},
    "uint64.parquet": {"hand": HAND_MASKS.astype(np.uint64)},
    "text.parquet": {"hand": HANDS},
}


@pytest.fixture
def text(tmp_path):
    """Files of the same hands and deals as text."""
    (tmp_path / "hands.txt").write_text("\n".join(HANDS))
    (tmp_path / "deals.txt").write_text("\n".join(DEALS))
    return tmp_path


@pytest.mark.parametrize("name", DEAL_TABLES)
def test_rows_of_deals_are_those_of_text(name, text, capsys):
    path = saved(text / name, DEAL_TABLES[name])
    for options in (
        [],
        ["-c", "H", "--json"],
        ["-c", "AT", "--first", "E", "--sevens", "--eights", "--split8"],
    ):
        expected = evaluated(capsys, text / "deals.txt", *options)
        assert evaluated(capsys, path, *options) == expected
        assert len(expected.splitlines()) in (len(DEALS), 6 * len(DEALS))


@pytest.mark.parametrize("name", HAND_TABLES)
def test_rows_of_hands_are_those_of_text(name, text, capsys):
    path = saved(text / name, HAND_TABLES[name])
    for options in ([], ["-c", "H", "--json"], ["-c", "AT", "-c", "S", "--split8"]):
        assert evaluated(capsys, path, *options) == evaluated(capsys, text / "hands.txt", *options)


OPTIONS = [
    [],
    ["-c", "D"],
    ["-c", "AT", "-c", "S", "-c", "AT", "--split8"],
    ["-c", "H", "--first", "E", "--sevens"],
    ["-c", "C", "--first", "W", "--eights"],
    ["--first", "S", "--sevens", "--eights", "--split8"],
]


def of_hands(options):
    return [option for option in options if option not in ("--first", "E", "W", "--sevens", "--eights")]


def by_contract(capsys, path, options):
    """The rows of text as columns, by name and contract."""
    columns = {}
    for line in evaluated(capsys, path, "--json", *options).splitlines():
        row = json.loads(line)
        code = row.pop("contract")
        for name, value in row.items():
            columns.setdefault(f"{name}_{code}", []).append(value)
    return columns


@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
@pytest.mark.parametrize("name", DEAL_TABLES)
def test_results_of_deals_are_those_of_text(name, options, text, capsys):
    path = saved(text / name, DEAL_TABLES[name])
    expected = by_contract(capsys, text / "deals.txt", options)
    codes = [key.removeprefix("ns_") for key in expected if key.startswith("ns_")]
    names = [f"{name}_{code}" for code in codes for name in ("status", "winner", "ns", "ew")]

    assert evaluated(capsys, path, *options, "-o", text / "out.parquet") == ""
    table = pq.read_table(text / "out.parquet")
    assert table.schema.names[-len(names) :] == names
    assert {key: table[key].to_pylist() for key in names} == {key: expected[key] for key in names}

    assert evaluated(capsys, path, *options, "-o", text / "out.npy") == ""
    array = np.load(text / "out.npy")
    assert array.dtype.names == (*SEATS, *names)
    assert np.array_equal(np.stack([array[seat] for seat in SEATS], axis=1), DEAL_MASKS)
    for code in codes:
        assert [STATUSES[number] for number in array[f"status_{code}"]] == expected[f"status_{code}"]
        assert [(*"NESW", None)[number] for number in array[f"winner_{code}"]] == expected[f"winner_{code}"]
        assert array[f"ns_{code}"].tolist() == expected[f"ns_{code}"]
        assert array[f"ew_{code}"].tolist() == expected[f"ew_{code}"]


def test_the_deals_tell_options_apart(text, capsys):
    assert (
        len({evaluated(capsys, text / "deals.txt", "-c", "H", *options[2:]) for options in OPTIONS[3:]}) == 3
    )


@pytest.mark.parametrize("options", [OPTIONS[0], OPTIONS[1], OPTIONS[2]], ids=" ".join)
@pytest.mark.parametrize("name", HAND_TABLES)
def test_results_of_hands_are_those_of_text(name, options, text, capsys):
    path = saved(text / name, HAND_TABLES[name])
    expected = by_contract(capsys, text / "hands.txt", options)
    codes = [key.removeprefix("strength_") for key in expected if key.startswith("strength_")]
    names = [f"{name}_{code}" for code in codes for name in ("points", "strength", "card_points")]

    assert evaluated(capsys, path, *options, "-o", text / "out.parquet") == ""
    table = pq.read_table(text / "out.parquet")
    assert table.schema.names[-len(names) :] == names
    assert {key: table[key].to_pylist() for key in names} == {key: expected[key] for key in names}

    assert evaluated(capsys, path, *options, "-o", text / "out.npy") == ""
    array = np.load(text / "out.npy")
    assert array.dtype.names == ("hand", *names)
    assert np.array_equal(array["hand"], HAND_MASKS)
    assert {key: array[key].tolist() for key in names} == {key: expected[key] for key in names}


def test_types_of_results(text, capsys):
    hands, deals = saved(text / "hands.npy", HAND_MASKS), saved(text / "deals.npy", DEAL_MASKS)
    words = pa.dictionary(pa.int32(), pa.string())
    for path, kinds, fields in (
        (hands, [pa.uint32(), pa.uint16(), pa.uint8(), pa.uint16()], ["<u4", "<u2", "u1", "<u2"]),
        (
            deals,
            [*[pa.uint32()] * 4, words, words, pa.uint16(), pa.uint16()],
            [*["<u4"] * 4, "u1", "i1", "<u2", "<u2"],
        ),
    ):
        evaluated(capsys, path, "-c", "S", "-o", text / "out.parquet")
        assert pq.read_schema(text / "out.parquet").types == kinds
        evaluated(capsys, path, "-c", "S", "-o", text / "out.npy")
        dtype = np.load(text / "out.npy").dtype
        assert [dtype[name] for name in dtype.names] == [np.dtype(kind) for kind in fields]


def test_columns_of_parquet_are_kept(text, capsys):
    """Of any type, nested ones and nulls too, with what pandas keeps in the metadata."""
    table = pa.table(
        {
            "id": pa.array([None, *range(1, len(HANDS))], pa.int64()),
            "hand": pa.array(HANDS).dictionary_encode(),
            "bids": [[{"who": "N", "what": str(n)}] for n in range(len(HANDS))],
        }
    ).replace_schema_metadata({"pandas": "{}", "mine": "x"})
    pq.write_table(table, text / "in.parquet", row_group_size=7)
    evaluated(capsys, text / "in.parquet", "-c", "S", "-o", text / "out.parquet")
    found = pq.read_table(text / "out.parquet")
    assert found.select(["id", "hand", "bids"]).equals(table)
    assert found.schema.metadata[b"mine"] == b"x"
    # What was written can be evaluated in its turn, and in place.
    evaluated(capsys, text / "out.parquet", "-c", "AT", "-o", text / "out.parquet")
    again = pq.read_table(text / "out.parquet")
    assert again.schema.names == [*found.schema.names, "points_AT", "strength_AT", "card_points_AT"]
    assert "it has a column 'points_S' already" in refused(
        capsys, text / "out.parquet", "-o", text / "more.parquet"
    )
    evaluated(capsys, text / "out.parquet", "-o", text / "out.npy")
    rows = evaluated(capsys, text / "out.npy", "-c", "S")
    assert rows == evaluated(capsys, text / "hands.txt", "-c", "S")


@pytest.mark.parametrize(
    "empty",
    [
        ("in.npy", HAND_MASKS[:0]),
        ("in.npy", DEAL_MASKS[:0]),
        ("in.npy", np.array(HANDS)[:0]),
        ("in.parquet", {"hand": HAND_MASKS[:0]}),
        ("in.parquet", dict.fromkeys(SEATS, HAND_MASKS[:0])),
        ("in.parquet", {"deal": pa.array([], pa.string())}),
    ],
)
def test_tables_without_rows(empty, tmp_path, capsys):
    path = saved(tmp_path / empty[0], empty[1])
    assert evaluated(capsys, path) == ""
    evaluated(capsys, path, "-c", "S", "-o", tmp_path / "out.parquet")
    evaluated(capsys, path, "-c", "S", "-o", tmp_path / "out.npy")
    assert pq.read_table(tmp_path / "out.parquet").num_rows == len(np.load(tmp_path / "out.npy")) == 0


# --- what is refused ---

OVERLAP = DEAL_MASKS.copy()
OVERLAP[30] = [0xFF, 0xFF00, 0xFF0000, 0xFF0000]
FEWER = DEAL_MASKS.copy()
FEWER[7] = [0x7F, 0xFF00, 0xFF0000, 0xFF000000]


def with_bad(values, row, value):
    copy = list(values)
    copy[row] = value
    return copy


BAD_TABLES = [
    ("in.npy", HAND_MASKS.astype(float), "it must hold integers or text, not float64"),
    ("in.npy", HAND_MASKS.astype(bool), "not bool"),
    ("in.npy", np.array(HANDS, "S"), "not |S"),
    ("in.npy", np.array([None]), "Python objects"),
    ("in.npy", np.uint32(7), "the shape (n,) of hands or (n, 4) of deals, not ()"),
    ("in.npy", DEAL_MASKS[:, :3], "not ("),
    ("in.npy", DEAL_MASKS[np.newaxis], "not (1,"),
    ("in.npy", np.array([DEALS]), "the shape (n,), not (1,"),
    ("in.npy", as_fields(("cards",), HAND_MASKS), "it has no hands or deals: expected a column hand"),
    ("in.npy", as_fields(("hand",), HAND_MASKS.astype(float)), "the field 'hand' must hold integers or text"),
    ("in.npy", as_fields(("deal",), HAND_MASKS), "the field 'deal' must hold text, not"),
    ("in.npy", as_fields(("hand",), HAND_MASKS)[np.newaxis], "must have one axis"),
    ("in.npy", np.array(with_bad(HAND_MASKS.tolist(), 25, -1)), "row 25, from 0: a mask must be in 0 …"),
    ("in.npy", np.array(with_bad(HAND_MASKS.tolist(), 25, 2**32)), "row 25, from 0: a mask must be in 0"),
    ("in.npy", np.full((30, 4), 2**63, np.uint64), "row 0, from 0: a mask must be in"),
    ("in.npy", OVERLAP, "row 30, from 0: South and West both have 7D"),
    ("in.npy", np.asfortranarray(OVERLAP), "row 30, from 0: South and West both have 7D"),
    ("in.npy", FEWER, "row 7, from 0: North has 7 cards"),
    ("in.npy", np.array(with_bad(HANDS, 21, "AKX...")), "row 21, from 0: cannot read 'AKX...' as a hand"),
    ("in.npy", np.array(with_bad(DEALS, 21, "N:AK...")), "row 21, from 0: cannot read 'N:AK...' as a deal"),
    ("in.npy", np.array([DEALS[0], HANDS[0]]), "row 1, from 0: cannot read"),
    ("in.parquet", {"cards": HAND_MASKS}, "expected a column hand, a column deal, or columns north east"),
    ("in.parquet", {"hand": HAND_MASKS.astype(float)}, "'hand' must hold integers or text, not double"),
    ("in.parquet", {"hand": [b"AKQ..."]}, "not binary"),
    ("in.parquet", {"deal": [7]}, "the column 'deal' must hold text, not int64"),
    ("in.parquet", {"hand": HANDS[:1], "deal": DEALS[:1]}, "it has both hand and deal"),
    ("in.parquet", {"hand": HANDS[:1], "north": HANDS[:1]}, "it has both hand and north east south west"),
    ("in.parquet", {"north": HANDS[:1], "south": HANDS[:1]}, "a column 'east' is missing beside 'north'"),
    ("in.parquet", {"hand": with_bad(HAND_MASKS.tolist(), 25, None)}, "row 25, from 0: it is null"),
    ("in.parquet", {"hand": with_bad(HAND_MASKS.tolist(), 25, -1)}, "row 25, from 0: a mask must be"),
    ("in.parquet", {"hand": with_bad(HANDS, 25, None)}, "row 25, from 0: it is null"),
    ("in.parquet", {"hand": with_bad(HANDS, 25, "AS AS")}, "row 25, from 0: cannot read 'AS AS'"),
    ("in.parquet", {"deal": with_bad(DEALS, 25, HANDS[0])}, "row 25, from 0: cannot read"),
    ("in.parquet", dict(zip(SEATS, OVERLAP.T, strict=True)), "row 30, from 0: South and West both have 7D"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "table", "message"), BAD_TABLES)
@pytest.mark.parametrize("out", ["out.parquet", "out.npy", None])
def test_bad_tables(name, table, message, out, tmp_path, capsys):
    path = tmp_path / name
    if isinstance(table, np.ndarray) and table.dtype.hasobject:
        np.save(path, table, allow_pickle=True)
    else:
        saved(path, table)
    if out is None:
        line = refused(capsys, path)
    else:
        line = refused(capsys, path, "-o", tmp_path / out)
        assert os.listdir(tmp_path) == [name]
        # A file that is there already stays as it is.
        (tmp_path / out).write_text("precious")
        refused(capsys, path, "-o", tmp_path / out)
        assert (tmp_path / out).read_text() == "precious"
        assert len(os.listdir(tmp_path)) == 2
    assert f"{path}: " in line
    assert message in line


def test_two_columns_of_one_name(tmp_path, capsys):
    table = pa.Table.from_arrays([pa.array(HAND_MASKS)] * 2, ["hand", "hand"])
    pq.write_table(table, tmp_path / "in.parquet")
    assert "it has two columns 'hand'" in refused(capsys, tmp_path / "in.parquet")


def test_broken_npy_files(tmp_path, capsys):
    path = saved(tmp_path / "in.npy", HAND_MASKS)
    whole = path.read_bytes()
    start = len(whole) - HAND_MASKS.nbytes
    for length in range(start):
        path.write_bytes(whole[:length])
        assert "it is no .npy file" in refused(capsys, path, "-o", tmp_path / "out.npy")
    for data, message in (
        (whole[:-1], "it is cut short"),
        (whole[:start], "it is cut short: 0 bytes of data"),
        (whole + b"\0", "longer than it should be"),
        (whole[:6] + b"\3" + whole[7:], "of .npy version 3.0"),
        (whole.replace(b"<u4", b"<x4"), "it is no .npy file"),
        (whole.replace(b"False", b"Fal()"), "it is no .npy file"),
        (whole.replace(b"{", b"("), "it is no .npy file"),
        (whole.replace(b"False,", b"False("), "it is no .npy file"),
        (b"AKQJ.T98.7.\n", "it is no .npy file"),
    ):
        path.write_bytes(data)
        assert message in refused(capsys, path, "-o", tmp_path / "out.npy")
        assert os.listdir(tmp_path) == ["in.npy"]


def test_npy_text_that_is_no_text(tmp_path, capsys):
    for dtype in ("<U11", ">U11"):
        path = saved(tmp_path / "in.npy", np.array([*HANDS[:20], "AKQ........", *HANDS], dtype))
        letter = np.array("A", f"{dtype[0]}U1").tobytes()
        data = path.read_bytes()
        at = data.index(np.array("AKQ........", dtype).tobytes())
        path.write_bytes(data[:at] + np.array(0x110000, f"{dtype[0]}u4").tobytes() + data[at + len(letter) :])
        assert "row 20, from 0: it is no text" in refused(capsys, path)
        path.write_bytes(data[:128] + b"\x11" * 4 + data[132:])
        assert "row 0, from 0: it is no text" in refused(capsys, path)


def test_long_rows_of_npy_files(tmp_path, capsys, monkeypatch):
    """Text whose rows are long is read in smaller blocks."""
    monkeypatch.setattr(_column_npy, "BYTES", 300)
    path = saved(tmp_path / "in.npy", np.array(HANDS, "U200"))
    (tmp_path / "in.txt").write_text("\n".join(HANDS))
    assert evaluated(capsys, path) == evaluated(capsys, tmp_path / "in.txt")


def test_broken_parquet_files(tmp_path, capsys):
    path = tmp_path / "in.parquet"
    table = pa.table({"hand": HAND_MASKS, "text": HANDS})
    pq.write_table(table, path, write_page_checksum=True)
    whole = path.read_bytes()
    for data in (b"", whole[:-1], whole[:100], b"PAR1" + whole[4:100] + b"PAR1", b"AKQJ.T98.7.\n"):
        path.write_bytes(data)
        line = refused(capsys, path, "-o", tmp_path / "out.parquet")
        assert f"{path}: it is no Parquet file that can be read: " in line
        assert os.listdir(tmp_path) == ["in.parquet"]
    # A changed byte of data is told by the checksum of its page.
    middle = whole.index(HAND_MASKS[:4].tobytes()) if HAND_MASKS[:4].tobytes() in whole else 60
    path.write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :])
    assert "it is no Parquet file that can be read" in refused(capsys, path, "-o", tmp_path / "out.parquet")
    assert os.listdir(tmp_path) == ["in.parquet"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["in.npy", "-o", "out.csv"], "-o writes files named .parquet or .npy, not 'out.csv'"),
        (["in.npy", "-o", "out.npy", "--json"], "--json is for rows on standard output"),
        (["in.txt", "-o", "out.npy"], "-o goes with a FILE named .parquet or .npy"),
        (["-", "-o", "out.npy"], "-o goes with a FILE named .parquet or .npy"),
        (["none.npy"], "No such file or directory: 'none.npy'"),
        (["none.parquet", "-o", "out.npy"], "No such file or directory: 'none.parquet'"),
        (["folder.npy"], "folder.npy"),
        (["in.npy", "-o", "folder.npy"], "Is a directory"),
        (["in.npy", "-o", "nowhere/out.npy"], "No such file or directory"),
    ],
)
def test_wrong_calls(arguments, message, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    saved(tmp_path / "in.npy", HAND_MASKS)
    (tmp_path / "in.txt").write_text("AKQ...")
    (tmp_path / "folder.npy").mkdir()
    assert message in refused(capsys, *arguments)
    assert sorted(os.listdir(tmp_path)) == ["folder.npy", "in.npy", "in.txt"]


@pytest.mark.parametrize(
    ("missing", "arguments", "message"),
    [
        ("numpy", ["in.npy"], "in.npy needs numpy: pip install 'bazar[arrays]'"),
        ("numpy", ["in.parquet"], "in.parquet needs numpy: pip install 'bazar[parquet]'"),
        ("pyarrow", ["in.parquet"], "in.parquet needs pyarrow: pip install 'bazar[parquet]'"),
        ("pyarrow", ["in.npy", "-o", "out.parquet"], "in.npy needs pyarrow: pip install 'bazar[parquet]'"),
    ],
)
def test_an_extra_that_is_missing_is_named(missing, arguments, message):
    code = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        f"from bazar.cli import main; sys.exit(main({['eval', *arguments]!r}))"
    )
    ran = python(code)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"bazar: {message}\n")


def test_npy_files_need_no_pyarrow(tmp_path):
    path = saved(tmp_path / "in.npy", HAND_MASKS)
    code = (
        "import sys; sys.modules['pyarrow'] = None\n"
        f"from bazar.cli import main; sys.exit(main(['eval', {str(path)!r}, '-o', {str(path)!r}]))"
    )
    assert python(code).returncode == 0


def test_text_needs_nothing_more(tmp_path):
    (tmp_path / "hands.txt").write_text("AKQ...\n")
    code = (
        f"import sys; from bazar.cli import main; main(['eval', {str(tmp_path / 'hands.txt')!r}])\n"
        "print(sorted({'numpy', 'pyarrow', 'tempfile'} & set(sys.modules)))"
    )
    assert python(code).stdout.splitlines()[-1] == "[]"


# --- memory, interrupts, progress ---


def sparse(path, rows):
    """A file of empty hands that takes no room."""
    with open(path, "wb") as file:
        header = {"descr": "<u4", "fortran_order": False, "shape": (rows,)}
        np.lib.format.write_array_header_1_0(file, header)
        file.truncate(file.tell() + 4 * rows)
    return path


def parquet_of(path, rows):
    """A file with one row group, which must not be held whole."""
    with pq.ParquetWriter(
        path, pa.schema({"hand": pa.uint32()}), use_dictionary=False, compression=None
    ) as writer:
        writer.write_table(pa.table({"hand": np.arange(rows, dtype=np.uint32)}), row_group_size=rows)
    return path


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="no such account of memory")
@pytest.mark.parametrize(("write", "suffix"), [(sparse, ".npy"), (parquet_of, ".parquet")])
def test_memory_is_constant(write, suffix, tmp_path):
    """Ten times the rows, and no more memory at the peak."""
    peaks = []
    for count in (1_000_000, 10_000_000):
        path = write(tmp_path / f"{count}{suffix}", count)
        arguments = ["eval", str(path), "-c", "S", "-o", str(tmp_path / f"out{suffix}")]
        # What resource tells of a child begins with its parent's peak.
        code = (
            f"from bazar.cli import main; assert main({arguments!r}) == 0\n"
            "print(*(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
        )
        ran = python(code)
        assert ran.stderr == ""
        peaks.append(int(ran.stdout))
    assert peaks[1] < peaks[0] * 1.2


@pytest.mark.parametrize("out", ["out.npy", "out.parquet"])
def test_an_interrupt_leaves_nothing(out, tmp_path, capsys, monkeypatch):
    path = saved(tmp_path / "in.npy", HAND_MASKS)
    (tmp_path / out).write_text("precious")
    calls = []

    def interrupted(masks, contract):
        calls.append(os.listdir(tmp_path))
        if len(calls) == 2:
            raise KeyboardInterrupt
        return arrays.bella(masks, contract)

    monkeypatch.setattr(_columns.arrays, "card_points", interrupted)
    assert cli.main(["eval", str(path), "-c", "S", "-o", str(tmp_path / out)]) == cli.INTERRUPTED
    assert capsys.readouterr() == ("", "")
    assert len(calls[1]) == 3
    assert sorted(os.listdir(tmp_path)) == ["in.npy", out]
    assert (tmp_path / out).read_text() == "precious"


@pytest.mark.skipif(os.name == "nt", reason="signals differ there")
def test_a_signal_leaves_nothing(tmp_path):
    path = sparse(tmp_path / "in.npy", 100_000_000)
    arguments = ["eval", str(path), "-o", str(tmp_path / "out.npy")]
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"from bazar.cli import main; sys.exit(main({arguments!r}))"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not any(file.stat().st_size > 1000 for file in tmp_path.glob("out.npy.*.part")):
        assert process.poll() is None
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30) == (b"", b"")
    assert process.returncode == cli.INTERRUPTED
    assert os.listdir(tmp_path) == ["in.npy"]


@pytest.mark.skipif(os.name == "nt", reason="a shell's limits")
@pytest.mark.parametrize("out", ["out.npy", "out.parquet"])
def test_a_full_disk_is_told(out, tmp_path):
    sparse(tmp_path / "in.npy", 1_000_000)
    command = f"ulimit -f 2; '{sys.executable}' -m bazar eval in.npy -o {out}"
    ran = run("sh", "-c", command, cwd=tmp_path)
    assert ran.returncode == 2
    (line,) = ran.stderr.splitlines()
    assert line.startswith(f"bazar: {out}: ")
    assert os.listdir(tmp_path) == ["in.npy"]


def test_the_new_file_may_be_read_as_others(tmp_path, capsys):
    path = saved(tmp_path / "in.npy", HAND_MASKS)
    evaluated(capsys, path, "-o", tmp_path / "out.npy")
    (tmp_path / "plain").touch()
    assert (tmp_path / "out.npy").stat().st_mode == (tmp_path / "plain").stat().st_mode


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_stays_a_link(tmp_path, capsys):
    path = saved(tmp_path / "in.npy", HAND_MASKS)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out.npy").symlink_to(tmp_path / "elsewhere" / "real.npy")
    evaluated(capsys, path, "-o", tmp_path / "out.npy")
    assert (tmp_path / "out.npy").is_symlink()
    assert len(np.load(tmp_path / "elsewhere" / "real.npy")) == len(HANDS)


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize("out", [True, False])
def test_progress_on_a_terminal(out, tmp_path, capsys, monkeypatch):
    path = saved(tmp_path / "in.npy", HAND_MASKS)
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(_progress, "PAUSE", 0)
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("TERM", "xterm")
    assert cli.main(["eval", str(path), *(["-o", str(tmp_path / "out.npy")] if out else [])]) == 0
    lines = shown.getvalue().split(_progress.ERASE)
    assert lines[0] == lines[-1] == ""
    assert lines[1].startswith(f"in.npy: 19 of {len(HANDS)} rows, ")
    assert lines[-2].startswith(f"in.npy: {len(HANDS)} of {len(HANDS)} rows, ")
    assert max(map(len, lines)) < 60


def test_progress_is_silent_elsewhere(tmp_path, capsys, monkeypatch):
    path = saved(tmp_path / "in.npy", HAND_MASKS)
    monkeypatch.setattr(_progress, "PAUSE", 0)
    evaluated(capsys, path)
    # Rows on the terminal are progress enough.
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert cli.main(["eval", str(path)]) == 0
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    monkeypatch.setenv("TERM", "dumb")
    assert cli.main(["eval", str(path)]) == 0
    assert shown.getvalue() == ""
