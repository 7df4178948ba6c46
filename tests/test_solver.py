"""The open-hand solver: against full enumeration, against plain search, and against itself."""

import copy
import json
import pickle
import random
import signal
import sys
import threading
import time

import naive
import naive_play
import naive_solver
import pytest
from support import DATA, build_extension, rows

import bazar
from bazar import Deal, Position, Rules, Solution, Solver, makes, solve

SEATS = "NESW"
ALL_RULES = [(exempt, under) for exempt in (True, False) for under in ("free", "must")]


def rules_of(pair):
    return Rules(partner_exempt=pair[0], undertrump=pair[1])


def cards_of(rng, size):
    """Cards for four hands, from the whole pack or from a part where suits and duties clash more."""
    pack = naive.PACK
    choice = rng.randrange(4)
    if choice == 1:
        pack = [card for card in pack if card[0] in "9QKJA"]
    elif choice == 2:
        pack = [card for card in pack if card[1] in "SHD"]
    elif choice == 3:
        pack = [card for card in pack if card[1] in "SH"]
    return rng.sample(pack if len(pack) >= 4 * size else naive.PACK, 4 * size)


def random_ending(rng, size):
    """What a Position and the naive solver are made of: an ending, often within a trick."""
    cards = cards_of(rng, size)
    hands = [set(cards[seat * size : (seat + 1) * size]) for seat in range(4)]
    contract = rng.choice(naive.CONTRACTS)
    rules = rng.choice(ALL_RULES)
    leader = rng.randrange(4)
    table = naive_play.Table(hands, contract, leader, *rules)
    trick, said = [], set()
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        card = rng.choice(sorted(table.legal()))
        word = table.may_say(card) and rng.random() < 0.7
        table.play(card, word)
        trick.append(card)
        if word:
            said.add(card)
    for hand in table.hands:
        for card in hand & {rank + suit for rank in "KQ" for suit in naive.SUITS}:
            mate = ("Q" if card[0] == "K" else "K") + card[1]
            if contract in ("AT", card[1]) and mate not in cards and rng.random() < 0.7:
                said.add(mate)
    gone = 8 - size
    taken = rng.choice((0, gone, rng.randint(0, gone)))
    return table.hands, contract, leader, trick, rules, (taken, gone - taken), said


def position_of(hands, contract, leader, trick, rules, tricks, said):
    return Position(
        [naive.text(hand) for hand in hands],
        contract,
        SEATS[leader],
        rules_of(rules),
        trick=trick,
        tricks=tricks,
        said=sorted(said),
    )


def replay(position, line, bella, capot):
    """(margin, NS whists) of a line of play, counted by the position."""
    p = position.copy()
    points, bellas = p.card_points, p.bella_points
    for card in line:
        p.play(card, bella and p.may_say_bella(card))
    assert p.done
    won = [
        p.card_points[pair]
        - points[pair]
        + (p.bella_points[pair] - bellas[pair] if bella else 0)
        + (capot if p.capot == pair else 0)
        for pair in (0, 1)
    ]
    return won[0] - won[1], won[0]


@pytest.mark.parametrize(("seed", "size", "count"), [(1, 1, 300), (2, 2, 600), (3, 3, 250), (4, 4, 12)])
def test_endings_against_full_enumeration(seed, size, count):
    rng = random.Random(seed)
    solver = Solver()
    for _ in range(count):
        hands, contract, leader, trick, rules, tricks, said = ending = random_ending(rng, size)
        capot, bella = rng.choice((0, 0, 90, 25, 1)), rng.random() < 0.6
        p = position_of(*ending)
        best, each = naive_solver.solve(
            hands, contract, leader, trick, rules, tricks, capot=capot, bella=bella, said=said
        )
        s = solver.solve(p, capot, bella)
        assert s.margin == best[0], (p, capot, bella)
        assert {str(card): margin for card, margin in s.margins.items()} == {
            card: margin for card, (margin, _) in each.items()
        }
        assert replay(p, s.line, bella, capot) == (s.margin, s.value)
        if not bella or contract != "AT":
            assert s.value == best[1]
            assert {str(card): value for card, value in s.cards.items()} == {
                card: value for card, (_, value) in each.items()
            }
        if not bella:
            rest = s.value - s.margin
            assert solver.makes(p, s.value, "NS", capot)
            assert not solver.makes(p, s.value + 1, "NS", capot)
            assert solver.makes(p, rest, "EW", capot)
            assert not solver.makes(p, rest + 1, "EW", capot)


