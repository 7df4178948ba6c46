"""Why a card may not be played or a word not be said, in a sentence; and what is wrong with a position.

What may be played the core alone decides; here is only told which duty the answer comes from.
"""

from __future__ import annotations

from itertools import islice

from bazar import _core
from bazar._card import Card
from bazar._hand import Hand, hands_of_deal
from bazar._text import SYMBOLS
from bazar.deal import NAMES, Deal
from bazar.enums import Suit
from bazar.errors import IllegalPlay, given

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from bazar.rules import Rules

CARDS = tuple(Card(number) for number in range(32))
SUITS = tuple(Suit)
PLAY = "RULES C"


def shown(card: Card | int) -> str:
    """A card as people write it: 10♥."""
    number = card.__index__()
    return f"{('7', '8', '9', '10', 'J', 'Q', 'K', 'A')[number & 7]}{SYMBOLS[number >> 3]}"


def listed(mask: int) -> str:
    """Cards by suit, the highest rank first, the suits' signs repeated."""
    return " ".join(
        shown(8 * suit + rank)
        for suit in range(4)
        for rank in range(7, -1, -1)
        if mask >> 8 * suit + rank & 1
    )


def refusal(
    card: int, seat: int, hand: int, allowed: int, trick: tuple[int, ...], contract: int
) -> IllegalPlay | None:
    """Why the player to move may not play a card, or None if it is allowed."""
    name = NAMES[seat]
    if allowed >> card & 1:
        return None
    if not hand:
        return IllegalPlay("all cards are played", "over", PLAY)
    if not hand >> card & 1:
        return IllegalPlay(f"{name}, whose turn it is, does not hold {shown(card)}", "hold", PLAY)
    led = trick[0] >> 3
    following = hand & 255 << 8 * led
    best = trick[_core.trick_winner(trick, contract)]
    if following and card >> 3 != led:
        return IllegalPlay(
            f"must follow suit: {SUITS[led].name.lower()} are led, and {name} holds {listed(following)}",
            "follow",
            PLAY,
        )
    over = f"{shown(best)} is beaten by {listed(allowed)}, which {name} holds"
    if following:
        duty = "go over" if contract == 4 else "overtrump"
        return IllegalPlay(f"must {duty}: {over}", "overtrump", PLAY)
    void = f"{name} has no {SUITS[led].name.lower()}"
    if best >> 3 != contract:
        return IllegalPlay(f"must trump: {void} and holds {listed(allowed)}", "trump", PLAY)
    if _core.trick_winner((*trick, _lowest(allowed)), contract) == len(trick):
        return IllegalPlay(f"must overtrump: {over}", "overtrump", PLAY)
    reason = f"must undertrump: {void}, and a trump must be played although none that {name} holds"
    return IllegalPlay(f"{reason} beats {shown(best)}", "undertrump", PLAY)


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def bella_refusal(card: int, seat: int, contract: int, had_both: bool, known: int) -> IllegalPlay:
    """Why the word may not be said at a card that may be played (R20).

    ``known`` are the cards in the position as it was set up; of others nobody can tell who had them.
    """
    name = NAMES[seat]
    suit = SUITS[card >> 3]
    start = f"Bella may not be said at {shown(card)}: "
    if contract == 5:
        return IllegalPlay(start + "there is none without trumps", "bella", "RULES R12")
    if contract != 4 and card >> 3 != contract:
        return IllegalPlay(start + f"{suit.name.lower()} are not trump", "bella", "RULES A")
    if card & 7 not in (5, 6):
        return IllegalPlay(start + "it is neither a King nor a Queen", "bella", "RULES A")
    if not had_both and not known >> (card ^ 3) & 1:
        mate = shown(card ^ 3)
        reason = f"{mate} went before this position began, and it is not known that the word was said at it"
        return IllegalPlay(start + reason, "bella", "RULES R15")
    if not had_both:
        both = f"King and Queen of {suit.name.lower()}"
        return IllegalPlay(start + f"{name} did not hold both {both}", "bella", "RULES R15")
    return IllegalPlay(start + f"{suit.name.lower()} are not led", "bella", "RULES R14")


