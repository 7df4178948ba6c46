"""The terminal table, as a script plays it."""

import json
import random
import re
import sys

import pytest
from support import run

import bazar
from bazar import Deal, Position
from bazar._table import PLAYERS
from bazar.records import Record

BELLA = "N:A9.AT.AT.A8 J8.KJ.QJ.K9 KQ.98.98.J7 T7.Q7.K7.QT"


def played(*arguments, answers=()):
    text = "".join(f"{answer}\n" for answer in answers)
    return run(sys.executable, "-m", "bazar", "play", *arguments, input=text)


def to_the_end(*arguments, answers=()):
    """Play on with the first card that is said to be legal, until the game is over."""
    answers = list(answers)
    for _ in range(40):
        ran = played(*arguments, answers=answers)
        assert ran.returncode == 0, ran.stderr
        assert ran.stderr == ""
        if "the game is not finished" not in ran.stdout:
            return ran.stdout, answers
        # What was asked last is asked again of an input that has ended.
        prompt = re.findall(r"(your card|declare|say Bella).*> ", ran.stdout)
        if "declare" in prompt[-1]:
            answers.append("all")
        elif "Bella" in prompt[-1]:
            answers.append("y")
        else:
            legal = re.findall(r"^legal: (.*)$", ran.stdout, re.MULTILINE)[-1]
            answers.append(legal.split()[0])
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--seed", "3", "-c", "H"),
        ("--seed", "4", "-c", "AT", "--players", "random", "--seat", "W"),
        ("--seed", "5", "-c", "WT", "--leader", "E", "--rules", "rotterdam", "--bid", "9", "--bidders", "EW"),
    ],
    ids=str,
)
def test_a_whole_game_through_a_pipe(arguments):
    out, answers = to_the_end(*arguments)
    assert "\x1b" not in out
    assert out.count("wins the trick") == 8
    assert "in tricks" in out
    assert ("score" in out.splitlines()[-1]) == ("--bid" in arguments)
    assert played(*arguments, answers=answers).stdout == out


def test_refusals_say_why_and_ask_again():
    out = played(
        "--seed",
        "1",
        "-c",
        "H",
        "--leader",
        "S",
        answers=["AS", "why AS", "nonsense", "why what", "?", "legal", "table", "undo", "quit"],
    ).stdout
    assert "South, whose turn it is, does not hold A♠" in out
    assert out.count("does not hold A♠") == 2
    assert out.count("; expected ") == 2
    assert "why CARD" in out
    assert out.count("North\n") >= 2
    assert "there is nothing to take back" in out
    assert out.splitlines()[-1] == "the game is not finished"


def test_bella_is_asked_for_and_said():
    options = (BELLA, "--seed", "1", "-c", "S", "--leader", "S")
    out = played(*options, answers=["KS", "n", "undo", "KS", "y"]).stdout
    assert "Bella may be said at: KS QS" in out
    assert out.count("South plays KS\n") == 1
    assert out.count("South plays KS, and says Bella") == 1
    assert "South plays KS, and says Bella" in played(*options, answers=["KS!"]).stdout
    refused = played(*options, answers=["9H!"]).stdout
    assert "Bella may not be said at 9♥" in refused
    out, _ = to_the_end(*options)
    assert out.count("and says Bella") == 2
    assert "20 for Bella" in out


def test_only_yes_and_no_answer_for_bella():
    options = (BELLA, "--seed", "1", "-c", "S", "--leader", "S")
    out = played(*options, answers=["KS", "yse", "", "Legal", "why 9H", "?", "UNDO", "Y"]).stdout
    assert out.count("say Bella?") == 7
    assert out.count("the answer must be y or n") == 2
    assert "that may be played" in out
    assert "why CARD" in out
    assert "there is nothing to take back" in out
    assert "South plays KS, and says Bella" in out
    assert out.count("South plays KS\n") == 0
    back = played(*options, answers=["9H", "KS", "undo", "quit"])
    assert (back.returncode, back.stderr) == (0, "")


