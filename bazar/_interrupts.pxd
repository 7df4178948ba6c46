# Long work that Ctrl-C may interrupt: done in parts without the GIL, signals looked for between them.

from bazar._perft cimport go_on, walk
from bazar._play cimport game

cdef extern from "Python.h":
    int check_signals "PyErr_CheckSignals" () except -1

cdef enum:
    # Plays in a part: some tenths of a second.
    PART = 10_000_000


cdef inline object finish_walk(walk* w, const game* g):
    """The lines of a walk that has been started."""
    cdef int done = 0
    while not done:
        with nogil:
            done = go_on(w, g, PART)
        check_signals()
    return w.lines
