# Whole deals played out: given plays checked and counted, and random ones.
#
# Generator of random plays: SplitMix64, as in _dealing.pxd. Playout i of a seed takes words 4i ... 4i + 3,
# one for two tricks. Of the legal cards, in ascending order, the place-th is played: the place is the high
# half of word * (their number), whose low half is the word for the next card. Two tricks can be played in
# fewer than 2**24 ways, so that none is favoured by more than one part in 2**40.

cimport cython
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from bazar._bits cimport lowest_bit
from bazar._dealing cimport high_half, splitmix
from bazar._play cimport LAST_TRICK, game, legal, legal_cards, make, may_say, position, suit_mask
from bazar._tables cimport bits_of_suit, nth_of_suit

cdef enum:
    MOST_POINTS = 258       # whists of a deck: those of A/T


cdef inline int replay(
    position* p, const game* g, const uint8_t* cards, int count, uint32_t words
) noexcept nogil:
    """Make given plays, the word said at the cards in `words`, up to the first that may not be made.

    How many were made.
    """
    cdef int place, say
    for place in range(count):
        if cards[place] > 31 or not legal(p, g) >> cards[place] & 1:
            return place
        say = words >> cards[place] & 1
        if say and not may_say(p, g, cards[place]):
            return place
        make(p, g, cards[place], say)
    return count


cdef inline uint32_t draw_card(uint32_t cards, unsigned long long* word) noexcept nogil:
    """One of some cards, as the word says, which goes on to the next card."""
    cdef unsigned suit = lowest_bit(cards) & 24
    cdef uint32_t ranks = cards >> suit
    cdef unsigned place
    if ranks < 256:
        # Who follows suit chooses in one suit only.
        place = high_half(word, bits_of_suit(ranks))
        return <uint32_t>1 << (nth_of_suit(ranks, place) + suit)
    place = high_half(
        word,
        bits_of_suit(cards) + bits_of_suit(cards >> 8)
        + bits_of_suit(cards >> 16) + bits_of_suit(cards >> 24),
    )
    while place:
        cards &= cards - 1
        place -= 1
    return cards & (0 - cards)


@cython.overflowcheck(False)
cdef inline int playout(
    const uint32_t* start, int leader, const game* g, uint64_t seed, uint64_t number
) noexcept nogil:
    """Whists of NS when four hands of the same size are played out at random: playout `number` of the seed.

    It does what `make` does a trick at a time, with all it knows of the trick at hand.
    """
    cdef uint64_t state = splitmix(seed) + number * 4 * <uint64_t>0x9E3779B97F4A7C15
    cdef unsigned long long word = 0
    cdef uint32_t hands[4]
    cdef uint32_t bit, led, over
    cdef unsigned points[2]
    cdef unsigned stake
    cdef int seat, turn, card, winner = leader, tricks = 0
    for seat in range(4):
        hands[seat] = start[seat]
    points[0] = 0
    points[1] = 0
    while hands[leader]:
        if not tricks & 1:
            word = splitmix(state)
            state += <uint64_t>0x9E3779B97F4A7C15
        tricks += 1
        bit = draw_card(hands[leader], &word)
        hands[leader] ^= bit
        card = lowest_bit(bit)
        led = suit_mask(card)
        over = g.over[card]
        stake = g.worth[card]
        winner = leader
        for turn in range(1, 4):
            seat = (leader + turn) & 3
            bit = draw_card(legal_cards(g, hands[seat], led, over, winner == seat ^ 2), &word)
            hands[seat] ^= bit
            card = lowest_bit(bit)
            stake += g.worth[card]
            if over & bit:
                winner = seat
                over = g.over[card]
        points[winner & 1] += stake
        leader = winner
    points[leader & 1] += LAST_TRICK
    return points[0]
