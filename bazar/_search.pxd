# The search: what NS can still win of a position with all hands seen, against a bound, exactly.
#
# Values are what NS win from here on, in units of a whist, or of half a whist if there are bonuses: a bonus
# to NS adds to the value, one to EW takes from it. Each function answers whether the value is at least
# `need`: what it returns is a lower bound of the value if it is >= need, an upper bound if it is < need.
# A mover of EW looks at the negative of all that: goal = 1 - need.
#
# before_lead (or search_lead at the root) -> lead -> follow (2nd, 3rd, 4th hand) -> before_lead ...

from libc.stdint cimport int32_t, uint32_t, uint64_t

from bazar._memory cimport (
    CAPOT_SHIFT, LEADER_SHIFT, drawer_of, entry, likeness, memory, recall, record, remove,
)
from bazar._ordering cimport (
    DONE, UNSEEN, choice, choices, neighbours_limit, order_leads, order_plays, take,
)
from bazar._bits cimport lowest_bit
from bazar._places cimport count
from bazar._play cimport BELLA, game, legal_cards
from bazar._sure cimport sure_of_leader, sure_trumps

cdef struct trick:
    int size                # cards a hand before the lead
    int left                # what is still to be won, this trick and the last one's 10 included, no bonuses
    int leader
    int open                # the pairs that may yet take all eight tricks, a bit each; 0 without a bonus
    uint32_t led            # all places of the suit led

cdef struct search:
    game g                  # in places; worths in units
    bint trumps             # a suit contract
    bint royals             # A/T with Bellas as an aim
    int scale               # units of a whist
    int32_t capot           # units for all eight tricks
    uint32_t hands[4]
    memory m
    trick tricks[9]         # by size
    likeness at[9][4]       # by size and cards on the table
    uint64_t nodes          # positions searched
    uint64_t poll_at        # when to look whether to stop
    uint64_t limit          # of nodes
    int stopped             # why the search is to end; if not 0, nothing that is returned means anything
    bint signals            # whether to look for Ctrl-C
    const volatile int* stop    # another thread's wish to end it, or NULL
    void (*poll)(search* s) noexcept nogil


cdef inline int royal_play(
    likeness* to, const likeness* at, int place, bint in_suit, int seat
) noexcept nogil:
    """What a King or Queen of a Bella that may yet count wins for NS when it is played; to.royals is what
    is left of them (R13, R14)."""
    cdef uint32_t bit = <uint32_t>1 << place, suit = <uint32_t>255 << (place & 24)
    if not at.royals & bit:
        return 0
    if not in_suit:
        to.royals = at.royals & ~suit
        return 0
    to.royals = at.royals & ~bit
    if at.royals & suit & ~bit:
        return 0
    return -BELLA if seat & 1 else BELLA


cdef inline int bellas(const search* s, uint32_t royals, int pair) noexcept nogil:
    """Units of the Bellas that a pair may yet count."""
    royals &= s.hands[pair] | s.hands[pair + 2]
    royals = (royals | royals >> 1) >> 2 & 0x01010101
    return BELLA * ((royals & 1) + (royals >> 8 & 1) + (royals >> 16 & 1) + (royals >> 24))


cdef inline int last_trick(const search* s, int leader, int left, int open, uint32_t royals) noexcept nogil:
    """The value when each hand has one card."""
    cdef int seat = leader, winner = leader, place = lowest_bit(s.hands[leader]), value = 0
    cdef uint32_t led = <uint32_t>255 << (place & 24), over = s.g.over[place]
    for _ in range(3):
        seat = (seat + 1) & 3
        if s.hands[seat] & over:
            winner = seat
            over = s.g.over[lowest_bit(s.hands[seat])]
    if royals:
        # A royal left is the second of its Bella.
        for seat in range(4):
            if s.hands[seat] & royals & led:
                value += -BELLA if seat & 1 else BELLA
    if winner & 1:
        return value - s.capot if open & 2 else value
    value += left
    return value + s.capot if open & 1 else value


