# cython: language_level=3, freethreading_compatible=True
"""A package of somebody else's that cimports everything the core offers."""

from libc.stdint cimport uint32_t, uint64_t

from bazar.core cimport (
    ACE, ALL_TRUMPS, BERTS, CANCELLED, CARRE, CLUBS, CORE_VERSION, DIAMONDS, EAST, EIGHT, HEARTS, JACK, KING,
    MAX_COMBINATIONS, NINE, NONE, NORTH, QUEEN, QUINT, SCORED, SEVEN, SOUTH, SPADES, TEN, TERTS, VOID, WEST,
    WITHOUT_TRUMPS, bella, card_points, carre, carres, combination, combinations, count_cards,
    deal_from_index, deal_index, decide, declaration, holds_carre, points, points_split8, random_deal,
    resolution, resolve, runs, sequence, strength, strength_split8,
)


def everything(mask, contract):
    """All queries of one hand, as the tests compare them with bazar.core."""
    cdef uint32_t cards = mask
    cdef int game = contract
    return (
        runs(cards), carres(cards), points(cards, game), points_split8(cards, game), strength(cards, game),
        strength_split8(cards, game), card_points(cards, game), bella(cards, game),
        count_cards(cards),
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
    )