def test_words_are_known_at_every_prompt_in_any_case():
    deal = "N:987.KQ..987 QT..AKQJ8.T AK.AJT9..QJ J.87.T97.AK"
    options = (deal, "--seed", "1", "-c", "H", "--leader", "S")
    words = ["LEGAL", "Table", "Why KS", "why 7S", "Help"]
    for first in ([], ["none"]):
        out = played(*options, answers=[*first, *words]).stdout
        assert out.count("North\n") == 2
        # With each of the two tables, and for the word.
        assert out.count("AS KS AH JH") == 3
        assert "that may be played" in out
        assert "does not hold 7♠" in out
        assert "why CARD" in out
        assert "; expected " not in out
        assert "no number of a declaration" not in out


def test_declarations_are_asked_for():
    deal = "N:987.KQ..987 QT..AKQJ8.T AK.AJT9..QJ J.87.T97.AK"
    options = (deal, "--seed", "1", "-c", "H", "--leader", "S")
    out = played(*options, answers=["7", "x", "1", "JH"]).stdout
    assert "'7' is no number of a declaration: 1 to 1" in out
    assert "'x' is no number" in out
    assert "South declares terts:JT9H" in out
    assert "East declares" in out
    assert "South declares" not in played(*options, answers=["none", "JH"]).stdout
    assert out.count("East declares") == 1
    taken_back = played(*options, answers=["all", "JH", "undo", "undo", "none", "JH"]).stdout
    assert taken_back.count("declare?") == 2


def test_sevens_end_the_game():
    deal = "N:AK.AK.AK.AK QJ.QJ.QJ.QJ T9.T9.T9.T9 87.87.87.87"
    out = played(deal, "--seed", "1", "-c", "H", "--leader", "W", "--seat", "W", answers=["1"]).stdout
    assert "without result" in out
    assert "not finished" not in out


def test_four_players_alone_and_a_record(tmp_path):
    path = tmp_path / "deals.jsonl"
    for seed in "12":
        ran = played("--watch", "--seed", seed, "-c", "D", "--bid", "8", "--record", str(path))
        assert ran.returncode == 0
        assert ran.stdout.count("wins the trick") == 8
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [Record.from_json(line).round().done for line in lines] == [True, True]
    assert json.loads(lines[0])["deal"] == str(Deal.random(1))
    assert "seed" in played("--watch").stdout


def test_colour_and_symbols_on_request():
    out = played("--seed", "1", "--color", "always", answers=["quit"]).stdout
    assert "\x1b[31m♥" in out
    assert "♠" in out


@pytest.mark.parametrize(
    "arguments",
    [
        ("N:AKQ",),
        ("--seed", "-1"),
        ("--seat", "Q"),
        ("--players", "good"),
        ("-c", "X"),
        ("--bid", "x"),
        ("--bid", "-3"),
    ],
    ids=str,
)
def test_bad_arguments(arguments):
    ran = played(*arguments)
    assert ran.returncode == 2
    assert "Traceback" not in ran.stderr


def test_players_play_legal_cards_and_leave_the_position_as_it_was():
    generator = random.Random(1)
    for name, player in PLAYERS.items():
        for seed in range(20):
            position = Position(Deal.random(seed), bazar.Contract(seed % 6))
            while not position.done:
                before = position.copy()
                card = player(position, generator)
                assert position == before, name
                position.play(card)


def test_the_greedy_player_takes_what_it_can():
    position = Position([".A.7.", ".T.8.", ".K.9.", ".7.J."], "S", leader="E", plays=["TH", "KH", "7H"])
    assert PLAYERS["greedy"](position, random.Random(0)) == bazar.Card("AH")
    position = Position(["..A7.", "..K8.", "..QT.", "..J9."], "S", leader="S", plays=["QD", "9D"])
    assert PLAYERS["greedy"](position, random.Random(0)) == bazar.Card("AD")
    position = Position(["..K7.", "..A8.", "..QT.", "..J9."], "S", leader="E", plays=["AD", "QD", "9D"])
    assert PLAYERS["greedy"](position, random.Random(0)) == bazar.Card("7D")
