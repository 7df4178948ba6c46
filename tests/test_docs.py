"""Every example in docstrings and documents runs, and every public name has one and a place in the docs."""

import doctest
import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

import bazar
from bazar import arrays

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def modules():
    yield bazar
    for info in pkgutil.iter_modules(bazar.__path__, "bazar."):
        if info.name != "bazar.__main__":
            yield importlib.import_module(info.name)


def documented(module):
    """(name, docstring, namespace) of a module and of all it defines, compiled or not."""
    yield module.__name__, module.__doc__, vars(module)
    for name, item in list(vars(module).items()):
        # Public classes give the package as their module.
        ours = getattr(item, "__module__", None) in (module.__name__, "bazar", "bazar.arrays") and callable(
            item
        )
        if name.startswith("_") or not ours:
            continue
        yield f"{module.__name__}.{name}", item.__doc__, vars(module)
        if inspect.isclass(item):
            for member_name, member in list(vars(item).items()):
                if not member_name.startswith("_"):
                    target = getattr(member, "__func__", member)
                    yield f"{module.__name__}.{name}.{member_name}", target.__doc__, vars(module)


def examples(name, docstring, namespace):
    return doctest.DocTestParser().get_doctest(docstring or "", dict(namespace), name, None, 0)


def test_examples_in_docstrings():
    runner = doctest.DocTestRunner(verbose=False)
    tried = set()
    for module in modules():
        for name, docstring, namespace in documented(module):
            test = examples(name, docstring, namespace)
            if test.examples and docstring not in tried:
                tried.add(docstring)
                report = []
                runner.run(test, out=report.append)
                assert not report, "".join(report)
    # So that a change which hides docstrings from the search is seen.
    assert len(tried) >= 59


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_examples_in_documents(path):
    result = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert bool(result.attempted) == ("```pycon" in path.read_text(encoding="utf-8"))


CLASSES = [
    bazar.Card,
    bazar.Hand,
    bazar.Combination,
    bazar.Deal,
    bazar.Resolution,
    bazar.Rules,
    bazar.Position,
    bazar.Round,
    bazar.Declare,
    bazar.Play,
    bazar.Options,
    bazar.DealResult,
    bazar.ParseError,
    bazar.IllegalPlay,
    bazar.Solution,
    bazar.SearchLimit,
    bazar.Solver,
    arrays.Known,
]
ENUMS = [bazar.Suit, bazar.Rank, bazar.Seat, bazar.Contract, bazar.Kind, bazar.Event]


def public_members(cls):
    return [name for name in vars(cls) if not name.startswith("_")]


def test_every_public_name_has_an_example():
    for name in bazar.__all__:
        item = getattr(bazar, name)
        if name not in ("SEVENS", "EIGHTS"):
            assert ">>>" in item.__doc__, name
    for module in (bazar.core, arrays):
        for name in module.__all__:
            if callable(getattr(module, name)):
                assert ">>>" in getattr(module, name).__doc__, name


def test_every_public_member_has_a_docstring():
    for cls in (*CLASSES, *ENUMS):
        for name in public_members(cls):
            member = inspect.getattr_static(cls, name)
            if name in getattr(cls, "__members__", ()) or name in getattr(cls, "__slots__", ()):
                continue
            assert getattr(member, "__func__", member).__doc__, f"{cls.__name__}.{name}"


def test_every_public_name_has_a_place_in_the_docs():
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    words = set(re.findall(r"\w+", page))
    for name in (*bazar.__all__, *bazar.core.__all__, *arrays.__all__):
        assert name in words, name
    for cls in (*CLASSES, *ENUMS):
        for name in public_members(cls):
            assert name in words, f"{cls.__name__}.{name}"


def test_what_core_pxd_offers_has_a_place_in_the_docs():
    source = (Path(bazar.__file__).parent / "core.pxd").read_text(encoding="utf-8")
    names = set(
        re.findall(r"\b(?!cimport|from|bazar|cdef|enum)[a-z]\w+(?=[,\n])", source.split("\n\n", 1)[1])
    )
    assert len(names) > 15
    words = set(re.findall(r"\w+", (ROOT / "docs" / "cython.md").read_text(encoding="utf-8")))
    assert names <= words


def test_rules_that_are_cited_have_an_anchor():
    rules = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    anchors = set(re.findall(r'<a id="(\w+)">', rules))
    assert {f"R{number}" for number in range(1, 22)} | {"A", "B", "C", "D"} == anchors
    for module in modules():
        path = getattr(module, "__file__", "")
        text = Path(path).read_text(encoding="utf-8") if path.endswith(".py") else ""
        docstrings = " ".join(docstring or "" for _, docstring, _ in documented(module))
        for cited in re.findall(r"\b(R\d+)\b", text + docstrings):
            assert cited in anchors, f"{module.__name__} cites {cited}"


def test_links_between_documents_lead_somewhere():
    for path in DOCUMENTS:
        for target, anchor in re.findall(r"\]\(([\w/.-]+\.md)?(#\w+)?\)", path.read_text(encoding="utf-8")):
            linked = path.parent / target if target else path
            assert linked.exists(), f"{path.name}: {target}"
            if anchor:
                assert f'<a id="{anchor[1:]}">' in linked.read_text(encoding="utf-8")


def test_changelog_and_version_agree():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert changelog.startswith("# Changelog\n\n## ")
    sections = re.findall(r"^## (.*)$", changelog, re.MULTILINE)
    released = sections[1:] if sections[0] == "Unreleased" else sections
    numbers = []
    for section in released:
        heading = re.fullmatch(r"(\d+\.\d+\.\d+), \d{4}-\d\d-\d\d", section)
        assert heading, section
        numbers.append(heading[1])
    # Before the first release, the version is what that will be.
    assert bazar.__version__ == (numbers[0] if numbers else "0.1.0")
    places = [[int(part) for part in number.split(".")] for number in numbers]
    assert places == sorted(places, reverse=True)