cdef inline entry* find(const search* s, const trick* t, likeness* at) noexcept nogil:
    """Complete a likeness before a lead, and the entries where it may be."""
    at.shape = (
        at.shape & ~(<uint32_t>15 << LEADER_SHIFT) | <uint32_t>t.leader << LEADER_SHIFT
        | <uint32_t>t.open << CAPOT_SHIFT
    )
    return drawer_of(&s.m, at)


cdef inline int search_lead(
    search* s, trick* t, likeness* at, entry* slot, int need, int low, int high
) noexcept nogil:
    """The value before a lead, of which bounds are known already."""
    cdef int hint = -1, best, value
    cdef uint64_t start = s.nodes
    cdef unsigned byte
    best = recall(&s.m, slot, at, need, &low, &high)
    if low >= need:
        return low
    if high < need:
        return high
    if s.nodes >= s.poll_at:
        s.poll(s)
        if s.stopped:
            return need
    if best >= 0:
        byte = at.cards >> (best & 24) & 255
        for _ in range(best & 7):
            byte &= byte - 1
        hint = best & 24 | lowest_bit(byte)
    value = lead(s, t, at, need, &hint)
    if s.stopped:
        return need
    if value >= need:
        low = value = max(value, low)
    else:
        high = value = min(value, high)
    best = hint & 24 | count(at.cards >> (hint & 24) & ((1 << (hint & 7)) - 1))
    # The search may have given the slots to others: record looks again.
    record(slot, at, low, high, best, s.nodes - start)
    return value


cdef inline int before_lead(
    search* s, const trick* was, const likeness* at, int place, uint32_t royals, int leader, int left,
    int need
) noexcept nogil:
    """The value after the trick `was` is complete: its last card, at a place, is still in `at`."""
    cdef int low = 0, high = left, sure, tricks, open = was.open & 1 << (leader & 1)
    cdef int most_ns = 0, most_ew = 0
    cdef trick* t
    cdef likeness* now
    cdef entry* slot
    s.nodes += 1
    if open or royals:
        most_ns = bellas(s, royals, 0) + (s.capot if open & 1 else 0)
        most_ew = bellas(s, royals, 1) + (s.capot if open & 2 else 0)
        low = -most_ew
        high = left + most_ns
    if need <= low:
        return low
    if need > high:
        return high
    if was.size == 2:
        return last_trick(s, leader, left, open, royals)
    t = &s.tricks[was.size - 1]
    t.leader = leader
    t.left = left
    t.open = open
    now = &s.at[t.size][0]
    remove(now, at, place)
    now.royals = royals
    slot = find(s, t, now)
    # While the entries are fetched:
    sure = sure_of_leader(
        &s.m, s.trumps, s.g.partner_exempt, s.hands, leader, now.cards ^ s.hands[leader], t.size, &tricks
    )
    if tricks >= t.size:
        sure = left + (s.capot if open else 0)
    if leader & 1:
        high = left - sure + (most_ns if royals else 0)
        if need > high:
            return high
        if s.trumps:
            low = max(low, sure_trumps(&s.m, s.hands[0] | s.hands[2], s.hands[1] | s.hands[3]) - most_ew)
            if need <= low:
                return low
    else:
        low = sure - (most_ew if royals else 0)
        if need <= low:
            return low
        if s.trumps:
            high = min(
                high,
                left + most_ns - sure_trumps(&s.m, s.hands[1] | s.hands[3], s.hands[0] | s.hands[2]),
            )
            if need > high:
                return high
    return search_lead(s, t, now, slot, need, low, high)


