# cython: language_level=3, freethreading_compatible=True, binding=False
# cython: embedsignature=True, embedsignature.format=clinic, autotestdict=False, auto_pickle=False
"""The class Solver: exact values of positions with all hands seen."""

cimport cython
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from bazar cimport core
from bazar._bits cimport lowest_bit
from bazar._card cimport card_from
from bazar._ints cimport int_below
from bazar._memory cimport EPOCHS, EPOCH_SHIFT, drawer, likeness
from bazar._ordering cimport choice, order_leads, order_plays, take, tenths
from bazar._places cimport card_of, count, game_of_places, place_of, places_of
from bazar._play cimport LAST_TRICK, game, legal, make, may_say, open_bellas
from bazar._position cimport Position
from bazar._search cimport find, follow, search, search_lead, trick
from bazar._types cimport publish

from bazar.errors import given
from bazar.solution import Solution

cdef extern from "Python.h":
    int PyErr_CheckSignals() noexcept

cdef enum:
    POLL_EVERY = 1 << 18


# --- a context ---

cdef search* new_search(size_t bytes) noexcept nogil:
    """A context whose table takes at most so many bytes, 128 at least; NULL if there is no memory."""
    cdef search* s = <search*>calloc(1, sizeof(search))
    cdef int size
    if s is NULL:
        return NULL
    s.m.size = 1
    while s.m.size < 1 << 30 and 2 * <size_t>s.m.size * sizeof(drawer) <= bytes:
        s.m.size *= 2
    s.m.allocated = calloc(<size_t>s.m.size + 1, sizeof(drawer))
    if s.m.allocated is NULL:
        free(s)
        return NULL
    # Drawers begin with a cache line.
    s.m.drawers = <drawer*>((<size_t>s.m.allocated + 63) & ~<size_t>63)
    for size in range(9):
        s.tricks[size].size = size
    s.poll = look_up
    s.limit = <uint64_t>-1
    # No game has this contract: the first call of set_game prepares.
    s.g.contract = 255
    return s


cdef void free_search(search* s) noexcept nogil:
    if s is not NULL:
        free(s.m.allocated)
        free(s)


cdef void look_up(search* s) noexcept nogil:
    """Now and then: is the search to end?"""
    if s.stopped:
        return
    if s.nodes > s.limit:
        s.stopped = OUT_OF_NODES
    elif s.stop is not NULL and s.stop[0]:
        s.stopped = TOLD
    elif s.signals:
        with gil:
            if PyErr_CheckSignals():
                s.stopped = INTERRUPTED
    s.poll_at = 0 if s.stopped else min(s.limit, s.nodes + POLL_EVERY)


cdef void new_epoch(search* s) noexcept nogil:
    """Forget all, start to count, and be ready."""
    s.m.epoch = (s.m.epoch + 1) % EPOCHS
    if s.m.epoch == 0:
        memset(s.m.drawers, 0, s.m.size * sizeof(drawer))
        s.m.epoch = 1
    s.nodes = 0
    s.stopped = RUNNING
    s.poll_at = min(s.limit, <uint64_t>POLL_EVERY)


cdef void set_game(search* s, const game* g, int capot, bint royals) noexcept nogil:
    """What is played for: a contract with its rules, a bonus for all eight tricks, and Bellas in A/T."""
    cdef int scale = 2 if capot or royals else 1
    cdef int trump, height
    cdef unsigned byte, at
    cdef uint64_t worth
    if (
        s.g.contract == g.contract and s.g.partner_exempt == g.partner_exempt
        and s.g.undertrump == g.undertrump and s.capot == capot and s.royals == royals and s.scale == scale
    ):
        return
    s.g = game_of_places(g, scale)
    s.trumps = s.g.trumps != 0
    s.capot = capot
    s.scale = scale
    s.royals = royals
    for trump in range(2):
        for byte in range(256):
            s.m.worths[trump][byte] = 0
            s.m.sums[trump][byte] = 0
            at = 0
            for height in range(8):
                if byte >> height & 1:
                    worth = s.g.worth[8 * trump + height]
                    s.m.worths[trump][byte] |= worth << at
                    s.m.sums[trump][byte] += worth
                    at += 8


