# cython: language_level=3, freethreading_compatible=True, binding=False
# cython: embedsignature=True, embedsignature.format=clinic, autotestdict=False, auto_pickle=False
"""The class Position, a deal or an ending in play."""

cimport cython
from cpython.object cimport Py_EQ, Py_NE
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy

from bazar cimport core
from bazar._card cimport card_arg, card_from
from bazar._choices cimport contract_arg, contract_member, seat_arg, suit_member
from bazar._hand cimport Hand, new_hand
from bazar._interrupts cimport finish_walk
from bazar._ints cimport int_below
from bazar._letters cimport card_text, hand_text
from bazar._types cimport publish

from itertools import islice

from bazar import _refusal
from bazar.enums import Seat
from bazar.errors import given
from bazar.rules import rules_given

cdef tuple SEATS = tuple(Seat)
# In place of hands: a position to be filled by `copy`.
cdef object BLANK = object()
cdef object MISSING = object()


@cython.final
cdef class Position:
    """Position(hands, contract, leader='N', rules=None, trick=(), tricks=None, said=(), plays=(), \
check=True)\n--\n\nA deal in play, or an ending: the hands, the trick on the table, and what has been taken.

    ``play`` and ``undo`` change it, so it is not hashable; two are equal if hands, table, contract, rules
    and all that has been counted are, however they came about. One thread at a time may change it.

    :param hands: a Deal, its text, or four hands N E S W: the cards in hand, without those on the table
    :param contract: a Contract, its text or its number
    :param leader: the seat that leads, or has led, to the trick on the table
    :param rules: a ``Rules``, the name of a preset, or None for the default
    :param trick: the cards on the table in the order played
    :param tricks: of an ending, the tricks NS and EW have taken, for the capot; None if unknown
    :param said: Kings and Queens of trumps that have been played with the word of Bella
    :param plays: cards to be played from there, each a card, (card, whether the word is said), or
        (seat, card, whether the word is said) as ``plays`` gives them
    :param check: False builds a position that breaks the rules too; ``status`` says what is wrong with
        it, and nothing may be played
    :raises TypeError: for what is no hand, card, contract, seat, rules
    :raises ValueError: for a position that breaks the rules, with all that is wrong; for ``plays``,
        ``IllegalPlay``, and for a seat whose turn it is not; for bad text, ``ParseError``

    >>> from bazar import Position
    >>> p = Position("N:987.KQ..987 QT..AKQJ8.T AK.AJT9..QJ J.87.T97.AK", "H", leader="E")
    >>> p.turn, p.legal
    (Seat.EAST, Hand('QT..AKQJ8.T'))
    >>> p.play("AD")
    >>> p.play("9H")
    >>> p.turn, p.trick, p.winning
    (Seat.WEST, (Card('AD'), Card('9H')), Seat.SOUTH)
    >>> Position(["A...", "K...", "Q...", "J..."], "WT", tricks=(3, 4)).turn
    Seat.NORTH
    """

    __hash__ = None

    def __cinit__(
        self, hands=MISSING, contract=MISSING, leader=0, rules=None, trick=(), tricks=None, said=(), plays=(),
        check=True,
    ):
        cdef uint32_t masks[4]
        cdef uint8_t cards[3]
        cdef int seat, trump, first, place
        cdef uint32_t words, everything = 0
        cdef Hand hand
        cdef bint plain = True
        if hands is BLANK:
            return
        if hands is MISSING or contract is MISSING:
            what = "hands are" if hands is MISSING else "the contract is"
            raise TypeError(f"Position() takes hands and a contract: {what} missing")
        made = _refusal.hands_given(hands)
        trump = contract_arg(contract)
        first = seat_arg(leader)
        self.switches = rules_given(rules)
        self.given = trick_arg(trick, cards)
        taken = tricks_arg(tricks)
        words = words_arg(said)
        for seat in range(4):
            hand = made[seat]
            masks[seat] = hand.bits
            plain = plain and everything & hand.bits == 0 and core.count_cards(hand.bits) == 8
            everything |= hand.bits
        numbers = tuple([cards[place] for place in range(self.given)])
        given_hands = masks[0], masks[1], masks[2], masks[3]
        self.setup = given_hands, trump, first, self.switches, numbers, taken, words
        self.g = core.game_of(trump, self.switches.partner_exempt, self.switches.undertrump == "must")
        # A whole deal needs no second look.
        if plain and not self.given and taken is None and not words:
            self.wrong = ()
        else:
            self.wrong = _refusal.problems(*self.setup)
        self.sound = not self.wrong
        if check and self.wrong:
            raise ValueError("; ".join(self.wrong))
        set_up(self, masks, first, cards, taken, words)
        if isinstance(plays, str) or not hasattr(type(plays), "__iter__"):
            raise TypeError(f"plays must be an iterable of cards, not {given(plays)}")
        for item in plays:
            play_item(self, item)

    # --- what is on the table ---

    @property
    def contract(self):
        """The contract."""
        return contract_member(self.g.contract)

    @property
    def rules(self):
        """The rules of play, a ``Rules``."""
        return self.switches

    @property
    def hands(self):
        """The cards still in hand, of N E S W, as a tuple of Hands."""
        cdef uint32_t* hands = self.state.hands
        return new_hand(hands[0]), new_hand(hands[1]), new_hand(hands[2]), new_hand(hands[3])

    @property
    def turn(self):
        """The seat to play; None when all cards are played."""
        return None if finished(self) else SEATS[self.state.now.turn]

    @property
    def leader(self):
        """The seat that led to the trick on the table, or is to lead; at the end, the last trick's winner."""
        return SEATS[(self.state.now.turn - self.state.now.played) & 3]

    @property
    def trick(self):
        """The cards on the table in the order played, as a tuple; the first is ``leader``'s."""
        return cards_on_table(self)

    @property
    def winning(self):
        """The seat that holds the trick on the table; None before a lead."""
        return SEATS[self.state.now.winner] if self.sound and self.state.now.played else None

    @property
    def done(self):
        """Whether all cards are played."""
        return finished(self)

    # --- what has been played and taken ---

    @property
    def plays(self):
        """What has been played, the trick given at first included, as a tuple of (Seat, Card, whether the
        word was said).

        >>> p = Position(["K.K..", "A.A..", "Q.Q..", "J.J.."], "S")
        >>> p.play("KS")
        >>> p.plays
        ((Seat.NORTH, Card('KS'), False),)
        """
        cdef uint32_t said = self.state.now.said
        cdef int place
        return tuple([
            (
                SEATS[self.before[place].turn],
                card_from(self.cards[place]),
                bool(said >> self.cards[place] & 1),
            )
            for place in range(self.count)
        ])

    @property
    def played(self):
        """The cards each of N E S W has played, as a tuple of Hands."""
        cdef uint32_t hands[4]
        cdef int place, seat
        for seat in range(4):
            hands[seat] = 0
        for place in range(self.count):
            hands[self.before[place].turn] |= <uint32_t>1 << self.cards[place]
        return new_hand(hands[0]), new_hand(hands[1]), new_hand(hands[2]), new_hand(hands[3])

    @property
    def history(self):
        """The tricks completed since the position was built, as a tuple of (leader, cards, winner).

        >>> p = Position(["A...", "K...", "Q...", "J..."], "WT", plays=["AS", "KS", "QS", "JS"])
        >>> p.history
        ((Seat.NORTH, (Card('AS'), Card('KS'), Card('QS'), Card('JS')), Seat.NORTH),)
        """
        cdef int place, end
        found = []
        for end in range(4, self.count + 1, 4):
            # The winner is who led next.
            winner = self.before[end].turn if end < self.count else (
                (self.state.now.turn - self.state.now.played) & 3
            )
            found.append((
                SEATS[self.before[end - 4].turn],
                tuple([card_from(self.cards[place]) for place in range(end - 4, end)]),
                SEATS[winner],
            ))
        return tuple(found)

    @property
    def card_points(self):
        """Whists that NS and EW have taken in tricks since the position was built, the last trick's 10
        included (RULES A)."""
        return self.state.now.points[0], self.state.now.points[1]

    @property
    def tricks(self):
        """Tricks taken by NS and EW, those given at first included."""
        return self.state.now.tricks[0], self.state.now.tricks[1]

    @property
    def capot(self):
        """The pair that has won all eight tricks, 0 for NS, 1 for EW; None if none has, or not yet.

        >>> Position(["A...", "K...", "Q...", "J..."], "WT", tricks=(7, 0), plays="AS KS QS JS".split()).capot
        0
        """
        if self.state.now.tricks[0] == 8:
            return 0
        return 1 if self.state.now.tricks[1] == 8 else None

    # --- playing ---

    @property
    def legal(self):
        """The cards the player to move may play, as a Hand (RULES C)."""
        return new_hand(core.legal(&self.state, &self.g) if self.sound else 0)

    def play(self, card, bella=False):
        """Play a card for the seat whose turn it is.

        :param card: a Card, its text or its number
        :param bella: whether the word of Bella is said at it (RULES A)
        :raises TypeError: for what is no card
        :raises IllegalPlay: a ValueError, for a card that may not be played or a word that may not be said
            (R20), with the reason; nothing changes

        >>> p = Position(["KQ...", "A.7..", "98...", "7.8.."], "S")
        >>> p.play("KS", bella=True)
        >>> p.play("AS")
        >>> p.play("AC")
        Traceback (most recent call last):
        bazar.IllegalPlay: South, whose turn it is, does not hold A♣
        """
        play_card(self, card_arg(card), bool(bella))

    def undo(self):
        """Take back the last play, and return its Card.

        :raises IndexError: if nothing has been played since the position was built

        >>> p = Position(["A...", "K...", "Q...", "J..."], "WT")
        >>> p.play("AS")
        >>> p.undo(), p.turn
        (Card('AS'), Seat.NORTH)
        """
        with cython.critical_section(self):
            if self.count == self.given:
                raise IndexError("there is no play to take back")
            self.count -= 1
            core.unmake(&self.state, &self.before[self.count], self.cards[self.count])
            return card_from(self.cards[self.count])

    def why_not(self, card, bella=False):
        """Why a card may not be played, or the word not be said at it, as a sentence; None if it may.

        :param card: a Card, its text or its number
        :param bella: whether the word is asked for too
        :raises TypeError, ValueError: for what is no card

        >>> p = Position([".9.7.", ".J7..", ".A8..", ".T.9."], "H")
        >>> p.play("9H")
        >>> p.why_not("7H")
        'must overtrump: 9♥ is beaten by J♥, which East holds'
        """
        error = refused(self, card_arg(card), bool(bella))
        return None if error is None else str(error)

    def perft(self, cards, *, split=False):
        """The number of ways to play so many cards from here, each card legal; 0 if fewer are left.

        :param cards: how many, 0 … 32
        :param split: whether to tell it by the first card
        :return: an int; with ``split`` a dict of the legal cards
        :raises TypeError, ValueError: for what is no such number

        Another word for it is performance test: the counts tell whether two implementations of the rules
        agree. Ctrl-C interrupts it.

        >>> p = Position(["A7...", "K8...", "Q9...", "JT..."], "WT")
        >>> p.perft(1), p.perft(4), p.perft(8), p.perft(5, split=True)
        (2, 16, 16, {Card('7S'): 8, Card('AS'): 8})
        """
        cdef int depth = <int>int_below(cards, core.DEEPEST + 1, "cards")
        cdef int number
        cdef uint32_t left
        cdef core.position after
        if not split:
            return lines_from(&self.state, &self.g, depth) if self.sound else 0
        found = {}
        left = core.legal(&self.state, &self.g) if self.sound and depth else 0
        for number in range(32):
            if left >> number & 1:
                after = self.state
                core.make(&after, &self.g, number, 0)
                found[card_from(number)] = lines_from(&after, &self.g, depth - 1)
        return found

    # --- Bella ---

    def may_say_bella(self, card):
        """Whether the player to move may say the word at a card, if played now (RULES A, R12 … R15).

        :param card: a Card, its text or its number; of one that may not be played now, False
        :raises TypeError, ValueError: for what is no card

        >>> p = Position(["KQ...", "A...7", "J9...", "T...8"], "S")
        >>> p.may_say_bella("KS"), p.may_say_bella("AS")
        (True, False)
        """
        cdef int number = card_arg(card)
        return bool(
            self.sound
            and core.legal(&self.state, &self.g) >> number & 1
            and core.may_say(&self.state, &self.g, number)
        )

    @property
    def said(self):
        """The Kings and Queens played with the word, as a Hand."""
        return new_hand(self.state.now.said)

    @property
    def bella_points(self):
        """Whists of the Bellas of NS and EW: 20 for each with both words said (RULES A, R17)."""
        return core.BELLA * self.state.now.bellas[0], core.BELLA * self.state.now.bellas[1]

    @property
    def bella_open(self):
        """The suits of Bellas that may still count, as a tuple: one player had both cards, and no word has
        been left out. An off-suit discard in A/T ends one (R14).

        >>> p = Position(["KQ...", "A...7", "J9...", "T...8"], "S")
        >>> p.bella_open
        (Suit.SPADES,)
        >>> p.play("KS")
        >>> p.bella_open
        ()
        """
        cdef uint32_t suits = core.open_bellas(&self.state)
        cdef int suit
        return tuple([suit_member(suit) for suit in range(4) if suits >> suit & 1])

    # --- the object ---

    def status(self):
        """All that is wrong with a position built with ``check=False``, a tuple of sentences.

        >>> Position(["A...", "A...", "Q...", "J..."], "S", check=False).status()
        ('North and East both hold A♠',)
        """
        return self.wrong

    def copy(self):
        """A position that is equal and changes on its own, with the same plays to undo."""
        cdef Position other = Position.__new__(Position, BLANK, 0)
        with cython.critical_section(self):
            other.g = self.g
            other.state = self.state
            memcpy(other.before, self.before, sizeof(self.before))
            memcpy(other.cards, self.cards, sizeof(self.cards))
            other.given = self.given
            other.count = self.count
            other.sound = self.sound
            other.setup = self.setup
            other.wrong = self.wrong
            other.switches = self.switches
        return other

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def diagram(self):
        """The hands as at a table, the trick between them, and the points, in plain text; also ``str(p)``.

        >>> print(Position(["A...", "K...", "Q...", "J..."], "S", plays=["AS"]).diagram())
                            North
                            S -
                            H -
                            D -
                            C -
        West                N  AS               East
        S J                                     S K
        H -                                     H -
        D -                                     D -
        C -                                     C -
                            South
                            S Q
                            H -
                            D -
                            C -
        contract S   to play: East   tricks 0 : 0   points 0 : 0
        """
        from bazar._diagram import diagram
        return diagram(self)

    def __str__(self):
        return self.diagram()

    def _repr_html_(self):
        from bazar._diagram import html
        return html(self)

    def __repr__(self):
        cdef uint32_t said = self.state.now.said
        cdef int place
        hands, contract, leader, rules, trick, tricks, words = self.setup
        parts = [
            f"[{', '.join([repr(hand_text(mask)) for mask in hands])}]",
            repr(str(contract_member(contract))),
            repr(str(SEATS[leader])),
        ]
        if rules != rules_given(None):
            parts.append(f"rules={rules!r}")
        if trick:
            parts.append(f"trick={[card_text(card) for card in trick]!r}")
        if tricks is not None:
            parts.append(f"tricks={tricks!r}")
        if words:
            parts.append(f"said={[card_text(card) for card in range(32) if words >> card & 1]!r}")
        plays = []
        for place in range(self.given, self.count):
            text = card_text(self.cards[place])
            plays.append((text, True) if said >> self.cards[place] & 1 else text)
        if plays:
            parts.append(f"plays={plays!r}")
        if not self.sound:
            parts.append("check=False")
        return f"Position({', '.join(parts)})"

    def __richcmp__(self, other, int op):
        cdef bint same
        if type(other) is not Position or op not in (Py_EQ, Py_NE):
            return NotImplemented
        same = equal(self, other)
        return same if op == Py_EQ else not same

    def __reduce__(self):
        cdef uint32_t said = self.state.now.said
        cdef int place
        hands, contract, leader, rules, trick, tricks, words = self.setup
        plays = tuple([
            (card_text(self.cards[place]), bool(said >> self.cards[place] & 1))
            for place in range(self.given, self.count)
        ])
        return Position, (
            tuple([hand_text(mask) for mask in hands]),
            str(contract_member(contract)),
            str(SEATS[leader]),
            rules,
            tuple([card_text(card) for card in trick]),
            tricks,
            tuple([card_text(card) for card in range(32) if words >> card & 1]),
            plays,
            False,
        )


