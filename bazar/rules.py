"""The class Rules: the switches of the rules of play on which public sources disagree."""

from __future__ import annotations

from bazar._frozen import Frozen
from bazar.errors import given

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, Self

    Undertrump = Literal["free", "must"]

UNDERTRUMP: tuple[Undertrump, ...] = ("free", "must")


class Rules(Frozen):
    """What a player void of the suit led must do in a suit contract (RULES C); the rest is common to all.

    :param partner_exempt: whether the duty to trump ends where the partner holds the trick
    :param undertrump: of who must trump and cannot go over a trump: ``"free"`` any card, ``"must"`` a
        trump all the same
    :raises TypeError: for a switch that is no bool, a way that is no text
    :raises ValueError: for an unknown way to undertrump

    The default is the profile ``bazar``. Immutable and hashable. Public sources disagree, so there are
    presets by name: ``Rules.bazar()``, ``Rules.blotstar()``, ``Rules.rotterdam()``.

    >>> from bazar import Rules
    >>> Rules(undertrump="must") == Rules.blotstar(), Rules() == Rules.bazar()
    (True, True)
    >>> Rules(partner_exempt=False)
    Rules(partner_exempt=False, undertrump='free')
    """

    __module__ = "bazar"
    __slots__ = ("partner_exempt", "undertrump")
    __match_args__ = ("partner_exempt", "undertrump")
    partner_exempt: bool
    undertrump: Undertrump

    def __new__(cls, partner_exempt: bool = True, undertrump: Undertrump = "free") -> Self:
        if not isinstance(partner_exempt, bool):
            raise TypeError(f"partner_exempt must be True or False, not {given(partner_exempt)}")
        if not isinstance(undertrump, str):
            raise TypeError(f"undertrump must be 'free' or 'must', not {given(undertrump)}")
        if undertrump not in UNDERTRUMP:
            raise ValueError(f"undertrump must be 'free' or 'must', not {undertrump!r:.100}")
        self = super().__new__(cls)
        self._set("partner_exempt", partner_exempt)
        self._set("undertrump", UNDERTRUMP[UNDERTRUMP.index(undertrump)])
        return self

    @classmethod
    def bazar(cls) -> Self:
        """The default: public rule texts and engines of Armenian and Russian bazar blot (RULES C).

        Nothing is owed where the partner holds the trick, nor where no higher trump is held.

        >>> Rules.bazar()
        Rules(partner_exempt=True, undertrump='free')
        """
        return cls()

    @classmethod
    def blotstar(cls) -> Self:
        """Blot Star, and so French and Moldovan rules: who cannot go over goes under (RULES C).

        >>> Rules.blotstar()
        Rules(partner_exempt=True, undertrump='must')
        """
        return cls(undertrump="must")

    @classmethod
    def rotterdam(cls) -> Self:
        """Rotterdam: all duties hold although the partner holds the trick (RULES C).

        Bitola and terz.am do not exempt the partner either.

        >>> Rules.rotterdam()
        Rules(partner_exempt=False, undertrump='must')
        """
        return cls(partner_exempt=False, undertrump="must")

    @classmethod
    def named(cls, name: str) -> Self:
        """A preset by its name: ``bazar``, ``blotstar`` or ``rotterdam``.

        :raises TypeError: for what is no text
        :raises ValueError: for another name

        >>> Rules.named("blotstar").undertrump
        'must'
        """
        if not isinstance(name, str):
            raise TypeError(f"the name of rules must be a text, not {given(name)}")
        presets = {"bazar": cls.bazar, "blotstar": cls.blotstar, "rotterdam": cls.rotterdam}
        if name not in presets:
            raise ValueError(f"there are no rules called {name!r:.100}; there are {', '.join(presets)}")
        return presets[name]()

    def _key(self) -> tuple[bool, Undertrump]:
        return self.partner_exempt, self.undertrump

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Rules(partner_exempt={self.partner_exempt}, undertrump={self.undertrump!r})"

    def __reduce__(self) -> tuple[type[Self], tuple[bool, Undertrump]]:
        return type(self), self._key()


DEFAULT = Rules()


def rules_given(rules: Rules | str | None) -> Rules:
    """Rules, those of a name, or the default."""
    if rules is None:
        return DEFAULT
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, str):
        return Rules.named(rules)
    raise TypeError(f"rules must be a bazar.Rules or the name of a preset, not {given(rules)}")