# --- a position ---

cdef root root_of(search* s, const core.position* p) noexcept nogil:
    """A position as the search needs it; whether its Bellas matter, p.pairs says."""
    cdef root r
    cdef int seat
    r.p = p[0]
    r.played = p.now.played
    r.size = core.count_cards(p.hands[(p.now.turn + 3) & 3]) + (p.now.played > 0)
    r.taken = s.scale * p.now.points[0]
    if s.royals:
        r.taken += core.BELLA * (p.now.bellas[0] - p.now.bellas[1])
    r.left = s.scale * (p.now.stake + LAST_TRICK if r.size else 0)
    for seat in range(4):
        r.left += s.scale * core.card_points(p.hands[seat], s.g.contract)
    if not r.size:
        r.taken += s.capot * ((p.now.tricks[0] == 8) - (p.now.tricks[1] == 8))
    r.winning = winning_place(s, p) if r.played else -1
    return r


cdef int winning_place(const search* s, const core.position* p) noexcept nogil:
    """The place of the card that holds the trick: of the suit led or a trump, with what beats it."""
    cdef uint32_t over = places_of(p.now.over, s.g.contract)
    cdef uint32_t cards = places_of(p.now.led, s.g.contract) | s.g.trumps
    while s.g.over[lowest_bit(cards)] != over:
        cards &= cards - 1
    return lowest_bit(cards)


cdef void set_up(search* s, const root* r) noexcept nogil:
    """Put a position on the table of the search."""
    cdef trick* t = &s.tricks[r.size]
    cdef likeness* at = &s.at[r.size][r.played]
    cdef uint32_t bellas = open_bellas(&r.p), cards, bit
    cdef int seat, place, suit
    cdef int[4] many
    at.cards = 0
    at.owners = 0
    at.shape = s.m.epoch << EPOCH_SHIFT
    at.royals = 0
    for seat in range(4):
        s.hands[seat] = places_of(r.p.hands[seat], s.g.contract)
        at.cards |= s.hands[seat]
        if s.royals:
            for suit in range(4):
                if bellas >> suit & 1:
                    cards = r.p.hands[seat] & r.p.pairs & <uint32_t>255 << 8 * suit
                    at.royals |= places_of(cards, s.g.contract)
    for suit in range(4):
        many[suit] = 0
    cards = at.cards
    while cards:
        place = lowest_bit(cards)
        bit = <uint32_t>1 << place
        cards ^= bit
        suit = place >> 3
        for seat in range(4):
            if s.hands[seat] & bit:
                at.owners |= <uint64_t>seat << (16 * suit + 2 * many[suit])
        many[suit] += 1
        at.shape += <uint32_t>1 << 4 * suit
    t.left = r.left
    t.leader = (r.p.now.turn - r.played) & 3
    t.led = places_of(r.p.now.led, s.g.contract)
    t.open = 0
    if s.capot and r.p.now.tricks[0] + r.p.now.tricks[1] + r.size == 8:
        t.open = (not r.p.now.tricks[1]) + 2 * (not r.p.now.tricks[0])


cdef inline int answer(search* s, const root* r, int need) noexcept nogil:
    cdef trick* t = &s.tricks[r.size]
    cdef likeness* at = &s.at[r.size][r.played]
    if r.played:
        return follow(
            s, t, at, r.played, r.p.now.turn, r.winning, r.p.now.winner, s.scale * r.p.now.stake, need
        )
    return search_lead(s, t, at, find(s, t, at), need, -(1 << 14), 1 << 14)


cdef int value_of(search* s, const root* r, int low, int high, int guess) noexcept nogil:
    """The units NS still win, known to be in low ... high; the search asks first about the guess.

    Each question whether the value is at least so much moves a bound beyond what was asked. The next one is
    a step beyond the bound, a shorter one each time the direction changes.
    """
    cdef int value, step = 4 * s.scale, direction = 0, need = guess
    if low >= high:
        return low
    if r.size <= 1:
        return played_out(s, r)
    set_up(s, r)
    s.nodes += 1
    while low < high and not s.stopped:
        need = max(low + 1, min(high, need))
        value = answer(s, r, need)
        if value >= need:
            low = value
            step = step >> 1 if direction < 0 else step + 2 * direction
            direction = 1
            need = value + 1 + step
        else:
            high = value
            step = step >> 1 if direction > 0 else step - 2 * direction
            direction = -1
            need = value - step
    return low


