# Perft: how many legal lines of so many cards there are. The walk stops and goes on, so that long ones can be
# interrupted.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from bazar._bits cimport lowest_bit
from bazar._cards cimport count_cards
from bazar._play cimport advance, game, legal, legal_at, position, table

cdef enum:
    DEEPEST = 32        # cards in a deal

cdef struct walk:
    uint32_t hands[4]
    int depth               # cards a line is long
    int level               # cards played
    int bulk                # count the cards that would end lines, without playing them
    uint64_t lines          # found so far
    # At each level: the cards still to be played, the table, the card played from it.
    uint32_t left[DEEPEST + 1]
    table now[DEEPEST + 1]
    uint8_t cards[DEEPEST + 1]


cdef inline void start_walk(walk* w, const position* p, const game* g, int depth, int bulk) noexcept nogil:
    """A walk through all lines of `depth` cards from a position, 0 ... DEEPEST."""
    cdef int seat
    for seat in range(4):
        w.hands[seat] = p.hands[seat]
    w.now[0] = p.now
    w.depth = depth
    w.level = 0
    w.bulk = bulk
    w.lines = 1 if depth == 0 else 0
    w.left[0] = legal(p, g) if depth else 0


cdef inline int go_on(walk* w, const game* g, uint64_t plays) noexcept nogil:
    """Go on for about so many plays; whether the walk is finished."""
    cdef int card, seat, level = w.level, last = w.depth - 1
    cdef uint32_t left, bit
    cdef uint64_t lines = w.lines
    while plays:
        left = w.left[level]
        if not left:
            if level == 0:
                break
            level -= 1
            w.hands[w.now[level].turn] ^= <uint32_t>1 << w.cards[level]
            continue
        plays -= 1
        if w.bulk and level == last:
            lines += count_cards(left)
            w.left[level] = 0
            continue
        card = lowest_bit(left)
        bit = <uint32_t>1 << card
        w.left[level] = left ^ bit
        w.cards[level] = <uint8_t>card
        seat = w.now[level].turn
        w.hands[seat] ^= bit
        advance(&w.now[level], &w.now[level + 1], g, w.hands[seat], card, 0)
        level += 1
        if level > last:
            lines += 1
            w.left[level] = 0
        else:
            w.left[level] = legal_at(w.hands, &w.now[level], g)
    w.level = level
    w.lines = lines
    return level == 0 and not w.left[0]
