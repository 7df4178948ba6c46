"""Declaring: ``resolve`` and what it comes to, a ``Resolution``."""

from __future__ import annotations

from itertools import islice

from bazar import _core
from bazar._core import in_order
from bazar._frozen import Frozen
from bazar._hand import Combination, Hand
from bazar.deal import NAMES, Deal, disjoint_hands
from bazar.enums import Contract, Event, Kind, Rank, Seat
from bazar.errors import given

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Literal, Self, SupportsIndex

    from bazar._hand import _HandLike

    Status = Literal["scored", "none", "void", "cancelled"]
    Declared = tuple[Combination | Event, ...]
    FourDeclared = tuple[Declared, Declared, Declared, Declared]

STATUSES: tuple[Status, ...] = ("scored", "none", "void", "cancelled")

SEVENS = Event.SEVENS
EIGHTS = Event.EIGHTS
CARRES = {event: Hand(sum(1 << 8 * suit + event.rank.__index__() for suit in range(4))) for event in Event}


class Resolution(Frozen):
    """Who wins the declaring, what each pair scores, and why (RULES A, R3 … R11).

    ``resolve`` makes it; made by hand, it takes what each seat declares.

    :param declared: for N E S W, the ``Combination`` objects and events declared
    :param contract: a Contract, its text or its number
    :param first: the seat that shows first (R3)
    :raises TypeError: for what is no declaration, seat or contract
    :raises ValueError: for declarations that contradict each other: a card with two players, part of a
        run (R19), more than eight cards

    ``status`` is ``"scored"``, ``"none"`` (nobody declared a combination), ``"void"`` (sevens, R7) or
    ``"cancelled"`` (eights); ``winner`` the seat of the highest combination, ``best`` that
    combination, ``points`` the whists of NS and EW, ``counted`` the combinations that score,
    strongest first, ``declared`` what each seat declared, in the order of ``Hand.combinations`` and
    events last, however it was given. Bella is apart.

    >>> from bazar import Combination, Resolution
    >>> r = Resolution([[Combination("AKQ...", "H")], [Combination(".AKQ..", "H")], [], []], "H")
    >>> r.status, r.winner, r.points
    ('scored', Seat.EAST, (0, 20))
    """

    __module__ = "bazar"
    __slots__ = ("best", "contract", "counted", "declared", "first", "points", "status", "winner")
    status: Status
    winner: Seat | None
    points: tuple[int, int]
    best: Combination | None
    counted: tuple[Combination, ...]
    declared: FourDeclared
    contract: Contract
    first: Seat

    def __new__(
        cls,
        declared: Iterable[Iterable[Combination | Event]],
        contract: Contract | str | SupportsIndex,
        first: Seat | str | SupportsIndex = Seat.NORTH,
    ) -> Self:
        contract = Contract(contract)
        return cls._settled(_checked(_four(declared), contract), contract, Seat(first))

    @classmethod
    def _settled(cls, declared: FourDeclared, contract: Contract, first: Seat) -> Self:
        """The resolution of declarations known to be good."""
        self = super().__new__(cls)
        self._set("contract", contract)
        self._set("first", first)
        self._set("declared", declared)
        said = [_combinations(seat) for seat in declared]
        status, winner, ns, ew = _core.decide(
            [
                (
                    sum(combination.points for combination in combinations),
                    max((combination.strength for combination in combinations), default=0),
                    SEVENS in seat,
                    EIGHTS in seat,
                )
                for seat, combinations in zip(declared, said, strict=True)
            ],
            first.__index__(),
        )
        self._set("status", STATUSES[status])
        self._set("points", (ns, ew))
        counted = said[winner] + said[(winner + 2) % 4] if winner >= 0 else ()
        self._set("counted", tuple(sorted(counted, key=_strength, reverse=True)))
        self._set("winner", Seat(winner) if winner >= 0 else None)
        self._set("best", self.counted[0] if winner >= 0 else None)
        return self

    def explain(self) -> str:
        """The verdict in plain sentences, a line each: what won and by which rule it beat the best of
        the other pair, what scores, what was cancelled or void and by whom.

        >>> from bazar import Combination, resolve
        >>> print(resolve(["AKQ...", ".AKQ..", "7.8..", "..7."], "H").explain())
        East's Terts AKQ of hearts is the highest combination.
        It beats North's Terts AKQ of spades: equal length and top; the heart run is trump.
        East and West score 20.
        """
        from bazar._explain import explain

        return explain(self)

    def _key(self) -> tuple[object, ...]:
        return self.declared, self.contract, self.first

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Resolution):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Resolution({self.declared!r}, {str(self.contract)!r}, {str(self.first)!r})"

    def __reduce__(self) -> tuple[type[Self], tuple[FourDeclared, str, str]]:
        return type(self), (self.declared, str(self.contract), str(self.first))


