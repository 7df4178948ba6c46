/* AVX2: sixteen hands at a time.
 *
 * In the byte of a suit, `threes` marks the lowest card of every three in sequence. These six bits take 27
 * values and tell all there is to know of its sequences; it happens that f(threes) is the sum of two
 * tables of 16, by threes | threes >> 2 and by threes - (threes >> 2), for both f that are needed. */

#include "kernels.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))

#include <immintrin.h>
#include <string.h>

#include "kernel_tables.h"

#define TARGET __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline, target("avx2")))

enum { LANES = 8, UNIT = 2 * LANES, ALL_TRUMPS = 4, WITHOUT_TRUMPS = 5 };

INLINE __m256i table16(const uint8_t *table)
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
}

INLINE __m256i load(const uint32_t *hands)
{
    return _mm256_loadu_si256((const __m256i *)hands);
}

/* --- sequences: a byte a suit --- */

typedef struct {
    __m256i either, difference;
} run_keys;

INLINE run_keys keys_of(__m256i hands)
{
    run_keys keys;
    __m256i pairs = _mm256_and_si256(hands, _mm256_and_si256(_mm256_srli_epi32(hands, 1),
                                                             _mm256_set1_epi8(0x7F)));
    __m256i threes = _mm256_and_si256(pairs, _mm256_srli_epi32(pairs, 1));
    __m256i high = _mm256_and_si256(_mm256_srli_epi32(threes, 2), _mm256_set1_epi8(0x0F));
    keys.either = _mm256_or_si256(threes, high);
    keys.difference = _mm256_sub_epi8(threes, high);
    return keys;
}

INLINE __m256i by_keys(const uint8_t tables[2][16], run_keys keys)
{
    return _mm256_add_epi8(_mm256_shuffle_epi8(table16(tables[0]), keys.either),
                           _mm256_shuffle_epi8(table16(tables[1]), keys.difference));
}

/* --- carres: a word a hand, hands in the order of `joined` --- */

/* Ranks 9 ... A held four times, in the low byte of each hand; the other bytes are zero. */
INLINE __m256i carres_of(__m256i hands)
{
    __m256i pairs = _mm256_and_si256(hands, _mm256_srli_epi32(hands, 8));
    return _mm256_srli_epi32(_mm256_and_si256(pairs, _mm256_srli_epi32(pairs, 16)), 2);
}

INLINE __m256i highest_ranks(__m256i carres)
{
    return _mm256_and_si256(_mm256_srli_epi32(carres, 4), _mm256_set1_epi8(3));
}

INLINE __m256i carre_tens_of(__m256i carres, int without)
{
    const uint8_t (*tables)[16] = bazar_carre_tens[without];
    return _mm256_add_epi8(_mm256_shuffle_epi8(table16(tables[0]), carres),
                           _mm256_shuffle_epi8(table16(tables[1]), highest_ranks(carres)));
}

INLINE __m256i carre_strength_of(__m256i carres, int scale)
{
    const uint8_t (*tables)[16] = bazar_carre_strength[scale];
    return _mm256_max_epu8(_mm256_shuffle_epi8(table16(tables[0]), carres),
                           _mm256_shuffle_epi8(table16(tables[1]), highest_ranks(carres)));
}

/* --- sixteen hands: two vectors of eight; what is joined has hands 0-3, 8-11 | 4-7, 12-15 --- */

typedef struct {
    run_keys keys[2];
    __m256i carres;
} unit;

INLINE unit look_at(__m256i low, __m256i high)
{
    unit u;
    u.keys[0] = keys_of(low);
    u.keys[1] = keys_of(high);
    u.carres = _mm256_packus_epi32(carres_of(low), carres_of(high));
    return u;
}

INLINE __m256i in_order(__m256i joined)
{
    return _mm256_permute4x64_epi64(joined, 0xD8);
}

/* Tens of whists of the sequences, two bytes a hand to be added, joined. */
INLINE __m256i run_tens_of(unit u)
{
    __m256i one = _mm256_set1_epi8(1);
    return _mm256_packus_epi16(_mm256_maddubs_epi16(by_keys(bazar_run_tens, u.keys[0]), one),
                               _mm256_maddubs_epi16(by_keys(bazar_run_tens, u.keys[1]), one));
}

