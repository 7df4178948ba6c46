"""The rules again, as slowly and plainly as they are written, sharing nothing with the package.

A card is text such as "TH", a hand a set of cards. Combinations are plain tuples.
"""

from itertools import product

SUITS = "SHDC"
CONTRACTS = ("S", "H", "D", "C", "AT", "WT")
HIGH_TO_LOW = "AKQJT987"
PACK = [rank + suit for suit in SUITS for rank in "789TJQKA"]

CARDS_PLAIN = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
CARDS_TRUMP = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}
CARDS_WITHOUT = {"A": 19, "T": 10, "K": 4, "Q": 3, "J": 2}

CARRES = {"J": 200, "9": 140, "A": 110, "T": 100, "K": 100, "Q": 100}
CARRES_WITHOUT = {"A": 190, "T": 100, "K": 100, "Q": 100, "J": 100}
# High to low.
CARRE_RANKING = "J9ATKQ"
CARRE_RANKING_WITHOUT = "ATKQJ"


def hand(mask):
    return {PACK[bit] for bit in range(32) if mask & (1 << bit)}


def mask(cards):
    return sum(1 << PACK.index(card) for card in cards)


def text(cards):
    return ".".join("".join(rank for rank in HIGH_TO_LOW if rank + suit in cards) for suit in SUITS)


def read(dotted):
    return {rank + suit for suit, ranks in zip(SUITS, dotted.split("."), strict=True) for rank in ranks}


def sequences(cards, suit):
    """Maximal runs in a suit, each as a string of ranks, high to low."""
    marked = "".join(rank if rank + suit in cards else " " for rank in HIGH_TO_LOW)
    return [run for run in marked.split() if len(run) >= 3]


def run_value(run):
    return {3: 20, 4: 50}.get(len(run), 100)


def combinations(cards, contract, split8=False):
    """(kind, suit or None, ranks high to low, points), in no particular order."""
    found = []
    for suit in SUITS:
        for run in sequences(cards, suit):
            for part in [run[:5], run[5:]] if len(run) == 8 and split8 else [run]:
                kind = {3: "terts", 4: "berts"}.get(len(part), "quint")
                found.append((kind, suit, part, run_value(part)))
    values = CARRES_WITHOUT if contract == "WT" else CARRES
    for rank, value in values.items():
        if all(rank + suit in cards for suit in SUITS):
            found.append(("carre", None, rank * 4, value))
    return found


def points(cards, contract, split8=False):
    return sum(value for _, _, _, value in combinations(cards, contract, split8))


def rank_key(combination, contract):
    """Sorts combinations by the page's ranking, rules 1 to 4."""
    kind, suit, ranks, _ = combination
    if kind == "carre":
        order = CARRE_RANKING_WITHOUT if contract == "WT" else CARRE_RANKING
        return (1, -order.index(ranks[0]), 0, 0)
    return (0, len(ranks), -HIGH_TO_LOW.index(ranks[0]), suit == contract)


NOTHING = (-1, 0, 0, 0)


def best_key(cards, contract, split8=False):
    return max((rank_key(c, contract) for c in combinations(cards, contract, split8)), default=NOTHING)


def all_keys(contract):
    """Every key a combination can have, lowest first; strength is the place in this list."""
    runs = [HIGH_TO_LOW[top : top + length] for length in range(3, 9) for top in range(9 - length)]
    keys = {rank_key(("", suit, run, 0), contract) for suit, run in product(SUITS, runs)}
    order = CARRE_RANKING_WITHOUT if contract == "WT" else CARRE_RANKING
    keys |= {rank_key(("carre", None, rank * 4, 0), contract) for rank in order}
    return [NOTHING, *sorted(keys)]


def strength(cards, contract, split8=False):
    return all_keys(contract).index(best_key(cards, contract, split8))


def card_points(cards, contract):
    total = 0
    for rank, suit in cards:
        if contract == "WT":
            values = CARDS_WITHOUT
        elif contract in ("AT", suit):
            values = CARDS_TRUMP
        else:
            values = CARDS_PLAIN
        total += values.get(rank, 0)
    return total


def bella(cards, contract):
    trumps = {"AT": SUITS, "WT": ""}.get(contract, contract)
    return [suit for suit in trumps if {"K" + suit, "Q" + suit} <= set(cards)]


def holds(cards, rank):
    return all(rank + suit in cards for suit in SUITS)


def resolve(hands, contract, first=0, split8=False, sevens=False, eights=False):
    """(status, winning seat or None, [points of NS, of EW])"""
    if sevens and any(holds(cards, "7") for cards in hands):
        return "void", None, [0, 0]
    if eights and any(holds(cards, "8") for cards in hands):
        return "cancelled", None, [0, 0]
    order = [(first + turn) % 4 for turn in range(4)]
    keys = [best_key(hands[seat], contract, split8) for seat in order]
    if max(keys) == NOTHING:
        return "none", None, [0, 0]
    winner = order[keys.index(max(keys))]
    scores = [0, 0]
    for seat in (winner, (winner + 2) % 4):
        scores[winner % 2] += points(hands[seat], contract, split8)
    return "scored", winner, scores


def splitmix(state):
    word = (state + 0x9E3779B97F4A7C15) % 2**64
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB % 2**64
    return word ^ (word >> 31)


def unmixed(word):
    """The state whose SplitMix64 output is this word."""
    word ^= word >> 31 ^ word >> 62
    word = word * pow(0x94D049BB133111EB, -1, 2**64) % 2**64
    word ^= word >> 27 ^ word >> 54
    word = word * pow(0xBF58476D1CE4E5B9, -1, 2**64) % 2**64
    word ^= word >> 30 ^ word >> 60
    return (word - 0x9E3779B97F4A7C15) % 2**64


def unlucky_seed(seat):
    """A seed whose first deal takes the word 0 for a seat, which would favour some hands."""
    return unmixed((unmixed(0) - seat * 0x9E3779B97F4A7C15) % 2**64)


def draws(word, left):
    """Eight places drawn from one word, or None where that would favour some."""
    ways = 1
    places = []
    for count in range(left, left - 8, -1):
        ways *= count
        word *= count
        places.append(word >> 64)
        word %= 2**64
    return None if word < 2**64 % ways else places


def random_deal(seed, number=0):
    """The four hands, as masks, of the documented generator."""
    pack = list(range(32))
    hands = []
    start = splitmix(seed)
    for seat in range(3):
        word = splitmix((start + (4 * number + seat) * 0x9E3779B97F4A7C15) % 2**64)
        places = draws(word, len(pack))
        while places is None:
            word = splitmix(word)
            places = draws(word, len(pack))
        hands.append(sum(1 << pack.pop(place) for place in places))
    return (*hands, sum(1 << card for card in pack))
