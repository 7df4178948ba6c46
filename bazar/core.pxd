# The core, for `from bazar.core cimport ...`: every function is `cdef inline ... noexcept nogil`,
# copied into the module that cimports it, so nothing of bazar is needed when that module runs.
# What is copied is frozen: CORE_VERSION grows whenever a result changes, and with it `bazar.core.VERSION`.
#
# Arguments are not checked: contracts are 0 ... 5, seats 0 ... 3, a hand is any 32-bit mask. The four of
# deal_index must be a deal, disjoint and of eight cards each, and deal_from_index must get the index of one.

from bazar._numbers cimport (
    SPADES, HEARTS, DIAMONDS, CLUBS, ALL_TRUMPS, WITHOUT_TRUMPS,
    SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE,
    NORTH, EAST, SOUTH, WEST,
)
from bazar._combinations cimport (
    TERTS, BERTS, QUINT, CARRE, MAX_COMBINATIONS,
    combination, runs, carres, holds_carre, points, points_split8, strength, strength_split8,
    sequence, carre, combinations,
)
from bazar._cards cimport count_cards, card_points, bella
from bazar._declaring cimport (
    SCORED, NONE, VOID, CANCELLED, declaration, resolution, decide, resolve,
)
from bazar._play cimport (
    LAST_TRICK, BELLA, FREE, MUST,
    game, table, position, game_of, start, suit_mask, legal_cards, legal_at, legal, may_say, open_bellas,
    advance, make, unmake, trick_winner,
)
from bazar._playouts cimport MOST_POINTS, playout, replay
from bazar._perft cimport DEEPEST, walk, start_walk, go_on
from bazar._dealing cimport random_deal
from bazar._indexing cimport deal_index, deal_from_index

cdef enum:
    CORE_VERSION = 1
