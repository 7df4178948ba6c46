"""The errors for text that cannot be read and for plays that the rules forbid."""

from __future__ import annotations

from reprlib import repr as short_repr

# How much of a long text stands before the start of a fault, and how much from there on; deals are shorter.
AROUND = 75


class ParseError(ValueError):
    """Text that is not what it should be, with the place and the remedy.

    ``kind`` is what was to be read (``"hand"``, ``"contract"``, …) and ``text`` what was given;
    ``text[start:end]`` is the part at fault (empty where something is missing), ``problem`` what is
    wrong with it, ``expected`` what may stand there, and ``nearest`` the nearest text that can be
    read, or ``None``.

    >>> import bazar
    >>> try:
    ...     bazar.Hand("AKXJ.T98.7.")
    ... except bazar.ParseError as error:
    ...     for part in (error.problem, error.expected, error.nearest):
    ...         print(part)
    'X' at column 3 is no rank
    A K Q J T 9 8 7 (10 for T)
    AKJ.T98.7.
    """

    __module__ = "bazar"

    def __init__(
        self,
        kind: str,
        text: str,
        start: int,
        end: int,
        problem: str,
        expected: str,
        nearest: str | None = None,
    ) -> None:
        # All arguments in args, so that the error pickles and copies.
        super().__init__(kind, text, start, end, problem, expected, nearest)
        self.kind = kind
        self.text = text
        self.start = start
        self.end = end
        self.problem = problem
        self.expected = expected
        self.nearest = nearest

    def __str__(self) -> str:
        message = f"cannot read {shortened(self.text)} as {with_article(self.kind)}: {self.problem}"
        message += f"; expected {self.expected}"
        if self.nearest is not None:
            message += f"; nearest: {self.nearest!r}"
        return message

    def pointer(self) -> str:
        """The text, of a long one what is around the fault, and carets under the fault, for a terminal."""
        start, end = max(0, self.start - AROUND), self.start + AROUND
        fault = min(self.end, end)
        shown = "".join(c if c.isprintable() else " " for c in self.text[start:end])
        before, behind = "…" * (start > 0), "…" * (end < len(self.text))
        indent = " " * (len(before) + _columns(shown[: self.start - start]))
        carets = "^" * max(1, _columns(shown[self.start - start : fault - start]))
        return f"{before}{shown}{behind}\n{indent}{carets}"


def _columns(text: str) -> int:
    """How wide a terminal shows a text: marks on the letter before them take no room, wide letters two."""
    from unicodedata import category, east_asian_width

    return sum(0 if category(c) in ("Mn", "Me") else 1 + (east_asian_width(c) in "FW") for c in text)


def shortened(text: str) -> str:
    """A text as messages show it, however long it is."""
    return repr(text) if len(text) <= 100 else f"{text[:100]!r}…"


def with_article(noun: str) -> str:
    """The noun behind "a" or "an"."""
    return f"{'an' if noun[0] in 'AEIOUaeiou' else 'a'} {noun}"


def given(value: object) -> str:
    """What a value of a wrong type is, for the message that refuses it; its own repr may be endless."""
    try:
        shown = short_repr(value)
    except ValueError:
        # The interpreter refuses the digits of a huge int.
        shown = "too long to show"
    return f"{type(value).__name__}: {shown}"


class IllegalPlay(ValueError):
    """A card that may not be played, or a word that may not be said, with the reason.

    ``reason`` is a sentence; ``duty`` a word for programs: ``"hold"`` (the card is not in the hand),
    ``"follow"``, ``"trump"``, ``"overtrump"`` (also: to go over in A/T), ``"undertrump"``, ``"bella"`` or
    ``"over"`` (no card is left to play); ``rule`` the rule it comes from, such as ``"RULES R14"``.

    >>> import bazar
    >>> p = bazar.Position(["J.A..", "9.K..", "8.Q..", "7.J.."], "S")
    >>> p.play("JS")
    >>> try:
    ...     p.play("KH")
    ... except bazar.IllegalPlay as error:
    ...     print(error, (error.duty, error.rule))
    must follow suit: spades are led, and East holds 9♠ ('follow', 'RULES C')
    """

    __module__ = "bazar"

    def __init__(self, reason: str, duty: str, rule: str) -> None:
        # All arguments in args, so that the error pickles and copies.
        super().__init__(reason, duty, rule)
        self.reason = reason
        self.duty = duty
        self.rule = rule

    def __str__(self) -> str:
        return self.reason


class SearchLimit(RuntimeError):
    """A search that needs more positions than it was allowed; ``limit`` is how many that was.

    >>> import bazar
    >>> try:
    ...     bazar.solve(bazar.Position(bazar.Deal.random(seed=1), "S"), max_nodes=10)
    ... except bazar.SearchLimit as error:
    ...     print(error)
    the search needs more than the 10 positions it was allowed
    """

    __module__ = "bazar"

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit

    def __str__(self) -> str:
        return f"the search needs more than the {self.limit} positions it was allowed"
