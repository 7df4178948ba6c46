"""The core from somebody else's extension, in C and in C++, by default flags, with nothing of bazar left."""

import json
import os
import random
import re
from pathlib import Path

import pytest
from conftest import load
from support import build_extension, python

from bazar import core

# Runs in an interpreter without site-packages, as if bazar had been uninstalled.
WITHOUT_BAZAR = """
import importlib.util, json, sys
sys.path.insert(0, {folder!r})
assert importlib.util.find_spec("bazar") is None
import consumer
masks, deals = json.loads(sys.stdin.read())
print(json.dumps([
    [[consumer.everything(mask, game), consumer.listed(mask, game, 0), consumer.listed(mask, game, 1)]
     for mask in masks for game in range(6)],
    [consumer.dealt(seed, number) for seed, number in deals],
    [consumer.declared(consumer.dealt(seed, number)[0], seed % 6, number % 4, seed & 1, 1, 1)
     for seed, number in deals],
    [consumer.played(seed, seed % 6, number % 4, seed >> 3 & 1, seed >> 4 & 1) for seed, number in deals],
    [consumer.counted(seed, seed % 6, number % 4, 5) for seed, number in deals[:12]],
    consumer.decided([20, 50, 0, 0], [1, 2, 0, 0]),
    consumer.named(),
    consumer.constants(),
]))
assert "bazar" not in sys.modules
"""


@pytest.fixture(scope="module", params=[(), ("--cplus",)], ids=["C", "C++"])
def consumer(request, tmp_path_factory):
    """The folder of the extension, and its generated source."""
    folder = build_extension("consumer", tmp_path_factory.mktemp("consumer"), *request.param)
    (source,) = [*folder.glob("consumer.c"), *folder.glob("consumer.cpp")]
    assert (source.suffix == ".cpp") == bool(request.param)
    return folder, source.read_text(encoding="utf-8")


def test_everything_is_inlined(consumer):
    _, source = consumer
    called = re.findall(r"__Pyx_Import(?:Function|VoidPtr|Type)\w*\s*\([^)]*\)", source)
    assert not [call for call in called if "bazar" in call]
    assert not re.search(
        r'"bazar[._"]', re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL).replace("__pyx_f", "")
    )
    assert "static CYTHON_INLINE" in source
    assert "bazar_run_points" in source


def test_it_runs_without_bazar(consumer):
    folder, _ = consumer
    generator = random.Random(4)
    masks = [generator.getrandbits(32) & generator.getrandbits(32) for _ in range(50)] + [0, 2**32 - 1]
    deals = [(generator.getrandbits(64), generator.randrange(2**40)) for _ in range(50)]
    ran = python(WITHOUT_BAZAR.format(folder=str(folder)), "-I", "-S", input=json.dumps([masks, deals]))
    assert ran.returncode == 0, ran.stderr
    queries, dealt, declared, played, counted, decided, named, constants = json.loads(ran.stdout)

    expected = iter(queries)
    for mask in masks:
        for game in range(6):
            everything, listed, split = next(expected)
            assert everything == [
                core.runs(mask),
                core.carres(mask),
                core.points(mask, game),
                core.points_split8(mask, game),
                core.strength(mask, game),
                core.strength_split8(mask, game),
                core.card_points(mask, game),
                core.bella(mask, game),
                mask.bit_count(),
            ]
            assert sum(entry[1] for entry in listed) == core.points(mask, game)
            assert sum(entry[1] for entry in split) == core.points_split8(mask, game)
    for (seed, number), (masks_dealt, index, again) in zip(deals, dealt, strict=True):
        assert tuple(masks_dealt) == core.random_deal(seed, number)
        assert index == core.deal_index(masks_dealt)
        assert again == masks_dealt
    for (seed, number), result in zip(deals, declared, strict=True):
        hands = core.random_deal(seed, number)
        assert tuple(result) == core.resolve(hands, seed % 6, number % 4, bool(seed & 1), True, True)
    for (seed, number), (cards, words, result) in zip(deals, played, strict=True):
        rules = bool(seed >> 3 & 1), seed >> 4 & 1
        hands = core.random_deal(seed)
        assert tuple(result) == core.replay(hands, seed % 6, number % 4, cards, words, *rules)
    for (seed, number), (walked, made) in zip(deals, counted, strict=False):
        assert walked == made == core.perft(core.random_deal(seed), seed % 6, number % 4, 5, True, core.MUST)
    assert any(result[2] + result[3] for _, _, result in played)
    assert decided == [core.SCORED, 1, 0, 50]
    assert named == [0b11111 << 27, True, 0x10101010, True, 1, core.VERSION]
    assert constants == [
        [0, 1, 2, 3, 4, 5],
        [0, 1, 2, 3, 4, 5, 6, 7],
        [0, 1, 2, 3],
        [0, 1, 2, 3],
        [core.SCORED, core.NONE, core.VOID, core.CANCELLED],
        [core.FREE, core.MUST, core.LAST_TRICK, core.BELLA],
    ]


def has_bmi2():
    cpuinfo = Path("/proc/cpuinfo")
    return cpuinfo.exists() and " bmi2" in cpuinfo.read_text()


@pytest.mark.skipif(os.name == "nt", reason="flags of GCC and Clang")
@pytest.mark.parametrize("flags", ["-U__SIZEOF_INT128__", "-mbmi2"])
def test_dealing_is_the_same_however_it_is_compiled(flags, tmp_path, monkeypatch):
    """Without 128-bit products, and with the instruction that finds the n-th bit."""
    if flags == "-mbmi2" and not has_bmi2():
        pytest.skip("this processor has no BMI2")
    monkeypatch.setenv("CFLAGS", f"{os.environ.get('CFLAGS', '')} {flags}")
    module = load("consumer", build_extension("consumer", tmp_path))
    generator = random.Random(flags)
    for _ in range(300):
        seed, number = generator.getrandbits(64), generator.getrandbits(62)
        assert tuple(module.dealt(seed, number)[0]) == core.random_deal(seed, number)
