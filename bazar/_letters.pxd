# The usual texts of cards and hands, read and written without an object in between. What is not
# plain here is left to bazar/_text.py, which reads every form and says what is wrong.

from libc.stdint cimport int64_t, uint32_t

cdef extern from "Python.h":
    bint PyUnicode_IS_COMPACT_ASCII(object text)
    const unsigned char* PyUnicode_1BYTE_DATA(object text)
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    bint PyUnicode_CheckExact(object value)
    str PyUnicode_FromObject(object text)
    str PyUnicode_DecodeASCII(const char* text, Py_ssize_t size, const char* errors)


cdef inline str exact_text(object value):
    """A str as it is, a subclass's as a plain one; None if it is no text, enum members included."""
    if PyUnicode_CheckExact(value):
        return value
    if not isinstance(value, str):
        return None
    from enum import Enum
    return None if isinstance(value, Enum) else PyUnicode_FromObject(value)


cdef inline int rank_of_letter(unsigned char letter) noexcept nogil:
    """The rank of an ASCII letter or digit, -1 if it is none; of 1, which begins a ten, the ten."""
    if letter == b"7":
        return 0
    if letter == b"8":
        return 1
    if letter == b"9":
        return 2
    if letter == b"T" or letter == b"t" or letter == b"1":
        return 3
    if letter == b"J" or letter == b"j":
        return 4
    if letter == b"Q" or letter == b"q":
        return 5
    if letter == b"K" or letter == b"k":
        return 6
    if letter == b"A" or letter == b"a":
        return 7
    return -1


cdef inline int suit_of_letter(unsigned char letter) noexcept nogil:
    if letter == b"S" or letter == b"s":
        return 0
    if letter == b"H" or letter == b"h":
        return 1
    if letter == b"D" or letter == b"d":
        return 2
    if letter == b"C" or letter == b"c":
        return 3
    return -1


cdef inline int scan_card(str text) noexcept:
    """The number of a card written as TH, -1 for any other text."""
    cdef const unsigned char* letters
    cdef int rank, suit
    if not PyUnicode_IS_COMPACT_ASCII(text) or PyUnicode_GET_LENGTH(text) != 2:
        return -1
    letters = PyUnicode_1BYTE_DATA(text)
    rank = rank_of_letter(letters[0])
    suit = suit_of_letter(letters[1])
    if rank < 0 or suit < 0 or letters[0] == b"1":
        return -1
    return 8 * suit + rank


cdef inline int64_t scan_letters(const unsigned char* letters, Py_ssize_t length) noexcept nogil:
    """The mask of a hand written as AKQJ.T98.7. or with 10 for T, -1 for any other text."""
    cdef Py_ssize_t place = 0
    cdef uint32_t mask = 0, card
    cdef int rank, suit = 0
    while place < length:
        if letters[place] == b".":
            suit += 1
            if suit > 3:
                return -1
        else:
            rank = rank_of_letter(letters[place])
            if rank < 0:
                return -1
            if letters[place] == b"1":
                # A string ends with a zero byte, so there is a letter to look at.
                place += 1
                if letters[place] != b"0":
                    return -1
            card = <uint32_t>1 << (8 * suit + rank)
            if mask & card:
                return -1
            mask |= card
        place += 1
    return mask if suit == 3 else -1


cdef inline int64_t scan_hand(str text) noexcept:
    """The same of a whole text."""
    if not PyUnicode_IS_COMPACT_ASCII(text):
        return -1
    return scan_letters(PyUnicode_1BYTE_DATA(text), PyUnicode_GET_LENGTH(text))


cdef inline bint scan_deal(str text, uint32_t* hands) noexcept:
    """Whether a text is a deal written as `str` writes it; then its four masks."""
    cdef const unsigned char* letters
    cdef Py_ssize_t start = 2, end, length
    cdef int64_t mask
    cdef uint32_t seen = 0
    cdef int seat
    if not PyUnicode_IS_COMPACT_ASCII(text):
        return False
    letters = PyUnicode_1BYTE_DATA(text)
    length = PyUnicode_GET_LENGTH(text)
    # Four hands of eight cards and three dots, the letter, the colon and three spaces.
    if length != 4 * 11 + 5 or letters[0] != b"N" or letters[1] != b":":
        return False
    for seat in range(4):
        end = start + 11
        if end < length and letters[end] != b" ":
            return False
        mask = scan_letters(letters + start, 11)
        if mask < 0 or seen & mask:
            return False
        hands[seat] = <uint32_t>mask
        seen |= hands[seat]
        start = end + 1
    # Eleven letters of which three are dots are eight cards, unless a ten took two of them.
    return seen == 0xFFFFFFFF


cdef inline Py_ssize_t write_ranks(uint32_t ranks, char* out) noexcept nogil:
    """The letters of rank bits, high to low, into room for eight; how many."""
    cdef const char* letters = b"789TJQKA"
    cdef Py_ssize_t count = 0
    cdef int rank
    for rank in range(7, -1, -1):
        if ranks >> rank & 1:
            out[count] = letters[rank]
            count += 1
    return count


cdef inline str hand_text(uint32_t mask):
    """spades.hearts.diamonds.clubs"""
    cdef char out[35]
    cdef Py_ssize_t length = 0
    cdef int suit
    for suit in range(4):
        if suit:
            out[length] = b"."
            length += 1
        length += write_ranks(mask >> (8 * suit) & 255, out + length)
    return PyUnicode_DecodeASCII(out, length, NULL)


cdef inline str card_text(int number):
    cdef const char* suits = b"SHDC"
    cdef char out[2]
    write_ranks(1 << (number & 7), out)
    out[1] = suits[number >> 3]
    return PyUnicode_DecodeASCII(out, 2, NULL)