cdef inline int lead(search* s, trick* t, const likeness* at, int need, int* hint) noexcept nogil:
    """The value before a lead by trial of the leads, `hint` first if it is one; `hint` becomes the best."""
    cdef choice list[8]
    cdef int seat = t.leader, sign = -1 if seat & 1 else 1, goal = 1 - need if seat & 1 else need
    cdef int number, chosen, place, limit, bonus, value, best = -UNSEEN
    cdef uint32_t hand = s.hands[seat]
    cdef likeness* after = &s.at[t.size][1]
    number = choices(list, &s.g, hand, at.cards ^ hand, at.royals, hint)
    order_leads(list, number, &s.g, s.hands, seat, hint[0])
    while True:
        chosen = take(list, number)
        if chosen < 0:
            break
        place = list[chosen].place
        limit = neighbours_limit(list, number, chosen)
        if limit < goal:
            best = max(best, limit)
            continue
        s.hands[seat] = hand ^ <uint32_t>1 << place
        t.led = <uint32_t>255 << (place & 24)
        remove(after, at, place)
        bonus = royal_play(after, at, place, True, seat) if at.royals else 0
        value = sign * (bonus + follow(
            s, t, after, 1, (seat + 1) & 3, place, seat, list[chosen].worth, need - bonus
        ))
        list[chosen].value = value
        if value > best:
            best = value
            hint[0] = place
        if value >= goal:
            break
    s.hands[seat] = hand
    return sign * best


cdef inline int follow(
    search* s, trick* t, const likeness* at, int played, int seat, int winning, int winner, int stake,
    int need
) noexcept nogil:
    """The value with 1 ... 3 cards played, worth `stake`; the one at the place `winning` holds the trick."""
    cdef choice list[8]
    cdef int sign = -1 if seat & 1 else 1, goal = 1 - need if seat & 1 else need
    cdef int number, chosen, limit, value, hint = -1, best = -UNSEEN
    cdef uint32_t hand = s.hands[seat], over = s.g.over[winning], cards
    s.nodes += 1
    cards = legal_cards(&s.g, hand, t.led, over, winner == seat ^ 2)
    if not cards & (cards - 1):
        # No choice.
        value = play(s, t, at, played, seat, winning, winner, over, stake, lowest_bit(cards), need)
        s.hands[seat] = hand
        return value
    number = choices(list, &s.g, cards, at.cards ^ hand | <uint32_t>1 << winning, at.royals, &hint)
    if number > 1:
        order_plays(
            list, number, &s.g, s.hands, seat, at.cards, t.led, over, (winner ^ seat) & 1 == 0, played
        )
    while True:
        chosen = take(list, number)
        if chosen < 0:
            break
        limit = neighbours_limit(list, number, chosen)
        if limit < goal:
            best = max(best, limit)
            continue
        value = sign * play(s, t, at, played, seat, winning, winner, over, stake, list[chosen].place, need)
        s.hands[seat] = hand
        list[chosen].value = value
        best = max(best, value)
        if value >= goal:
            break
    return sign * best


cdef inline int play(
    search* s, trick* t, const likeness* at, int played, int seat, int winning, int winner, uint32_t over,
    int stake, int place, int need
) noexcept nogil:
    """The value after a card is played to a trick; the hand is left without it."""
    cdef int bonus = 0, won = stake + s.g.worth[place], holder = winner
    cdef uint32_t bit = <uint32_t>1 << place, royals
    cdef likeness* after = &s.at[t.size][played] + 1
    cdef likeness last
    s.hands[seat] ^= bit
    if over & bit:
        holder = seat
        winning = place
    if played < 3:
        if t.size > 2:
            remove(after, at, place)
        else:
            # Nothing will be looked up before the last trick.
            after.cards = at.cards ^ bit
            after.royals = at.royals
        if at.royals:
            bonus = royal_play(after, at, place, (t.led & bit) != 0, seat)
        return bonus + follow(
            s, t, after, played + 1, (seat + 1) & 3, winning, holder, won, need - bonus
        )
    royals = at.royals
    if royals:
        last.royals = royals
        bonus = royal_play(&last, at, place, (t.led & bit) != 0, seat)
        royals = last.royals
    if not holder & 1:
        bonus += won
    return bonus + before_lead(s, t, at, place, royals, holder, t.left - won, need - bonus)