def resolve(
    deal: Deal | str | Iterable[_HandLike] | Iterable[Iterable[Combination | Event]],
    contract: Contract | str | SupportsIndex,
    *,
    first: Seat | str | SupportsIndex = Seat.NORTH,
    split8: bool = False,
    sevens: bool = False,
    eights: bool = False,
    hands: Deal | str | Iterable[_HandLike] | None = None,
) -> Resolution:
    """Decide the declaring of four players.

    :param deal: a deal or four hands, of which everybody declares everything; or what each of N E S W
        declares, four iterables of ``Combination``, ``bazar.SEVENS`` and ``bazar.EIGHTS``. Where all four
        are empty, they are hands if there is a switch for hands, else nobody declares
    :param contract: a Contract, its text or its number
    :param first: the seat that shows first, that is, leads to the first trick (R3)
    :param split8: of hands: whether runs of eight are split (R5)
    :param sevens: of hands: whether a Carré of Sevens is declared (R8)
    :param eights: of hands: whether a Carré of Eights is declared (R8)
    :param hands: of declarations: the four hands they are checked against
    :raises TypeError: for what is no deal, declaration, seat or contract
    :raises ValueError: for hands that overlap or have more than eight cards, and for declarations that
        the hands do not hold or that contradict each other; ``ParseError`` for bad text

    >>> import bazar
    >>> r = bazar.resolve("N:987.KQ..987 QT..AKQJ8.T AK.AJT9..QJ J.87.T97.AK", "H", first="E")
    >>> r.winner, r.points, str(r.best)
    (Seat.EAST, (0, 50), 'berts:AKQJD')
    >>> terts = bazar.Combination("AKQ...", "H")
    >>> bazar.resolve([[terts], [], [], [bazar.EIGHTS]], "H").status
    'cancelled'
    """
    contract = Contract(contract)
    by_hands, parts = _parts(deal)
    switched = split8 or sevens or eights
    if by_hands or (switched and hands is None and not any(parts)):
        if hands is not None:
            raise TypeError("hands= goes with declarations, and these are hands already")
        events = [event for event, told in ((SEVENS, sevens), (EIGHTS, eights)) if told]
        north, east, south, west = (_everything(hand, contract, split8, events) for hand in _hands(parts))
        return Resolution._settled((north, east, south, west), contract, Seat(first))
    if switched:
        raise TypeError("split8, sevens and eights go with hands, and these are declarations already")
    declared = _four(parts)
    if hands is not None:
        for name, items, hand in zip(NAMES, declared, _hands(hands), strict=True):
            _check_seat(name, items, hand)
    return Resolution(declared, contract, first)


def _hands(given_hands: object) -> tuple[Hand, Hand, Hand, Hand]:
    """Four hands such as players have: disjoint, and of at most eight cards."""
    if isinstance(given_hands, (str, Deal)):
        return Deal(given_hands).hands
    if not in_order(given_hands):
        raise TypeError(f"a Deal, its text or four hands are expected, not {given(given_hands)}")
    hands = disjoint_hands(given_hands)  # type: ignore[arg-type]
    for name, hand in zip(NAMES, hands, strict=True):
        _check_size(name, hand)
    return hands


def _check_size(name: str, cards: Hand) -> None:
    if len(cards) > 8:
        raise ValueError(f"{name} would have {len(cards)} cards, more than the 8 of a hand")


def _parts(deal: object) -> tuple[bool, tuple[object, ...]]:
    """Whether these are hands, not declarations, and the four of them."""
    if isinstance(deal, (str, Deal)):
        return True, Deal(deal).hands
    if not in_order(deal):
        raise TypeError(f"a deal, four hands or four declarations are expected, not {given(deal)}")
    parts: list[object] = []
    hands = declared = False
    for part in islice(deal, 5):  # type: ignore[call-overload]
        if isinstance(part, (Hand, str, bytes, bytearray, memoryview)) or not hasattr(type(part), "__iter__"):
            hands = True
            parts.append(part)
            continue
        # They may be endless; more than 32 cards or declarations are refused whatever they are.
        items = tuple(islice(part, 33))
        claims = [isinstance(item, (Combination, Event)) for item in items]
        declared = declared or any(claims)
        hands = hands or not all(claims)
        parts.append(items)
    if hands and declared:
        raise TypeError("hands and declarations are mixed")
    return hands, tuple(parts)