cdef int played_out(search* s, const root* r) noexcept nogil:
    """What comes of a position in which each hand has at most one card."""
    cdef root after = r[0]
    cdef game g = core.game_of(s.g.contract, s.g.partner_exempt, s.g.undertrump)
    while after.p.hands[after.p.now.turn]:
        make_best(&after.p, &g, lowest_bit(after.p.hands[after.p.now.turn]), s.royals)
    return root_of(s, &after.p).taken - r.taken


cdef inline void make_best(core.position* p, const game* g, int card, bint royals) noexcept nogil:
    """Play a card, with the word where that counts."""
    make(p, g, card, royals and may_say(p, g, card))


cdef int estimate(const search* s, const root* r) noexcept nogil:
    """A guess at the value, within 15 whists of it in most deals (29 in A/T)."""
    cdef int seat, suit, mine, many, place, sum = 0
    cdef uint32_t hand, gone, held = 0
    for seat in range(4):
        held |= places_of(r.p.hands[seat], s.g.contract)
    for seat in range(4):
        mine = 0
        hand = places_of(r.p.hands[seat], s.g.contract)
        if s.trumps:
            many = count(hand & 255)
            mine = 17 * many * many
            for suit in range(1, 4):
                if not hand >> 8 * suit & 255:
                    mine += 70
        while hand:
            place = lowest_bit(hand)
            hand &= hand - 1
            # What is highest of those left is as good as the highest.
            gone = ~held >> (place & 24) & (<uint32_t>254 << (place & 7)) & 255
            place += count(gone)
            mine += tenths(s.g.contract, place)
        sum += -mine if seat & 1 else mine
    return r.left // 2 + s.scale * sum // 10


# --- what is asked of it ---

cdef struct answers:
    int value               # units
    int margin
    int whists              # of NS
    int number              # of the cards that may be played
    uint8_t[8] cards
    int[8] margins
    int[8] values
    int length
    uint8_t[32] line


cdef void advance(root* to, search* s, const root* r, const game* g, int card, bint royals) noexcept nogil:
    """The position after a card."""
    cdef core.position p = r.p
    make_best(&p, g, card, royals)
    to[0] = root_of(s, &p)


cdef int gained(const root* r, const root* before) noexcept nogil:
    return r.taken - before.taken


cdef void best_line(
    search* s, const root* r, const game* g, int value, bint royals, answers* out
) noexcept nogil:
    """One line of play in which neither pair gives anything away, from a position worth `value`."""
    cdef root at = r[0], after
    cdef choice[8] list
    cdef int card, number, chosen, rest = value
    out.length = 0
    while at.size and not s.stopped:
        number = by_promise(s, &at, g, list)
        while True:
            chosen = take(list, number)
            card = card_of(list[chosen].place, s.g.contract)
            advance(&after, s, &at, g, card, royals)
            if number == 1 or is_worth(s, &after, rest - gained(&after, &at), at.p.now.turn & 1):
                break
            if s.stopped:
                # What it answers then means nothing, and the cards would run out.
                return
        out.line[out.length] = <uint8_t>card
        out.length += 1
        rest -= gained(&after, &at)
        at = after


cdef int by_promise(search* s, const root* r, const game* g, choice* list) noexcept nogil:
    """The legal cards with scores, as in the search; how many."""
    cdef uint32_t cards = places_of(legal(&r.p, g), s.g.contract)
    cdef uint32_t[4] hands
    cdef uint32_t held = 0, led = places_of(r.p.now.led, s.g.contract)
    cdef int seat, number = 0
    for seat in range(4):
        hands[seat] = places_of(r.p.hands[seat], s.g.contract)
        held |= hands[seat]
    seat = r.p.now.turn
    while cards:
        list[number].place = lowest_bit(cards)
        list[number].worth = s.g.worth[lowest_bit(cards)]
        cards &= cards - 1
        number += 1
    if r.played:
        order_plays(
            list, number, &s.g, hands, seat, held, led, s.g.over[r.winning],
            (r.p.now.winner ^ seat) & 1 == 0, r.played,
        )
    else:
        order_leads(list, number, &s.g, hands, seat, -1)
    return number