cdef object lines_from(const core.position* start, const core.game* g, int depth):
    """The lines of a perft; what it works on is its own, so another thread may play meanwhile."""
    cdef core.walk w
    cdef core.game own = g[0]
    core.start_walk(&w, start, &own, depth, True)
    return finish_walk(&w, &own)


cdef tuple cards_on_table(Position p):
    cdef int place, end = p.count, start = end - p.state.now.played
    # Another thread may be changing both.
    return tuple([card_from(p.cards[place]) for place in range(max(start, 0), end)])


cdef inline bint finished(Position p) noexcept:
    return not (p.state.hands[0] | p.state.hands[1] | p.state.hands[2] | p.state.hands[3])


cdef int trick_arg(object trick, uint8_t* cards) except -1:
    """The cards on the table; how many."""
    cdef int count = 0
    if isinstance(trick, str) or not hasattr(type(trick), "__iter__"):
        raise TypeError(f"a trick must be an iterable of cards, not {given(trick)}")
    for card in islice(trick, 4):
        if count == 3:
            raise ValueError("a trick on the table has at most three cards")
        cards[count] = <uint8_t>card_arg(card)
        count += 1
    return count


cdef tuple tricks_arg(object tricks):
    if tricks is None:
        return None
    if not isinstance(tricks, (tuple, list)):
        raise TypeError(f"tricks must be a pair of numbers, those of NS and EW, not {given(tricks)}")
    if len(tricks) != 2:
        raise ValueError(f"tricks must be two numbers, those of NS and EW, not {len(tricks)}")
    return int_below(tricks[0], 9, "a number of tricks"), int_below(tricks[1], 9, "a number of tricks")


