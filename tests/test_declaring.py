"""Explicit declarations, refusals, and the reasons given for each verdict."""

import pickle

import pytest

import bazar
from bazar import EIGHTS, SEVENS, Combination, Contract, Deal, Hand, Resolution, Seat, resolve


def c(cards, contract="S"):
    return Combination(cards, contract)


# --- what is counted ---


def test_only_what_is_declared_counts():
    hands = ["AKQJ.98..7", ".AKQ..", "...", "..AKQ.K"]
    berts = Hand(hands[0]).combinations("S")
    assert resolve(hands, "S").points == (50, 0)
    assert resolve([[], [c(".AKQ..")], [], []], "S", hands=hands).points == (0, 20)
    assert resolve([berts, [], [], []], "S", hands=hands).points == (50, 0)
    assert resolve([[], [], [], []], "S", hands=hands).status == "none"
    assert resolve([(), iter([c(".AKQ..")]), set(), {c("..AKQ."): 1}], "S", hands=hands).points == (0, 40)


def test_both_partners_count():
    r = resolve(["AKQ...", "..T98.", ".AKQJ..", "...987"], "D")
    assert r.winner is Seat.SOUTH
    assert r.points == (70, 0)
    assert [str(x) for x in r.counted] == ["berts:AKQJH", "terts:AKQS"]
    assert r.best == r.counted[0]


def test_a_tie_goes_to_who_shows_first():
    hands = ["AKQ...", ".AKQ..", "..AKQ.", "...AKQ"]
    for first in Seat:
        for contract in ("AT", "WT"):
            assert resolve(hands, contract, first=first).winner is first
    for contract in "SHDC":
        assert resolve(hands, contract, first="E").winner is Seat("SHDC".index(contract))


def test_the_split_of_eight_is_a_choice():
    hands = ["AKQJT987...", ".AKQJT9..", "...", "..."]
    assert resolve(hands, "AT").points == (100, 0)
    # Split, the run ranks as a Quint of five, below the other's six.
    split = resolve(hands, "AT", split8=True)
    assert (split.points, split.winner) == ((0, 100), Seat.EAST)
    alone = resolve(["AKQJT987...", "...", "...", "..."], "AT", split8=True)
    assert alone.points == (120, 0)
    halves = Hand("AKQJT987...").combinations("AT", split8=True)
    assert resolve([halves, [], [], []], "AT", hands=["AKQJT987...", "...", "...", "..."]) == alone
    assert resolve([halves, [], [], []], "AT") == alone
    # The Quint of the split may be declared alone (R19), the Terts may not.
    assert resolve([halves[:1], [], [], []], "AT", hands=hands).points == (100, 0)
    with pytest.raises(ValueError, match="part of a longer run"):
        resolve([halves[1:], [], [], []], "AT", hands=hands)


def test_events():
    sevens, eights, both = Hand("7.7.7.7"), Hand("8.8.8.8"), Hand("87.87.87.87")
    quint = Hand("AKQJT...")
    assert resolve([sevens, quint, eights, Hand()], "S").status == "scored"
    assert resolve([sevens, quint, eights, Hand()], "S", sevens=True).status == "void"
    assert resolve([sevens, quint, eights, Hand()], "S", eights=True).status == "cancelled"
    assert resolve([sevens, quint, eights, Hand()], "S", sevens=True, eights=True).status == "void"
    assert resolve([both, quint, Hand(), Hand()], "S", sevens=True, eights=True).status == "void"
    for declared in ([[EIGHTS], [c("AKQJT...")], [SEVENS], []], [[SEVENS], [], [EIGHTS], []]):
        assert resolve(declared, "S").status == "void"
    r = resolve([[EIGHTS, c("AKQ...")], [c("...AKQ")], [], []], "S")
    assert (r.status, r.winner, r.points, r.best, r.counted) == ("cancelled", None, (0, 0), None, ())
    assert resolve([[EIGHTS], [], [], []], "S").status == "cancelled"
    # Held but not declared, they do nothing and beat nothing.
    assert resolve([sevens, Hand("...JT9"), Hand(), Hand()], "S").winner is Seat.EAST


# --- refusals ---