/* Words, joined. */
INLINE __m256i points_of(unit u, __m256i run_tens, int without)
{
    return _mm256_maddubs_epi16(_mm256_add_epi8(run_tens, carre_tens_of(u.carres, without)),
                                _mm256_set1_epi8(10));
}

INLINE __m256i low_bytes(__m256i words)
{
    return _mm256_and_si256(words, _mm256_set1_epi16(255));
}

/* The highest of four bytes a hand, in words, joined. */
INLINE __m256i highest_of(__m256i low, __m256i high)
{
    __m256i pairs = _mm256_packus_epi16(
        low_bytes(_mm256_max_epu8(low, _mm256_srli_epi16(low, 8))),
        low_bytes(_mm256_max_epu8(high, _mm256_srli_epi16(high, 8))));
    return low_bytes(_mm256_max_epu8(pairs, _mm256_srli_epi16(pairs, 8)));
}

/* The strength of a sequence in a suit contract, from its order, in bytes: one less if it is not of trumps. */
INLINE __m256i twice_less(__m256i orders, __m256i not_trump)
{
    return _mm256_subs_epu8(_mm256_add_epi8(orders, orders), not_trump);
}

/* Words, joined. */
INLINE __m256i strength_of(unit u, int contract)
{
    __m256i low = by_keys(bazar_run_order, u.keys[0]), high = by_keys(bazar_run_order, u.keys[1]);
    if (contract < ALL_TRUMPS) {
        __m256i not_trump = _mm256_set1_epi32((int)(UINT32_C(0x01010101) & ~(UINT32_C(1) << 8 * contract)));
        low = twice_less(low, not_trump);
        high = twice_less(high, not_trump);
    }
    return _mm256_max_epu8(highest_of(low, high),
                           carre_strength_of(u.carres, contract < ALL_TRUMPS ? 0 : contract - 3));
}

INLINE void store_words(uint16_t *out, __m256i joined)
{
    _mm256_storeu_si256((__m256i *)out, in_order(joined));
}

INLINE void store_bytes(uint8_t *out, __m256i joined)
{
    __m256i words = in_order(joined);
    _mm_storeu_si128((__m128i *)out, _mm_packus_epi16(_mm256_castsi256_si128(words),
                                                      _mm256_extracti128_si256(words, 1)));
}

/* The last hands, fewer than a unit, padded with empty ones. */
INLINE void pad(uint32_t *padded, const uint32_t *hands, size_t count)
{
    memset(padded, 0, UNIT * sizeof *padded);
    memcpy(padded, hands, count * sizeof *hands);
}

INLINE void evaluate_unit(const uint32_t *hands, int contract, uint16_t *points, uint8_t *strength)
{
    unit u = look_at(load(hands), load(hands + LANES));
    if (points)
        store_words(points, points_of(u, run_tens_of(u), contract == WITHOUT_TRUMPS));
    if (strength)
        store_bytes(strength, strength_of(u, contract));
}

/* Inlined once for each kind of call, so that what does not change leaves the loop. */
INLINE void evaluate_all(const uint32_t *hands, size_t count, int contract, uint16_t *points,
                         uint8_t *strength)
{
    size_t done = 0;
    for (; done + UNIT <= count; done += UNIT)
        evaluate_unit(hands + done, contract, points ? points + done : NULL,
                      strength ? strength + done : NULL);
    if (done < count) {
        uint32_t padded[UNIT];
        uint16_t words[UNIT];
        uint8_t bytes[UNIT];
        pad(padded, hands + done, count - done);
        evaluate_unit(padded, contract, points ? words : NULL, strength ? bytes : NULL);
        if (points)
            memcpy(points + done, words, (count - done) * sizeof *words);
        if (strength)
            memcpy(strength + done, bytes, count - done);
    }
}

TARGET static void evaluate(const uint32_t *hands, size_t count, int contract, uint16_t *points,
                            uint8_t *strength)
{
    if (!strength)
        evaluate_all(hands, count, contract == WITHOUT_TRUMPS ? WITHOUT_TRUMPS : ALL_TRUMPS, points, NULL);
    else if (contract == ALL_TRUMPS)
        evaluate_all(hands, count, ALL_TRUMPS, points, strength);
    else if (contract == WITHOUT_TRUMPS)
        evaluate_all(hands, count, WITHOUT_TRUMPS, points, strength);
    else
        evaluate_all(hands, count, contract, points, strength);
}

/* --- rows of six --- */

