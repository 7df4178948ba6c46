"""Reading text: hands, cards, deals and the names of suits, ranks, seats and contracts.

Everything here is in terms of the core's numbers; the classes call it from their constructors.
"""

from __future__ import annotations

from bazar.errors import ParseError, shortened, with_article

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeVar

    T = TypeVar("T")

RANKS = "789TJQKA"
SUITS = "SHDC"
SEATS = "NESW"
SYMBOLS = "♠♥♦♣"
OUTLINED = "♤♡♢♧"
VARIATION_SELECTORS = "\ufe0e\ufe0f"

LATIN_RANKS = {letter: rank for rank, letter in enumerate(RANKS) if not letter.isdigit()}
# Туз, Король, Дама, Валет; пики, черви, бубны, трефы.
CYRILLIC_RANKS = {"Т": 7, "К": 6, "Д": 5, "В": 4}
CYRILLIC_SUITS = "ПЧБТ"
DIGIT_RANKS = {"7": 0, "8": 1, "9": 2}

# What a letter of another script is most likely meant as, and slips of the keyboard.
LOOK_ALIKES = dict(
    zip(
        "АКТСНВЕМОРХЅЈІΑΚΤΗΝΜΟΡΧＡＫＱＪＴ０１７８９ＳＨＤＣＥＮＷ",
        "AKTCHBEMOPXSJIAKTHNMOPXAKQJT01789SHDCENW",
        strict=True,
    )
)
TO_CYRILLIC = {"T": "Т", "K": "К", "B": "В", "A": "Т", "Q": "Д", "J": "В"}

RANKS_EXPECTED = "A K Q J T 9 8 7 (10 for T)"
CYRILLIC_EXPECTED = "Т К Д В 10 9 8 7"


class Fault(Exception):
    """What is wrong with a text and where, before it is known which text was read as what."""

    def __init__(
        self, start: int, end: int, problem: str, expected: str, remedies: tuple[str, ...] = ()
    ) -> None:
        self.start = start
        self.end = end
        self.problem = problem
        self.expected = expected
        # Candidates to stand in place of text[start:end].
        self.remedies = remedies


def read(kind: str, text: str, scan: Callable[[str], T]) -> T:
    """What ``scan`` makes of the text; a ``Fault`` of it becomes a located ``ParseError``."""
    try:
        return scan(text)
    except Fault as fault:
        raise ParseError(
            kind, text, fault.start, fault.end, fault.problem, fault.expected, _nearest(text, fault, scan)
        ) from None


def _nearest(text: str, fault: Fault, scan: Callable[[str], object]) -> str | None:
    """The text mended by the first remedy that makes it readable, several faults of a kind included."""
    for remedy in fault.remedies:
        candidate = text[: fault.start] + remedy + text[fault.end :]
        for _ in range(32):
            if not candidate.strip():
                break
            try:
                scan(candidate)
            except Fault as next_fault:
                if not next_fault.remedies or len(candidate) > 200:
                    break
                candidate = (
                    candidate[: next_fault.start] + next_fault.remedies[0] + candidate[next_fault.end :]
                )
            else:
                return candidate.strip()
    return None


# --- letters ---------------------------------------------------------------------------------


def _is_cyrillic(letter: str) -> bool:
    return "\u0400" <= letter <= "\u052f"


def _named(letter: str) -> str:
    """A character as an error shows it; by its Unicode name too if it is not plain ASCII."""
    if letter.isascii():
        return repr(letter)
    from unicodedata import name

    return f"{letter!r} ({name(letter, f'U+{ord(letter):04X}')})"


