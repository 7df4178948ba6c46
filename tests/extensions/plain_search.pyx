# cython: language_level=3, freethreading_compatible=True
"""Plain alpha-beta over the core's rules: no table, no order, no idea of the solver's."""

from libc.stdint cimport uint32_t

from bazar._play cimport game, game_of, legal, make, position, start, table, unmake


cdef int search(position* p, const game* g, int low, int high) noexcept nogil:
    """Whists of NS at the end, within low ... high."""
    cdef table before = p.now
    cdef uint32_t cards = legal(p, g)
    cdef int card = 0, value
    if not cards:
        return p.now.points[0]
    for card in range(32):
        if not cards >> card & 1:
            continue
        make(p, g, card, 0)
        value = search(p, g, low, high)
        unmake(p, &before, card)
        if before.turn & 1:
            high = min(high, value)
        else:
            low = max(low, value)
        if low >= high:
            break
    return high if before.turn & 1 else low


def value(hands, int contract, int leader, bint partner_exempt, bint undertrump):
    """Whists of NS with best play, of four masks of equal sizes before a lead."""
    cdef game g = game_of(contract, partner_exempt, undertrump)
    cdef position p
    cdef uint32_t masks[4]
    cdef int seat, found
    for seat in range(4):
        masks[seat] = hands[seat]
    start(&p, &g, masks, leader)
    with nogil:
        found = search(&p, &g, 0, 1000)
    return found