/* Rows of eight hands from dwords that hold the points with trumps and, above, without. */
INLINE void store_points6(uint16_t *out, __m256i both)
{
#define W(hand) 4 * (hand), 4 * (hand) + 1
#define N(hand) 4 * (hand) + 2, 4 * (hand) + 3
    const __m128i first = _mm_setr_epi8(W(0), W(0), W(0), W(0), W(0), N(0), W(1), W(1));
    const __m128i second = _mm_setr_epi8(W(1), W(1), W(1), N(1), W(2), W(2), W(2), W(2));
    const __m128i third = _mm_setr_epi8(W(2), N(2), W(3), W(3), W(3), W(3), W(3), N(3));
#undef W
#undef N
    __m256i low = _mm256_permute4x64_epi64(both, 0x44), high = _mm256_permute4x64_epi64(both, 0xEE);
    _mm256_storeu_si256((__m256i *)out, _mm256_shuffle_epi8(low, _mm256_set_m128i(second, first)));
    _mm256_storeu_si256((__m256i *)out + 1, _mm256_shuffle_epi8(both, _mm256_set_m128i(first, third)));
    _mm256_storeu_si256((__m256i *)out + 2, _mm256_shuffle_epi8(high, _mm256_set_m128i(third, second)));
}

/* Rows of eight hands from dwords of the four suit contracts, and words of the other two. */
INLINE void store_strength6(uint8_t *out, __m256i suits, __m256i rest)
{
    const __m256i suits16 = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 1, 2, 3, -1, -1, 4, 5, 6, 7, -1, -1, 8, 9, 10, 11));
    const __m256i rest16 = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(-1, -1, -1, -1, 0, 1, -1, -1, -1, -1, 4, 5, -1, -1, -1, -1));
    const __m256i suits8 = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(-1, -1, 12, 13, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1));
    const __m256i rest8 = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(8, 9, -1, -1, -1, -1, 12, 13, -1, -1, -1, -1, -1, -1, -1, -1));
    __m256i most = _mm256_or_si256(_mm256_shuffle_epi8(suits, suits16), _mm256_shuffle_epi8(rest, rest16));
    __m256i last = _mm256_or_si256(_mm256_shuffle_epi8(suits, suits8), _mm256_shuffle_epi8(rest, rest8));
    _mm_storeu_si128((__m128i *)out, _mm256_castsi256_si128(most));
    _mm_storel_epi64((__m128i *)(out + 16), _mm256_castsi256_si128(last));
    _mm_storeu_si128((__m128i *)(out + 24), _mm256_extracti128_si256(most, 1));
    _mm_storel_epi64((__m128i *)(out + 40), _mm256_extracti128_si256(last, 1));
}

INLINE void six_unit(const uint32_t *hands, uint16_t *points, uint8_t *strength)
{
    unit u = look_at(load(hands), load(hands + LANES));
    if (points) {
        __m256i run_tens = run_tens_of(u);
        __m256i with = points_of(u, run_tens, 0), without = points_of(u, run_tens, 1);
        store_points6(points, _mm256_unpacklo_epi16(with, without));
        store_points6(points + 6 * LANES, _mm256_unpackhi_epi16(with, without));
    }
    if (strength) {
        /* The bytes of a hand's orders are those of its suits, and so of the four suit contracts. */
        __m256i low = by_keys(bazar_run_order, u.keys[0]), high = by_keys(bazar_run_order, u.keys[1]);
        __m256i best = highest_of(low, high), one = _mm256_set1_epi8(1), rest;
        __m256i plain = _mm256_max_epu8(twice_less(best, one), carre_strength_of(u.carres, 0));
        /* The low byte of a word in both, then in all four of a dword. */
        plain = _mm256_or_si256(plain, _mm256_slli_epi16(plain, 8));
        low = _mm256_max_epu8(_mm256_add_epi8(low, low), _mm256_unpacklo_epi16(plain, plain));
        high = _mm256_max_epu8(_mm256_add_epi8(high, high), _mm256_unpackhi_epi16(plain, plain));
        rest = _mm256_or_si256(
            _mm256_max_epu8(best, carre_strength_of(u.carres, 1)),
            _mm256_slli_epi16(_mm256_max_epu8(best, carre_strength_of(u.carres, 2)), 8));
        store_strength6(strength, low, _mm256_unpacklo_epi16(rest, rest));
        store_strength6(strength + 6 * LANES, high, _mm256_unpackhi_epi16(rest, rest));
    }
}