cdef uint32_t words_arg(object said) except? 0xFFFFFFFF:
    cdef uint32_t words = 0
    if isinstance(said, str) or not hasattr(type(said), "__iter__"):
        raise TypeError(f"said must be an iterable of cards, not {given(said)}")
    for card in islice(said, 33):
        words |= <uint32_t>1 << card_arg(card)
    return words


cdef int set_up(
    Position p, uint32_t* masks, int first, const uint8_t* trick, tuple taken, uint32_t words
) except -1:
    """The state before anything is played; 0."""
    cdef uint32_t whole[4]
    cdef uint32_t gone
    cdef int seat, place
    for seat in range(4):
        whole[seat] = masks[seat]
    if not p.sound:
        # To be looked at only: as it was given.
        core.start(&p.state, &p.g, whole, (first + p.given) & 3)
        p.state.now.played = <uint8_t>p.given
        for place in range(p.given):
            p.cards[place] = trick[place]
            p.before[place] = p.state.now
            p.before[place].turn = <uint8_t>((first + place) & 3)
        p.count = p.given
        if taken is not None:
            p.state.now.tricks[0] = taken[0]
            p.state.now.tricks[1] = taken[1]
        p.state.now.said = words
        return 0
    for place in range(p.given):
        whole[(first + place) & 3] |= <uint32_t>1 << trick[place]
    core.start(&p.state, &p.g, whole, first)
    if taken is not None:
        p.state.now.tricks[0] = taken[0]
        p.state.now.tricks[1] = taken[1]
    # A word said at a card that is gone: its mate's player had both.
    gone = words & ~(whole[0] | whole[1] | whole[2] | whole[3])
    p.state.now.said = gone
    p.state.pairs |= gone | (gone & <uint32_t>0x20202020) << 1 | (gone & <uint32_t>0x40404040) >> 1
    for place in range(p.given):
        step(p, trick[place], words >> trick[place] & 1)
    return 0