cdef bint is_worth(search* s, const root* r, int value, int pair) noexcept nogil:
    """Whether a position is worth at least so much to NS (pair 0), at most so much (pair 1)."""
    if r.size <= 1:
        return played_out(s, r) <= value if pair else played_out(s, r) >= value
    set_up(s, r)
    s.nodes += 1
    return answer(s, r, value + 1) <= value if pair else answer(s, r, value) >= value


cdef void restate(
    search* s, const root* r, int value, const answers* line, bint royals, int* margin, int* whists
) noexcept nogil:
    """A value in units as the margin and the whists of NS; with Bellas as an aim, those of the line."""
    cdef game g = core.game_of(s.g.contract, s.g.partner_exempt, s.g.undertrump)
    cdef root at = r[0]
    cdef int step
    if s.scale == 1:
        whists[0] = value
        margin[0] = 2 * value - r.left
        return
    margin[0] = value - r.left // 2
    if royals:
        for step in range(line.length):
            make_best(&at.p, &g, line.line[step], True)
        whists[0] = (
            at.p.now.points[0] - r.p.now.points[0]
            + core.BELLA * (at.p.now.bellas[0] - r.p.now.bellas[0])
            + s.capot * (at.p.now.tricks[0] == 8)
        )
    elif value < 0:
        whists[0] = 0
    elif value > r.left:
        whists[0] = (value - s.capot) // 2 + s.capot
    else:
        whists[0] = value // 2


cdef void by_neighbours(
    const search* s, const root* r, int card, const answers* known, const int* values, int* low, int* high
) noexcept nogil:
    """Narrow what a card may be worth by the values of neighbours: no card of others is between them."""
    cdef int place = place_of(card, s.g.contract), other, i, difference
    cdef uint32_t others = 0, between
    for i in range(4):
        if i != r.p.now.turn:
            others |= places_of(r.p.hands[i], s.g.contract)
    if r.played:
        others |= <uint32_t>1 << r.winning
    for i in range(known.number):
        other = place_of(known.cards[i], s.g.contract)
        between = (<uint32_t>1 << max(place, other)) - (<uint32_t>1 << min(place, other))
        if place >> 3 == other >> 3 and not others & between:
            difference = abs(s.g.worth[place] - s.g.worth[other])
            low[0] = max(low[0], values[i] - difference)
            high[0] = min(high[0], values[i] + difference)


cdef void solve_position(
    search* s, const root* r, const game* g, bint royals, answers* out
) noexcept nogil:
    """The value, that of each card, and a line."""
    cdef uint32_t cards = legal(&r.p, g)
    cdef int most = r.left + s.capot + 4 * core.BELLA * royals
    cdef int least = -s.capot - 4 * core.BELLA * royals
    cdef int card, value, base, low, high, pair = r.p.now.turn & 1
    cdef int step
    cdef int[8] values
    cdef root after
    cdef answers rest, after_card
    out.number = 0
    out.value = value_of(s, r, least, most, estimate(s, r))
    best_line(s, r, g, out.value, royals, out)
    restate(s, r, out.value, out, royals, &out.margin, &out.whists)
    while cards and not s.stopped:
        card = lowest_bit(cards)
        cards &= cards - 1
        advance(&after, s, r, g, card, royals)
        base = gained(&after, r)
        low, high = (out.value, most) if pair else (least, out.value)
        if not royals:
            by_neighbours(s, r, card, out, values, &low, &high)
        # Is it as good as the best? Most often it is nearly so.
        value = out.value - base + 1 if pair else out.value - base
        value = base + value_of(s, &after, low - base, high - base, value)
        values[out.number] = value
        out.cards[out.number] = <uint8_t>card
        if royals:
            # The whists are those of a line that begins with the card.
            best_line(s, &after, g, value - base, royals, &rest)
            after_card.line[0] = <uint8_t>card
            for step in range(rest.length):
                after_card.line[step + 1] = rest.line[step]
            after_card.length = rest.length + 1
        restate(s, r, value, &after_card, royals, &out.margins[out.number], &out.values[out.number])
        out.number += 1