TARGET static void evaluate6(const uint32_t *hands, size_t count, uint16_t *points, uint8_t *strength)
{
    size_t done = 0;
    for (; done + UNIT <= count; done += UNIT)
        six_unit(hands + done, points ? points + 6 * done : NULL, strength ? strength + 6 * done : NULL);
    if (done < count) {
        uint32_t padded[UNIT];
        uint16_t words[6 * UNIT];
        uint8_t bytes[6 * UNIT];
        pad(padded, hands + done, count - done);
        six_unit(padded, points ? words : NULL, strength ? bytes : NULL);
        if (points)
            memcpy(points + 6 * done, words, 6 * (count - done) * sizeof *words);
        if (strength)
            memcpy(strength + 6 * done, bytes, 6 * (count - done));
    }
}

/* --- card points --- */

INLINE __m256i cards_of(const uint8_t tables[2][16], __m256i hands)
{
    __m256i low = _mm256_and_si256(hands, _mm256_set1_epi8(15));
    __m256i high = _mm256_and_si256(_mm256_srli_epi16(hands, 4), _mm256_set1_epi8(15));
    return _mm256_add_epi8(_mm256_shuffle_epi8(table16(tables[0]), low),
                           _mm256_shuffle_epi8(table16(tables[1]), high));
}

/* Words of two a hand, to be added. */
INLINE __m256i card_points_of(__m256i hands, int contract)
{
    __m256i one = _mm256_set1_epi8(1), trump;
    if (contract >= ALL_TRUMPS)
        return _mm256_maddubs_epi16(cards_of(bazar_card_points[contract == ALL_TRUMPS ? 1 : 2], hands), one);
    trump = _mm256_set1_epi32((int)(UINT32_C(255) << 8 * contract));
    return _mm256_maddubs_epi16(_mm256_blendv_epi8(cards_of(bazar_card_points[0], hands),
                                                   cards_of(bazar_card_points[1], hands), trump), one);
}

INLINE void card_points_unit(const uint32_t *hands, int contract, uint16_t *points)
{
    store_words(points, _mm256_hadd_epi16(card_points_of(load(hands), contract),
                                          card_points_of(load(hands + LANES), contract)));
}

TARGET static void card_points(const uint32_t *hands, size_t count, int contract, uint16_t *points)
{
    size_t done = 0;
    for (; done + UNIT <= count; done += UNIT)
        card_points_unit(hands + done, contract, points + done);
    if (done < count) {
        uint32_t padded[UNIT];
        uint16_t words[UNIT];
        pad(padded, hands + done, count - done);
        card_points_unit(padded, contract, words);
        memcpy(points + done, words, (count - done) * sizeof *words);
    }
}

/* --- deals --- */

enum { SCORED = 0, NONE = 1 };

/* Eight deals. */
INLINE void decide_unit(const uint16_t *points, const uint8_t *strength, __m256i show, int first,
                        int8_t *winner, uint16_t *pairs, uint8_t *status)
{
    const __m256i three = _mm256_set1_epi32(3), one = _mm256_set1_epi32(1);
    /* The strength of each seat and, among equals, who shows earlier: the greatest wins. */
    __m256i keys = _mm256_or_si256(_mm256_slli_epi32(_mm256_loadu_si256((const __m256i *)strength), 2), show);
    __m256i best, none, seat, low, high, sums, bytes;
    __m128i words;
    best = _mm256_max_epu8(keys, _mm256_srli_epi32(keys, 16));
    best = _mm256_and_si256(_mm256_max_epu8(best, _mm256_srli_epi32(best, 8)), _mm256_set1_epi32(255));
    none = _mm256_cmpgt_epi32(_mm256_set1_epi32(4), best);
    seat = _mm256_and_si256(_mm256_sub_epi32(_mm256_set1_epi32(first + 3), _mm256_and_si256(best, three)),
                            three);
    /* NS in the low word of a dword and EW in the high one; only the winner's pair stays. */
    low = _mm256_loadu_si256((const __m256i *)points);
    high = _mm256_loadu_si256((const __m256i *)points + 1);
    low = _mm256_add_epi16(low, _mm256_srli_epi64(low, 32));
    high = _mm256_add_epi16(high, _mm256_srli_epi64(high, 32));
    sums = in_order(_mm256_castps_si256(
        _mm256_shuffle_ps(_mm256_castsi256_ps(low), _mm256_castsi256_ps(high), 0x88)));
    sums = _mm256_and_si256(sums, _mm256_xor_si256(
        _mm256_cmpgt_epi32(_mm256_and_si256(seat, one), _mm256_setzero_si256()),
        _mm256_set1_epi32(0xFFFF)));
    _mm256_storeu_si256((__m256i *)pairs, _mm256_andnot_si256(none, sums));
    /* Two bytes a deal, then apart. */
    bytes = _mm256_packs_epi32(_mm256_or_si256(seat, none), _mm256_and_si256(none, one));
    bytes = in_order(bytes);
    words = _mm_packs_epi16(_mm256_castsi256_si128(bytes), _mm256_extracti128_si256(bytes, 1));
    _mm_storel_epi64((__m128i *)winner, words);
    _mm_storel_epi64((__m128i *)status, _mm_unpackhi_epi64(words, words));
}

