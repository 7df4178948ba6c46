"""The rules of play again, by comparing cards one by one, sharing nothing with the package.

A card is text such as "TH", a hand a set of cards; a trick a list of (seat, card), the lead first.
"""

from functools import cache

import naive

PLAIN = "ATKQJ987"
TRUMP = "J9ATKQ87"


def trump(card, contract):
    return contract == "AT" or card[1] == contract


@cache
def beats(card, other, led, contract):
    """Whether a card, played to a trick in which a suit was led, is higher than another in it."""
    if contract in ("AT", "WT"):
        if card[1] != led or other[1] != led:
            return card[1] == led
    elif card[1] != other[1]:
        if contract in (card[1], other[1]):
            return card[1] == contract
        return card[1] == led
    order = TRUMP if trump(card, contract) else PLAIN
    return order.index(card[0]) < order.index(other[0])


def holder(trick, contract):
    """The (seat, card) that wins a trick."""
    led = trick[0][1][1]
    for seat, card in trick:
        beaten = any(other != card and beats(other, card, led, contract) for _, other in trick)
        if not beaten and card[1] in (led, contract):
            return seat, card
    raise AssertionError("no card wins")


def legal(hand, trick, contract, turn, partner_exempt=True, undertrump="free"):
    """The cards that may be played, found by asking of each whether anything forbids it."""
    if not trick:
        return set(hand)
    led = trick[0][1][1]
    seat, best = holder(trick, contract)
    following = {card for card in hand if card[1] == led}
    if following:
        if contract == "WT" or contract not in ("AT", led):
            return following
        over = {card for card in following if best[1] == led and beats(card, best, led, contract)}
        return over or following
    if contract in ("AT", "WT"):
        return set(hand)
    trumps = {card for card in hand if card[1] == contract}
    if not trumps:
        return set(hand)
    if partner_exempt and seat == (turn + 2) % 4:
        return set(hand)
    over = {card for card in trumps if beats(card, best, led, contract)}
    if over:
        return over
    return trumps if undertrump == "must" else set(hand)


def duty(card, hand, trick, contract, turn, partner_exempt=True, undertrump="free"):
    """The duty that forbids a card, or None; told from the rules one by one."""
    if card in legal(hand, trick, contract, turn, partner_exempt, undertrump):
        return None
    if card not in hand:
        return "hold"
    led = trick[0][1][1]
    _, best = holder(trick, contract)
    if card[1] != led and any(other[1] == led for other in hand):
        return "follow"
    if not trump(best, contract):
        return "trump"
    can_go_over = any(beats(other, best, led, contract) for other in hand if trump(other, contract))
    return "overtrump" if can_go_over else "undertrump"


def may_say(deal, trick, contract, turn, card):
    """Whether the word may be said at a card about to be played."""
    if card[0] not in "KQ" or contract == "WT":
        return False
    if not {"K" + card[1], "Q" + card[1]} <= deal[turn]:
        return False
    if contract == "AT":
        return not trick or trick[0][1][1] == card[1]
    return card[1] == contract


class Table:
    """A deal being played by the book; the hands may have fewer than eight cards."""

    def __init__(self, hands, contract, leader, partner_exempt=True, undertrump="free"):
        self.deal = [set(hand) for hand in hands]
        self.hands = [set(hand) for hand in hands]
        self.contract = contract
        self.rules = partner_exempt, undertrump
        self.turn = leader
        self.trick = []
        self.taken = [[], []]
        self.tricks = [0, 0]
        self.last = None
        self.words = []

    def copy(self):
        other = object.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.hands = [set(hand) for hand in self.hands]
        other.trick = list(self.trick)
        other.taken = [list(cards) for cards in self.taken]
        other.tricks = list(self.tricks)
        other.words = list(self.words)
        return other

    def legal(self):
        return legal(self.hands[self.turn], self.trick, self.contract, self.turn, *self.rules)

    def may_say(self, card):
        return may_say(self.deal, self.trick, self.contract, self.turn, card)

    def play(self, card, word=False):
        assert card in self.legal()
        assert not word or self.may_say(card)
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        if word:
            self.words.append((self.turn, card))
        if len(self.trick) < 4:
            self.turn = (self.turn + 1) % 4
            return
        self.turn = holder(self.trick, self.contract)[0]
        self.taken[self.turn % 2] += [card for _, card in self.trick]
        self.tricks[self.turn % 2] += 1
        self.trick = []
        if not any(self.hands):
            self.last = self.turn % 2

    def card_points(self):
        points = [naive.card_points(cards, self.contract) for cards in self.taken]
        if self.last is not None:
            points[self.last] += 10
        return points

    def bella_points(self):
        points = [0, 0]
        for suit in naive.SUITS:
            for pair in (0, 1):
                cards = {card for seat, card in self.words if seat % 2 == pair}
                if {"K" + suit, "Q" + suit} <= cards:
                    points[pair] += 20
        return points


def perft(table, cards):
    """The number of ways to play so many cards, each line played to its end and taken back by copying."""
    if cards == 0:
        return 1
    total = 0
    for card in table.legal():
        after = table.copy()
        after.play(card)
        total += perft(after, cards - 1)
    return total


def playout(hands, contract, leader, seed, number, partner_exempt=True, undertrump="free"):
    """Whists of NS in a random playout of the documented generator."""
    table = Table(hands, contract, leader, partner_exempt, undertrump)
    state = naive.splitmix(seed) + 4 * number * 0x9E3779B97F4A7C15
    played = 0
    while any(table.hands):
        if played % 8 == 0:
            word = naive.splitmix(state % 2**64)
            state += 0x9E3779B97F4A7C15
        played += 1
        cards = sorted(table.legal(), key=naive.PACK.index)
        word *= len(cards)
        table.play(cards[word >> 64])
        word %= 2**64
    return table.card_points()[0]