HANDS = ["AKQJT987...", ".T98..", "..JT98.J", "...7"]
REFUSED = [
    ([[c("AKQ...")], [], [], []], HANDS, "part of a longer run with JS"),
    ([[c("KQJ...")], [], [], []], HANDS, "part of a longer run"),
    ([[c("987...")], [], [], []], HANDS, "part of a longer run with TS"),
    ([[c("AKQJT9...")], [], [], []], HANDS, "part of a longer run with 8S"),
    ([[c("AKQJT987..."), c("987...")], [], [], []], HANDS, "another run with some of its cards"),
    ([[c("AKQJT987..."), c("AKQJT..."), c("987...")], [], [], []], HANDS, "another run"),
    ([[c("AKQJT987..."), c("AKQJT..."), c("987...")], [], [], []], None, "another run"),
    ([[], [c(".T98..")], [], [c("JT9...")]], HANDS, "West declares terts:JT9S but does not hold"),
    ([[], [SEVENS], [], []], HANDS, "East declares sevens but does not hold 7S"),
    ([[], [c(".T98.."), c(".T98..")], [], []], HANDS, "East declares terts:T98H twice"),
    ([[], [c(".T98..", "H")], [], []], HANDS, "in H, but S is played"),
    ([[c("AKQ..."), c("JT9...")], [], [], []], None, "part of a longer run"),
    ([[c("AKQJ..."), c("KQJ...")], [], [], []], None, "another run"),
    ([[c("J.J.J.J"), c("T98...")], [], [], []], None, "part of a longer run with JS"),
    ([[SEVENS, c("T98...")], [], [], []], None, "part of a longer run with 7S"),
    ([[c("AKQJ...")], [c("A.A.A.A")], [], []], None, "North and East both have AS"),
    ([[SEVENS], [SEVENS], [], []], None, "North and East both have 7S"),
    ([[c("AKQJ..."), c(".AKQJ.."), c("..AKQ.")], [], [], []], None, "North would have 11 cards"),
    ([[], [], []], None, "four seats' declarations"),
    ([[], [], [], [], []], None, "four seats' declarations"),
    ([], None, "four seats' declarations"),
]


@pytest.mark.parametrize(("declared", "hands", "message"), REFUSED)
def test_refused_declarations(declared, hands, message):
    with pytest.raises(ValueError, match=message):
        resolve(declared, "S", hands=hands)


@pytest.mark.parametrize(
    "bad", [5, None, [None], ["AKQ..."], [Hand("AKQ...")], [bazar.Card("AS")], [bazar.Kind.TERTS]], ids=repr
)
def test_no_declaration(bad):
    for declared in ([bad, [], [], []], [[], [], [], bad]):
        with pytest.raises(TypeError):
            Resolution(declared, "S")
        with pytest.raises((TypeError, ValueError)):
            resolve([[c("AKQ...")], [], [], bad], "S")


def test_arguments_that_do_not_go_together():
    hands, declared = ["AKQ...", "...", "...", "..."], [[c("AKQ...")], [], [], []]
    for options in ({"split8": True}, {"sevens": True}, {"eights": True}):
        with pytest.raises(TypeError, match="go with hands"):
            resolve(declared, "S", **options)
        with pytest.raises(TypeError, match="go with hands"):
            resolve([[], [], [], []], "S", hands=hands, **options)
    with pytest.raises(TypeError, match="hands= goes with declarations"):
        resolve(hands, "S", hands=hands)
    with pytest.raises(TypeError, match="mixed"):
        resolve(["AKQ...", [c(".AKQ..")], [], []], "S")
    for bad in (5, Hand("AKQ..."), {*Deal.random(1)}):
        with pytest.raises(TypeError, match="a Deal, its text or four hands"):
            resolve(declared, "S", hands=bad)
    with pytest.raises(ValueError, match="North would have 9 cards"):
        resolve(["AKQJT987.A..", "...", "...", "..."], "S")
    with pytest.raises(ValueError, match="both have AS"):
        resolve(["AKQ...", "AS", "...", "..."], "S")
    for hand in (Hand("AKQJ..."), 5, None, b"AKQ"):
        with pytest.raises(TypeError):
            resolve(hand, "S")


def test_bytes_are_no_hand():
    for bad in (b"\1", bytearray(b"\1"), memoryview(b"\1")):
        with pytest.raises(TypeError, match="a hand must be"):
            resolve([bad, "8...", "9...", "T..."], "S")


def endless(item):
    """As good as endless, but a test that reads on ends."""
    for _ in range(1000):
        yield item
    pytest.fail("it was read to the end")


@pytest.mark.parametrize("item", [0, "AS", SEVENS, c("AKQ...")], ids=repr)
def test_endless_hands_and_declarations_are_refused(item):
    for place in range(4):
        parts = [[], [], [], []]
        parts[place] = endless(item)
        with pytest.raises(ValueError, match="twice"):
            resolve(parts, "S")
    if item not in (0, "AS"):
        with pytest.raises(ValueError, match="twice"):
            Resolution([[], endless(item), [], []], "S")