TARGET static void decide(const uint16_t *points, const uint8_t *strength, size_t count, int first,
                          int8_t *winner, uint16_t *pairs, uint8_t *status)
{
    __m256i show;
    uint32_t order = 0;
    size_t done = 0;
    int seat;
    for (seat = 0; seat < 4; seat++)
        order |= (uint32_t)(3 - ((seat - first) & 3)) << 8 * seat;
    show = _mm256_set1_epi32((int)order);
    for (; done + LANES <= count; done += LANES)
        decide_unit(points + 4 * done, strength + 4 * done, show, first, winner + done, pairs + 2 * done,
                    status + done);
    if (done < count) {
        uint16_t some_points[4 * LANES] = {0}, some_pairs[2 * LANES];
        uint8_t some_strength[4 * LANES] = {0}, some_status[LANES];
        int8_t some_winner[LANES];
        memcpy(some_points, points + 4 * done, 4 * (count - done) * sizeof *points);
        memcpy(some_strength, strength + 4 * done, 4 * (count - done));
        decide_unit(some_points, some_strength, show, first, some_winner, some_pairs, some_status);
        memcpy(winner + done, some_winner, count - done);
        memcpy(pairs + 2 * done, some_pairs, 2 * (count - done) * sizeof *pairs);
        memcpy(status + done, some_status, count - done);
    }
}

/* All ones for two deals: eight cards each and all 32 together, so that the hands are disjoint, too. */
INLINE __m256i two_deals(__m256i two)
{
    const __m256i bits = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    __m256i nibble = _mm256_set1_epi8(15);
    __m256i count = _mm256_add_epi8(
        _mm256_shuffle_epi8(bits, _mm256_and_si256(two, nibble)),
        _mm256_shuffle_epi8(bits, _mm256_and_si256(_mm256_srli_epi32(two, 4), nibble)));
    __m256i held = _mm256_madd_epi16(_mm256_maddubs_epi16(count, _mm256_set1_epi8(1)),
                                     _mm256_set1_epi16(1));
    __m256i all = _mm256_or_si256(two, _mm256_shuffle_epi32(two, 0x4E));
    all = _mm256_or_si256(all, _mm256_shuffle_epi32(all, 0xB1));
    return _mm256_and_si256(_mm256_cmpeq_epi32(held, _mm256_set1_epi32(8)),
                            _mm256_cmpeq_epi32(all, _mm256_set1_epi32(-1)));
}

TARGET static int are_deals(const uint32_t *deals, size_t count)
{
    size_t done = 0;
    for (; done + 2 <= count; done += 2)
        if (_mm256_movemask_epi8(two_deals(load(deals + 4 * done))) != -1)
            return 0;
    return done == count || _mm256_movemask_epi8(two_deals(_mm256_broadcastsi128_si256(
        _mm_loadu_si128((const __m128i *)(deals + 4 * done))))) == -1;
}

static const bazar_kernels kernels = {
    "avx2", evaluate, evaluate6, card_points, decide, are_deals,
    bazar_random_deals_bmi2, bazar_deal_index_bmi2, bazar_deals_from_index_bmi2,
    bazar_playouts_bmi2,
};

const bazar_kernels *bazar_kernels_avx2(void)
{
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2") ||
        !__builtin_cpu_supports("popcnt"))
        return NULL;
    return &kernels;
}

#else

const bazar_kernels *bazar_kernels_avx2(void)
{
    return NULL;
}

#endif
