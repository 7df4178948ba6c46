# Random deals, a pure function of a seed and a deal's number, the same everywhere and for ever.
#
# Generator: SplitMix64 (Steele, Lea and Flood, 2014). Word n of a seed is the mix of
# start + (n + 1) * GAMMA, with start the first SplitMix64 output of the seed. Deal i takes words
# 4i, 4i+1, 4i+2 for North, East and South, eight cards from each word; West gets the rest.
#
# A word gives eight cards one after the other, each the place-th lowest of those left: the place is the
# high half of word * left, whose low half is the word for the next card. The places are exactly uniform
# if the last low half is not below 2**64 mod (left * ... * (left - 7)) (Brackett-Rozinsky and Lemire,
# 2024); else the word is mixed once more and its places drawn again.

cimport cython
from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    #ifndef BAZAR_DEALING
    #define BAZAR_DEALING

    /* The high part of word * factor, for a factor below 2**32; the low 64 bits stay in *word. */
    static inline unsigned bazar_high_half(unsigned long long *word, unsigned factor)
    {
    #ifdef __SIZEOF_INT128__
        unsigned __int128 product = (unsigned __int128)*word * factor;
        *word = (unsigned long long)product;
        return (unsigned)(product >> 64);
    #else
        unsigned long long lower = (*word & 0xFFFFFFFFu) * factor;
        unsigned long long upper = (*word >> 32) * factor + (lower >> 32);
        *word = upper << 32 | (lower & 0xFFFFFFFFu);
        return (unsigned)(upper >> 32);
    #endif
    }

    /* The place-th lowest bit of cards, place from 0 and below the number of bits. */
    static inline unsigned bazar_nth_bit(unsigned cards, unsigned place)
    {
    #ifdef __BMI2__
        return __builtin_ia32_pdep_si(1u << place, cards);
    #else
        /* Counts of bits in fields of 2, 4, 8 and 16, then halving the field the bit is in. */
        unsigned two = cards - (cards >> 1 & 0x55555555u);
        unsigned four = (two & 0x33333333u) + (two >> 2 & 0x33333333u);
        unsigned eight = (four + (four >> 4)) & 0x0F0F0F0Fu;
        unsigned below = (eight + (eight >> 8)) & 0xFFu, at = 0, past;
        past = place >= below, place -= past ? below : 0, at += past << 4;
        below = eight >> at & 0xFFu;
        past = place >= below, place -= past ? below : 0, at += past << 3;
        below = four >> at & 0xFu;
        past = place >= below, place -= past ? below : 0, at += past << 2;
        below = two >> at & 0x3u;
        past = place >= below, place -= past ? below : 0, at += past << 1;
        at += place >= (cards >> at & 1u);
        return 1u << at;
    #endif
    }

    #endif
    """
    unsigned high_half "bazar_high_half" (unsigned long long* word, unsigned factor) noexcept nogil
    uint32_t nth_bit "bazar_nth_bit" (uint32_t cards, unsigned place) noexcept nogil

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


@cython.cdivision(True)
@cython.overflowcheck(False)
cdef inline uint32_t draw_hand(uint32_t cards, int left, uint64_t word) noexcept nogil:
    """Eight of the `left` cards in a mask, as `word` says."""
    cdef unsigned places[HAND_SIZE]
    cdef unsigned long long low
    cdef uint64_t ways = 1
    cdef uint32_t rest = cards
    cdef int step
    for step in range(HAND_SIZE):
        ways *= left - step
    while True:
        low = word
        for step in range(HAND_SIZE):
            places[step] = high_half(&low, left - step)
        # 2**64 mod ways is below ways, so the division is almost never reached.
        if low >= ways or low >= (0 - ways) % ways:
            break
        word = splitmix(word)
    for step in range(HAND_SIZE):
        rest ^= nth_bit(rest, places[step])
    return cards ^ rest


@cython.overflowcheck(False)
cdef inline void random_deal(uint64_t seed, uint64_t number, uint32_t* hands) noexcept nogil:
    """The hands N E S W of deal `number` of the seed."""
    cdef uint64_t state = splitmix(seed) + number * 4 * <uint64_t>0x9E3779B97F4A7C15
    cdef int seat
    hands[3] = 0xFFFFFFFF
    for seat in range(3):
        hands[seat] = draw_hand(hands[3], 32 - HAND_SIZE * seat, splitmix(state))
        hands[3] ^= hands[seat]
        state += <uint64_t>0x9E3779B97F4A7C15
