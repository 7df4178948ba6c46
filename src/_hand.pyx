# cython: language_level=3, freethreading_compatible=True, binding=False
# cython: embedsignature=True, embedsignature.format=clinic, autotestdict=False, auto_pickle=False
"""The classes Hand, a set of cards, and Combination, the sets in it that have a name."""

cimport cython
from cpython.long cimport PyLong_CheckExact
from cpython.object cimport Py_EQ, Py_GE, Py_LE, Py_LT, Py_NE, PyObject
from libc.stdint cimport int64_t, uint32_t

from bazar cimport core
from bazar._card cimport Card, card_arg, card_from
from bazar._choices cimport contract_arg, contract_member, kind_member, rank_member, suit_member
from bazar._ints cimport int_below
from bazar._letters cimport exact_text, hand_text, scan_deal, scan_hand, write_ranks
from bazar._types cimport new_reference, positional, publish, vectorcallfunc

from collections.abc import Set

from bazar import _text
from bazar.errors import given


@cython.final
@cython.freelist(64)
cdef class Hand:
    """Hand(cards=(), /)\n--\n\nAn immutable set of cards, 0 to 32 of them, as a 32-bit mask.

    Made from text (``"AKQJ.T98.7."``, ``"♠AKQJ ♥10 9 8 ♦7"``, ``"AS KS 10H"``), from a mask, or from
    cards. It is a ``collections.abc.Set``: ``in`` ``len`` ``&`` ``|`` ``-`` ``^``, ``<=`` for subset;
    iteration goes by suit, then up the ranks. Hands do not sort by ``<``: use ``key=`` with ``mask``.

    :raises TypeError: for what can be no hand
    :raises ValueError: for a mask out of range or a card twice; ``ParseError`` for text that cannot be read

    >>> from bazar import Hand
    >>> hand = Hand("AKQJ.T98.7.")
    >>> hand, len(hand), "TH" in hand, hex(hand.mask)
    (Hand('AKQJ.T98.7.'), 8, True, '0x10ef0')
    >>> hand & Hand("AS AH"), hand - Hand("♠AKQ"), Hand("AS") <= hand
    (Hand('A...'), Hand('J.T98.7.'), True)
    """

    __match_args__ = ("mask",)

    def __cinit__(self, cards=()):
        self.bits = 0 if cards is () else hand_arg(cards)

    @property
    def mask(self):
        """The cards as an int: bit 8·suit + rank.

        >>> Hand("7...8").mask == 1 | 1 << 25
        True
        """
        return self.bits

    # --- what the cards are worth ---

    def points(self, contract):
        """Whists of all combinations, Bella apart; a run of eight is one Quint (RULES A, R1, R5).

        :param contract: a Contract, its text or its number
        :raises TypeError, ValueError: for what is no contract

        >>> Hand("AKQJ.T98.7.").points("S")
        70
        """
        return core.points(self.bits, contract_arg(contract))

    def strength(self, contract):
        """Strength of the best combination (RULES A, ranking 1 … 4): 0 for none, else dense from 1; greater
        exactly when it ranks higher, equal when only who shows first decides.

        :param contract: a Contract, its text or its number
        :raises TypeError, ValueError: for what is no contract

        >>> Hand("...KQJ").strength("C") > Hand("...KQJ").strength("S") > Hand("...QJT").strength("C")
        True
        """
        return core.strength(self.bits, contract_arg(contract))

    def card_points(self, contract):
        """Whists of the cards as tricks count them, without the 10 of the last trick (RULES A).

        :param contract: a Contract, its text or its number
        :raises TypeError, ValueError: for what is no contract

        >>> Hand("J9.AT..").card_points("S"), Hand("J9.AT..").card_points("WT")
        (55, 31)
        """
        return core.card_points(self.bits, contract_arg(contract))

    def bella(self, contract):
        """The suits whose King and Queen are a Bella in this hand, as a tuple (RULES A, R12, R13).

        :param contract: a Contract, its text or its number
        :raises TypeError, ValueError: for what is no contract

        >>> hand = Hand("KQ..KQ.")
        >>> hand.bella("S"), hand.bella("AT"), hand.bella("WT")
        ((Suit.SPADES,), (Suit.SPADES, Suit.DIAMONDS), ())
        """
        cdef uint32_t suits = core.bella(self.bits, contract_arg(contract))
        cdef int suit
        return tuple([suit_member(suit) for suit in range(4) if suits >> suit & 1])

    def combinations(self, contract, *, split8=False):
        """All combinations as a tuple of ``Combination``, strongest first, equal ones in suit order (R21).

        :param contract: a Contract, its text or its number
        :param split8: whether a run of eight is taken as a Quint of five and a Terts (R4, R5)
        :raises TypeError, ValueError: for what is no contract

        >>> for combination in Hand("J.J.JT98.J").combinations("S"):
        ...     print(combination, combination.points)
        carre:JJJJ 200
        berts:JT98D 50
        """
        cdef combination found[core.MAX_COMBINATIONS]
        cdef int trump = contract_arg(contract)
        cdef int place, count = core.combinations(self.bits, trump, bool(split8), found)
        return tuple([
            Combination.__new__(Combination, found[place].mask, trump) for place in range(count)
        ])

    # --- the set ---

    def __len__(self):
        return core.count_cards(self.bits)

    def __contains__(self, card):
        return self.bits >> card_arg(card) & 1

    def __iter__(self):
        cdef int number
        return iter([card_from(number) for number in range(32) if self.bits >> number & 1])

    def __hash__(self):
        return frozenset_hash(self.bits)

    def __richcmp__(self, other, int op):
        cdef uint32_t mine = self.bits, theirs
        cdef bint strangers = False
        if type(other) is Hand:
            theirs = (<Hand>other).bits
        elif isinstance(other, Set):
            theirs = cards_of(other)
            strangers = len(other) > core.count_cards(theirs)
        else:
            return NotImplemented
        if op == Py_EQ:
            return mine == theirs and not strangers
        if op == Py_NE:
            return mine != theirs or strangers
        if op == Py_LE:
            return mine & ~theirs == 0
        if op == Py_LT:
            return mine & ~theirs == 0 and (mine != theirs or strangers)
        if op == Py_GE:
            return theirs & ~mine == 0 and not strangers
        return theirs & ~mine == 0 and mine != theirs and not strangers

    def __and__(self, other):
        if type(other) is Hand:
            return new_hand(self.bits & (<Hand>other).bits)
        if not isinstance(other, Set):
            return NotImplemented
        return new_hand(self.bits & cards_of(other))

    def __rand__(self, other):
        return self.__and__(other)

    def __or__(self, other):
        if type(other) is Hand:
            return new_hand(self.bits | (<Hand>other).bits)
        if not isinstance(other, Set):
            return NotImplemented
        return new_hand(self.bits | only_cards(other))

    def __ror__(self, other):
        return self.__or__(other)

    def __xor__(self, other):
        if type(other) is Hand:
            return new_hand(self.bits ^ (<Hand>other).bits)
        if not isinstance(other, Set):
            return NotImplemented
        return new_hand(self.bits ^ only_cards(other))

    def __rxor__(self, other):
        return self.__xor__(other)

    def __sub__(self, other):
        if type(other) is Hand:
            return new_hand(self.bits & ~(<Hand>other).bits)
        if not isinstance(other, Set):
            return NotImplemented
        return new_hand(self.bits & ~cards_of(other))

    def __rsub__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return new_hand(only_cards(other) & ~self.bits)

    def __invert__(self):
        return new_hand(~self.bits)

    def union(self, *others):
        """The cards of this hand and of all others; each may be anything a Hand is made from.

        >>> Hand("AS").union("KS", ["QS", "AS"])
        Hand('AKQ...')
        """
        cdef uint32_t bits = self.bits
        for other in others:
            bits |= operand(other)
        return new_hand(bits)

    def intersection(self, *others):
        """The cards this hand shares with all others; each may be anything a Hand is made from.

        >>> Hand("AKQ...").intersection("AS QS", "QS JS")
        Hand('Q...')
        """
        cdef uint32_t bits = self.bits
        for other in others:
            bits &= operand(other)
        return new_hand(bits)

    def difference(self, *others):
        """The cards that none of the others has; each may be anything a Hand is made from.

        >>> Hand("AKQ...").difference("AS", "JS QS")
        Hand('K...')
        """
        cdef uint32_t bits = self.bits
        for other in others:
            bits &= ~operand(other)
        return new_hand(bits)

    def symmetric_difference(self, other):
        """The cards that just one of the two has; the other may be anything a Hand is made from.

        >>> Hand("AKQ...").symmetric_difference("AS JS")
        Hand('KQJ...')
        """
        return new_hand(self.bits ^ operand(other))

    def issubset(self, other):
        """Whether the other, anything a Hand is made from, has every card of this hand.

        >>> Hand("AS").issubset("AKQ...")
        True
        """
        return self.bits & ~operand(other) == 0

    def issuperset(self, other):
        """Whether this hand has every card of the other, anything a Hand is made from.

        >>> Hand("AKQ...").issuperset(["AS", "QS"])
        True
        """
        return operand(other) & ~self.bits == 0

    def isdisjoint(self, other):
        """Whether no card is in both; the other may be anything a Hand is made from.

        >>> Hand("AKQ...").isdisjoint("JS")
        True
        """
        return self.bits & operand(other) == 0

    def __str__(self):
        return hand_text(self.bits)

    def __repr__(self):
        return f"Hand({hand_text(self.bits)!r})"

    def __reduce__(self):
        return Hand, (self.bits,)