HELD = {SEVENS: Hand("7.7.7.7"), EIGHTS: Hand("8.8.8.8")}
ORDERS = [
    ("D", [c("AKQ...", "D"), c(".AKQ..", "D")]),
    ("H", [c(".AKQ..", "H"), c("AKQ...", "H")]),
    ("AT", [c("..AKQJ.", "AT"), c("KQJ...", "AT")]),
    ("S", [c("AKQ..."), EIGHTS]),
    ("S", [SEVENS, EIGHTS]),
]


@pytest.mark.parametrize(("contract", "items"), ORDERS, ids=str)
def test_the_order_of_declaring_does_not_matter(contract, items):
    """A set's order is by chance, and differs between processes."""
    hand = Hand().union(*(item.cards if isinstance(item, Combination) else HELD[item] for item in items))
    whole = resolve([hand, [], [], []], contract, sevens=True, eights=True)
    assert whole.declared[0] == tuple(items)
    for form in (items, items[::-1], frozenset(items), iter(items[::-1])):
        r = Resolution([form, [], [], []], contract)
        assert r == whole
        assert hash(r) == hash(whole)
        assert repr(r) == repr(whole)
        assert pickle.dumps(r) == pickle.dumps(whole)


def test_four_empty_lists_are_hands_or_declarations_as_the_arguments_say():
    nothing = resolve(["...", "...", "...", "..."], "S")
    empty = [[], (), iter([]), set()]
    for options in ({}, {"split8": True}, {"sevens": True, "eights": True}, {"hands": Deal.random(1)}):
        assert resolve(empty, "S", **options) == nothing
        for few in ([], [[]] * 3, [[]] * 5):
            with pytest.raises(ValueError, match="four"):
                resolve(few, "S", **options)


def test_hands_in_every_form():
    deal = Deal.random(3)
    forms = [deal, str(deal), deal.hands, list(deal), [str(h) for h in deal], [h.mask for h in deal]]
    forms += [[list(h) for h in deal], [frozenset(h) for h in deal], iter(deal)]
    assert len({resolve(form, "S") for form in forms}) == 1
    declared = resolve(deal, "S").declared
    assert len({resolve(declared, "S", hands=form) for form in forms[:-1]}) == 1
    assert resolve(["AKQ...", [], [], ()], "S").points == (20, 0)


# --- reasons ---

WHY = [
    (["AKQJ...", "...QJT", "", ""], "S", "N", "the longer sequence is higher, 4 cards against 3"),
    (
        ["KQJ...", "...AKQ", "", ""],
        "S",
        "N",
        "equal length; it starts with the higher card, Ace against King",
    ),
    (["AKQ...", ".AKQ..", "", ""], "S", "E", "equal length and top; the spade run is trump"),
    (
        ["AKQ...", ".AKQ..", "", ""],
        "C",
        "N",
        "equal length and top, neither is trump; North shows before East",
    ),
    (
        ["AKQ...", ".AKQ..", "", ""],
        "C",
        "E",
        "equal length and top, neither is trump; East shows before North",
    ),
    (
        ["AKQ...", ".AKQ..", "", ""],
        "AT",
        "W",
        "equal length and top, both are trump; North shows before East",
    ),
    (
        ["AKQ...", ".AKQ..", "", ""],
        "WT",
        "E",
        "equal length and top, there are no trumps; East shows before North",
    ),
    (["Q.Q.Q.Q", ".AKJT987..", "", ""], "S", "N", "any carré is higher than any sequence"),
    (["Q.Q.Q.Q", "9.9.9.9", "", ""], "S", "N", "among carrés Nines stand above Queens"),
    (["J.J.J.J", "Q.Q.Q.Q", "", ""], "WT", "N", "among carrés Queens stand above Jacks"),
]


@pytest.mark.parametrize(("hands", "contract", "first", "reason"), WHY)
def test_the_rule_that_decided(hands, contract, first, reason):
    r = resolve([hand or "..." for hand in hands], contract, first=first)
    winner = r.winner.name.capitalize()
    first_line, second, *_ = r.explain().splitlines()
    assert first_line.startswith(f"{winner}'s ")
    assert first_line.endswith("is the highest combination.")
    assert second.endswith(f": {reason}.")