cdef inline void step(Position p, int card, int say) noexcept:
    """Make a play that is allowed, and remember it."""
    p.before[p.count] = p.state.now
    p.cards[p.count] = <uint8_t>card
    p.count += 1
    core.make(&p.state, &p.g, card, say)


cdef int play_card(Position p, int card, bint word) except -1:
    with cython.critical_section(p):
        if p.sound and core.legal(&p.state, &p.g) >> card & 1:
            if not word or core.may_say(&p.state, &p.g, card):
                step(p, card, word)
                return 0
    raise refused(p, card, word)


cdef int play_item(Position p, object item) except -1:
    """Play a card, a card with the word, or one of what `plays` gives."""
    cdef int seat
    card, word = item, False
    if isinstance(item, tuple) and len(item) == 2:
        card, word = item
    elif isinstance(item, tuple) and len(item) == 3:
        player, card, word = item
        seat = seat_arg(player)
        # At the end the card is refused whoever plays it.
        if seat != p.state.now.turn and p.sound and not finished(p):
            played, turn = _refusal.shown(card_arg(card)), _refusal.NAMES[p.state.now.turn]
            raise ValueError(f"{_refusal.NAMES[seat]} cannot play {played}: it is the turn of {turn}")
    return play_card(p, card_arg(card), bool(word))