cdef Hand new_hand(uint32_t bits):
    cdef Hand hand = Hand.__new__(Hand)
    hand.bits = bits
    return hand


cdef PyObject* call_hand(PyObject* cls, PyObject** args, size_t count, PyObject* names) except NULL:
    if positional(count, names, 1, "Hand") == 0:
        return new_reference(new_hand(0))
    return new_reference(new_hand(hand_arg(<object>args[0])))


cdef uint32_t hand_arg(object value) except? 0xFFFFFFFF:
    cdef int64_t mask
    cdef str text
    if type(value) is Hand:
        return (<Hand>value).bits
    if PyLong_CheckExact(value):
        return <uint32_t>int_below(value, 1LL << 32, "a mask")
    text = exact_text(value)
    if text is not None:
        mask = scan_hand(text)
        return <uint32_t>(mask if mask >= 0 else _text.hand(text))
    return from_cards(value, True)


def hands_of_deal(written):
    """The hands N E S W of a deal written as ``N:hand hand hand hand``."""
    cdef uint32_t masks[4]
    cdef str text = exact_text(written)
    if text is None:
        raise TypeError(f"a deal must be a Deal, its text or four hands, not {given(written)}")
    if not scan_deal(text, masks):
        return tuple([Hand(mask) for mask in _text.deal(text)])
    return new_hand(masks[0]), new_hand(masks[1]), new_hand(masks[2]), new_hand(masks[3])


