/* AVX-512 with VBMI and VNNI: sixteen hands at a time, a table of 64 entries by one instruction.
 *
 * In the byte of a suit, `threes` marks the lowest card of every three in sequence: six bits that tell all
 * there is to know of its sequences. */

#include "kernels.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))

#include <immintrin.h>

#include "kernel_tables.h"

#define FEATURES "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vnni"
#define TARGET __attribute__((target(FEATURES)))
#define INLINE static inline __attribute__((always_inline, target(FEATURES)))

enum { LANES = 16, ALL_TRUMPS = 4, WITHOUT_TRUMPS = 5 };

INLINE __m512i look_up(const uint8_t *table, __m512i index)
{
    return _mm512_permutexvar_epi8(index, _mm512_loadu_si512(table));
}

INLINE __m512i threes_of(__m512i hands)
{
    __m512i pairs = _mm512_and_si512(hands, _mm512_and_si512(_mm512_srli_epi32(hands, 1),
                                                             _mm512_set1_epi8(0x7F)));
    return _mm512_and_si512(pairs, _mm512_srli_epi32(pairs, 1));
}

/* Ranks 9 ... A held four times, in the low byte of each hand; the other bytes are zero. */
INLINE __m512i carres_of(__m512i hands)
{
    __m512i pairs = _mm512_and_si512(hands, _mm512_srli_epi32(hands, 8));
    return _mm512_srli_epi32(_mm512_and_si512(pairs, _mm512_srli_epi32(pairs, 16)), 2);
}

/* Dwords. */
INLINE __m512i points_of(__m512i run_tens, __m512i carres, int without)
{
    return _mm512_dpbusd_epi32(_mm512_setzero_si512(),
                               _mm512_add_epi8(run_tens, look_up(bazar_carre_tens64[without], carres)),
                               _mm512_set1_epi8(10));
}

/* The largest of four bytes, in the low byte; the others are left over. */
INLINE __m512i highest_of(__m512i bytes)
{
    __m512i pairs = _mm512_max_epu8(bytes, _mm512_srli_epi32(bytes, 16));
    return _mm512_max_epu8(pairs, _mm512_srli_epi32(pairs, 8));
}

/* The strength of a sequence in a suit contract, from its order, in bytes: one less if it is not of trumps. */
INLINE __m512i twice_less(__m512i orders, __m512i not_trump)
{
    return _mm512_subs_epu8(_mm512_add_epi8(orders, orders), not_trump);
}

/* In the low byte of dwords; the others are left over. */
INLINE __m512i strength_of(__m512i threes, __m512i carres, int contract)
{
    __m512i orders = look_up(bazar_run_order64, threes);
    if (contract < ALL_TRUMPS)
        orders = twice_less(orders, _mm512_set1_epi32(
            (int)(UINT32_C(0x01010101) & ~(UINT32_C(1) << 8 * contract))));
    return _mm512_max_epu8(highest_of(orders), look_up(
        bazar_carre_strength64[contract < ALL_TRUMPS ? 0 : contract - 3], carres));
}

/* The first `some` of sixteen; the others are not written. */
INLINE void evaluate_unit(const uint32_t *hands, __mmask16 some, int contract, uint16_t *points,
                          uint8_t *strength)
{
    __m512i these = _mm512_maskz_loadu_epi32(some, hands);
    __m512i threes = threes_of(these), carres = carres_of(these);
    if (points) {
        __m512i values = points_of(look_up(bazar_run_tens64, threes), carres, contract == WITHOUT_TRUMPS);
        _mm256_mask_storeu_epi16(points, some, _mm512_cvtepi32_epi16(values));
    }
    if (strength)
        _mm_mask_storeu_epi8(strength, some, _mm512_cvtepi32_epi8(strength_of(threes, carres, contract)));
}