cdef object refused(Position p, int card, bint word):
    """The error for a play that may not be made, or None."""
    cdef int seat = p.state.now.turn
    if not p.sound:
        return ValueError(f"nothing may be played in a position that breaks the rules: {p.wrong[0]}")
    trick = tuple([played.__index__() for played in cards_on_table(p)])
    error = _refusal.refusal(
        card, seat, p.state.hands[seat], core.legal(&p.state, &p.g), trick, p.g.contract
    )
    if error is None and word and not core.may_say(&p.state, &p.g, card):
        known = 0
        for mask in p.setup[0]:
            known |= mask
        for number in p.setup[4]:
            known |= 1 << number
        error = _refusal.bella_refusal(card, seat, p.g.contract, bool(p.state.pairs >> card & 1), known)
    return error


cdef bint equal(Position a, Position b):
    cdef int seat
    if (
        a.g.contract != b.g.contract
        or a.switches != b.switches
        or a.wrong != b.wrong
        or a.state.pairs != b.state.pairs
        or a.state.now.turn != b.state.now.turn
        or a.state.now.played != b.state.now.played
        or a.state.now.said != b.state.now.said
    ):
        return False
    for seat in range(4):
        if a.state.hands[seat] != b.state.hands[seat]:
            return False
    for seat in range(2):
        if (
            a.state.now.points[seat] != b.state.now.points[seat]
            or a.state.now.tricks[seat] != b.state.now.tricks[seat]
            or a.state.now.bellas[seat] != b.state.now.bellas[seat]
        ):
            return False
    return cards_on_table(a) == cards_on_table(b)


publish(Position, b"bazar.Position", NULL)
