"""The result of a deal: ``deal_result`` and what it comes to, a ``DealResult`` (RULES C)."""

from __future__ import annotations

from collections.abc import Mapping

from bazar._core import int_in_range
from bazar._explain import PAIRS
from bazar._frozen import Frozen
from bazar.enums import Contract
from bazar.errors import given

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, Self, SupportsIndex

    Stakes = Literal["plain", "contra", "recontra"]
    Both = tuple[int, int]

STAKES: tuple[Stakes, ...] = ("plain", "contra", "recontra")
PAIR_NAMES = ("NS", "EW")
# The multipliers of plain, contra and recontra, and the numbers that belong to a deck of 162 whists.
SUIT_MULTIPLIERS = (1, 2, 4)
WITHOUT_MULTIPLIERS = (2, 3, 5)
FORFEIT = 16
CAPOT_FORFEIT = 25
CAPOT_CARDS = 252
TRICKS = 8
MOST = 1 << 31


def pair_given(pair: str | SupportsIndex) -> int:
    """0 for ``"NS"``, 1 for ``"EW"``, or the number itself."""
    if isinstance(pair, str):
        name = pair.strip().upper()
        if name not in PAIR_NAMES:
            raise ValueError(f"a pair must be 'NS' or 'EW', not {pair!r:.100}")
        return PAIR_NAMES.index(name)
    try:
        return int_in_range(pair, 2, "a pair")
    except TypeError:
        raise TypeError(f"a pair must be 'NS', 'EW', 0 or 1, not {given(pair)}") from None


def stakes_given(stakes: object) -> Stakes:
    """One of the three words, and nothing else."""
    if not isinstance(stakes, str):
        raise TypeError(f"stakes must be 'plain', 'contra' or 'recontra', not {given(stakes)}")
    if stakes not in STAKES:
        raise ValueError(f"stakes must be 'plain', 'contra' or 'recontra', not {stakes!r:.100}")
    return STAKES[STAKES.index(stakes)]


def both_given(pair: object, what: str, most: int) -> Both:
    """Two numbers, of NS and of EW."""
    if not isinstance(pair, (tuple, list)):
        raise TypeError(f"{what} must be a pair of numbers, those of NS and EW, not {given(pair)}")
    if len(pair) != 2:
        raise ValueError(f"{what} must be two numbers, those of NS and EW, not {len(pair)}")
    return int_in_range(pair[0], most + 1, what), int_in_range(pair[1], most + 1, what)


