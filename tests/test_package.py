"""What is installed, and what importing it costs."""

import ast
import importlib.metadata
import re
import sys
from pathlib import Path

import pytest
from support import python

import bazar

ROOT = Path(__file__).parent.parent
MODULES = {
    "_array_play", "_arrays", "_card", "_choices", "_core", "_hand", "_kernels", "_position", "_solver",
}  # fmt: skip
PYTHON_FILES = {
    "__init__", "__main__", "_array_deals", "_array_inputs", "_array_loops", "_array_outputs",
    "_array_solver", "_column_masks", "_column_npy", "_column_parquet", "_columns", "_diagram", "_evaluate",
    "_explain", "_frozen", "_known", "_progress", "_record_json", "_record_terms", "_refusal", "_render",
    "_replay", "_solving", "_table", "_text", "_threads", "arrays", "cli", "core", "deal", "declaring",
    "enums", "errors", "records", "result", "round", "rules", "solution",
}  # fmt: skip
DEFINITIONS = {
    "_bits", "_card", "_cards", "_choices", "_combinations", "_constrained", "_dealing", "_declaring",
    "_hand", "_indexing", "_interrupts", "_ints", "_kernels", "_letters", "_memory", "_numbers",
    "_ordering", "_perft", "_places", "_play", "_playouts", "_position", "_search", "_solver", "_sure",
    "_tables", "_types", "core",
}  # fmt: skip


def test_the_wheel_holds_what_it_should_and_nothing_else():
    files = [Path(str(file)) for file in importlib.metadata.files("bazar")]
    installed = {file.name for file in files if file.parts[0] == "bazar" and file.suffix != ".pyc"}
    suffix = re.compile(r"^(\w+)\.(?:cpython-[\w-]+\.so|cp\d+[\w-]*\.pyd|[\w-]*\.so)$")
    compiled = {match[1] for name in installed if (match := suffix.match(name))}
    assert compiled == MODULES
    rest = {name for name in installed if not suffix.match(name)}
    assert rest == (
        {f"{name}.py" for name in PYTHON_FILES}
        | {f"{name}.pxd" for name in DEFINITIONS}
        | {f"{name}.pyi" for name in MODULES}
        | {"py.typed", "record.schema.json"}
    )
    elsewhere = {file.parts[0] for file in files} - {"bazar"}
    # The metadata, and the script in its bin folder outside the package.
    assert elsewhere <= {f"bazar-{bazar.__version__}.dist-info", ".."}


def test_it_is_the_installed_package_that_is_tested():
    assert not Path(bazar.__file__).is_relative_to(ROOT / "bazar")


def test_metadata():
    metadata = importlib.metadata.metadata("bazar")
    assert metadata["Version"] == bazar.__version__
    assert metadata["License-Expression"] == "MIT"
    required = importlib.metadata.requires("bazar")
    assert [line for line in required if "extra ==" not in line] == []
    (script,) = importlib.metadata.entry_points(group="console_scripts", name="bazar")
    assert script.value == "bazar.cli:main"


HEAVY = [
    "re",
    "typing",
    "dataclasses",
    "numpy",
    "pyarrow",
    "argparse",
    "json",
    "inspect",
    "difflib",
    "unicodedata",
    "random",
]


def test_modules_that_are_not_imported_are_there_when_asked_for():
    code = """
import sys, bazar
loaded = {"bazar.arrays", "bazar.records"} & set(sys.modules)
assert not loaded, loaded
assert bazar.records.Record.__name__ == "Record"
assert "bazar.arrays" not in sys.modules
try:
    bazar.nothing
except AttributeError as error:
    assert str(error) == "module 'bazar' has no attribute 'nothing'", error
    print("as expected")
"""
    ran = python(code)
    assert (ran.stdout, ran.stderr) == ("as expected\n", "")
    pytest.importorskip("numpy")
    assert python("import bazar; print(bazar.arrays.__name__)").stdout == "bazar.arrays\n"


def test_importing_is_light(tmp_path):
    # Without site, so that only what bazar itself loads is there; compiled anew, which may load more.
    folder = str(Path(bazar.__file__).parent.parent)
    code = f"import sys; sys.path.insert(0, {folder!r}); import bazar; print(*sys.modules)"
    ran = python(code, "-I", "-S", "-X", f"pycache_prefix={tmp_path}")
    assert ran.returncode == 0, ran.stderr
    loaded = set(ran.stdout.split())
    assert "bazar.enums" in loaded
    assert not set(HEAVY) & loaded


def imported_modules(path):
    """The modules of the package that a Python file imports when it is itself imported."""
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            module = node.module.removeprefix("bazar").strip(".")
            names |= {module} if module else {alias.name for alias in node.names}
    return names


LAYERS = [
    {"errors", "_core", "_frozen", "_kernels"},
    {"_text", "core"},
    {"enums"},
    {"_choices"},
    {"_card"},
    {"_hand"},
    {"deal", "rules"},
    {"_refusal", "declaring"},
    {"_position", "_explain", "_known", "solution"},
    {"_solver"},
    {"_array_play", "_arrays", "_threads"},
    {"_array_inputs"},
    {"_array_loops", "_array_outputs"},
    {"_array_deals"},
    {"_array_solver"},
    {"arrays"},
    {"_evaluate", "_render", "result"},
    {"round", "_record_json"},
    {"_record_terms"},
    {"records"},
    {"_diagram"},
    {"_replay", "_table", "_solving"},
    {"_column_masks", "_progress"},
    {"_column_npy", "_column_parquet"},
    {"_columns"},
    {"cli"},
]


def test_each_layer_uses_only_those_below():
    package = Path(bazar.__file__).parent
    place = {name: number for number, layer in enumerate(LAYERS) for name in layer}
    for name in PYTHON_FILES - {"__init__", "__main__"}:
        for used in imported_modules(package / f"{name}.py") & set(place):
            assert place[used] < place[name], f"{name} imports {used}"


@pytest.mark.skipif(sys.version_info < (3, 13), reason="only free-threaded builds have a GIL to keep off")
def test_importing_does_not_switch_the_gil_on():
    ran = python("import sys, bazar; print(sys._is_gil_enabled())")
    import sysconfig

    expected = not sysconfig.get_config_var("Py_GIL_DISABLED")
    assert ran.stdout.strip() == str(expected)
