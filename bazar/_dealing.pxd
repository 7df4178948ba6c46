# Random deals, a pure function of a seed and a deal's number, the same everywhere and for ever.
#
# Generator: SplitMix64 (Steele, Lea and Flood, 2014). Word n of a seed is the mix of
# start + (n + 1) * GAMMA, with start the first SplitMix64 output of the seed. Deal i takes words
# 4i, 4i+1, 4i+2 for North, East and South, eight cards from each word; West gets the rest.
#
# The cards of a word are eight steps of a Fisher-Yates shuffle, the last card of the pack filling
# the hole. Each step takes the high half of word * left as its draw and keeps the low half; the
# draws are exactly uniform if the last low half is not below 2**64 mod (left * ... * (left - 7))
# (Brackett-Rozinsky and Lemire, 2024), else the word is mixed once more and drawn again.

cimport cython
from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef enum:
    HAND_SIZE = 8


# The arithmetic wraps on purpose, whatever the including module's directives.
@cython.overflowcheck(False)
cdef inline uint64_t splitmix(uint64_t state) noexcept nogil:
    """The SplitMix64 output that follows `state`."""
    cdef uint64_t z = state + <uint64_t>0x9E3779B97F4A7C15
    z = (z ^ z >> 30) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ z >> 27) * <uint64_t>0x94D049BB133111EB
    return z ^ z >> 31


@cython.overflowcheck(False)
cdef inline uint64_t high_half(uint64_t word, uint64_t factor, uint64_t* low) noexcept nogil:
    """The 96-bit product of `word` and a factor below 2**32, as high part and low 64 bits."""
    cdef uint64_t lower = <uint64_t><uint32_t>word * factor
    cdef uint64_t upper = (word >> 32) * factor + (lower >> 32)
    low[0] = upper << 32 | <uint32_t>lower
    return upper >> 32


@cython.cdivision(True)
@cython.overflowcheck(False)
cdef inline uint32_t draw_hand(uint8_t* pack, int left, uint64_t word) noexcept nogil:
    """Take eight of the first `left` cards of `pack` as `word` says; their mask."""
    cdef uint64_t low, ways = 1
    cdef uint8_t places[HAND_SIZE]
    cdef uint32_t hand = 0
    cdef int step
    for step in range(HAND_SIZE):
        ways *= left - step
    while True:
        low = word
        for step in range(HAND_SIZE):
            places[step] = <uint8_t>high_half(low, left - step, &low)
        # 2**64 mod ways is below ways, so the division is almost never reached.
        if low >= ways or low >= (0 - ways) % ways:
            break
        word = splitmix(word)
    for step in range(HAND_SIZE):
        hand |= <uint32_t>1 << pack[places[step]]
        pack[places[step]] = pack[left - step - 1]
    return hand


@cython.overflowcheck(False)
cdef inline void random_deal(uint64_t seed, uint64_t number, uint32_t* hands) noexcept nogil:
    """The hands N E S W of deal `number` of the seed."""
    cdef uint8_t pack[32]
    cdef uint64_t state = splitmix(seed) + number * 4 * <uint64_t>0x9E3779B97F4A7C15
    cdef int seat, card
    for card in range(32):
        pack[card] = card
    hands[3] = 0xFFFFFFFF
    for seat in range(3):
        hands[seat] = draw_hand(pack, 32 - HAND_SIZE * seat, splitmix(state))
        hands[3] ^= hands[seat]
        state += <uint64_t>0x9E3779B97F4A7C15
