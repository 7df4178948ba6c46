# The play of the cards: what may be played, who wins the trick, Bella, and making and unmaking plays.
#
# A `game` is a contract with the rules of RULES C, prepared once. A `position` is the four hands and the
# `table`; a play changes one bit of a hand and the table, so to take it back keep a copy of the table:
#
#     before = p.now
#     make(&p, &g, card, 0)
#     ...
#     unmake(&p, &before, card)
#
# Which card wins is kept as `over`, the mask of the cards that would beat it. That one mask decides both
# whether a play takes the trick and what the duty to go over allows.

from libc.stdint cimport uint8_t, uint16_t, uint32_t

from bazar._numbers cimport ALL_TRUMPS, WITHOUT_TRUMPS
from bazar._tables cimport higher_ranks, plain_points, trump_points, without_points

cdef enum:
    LAST_TRICK = 10     # whists more for the last trick
    BELLA = 20          # whists of a Bella

cdef enum:
    # What a player void of the suit led does who cannot go over a trump: plays anything, or a trump.
    FREE = 0
    MUST = 1

cdef struct game:
    uint32_t over[32]       # the cards that beat each card while it holds the trick
    uint8_t worth[32]       # whists of each card
    uint32_t trumps         # the trump suit; nothing in A/T and W/T
    uint32_t climbing       # the suits in which following means going over, if able
    uint32_t royals         # Kings and Queens of trumps
    uint8_t contract
    uint8_t partner_exempt
    uint8_t undertrump      # FREE or MUST

cdef struct table:
    uint32_t led            # the suit led, all eight cards of it; nothing before the lead
    uint32_t over           # the cards that beat the one that holds the trick
    uint32_t said           # Kings and Queens played with the word
    uint16_t stake          # whists on the table
    uint16_t points[2]      # whists taken by NS and EW, the last trick's 10 included
    uint8_t turn            # the seat to play; after the last card, the seat that took it
    uint8_t winner          # the seat that holds the trick on the table
    uint8_t played          # cards on the table, 0 ... 3
    uint8_t tricks[2]       # taken by NS and EW
    uint8_t bellas[2]       # with both words said, by NS and EW

cdef struct position:
    uint32_t hands[4]
    uint32_t pairs          # Kings and Queens that one player had both of: R15
    table now


cdef inline int is_trump(int suit, int contract) noexcept nogil:
    return contract == ALL_TRUMPS or suit == contract


cdef inline game game_of(int contract, int partner_exempt, int undertrump) noexcept nogil:
    """The rules of a contract, under the switches of RULES C."""
    cdef game g
    cdef int card, suit, rank, trump
    g.contract = <uint8_t>contract
    g.partner_exempt = partner_exempt != 0
    g.undertrump = undertrump != FREE
    g.trumps = <uint32_t>255 << (8 * contract) if contract < ALL_TRUMPS else 0
    g.climbing = <uint32_t>0xFFFFFFFF if contract == ALL_TRUMPS else g.trumps
    g.royals = g.climbing & <uint32_t>0x60606060
    for card in range(32):
        suit = card >> 3
        rank = card & 7
        trump = is_trump(suit, contract)
        g.over[card] = higher_ranks(rank, trump) << (8 * suit)
        if not trump:
            g.over[card] |= g.trumps
        if contract == WITHOUT_TRUMPS:
            g.worth[card] = <uint8_t>without_points(1 << rank)
        elif trump:
            g.worth[card] = <uint8_t>trump_points(1 << rank)
        else:
            g.worth[card] = <uint8_t>plain_points(1 << rank)
    return g


cdef inline uint32_t suit_mask(int card) noexcept nogil:
    """All eight cards of a card's suit."""
    return <uint32_t>255 << (card & 24)


cdef inline uint32_t legal_cards(
    const game* g, uint32_t hand, uint32_t led, uint32_t over, int partner_holds
) noexcept nogil:
    """The cards of a hand that may be played to a trick (RULES C); of an empty hand none."""
    cdef uint32_t follow = hand & led
    cdef uint32_t higher, ruff
    if follow:
        higher = follow & over & g.climbing
        return higher if higher else follow
    ruff = hand & g.trumps
    if not led or not ruff or (partner_holds and g.partner_exempt):
        return hand
    higher = ruff & over
    if higher:
        return higher
    return ruff if g.undertrump else hand


cdef inline uint32_t legal_at(const uint32_t* hands, const table* now, const game* g) noexcept nogil:
    """The cards the player to move may play."""
    # Before a second card nobody's partner holds the trick: the winner is its leader.
    return legal_cards(g, hands[now.turn], now.led, now.over, now.winner == now.turn ^ 2)


