/* Loops over arrays of hands that Cython cannot say, because they need instructions of one processor.
 *
 * Each does what inline functions of the core do one hand at a time. The plain loops over those functions
 * (src/_kernels.pyx) are the twins that tests compare these with, on all hands. */

#ifndef BAZAR_KERNELS_H
#define BAZAR_KERNELS_H

#include <stddef.h>
#include <stdint.h>

/* Ranking sets of places byte by byte, in the order of their masks. The rows past the ninth are zeros: they
 * keep within bounds what is read for hands that some other thread spoils after they were checked. */
typedef struct {
    uint32_t below24[256];      /* masks of 8 of 32 whose top byte is less */
    uint32_t below16[16][256];  /* masks of k of 24 whose top byte is less, by k */
    uint16_t below8[16][256];   /* masks of k of 16 whose top byte is less, by k */
    uint8_t place[256];         /* of a byte among those of as many bits */
    uint8_t byte[9][70];        /* the inverse, by number of bits */
} bazar_ranking;

/* What playouts need of a game (bazar/_play.pxd). */
typedef struct {
    const uint32_t *over;       /* of each of 32 cards, those that beat it */
    const uint8_t *worth;       /* its whists */
    uint32_t trumps, climbing;
    int partner_exempt, undertrump;
} bazar_play;

typedef struct {
    const char *name;
    /* Points and strengths under one contract; either may be NULL. */
    void (*evaluate)(const uint32_t *hands, size_t count, int contract, uint16_t *points, uint8_t *strength);
    /* The same under all six, in rows of six. */
    void (*evaluate6)(const uint32_t *hands, size_t count, uint16_t *points, uint8_t *strength);
    void (*card_points)(const uint32_t *hands, size_t count, int contract, uint16_t *points);
    /* What points and strengths of four hands a deal come to, `first` showing first. */
    void (*decide)(const uint16_t *points, const uint8_t *strength, size_t count, int first,
                   int8_t *winner, uint16_t *pairs, uint8_t *status);
    /* Whether all have four disjoint hands of eight cards. */
    int (*are_deals)(const uint32_t *deals, size_t count);
    /* Deals number, number + 1, ... of the seed. */
    void (*random_deals)(uint64_t seed, uint64_t number, size_t count, uint32_t *deals);
    void (*deal_index)(const bazar_ranking *ranking, const uint32_t *deals, size_t count, uint64_t *index);
    void (*deals_from_index)(const bazar_ranking *ranking, const uint64_t *index, size_t count,
                             uint32_t *deals);
    /* Playouts number, number + 1, ... of the seed from four hands of the same size: the whists of NS in all;
     * how often each number of them is added to the 259 `counts`, unless that is NULL. */
    uint64_t (*playouts)(const bazar_play *play, const uint32_t *hands, int leader, uint64_t seed,
                         uint64_t number, uint64_t count, uint32_t *counts);
} bazar_kernels;

/* The kernels of each kind, or NULL where this machine cannot run them. */
const bazar_kernels *bazar_kernels_avx2(void);
const bazar_kernels *bazar_kernels_avx512(void);

/* With BMI2, whatever the vectors are. */
void bazar_random_deals_bmi2(uint64_t seed, uint64_t number, size_t count, uint32_t *deals);
void bazar_deal_index_bmi2(const bazar_ranking *ranking, const uint32_t *deals, size_t count,
                           uint64_t *index);
void bazar_deals_from_index_bmi2(const bazar_ranking *ranking, const uint64_t *index, size_t count,
                                 uint32_t *deals);
uint64_t bazar_playouts_bmi2(const bazar_play *play, const uint32_t *hands, int leader, uint64_t seed,
                             uint64_t number, uint64_t count, uint32_t *counts);

#endif
