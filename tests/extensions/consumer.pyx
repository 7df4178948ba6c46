# cython: language_level=3, freethreading_compatible=True
"""A package of somebody else's that cimports everything the core offers."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from bazar.core cimport (
    ACE, ALL_TRUMPS, BELLA, BERTS, CANCELLED, CARRE, CLUBS, CORE_VERSION, DEEPEST, DIAMONDS, EAST, EIGHT,
    FREE, HEARTS, JACK, KING, LAST_TRICK, MAX_COMBINATIONS, MUST, NINE, NONE, NORTH, QUEEN, QUINT, SCORED,
    SEVEN, SOUTH, SPADES, TEN, TERTS, VOID, WEST, WITHOUT_TRUMPS, advance, bella, card_points, carre,
    carres, combination, combinations, count_cards, deal_from_index, deal_index, decide, declaration,
    game, game_of, go_on, holds_carre, legal, legal_at, legal_cards, make, may_say, open_bellas, points,
    points_split8, position, random_deal, replay, resolution, resolve, runs, sequence, start, start_walk,
    strength, strength_split8, suit_mask, table, trick_winner, unmake, walk,
)


def everything(mask, contract):
    """All queries of one hand, as the tests compare them with bazar.core."""
    cdef uint32_t cards = mask
    cdef int trump = contract
    return (
        runs(cards), carres(cards), points(cards, trump), points_split8(cards, trump), strength(cards, trump),
        strength_split8(cards, trump), card_points(cards, trump), bella(cards, trump), count_cards(cards),
    )


def listed(mask, contract, split8):
    cdef combination found[MAX_COMBINATIONS]
    cdef int count = combinations(mask, contract, split8, found)
    return [
        (entry.mask, entry.points, entry.strength, entry.kind, entry.length, entry.top, entry.suit)
        for entry in found[:count]
    ]


def declared(hands, contract, first, split8, sevens, eights):
    cdef uint32_t masks[4]
    cdef resolution result
    for seat in range(4):
        masks[seat] = hands[seat]
    result = resolve(masks, contract, first, split8, sevens, eights)
    return result.status, result.winner, result.points[0], result.points[1]


def decided(whists, best):
    cdef declaration said[4]
    for seat in range(4):
        said[seat] = declaration(points=whists[seat], strength=best[seat], sevens=0, eights=0)
    cdef resolution result = decide(said, NORTH)
    return result.status, result.winner, result.points[0], result.points[1]


def dealt(seed, number):
    cdef uint32_t masks[4]
    cdef uint32_t again[4]
    random_deal(seed, number, masks)
    cdef uint64_t index = deal_index(masks)
    deal_from_index(index, again)
    return [mask for mask in masks], index, [mask for mask in again]


cdef tuple fields(const position* p):
    return (
        [p.hands[seat] for seat in range(4)], p.pairs, p.now.led, p.now.over, p.now.said, p.now.stake,
        p.now.points[0], p.now.points[1], p.now.turn, p.now.winner, p.now.played, p.now.tricks[0],
        p.now.tricks[1], p.now.bellas[0], p.now.bellas[1],
    )


def played(seed, contract, leader, partner_exempt, undertrump):
    """Each time the lowest legal card, with the word where it may be said, each play made twice.

    Returns the cards, the mask of the words, and what the pairs took.
    """
    cdef uint32_t masks[4]
    cdef position p, again, copy
    cdef table before
    cdef game g = game_of(contract, partner_exempt, undertrump)
    cdef uint8_t cards[32]
    cdef uint32_t allowed, words = 0
    cdef int count, card, say
    random_deal(seed, 0, masks)
    start(&p, &g, masks, leader)
    again = p
    for count in range(32):
        allowed = legal(&p, &g)
        if not count and allowed != legal_cards(&g, masks[leader], 0, 0, 0):
            return None
        card = 0
        while not allowed >> card & 1:
            card += 1
        say = may_say(&p, &g, card)
        before = p.now
        copy = p
        make(&p, &g, card, say)
        unmake(&p, &before, card)
        if fields(&p) != fields(&copy):
            return None
        make(&p, &g, card, say)
        cards[count] = <uint8_t>card
        words |= <uint32_t>say << card
    if replay(&again, &g, cards, 32, words) != 32 or fields(&p) != fields(&again):
        return None
    # The first trick went to whoever leads the second.
    again.now.turn = <uint8_t>((leader + trick_winner(&g, cards, 4)) & 3)
    if not masks[again.now.turn] >> cards[4] & 1 or suit_mask(cards[0]) != <uint32_t>255 << (cards[0] & 24):
        return None
    if open_bellas(&p):
        return None
    return [cards[count] for count in range(32)], words, [
        p.now.points[0], p.now.points[1], BELLA * p.now.bellas[0], BELLA * p.now.bellas[1],
        p.now.tricks[0], p.now.tricks[1], p.now.turn,
    ]


def counted(seed, contract, leader, depth):
    """Legal lines, a few plays at a time, and the same by making and unmaking."""
    cdef uint32_t masks[4]
    cdef position p
    cdef walk w
    cdef game g = game_of(contract, 1, MUST)
    random_deal(seed, 0, masks)
    start(&p, &g, masks, leader)
    start_walk(&w, &p, &g, min(depth, DEEPEST), seed & 1)
    while not go_on(&w, &g, 7):
        pass
    return w.lines, lines(&p, &g, depth)


cdef uint64_t lines(position* p, const game* g, int depth) noexcept:
    cdef uint32_t left = legal(p, g)
    cdef uint64_t total = 0
    cdef table before = p.now, after
    cdef int card
    if depth == 0:
        return 1
    for card in range(32):
        if left >> card & 1:
            advance(&p.now, &after, g, p.hands[p.now.turn] ^ (<uint32_t>1 << card), card, 0)
            make(p, g, card, 0)
            if after.turn == p.now.turn and legal_at(p.hands, &after, g) == legal(p, g):
                total += lines(p, g, depth - 1)
            unmake(p, &before, card)
    return total


def named():
    cdef combination quint = sequence(CLUBS, ACE, 5, CLUBS)
    cdef combination four = carre(JACK, WITHOUT_TRUMPS)
    return (
        quint.mask, quint.kind == QUINT, four.mask, four.kind == CARRE,
        holds_carre(four.mask, JACK), CORE_VERSION,
    )


def constants():
    return (
        (SPADES, HEARTS, DIAMONDS, CLUBS, ALL_TRUMPS, WITHOUT_TRUMPS),
        (SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE),
        (NORTH, EAST, SOUTH, WEST),
        (TERTS, BERTS, QUINT, CARRE),
        (SCORED, NONE, VOID, CANCELLED),
        (FREE, MUST, LAST_TRICK, BELLA),
    )