cdef uint32_t operand(object value) except? 0xFFFFFFFF:
    """A hand as sets take it: a card may come twice."""
    if type(value) is Hand or isinstance(value, (int, str)):
        return hand_arg(value)
    return from_cards(value, False)


cdef uint32_t from_cards(object value, bint once) except? 0xFFFFFFFF:
    cdef uint32_t bits = 0, card
    try:
        if isinstance(value, (str, bytes, bytearray, memoryview)):
            raise TypeError
        cards = iter(value)
    except TypeError:
        # What cannot be iterated over may still be an integer, such as a NumPy scalar.
        return mask_of_scalar(value)
    for item in cards:
        card = <uint32_t>1 << card_arg(item)
        if once and bits & card:
            raise ValueError(f"{Card(item)} comes twice")
        bits |= card
    return bits


cdef uint32_t mask_of_scalar(object value) except? 0xFFFFFFFF:
    try:
        return <uint32_t>int_below(value, 1LL << 32, "a mask")
    except TypeError:
        raise TypeError(f"a hand must be a Hand, its text, a mask or cards, not {given(value)}") from None


cdef uint32_t cards_of(object cards) except? 0xFFFFFFFF:
    """The cards in another set, whatever else it holds."""
    cdef uint32_t bits = 0
    for item in cards:
        if type(item) is Card:
            bits |= <uint32_t>1 << (<Card>item).number
    return bits


cdef uint32_t only_cards(object cards) except? 0xFFFFFFFF:
    """The cards in another set, which may hold nothing else."""
    cdef uint32_t bits = 0
    for item in cards:
        if type(item) is not Card:
            raise TypeError(f"the other set must hold cards only, not {given(item)}")
        bits |= <uint32_t>1 << (<Card>item).number
    return bits


