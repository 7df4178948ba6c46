/* Dealing and ranking with BMI2, whose pdep and pext find the place-th card of a set and the place of a card.
 *
 * The steps and the numbers are those of bazar/_dealing.pxd and bazar/_indexing.pxd. */

#include "kernels.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))

#include <immintrin.h>

#define TARGET __attribute__((target("bmi2,popcnt")))
#define INLINE static inline __attribute__((always_inline, target("bmi2,popcnt")))

#define ALL UINT32_C(0xFFFFFFFF)
#define GAMMA UINT64_C(0x9E3779B97F4A7C15)

INLINE uint64_t splitmix(uint64_t state)
{
    uint64_t z = state + GAMMA;
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* What is left of `left` cards once `word` has dealt eight; `ways` is left * ... * (left - 7). */
INLINE uint32_t after_hand(uint32_t cards, unsigned left, uint64_t ways, uint64_t word)
{
    for (;;) {
        uint32_t rest = cards;
        uint64_t low = word;
        unsigned step;
        for (step = 0; step < 8; step++) {
            unsigned __int128 product = (unsigned __int128)low * (left - step);
            low = (uint64_t)product;
            rest ^= _pdep_u32(UINT32_C(1) << (unsigned)(product >> 64), rest);
        }
        if (low >= ways || low >= (0 - ways) % ways)
            return rest;
        word = splitmix(word);
    }
}

TARGET void bazar_random_deals_bmi2(uint64_t seed, uint64_t number, size_t count, uint32_t *deals)
{
    uint64_t state = splitmix(seed) + number * 4 * GAMMA;
    for (; count > 0; count--, deals += 4, state += 4 * GAMMA) {
        uint32_t after_north = after_hand(ALL, 32, UINT64_C(424097856000), splitmix(state));
        uint32_t after_east = after_hand(after_north, 24, UINT64_C(29654190720), splitmix(state + GAMMA));
        uint32_t west = after_hand(after_east, 16, UINT64_C(518918400), splitmix(state + 2 * GAMMA));
        deals[0] = ALL ^ after_north;
        deals[1] = after_north ^ after_east;
        deals[2] = after_east ^ west;
        deals[3] = west;
    }
}

/* --- ranking --- */

#define EAST_WAYS UINT64_C(735471)
#define SOUTH_WAYS UINT64_C(12870)
#define DEALS (UINT64_C(10518300) * EAST_WAYS * SOUTH_WAYS)

INLINE unsigned bits(uint32_t mask)
{
    return (unsigned)__builtin_popcount(mask);
}

/* Places of sets of k places below 16: how many such masks are less. */
INLINE uint32_t rank16(const bazar_ranking *r, uint32_t mask, unsigned k)
{
    unsigned top = mask >> 8 & 255;
    return r->below8[k & 15][top] + r->place[mask & 255];
}

INLINE uint32_t rank24(const bazar_ranking *r, uint32_t mask, unsigned k)
{
    unsigned top = mask >> 16 & 255;
    return r->below16[k & 15][top] + rank16(r, mask & 0xFFFF, k - bits(top));
}

INLINE uint32_t rank32(const bazar_ranking *r, uint32_t mask)
{
    unsigned top = mask >> 24;
    return r->below24[top] + rank24(r, mask & 0xFFFFFF, 8 - bits(top));
}

TARGET void bazar_deal_index_bmi2(const bazar_ranking *r, const uint32_t *deals, size_t count,
                                  uint64_t *index)
{
    for (; count > 0; count--, deals += 4, index++) {
        uint32_t after_north = ~deals[0], after_east = after_north & ~deals[1];
        *index = (rank32(r, deals[0]) * EAST_WAYS + rank24(r, _pext_u32(deals[1], after_north), 8)) * SOUTH_WAYS
            + rank16(r, _pext_u32(deals[2], after_east), 8);
    }
}

/* The last byte whose entry is not above `rank`: no branches, they would be guessed wrong. */
#define FIND(table, rank) \
    unsigned top = 0, step; \
    for (step = 128; step > 0; step >>= 1) \
        top += (table)[top + step] <= (rank) ? step : 0;

INLINE uint32_t set16(const bazar_ranking *r, uint32_t rank, unsigned k)
{
    FIND(r->below8[k], rank)
    return top << 8 | r->byte[k - bits(top)][rank - r->below8[k][top]];
}

INLINE uint32_t set24(const bazar_ranking *r, uint32_t rank, unsigned k)
{
    FIND(r->below16[k], rank)
    return top << 16 | set16(r, rank - r->below16[k][top], k - bits(top));
}

INLINE uint32_t set32(const bazar_ranking *r, uint32_t rank)
{
    FIND(r->below24, rank)
    return top << 24 | set24(r, rank - r->below24[top], 8 - bits(top));
}

TARGET void bazar_deals_from_index_bmi2(const bazar_ranking *r, const uint64_t *index, size_t count,
                                        uint32_t *deals)
{
    for (; count > 0; count--, deals += 4, index++) {
        /* Checked already, unless some other thread has spoilt it since. */
        uint64_t given = *(const volatile uint64_t *)index;
        uint64_t number = given < DEALS ? given : 0, rest = number / SOUTH_WAYS;
        uint32_t north = set32(r, (uint32_t)(rest / EAST_WAYS));
        uint32_t east = _pdep_u32(set24(r, (uint32_t)(rest % EAST_WAYS), 8), ~north);
        uint32_t after_east = ~north & ~east;
        uint32_t south = _pdep_u32(set16(r, (uint32_t)(number % SOUTH_WAYS), 8), after_east);
        deals[0] = north;
        deals[1] = east;
        deals[2] = south;
        deals[3] = after_east ^ south;
    }
}

#endif
