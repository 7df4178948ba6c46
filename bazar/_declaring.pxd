# Declaring: who holds the highest combination and what each pair scores (RULES A, R3, R7, R8, R10).

from libc.stdint cimport uint32_t

from bazar._combinations cimport (
    holds_carre, points, points_split8, strength, strength_split8,
)
from bazar._numbers cimport EIGHT, SEVEN

cdef enum:
    SCORED = 0
    NONE = 1        # nobody declared a combination
    VOID = 2        # sevens declared: the deal ends without result
    CANCELLED = 3   # eights declared: no combination counts

cdef struct declaration:
    # What one player declares.
    uint32_t points     # whists of all the combinations declared
    int strength        # of the best of them
    int sevens
    int eights

cdef struct resolution:
    int status          # SCORED ... CANCELLED
    int winner          # seat of the highest combination, -1 without one
    uint32_t points[2]  # whists of NS and EW


cdef inline resolution decide(const declaration* said, int first) noexcept nogil:
    """What the declarations of the four seats come to; equal ones go to who shows first."""
    cdef resolution result
    cdef int turn, seat, best = 0, sevens = 0, eights = 0
    result.winner = -1
    result.points[0] = 0
    result.points[1] = 0
    for turn in range(4):
        seat = (first + turn) & 3
        sevens |= said[seat].sevens
        eights |= said[seat].eights
        if said[seat].strength > best:
            best = said[seat].strength
            result.winner = seat
    result.status = VOID if sevens else CANCELLED if eights else SCORED if best else NONE
    if result.status == SCORED:
        seat = result.winner
        result.points[seat & 1] = said[seat].points + said[seat ^ 2].points
    else:
        result.winner = -1
    return result


cdef inline resolution resolve(
    const uint32_t* hands, int contract, int first, int split8, int sevens, int eights
) noexcept nogil:
    """Everybody declares everything: runs of eight split, sevens and eights too, if so told."""
    cdef declaration said[4]
    cdef int seat
    for seat in range(4):
        if split8:
            said[seat].points = points_split8(hands[seat], contract)
            said[seat].strength = strength_split8(hands[seat], contract)
        else:
            said[seat].points = points(hands[seat], contract)
            said[seat].strength = strength(hands[seat], contract)
        said[seat].sevens = sevens and holds_carre(hands[seat], SEVEN)
        said[seat].eights = eights and holds_carre(hands[seat], EIGHT)
    return decide(said, first)