def _script(text: str) -> str:
    """'latin' or 'cyrillic', whichever has more letters here; any other letter is a fault."""
    latin = cyrillic = 0
    for letter in text:
        if letter.isalpha():
            if letter.isascii():
                latin += 1
            elif _is_cyrillic(letter):
                cyrillic += 1
    script = "cyrillic" if cyrillic > latin else "latin"
    for place, letter in enumerate(text):
        if not letter.isalnum() or (letter.isascii() and letter.isdigit()):
            continue
        if script == "latin" and not letter.isascii():
            twin = LOOK_ALIKES.get(letter.upper())
            what = f"looks like {twin!r} but is not" if twin else "is no letter of this text's script"
            remedies = (twin, "") if twin else ("",)
            raise Fault(
                place, place + 1, f"{_named(letter)} at column {place + 1} {what}", "Latin letters", remedies
            )
        if script == "cyrillic" and not _is_cyrillic(letter):
            twin = TO_CYRILLIC.get(letter.upper())
            remedies = (twin, "") if twin else ("",)
            raise Fault(
                place,
                place + 1,
                f"{_named(letter)} at column {place + 1} is no letter of this text's script",
                "Cyrillic letters",
                remedies,
            )
    return script


def _suit_symbol(letter: str) -> int | None:
    place = SYMBOLS.find(letter)
    if place < 0:
        place = OUTLINED.find(letter)
    return place if place >= 0 else None


def _rank_at(text: str, place: int, ranks: dict[str, int]) -> tuple[int, int]:
    """The rank written at ``place`` and the place behind it."""
    letter = text[place]
    if text.startswith("10", place):
        return 3, place + 2
    rank = DIGIT_RANKS.get(letter)
    if rank is None:
        rank = ranks.get(letter.upper())
    if rank is not None:
        return rank, place + 1
    expected = RANKS_EXPECTED if ranks is LATIN_RANKS else CYRILLIC_EXPECTED
    if letter == "1":
        behind = text[place + 1 : place + 2]
        oh = behind != "" and behind in "OoОо"
        raise Fault(
            place,
            place + 1 + oh,
            f"{text[place : place + 1 + oh]!r} at column {place + 1} is no rank",
            expected,
            ("10", ""),
        )
    raise Fault(place, place + 1, f"{_named(letter)} at column {place + 1} is no rank", expected, ("",))


def _skip_selectors(text: str, place: int) -> int:
    while place < len(text) and text[place] in VARIATION_SELECTORS:
        place += 1
    return place


def _is_gap(letter: str) -> bool:
    return letter.isspace() or letter == ","


def _skip_gap(text: str, place: int, end: int) -> int:
    while place < end and _is_gap(text[place]):
        place += 1
    return place


# --- hands -----------------------------------------------------------------------------------


def hand(text: str) -> int:
    """The mask of a hand in any of the forms that are read."""
    return read("hand", text, _scan_hand)


def _scan_hand(text: str) -> int:
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    if start >= end:
        raise Fault(0, len(text), "it is empty", "a hand; one without cards is '...'", ("...",))
    if text[start + 1 : start + 2] == ":":
        raise Fault(start, start + 2, "it begins as a deal does", "one hand, not a deal")
    if "." in text:
        cards = _dotted(text, start, end, _script(text))
    elif _suit_symbol(text[start]) is not None:
        cards = _symbols_first(text, start, end, _script(text))
    else:
        cards = _single_cards(text, start, end, _script(text))
    mask = 0
    for card, first, last in cards:
        if mask >> card & 1:
            raise Fault(
                first, last, f"{card_text(card)} stands again at column {first + 1}", "each card once", ("",)
            )
        mask |= 1 << card
    return mask


def _ranks_of(script: str) -> dict[str, int]:
    return LATIN_RANKS if script == "latin" else CYRILLIC_RANKS


def _dotted(text: str, start: int, end: int, script: str) -> Iterator[tuple[int, int, int]]:
    """spades.hearts.diamonds.clubs"""
    ranks = _ranks_of(script)
    suit = 0
    place = start
    while place < end:
        if text[place] == ".":
            suit += 1
            if suit == 4:
                raise Fault(
                    place,
                    place + 1,
                    f"a fourth '.' at column {place + 1}",
                    "four suits between three dots",
                    ("",),
                )
            place += 1
        else:
            rank, behind = _rank_at(text, place, ranks)
            yield 8 * suit + rank, place, behind
            place = behind
    if suit < 3:
        raise Fault(
            end,
            end,
            f"it has {suit + 1} of four suits",
            "spades.hearts.diamonds.clubs, with three dots",
            ("." * (3 - suit),),
        )


