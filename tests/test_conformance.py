"""Cases of an independent reference, and inputs from public bug reports of other programs."""

import pytest
from support import rows

import bazar


def described(combination):
    return {
        "kind": str(combination.kind),
        "suit": None if combination.suit is None else str(combination.suit),
        "length": combination.length,
        "top": str(combination.top),
        "points": combination.points,
    }


def sign(a, b):
    return (a > b) - (a < b)


def outcome(resolution):
    winner = resolution.winner
    return resolution.status, None if winner is None else str(winner), list(resolution.points)


def test_hands():
    cases = rows("hands.jsonl")
    assert len(cases) == 4500
    for case in cases:
        hand = bazar.Hand(case["hand"])
        contract = case["contract"]
        split = hand.combinations(contract, split8=True)
        found = hand.combinations(contract)
        assert hand.mask == case["mask"], case
        assert hand.points(contract) == sum(c.points for c in found) == case["points"], case
        assert sum(c.points for c in split) == case["points_split8"], case
        assert hand.card_points(contract) == case["card_points"], case
        assert [described(c) for c in found] == case["combinations"], case
        assert (bazar.Hand("7.7.7.7") <= hand) == case["sevens"], case
        assert (bazar.Hand("8.8.8.8") <= hand) == case["eights"], case


def test_compare():
    cases = rows("compare.jsonl")
    assert len(cases) == 990
    for case in cases:
        a, b = (bazar.Hand(case[name]).strength(case["contract"]) for name in "ab")
        assert sign(a, b) == case["sign"], case


def test_resolve():
    cases = rows("resolve.jsonl")
    assert len(cases) == 1600
    for case in cases:
        events = case["declare_sevens_eights"]
        options = {"first": case["first"], "split8": case["split8"]}
        deal = bazar.Deal(case["deal"])
        resolution = bazar.resolve(deal, case["contract"], sevens=events, eights=events, **options)
        expected = (case["status"], case["winner"], case["points"])
        assert outcome(resolution) == expected, case
        # The same, declared one by one and checked against the hands.
        again = bazar.resolve(resolution.declared, case["contract"], first=case["first"], hands=str(deal))
        assert again == resolution


REPORTS = [
    case for case in rows("public_reports.jsonl") if case["kind"] in ("hand", "resolve", "resolve_hands")
]


@pytest.mark.parametrize("case", REPORTS, ids=lambda case: case["case"])
def test_public_reports(case):
    if case["kind"] == "hand":
        found = bazar.Hand(case["hand"]).combinations(case["contract"])
        assert sum(c.points for c in found) == case["points"]
        assert len(found) == case["number_of_combinations"]
    else:
        hands = bazar.Deal(case["deal"]) if case["kind"] == "resolve" else case["hands"]
        resolution = bazar.resolve(hands, case["contract"], first=case["first"])
        assert outcome(resolution) == (case["status"], case["winner"], case["points"])


def test_public_reports_are_all_there():
    assert len(REPORTS) == 14
