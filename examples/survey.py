"""An analyst's use: how often each kind of combination wins the declaring, over random deals."""

from collections import Counter

import bazar


def winning_combinations(deals: int, contract: bazar.Contract, seed: int) -> Counter[str]:
    """How often each kind of combination wins, by kind and length."""
    counts: Counter[str] = Counter()
    for number in range(deals):
        masks = bazar.core.random_deal(seed, number)
        best = bazar.resolve([bazar.Hand(mask) for mask in masks], contract).best
        counts["none" if best is None else f"{best.kind} of {best.length}"] += 1
    return counts


def main() -> None:
    """Print a small table."""
    for name, count in winning_combinations(2000, bazar.Contract.SPADES, seed=1).most_common():
        print(f"{name:12} {count / 20:5.1f} %")


if __name__ == "__main__":
    main()