@pytest.fixture(scope="module")
def plain_search(tmp_path_factory):
    folder = build_extension("plain_search", tmp_path_factory.mktemp("plain"))
    sys.path.insert(0, str(folder))
    try:
        import plain_search
    finally:
        sys.path.remove(str(folder))
    return plain_search


@pytest.mark.parametrize(("seed", "size", "count"), [(5, 4, 2000), (6, 5, 500), (7, 6, 60)])
def test_larger_endings_against_plain_search(plain_search, seed, size, count):
    rng = random.Random(seed)
    solver = Solver()
    for number in range(count):
        cards = cards_of(rng, size)
        hands = [naive.mask(cards[seat * size : (seat + 1) * size]) for seat in range(4)]
        contract, rules, leader = number % 6, rng.choice(ALL_RULES), rng.randrange(4)
        want = plain_search.value(hands, contract, leader, rules[0], rules[1] == "must")
        p = Position([bazar.Hand(hand) for hand in hands], contract, leader, rules_of(rules))
        assert solver.solve(p).value == want, p


def test_conformance_endings():
    for row in rows("endings.jsonl"):
        p = Position(row["hands"], row["contract"], row["leader"], Rules(**row["rules"]), trick=row["trick"])
        assert solve(p).value == row["value_ns"], row


def test_public_reports():
    found = [row for row in rows("public_reports.jsonl") if row["kind"] == "ending"]
    assert found
    for row in found:
        p = Position(row["hands"], row["contract"], row["leader"], trick=row["trick"])
        assert solve(p).value == row["value_ns"]


def whole_deals(count):
    for number in range(count):
        yield Deal.random(seed=number), naive.CONTRACTS[number % 6], SEATS[number % 4]


def test_turning_the_table():
    # East's deal seen from North: the pairs change places.
    for deal, contract, leader in whole_deals(12):
        turned = [deal[(seat + 1) % 4] for seat in range(4)]
        s = solve(Position(deal, contract, leader), capot=90)
        t = solve(Position(turned, contract, SEATS[(SEATS.index(leader) - 1) % 4]), capot=90)
        assert s.margin == -t.margin
        assert s.cards.keys() == t.cards.keys()
        assert all(t.margins[card] == -margin for card, margin in s.margins.items())
        twice = [deal[(seat + 2) % 4] for seat in range(4)]
        assert solve(Position(twice, contract, SEATS[SEATS.index(leader) - 2]), capot=90).margins == s.margins


def test_relabelling_suits():
    rng = random.Random(8)
    for deal, contract, leader in whole_deals(12):
        names = rng.sample("SHDC", 4)
        hands = [
            bazar.Hand([f"{str(card)[0]}{names['SHDC'.index(str(card)[1])]}" for card in hand])
            for hand in deal
        ]
        renamed = names["SHDC".index(contract)] if contract in "SHDC" else contract
        s, t = solve(Position(deal, contract, leader)), solve(Position(hands, renamed, leader))
        assert s.value == t.value
        assert sorted(s.cards.values()) == sorted(t.cards.values())


