# cython: language_level=3, freethreading_compatible=True, binding=False
# cython: embedsignature=True, embedsignature.format=clinic, autotestdict=False, auto_pickle=False
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Loops over arrays of deals in play, without the GIL; all is for ``bazar.arrays``.

They take contiguous arrays of good values whose lengths agree, as those of ``_arrays`` do.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from bazar cimport core
from bazar._interrupts cimport check_signals
from bazar._kernels cimport bazar_kernels, bazar_play, kernels

cdef enum:
    BETWEEN_SIGNALS = 100_000       # playouts

cdef const bazar_kernels* loops = kernels()

# For the Python side.
_MOST_POINTS = core.MOST_POINTS


cdef inline core.game* game_at(core.game* games, uint8_t contract) noexcept nogil:
    return &games[contract if contract < core.WITHOUT_TRUMPS else core.WITHOUT_TRUMPS]


cdef inline bazar_play what_is_played(core.game* g) noexcept nogil:
    """A game as the loops take it."""
    cdef bazar_play play
    play.over = g.over
    play.worth = g.worth
    play.trumps = g.trumps
    play.climbing = g.climbing
    play.partner_exempt = g.partner_exempt
    play.undertrump = g.undertrump
    return play


cdef void prepare(core.game* games, bint partner_exempt, int undertrump) noexcept nogil:
    """The six contracts under the rules."""
    cdef int contract
    for contract in range(6):
        games[contract] = core.game_of(contract, partner_exempt, undertrump)


def _playouts(
    bint partner_exempt, int undertrump, uint64_t n, uint64_t seed, const uint32_t[:, ::1] deals,
    const uint8_t[::1] contracts, const uint8_t[::1] leaders, const uint64_t[::1] numbers, mean, counts
):
    """``n`` playouts of each deal, those of its number: the mean as float64, or counts as uint32[259]."""
    cdef core.game games[6]
    cdef uint32_t hands[4]
    cdef bazar_play play
    cdef double[::1] means
    cdef uint32_t[:, ::1] table
    cdef uint32_t* row = NULL
    cdef uint64_t total, start, some, since = 0
    cdef Py_ssize_t deal
    cdef int seat, whists
    prepare(games, partner_exempt, undertrump)
    if counts is not None:
        table = counts
    else:
        means = mean
    with nogil:
        for deal in range(deals.shape[0]):
            for seat in range(4):
                hands[seat] = deals[deal, seat]
            play = what_is_played(game_at(games, contracts[deal]))
            if counts is not None:
                row = &table[deal, 0]
                for whists in range(core.MOST_POINTS + 1):
                    row[whists] = 0
            total = start = 0
            # Checked already, unless some other thread has spoilt them since.
            while start < n and loops.are_deals(hands, 1):
                some = n - start if n - start < BETWEEN_SIGNALS else BETWEEN_SIGNALS
                total += loops.playouts(
                    &play, hands, leaders[deal] & 3, seed, numbers[deal] * n + start, some, row
                )
                start += some
                since += some
                if since >= BETWEEN_SIGNALS:
                    since = 0
                    with gil:
                        check_signals()
            if row is NULL:
                means[deal] = <double>total / <double>n


def _replay(
    bint partner_exempt, int undertrump, const uint32_t[:, ::1] deals, const uint8_t[:, ::1] plays,
    const uint8_t[::1] contracts, const uint8_t[::1] leaders, const uint32_t[::1] said,
    uint16_t[:, ::1] points, uint8_t[:, ::1] bella, uint8_t[::1] made
):
    """Plays made up to the first that may not be, and what the pairs have then."""
    cdef core.game games[6]
    cdef core.position p
    cdef core.game* g
    cdef Py_ssize_t deal
    cdef int pair, length = <int>plays.shape[1]
    prepare(games, partner_exempt, undertrump)
    with nogil:
        for deal in range(deals.shape[0]):
            g = game_at(games, contracts[deal])
            core.start(&p, g, &deals[deal, 0], leaders[deal] & 3)
            made[deal] = 0
            if length:
                made[deal] = <uint8_t>core.replay(&p, g, &plays[deal, 0], length, said[deal])
            for pair in range(2):
                points[deal, pair] = p.now.points[pair]
                bella[deal, pair] = core.BELLA * p.now.bellas[pair]
