"""The result of a deal by the profile blotstar: fixtures from public rule texts, and parameters."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bazar
from bazar import DealResult, deal_result


@pytest.mark.parametrize(
    ("contract", "bid", "told", "scores"),
    [
        # Bella 20; the defenders' Berts beats the bidders' Terts.
        ("H", 11, {"card_points": (106, 56), "combinations": (0, 50), "bella": (20, 0)}, (24, 11)),
        ("H", 11, {"card_points": (80, 82), "combinations": (0, 50), "bella": (20, 0)}, (0, 32)),
        ("WT", 11, {"card_points": (100, 62), "combinations": (0, 50)}, (0, 43)),
        # A carré of jacks and Berts.
        ("H", 26, {"card_points": (50, 112), "combinations": (250, 0)}, (56, 11)),
        ("H", 27, {"card_points": (152, 10), "capot_called": True}, (0, 43)),
        ("H", 16, {"card_points": (162, 0), "tricks": (7, 1), "capot_called": True}, (0, 32)),
        # All eight tricks.
        ("H", 16, {"card_points": (162, 0), "tricks": (8, 0)}, (16 + 25, 0)),
        ("H", 25, {"card_points": (162, 0), "tricks": (8, 0), "capot_called": True}, (25 + 25, 0)),
        ("H", 26, {"card_points": (162, 0), "tricks": (8, 0), "capot_called": True}, (0, 26 + 16)),
        ("H", 8, {"card_points": (0, 162), "tricks": (0, 8)}, (0, 8 + 25)),
        ("H", 8, {"card_points": (0, 162), "tricks": (0, 8), "combinations": (200, 0)}, (8 + 20, 25)),
        # Contra and recontra: the winner of the contract takes all.
        ("H", 8, {"card_points": (85, 77), "bella": (0, 20), "stakes": "contra"}, (16 + 16 + 2, 0)),
        ("H", 8, {"card_points": (79, 83), "bella": (0, 20), "stakes": "recontra"}, (0, 32 + 16 + 2)),
        ("WT", 9, {"card_points": (90, 72), "combinations": (100, 0), "stakes": "contra"}, (27 + 16 + 10, 0)),
        ("WT", 9, {"card_points": (72, 90), "combinations": (0, 100), "stakes": "recontra"}, (0, 71)),
        ("S", 8, {"card_points": (40, 122), "combinations": (0, 20), "stakes": "contra"}, (0, 16 + 16 + 2)),
        ("S", 10, {"card_points": (60, 102), "combinations": (20, 0), "stakes": "contra"}, (0, 20 + 16 + 2)),
    ],
)  # fmt: skip
def test_public_fixtures(contract, bid, told, scores):
    result = deal_result(contract, bid, bidders="NS", **told)
    assert result.scores == scores
    # The other way round the table.
    mirrored = {name: value[::-1] if isinstance(value, tuple) else value for name, value in told.items()}
    assert deal_result(contract, bid, bidders="EW", **mirrored).scores == scores[::-1]


@pytest.mark.parametrize(("whists", "tens"), [(85, 8), (86, 9), (155, 15), (5, 0), (6, 1), (0, 0), (94, 9)])
def test_tens_are_rounded_half_down(whists, tens):
    told = {"tricks": (1, 7)} if whists == 0 else {}
    result = deal_result("S", 0, bidders="EW", card_points=(whists, 162 - whists), **told)
    assert result.scores[0] == tens


@given(
    st.integers(1, 161),
    st.integers(0, 30),
    st.sampled_from("SHDC"),
    st.integers(0, 1),
    st.integers(0, 5),
    st.integers(0, 1),
)
def test_plain_made_and_failed(ns, bid, contract, bidders, combinations, bella):
    cards = ns, 162 - ns
    told = (20 * combinations, 0), (0, 20 * bella)
    result = deal_result(
        contract, bid, bidders=bidders, card_points=cards, combinations=told[0], bella=told[1]
    )
    whole = ns + told[0][0], 162 - ns + told[1][1]
    assert result.points == whole
    assert result.made == (whole[bidders] >= 10 * bid)
    if result.made:
        assert result.scores[1 - bidders] == -(-(whole[1 - bidders] - 5) // 10)
        assert result.scores[bidders] - bid == -(-(whole[bidders] - 5) // 10)
    else:
        assert result.scores[bidders] == 0
        bonus = told[0][1 - bidders] + told[1][1 - bidders]
        assert result.scores[1 - bidders] == bid + 16 + bonus // 10
    assert result.explain()


def test_every_number_is_a_parameter():
    told = {"bidders": "NS", "card_points": (60, 102)}
    assert deal_result("S", 10, forfeit=20, **told).scores == (0, 30)
    assert deal_result("S", 10, multipliers=(3, 4, 5), **told).scores == (0, 46)
    none = {"bidders": "NS", "card_points": (0, 162), "tricks": (0, 8)}
    assert deal_result("S", 10, capot_forfeit=30, **none).scores == (0, 40)
    swept = {"bidders": "NS", "card_points": (162, 0), "tricks": (8, 0)}
    assert deal_result("S", 10, capot_cards=302, **swept).scores == (40, 0)
    assert deal_result("S", 100, ten=1, forfeit=162, bidders="NS", card_points=(100, 62)).scores == (200, 62)
    numbers = {"multipliers": (1, 2, 3), "forfeit": 26, "capot_forfeit": 35, "capot_cards": 348}
    assert deal_result("AT", 16, bidders="NS", card_points=(158, 100), **numbers).scores == (0, 42)
    for missing in numbers:
        with pytest.raises(TypeError, match=missing):
            deal_result(
                "AT", 16, bidders="NS", card_points=(158, 100),
                **{name: value for name, value in numbers.items() if name != missing},
            )  # fmt: skip


GOOD = {"bid": 8, "bidders": "NS", "card_points": (100, 62)}


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"bid": 1.0}, TypeError),
        ({"bid": True}, TypeError),
        ({"bid": -1}, ValueError),
        ({"bid": 2**40}, ValueError),
        ({"bidders": "N"}, ValueError),
        ({"bidders": 2}, ValueError),
        ({"bidders": bazar.Seat.NORTH}, TypeError),
        ({"bidders": None}, TypeError),
        ({"card_points": (100, 61)}, ValueError),
        ({"card_points": 100}, TypeError),
        ({"card_points": (100, 62, 0)}, ValueError),
        ({"card_points": (100.0, 62)}, TypeError),
        ({"card_points": (162, 0)}, ValueError),
        ({"card_points": (172, -10)}, ValueError),
        ({"tricks": (8, 0)}, ValueError),
        ({"tricks": (4, 3)}, ValueError),
        ({"stakes": "double"}, ValueError),
        ({"stakes": 2}, TypeError),
        ({"capot_called": 1}, TypeError),
        ({"combinations": (-20, 0)}, ValueError),
        ({"bella": "20"}, TypeError),
        ({"multipliers": (1, 2)}, ValueError),
        ({"multipliers": 2}, TypeError),
        ({"ten": 0}, ValueError),
        ({"forfeit": "16"}, TypeError),
    ],
    ids=str,
)
def test_bad_arguments(change, error):
    assert deal_result("S", **GOOD).made
    with pytest.raises(error):
        deal_result("S", **(GOOD | change))


def test_results_are_values():
    a = deal_result("S", **GOOD)
    b = deal_result("S", **GOOD)
    assert a == b
    assert hash(a) == hash(b)
    assert a != deal_result("H", **GOOD)
    assert a != "S"
    assert pickle.loads(pickle.dumps(a)) == a == copy.deepcopy(a)
    with pytest.raises(AttributeError):
        a.made = False
    assert isinstance(a, DealResult)
    assert "bid=8" in repr(a)
    assert "contra" in deal_result("S", **GOOD, stakes="contra").explain()
    assert "with capot" in deal_result("S", **GOOD, capot_called=True).explain()
