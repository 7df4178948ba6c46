# The order in which cards are tried: the sooner one that decides is met, the less is searched.

from libc.stdint cimport uint32_t

from bazar._bits cimport lowest_bit
from bazar._places cimport count
from bazar._play cimport game

cdef extern from *:
    """
    static int bazar_weights[3][64] = {
        {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 7, 8, 4, 52, 0, 32, 1, 42, 11, 54, 0, 0, 8, -40, 0, 20, 1, -6, 13, 60, 2, -14, 42, -1, 20, 2, 4, -2, 5, 0, -5, 0, 24, -1, 0, -24, -3, -1, -2, 0, 0, 0, 0},
        {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 4, 52, 3, 48, 2, 66, 2, 30, 2, 0, 0, 0, 0, 20, 1, 10, 15, 60, 1, 10, 10, -1, -4, 12, 20, 1, 10, 0, -5, 3, 32, -2, 0, 0, 2, 0, 1, 0, 0, 0, 0},
        {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 4, 52, 2, 56, 0, 50, 5, 30, 2, 0, 3, 0, 0, 20, 3, -14, 5, 60, 2, -6, 26, 2, 12, 7, 20, -1, 5, 0, -4, 3, 80, -4, 0, 0, -2, -1, -2, 0, 0, 0, 0},
    };

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
    int weights "bazar_weights"[3][64]

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
    cdef const int* w = weights[g.contract - 3 if g.contract > 3 else 0]
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
            score = w[20] - c * w[21] if ruff & 2 else w[22] - c * w[23]
        elif bit > theirs:
            score = w[24] + c * w[25] if bit > his else w[26] + c * w[27]
        elif his > theirs:
            score = w[28] + c * w[29]
        elif ruff & 2:
            score = w[30] + c * w[31]
        else:
            score = w[32] - c * w[33]
        if g.trumps >> place & 1:
            score += w[34]
        score += w[51] * count(hand >> 8 * suit & 255) + w[52] * count(theirs >> 8 * suit & 255) - w[59] * (place & 7)
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
    cdef const int* w = weights[g.contract - 3 if g.contract > 3 else 0]
    for i in range(number):
        place = list[i].place
        c = list[i].worth
        takes = over >> place & 1
        mine = takes or ours
        now = g.over[place] if takes else over
        if played == 3:
            if mine:
                score = w[36] + c * w[37]
                if takes:
                    score += w[38]
            else:
                score = -c * w[39]
        elif mine:
            if not can_beat(hands[(seat + 1) & 3], led, now):
                score = w[40] + c * w[41]
                if takes:
                    score += w[42]
            elif played == 1 and can_beat(hands[(seat + 2) & 3], led, now):
                score = w[43] - c * w[44]
            else:
                score = w[45] - c * w[46]
        elif played == 1 and can_beat(hands[(seat + 2) & 3], led, now):
            score = w[47] + c * w[48]
        else:
            score = -c * w[49]
        suit = place >> 3
        if not led >> place & 1:
            if g.trumps >> place & 1:
                score += w[56]
            else:
                if not others & higher(place):
                    score -= w[53]
                score += w[54] * count(hand >> 8 * suit & 255)
        score -= (w[58] if mine else w[57]) * (place & 7)
        list[i].score = score