cdef bint can_make(
    search* s, const game* g, const core.position* p, int points, int pair, int capot
) noexcept nogil:
    """Whether a pair can take so many whists more."""
    cdef root r
    cdef int need
    set_game(s, g, 0, False)
    r = root_of(s, p)
    if points <= r.left:
        # All eight tricks are all the whists: the bonus changes nothing.
        return is_worth(s, &r, r.left - points if pair else points, pair)
    if points > r.left + capot:
        return False
    set_game(s, g, capot, False)
    r = root_of(s, p)
    need = -capot if pair else r.left + capot
    return is_worth(s, &r, need, pair)


cdef int ended(Solver solver) except -1:
    """Raise what stopped a search; 0 if nothing has."""
    if solver.context.stopped == INTERRUPTED:
        return -1
    # A small search can end before it is looked whether it should.
    if solver.context.stopped == OUT_OF_NODES or solver.context.nodes > solver.context.limit:
        from bazar.errors import SearchLimit
        raise SearchLimit(solver.context.limit)
    return 0


@cython.final
cdef class Solver:
    """Solver(*, memory=1048576)\n--\n\nThe open-hand solver, with a table that it uses again and again.

    Each call gives exactly what a fresh context would. A context serves one thread at a time.

    :param memory: bytes the table may take, but for its first 128; more than the processor's cache
        holds makes the search slower
    :raises TypeError, ValueError: for what is no int of bytes, or out of range

    >>> from bazar import Position, Solver
    >>> solver = Solver()
    >>> solver.makes(Position(["A.7..", "K.8..", "Q.9..", "J.T.."], "WT"), 38)
    True
    """

    cdef search* context
    cdef bint busy

    def __cinit__(self, *args, memory=1 << 20):
        if args:
            raise TypeError("Solver() takes only memory=, by its name")
        self.context = new_search(<size_t>int_below(memory, (1 << 40) + 1, "memory"))
        if self.context is NULL:
            raise MemoryError(f"there is no memory for a table of {memory} bytes")

    def __dealloc__(self):
        free_search(self.context)

    def solve(self, position, capot=0, bella=False, *, max_nodes=None):
        """The exact value of a position with all hands seen, of each card, and a line of best play.

        :param position: a Position in which a card is still to be played, or one that is over
        :param capot: whists to a pair that takes all eight tricks; those taken already count
        :param bella: whether Bellas count, 20 whists each, with the word always said when it may be
        :param max_nodes: how many positions may be searched
        :return: a ``Solution``
        :raises TypeError: for what is no Position, no int, no bool
        :raises ValueError: for numbers out of range, or a position that breaks the rules
        :raises SearchLimit: if ``max_nodes`` are not enough
        :raises RuntimeError: if another thread uses this context

        RULES C, R12 … R15.

        >>> p = Position(["A.7..", "K.8..", "Q.9..", "J.T.."], "WT")
        >>> Solver().solve(p).value
        38
        """
        cdef Position p = sound(position)
        cdef int bonus = <int>int_below(capot, CAPOTS, "capot")
        cdef bint royals
        cdef answers out
        cdef root r
        cdef int constant = 0, ours = 0
        cdef uint64_t nodes
        if not isinstance(bella, bool):
            raise TypeError(f"bella must be True or False, not {given(bella)}")
        take_up(self, max_nodes)
        try:
            r.p = p.state
            royals = bella and p.g.contract == core.ALL_TRUMPS
            if bella and p.g.contract < core.ALL_TRUMPS:
                constant = bella_of(&r.p, &ours)
            with nogil:
                set_game(self.context, &p.g, bonus, royals)
                r = root_of(self.context, &r.p)
                solve_position(self.context, &r, &p.g, royals, &out)
            ended(self)
            # Before another thread may search.
            nodes = self.context.nodes
        finally:
            self.busy = False
        return Solution._made(
            out.whists + ours,
            out.margin + constant,
            tuple([
                (card_from(out.cards[i]), out.values[i] + ours, out.margins[i] + constant)
                for i in range(out.number)
            ]),
            tuple([card_from(out.line[i]) for i in range(out.length)]),
            nodes,
        )

    def value(self, position, capot=0, *, max_nodes=None):
        """The whists of NS alone, ``solve(position, capot).value``: less than half the work.

        :param position: a Position
        :param capot: whists to a pair that takes all eight tricks
        :param max_nodes: how many positions may be searched
        :raises TypeError, ValueError, SearchLimit, RuntimeError: as ``solve``

        >>> Solver().value(Position(["A.7..", "K.8..", "Q.9..", "J.T.."], "WT"))
        38
        """
        cdef Position p = sound(position)
        cdef int bonus = <int>int_below(capot, CAPOTS, "capot")
        cdef search* s = self.context
        cdef int value, margin, whists = 0
        cdef root r
        take_up(self, max_nodes)
        try:
            r.p = p.state
            with nogil:
                set_game(s, &p.g, bonus, False)
                r = root_of(s, &r.p)
                value = value_of(s, &r, -bonus, r.left + bonus, estimate(s, &r))
                restate(s, &r, value, NULL, False, &margin, &whists)
            ended(self)
        finally:
            self.busy = False
        return whists

    @property
    def nodes(self):
        """How many positions the last call searched.

        >>> Solver().nodes
        0
        """
        return self.context.nodes

    def makes(self, position, points, pair="NS", capot=0, *, max_nodes=None):
        """Whether a pair can still take so many whists: cards, the last trick's 10, and the capot.

        :param position: a Position
        :param points: whists still to be taken
        :param pair: ``"NS"`` or ``"EW"``, or 0 or 1
        :param capot: whists to a pair that takes all eight tricks
        :param max_nodes: how many positions may be searched
        :raises TypeError, ValueError, SearchLimit, RuntimeError: as ``solve``

        >>> p = Position(["A.7..", "K.8..", "Q.9..", "J.T.."], "WT")
        >>> Solver().makes(p, 38), Solver().makes(p, 11, pair="EW")
        (True, False)
        """
        cdef Position p = sound(position)
        cdef int asked = <int>int_below(points, POINTS, "points")
        cdef int side = pair_arg(pair)
        cdef int bonus = <int>int_below(capot, CAPOTS, "capot")
        cdef bint made
        take_up(self, max_nodes)
        try:
            with nogil:
                made = can_make(self.context, &p.g, &p.state, asked, side, bonus)
            ended(self)
        finally:
            self.busy = False
        return bool(made)


