"""Scalar calls from Python, as ratios to ``len`` of a list.

python benchmarks/scalar.py
"""

from timing import nanoseconds, pin

import bazar
from bazar import core

# What is timed, and the ratio it should stay below (None: reported only).
CALLS = {
    "len(a_list)": ("len(a_list)", None),
    "core.points(mask, contract)": ("points(mask, 0)", 2.5),
    "core.strength(mask, contract)": ("strength(mask, 0)", 2.5),
    "core.card_points(mask, contract)": ("card_points(mask, 0)", None),
    "hand.points(Contract)": ("hand.points(SPADES)", 2.7),
    "hand.points(text)": ("hand.points('S')", 2.7),
    "hand.points(text of all trumps)": ("hand.points('AT')", 2.7),
    "hand.strength(Contract)": ("hand.strength(SPADES)", None),
    "Hand(mask)": ("Hand(mask)", 3.0),
    "Hand(text)": ("Hand('AKQJ.T98.7.')", None),
    "Hand(text with symbols)": ("Hand('♠AKQJ ♥10 9 8 ♦7')", None),
    "str(hand)": ("str(hand)", None),
    "hand | hand": ("hand | hand", None),
    "hash(hand)": ("hash(hand)", None),
    "Card(text)": ("Card('TH')", None),
    "list(hand)": ("list(hand)", None),
    "hand.combinations(Contract)": ("hand.combinations(SPADES)", None),
    "Deal.random(seed)": ("Deal.random(1)", None),
    "resolve(deal, Contract)": ("resolve(deal, SPADES)", None),
}


def main() -> None:
    pin()
    hand = bazar.Hand("AKQJ.T98.7.")
    names = {
        "a_list": [1, 2, 3],
        "points": core.points,
        "strength": core.strength,
        "card_points": core.card_points,
        "hand": hand,
        "mask": hand.mask,
        "SPADES": bazar.Contract.SPADES,
        "Hand": bazar.Hand,
        "Card": bazar.Card,
        "Deal": bazar.Deal,
        "deal": bazar.Deal.random(1),
        "resolve": bazar.resolve,
    }
    times = nanoseconds({name: code for name, (code, _) in CALLS.items()}, names, number=10_000)
    base = times["len(a_list)"]
    print(f"{'call':36} {'ns':>9} {'x len':>8} {'target':>8}")
    for name, (_, target) in CALLS.items():
        aim = "" if target is None else f"{target:.1f}"
        print(f"{name:36} {times[name]:9.1f} {times[name] / base:8.2f} {aim:>8}")


if __name__ == "__main__":
    main()
