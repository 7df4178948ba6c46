"""The class Round: one deal from the cards to the result, as a server drives it."""

from __future__ import annotations

from bazar._card import Card
from bazar._core import int_in_range
from bazar._frozen import Frozen
from bazar._hand import Combination, Hand
from bazar._position import Position
from bazar.deal import NAMES, Deal
from bazar.declaring import CARRES, Resolution, check_declared
from bazar.enums import Event, Seat
from bazar.errors import given
from bazar.result import (
    MOST,
    PAIR_NAMES,
    DealResult,
    Numbers,
    numbers_given,
    pair_given,
    settled,
    stakes_given,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Self, SupportsIndex

    from bazar._card import _CardLike
    from bazar._hand import _HandLike
    from bazar.declaring import Declared
    from bazar.enums import Contract
    from bazar.result import Stakes
    from bazar.rules import Rules


class Declare(Frozen):
    """What a player declares at the first card: any of the combinations and events held, or nothing.

    :param items: ``Combination`` objects, ``bazar.SEVENS``, ``bazar.EIGHTS``
    :raises TypeError: for anything else

    >>> from bazar import Combination, Declare
    >>> Declare([Combination("AKQ...", "H")])
    Declare([Combination('AKQ...', 'H')])
    """

    __module__ = "bazar"
    __slots__ = ("items",)
    __match_args__ = ("items",)
    items: Declared

    def __new__(cls, items: Iterable[Combination | Event] = ()) -> Self:
        if isinstance(items, (Combination, Event)) or not hasattr(type(items), "__iter__"):
            raise TypeError(f"Declare takes an iterable of declarations, not {given(items)}")
        self = super().__new__(cls)
        made = []
        for item in items:
            if not isinstance(item, (Combination, Event)):
                raise TypeError(f"a declaration must be a Combination, SEVENS or EIGHTS, not {given(item)}")
            made.append(item)
        self._set("items", tuple(made))
        return self

    def __eq__(self, other: object) -> bool:
        return self.items == other.items if isinstance(other, Declare) else NotImplemented

    def __hash__(self) -> int:
        return hash((Declare, self.items))

    def __repr__(self) -> str:
        return f"Declare({list(self.items)!r})"

    def __reduce__(self) -> tuple[type[Self], tuple[Declared]]:
        return type(self), (self.items,)


class Play(Frozen):
    """A card to be played, with the word of Bella or without.

    :param card: a Card, its text or its number
    :param bella: whether the word is said
    :raises TypeError, ValueError: for what is no card

    >>> from bazar import Play
    >>> Play("KS", bella=True)
    Play('KS', bella=True)
    """

    __module__ = "bazar"
    __slots__ = ("bella", "card")
    __match_args__ = ("card", "bella")
    card: Card
    bella: bool

    def __new__(cls, card: _CardLike, bella: bool = False) -> Self:
        self = super().__new__(cls)
        self._set("card", card if isinstance(card, Card) else Card(card))
        self._set("bella", bool(bella))
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Play):
            return NotImplemented
        return (self.card, self.bella) == (other.card, other.bella)

    def __hash__(self) -> int:
        return hash((Play, self.card, self.bella))

    def __repr__(self) -> str:
        return f"Play({str(self.card)!r}{', bella=True' if self.bella else ''})"

    def __reduce__(self) -> tuple[type[Self], tuple[str, bool]]:
        return type(self), (str(self.card), self.bella)


class Options(Frozen):
    """What the player to act may do: ``Round.options``.

    ``cards`` are the cards that may be played, ``bella`` those of them at which the word may be said,
    ``declarations`` what may be declared before, any part of it; of a run of eight both the Quint of
    eight and the two it may be split into, of which one way must be chosen (R4).

    >>> from bazar import Deal, Round
    >>> r = Round(Deal.random(1), "S", "E")
    >>> r.options.cards, r.options.bella, [str(item) for item in r.options.declarations]
    (Hand('J.AK.J9.AK9'), Hand('...'), [])
    """

    __module__ = "bazar"
    __slots__ = ("bella", "cards", "declarations")
    cards: Hand
    bella: Hand
    declarations: Declared

    def __init__(self, cards: Hand, bella: Hand, declarations: Declared) -> None:
        self._set("cards", cards)
        self._set("bella", bella)
        self._set("declarations", declarations)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Options):
            return NotImplemented
        return (self.cards, self.bella, self.declarations) == (other.cards, other.bella, other.declarations)

    def __hash__(self) -> int:
        return hash((self.cards, self.bella, self.declarations))

    def __repr__(self) -> str:
        return f"Options({self.cards!r}, {self.bella!r}, {self.declarations!r})"

    def __reduce__(self) -> tuple[type[Self], tuple[Hand, Hand, Declared]]:
        return type(self), (self.cards, self.bella, self.declarations)


