"""Run by test_kernels.py for each value of BAZAR_CPU: fast loops against the core, one hand at a time."""

import sys
from pathlib import Path

import numpy as np

from bazar import arrays, core

# Where the script is may be kept off the path.
sys.path.insert(0, str(Path(__file__).parent))
import naive

MASKS = np.random.default_rng(2026).integers(0, 2**32, 200_003, dtype=np.uint32)


def check_hands(hands):
    """One contract for all takes the kernel; an array of contracts takes the core's function for each."""
    columns = []
    for contract in range(6):
        each = np.full(hands.shape, contract, np.uint8)
        points, strength = arrays.points(hands, each), arrays.strength(hands, each)
        assert np.array_equal(arrays.points(hands, contract), points), contract
        assert np.array_equal(arrays.strength(hands, contract), strength), contract
        assert np.array_equal(arrays.card_points(hands, contract), arrays.card_points(hands, each)), contract
        assert all(map(np.array_equal, arrays.evaluate(hands, contract), (points, strength))), contract
        columns.append((points, strength))
    rows = arrays.evaluate(hands[:, None], range(6))
    for kind in range(2):
        assert np.array_equal(rows[kind], np.stack([column[kind] for column in columns], axis=1))


def check_ends():
    """Whatever the length and the place in memory, nothing is left out and nothing beyond is written."""
    for length in [*range(70), 100, 1000]:
        for shift in (0, 1, 3):
            hands = MASKS[shift : shift + length]
            room = np.full(length + 8, 0xAAAA, np.uint16)
            small = np.full(length + 8, 0xAA, np.uint8)
            arrays.evaluate(hands, 1, out=(room[4:-4], small[4:-4]))
            assert room[4:-4].tolist() == [core.points(int(hand), 1) for hand in hands]
            assert small[4:-4].tolist() == [core.strength(int(hand), 1) for hand in hands]
            assert set(room[:4].tolist() + room[-4:].tolist()) == {0xAAAA}
            assert set(small[:4].tolist() + small[-4:].tolist()) == {0xAA}
            rows = np.full((length + 2, 6), 0xAAAA, np.uint16)
            small_rows = np.full((length + 2, 6), 0xAA, np.uint8)
            arrays.evaluate(hands[:, None], range(6), out=(rows[1:-1], small_rows[1:-1]))
            assert np.array_equal(rows[1:-1, 1], room[4:-4])
            assert np.array_equal(small_rows[1:-1, 1], small[4:-4])
            assert set(rows[[0, -1]].ravel().tolist()) == {0xAAAA}
            assert set(small_rows[[0, -1]].ravel().tolist()) == {0xAA}
            room[:] = 0xAAAA
            arrays.card_points(hands, 2, out=room[4:-4])
            assert room[4:-4].tolist() == [core.card_points(int(hand), 2) for hand in hands]
            assert set(room[:4].tolist() + room[-4:].tolist()) == {0xAAAA}


def check_playouts():
    deals = arrays.random_deals(50, 23)
    for rules in ("bazar", "blotstar", "rotterdam"):
        switches = rules != "rotterdam", core.FREE if rules == "bazar" else core.MUST
        found = arrays.playouts(deals[:, None], range(6), "E", 40, 7, rules=rules, histogram=True)
        for deal in range(50):
            for contract in range(6):
                number = 40 * (6 * deal + contract)
                expected = core.playouts(deals[deal].tolist(), contract, 1, 40, 7, number, *switches)
                assert found[deal, contract].tolist() == expected


def check_deals():
    deals = arrays.random_deals(5003, 17, start=40)
    listed = deals.tolist()
    assert listed == [list(core.random_deal(17, 40 + number)) for number in range(5003)]
    for seat in range(3):
        seed = naive.unlucky_seed(seat)
        assert arrays.random_deals(1, seed).tolist() == [list(naive.random_deal(seed))]
    assert arrays.deal_index(deals).tolist() == [core.deal_index(deal) for deal in listed]
    indices = np.random.default_rng(3).integers(0, core.DEALS, 5003).astype(np.uint64)
    indices[:2] = 0, core.DEALS - 1
    assert arrays.deals_from_index(indices).tolist() == [
        list(core.deal_from_index(index)) for index in indices.tolist()
    ]
    for length in [*range(20), 5003]:
        for contract in range(6):
            for first in range(4):
                winner, points, status = arrays.resolve(deals[:length], contract, first)
                for place in range(0, length, 1 if length < 20 else 7):
                    found = (status[place], winner[place], *points[place])
                    assert found == core.resolve(listed[place], contract, first)


def check_bad_deals():
    deals = arrays.random_deals(9, 5)
    for place in range(9):
        for seat in range(4):
            bad = deals.copy()
            mask = int(bad[place, seat])
            other = int(bad[place, (seat + 1) % 4])
            # A card too few; a card that another has; a card and another's changed for one another's copy.
            for wrong in (
                mask & (mask - 1),
                mask | (other & -other),
                mask & (mask - 1) | (other & -other),
                0,
            ):
                bad[place, seat] = wrong
                for length in (place + 1, 9):
                    try:
                        arrays.resolve(bad[:length], 0)
                    except ValueError as error:
                        assert str(error).startswith(f"deals[{place}]: ")
                    else:
                        raise AssertionError(f"deals[{place}] has a bad hand {seat}")


def check_all():
    hands = arrays.all_hands()
    assert len(hands) == 10_518_300
    for start in range(0, len(hands), 1 << 19):
        check_hands(hands[start : start + (1 << 19)])
    check_hands(MASKS)
    # Few cards are missing here, so that runs of eight and several carrés are common.
    check_hands(MASKS | np.roll(MASKS, 1) | np.roll(MASKS, 2))
    check_ends()
    check_deals()
    check_playouts()
    check_bad_deals()


if __name__ == "__main__":
    assert core.cpu() == sys.argv[1]
    check_all()