cdef int take_up(Solver solver, object max_nodes) except -1:
    """Take a context for one search."""
    cdef uint64_t limit = <uint64_t>-1
    if max_nodes is not None:
        limit = int_below(max_nodes, 1LL << 62, "max_nodes")
    with cython.critical_section(solver):
        if solver.busy:
            raise RuntimeError("this Solver is in use by another thread: each needs its own")
        solver.busy = True
    solver.context.limit = limit
    solver.context.signals = True
    new_epoch(solver.context)
    return 0


cdef Position sound(object value):
    if type(value) is not Position:
        raise TypeError(f"a position must be a Position, not {given(value)}")
    if not (<Position>value).sound:
        raise ValueError(f"a position that breaks the rules cannot be solved: {(<Position>value).wrong[0]}")
    return <Position>value


cdef int pair_arg(object pair) except -1:
    if isinstance(pair, str):
        if pair in ("NS", "EW"):
            return pair == "EW"
        raise ValueError(f"a pair is 'NS' or 'EW', not {pair!r:.100}")
    return <int>int_below(pair, 2, "a pair")


cdef int bella_of(const core.position* p, int* ours) noexcept nogil:
    """The whists of the Bella still open in a suit contract, signed for NS; to `ours` if it is theirs."""
    cdef uint32_t held = p.pairs
    cdef int seat
    if not open_bellas(p):
        return 0
    for seat in range(4):
        if p.hands[seat] & held:
            if seat & 1:
                return -core.BELLA
            ours[0] = core.BELLA
            return core.BELLA
    return 0


