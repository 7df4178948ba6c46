/* Random playouts with BMI2, whose pdep finds the place-th of the legal cards.
 *
 * The steps and the numbers are those of bazar/_playouts.pxd, the rules those of bazar/_play.pxd. */

#include "kernels.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))

#include <immintrin.h>

#define TARGET __attribute__((target("bmi,bmi2,popcnt")))
#define INLINE static inline __attribute__((always_inline, target("bmi,bmi2,popcnt")))

#define GAMMA UINT64_C(0x9E3779B97F4A7C15)
#define LAST_TRICK 10

INLINE uint64_t splitmix(uint64_t state)
{
    uint64_t z = state + GAMMA;
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* One of some cards, as a bit. */
INLINE uint32_t draw_card(uint32_t cards, uint64_t *word)
{
    unsigned __int128 product = (unsigned __int128)*word * (unsigned)_mm_popcnt_u32(cards);
    *word = (uint64_t)product;
    return _pdep_u32(UINT32_C(1) << (unsigned)(product >> 64), cards);
}

INLINE uint32_t legal_cards(const bazar_play *play, uint32_t hand, uint32_t led, uint32_t over,
                            int partner_holds)
{
    uint32_t follow = hand & led, ruff = hand & play->trumps, higher;
    if (follow) {
        higher = follow & over & play->climbing;
        return higher ? higher : follow;
    }
    if (!ruff || (partner_holds && play->partner_exempt))
        return hand;
    higher = ruff & over;
    if (higher)
        return higher;
    return play->undertrump ? ruff : hand;
}

INLINE unsigned playout(const bazar_play *play, const uint32_t *dealt, unsigned leader, uint64_t state)
{
    uint32_t hands[4] = {dealt[0], dealt[1], dealt[2], dealt[3]};
    unsigned points[2] = {0, 0}, tricks = 0, turn;
    uint64_t word = 0;
    while (hands[leader]) {
        uint32_t bit, led, over;
        unsigned stake, card, seat, winner = leader;
        if (!(tricks++ & 1)) {
            word = splitmix(state);
            state += GAMMA;
        }
        bit = draw_card(hands[leader], &word);
        hands[leader] ^= bit;
        card = _tzcnt_u32(bit);
        led = UINT32_C(0xFF) << (card & 24);
        over = play->over[card];
        stake = play->worth[card];
        for (turn = 1; turn < 4; turn++) {
            seat = (leader + turn) & 3;
            bit = draw_card(legal_cards(play, hands[seat], led, over, winner == (seat ^ 2)), &word);
            hands[seat] ^= bit;
            card = _tzcnt_u32(bit);
            stake += play->worth[card];
            if (over & bit) {
                winner = seat;
                over = play->over[card];
            }
        }
        points[winner & 1] += stake;
        leader = winner;
    }
    points[leader & 1] += LAST_TRICK;
    return points[0];
}

TARGET uint64_t bazar_playouts_bmi2(const bazar_play *play, const uint32_t *hands, int leader, uint64_t seed,
                                    uint64_t number, uint64_t count, uint32_t *counts)
{
    uint64_t state = splitmix(seed) + number * 4 * GAMMA, total = 0;
    for (; count > 0; count--, state += 4 * GAMMA) {
        unsigned whists = playout(play, hands, (unsigned)leader & 3, state);
        total += whists;
        if (counts != NULL)
            counts[whists]++;
    }
    return total;
}

#endif
