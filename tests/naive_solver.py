"""The value of an ending by full enumeration: no pruning, nothing remembered, nothing of the package.

Cards are text such as "TH", hands sets of cards; a trick is a list of (seat, card), the lead first.
"""

import naive
import naive_play


def outcome(hands, contract, trick, turn, rules, tricks, capot, pairs, said, bella):
    """(margin, NS whists) still to come with best play; the margin decides, whists are of one such line.

    ``pairs`` are the (seat, suit) of Kings and Queens together in one hand, ``said`` the first of them
    played with the word; both are sets.
    """
    if not any(hands) and not trick:
        return 0, 0
    best = None
    for card in sorted(naive_play.legal(hands[turn], trick, contract, turn, *rules)):
        found = after(hands, contract, trick, turn, rules, tricks, capot, pairs, said, bella, card)
        if best is None or (found[0] > best[0] if turn % 2 == 0 else found[0] < best[0]):
            best = found
    return best


def after(hands, contract, trick, turn, rules, tricks, capot, pairs, said, bella, card):
    """The same after a card."""
    left = [hand - {card} if seat == turn else hand for seat, hand in enumerate(hands)]
    table = [*trick, (turn, card)]
    margin = whists = 0
    if bella and card[0] in "KQ" and (turn, card[1]) in pairs:
        # The word is said when it may be; else this Bella is over.
        if contract == "AT" and table[0][1][1] != card[1]:
            pairs = pairs - {(turn, card[1])}
        elif card[1] in said:
            margin += 20 if turn % 2 == 0 else -20
            whists += 20 if turn % 2 == 0 else 0
        else:
            said = said | {card[1]}
    turn = (turn + 1) % 4
    if len(table) == 4:
        turn, _ = naive_play.holder(table, contract)
        stake = naive.card_points([each for _, each in table], contract)
        tricks = (tricks[0] + 1 - turn % 2, tricks[1] + turn % 2)
        if not any(left):
            stake += 10
            if tricks[turn % 2] == 8:
                stake += capot
        margin += -stake if turn % 2 else stake
        whists += 0 if turn % 2 else stake
        table = []
    rest = outcome(left, contract, table, turn, rules, tricks, capot, pairs, said, bella)
    return margin + rest[0], whists + rest[1]


def solve(
    hands, contract, leader, trick=(), rules=(True, "free"), tricks=(0, 0), capot=0, bella=False, said=()
):
    """The margin, and a dict of the margin of each card; ``trick`` is of cards, ``said`` of cards gone."""
    table = [((leader + place) % 4, card) for place, card in enumerate(trick)]
    turn = (leader + len(table)) % 4
    whole = [hand | {card for owner, card in table if owner == seat} for seat, hand in enumerate(hands)]
    suits = {"AT": naive.SUITS, "WT": ""}.get(contract, contract)
    pairs = {
        (seat, suit)
        for seat, hand in enumerate(whole)
        for suit in suits
        if len({"K" + suit, "Q" + suit} & (hand | set(said))) == 2 and {"K" + suit, "Q" + suit} & hand
    }
    words = {card[1] for card in said}
    for seat, card in table:
        # Played before now, and not said: no Bella.
        if card[0] in "KQ" and card not in said:
            pairs.discard((seat, card[1]))
    arguments = contract, table, turn, rules, tricks, capot, pairs, words, bella
    hands = [set(hand) for hand in hands]
    return outcome(hands, *arguments), {
        card: after(hands, *arguments, card)
        for card in naive_play.legal(hands[turn], table, contract, turn, *rules)
    }