def test_the_runner_up_is_of_the_other_pair():
    text = resolve(["AKQJ...", "...JT9", ".AKQ..", "..987."], "S").explain()
    assert text.splitlines() == [
        "North's Berts AKQJ of spades is the highest combination.",
        "It beats East's Terts JT9 of clubs: the longer sequence is higher, 4 cards against 3.",
        "North and South score 70: "
        "50 for North's Berts AKQJ of spades and 20 for South's Terts AKQ of hearts.",
        "East and West score nothing for East's Terts JT9 of clubs and West's Terts 987 of diamonds.",
    ]


def test_nothing_void_and_cancelled_are_explained():
    assert resolve(["AK...", "...", "...", "..."], "S").explain() == "Nobody declared a combination."
    hands = ["7.7.7.7", "AKQ...", "8.8.8.8", ".A.."]
    assert resolve(hands, "S", sevens=True, eights=True).explain().splitlines() == [
        "North declared the Carré of Sevens: the deal ends without result and passes to the next player.",
        "Nothing scores, Bella neither.",
        "South's Carré of Eights changes nothing: the Sevens win.",
    ]
    assert resolve(hands, "S", eights=True).explain().splitlines() == [
        "South declared the Carré of Eights, which cancels the combinations of all players.",
        "Cancelled: East's Terts AKQ of spades.",
        "Nothing scores but Bella; play goes on.",
    ]
    assert "Nobody declared another combination." in resolve([[EIGHTS], [], [], []], "S").explain()
    assert "East and West declared none." in resolve(["AKQ...", "...", "...", "..."], "S").explain()


def test_resolutions_compare_by_what_was_declared():
    a = resolve(["AKQ...", "...", "...", "..."], "S")
    assert a == resolve([[c("AKQ...")], [], [], []], "S")
    assert a != resolve(["AKQ...", "...", "...", "..."], "S", first="E")
    assert a != resolve(["AKQ...", "...", "...", "..."], "H")
    assert a.contract is Contract.SPADES
    assert a.first is Seat.NORTH
    assert a.declared == ((c("AKQ..."),), (), (), ())


def test_counted_is_strongest_first_whoever_declared():
    r = resolve(["AKQ.JT9..", "...", "...KQJT", "..."], "D")
    assert [str(x) for x in r.counted] == ["berts:KQJTC", "terts:AKQS", "terts:JT9H"]
    r = resolve(["KQJT...", "...", ".AKQ.JT9.", "..."], "C")
    assert [str(x) for x in r.counted] == ["berts:KQJTS", "terts:AKQH", "terts:JT9D"]
    r = resolve(["JT9.KQJT..", "...", "...AKQ", "..."], "C")
    assert [str(x) for x in r.counted] == ["berts:KQJTH", "terts:AKQC", "terts:JT9S"]


def test_only_the_halves_of_a_run_of_eight_split_it():
    hands = ["AKQJT987...", "...", "...", "..."]
    quint = c("AKQJT...")
    for other in ("KQJ...", "JT9...", "T98...", "QJT98..."):
        with pytest.raises(ValueError, match=r"longer run|another run"):
            resolve([[quint, c(other)], [], [], []], "S", hands=hands)


def test_the_runner_up_among_equals_showed_first():
    hands = ["AKQJ...", ".AKQ..", "...", "...AKQ"]
    for first, rival in (("N", "East"), ("E", "East"), ("S", "West"), ("W", "West")):
        assert f"It beats {rival}'s Terts AKQ" in resolve(hands, "D", first=first).explain()


def test_all_that_was_cancelled_is_listed():
    text = resolve([[EIGHTS], [c("AKQ...")], [c(".AKQ..")], [c("..AKQ.")]], "S").explain()
    assert (
        "Cancelled: East's Terts AKQ of spades, South's Terts AKQ of hearts and West's Terts AKQ of diamonds."
        in text
    )


def test_nine_cards_are_too_many():
    nine = [c("AKQ..."), c(".AKQ.."), c("..AKQ.")]
    with pytest.raises(ValueError, match="North would have 9 cards"):
        resolve([nine, [], [], []], "S")
    assert resolve([[c("AKQJ..."), c(".AKQJ..")], [], [], []], "S").points == (100, 0)
    with pytest.raises(ValueError, match="North would have 9 cards"):
        resolve(["AKQJ.AKQJ.A.", "...", "...", "..."], "S")


def test_the_best_is_the_winners_own_though_the_partner_has_its_equal():
    hands = ["AKQ...", "...", ".AKQ..", "..."]
    for first, winner, best in (("N", Seat.NORTH, "AKQ..."), ("S", Seat.SOUTH, ".AKQ..")):
        r = resolve(hands, "D", first=first)
        assert (r.winner, r.best) == (winner, c(best, "D"))
        assert r.counted[0] == r.best