@pytest.mark.parametrize("bella", [False, True])
@pytest.mark.parametrize("capot", [0, 90])
def test_cards_and_line_hang_together(capot, bella):
    rng = random.Random(9)
    solver, other = Solver(), Solver(memory=4096)
    for deal, contract, leader in whole_deals(12):
        p = Position(deal, contract, leader, rules_of(rng.choice(ALL_RULES)))
        for _ in range(rng.randrange(8)):
            p.play(rng.choice(list(p.legal)))
        s = solver.solve(p, capot, bella)
        assert bazar.Hand(s.cards) == p.legal
        best = max if p.turn in (bazar.Seat.NORTH, bazar.Seat.SOUTH) else min
        assert s.margin == best(s.margins.values())
        assert replay(p, s.line, bella, capot) == (s.margin, s.value)
        for card, margin in s.margins.items():
            after = p.copy()
            after.play(card, bella and after.may_say_bella(card))
            points = after.card_points[0] - p.card_points[0], after.card_points[1] - p.card_points[1]
            bellas = [after.bella_points[pair] - p.bella_points[pair] for pair in (0, 1)] if bella else (0, 0)
            rest = other.solve(after, capot, bella)
            assert margin == points[0] - points[1] + bellas[0] - bellas[1] + rest.margin


def test_makes_of_whole_deals():
    solver = Solver()
    for deal, contract, leader in whole_deals(24):
        p = Position(deal, contract, leader)
        value = solver.solve(p).value
        total = 258 if contract == "AT" else 162
        assert solver.makes(p, value)
        assert not solver.makes(p, value + 1)
        assert makes(p, total - value, pair="EW")
        assert not makes(p, total - value + 1, pair="EW")
        assert solver.makes(p, 0)
        assert not solver.makes(p, total + 1)


def test_all_eight_tricks():
    # North takes everything with the four Aces and the four Tens without trumps.
    p = Position(["AT.AT.AT.AT", "KQJ.987.KQ.", "987.KQJ..KQ", "..J987.J987"], "WT")
    s = solve(p, capot=90)
    assert (s.value, s.margin, solve(p).value) == (252, 252, 162)
    assert makes(p, 252, capot=90)
    assert not makes(p, 253, capot=90)
    assert not makes(p, 163)
    assert makes(p, 163, capot=1)
    assert not makes(p, 0 + 1, pair="EW", capot=90)
    # Tricks taken before count; without them, nobody can take all eight.
    rest = ["A...", "K...", "Q...", "J..."]
    assert solve(Position(rest, "WT", tricks=(7, 0)), capot=90).value == 28 + 10 + 90
    assert solve(Position(rest, "WT", tricks=(6, 1)), capot=90).value == 28 + 10
    assert solve(Position(rest, "WT"), capot=90).value == 28 + 10


def test_bella_as_an_aim():
    # A suit contract: a constant, whoever wins.
    p = Position(["KQ...", "AJ...", "T9...", "87..."], "S", "E")
    assert solve(p, bella=True).margin == solve(p).margin + 20
    assert solve(p, bella=True).value == solve(p).value + 20
    # All trumps: North may say it only if spades are led twice, or at an own lead.
    p = Position(["KQ...", ".JA..", ".9T..", ".87.."], "AT", "N")
    assert solve(p, bella=True).margin == solve(p).margin + 20
    p = Position(["KQ...", ".J9..", ".AT..", ".87.."], "AT", "E")
    assert solve(p, bella=True).margin == solve(p).margin
    assert solve(Position(["KQ...", "J9...", "AT...", "87..."], "WT"), bella=True) == solve(
        Position(["KQ...", "J9...", "AT...", "87..."], "WT")
    )


def test_an_ended_game():
    s = solve(Position(["A...", "K...", "Q...", "J..."], "S", plays=["AS", "KS", "QS", "JS"]))
    assert (s.value, s.margin, s.cards, s.line) == (0, 0, {}, ())