def _everything(hand: Hand, contract: Contract, split8: bool, events: list[Event]) -> Declared:
    """All that a hand can declare, of events those told."""
    held = [event for event in events if CARRES[event] <= hand]
    return (*hand.combinations(contract, split8=split8), *held)


def _four(declared: Iterable[object]) -> FourDeclared:
    """Four tuples of declarations, by seat, and nothing else in them."""
    if not in_order(declared):
        raise TypeError(f"four seats' declarations are expected, not {given(declared)}")
    seats = [_declarations(items) for items in islice(declared, 5)]
    if len(seats) != 4:
        count = "more" if len(seats) > 4 else len(seats)
        raise ValueError(f"four seats' declarations are expected, not {count}")
    return seats[0], seats[1], seats[2], seats[3]


def _declarations(items: object) -> Declared:
    """What one seat declares."""
    if not hasattr(type(items), "__iter__"):
        raise TypeError(f"a seat's declarations must be an iterable, not {given(items)}")
    declared = []
    # As above: that many have some card twice.
    for item in islice(items, 33):  # type: ignore[call-overload]
        if not isinstance(item, (Combination, Event)):
            raise TypeError(f"a declaration must be a Combination, SEVENS or EIGHTS, not {given(item)}")
        declared.append(item)
    return tuple(sorted(declared, key=_place))


def _checked(declared: FourDeclared, contract: Contract) -> FourDeclared:
    """The declarations, if they do not contradict each other."""
    for name, items in zip(NAMES, declared, strict=True):
        check_declared(name, items, _cards(items), contract)
        _check_size(name, _cards(items))
    disjoint_hands([_cards(items) for items in declared])
    return declared


def check_declared(name: str, items: Declared, held: Hand, contract: Contract) -> None:
    """Refuse what a player who holds these cards may not declare in a contract (R4, R6, R19)."""
    for combination in _combinations(items):
        if combination.contract is not contract:
            raise ValueError(
                f"{name} declares {combination} in {combination.contract}, but {contract} is played"
            )
    _check_seat(name, items, held)


def _check_seat(name: str, items: Declared, held: Hand) -> None:
    """Refuse what a player who holds these cards may not declare (R4, R6, R19)."""
    sequences = [item for item in _combinations(items) if item.kind is not Kind.CARRE]
    for place, item in enumerate(items):
        if item in items[:place]:
            raise ValueError(f"{name} declares {item} twice")
        cards = CARRES[item] if isinstance(item, Event) else item.cards
        if not cards <= held:
            raise ValueError(f"{name} declares {item} but does not hold {next(iter(cards - held))}")
    for sequence in sequences:
        if any(sequence.cards & other.cards for other in sequences if other != sequence):
            raise ValueError(f"{name} declares {sequence} and another run with some of its cards (R19)")
        beside = _neighbours(sequence) & held
        if beside and not _splits_eight(sequence, sequences, held):
            raise ValueError(
                f"{name} declares {sequence}, which is part of a longer run with {next(iter(beside))} (R19)"
            )


def _neighbours(sequence: Combination) -> Hand:
    """The cards that would make a sequence longer."""
    suit = sequence.suit
    top = sequence.top.__index__()
    ranks = [rank for rank in (top + 1, top - sequence.length) if 0 <= rank <= 7]
    return Hand(sum(1 << 8 * suit.__index__() + rank for rank in ranks)) if suit is not None else Hand()


def _splits_eight(sequence: Combination, sequences: list[Combination], held: Hand) -> bool:
    """Whether this is half of a run of eight: its Quint, or the Terts once the Quint is declared (R4).

    The sequences share no cards, so beside the Quint to the Ace there is room for nothing but the Terts.
    """
    split = any((s.suit, s.length, s.top) == (sequence.suit, 5, Rank.ACE) for s in sequences)
    return split and sum(card.suit is sequence.suit for card in held) == 8


def _combinations(items: Declared) -> tuple[Combination, ...]:
    return tuple(item for item in items if isinstance(item, Combination))


def _cards(items: Declared) -> Hand:
    """All the cards declared."""
    return Hand().union(*(CARRES[item] if isinstance(item, Event) else item.cards for item in items))


def _place(item: Combination | Event) -> tuple[int, int]:
    """Sorts what a seat declares as ``Hand.combinations`` lists it (R21), events last."""
    if isinstance(item, Event):
        return 1, item.__index__()
    return -item.strength, 0 if item.suit is None else item.suit.__index__()


def _strength(combination: Combination) -> int:
    return combination.strength
