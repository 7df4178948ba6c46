# The order in which cards are tried: the sooner one that decides is met, the less is searched.

from libc.stdint cimport uint32_t

from bazar._bits cimport lowest_bit
from bazar._places cimport count
from bazar._play cimport game

cdef extern from *:
    """
    static const int *bazar_weights(int contract)
    {
        /* In the order of the names below; found by small steps that made searches of 200 deals shorter. */
        static const int table[3][37] = {
        {   /* a suit contract */
            32, 5, -16, 2, 52, 0, 24, 1, 26, 17, 54, 0, 16, 11, -40, -4, 2, -2, 20, 1, -6, 16, 60, 2,
            -14, 42, -1, 12, 1, -4, 2, 5, 24, -1, -32, -2, -1,
        },
        {   /* all trumps */
            0, 2, 0, 4, 52, 4, 56, 2, 66, 3, 30, 2, 0, 0, 0, -7, 6, 0, 20, 1, 10, 15, 60, 1, 10, 10, -1,
            -4, 11, 20, 1, 10, 32, -2, 0, 2, 0,
        },
        {   /* without trumps */
            0, 2, 0, 4, 52, 2, 56, 0, 58, 2, 30, 2, 24, 3, 0, -6, 3, -2, 20, 3, -14, 6, 60, 1, 2, 26, 2,
            12, 7, 20, -1, 7, 80, -4, 0, -2, -1,
        },
        };
        return table[contract > 3 ? contract - 3 : 0];
    }

    /* What holding a card makes more of the value, in tenths of a whist: fitted to 3,000 deals. */
    static inline int bazar_tenths(int contract, int place)
    {
        static const short table[4][8] = {
            {-35, -34, -33, -23, -13,   8,  50, 186},   /* trumps */
            {-33, -33, -32, -33, -34, -25,  -2,  86},   /* the other suits */
            {-50, -53, -56, -56, -46, -22,  33, 249},   /* all trumps */
            {-32, -35, -33, -35, -35, -21,  26, 164},   /* without trumps */
        };
        return table[contract > 3 ? contract - 2 : place > 7][place & 7];
    }
    """
    int tenths "bazar_tenths" (int contract, int place) noexcept nogil
    const int* weights "bazar_weights" (int contract) noexcept nogil

cdef enum:
    # What a card's score is made of: a constant, and a gain or a cost for each whist of the card.
    BOTH_RUFF, BOTH_RUFF_COST, THEY_RUFF, THEY_RUFF_COST, HIGHEST, HIGHEST_GAIN, ABOVE_THEIRS,
    ABOVE_THEIRS_GAIN, PARTNER_HIGHEST, PARTNER_HIGHEST_GAIN, PARTNER_RUFFS, PARTNER_RUFFS_GAIN,
    LOSING_LEAD, LOSING_LEAD_COST, TRUMP_LEAD, OWN_LENGTH, THEIR_LENGTH, LEAD_HEIGHT, LAST_WON,
    LAST_WON_GAIN, LAST_TAKES, LAST_LOST_COST, SAFE, SAFE_GAIN, SAFE_TAKES, CONTESTED, CONTESTED_COST,
    UNSAFE, UNSAFE_COST, PARTNER_SAVES, PARTNER_SAVES_GAIN, LOST_COST, DISCARD_HIGHEST, DISCARD_LENGTH,
    RUFF, HEIGHT_LOST, HEIGHT_WON,

cdef enum:
    UNSEEN = 1 << 20
    DONE = -(1 << 30)

cdef struct choice:
    int place
    int worth
    int chain       # neighbours share a number
    int score       # the higher the sooner; DONE once taken
    int value       # what it leads to in the mover's eyes, at most; UNSEEN before it is searched


cdef inline int choices(
    choice* list, const game* g, uint32_t cards, uint32_t others, uint32_t royals, int* hint
) noexcept nogil:
    """The cards worth a try, in no order, with neighbours in chains. Of cards worth the same in a chain
    the lowest stands for all."""
    cdef int number = 0, chain = 0, place
    cdef uint32_t bit, before = 0, between
    while cards:
        bit = cards & (0 - cards)
        cards ^= bit
        place = lowest_bit(bit)
        if before:
            between = others & (bit - 1) & ~(before - 1)
            if between or (bit | before) & royals or (list[number - 1].place ^ place) >> 3:
                chain += 1
            elif list[number - 1].worth == g.worth[place]:
                before = bit
                if hint[0] == place:
                    hint[0] = list[number - 1].place
                continue
        before = bit
        list[number].place = place
        list[number].worth = g.worth[place]
        list[number].chain = chain
        list[number].score = 0
        list[number].value = UNSEEN
        number += 1
    return number


cdef inline int take(choice* list, int number) noexcept nogil:
    """The best of the choices not yet taken, or -1."""
    cdef int i, chosen = 0
    for i in range(1, number):
        if list[i].score > list[chosen].score:
            chosen = i
    if list[chosen].score == DONE:
        return -1
    list[chosen].score = DONE
    return chosen


