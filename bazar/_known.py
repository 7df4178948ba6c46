"""What is known of a deal before it is drawn: the class Known, and what follows for each card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, islice
from operator import index
from typing import Self, SupportsIndex, TypeAlias

from bazar._frozen import Frozen
from bazar._hand import Hand
from bazar.deal import NAMES
from bazar.enums import Seat, Suit
from bazar.errors import given

HandLike: TypeAlias = "Hand | str | SupportsIndex | Iterable[object]"
SuitsLike: TypeAlias = "Suit | str | Iterable[Suit | str | SupportsIndex]"


class Known(Frozen):
    """What is known of one seat of a deal.

    :param cards: cards that were dealt to it, those it has played since included
    :param without: cards that were not
    :param void: suits of which it has no other cards than those in ``cards``: letters, or an iterable
    :raises TypeError, ValueError: for what are no cards or suits, or contradicts itself

    >>> from bazar.arrays import Known
    >>> Known("7S", without="JH", void="SD")
    Known('7...', without='.J..', void='SD')
    """

    __module__ = "bazar.arrays"
    __slots__ = ("cards", "void", "without")
    cards: Hand
    without: Hand
    void: tuple[Suit, ...]

    def __new__(cls, cards: HandLike = 0, *, without: HandLike = 0, void: SuitsLike = ()) -> Self:
        self = super().__new__(cls)
        self._set("cards", _hand(cards))
        self._set("without", _hand(without))
        if isinstance(void, (bytes, bytearray)) or not isinstance(void, (Suit, Iterable)):
            raise TypeError(f"void must be suits, not {given(void)}")
        suits = [void] if isinstance(void, Suit) else islice(void, 33)
        self._set("void", tuple(sorted({Suit(suit) for suit in suits})))
        if len(self.cards) > 8:
            raise ValueError(f"a seat is dealt 8 cards, not {len(self.cards)}: {self.cards}")
        both = self.cards & self.without
        if both:
            raise ValueError(f"{next(iter(both))} cannot be both with a seat and not")
        return self

    @property
    def others(self) -> int:
        """The mask of the cards, apart from those it was dealt, that it may have been dealt too."""
        barred = self.cards.mask | self.without.mask
        for suit in self.void:
            barred |= 0xFF << 8 * index(suit)
        return ~barred & 0xFFFFFFFF

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Known):
            return NotImplemented
        return (self.cards, self.without, self.void) == (other.cards, other.without, other.void)

    def __hash__(self) -> int:
        return hash((self.cards, self.without, self.void))

    def __repr__(self) -> str:
        parts = [repr(str(self.cards))] if self.cards else []
        parts += [f"without={str(self.without)!r}"] if self.without else []
        parts += [f"void={''.join(map(str, self.void))!r}"] if self.void else []
        return f"Known({', '.join(parts)})"

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (type(self), self.cards.mask, self.without.mask, "".join(map(str, self.void)))


def _rebuilt(cls: type[Known], cards: int, without: int, void: str) -> Known:
    return cls(cards, without=without, void=void)


def _hand(cards: object) -> Hand:
    return cards if isinstance(cards, Hand) else Hand(cards)  # type: ignore[arg-type]


def placements(known: object) -> tuple[list[int], list[tuple[int, int]]]:
    """The masks of the cards fixed to each seat; each other card, with a bit for each seat it may go to."""
    if not isinstance(known, Mapping):
        raise TypeError(f"known must map seats to what is known of them, not {given(known)}")
    seats = [Known()] * 4
    told = set()
    for key, what in known.items():
        seat = Seat(key)
        if seat in told:
            raise ValueError(f"known has {NAMES[index(seat)]} twice")
        told.add(seat)
        seats[index(seat)] = what if isinstance(what, Known) else Known(what)
    for a, b in combinations(range(4), 2):
        both = seats[a].cards & seats[b].cards
        if both:
            raise ValueError(f"{next(iter(both))} cannot be with both {NAMES[a]} and {NAMES[b]}")
    fixed = [seat.cards.mask for seat in seats]
    dealt = fixed[0] | fixed[1] | fixed[2] | fixed[3]
    free = []
    for card in range(32):
        if not dealt >> card & 1:
            free.append((card, sum((what.others >> card & 1) << seat for seat, what in enumerate(seats))))
    _check(fixed, free)
    return fixed, free


def _check(fixed: list[int], free: list[tuple[int, int]]) -> None:
    """There is a deal unless some seats have no room for the cards that only they may get (Hall)."""
    for size in range(4):
        for group in combinations(range(4), size):
            bits = sum(1 << seat for seat in group)
            room = sum(8 - fixed[seat].bit_count() for seat in group)
            cards = sum(1 << card for card, seats in free if not seats & ~bits)
            if cards.bit_count() > room:
                raise ValueError(_conflict(Hand(cards), [NAMES[seat] for seat in group], room))


def _conflict(cards: Hand, names: list[str], room: int) -> str:
    if not names:
        return f"no seat can have {', '.join(map(str, cards))}"
    seats = " or ".join(names)
    listed = ", ".join(map(str, cards))
    return f"only {seats} can have {listed}: {len(cards)} cards, with room for {room} more"
