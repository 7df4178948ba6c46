"""Suits, ranks, seats, contracts and kinds of combination: named constants with an order.

Each member has a number (``operator.index``) as the core uses it, reads back from its text, sorts
within its kind, and equals neither an int nor a member of another kind.
"""

from __future__ import annotations

from enum import Enum, EnumType
from functools import cache

from bazar import _text
from bazar._core import int_in_range
from bazar.errors import given, with_article

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self


class _ChoiceType(EnumType):
    """Makes a call read its argument; Enum's own way would print it, however long, into an error."""

    if TYPE_CHECKING:

        def _of(cls, value: object) -> Any: ...

    # Without Enum's functional form, which would make new enums of these classes.
    def __call__(cls, value: object) -> Any:  # type: ignore[override]
        return cls._of(value)


class _Choice(Enum, metaclass=_ChoiceType):
    """Members are numbered in the order of definition; the value is the canonical text."""

    _number: int

    def __new__(cls, value: object) -> Self:
        member = object.__new__(cls)
        member._value_ = value
        member._number = len(cls.__members__)
        return member

    @classmethod
    @cache
    def _members(cls) -> tuple[Self, ...]:
        return tuple(cls)

    @classmethod
    @cache
    def _names(cls) -> dict[str, int]:
        """Every text that is read, in upper case, words joined by underscores."""
        names = {member.name: member._number for member in cls}
        names |= {member.value.upper(): member._number for member in cls}
        return names

    @classmethod
    def _of(cls, value: object) -> Self:
        """The member that is this, has this text or this number."""
        if isinstance(value, cls):
            return value
        kind = cls.__name__.lower()
        members = cls._members()
        if isinstance(value, str) and not isinstance(value, Enum):
            expected = " ".join(map(str, members))
            return members[_text.choice(kind, value, cls._names(), expected)]
        try:
            return members[int_in_range(value, len(members), with_article(kind))]
        except TypeError:
            name = with_article(cls.__name__)
            message = f"{with_article(kind)} must be {name}, its text or an int, not {given(value)}"
            raise TypeError(message) from None

    def __index__(self) -> int:
        return self._number

    def __str__(self) -> str:
        return str(self._value_)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self._name_}"

    def __reduce_ex__(self, protocol: object) -> tuple[type[Self], tuple[str]]:
        return type(self), (self._value_,)

    def __setstate__(self, state: object) -> None:
        raise AttributeError(f"{type(self).__name__} members are immutable")

    def __lt__(self, other: Self) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._number < other._number

    def __le__(self, other: Self) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._number <= other._number

    def __gt__(self, other: Self) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._number > other._number

    def __ge__(self, other: Self) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._number >= other._number


class Suit(_Choice):
    """A suit: 0 spades, 1 hearts, 2 diamonds, 3 clubs.

    Read from a letter, a symbol, a Cyrillic letter (п ч б т), a name or a number.

    >>> Suit("♥"), Suit("hearts"), Suit(1), str(Suit.HEARTS), Suit.HEARTS.symbol
    (Suit.HEARTS, Suit.HEARTS, Suit.HEARTS, 'H', '♥')
    >>> Suit.SPADES < Suit.CLUBS, Suit.SPADES == 0
    (True, False)
    """

    __module__ = "bazar"

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def symbol(self) -> str:
        """The suit's sign: ♠ ♥ ♦ ♣."""
        return _text.SYMBOLS[self._number]

    @classmethod
    @cache
    def _names(cls) -> dict[str, int]:
        names = super()._names()
        for number, member in enumerate(cls):
            names[member.name[:-1]] = number
            names[_text.SYMBOLS[number]] = number
            names[_text.OUTLINED[number]] = number
            names[_text.CYRILLIC_SUITS[number]] = number
        return names


