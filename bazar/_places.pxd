# The solver's names for cards. A *place* is 8*suit + the card's height in the tricks of its suit, 0 lowest,
# with the trump suit and spades swapped: a higher bit of a suit's byte beats a lower one, and trumps, if any,
# are the lowest byte.
#
#     bit          7 6 5 4 3 2 1 0
#     trump suit   J 9 A T K Q 8 7      also every suit in A/T
#     other suits  A T K Q J 9 8 7

from libc.stdint cimport uint32_t

from bazar._bits cimport lowest_bit
from bazar._numbers cimport ALL_TRUMPS
from bazar._play cimport game, is_trump
from bazar._tables cimport higher_ranks

cdef extern from *:
    """
    #ifndef BAZAR_PLACES
    #define BAZAR_PLACES

    /* How many bits a byte has; one look into the cache. */
    static inline int bazar_count(unsigned byte)
    {
        static const unsigned char table[256] = {
    #define BAZAR_2(n) n, n + 1, n + 1, n + 2
    #define BAZAR_4(n) BAZAR_2(n), BAZAR_2(n + 1), BAZAR_2(n + 1), BAZAR_2(n + 2)
    #define BAZAR_6(n) BAZAR_4(n), BAZAR_4(n + 1), BAZAR_4(n + 1), BAZAR_4(n + 2)
            BAZAR_6(0), BAZAR_6(1), BAZAR_6(1), BAZAR_6(2)
        };
        return table[byte];
    }
    #endif
    """
    int count "bazar_count" (unsigned byte) noexcept nogil


cdef inline int place_of(int card, int contract) noexcept nogil:
    """The place of a card."""
    cdef int suit = card >> 3
    # As many cards of the suit are lower as are not the card itself or higher.
    cdef int height = 7 - count(higher_ranks(card & 7, is_trump(suit, contract)))
    if contract < ALL_TRUMPS:
        if suit == contract:
            suit = 0
        elif suit == 0:
            suit = contract
    return 8 * suit + height


cdef inline int card_of(int place, int contract) noexcept nogil:
    """The card at a place."""
    cdef int card
    for card in range(31):
        if place_of(card, contract) == place:
            return card
    return 31


cdef inline uint32_t places_of(uint32_t cards, int contract) noexcept nogil:
    """The places of a mask of cards."""
    cdef uint32_t places = 0
    while cards:
        places |= <uint32_t>1 << place_of(lowest_bit(cards), contract)
        cards &= cards - 1
    return places


cdef inline game game_of_places(const game* g, int scale) noexcept nogil:
    """A game whose masks are of places and whose cards are worth `scale` times as much."""
    cdef game p = g[0]
    cdef int card, place
    for card in range(32):
        place = place_of(card, g.contract)
        p.over[place] = places_of(g.over[card], g.contract)
        p.worth[place] = g.worth[card] * scale
    p.trumps = places_of(g.trumps, g.contract)
    p.climbing = places_of(g.climbing, g.contract)
    p.royals = places_of(g.royals, g.contract)
    return p