cdef inline int neighbours_limit(const choice* list, int number, int chosen) noexcept nogil:
    """What the value is at most, as far as neighbours already searched tell."""
    cdef int i, limit = UNSEEN, worth = list[chosen].worth
    for i in range(chosen + 1, number):
        if list[i].chain != list[chosen].chain:
            break
        limit = min(limit, list[i].value + abs(list[i].worth - worth))
    for i in range(chosen - 1, -1, -1):
        if list[i].chain != list[chosen].chain:
            break
        limit = min(limit, list[i].value + abs(list[i].worth - worth))
    return limit


cdef inline uint32_t higher(int place) noexcept nogil:
    """The higher places of the same suit."""
    return (<uint32_t>254 << (place & 7) & 255) << (place & 24)


cdef inline bint can_beat(uint32_t hand, uint32_t led, uint32_t over) noexcept nogil:
    """Whether a hand has a card that takes the trick, by its suit; the duties aside."""
    return (hand & led & over if hand & led else hand & over) != 0


cdef inline void order_leads(
    choice* list, int number, const game* g, const uint32_t* hands, int seat, int hint
) noexcept nogil:
    cdef int i, place, c, score, suit = -1, ruff = 0
    cdef uint32_t hand = hands[seat], left = hands[(seat + 1) & 3], right = hands[(seat + 3) & 3]
    cdef uint32_t partner = hands[seat ^ 2], mask, theirs = 0, his = 0, bit
    cdef const int* w = weights(g.contract)
    for i in range(number):
        place = list[i].place
        bit = <uint32_t>1 << place
        c = list[i].worth
        if place >> 3 != suit:
            suit = place >> 3
            mask = <uint32_t>255 << 8 * suit
            theirs = (left | right) & mask
            his = partner & mask
            ruff = 0
            if g.trumps and suit:
                ruff = (not left & mask and left & 255) or (not right & mask and right & 255)
                if not his and partner & 255:
                    ruff |= 2
        if ruff & 1:
            score = w[BOTH_RUFF] - c * w[BOTH_RUFF_COST] if ruff & 2 else w[THEY_RUFF] - c * w[THEY_RUFF_COST]
        elif bit > theirs:
            if bit > his:
                score = w[HIGHEST] + c * w[HIGHEST_GAIN]
            else:
                score = w[ABOVE_THEIRS] + c * w[ABOVE_THEIRS_GAIN]
        elif his > theirs:
            score = w[PARTNER_HIGHEST] + c * w[PARTNER_HIGHEST_GAIN]
        elif ruff & 2:
            score = w[PARTNER_RUFFS] + c * w[PARTNER_RUFFS_GAIN]
        else:
            score = w[LOSING_LEAD] - c * w[LOSING_LEAD_COST]
        if g.trumps >> place & 1:
            score += w[TRUMP_LEAD]
        score += w[OWN_LENGTH] * count(hand >> 8 * suit & 255)
        score += w[THEIR_LENGTH] * count(theirs >> 8 * suit & 255) - w[LEAD_HEIGHT] * (place & 7)
        if place == hint:
            score += 1 << 24
        list[i].score = score


cdef inline void order_plays(
    choice* list, int number, const game* g, const uint32_t* hands, int seat, uint32_t cards, uint32_t led,
    uint32_t over, bint ours, int played
) noexcept nogil:
    cdef int i, place, c, score, suit
    cdef bint takes, mine
    cdef uint32_t now, hand = hands[seat], others = cards ^ hand
    cdef const int* w = weights(g.contract)
    for i in range(number):
        place = list[i].place
        c = list[i].worth
        takes = over >> place & 1
        mine = takes or ours
        now = g.over[place] if takes else over
        if played == 3:
            if mine:
                score = w[LAST_WON] + c * w[LAST_WON_GAIN]
                if takes:
                    score += w[LAST_TAKES]
            else:
                score = -c * w[LAST_LOST_COST]
        elif mine:
            if not can_beat(hands[(seat + 1) & 3], led, now):
                score = w[SAFE] + c * w[SAFE_GAIN]
                if takes:
                    score += w[SAFE_TAKES]
            elif played == 1 and can_beat(hands[(seat + 2) & 3], led, now):
                score = w[CONTESTED] - c * w[CONTESTED_COST]
            else:
                score = w[UNSAFE] - c * w[UNSAFE_COST]
        elif played == 1 and can_beat(hands[(seat + 2) & 3], led, now):
            score = w[PARTNER_SAVES] + c * w[PARTNER_SAVES_GAIN]
        else:
            score = -c * w[LOST_COST]
        suit = place >> 3
        if not led >> place & 1:
            if g.trumps >> place & 1:
                score += w[RUFF]
            else:
                if not others & higher(place):
                    score -= w[DISCARD_HIGHEST]
                score += w[DISCARD_LENGTH] * count(hand >> 8 * suit & 255)
        score -= (w[HEIGHT_WON] if mine else w[HEIGHT_LOST]) * (place & 7)
        list[i].score = score