def test_one_legal_card_has_its_value():
    s = solve(Position(["A7...", "K8...", "Q9...", "JT..."], "WT", "N", plays=["AS", "KS", "QS"]))
    assert len(s.cards) == 2
    s = solve(Position(["A.7..", "K.8..", "Q.9..", "J.T.."], "WT", plays=["AS"]))
    assert list(s.cards.values()) == [s.value] == [28]


def test_size_of_the_table_changes_nothing_but_nodes():
    for deal, contract, leader in whole_deals(6):
        p = Position(deal, contract, leader)
        found = [Solver(memory=size).solve(p) for size in (0, 20_000, 1 << 20, 1 << 26)]
        assert {(s.value, tuple(s.cards.items())) for s in found} == {
            (found[0].value, tuple(found[0].cards.items()))
        }


def test_a_context_used_again_is_as_good_as_new():
    rng = random.Random(10)
    work = [Position(deal, contract, leader) for deal, contract, leader in whole_deals(12)]
    aims = [(0, False), (90, False), (0, True), (90, True)]
    asked = [(number, aim) for number in range(len(work)) for aim in aims]
    fresh = {(number, aim): Solver().solve(work[number], *aim) for number, aim in asked}
    solver = Solver()
    for _ in range(2):
        for number, aim in rng.sample(asked, len(asked)):
            again = solver.solve(work[number], *aim)
            assert again == fresh[number, aim]
            assert again.nodes == fresh[number, aim].nodes
            solver.makes(work[number], 82, capot=rng.choice((0, 90)))


def test_epochs_wrap_around():
    solver = Solver(memory=4096)
    p = Position(["AT..8.", "K8..7.", "Q9.T..", "J7.9.."], "S")
    first = solver.solve(p)
    for _ in range(4200):
        assert solver.makes(p, first.value)
    again = solver.solve(p)
    assert again == first
    assert again.nodes == first.nodes


def test_the_position_is_left_alone():
    p = Position(Deal.random(seed=3), "D")
    before = p.copy()
    solve(p, 90, True)
    assert p == before