def solve(position, capot=0, bella=False, *, max_nodes=None):
    """The exact value of a position with all hands seen, in a context of its own: see ``Solver.solve``.

    >>> from bazar import Position, solve
    >>> solve(Position(["A.7..", "K.8..", "Q.9..", "J.T.."], "WT")).margin
    28
    """
    return Solver().solve(position, capot, bella, max_nodes=max_nodes)


def makes(position, points, pair="NS", capot=0, *, max_nodes=None):
    """Whether a pair can still take so many whists, in a context of its own: see ``Solver.makes``.

    >>> from bazar import Position, makes
    >>> makes(Position(["A.7..", "K.8..", "Q.9..", "J.T.."], "WT"), 39)
    False
    """
    return Solver().makes(position, points, pair, capot, max_nodes=max_nodes)


# --- rows of deals, for bazar.arrays ---

CAPOTS = 10_000
POINTS = 100_000


def pair_number(pair):
    """0 for NS, 1 for EW, from its name or its number."""
    return pair_arg(pair)


cdef inline bint same_deal(
    const uint32_t[:, ::1] deals, const uint8_t[::1] contracts, Py_ssize_t last, Py_ssize_t i
) noexcept nogil:
    """Whether a row is the last one searched (-1: none) under another leader: what is remembered holds."""
    cdef int seat
    if last < 0 or contracts[i] != contracts[last]:
        return False
    for seat in range(4):
        if deals[i, seat] != deals[last, seat]:
            return False
    return True


cdef int rows_begin(Solver solver, const int[::1] stop) except -1:
    take_up(solver, None)
    solver.context.signals = False
    solver.context.stop = &stop[0]
    return 0


cdef void rows_end(Solver solver) noexcept:
    solver.context.stop = NULL
    solver.busy = False


def _solve_rows(
    Solver solver, const uint32_t[:, ::1] deals, const uint8_t[::1] contracts, const uint8_t[::1] leaders,
    bint partner_exempt, bint undertrump, int capot, uint16_t[::1] out, uint8_t[::1] done, const int[::1] stop
):
    """The whists of NS of each deal that is not done; another thread may end it by `stop`."""
    cdef search* s = solver.context
    cdef game g
    cdef core.position p
    cdef root r
    cdef int value, margin, whists
    cdef Py_ssize_t i, last = -1
    rows_begin(solver, stop)
    try:
        with nogil:
            for i in range(deals.shape[0]):
                if done[i]:
                    continue
                g = core.game_of(contracts[i], partner_exempt, undertrump)
                core.start(&p, &g, &deals[i, 0], leaders[i])
                set_game(s, &g, capot, False)
                if not same_deal(deals, contracts, last, i):
                    new_epoch(s)
                last = i
                r = root_of(s, &p)
                value = value_of(s, &r, -capot, r.left + capot, estimate(s, &r))
                if s.stopped:
                    break
                restate(s, &r, value, NULL, False, &margin, &whists)
                out[i] = <uint16_t>whists
                done[i] = 1
    finally:
        rows_end(solver)


def _make_rows(
    Solver solver, const uint32_t[:, ::1] deals, const uint8_t[::1] contracts, const uint8_t[::1] leaders,
    const int32_t[::1] points, const uint8_t[::1] pairs, bint partner_exempt, bint undertrump, int capot,
    uint8_t[::1] out, uint8_t[::1] done, const int[::1] stop
):
    """Whether the pair of each row that is not done can take so many whists."""
    cdef search* s = solver.context
    cdef game g
    cdef core.position p
    cdef bint made
    cdef Py_ssize_t i
    rows_begin(solver, stop)
    try:
        with nogil:
            for i in range(deals.shape[0]):
                if done[i]:
                    continue
                g = core.game_of(contracts[i], partner_exempt, undertrump)
                core.start(&p, &g, &deals[i, 0], leaders[i])
                new_epoch(s)
                made = can_make(s, &g, &p, points[i], pairs[i], capot)
                if s.stopped:
                    break
                out[i] = made
                done[i] = 1
    finally:
        rows_end(solver)


publish(Solver, b"bazar.Solver", NULL)