cdef inline Py_hash_t frozenset_hash(uint32_t bits) noexcept nogil:
    """The hash of a frozenset of the same cards, since the two are equal."""
    cdef size_t mixed, total = 0
    cdef int number
    for number in range(32):
        if bits >> number & 1:
            mixed = number
            total ^= (mixed ^ 89869747 ^ mixed << 16) * <size_t>3644798167
    total ^= (<size_t>core.count_cards(bits) + 1) * <size_t>1927868237
    total ^= (total >> 11) ^ (total >> 25)
    total = total * 69069 + <size_t>907133923
    return <Py_hash_t>(total if total != <size_t>-1 else 590923713)


@cython.final
cdef class Combination:
    """Combination(cards, contract, /)\n--\n\nA sequence of three or more of a suit, or a carré (RULES A).

    ``Hand.combinations`` finds those of a hand; made from cards, it is what those cards are. Worth and
    rank are those under the contract. Immutable; equal if cards and contract are.

    :raises TypeError: for what can be no hand or contract
    :raises ValueError: if the cards are not one combination: a Carré of Nines without trumps (R1),
        and Carrés of Sevens and Eights (R8: declare ``bazar.SEVENS``, ``bazar.EIGHTS``) are none

    >>> from bazar import Combination
    >>> quint = Combination("AKQJT...", "S")
    >>> quint.kind, quint.suit, quint.length, quint.top, quint.points, quint.strength
    (Kind.QUINT, Suit.SPADES, 5, Rank.ACE, 100, 30)
    >>> str(Combination("J.J.J.J", "S"))
    'carre:JJJJ'
    """

    __match_args__ = ("kind", "cards")

    def __cinit__(self, cards, contract):
        cdef combination found[core.MAX_COMBINATIONS]
        cdef uint32_t bits = hand_arg(cards)
        self.trump = contract_arg(contract)
        if core.combinations(bits, self.trump, False, found) != 1 or found[0].mask != bits:
            raise ValueError(
                f"{hand_text(bits)} is not one combination in {contract_member(self.trump)}: "
                f"neither three or more in sequence nor a carré that counts"
            )
        self.found = found[0]

    @property
    def kind(self):
        """Terts, Berts, Quint or Carré."""
        return kind_member(self.found.kind)

    @property
    def cards(self):
        """Its cards, as a Hand."""
        return new_hand(self.found.mask)

    @property
    def contract(self):
        """The contract it is valued under."""
        return contract_member(self.trump)

    @property
    def points(self):
        """Whists, 20 to 200."""
        return self.found.points

    @property
    def strength(self):
        """Place in the ranking under the contract, on the scale of ``Hand.strength``."""
        return self.found.strength

    @property
    def suit(self):
        """The suit of a sequence; None for a carré."""
        return suit_member(self.found.suit) if self.found.suit >= 0 else None

    @property
    def length(self):
        """The number of cards; 4 for a carré."""
        return self.found.length

    @property
    def top(self):
        """The rank of the highest card; of a carré, its rank."""
        return rank_member(self.found.top)

    def __hash__(self):
        return hash((self.found.mask, self.trump))

    def __eq__(self, other):
        if type(other) is not Combination:
            return NotImplemented
        return (
            self.found.mask == (<Combination>other).found.mask
            and self.trump == (<Combination>other).trump
        )

    def __str__(self):
        cdef char ranks[8]
        if self.found.suit < 0:
            return f"{self.kind}:{str(self.top) * 4}"
        write_ranks(self.found.mask >> (8 * self.found.suit) & 255, ranks)
        return f"{self.kind}:{ranks[:self.found.length].decode('ascii')}{self.suit}"

    def __repr__(self):
        return f"Combination({hand_text(self.found.mask)!r}, {str(self.contract)!r})"

    def __reduce__(self):
        return Combination, (hand_text(self.found.mask), str(self.contract))


cdef PyObject* call_combination(PyObject* cls, PyObject** args, size_t count, PyObject* names) except NULL:
    if positional(count, names, 2, "Combination") != 2:
        raise TypeError("Combination() needs cards and a contract")
    return new_reference(Combination.__new__(Combination, <object>args[0], <object>args[1]))


publish(Hand, b"bazar.Hand", <vectorcallfunc>call_hand)
publish(Combination, b"bazar.Combination", <vectorcallfunc>call_combination)
Set.register(Hand)