@pytest.mark.parametrize("workers", [2, 8])
def test_threads_with_contexts_of_their_own(workers):
    work = [Position(deal, contract, leader) for deal, contract, leader in whole_deals(16)]
    serial = [solve(p) for p in work]
    found = [None] * len(work)

    def part(first):
        solver = Solver()
        for number in range(first, len(work), workers):
            found[number] = solver.solve(work[number])

    threads = [threading.Thread(target=part, args=(first,)) for first in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == serial
    assert [s.nodes for s in found] == [s.nodes for s in serial]


def solve_for_long(solver, p):
    for _ in range(1000):
        solver.solve(p)


def long_search():
    """A position and a context in which the search takes long: hardly any table."""
    return Position(Deal.random(seed=1), "WT"), Solver(memory=0)


def test_one_context_in_two_threads_is_refused():
    p, solver = long_search()

    def search():
        with pytest.raises(bazar.SearchLimit):
            solver.solve(p, max_nodes=3_000_000)

    thread = threading.Thread(target=search)
    thread.start()
    refused = 0
    while thread.is_alive():
        try:
            solver.makes(p, 0)
        except RuntimeError:
            refused += 1
        time.sleep(0.001)
    thread.join()
    assert refused
    assert solver.makes(p, 0)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that sends a signal")
def test_ctrl_c_stops_a_search_and_leaves_the_context_usable():
    p, solver = long_search()
    easy = Position(["A.7..", "K.8..", "Q.9..", "J.T.."], "WT")

    def stop(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        with pytest.raises(KeyboardInterrupt):
            solve_for_long(solver, p)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert solver.solve(easy) == solve(easy)


def test_a_limit_of_nodes():
    p = Position(Deal.random(seed=2), "S")
    solver = Solver()
    nodes = solver.solve(p).nodes
    for limit in (0, 1, 100, nodes // 2):
        with pytest.raises(bazar.SearchLimit) as caught:
            solver.solve(p, max_nodes=limit)
        assert caught.value.limit == limit
        assert pickle.loads(pickle.dumps(caught.value)).limit == limit
    with pytest.raises(bazar.SearchLimit):
        solver.makes(p, 82, max_nodes=1)
    assert solver.solve(p, max_nodes=nodes).nodes == nodes
    assert solver.solve(p).nodes == nodes


@pytest.mark.parametrize("leader", "NESW")
@pytest.mark.parametrize("contract", ["H", "AT"])
def test_a_limit_is_kept_wherever_the_search_is(leader, contract):
    for seed, cards in ((1, 20), (2, 16), (3, 8), (4, 5)):
        rng, position = random.Random(seed), Position(Deal.random(seed), contract, leader=leader)
        for _ in range(32 - cards):
            position.play(rng.choice(list(position.legal)))
        solver = Solver()
        wanted = solver.solve(position, bella=True)
        for limit in {*range(0, wanted.nodes, wanted.nodes // 40 + 1), wanted.nodes - 1}:
            with pytest.raises(bazar.SearchLimit):
                solver.solve(position, bella=True, max_nodes=limit)
        assert solver.solve(position, bella=True, max_nodes=wanted.nodes) == wanted


def test_bad_arguments():
    p = Position(["A...", "K...", "Q...", "J..."], "S")
    wrong = Position(["A...", "A...", "Q...", "J..."], "S", check=False)
    for error, call in [
        (TypeError, lambda: solve(Deal.random(seed=1))),
        (TypeError, lambda: solve(None)),
        (ValueError, lambda: solve(wrong)),
        (TypeError, lambda: solve(p, capot=True)),
        (TypeError, lambda: solve(p, capot=1.5)),
        (ValueError, lambda: solve(p, capot=-1)),
        (ValueError, lambda: solve(p, capot=10_000)),
        (TypeError, lambda: solve(p, bella=1)),
        (TypeError, lambda: solve(p, max_nodes="many")),
        (ValueError, lambda: solve(p, max_nodes=-1)),
        (ValueError, lambda: makes(p, -1)),
        (TypeError, lambda: makes(p, 82.0)),
        (ValueError, lambda: makes(p, 82, pair="N")),
        (ValueError, lambda: makes(p, 82, pair=2)),
        (TypeError, lambda: makes(p, 82, pair=bazar.Seat.NORTH)),
        (TypeError, lambda: Solver(memory=1.0)),
        (ValueError, lambda: Solver(memory=-1)),
        (TypeError, lambda: Solver(1 << 20)),
    ]:
        with pytest.raises(error):
            call()


def test_memory_stays_flat():
    resource = pytest.importorskip("resource")
    for _ in range(1000):
        Solver(memory=1 << 16)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(100_000):
        Solver(memory=1 << 16)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < before * 1.1


def test_solution_as_a_value():
    s = solve(Position(["A.7..", "K.8..", "Q.9..", "J.T.."], "WT"))
    assert eval(repr(s), {"Solution": Solution, "Card": bazar.Card}) == s
    for twin in (pickle.loads(pickle.dumps(s)), copy.copy(s), copy.deepcopy(s)):
        assert twin == s
        assert hash(twin) == hash(s)
        assert twin.nodes == s.nodes
    assert s != solve(Position(["A.7..", "K.8..", "Q.9..", "J.T.."], "WT", "E"))
    assert s != 28
    with pytest.raises(AttributeError):
        s.value = 3
    s.cards.clear()
    assert s.cards


def signature():
    with open(DATA / "solver.json", encoding="utf-8") as file:
        return json.load(file)


def test_signature():
    # Values hold for ever. Counts hold until a change of the search restates them: tools/sign_solver.py.
    for deal, contract, leader, value, nodes in signature():
        s = solve(Position(deal, contract, leader))
        assert (s.value, s.nodes) == (value, nodes), (deal, contract, leader)
