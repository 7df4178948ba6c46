# Cards on their own: how many, their card points and their Bellas (RULES A).

cimport cython
from libc.stdint cimport uint32_t

from bazar._numbers cimport ALL_TRUMPS, WITHOUT_TRUMPS
from bazar._tables cimport plain_points, trump_points, without_points


# The product wraps on purpose, whatever the including module's directives.
@cython.overflowcheck(False)
cdef inline int count_cards(uint32_t mask) noexcept nogil:
    """How many cards `mask` holds."""
    cdef uint32_t fields = mask - (mask >> 1 & 0x55555555)
    fields = (fields & 0x33333333) + (fields >> 2 & 0x33333333)
    return <int>((fields + (fields >> 4) & 0x0F0F0F0F) * <uint32_t>0x01010101 >> 24)


cdef inline uint32_t card_points(uint32_t mask, int contract) noexcept nogil:
    """Whists of the cards of `mask` as tricks count them, without the 10 of the last trick."""
    cdef unsigned s = mask & 255, h = mask >> 8 & 255, d = mask >> 16 & 255, c = mask >> 24
    cdef unsigned trump
    if contract == WITHOUT_TRUMPS:
        return without_points(s) + without_points(h) + without_points(d) + without_points(c)
    if contract == ALL_TRUMPS:
        return trump_points(s) + trump_points(h) + trump_points(d) + trump_points(c)
    trump = mask >> (8 * contract) & 255
    return (
        plain_points(s) + plain_points(h) + plain_points(d) + plain_points(c)
        - plain_points(trump) + trump_points(trump)
    )


cdef inline uint32_t bella(uint32_t mask, int contract) noexcept nogil:
    """The suits, one bit each, of which `mask` holds a Bella: King and Queen of trumps (R12, R13)."""
    cdef uint32_t pairs = mask >> 5 & mask >> 6 & 0x01010101
    cdef uint32_t suits = pairs & 1 | pairs >> 7 & 2 | pairs >> 14 & 4 | pairs >> 21 & 8
    if contract == WITHOUT_TRUMPS:
        return 0
    if contract == ALL_TRUMPS:
        return suits
    return suits & (1 << contract)