class Round:
    """One deal as it is played: declarations at each first card, the cards, Bella, the result.

    Each player, before the first card, may ``Declare`` any of what is held (R16); then plays. The declaring
    is resolved when the first trick is complete. Sevens declared end the deal at once (R7).

    :param deal: a Deal, its text or four hands
    :param contract: a Contract, its text or its number
    :param leader: the seat that leads first
    :param rules: a ``Rules``, the name of a preset, or None for the default
    :param bid: what was bid, in tens; None if only points are wanted
    :param bidders: the pair that plays the contract, ``"NS"`` or ``"EW"``; goes with ``bid``
    :param stakes: ``"plain"``, ``"contra"`` or ``"recontra"``
    :param capot_called: whether the bidders called the capot
    :param numbers: ``multipliers``, ``forfeit``, ``capot_forfeit``, ``capot_cards`` and ``ten`` as
        ``deal_result`` takes them, by name
    :raises TypeError, ValueError: for what is no deal, contract, seat, rules, bid

    It changes, so it is not hashable. A server asks ``to_act`` and ``options``, and calls ``apply``.

    >>> from bazar import Play, Round
    >>> r = Round("N:987.KQ..987 QT..AKQJ8.T AK.AJT9..QJ J.87.T97.AK", "H", "E", bid=8, bidders="EW")
    >>> r.to_act, r.options.declarations
    (Seat.EAST, (Combination('..AKQJ.', 'H'),))
    >>> r.apply(Play("AD"))
    >>> r.to_act, r.options.cards, r.result
    (Seat.SOUTH, Hand('.AJT9..'), None)
    """

    __module__ = "bazar"
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        deal: Deal | str | Iterable[_HandLike],
        contract: Contract | str | SupportsIndex,
        leader: Seat | str | SupportsIndex = "N",
        rules: Rules | str | None = None,
        bid: SupportsIndex | None = None,
        bidders: str | SupportsIndex | None = None,
        stakes: Stakes = "plain",
        capot_called: bool = False,
        numbers: Mapping[str, object] | None = None,
    ) -> None:
        self._deal = deal if isinstance(deal, Deal) else Deal(deal)
        self._position = Position(self._deal, contract, leader, rules)
        self._first = self._position.leader
        if (bid is None) != (bidders is None):
            raise TypeError("bid and bidders go together")
        self._bid = None if bid is None else int_in_range(bid, MOST, "a bid")
        self._bidders = None if bidders is None else pair_given(bidders)
        self._stakes = stakes_given(stakes)
        if not isinstance(capot_called, bool):
            raise TypeError(f"capot_called must be True or False, not {given(capot_called)}")
        self._capot_called = capot_called
        self._told = numbers_given(numbers)
        self._numbers = None
        if self._bid is not None:
            self._numbers = Numbers(self._position.contract, **self._told)
        self._declared: list[Declared | None] = [None] * 4
        self._actions: list[Declare | Play] = []

    # --- what it is ---

    @property
    def deal(self) -> Deal:
        """The cards as dealt."""
        return self._deal

    @property
    def terms(self) -> dict[str, Any] | None:
        """The terms of the bid, by the names the constructor gives them; None without a bid."""
        if self._bid is None or self._bidders is None:
            return None
        return {
            "bid": self._bid,
            "bidders": PAIR_NAMES[self._bidders],
            "stakes": self._stakes,
            "capot_called": self._capot_called,
            "numbers": {name: getattr(self._numbers, name) for name in self._told},
        }

    @property
    def position(self) -> Position:
        """The play so far, as a copy that may be changed."""
        return self._position.copy()

    @property
    def declared(self) -> tuple[Declared, Declared, Declared, Declared]:
        """What each of N E S W has declared so far."""
        north, east, south, west = (items or () for items in self._declared)
        return north, east, south, west

    @property
    def actions(self) -> tuple[tuple[Seat, Declare | Play], ...]:
        """All that was done, as (Seat, action)."""
        plays = iter(self._position.plays)
        found: list[tuple[Seat, Declare | Play]] = []
        for action in self._actions:
            if isinstance(action, Play):
                found.append((next(plays)[0], action))
            else:
                # Declared before that player's first card, all of which are in the first trick.
                place = sum(isinstance(earlier, Play) for _, earlier in found)
                found.append((Seat((self._first.__index__() + place) % 4), action))
        return tuple(found)

    @property
    def void(self) -> bool:
        """Whether sevens were declared, which ends the deal without result (R7)."""
        return any(Event.SEVENS in items for items in self.declared)

    @property
    def done(self) -> bool:
        """Whether nothing is left to do."""
        return self.void or self._position.done

    @property
    def resolution(self) -> Resolution | None:
        """The declaring; None until the first trick is complete, unless sevens ended the deal."""
        if not self.void and len(self._position.plays) < 4:
            return None
        return Resolution(self.declared, self._position.contract, self._first)

    @property
    def to_act(self) -> Seat | None:
        """The seat that acts next; None when the deal is over."""
        return None if self.done else self._position.turn

    @property
    def options(self) -> Options:
        """What that seat may do; nothing when the deal is over."""
        seat = self.to_act
        if seat is None:
            return Options(Hand(), Hand(), ())
        cards = self._position.legal
        words = Hand([card for card in cards if self._position.may_say_bella(card)])
        return Options(cards, words, self._may_declare(seat) if self._before_first_card(seat) else ())

    @property
    def result(self) -> DealResult | None:
        """The result; None until the deal is over. Without a bid it has points but no scores."""
        resolution = self.resolution
        if not self.done or resolution is None:
            return None
        return settled(
            contract=self._position.contract,
            void=self.void,
            cards=self._position.card_points,
            tricks=self._position.tricks,
            combinations=resolution.points,
            bella=self._position.bella_points,
            bid=self._bid,
            bidders=self._bidders,
            stakes=self._stakes,
            capot_called=self._capot_called,
            numbers=self._numbers,
        )

    # --- what is done ---

    def apply(self, action: Declare | Play) -> None:
        """Do something for the seat to act; on an error nothing changes.

        :param action: a ``Declare`` or a ``Play``
        :raises TypeError: for anything else
        :raises IllegalPlay: a ValueError, for a card that may not be played or a word not allowed
        :raises ValueError: for a declaration that is late, false or breaks a rule, and when the deal is over

        >>> from bazar import Declare, Round
        >>> r = Round("N:987.KQ..987 QT..AKQJ8.T AK.AJT9..QJ J.87.T97.AK", "H", "E")
        >>> r.apply(Declare(r.options.declarations))
        >>> r.declared[1], r.options.declarations, r.to_act
        ((Combination('..AKQJ.', 'H'),), (), Seat.EAST)
        """
        if not isinstance(action, (Declare, Play)):
            raise TypeError(f"an action must be a Declare or a Play, not {given(action)}")
        seat = self.to_act
        if seat is None:
            raise ValueError("the deal is over")
        if isinstance(action, Declare):
            self._declare(seat, action.items)
        else:
            self._position.play(action.card, action.bella)
        self._actions.append(action)

    def undo(self) -> Declare | Play:
        """Take back the last action, and return it.

        :raises IndexError: if nothing has been done
        """
        if not self._actions:
            raise IndexError("there is no action to take back")
        action = self._actions.pop()
        if isinstance(action, Play):
            self._position.undo()
        else:
            turn = self._position.turn
            assert turn is not None
            self._declared[turn.__index__()] = None
        return action

    def _declare(self, seat: Seat, items: Declared) -> None:
        name = NAMES[seat.__index__()]
        if len(self._position.plays) >= 4:
            raise ValueError(f"{name} may not declare any more: the first card is played (RULES A)")
        if self._declared[seat.__index__()] is not None:
            raise ValueError(f"{name} has declared already")
        check_declared(name, items, self._deal[seat], self._position.contract)
        self._declared[seat.__index__()] = items

    def _before_first_card(self, seat: Seat) -> bool:
        return len(self._position.plays) < 4 and self._declared[seat.__index__()] is None

    def _may_declare(self, seat: Seat) -> Declared:
        hand, contract = self._deal[seat], self._position.contract
        found = list(hand.combinations(contract))
        found += [item for item in hand.combinations(contract, split8=True) if item not in found]
        return (*found, *(event for event in Event if CARRES[event] <= hand))

    # --- the object ---

    def copy(self) -> Round:
        """A round that is equal and goes on on its own."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._position = self._position.copy()
        other._declared = list(self._declared)
        other._actions = list(self._actions)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Round:
        return self.copy()

    def _key(self) -> tuple[object, ...]:
        return (
            self._deal, self._position.contract, self._first, self._position.rules, self._bid, self._bidders,
            self._stakes, self._capot_called, self._numbers and self._numbers.key(), self._actions,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        """Two rounds are equal if deal, terms and all actions are."""
        return self._key() == other._key() if isinstance(other, Round) else NotImplemented

    def __repr__(self) -> str:
        return (
            f"<Round of {self._deal} in {self._position.contract}: {len(self._position.plays)} cards played, "
            f"{'done' if self.to_act is None else f'{NAMES[self.to_act.__index__()]} to act'}>"
        )

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...], tuple[Declare | Play, ...]]:
        terms = self.terms or {}
        start = str(self._deal), str(self._position.contract), str(self._first), self._position.rules
        bid = terms.get("bid"), terms.get("bidders"), self._stakes, self._capot_called, terms.get("numbers")
        return type(self), (*start, *bid), tuple(self._actions)

    def __setstate__(self, actions: tuple[Declare | Play, ...]) -> None:
        for action in actions:
            self.apply(action)