/* Inlined once for each kind of call, so that what does not change leaves the loop. */
INLINE void evaluate_all(const uint32_t *hands, size_t count, int contract, uint16_t *points,
                         uint8_t *strength)
{
    size_t done = 0;
    for (; done + LANES <= count; done += LANES)
        evaluate_unit(hands + done, 0xFFFF, contract, points ? points + done : NULL,
                      strength ? strength + done : NULL);
    if (done < count)
        evaluate_unit(hands + done, (__mmask16)((1u << (count - done)) - 1), contract,
                      points ? points + done : NULL, strength ? strength + done : NULL);
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

/* Words of rows, and bytes of rows, as places in what six_unit makes; the last row of one follows. */
INLINE __m512i row_words(int vector)
{
    return _mm512_loadu_si512(bazar_row_words[vector]);
}

INLINE void six_unit(const uint32_t *hands, __mmask16 some, uint16_t *points, uint8_t *strength)
{
    __m512i these = _mm512_maskz_loadu_epi32(some, hands);
    __m512i threes = threes_of(these), carres = carres_of(these);
    size_t rows = (size_t)__builtin_popcount(some) * 6;
    if (points) {
        __m512i run_tens = look_up(bazar_run_tens64, threes);
        __m512i both = _mm512_or_si512(points_of(run_tens, carres, 0),
                                       _mm512_slli_epi32(points_of(run_tens, carres, 1), 16));
        uint64_t keep = rows >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << rows) - 1;
        uint32_t last = rows >= 96 ? ~UINT32_C(0) : rows <= 64 ? 0 : (UINT32_C(1) << (rows - 64)) - 1;
        _mm512_mask_storeu_epi16(points, (__mmask32)keep, _mm512_permutexvar_epi16(row_words(0), both));
        _mm512_mask_storeu_epi16(points + 32, (__mmask32)(keep >> 32),
                                 _mm512_permutexvar_epi16(row_words(1), both));
        _mm512_mask_storeu_epi16(points + 64, (__mmask32)last,
                                 _mm512_permutexvar_epi16(row_words(2), both));
    }
    if (strength) {
        /* The bytes of a hand's orders are those of its suits, and so of the four suit contracts. */
        __m512i orders = look_up(bazar_run_order64, threes), best = highest_of(orders);
        __m512i plain = _mm512_max_epu8(twice_less(best, _mm512_set1_epi8(1)), look_up(bazar_carre_strength64[0], carres));
        __m512i all = _mm512_max_epu8(best, look_up(bazar_carre_strength64[1], carres));
        __m512i none = _mm512_max_epu8(best, look_up(bazar_carre_strength64[2], carres));
        __m512i low = _mm512_set1_epi32(255);
        __m512i suits = _mm512_max_epu8(
            _mm512_add_epi8(orders, orders),
            _mm512_shuffle_epi8(plain, _mm512_loadu_si512(bazar_low_byte)));
        __m512i rest = _mm512_or_si512(_mm512_and_si512(all, low),
                                       _mm512_slli_epi32(_mm512_and_si512(none, low), 8));
        __mmask64 keep = rows >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << rows) - 1;
        __mmask32 last = rows >= 96 ? ~UINT32_C(0) : rows <= 64 ? 0 : (UINT32_C(1) << (rows - 64)) - 1;
        _mm512_mask_storeu_epi8(strength, keep, _mm512_permutex2var_epi8(
            suits, _mm512_loadu_si512(bazar_row_bytes[0]), rest));
        _mm256_mask_storeu_epi8(strength + 64, last, _mm512_castsi512_si256(_mm512_permutex2var_epi8(
            suits, _mm512_loadu_si512(bazar_row_bytes[1]), rest)));
    }
}

TARGET static void evaluate6(const uint32_t *hands, size_t count, uint16_t *points, uint8_t *strength)
{
    size_t done = 0;
    for (; done + LANES <= count; done += LANES)
        six_unit(hands + done, 0xFFFF, points ? points + 6 * done : NULL,
                 strength ? strength + 6 * done : NULL);
    if (done < count)
        six_unit(hands + done, (__mmask16)((1u << (count - done)) - 1), points ? points + 6 * done : NULL,
                 strength ? strength + 6 * done : NULL);
}

const bazar_kernels *bazar_kernels_avx512(void)
{
    static bazar_kernels kernels;
    const bazar_kernels *rest = bazar_kernels_avx2();
    if (rest == NULL || !__builtin_cpu_supports("avx512vbmi") || !__builtin_cpu_supports("avx512vnni") ||
        !__builtin_cpu_supports("avx512bw") || !__builtin_cpu_supports("avx512vl") ||
        !__builtin_cpu_supports("avx512dq"))
        return NULL;
    kernels = *rest;
    kernels.name = "avx512";
    kernels.evaluate = evaluate;
    kernels.evaluate6 = evaluate6;
    return &kernels;
}

#else

const bazar_kernels *bazar_kernels_avx512(void)
{
    return NULL;
}

#endif