cdef inline uint32_t legal(const position* p, const game* g) noexcept nogil:
    """The same of a position."""
    return legal_at(p.hands, &p.now, g)


cdef inline uint32_t pairs_of(const uint32_t* hands, const game* g) noexcept nogil:
    """The Kings and Queens of trumps that are with one player."""
    cdef uint32_t pairs = 0, queens
    cdef int seat
    for seat in range(4):
        queens = hands[seat] & g.royals & hands[seat] >> 1 & <uint32_t>0x20202020
        pairs |= queens | queens << 1
    return pairs


cdef inline void start(position* p, const game* g, const uint32_t* hands, int leader) noexcept nogil:
    """A position before a lead, nothing taken."""
    cdef int seat
    for seat in range(4):
        p.hands[seat] = hands[seat]
    p.pairs = pairs_of(hands, g)
    p.now.led = 0
    p.now.over = 0
    p.now.said = 0
    p.now.stake = 0
    p.now.turn = <uint8_t>leader
    p.now.winner = <uint8_t>leader
    p.now.played = 0
    for seat in range(2):
        p.now.points[seat] = 0
        p.now.tricks[seat] = 0
        p.now.bellas[seat] = 0


cdef inline int may_say(const position* p, const game* g, int card) noexcept nogil:
    """Whether the word may be said at a card of the player to move (RULES A, R12 ... R15)."""
    if not p.pairs >> card & 1:
        return 0
    # In a suit contract the suit of a Bella is the trump suit, whatever is led.
    return g.contract < ALL_TRUMPS or not p.now.led or (p.now.led >> card & 1)


cdef inline uint32_t open_bellas(const position* p) noexcept nogil:
    """The suits, one bit each, whose Bella may yet have both words, or has one and waits for the other."""
    cdef uint32_t held = p.hands[0] | p.hands[1] | p.hands[2] | p.hands[3]
    # A word left out, or not allowed, at either card: nothing counts.
    cdef uint32_t silent = p.pairs & ~held & ~p.now.said
    cdef uint32_t suits = 0
    cdef int suit
    for suit in range(4):
        if (p.pairs & held) >> (8 * suit) & 255 and not silent >> (8 * suit) & 255:
            suits |= <uint32_t>1 << suit
    return suits


cdef inline void advance(
    const table* now, table* after, const game* g, uint32_t left, int card, int say
) noexcept nogil:
    """The table after a legal card, played with the word if told so, that leaves its player the hand `left`.

    A trick that is complete is taken. Both tables may be the same.
    """
    cdef uint32_t bit = <uint32_t>1 << card
    cdef int seat = now.turn, winner = now.winner, played = now.played
    cdef unsigned stake = now.stake + g.worth[card]
    cdef uint32_t led = now.led, over = now.over
    after.said = now.said
    after.bellas[0] = now.bellas[0]
    after.bellas[1] = now.bellas[1]
    after.points[0] = now.points[0]
    after.points[1] = now.points[1]
    after.tricks[0] = now.tricks[0]
    after.tricks[1] = now.tricks[1]
    if say:
        after.said |= bit
        # King and Queen are neighbours: both are said if this one's neighbour was.
        if after.said >> (card ^ 3) & 1:
            after.bellas[seat & 1] += 1
    if not played:
        led = suit_mask(card)
        over = bit
    if over & bit:
        winner = seat
        over = g.over[card]
    seat = (seat + 1) & 3
    played += 1
    if played == 4:
        if not left:
            stake += LAST_TRICK
        after.points[winner & 1] += <uint16_t>stake
        after.tricks[winner & 1] += 1
        seat = winner
        led = 0
        over = 0
        stake = 0
        played = 0
    after.led = led
    after.over = over
    after.stake = <uint16_t>stake
    after.turn = <uint8_t>seat
    after.winner = <uint8_t>winner
    after.played = <uint8_t>played


cdef inline void make(position* p, const game* g, int card, int say) noexcept nogil:
    """Play a legal card, with the word if told so."""
    cdef int seat = p.now.turn
    p.hands[seat] ^= <uint32_t>1 << card
    advance(&p.now, &p.now, g, p.hands[seat], card, say)


cdef inline void unmake(position* p, const table* before, int card) noexcept nogil:
    """Take back the play of a card made when the table was `before`."""
    p.now = before[0]
    p.hands[p.now.turn] ^= <uint32_t>1 << card


cdef inline int trick_winner(const game* g, const uint8_t* cards, int count) noexcept nogil:
    """Which of the cards of a trick, the one led first, holds it."""
    cdef int place, best = 0
    for place in range(1, count):
        if g.over[cards[best]] >> cards[place] & 1:
            best = place
    return best
