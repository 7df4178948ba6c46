# cython: language_level=3
"""The core in loops without Python, for benchmarks/core.py."""

from libc.stdint cimport uint32_t, uint64_t

from bazar cimport core


cdef uint32_t next_hand(uint32_t mask) noexcept nogil:
    """The next larger number with as many bits (Gosper)."""
    cdef uint64_t low = mask & (0 - mask)
    cdef uint64_t ripple = mask + low
    return <uint32_t>(ripple | (((mask ^ ripple) >> 2) // low))


def count_hands():
    """All hands of eight cards, doing nothing with them: what the loop itself costs."""
    cdef uint32_t mask = 255
    cdef uint64_t total = 0
    with nogil:
        while mask != <uint32_t>255 << 24:
            total += mask
            mask = next_hand(mask)
    return total


def evaluate_hands():
    """Points and strength of all hands under all contracts; the sum of both."""
    cdef uint32_t mask = 255
    cdef uint64_t total = 0
    cdef int contract
    with nogil:
        while True:
            for contract in range(6):
                total += core.points(mask, contract) + <uint32_t>core.strength(mask, contract)
            if mask == <uint32_t>255 << 24:
                break
            mask = next_hand(mask)
    return total


def resolve_deals(uint32_t deals):
    """The declaring of random deals under all contracts; the deals, and whists scored."""
    cdef uint32_t hands[4]
    cdef core.resolution result
    cdef uint64_t total = 0
    cdef uint32_t number
    cdef int contract
    with nogil:
        for number in range(deals):
            core.random_deal(1, number, hands)
            for contract in range(6):
                result = core.resolve(hands, contract, 0, 0, 0, 0)
                total += result.points[0] + result.points[1]
    return total


def random_deals(uint32_t deals):
    """Random deals; a checksum."""
    cdef uint32_t hands[4]
    cdef uint64_t total = 0
    cdef uint32_t number
    with nogil:
        for number in range(deals):
            core.random_deal(1, number, hands)
            total += hands[0] ^ hands[3]
    return total


def deal_numbers(uint32_t deals):
    """Deals from spread-out numbers and back; how many came back different, which is 0."""
    cdef uint32_t hands[4]
    cdef uint64_t index, bad = 0
    cdef uint32_t number
    with nogil:
        for number in range(deals):
            index = number * <uint64_t>9_956_109_245
            core.deal_from_index(index, hands)
            bad += core.deal_index(hands) != index
    return bad
