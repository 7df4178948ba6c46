# cython: language_level=3, freethreading_compatible=True, binding=False
# cython: embedsignature=True, embedsignature.format=clinic, autotestdict=False, auto_pickle=False
"""Which loops over arrays are used: the plain ones here, or those in C for what the processor offers."""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from bazar cimport core
from bazar._tables cimport binomial

import os


# --- the plain ones: a function of the core for one element after the other ---


cdef void evaluate(
    const uint32_t* hands, size_t count, int contract, uint16_t* points, uint8_t* strength
) noexcept nogil:
    cdef size_t i
    if points is not NULL:
        for i in range(count):
            points[i] = <uint16_t>core.points(hands[i], contract)
    if strength is not NULL:
        for i in range(count):
            strength[i] = <uint8_t>core.strength(hands[i], contract)


cdef void evaluate6(
    const uint32_t* hands, size_t count, uint16_t* points, uint8_t* strength
) noexcept nogil:
    cdef size_t i
    cdef int contract
    for i in range(count):
        for contract in range(6):
            if points is not NULL:
                points[6 * i + contract] = <uint16_t>core.points(hands[i], contract)
            if strength is not NULL:
                strength[6 * i + contract] = <uint8_t>core.strength(hands[i], contract)


cdef void card_points(const uint32_t* hands, size_t count, int contract, uint16_t* points) noexcept nogil:
    cdef size_t i
    for i in range(count):
        points[i] = <uint16_t>core.card_points(hands[i], contract)


cdef void decide(
    const uint16_t* points, const uint8_t* strength, size_t count, int first,
    int8_t* winner, uint16_t* pairs, uint8_t* status
) noexcept nogil:
    cdef core.declaration said[4]
    cdef core.resolution result
    cdef size_t i
    cdef int seat
    for i in range(count):
        for seat in range(4):
            said[seat].points = points[4 * i + seat]
            said[seat].strength = strength[4 * i + seat]
            said[seat].sevens = 0
            said[seat].eights = 0
        result = core.decide(said, first)
        winner[i] = <int8_t>result.winner
        pairs[2 * i] = <uint16_t>result.points[0]
        pairs[2 * i + 1] = <uint16_t>result.points[1]
        status[i] = <uint8_t>result.status


cdef int are_deals(const uint32_t* deals, size_t count) noexcept nogil:
    cdef size_t i
    cdef int seat
    cdef uint32_t seen
    for i in range(count):
        seen = 0
        for seat in range(4):
            if seen & deals[4 * i + seat] or core.count_cards(deals[4 * i + seat]) != 8:
                return 0
            seen |= deals[4 * i + seat]
    return 1


cdef void random_deals(uint64_t seed, uint64_t number, size_t count, uint32_t* deals) noexcept nogil:
    cdef size_t i
    for i in range(count):
        core.random_deal(seed, number + i, deals + 4 * i)


cdef void deal_index(
    const bazar_ranking* tables, const uint32_t* deals, size_t count, uint64_t* index
) noexcept nogil:
    cdef uint32_t hands[4]
    cdef size_t i
    cdef int seat
    for i in range(count):
        for seat in range(4):
            hands[seat] = deals[4 * i + seat]
        # Checked already, unless some other thread has spoilt it since.
        index[i] = core.deal_index(hands) if are_deals(hands, 1) else 0


cdef void deals_from_index(
    const bazar_ranking* tables, const uint64_t* index, size_t count, uint32_t* deals
) noexcept nogil:
    cdef size_t i
    for i in range(count):
        core.deal_from_index(index[i], deals + 4 * i)


cdef uint64_t playouts(
    const bazar_play* play, const uint32_t* hands, int leader, uint64_t seed, uint64_t number, uint64_t count,
    uint32_t* counts
) noexcept nogil:
    cdef core.game g
    cdef uint64_t i, total = 0
    cdef int card, whists
    for card in range(32):
        g.over[card] = play.over[card]
        g.worth[card] = play.worth[card]
    g.trumps = play.trumps
    g.climbing = play.climbing
    g.partner_exempt = <uint8_t>play.partner_exempt
    g.undertrump = <uint8_t>play.undertrump
    for i in range(count):
        whists = core.playout(hands, leader, &g, seed, number + i)
        total += whists
        if counts is not NULL:
            counts[whists] += 1
    return total


# --- the choice ---

cdef bazar_ranking ranks
cdef bazar_kernels plain
cdef const bazar_kernels* chosen


cdef void rank_sets() noexcept:
    cdef uint32_t of24 = 0, of16, of8
    cdef unsigned byte, held, k
    cdef unsigned[9] seen
    for k in range(9):
        of16 = of8 = seen[k] = 0
        for byte in range(256):
            held = core.count_cards(byte)
            ranks.below16[k][byte] = of16
            ranks.below8[k][byte] = <uint16_t>of8
            if held <= k:
                of16 += binomial(16, k - held)
                of8 += binomial(8, k - held)
    for byte in range(256):
        held = core.count_cards(byte)
        ranks.below24[byte] = of24
        of24 += binomial(24, 8 - held)
        ranks.place[byte] = <uint8_t>seen[held]
        ranks.byte[held][seen[held]] = <uint8_t>byte
        seen[held] += 1


cdef dict found = {}


cdef int find() except -1:
    """The kernels this machine can run, by name, as addresses; the best last."""
    found["plain"] = <size_t>&plain
    if bazar_kernels_avx2() is not NULL:
        found["avx2"] = <size_t>bazar_kernels_avx2()
    if bazar_kernels_avx512() is not NULL:
        found["avx512"] = <size_t>bazar_kernels_avx512()
    return 0


cdef int choose() except -1:
    """Take the kernels that BAZAR_CPU names, else the best there are."""
    global chosen
    name = os.environ.get("BAZAR_CPU") or list(found).pop()
    if name not in found:
        raise ImportError(f"BAZAR_CPU is {name!r}, but this machine can run {', '.join(found)}")
    chosen = <const bazar_kernels*><size_t>found[name]
    return 0


plain.name = "plain"
plain.evaluate = evaluate
plain.evaluate6 = evaluate6
plain.card_points = card_points
plain.decide = decide
plain.are_deals = are_deals
plain.random_deals = random_deals
plain.deal_index = deal_index
plain.deals_from_index = deals_from_index
plain.playouts = playouts
rank_sets()
find()
choose()


cdef const bazar_kernels* kernels() noexcept nogil:
    return chosen


cdef const bazar_ranking* ranking() noexcept nogil:
    return &ranks


def cpu():
    """Which loops over arrays are in use: ``plain``, ``avx2`` or ``avx512``.

    The best that the processor can run is taken when bazar is imported, unless the environment variable
    ``BAZAR_CPU`` names one; a name that this machine cannot run is then an ``ImportError``.

    :return: the name

    >>> cpu() in cpus()
    True
    """
    return chosen.name.decode("ascii")


def cpus():
    """The loops over arrays that this machine can run, the best last.

    :return: their names, ``plain`` first

    >>> cpus()[0]
    'plain'
    """
    return tuple(found)