def _symbols_first(text: str, start: int, end: int, script: str) -> Iterator[tuple[int, int, int]]:
    """♠AKQJ ♥10 9 8 ♦7 ♣-"""
    ranks = _ranks_of(script)
    place = start
    seen = 0
    while place < end:
        # A mixture such as "♠A K♥" would end in a bare symbol, so that is no void suit.
        suit = _suit_symbol(text[place])
        assert suit is not None
        symbol = place
        if seen >> suit & 1:
            raise Fault(
                place, place + 1, f"{text[place]!r} stands again at column {place + 1}", "each suit once"
            )
        seen |= 1 << suit
        place = _skip_gap(text, _skip_selectors(text, place + 1), end)
        if text.startswith("-", place):
            place = _skip_gap(text, place + 1, end)
            if place < end and _suit_symbol(text[place]) is None:
                raise Fault(
                    place,
                    place + 1,
                    f"{_named(text[place])} at column {place + 1} follows '-'",
                    "a suit symbol",
                )
            continue
        if place >= end or _suit_symbol(text[place]) is not None:
            raise Fault(
                symbol,
                symbol + 1,
                f"no rank behind {text[symbol]!r} at column {symbol + 1}",
                "ranks, or '-' for none",
            )
        while place < end and _suit_symbol(text[place]) is None:
            rank, behind = _rank_at(text, place, ranks)
            yield 8 * suit + rank, place, behind
            place = _skip_gap(text, behind, end)


def _single_cards(text: str, start: int, end: int, script: str) -> Iterator[tuple[int, int, int]]:
    """AS KS 10H, 10♥, тп"""
    place = start
    while place < end:
        card, behind = _card_at(text, place, end, script)
        yield card, place, behind
        place = _skip_gap(text, behind, end)


def _card_at(text: str, place: int, end: int, script: str) -> tuple[int, int]:
    rank, behind = _rank_at(text, place, _ranks_of(script))
    letters = SUITS if script == "latin" else CYRILLIC_SUITS
    expected = f"a suit: {' '.join(letters)} or {' '.join(SYMBOLS)}"
    if behind >= end or _is_gap(text[behind]):
        raise Fault(behind, behind, f"no suit behind the rank at column {place + 1}", expected)
    suit = _suit_symbol(text[behind])
    if suit is not None:
        return 8 * suit + rank, _skip_selectors(text, behind + 1)
    suit = letters.find(text[behind].upper())
    if suit < 0:
        raise Fault(behind, behind + 1, f"{_named(text[behind])} at column {behind + 1} is no suit", expected)
    return 8 * suit + rank, behind + 1


# --- cards -----------------------------------------------------------------------------------


def card(text: str) -> int:
    """The number of a card: rank, then suit."""
    return read("card", text, _scan_card)


def _scan_card(text: str) -> int:
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    if start >= end:
        raise Fault(0, len(text), "it is empty", "a rank and a suit, such as TH or 10♥")
    symbol = _suit_symbol(text[start])
    if symbol is not None:
        behind = _skip_selectors(text, start + 1)
        swapped = text[behind:end] + text[start:behind]
        raise Fault(
            start, end, "the suit stands before the rank", "a rank and a suit, such as TH or 10♥", (swapped,)
        )
    number, behind = _card_at(text, start, end, _script(text))
    if behind < end:
        raise Fault(behind, end, f"something follows the card at column {behind + 1}", "one card", ("",))
    return number


def card_text(number: int) -> str:
    return RANKS[number & 7] + SUITS[number >> 3]


# --- deals -----------------------------------------------------------------------------------


def deal(text: str) -> tuple[int, int, int, int]:
    """The masks N E S W of ``N:hand hand hand hand``."""
    return read("deal", text, _scan_deal)


