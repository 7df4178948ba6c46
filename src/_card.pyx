# cython: language_level=3, freethreading_compatible=True, binding=False
# cython: embedsignature=True, embedsignature.format=clinic, autotestdict=False, auto_pickle=False
"""The class Card."""

cimport cython
from cpython.object cimport Py_EQ, Py_GT, Py_LE, Py_LT, Py_NE, PyObject

from bazar._choices cimport rank_arg, rank_member, suit_arg, suit_member
from bazar._ints cimport int_below
from bazar._letters cimport card_text, exact_text, scan_card
from bazar._types cimport new_reference, positional, publish, vectorcallfunc

from bazar import _text
from bazar.errors import given


@cython.final
cdef class Card:
    """Card(card, suit=None, /)\n--\n\nOne of the 32 cards, ordered by suit, then by rank.

    Its number, ``operator.index(card)``, is 8·suit + rank.

    ``Card("TH")``, ``Card("10♥")``, ``Card(11)`` and ``Card(Rank.TEN, Suit.HEARTS)`` are the same card.
    Immutable; equal to itself only, not to its number.

    :raises TypeError: for what can name no card
    :raises ValueError: for a number out of range; ``ParseError`` for text that cannot be read

    >>> from bazar import Card, Rank
    >>> Card("10♥"), str(Card(11)), Card(Rank.ACE, "S").rank
    (Card('TH'), 'TH', Rank.ACE)
    >>> Card("7H") > Card("AS")
    True
    """

    __match_args__ = ("rank", "suit")

    def __cinit__(self, card, suit=None):
        self.number = number_of(card, suit)

    @property
    def rank(self):
        """The rank."""
        return rank_member(self.number & 7)

    @property
    def suit(self):
        """The suit."""
        return suit_member(self.number >> 3)

    def __index__(self):
        return self.number

    def __hash__(self):
        return self.number

    def __richcmp__(self, other, int op):
        cdef int a, b
        if type(other) is not Card:
            return NotImplemented
        a = self.number
        b = (<Card>other).number
        if op == Py_EQ:
            return a == b
        if op == Py_NE:
            return a != b
        if op == Py_LT:
            return a < b
        if op == Py_LE:
            return a <= b
        if op == Py_GT:
            return a > b
        return a >= b

    def __str__(self):
        return card_text(self.number)

    def __repr__(self):
        return f"Card({card_text(self.number)!r})"

    def __reduce__(self):
        return Card, (card_text(self.number),)


cdef inline int number_of(object card, object suit) except -1:
    if suit is None:
        return card_arg(card)
    return 8 * suit_arg(suit) + rank_arg(card)


cdef int card_arg(object value) except -1:
    cdef int number
    cdef str text
    if type(value) is Card:
        return (<Card>value).number
    text = exact_text(value)
    if text is not None:
        number = scan_card(text)
        return number if number >= 0 else _text.card(text)
    try:
        return <int>int_below(value, 32, "a card")
    except TypeError:
        raise TypeError(f"a card must be a Card, its text or an int, not {given(value)}") from None


cdef PyObject* call_card(PyObject* cls, PyObject** args, size_t count, PyObject* names) except NULL:
    cdef Py_ssize_t count_given = positional(count, names, 2, "Card")
    if count_given == 0:
        raise TypeError("Card() needs a card: its text, its number, or a rank and a suit")
    suit = <object>args[1] if count_given == 2 else None
    return new_reference(card_from(number_of(<object>args[0], suit)))


# Each card once, so that making one is a look-up.
cdef tuple CARDS = tuple([Card.__new__(Card, number) for number in range(32)])


cdef Card card_from(int number):
    return <Card>CARDS[number]


publish(Card, b"bazar.Card", <vectorcallfunc>call_card)