def hands_given(hands: object) -> tuple[Hand, ...]:
    """Four hands, from a deal, its text or four of anything a Hand is made from; they may overlap."""
    if isinstance(hands, Deal):
        return hands.hands
    if isinstance(hands, str):
        return hands_of_deal(hands)
    if not _core.in_order(hands):
        raise TypeError(f"a Deal, its text or four hands are expected, not {given(hands)}")
    made = tuple(Hand(hand) for hand in islice(hands, 5))  # type: ignore[call-overload]
    if len(made) != 4:
        count = "more" if len(made) > 4 else len(made)
        raise ValueError(f"four hands are expected, one for each seat, not {count}")
    return made


def problems(
    hands: tuple[int, ...],
    contract: int,
    leader: int,
    rules: Rules,
    trick: tuple[int, ...],
    tricks: tuple[int, int] | None,
    said: int,
) -> tuple[str, ...]:
    """All that is wrong with a position set up by hand, a sentence each."""
    found = [*_overlaps(hands, trick)]
    whole = list(hands)
    for place, card in enumerate(trick):
        whole[(leader + place) % 4] |= 1 << card
    found += _sizes(hands, whole, trick, leader)
    if not found:
        found += _broken_trick(whole, contract, leader, rules, trick)
        found += _words(whole, contract, leader, trick, said)
        left = whole[0].bit_count()
        if tricks is not None and sum(tricks) != 8 - left:
            found.append(
                f"{tricks[0]} and {tricks[1]} tricks taken do not fit {left} to come: there are eight in all"
            )
    return tuple(found)


def _overlaps(hands: tuple[int, ...], trick: tuple[int, ...]) -> Iterable[str]:
    for seat in range(4):
        for earlier in range(seat):
            shared = hands[seat] & hands[earlier]
            if shared:
                yield f"{NAMES[earlier]} and {NAMES[seat]} both hold {listed(shared)}"
    for place, card in enumerate(trick):
        if card in trick[:place]:
            yield f"{shown(card)} is twice in the trick"
        for name, hand in zip(NAMES, hands, strict=True):
            if hand >> card & 1 and card not in trick[:place]:
                yield f"{shown(card)} is on the table and in {name}'s hand"


def _sizes(hands: tuple[int, ...], whole: list[int], trick: tuple[int, ...], leader: int) -> Iterable[str]:
    # What each would hold if the cards on the table were taken back.
    sizes = [hand.bit_count() for hand in hands]
    for place in range(len(trick)):
        sizes[(leader + place) % 4] += 1
    if max(sizes) > 8:
        yield f"{NAMES[sizes.index(max(sizes))]} would have been dealt more than eight cards"
    if len(set(sizes)) > 1:
        counts = ", ".join(f"{name} {hand.bit_count()}" for name, hand in zip(NAMES, hands, strict=True))
        beside = f" with {len(trick)} on the table" if trick else ""
        yield f"hands do not fit each other{beside}: {counts} cards"


def _broken_trick(
    whole: list[int], contract: int, leader: int, rules: Rules, trick: tuple[int, ...]
) -> Iterable[str]:
    under = _core.MUST if rules.undertrump == "must" else _core.FREE
    for place, card in enumerate(trick):
        seat = (leader + place) % 4
        before = trick[:place]
        allowed = _core.legal(whole[seat], before, contract, rules.partner_exempt, under)
        error = refusal(card, seat, whole[seat], allowed, before, contract)
        if error is not None:
            yield f"{NAMES[seat]} may not have played {shown(card)}: {error}"


def _words(whole: list[int], contract: int, leader: int, trick: tuple[int, ...], said: int) -> Iterable[str]:
    for card in range(32):
        if not said >> card & 1:
            continue
        suit = card >> 3
        mate = card ^ 3
        start = f"Bella may not have been said at {shown(card)}"
        if card & 7 not in (5, 6) or contract not in (4, suit):
            yield f"{start}: it is no King or Queen of trumps"
            continue
        holder = next((seat for seat in range(4) if whole[seat] >> mate & 1), None)
        if holder is None:
            yield f"{start}: {shown(mate)} is in no hand, so that nothing depends on it"
        elif card not in trick:
            if any(hand >> card & 1 for hand in whole):
                yield f"{start}: it has not been played"
        elif trick[(holder - leader) % 4 :][:1] != (card,):
            yield f"{start}: {NAMES[holder]} has {shown(mate)} (R15)"
        elif contract == 4 and trick[0] >> 3 != suit:
            yield f"{start}: {SUITS[suit].name.lower()} were not led (R14)"