def _scan_deal(text: str) -> tuple[int, int, int, int]:
    start = len(text) - len(text.lstrip())
    letter = text[start : start + 1]
    form = "N:hand hand hand hand, seats clockwise from the letter"
    if not letter:
        raise Fault(0, len(text), "it is empty", form)
    seat = SEATS.find(letter.upper()) if letter.isascii() else -1
    if seat < 0 or text[start + 1 : start + 2] != ":":
        # The letter is fine where only its colon is missing, as in "N AKQJ...".
        bare = text[start + 1 : start + 2].isspace()
        remedies = [f"{letter}:" if seat >= 0 and bare else f"N:{letter}"]
        twin = LOOK_ALIKES.get(letter.upper(), "")
        if twin and twin in SEATS:
            remedies.insert(0, twin)
        raise Fault(
            start,
            start + 1,
            f"it starts with {_named(letter)}, not a seat and a colon",
            form,
            tuple(remedies),
        )
    _within(text, start + 2, len(text), _script)
    masks = [0, 0, 0, 0]
    everything = 0
    count = 0
    for first, last in _words(text, start + 2):
        if count == 4:
            raise Fault(first, len(text), f"a fifth hand at column {first + 1}", "four hands", ("",))
        if "." not in text[first:last]:
            raise Fault(
                first, last, f"the hand at column {first + 1} has no dots", "spades.hearts.diamonds.clubs"
            )
        mask = _within(text, first, last, _scan_hand)
        name = ("North", "East", "South", "West")[seat]
        if mask.bit_count() != 8:
            raise Fault(first, last, f"{name} has {mask.bit_count()} cards", "eight cards a hand")
        if mask & everything:
            shared = card_text((mask & everything).bit_length() - 1)
            raise Fault(first, last, f"{name} has {shared}, which an earlier hand has", "each card once")
        everything |= mask
        masks[seat] = mask
        seat = (seat + 1) % 4
        count += 1
    if count < 4:
        raise Fault(len(text), len(text), f"it has {count} of four hands", form)
    return masks[0], masks[1], masks[2], masks[3]


def _words(text: str, place: int) -> Iterator[tuple[int, int]]:
    """Where the words from ``place`` on start and end."""
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        first = place
        while place < len(text) and not text[place].isspace():
            place += 1
        yield first, place


def _within(text: str, first: int, last: int, scan: Callable[[str], T]) -> T:
    """What ``scan`` makes of a part of the text, its fault placed in the whole."""
    try:
        return scan(text[first:last])
    except Fault as fault:
        problem = fault.problem.replace(f"column {fault.start + 1}", f"column {first + fault.start + 1}")
        raise Fault(first + fault.start, first + fault.end, problem, fault.expected, fault.remedies) from None


# --- names -----------------------------------------------------------------------------------


def choice(kind: str, text: str, names: dict[str, int], expected: str) -> int:
    """The number a name stands for; case, and how words are joined, do not matter."""
    return read(kind, text, lambda text: _scan_choice(kind, text, names, expected))


def _scan_choice(kind: str, text: str, names: dict[str, int], expected: str) -> int:
    for place, letter in enumerate(text):
        # Upper case makes some foreign letters plain ones (the long s), hence the look before it.
        upper = letter.upper()
        known = upper in names and not upper.isascii() and letter in (upper, upper.lower())
        if letter.isalnum() and not letter.isascii() and not known:
            key = text.strip()[:40].upper()
            problem = f"{_named(letter)} at column {place + 1} is no letter of {with_article(kind)}"
            raise Fault(place, place + 1, problem, expected, _close(key, names))
    key = "".join(letter for letter in text.strip() if letter not in VARIATION_SELECTORS).upper()
    number = names.get(key.replace(" ", "_").replace("-", "_"))
    if number is None:
        problem = f"{shortened(text)} is no {kind}" if text.strip() else "it is empty"
        raise Fault(0, len(text), problem, expected, _close(key, names))
    return number


def _close(key: str, names: dict[str, int]) -> tuple[str, ...]:
    """The name most like the key, if any is: look-alikes replaced first, then by similarity."""
    latin = "".join(LOOK_ALIKES.get(letter, letter) for letter in key[:40])
    if latin in names:
        return (latin,)
    from difflib import get_close_matches

    return tuple(get_close_matches(latin, names, n=1, cutoff=0.5))