class Rank(_Choice):
    """A rank: 0 seven … 7 ace, the order of sequences (RULES A), not that of tricks.

    Read from a letter or digit (``T`` or ``10``), a Cyrillic letter (Т К Д В), a name or a number.

    >>> Rank("10"), Rank("A"), Rank(0), str(Rank.TEN)
    (Rank.TEN, Rank.ACE, Rank.SEVEN, 'T')
    >>> Rank("Т")  # Cyrillic: туз, the ace
    Rank.ACE
    """

    __module__ = "bazar"

    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"

    @classmethod
    @cache
    def _names(cls) -> dict[str, int]:
        return super()._names() | _text.CYRILLIC_RANKS | {"10": 3}


class Seat(_Choice):
    """A seat, clockwise and in play order: 0 north, 1 east, 2 south, 3 west.

    >>> Seat("N"), Seat("west"), Seat.NORTH.partner, Seat.WEST.next
    (Seat.NORTH, Seat.WEST, Seat.SOUTH, Seat.NORTH)
    >>> Seat.EAST.pair
    1
    """

    __module__ = "bazar"

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    @property
    def pair(self) -> int:
        """0 for North and South, 1 for East and West."""
        return self._number % 2

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return _SEATS[(self._number + 2) % 4]

    @property
    def next(self) -> Seat:
        """The seat that plays after this one."""
        return _SEATS[(self._number + 1) % 4]


_SEATS = tuple(Seat)


class Contract(_Choice):
    """A game (RULES A): a trump suit, all trumps, or without trumps.

    Read from ``S H D C AT WT``, suit symbols, ``A/T``, ``W/T``, ``NT``, a name or a number 0 … 5.

    >>> Contract("S"), Contract("A/T"), Contract("nt"), Contract(5)
    (Contract.SPADES, Contract.ALL_TRUMPS, Contract.WITHOUT_TRUMPS, Contract.WITHOUT_TRUMPS)
    >>> Contract.HEARTS.trump, Contract.ALL_TRUMPS.trump
    (Suit.HEARTS, None)
    """

    __module__ = "bazar"

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    ALL_TRUMPS = "AT"
    WITHOUT_TRUMPS = "WT"

    @property
    def trump(self) -> Suit | None:
        """The trump suit, if there is just one."""
        return Suit(self._value_) if self._number < 4 else None

    @property
    def symbol(self) -> str:
        """The suit's sign, or ``A/T``, ``W/T``."""
        return self.trump.symbol if self.trump else f"{self._value_[0]}/T"

    @classmethod
    @cache
    def _names(cls) -> dict[str, int]:
        suits = Suit._names()
        others = {"A/T": 4, "ALL_TRUMP": 4, "W/T": 5, "WITHOUT_TRUMP": 5, "NT": 5}
        others |= {"NO_TRUMP": 5, "NO_TRUMPS": 5, "NOTRUMP": 5, "NOTRUMPS": 5}
        return super()._names() | suits | others


class Kind(_Choice):
    """A kind of combination (RULES A): three, four, five or more in sequence, or four of a rank.

    >>> Kind("quint"), str(Kind.CARRE)
    (Kind.QUINT, 'carre')
    """

    __module__ = "bazar"

    TERTS = "terts"
    BERTS = "berts"
    QUINT = "quint"
    CARRE = "carre"


class Event(_Choice):
    """What is declared for its effect, without value or rank (RULES R7, R8).

    >>> import bazar
    >>> bazar.SEVENS, str(bazar.EIGHTS)
    (Event.SEVENS, 'eights')
    """

    __module__ = "bazar"

    SEVENS = "sevens"
    EIGHTS = "eights"

    @property
    def rank(self) -> Rank:
        """The rank whose Carré it is."""
        return Rank.SEVEN if self is Event.SEVENS else Rank.EIGHT


def _refuse(member: _Choice, name: str, value: object = None) -> None:
    raise AttributeError(f"{type(member).__name__} members are immutable: cannot change {name!r}")


# Only now, since making members sets their attributes.
_Choice.__setattr__ = _refuse  # type: ignore[assignment]
_Choice.__delattr__ = _refuse  # type: ignore[assignment]