class Numbers(Frozen):
    """The numbers of a way to score, those not given as the profile has them for the contract."""

    __slots__ = ("capot_cards", "capot_forfeit", "forfeit", "multipliers", "ten")
    multipliers: tuple[int, ...]
    forfeit: int
    capot_forfeit: int
    capot_cards: int
    ten: int

    def __init__(
        self,
        contract: Contract,
        multipliers: object = None,
        forfeit: SupportsIndex | None = None,
        capot_forfeit: SupportsIndex | None = None,
        capot_cards: SupportsIndex | None = None,
        ten: SupportsIndex = 10,
    ) -> None:
        told = {
            "multipliers": multipliers,
            "forfeit": forfeit,
            "capot_forfeit": capot_forfeit,
            "capot_cards": capot_cards,
        }
        if contract is Contract.ALL_TRUMPS:
            missing = [name for name, value in told.items() if value is None]
            if missing:
                raise TypeError(f"no public source gives numbers for A/T: give {', '.join(missing)}")
        if multipliers is None:
            multipliers = WITHOUT_MULTIPLIERS if contract is Contract.WITHOUT_TRUMPS else SUIT_MULTIPLIERS
        if not isinstance(multipliers, (tuple, list)):
            raise TypeError(f"multipliers must be those of plain, contra, recontra, not {given(multipliers)}")
        if len(multipliers) != len(STAKES):
            raise ValueError(f"multipliers must be three, of plain, contra, recontra, not {len(multipliers)}")
        self._set("multipliers", tuple(int_in_range(m, MOST, "a multiplier") for m in multipliers))
        for name, value, usual in (
            ("forfeit", forfeit, FORFEIT),
            ("capot_forfeit", capot_forfeit, CAPOT_FORFEIT),
            ("capot_cards", capot_cards, CAPOT_CARDS),
            ("ten", ten, 10),
        ):
            self._set(name, usual if value is None else int_in_range(value, MOST, name))
        if self.ten == 0:
            raise ValueError("ten must be at least 1")

    def key(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def tens(self, whists: int) -> int:
        """Whists in tens, a half rounded down: 85 is 8, 86 is 9."""
        return (whists + (self.ten - 1) // 2) // self.ten


def numbers_given(numbers: object) -> dict[str, Any]:
    """Those of the five numbers that are told, by name; their values ``Numbers`` checks."""
    if numbers is None:
        return {}
    if not isinstance(numbers, Mapping):
        raise TypeError(f"numbers must be a mapping of names to numbers, not {given(numbers)}")
    for name in numbers:
        if name not in Numbers.__slots__:
            names = ", ".join(Numbers.__slots__)
            raise TypeError(f"numbers has a name that is none, {given(name)}; there are {names}")
    return {name: value for name, value in numbers.items() if value is not None}


class DealResult(Frozen):
    """What a deal comes to for each pair; ``deal_result`` and ``Round.result`` make it.

    ``scores`` are the tens that NS and EW score, ``made`` whether the bidders made their bid; both are None
    if there was no bid. ``points`` are the whists of NS and EW in all: ``card_points`` (all eight tricks
    count as a capot), ``combinations`` and ``bella``. A ``void`` deal, in which sevens were declared, scores
    nothing (R7).

    >>> from bazar import deal_result
    >>> r = deal_result("H", 11, bidders="NS", card_points=(106, 56), combinations=(0, 50), bella=(20, 0))
    >>> r.scores, r.made, r.points
    ((24, 11), True, (126, 106))
    """

    __module__ = "bazar"
    __slots__ = (
        "bella",
        "bid",
        "bidders",
        "capot_called",
        "card_points",
        "combinations",
        "contract",
        "made",
        "points",
        "scores",
        "stakes",
        "void",
    )
    contract: Contract
    void: bool
    card_points: Both
    combinations: Both
    bella: Both
    points: Both
    bid: int | None
    bidders: int | None
    stakes: Stakes
    capot_called: bool
    made: bool | None
    scores: Both | None

    def __new__(
        cls,
        contract: Contract | str | SupportsIndex,
        void: bool,
        card_points: Both,
        combinations: Both,
        bella: Both,
        points: Both,
        bid: int | None,
        bidders: int | None,
        stakes: Stakes,
        capot_called: bool,
        made: bool | None,
        scores: Both | None,
    ) -> Self:
        self = super().__new__(cls)
        told = locals()
        for name in cls.__slots__:
            self._set(name, told[name])
        self._set("contract", Contract(contract))
        return self

    def explain(self) -> str:
        """The result in plain sentences, a line each.

        >>> from bazar import deal_result
        >>> print(deal_result("H", 11, bidders="NS", card_points=(80, 82), bella=(20, 0)).explain())
        North and South have 100: 80 in tricks, 20 for Bella.
        East and West have 82: 82 in tricks.
        North and South bid 11 and do not make it.
        North and South score 0, East and West 27.
        """
        if self.void:
            return "The deal ends without result: a Carré of Sevens was declared."
        lines = []
        for pair, name in enumerate(PAIRS):
            parts = [f"{self.card_points[pair]} in tricks"]
            parts += [f"{self.combinations[pair]} for combinations"] if self.combinations[pair] else []
            parts += [f"{self.bella[pair]} for Bella"] if self.bella[pair] else []
            lines.append(f"{name} have {self.points[pair]}: {', '.join(parts)}.")
        if self.scores is None or self.bidders is None:
            return "\n".join(lines)
        capot = " with capot" if self.capot_called else ""
        stakes = "" if self.stakes == "plain" else f", {self.stakes},"
        made = "make it" if self.made else "do not make it"
        lines.append(f"{PAIRS[self.bidders]} bid {self.bid}{capot}{stakes} and {made}.")
        lines.append(f"{PAIRS[0]} score {self.scores[0]}, {PAIRS[1]} {self.scores[1]}.")
        return "\n".join(lines)

    def _key(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DealResult):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"DealResult({fields})"

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        points = self.card_points, self.combinations, self.bella, self.points
        terms = self.bid, self.bidders, self.stakes, self.capot_called
        return type(self), (str(self.contract), self.void, *points, *terms, self.made, self.scores)


def deal_result(
    contract: Contract | str | SupportsIndex,
    bid: SupportsIndex,
    *,
    bidders: str | SupportsIndex,
    card_points: Both,
    tricks: Both | None = None,
    combinations: Both = (0, 0),
    bella: Both = (0, 0),
    stakes: Stakes = "plain",
    capot_called: bool = False,
    multipliers: tuple[int, int, int] | None = None,
    forfeit: SupportsIndex | None = None,
    capot_forfeit: SupportsIndex | None = None,
    capot_cards: SupportsIndex | None = None,
    ten: SupportsIndex = 10,
) -> DealResult:
    """What each pair scores for a deal, by the profile ``blotstar`` of RULES C.

    :param contract: a Contract, its text or its number
    :param bid: what was bid, in tens
    :param bidders: the pair that plays the contract, ``"NS"`` or ``"EW"``, 0 or 1
    :param card_points: whists of NS and EW in tricks, the last trick's 10 included: 162 in all, 258 in A/T
    :param tricks: tricks of NS and EW; needed only where a pair has no card points, since a trick may be
        worth nothing
    :param combinations: whists that NS and EW score for combinations
    :param bella: whists of the Bellas of NS and EW
    :param stakes: ``"plain"``, ``"contra"`` or ``"recontra"``
    :param capot_called: whether the bidders said they would win all tricks; then one lost loses the bid
    :param multipliers: of the bid, for plain, contra and recontra: 1, 2, 4, without trumps 2, 3, 5
    :param forfeit: tens the losers of a bid yield beside it: 16
    :param capot_forfeit: the same where they take no trick: 25
    :param capot_cards: whists that all eight tricks count: 252
    :param ten: whists to a ten
    :return: a ``DealResult``
    :raises TypeError: for arguments of a wrong kind; in A/T, for which no source has numbers, if one of the
        last four but ``ten`` is not given
    :raises ValueError: for numbers out of range or that do not add up

    Made: the bidders score bid x multiplier and their own tens, the others theirs. Failed: the others score
    bid x multiplier, the forfeit and their own bonuses. Under contra and recontra whoever wins the contract
    scores bid x multiplier, the forfeit and all bonuses. Tens are rounded half down.

    >>> import bazar
    >>> bazar.deal_result("H", 26, bidders="NS", card_points=(50, 112), combinations=(250, 0)).scores
    (56, 11)
    >>> bazar.deal_result("S", 27, bidders=0, card_points=(152, 10), capot_called=True).scores
    (0, 43)
    """
    contract = Contract(contract)
    numbers = Numbers(contract, multipliers, forfeit, capot_forfeit, capot_cards, ten)
    bid = int_in_range(bid, MOST, "a bid")
    side = pair_given(bidders)
    stakes = stakes_given(stakes)
    if not isinstance(capot_called, bool):
        raise TypeError(f"capot_called must be True or False, not {given(capot_called)}")
    deck = 258 if contract is Contract.ALL_TRUMPS else 162
    cards = both_given(card_points, "card_points", deck)
    if sum(cards) != deck:
        raise ValueError(f"card_points must be {deck} in all in {contract}, not {sum(cards)}")
    return settled(
        contract=contract,
        void=False,
        cards=cards,
        tricks=_tricks(tricks, cards),
        combinations=both_given(combinations, "combinations", MOST),
        bella=both_given(bella, "bella", MOST),
        bid=bid,
        bidders=side,
        stakes=stakes,
        capot_called=capot_called,
        numbers=numbers,
    )


def _tricks(tricks: object, cards: Both) -> Both:
    if tricks is None:
        if 0 in cards:
            raise ValueError("a pair without card points may have taken tricks or none: tricks= must tell")
        # Nobody has all eight, and how many each has decides nothing.
        return 1, 1
    taken = both_given(tricks, "tricks", TRICKS)
    if sum(taken) != TRICKS:
        raise ValueError(f"tricks must be {TRICKS} in all, not {sum(taken)}")
    for pair in (0, 1):
        if cards[pair] and not taken[pair]:
            raise ValueError(f"{PAIRS[pair]} have {cards[pair]} in tricks but took none")
    return taken


def settled(
    *,
    contract: Contract,
    void: bool,
    cards: Both,
    tricks: Both,
    combinations: Both,
    bella: Both,
    bid: int | None,
    bidders: int | None,
    stakes: Stakes,
    capot_called: bool,
    numbers: Numbers | None,
) -> DealResult:
    """The result from numbers known to be good; without a bid the points only."""
    if void:
        cards = combinations = bella = (0, 0)
    elif numbers is not None and TRICKS in tricks:
        cards = (numbers.capot_cards, 0) if tricks[0] == TRICKS else (0, numbers.capot_cards)
    points = cards[0] + combinations[0] + bella[0], cards[1] + combinations[1] + bella[1]
    made: bool | None = None
    scores: Both | None = None
    if bid is not None and bidders is not None and numbers is not None:
        if void:
            scores = (0, 0)
        else:
            made = points[bidders] >= numbers.ten * bid and not (capot_called and tricks[1 - bidders])
            scores = _scores(made, bid, bidders, stakes, tricks, points, (combinations, bella), numbers)
    return DealResult(
        contract=contract,
        void=void,
        card_points=cards,
        combinations=combinations,
        bella=bella,
        points=points,
        bid=bid,
        bidders=bidders,
        stakes=stakes,
        capot_called=capot_called,
        made=made,
        scores=scores,
    )


def _scores(
    made: bool,
    bid: int,
    bidders: int,
    stakes: Stakes,
    tricks: Both,
    points: Both,
    bonuses: tuple[Both, Both],
    numbers: Numbers,
) -> Both:
    worth = bid * numbers.multipliers[STAKES.index(stakes)]
    if made and stakes == "plain":
        scored = [numbers.tens(points[0]), numbers.tens(points[1])]
        scored[bidders] += worth
        return scored[0], scored[1]
    winners = bidders if made else 1 - bidders
    worth += numbers.forfeit if tricks[1 - winners] else numbers.capot_forfeit
    awarded = [sum(bonus[winners] for bonus in bonuses)]
    if stakes != "plain":
        awarded.append(sum(bonus[1 - winners] for bonus in bonuses))
    worth += sum(numbers.tens(whists) for whists in awarded)
    return (worth, 0) if winners == 0 else (0, worth)
