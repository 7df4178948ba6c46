# What other modules ask of the solver, without Python objects.

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from bazar._play cimport game, position
from bazar._search cimport search

cdef enum:
    RUNNING = 0
    INTERRUPTED = 1     # a Python exception is set
    OUT_OF_NODES = 2
    TOLD = 3            # by search.stop

cdef struct root:
    # A position to be searched, in places.
    position p
    int32_t size        # cards a hand before the lead
    int32_t played
    int32_t winning     # the place that holds the trick on the table
    int32_t left        # units to be won, no bonuses
    int32_t taken       # units already won

cdef search* new_search(size_t bytes) noexcept nogil
cdef void free_search(search* s) noexcept nogil
cdef void set_game(search* s, const game* g, int capot, bint royals) noexcept nogil
cdef void new_epoch(search* s) noexcept nogil
cdef root root_of(search* s, const position* p) noexcept nogil
cdef int value_of(search* s, const root* r, int low, int high, int guess) noexcept nogil
cdef int estimate(const search* s, const root* r) noexcept nogil
