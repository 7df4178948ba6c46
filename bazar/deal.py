"""The class Deal, and hands by seat."""

from __future__ import annotations

from itertools import islice
from os import urandom

from bazar import _core
from bazar._core import in_order
from bazar._frozen import Frozen
from bazar._hand import Hand, hands_of_deal
from bazar.enums import Seat
from bazar.errors import given

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Self, SupportsIndex

    from bazar._hand import _HandLike

NAMES = tuple(seat.name.capitalize() for seat in Seat)


def disjoint_hands(hands: Iterable[_HandLike]) -> tuple[Hand, Hand, Hand, Hand]:
    """Four hands, by seat, that share no card."""
    made = tuple(hand if isinstance(hand, Hand) else Hand(hand) for hand in islice(hands, 5))
    if len(made) != 4:
        count = "more" if len(made) > 4 else len(made)
        raise ValueError(f"four hands are expected, one for each seat, not {count}")
    for seat in range(1, 4):
        for earlier in range(seat):
            shared = made[seat] & made[earlier]
            if shared:
                card = next(iter(shared))
                raise ValueError(f"{NAMES[earlier]} and {NAMES[seat]} both have {card}")
    return made[0], made[1], made[2], made[3]


class Deal(Frozen):
    """All 32 cards, eight to each seat.

    Made from text (``N:hand hand hand hand``, dotted hands, seats clockwise from the letter) or from
    four hands N E S W, each anything a ``Hand`` is made from.

    :raises TypeError: for what can be no deal
    :raises ValueError: if hands overlap or have not eight cards each; ``ParseError`` for bad text

    >>> from bazar import Deal
    >>> deal = Deal("N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987")
    >>> deal["E"], len(deal), deal.index
    (Hand('.AKQJT987..'), 4, 0)
    """

    __module__ = "bazar"
    __slots__ = ("_hands",)
    _hands: tuple[Hand, Hand, Hand, Hand]

    def __new__(cls, hands: str | Iterable[_HandLike] | Deal) -> Self:
        self = super().__new__(cls)
        if isinstance(hands, str):
            self._set("_hands", hands_of_deal(hands))
            return self
        if not in_order(hands):
            raise TypeError(f"a deal must be a Deal, its text or four hands, not {given(hands)}")
        made = disjoint_hands(hands)
        for name, hand in zip(NAMES, made, strict=True):
            if len(hand) != 8:
                raise ValueError(f"{name} has {len(hand)} cards, where a deal gives each seat 8: {hand}")
        self._set("_hands", made)
        return self

    @classmethod
    def random(cls, seed: SupportsIndex | None = None) -> Self:
        """A deal drawn uniformly; the same for the same seed, on every machine and version.

        :param seed: 0 … 2**64 - 1, or None for one from the operating system
        :raises TypeError, ValueError: for what is no such seed

        The generator is SplitMix64, as ``docs/dealing.md`` describes.

        >>> print(Deal.random(seed=1))
        N:A.QT97.T.T8 J.AK.J9.AK9 87..AK8.QJ7 KQT9.J8.Q7.
        """
        if seed is None:
            seed = int.from_bytes(urandom(8), "little")
        return cls(_core.random_deal(seed))

    @classmethod
    def from_index(cls, index: SupportsIndex) -> Self:
        """The deal of a number: the inverse of ``index``.

        :param index: 0 … 99,561,092,450,390,999
        :raises TypeError, ValueError: for what is no such number

        >>> Deal.from_index(99_561_092_450_390_999)["N"]
        Hand('...AKQJT987')
        """
        return cls(_core.deal_from_index(index))

    @property
    def index(self) -> int:
        """The number of this deal, 0 … 99,561,092,450,390,999; ``docs/dealing.md`` defines it.

        >>> Deal.from_index(123_456_789).index
        123456789
        """
        return _core.deal_index([hand.mask for hand in self._hands])

    @property
    def hands(self) -> tuple[Hand, Hand, Hand, Hand]:
        """The hands N E S W."""
        return self._hands

    def __getitem__(self, seat: Seat | str | SupportsIndex) -> Hand:
        return self._hands[Seat(seat).__index__()]

    def __iter__(self) -> Iterator[Hand]:
        return iter(self._hands)

    def __len__(self) -> int:
        return 4

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deal):
            return NotImplemented
        return self._hands == other._hands

    def __hash__(self) -> int:
        return hash(self._hands)

    def __str__(self) -> str:
        return "N:" + " ".join(map(str, self._hands))

    def __repr__(self) -> str:
        return f"Deal({str(self)!r})"

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (str(self),)
