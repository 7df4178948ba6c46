# cython: language_level=3, freethreading_compatible=True, binding=False
# cython: embedsignature=True, embedsignature.format=clinic, autotestdict=False, auto_pickle=False
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Loops over arrays, without the GIL; the public name of what has no underscore is ``bazar.arrays``.

The functions with an underscore take contiguous arrays of good values whose lengths agree: whoever calls
them has seen to that. Others may write to an array meanwhile: results are then of no use, but nothing
outside of it is read or written.
"""

from cpython.buffer cimport (
    PyBUF_FORMAT, PyBUF_ND, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer,
)
from cpython.long cimport PyLong_CheckExact
from cpython.unicode cimport PyUnicode_CheckExact
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t, uintptr_t
from libc.string cimport strchr

from bazar cimport core
from bazar._choices cimport contract_arg
from bazar._constrained cimport ROOMS, at, constrained_deal, constraints, count_ways, nth_deal
from bazar._kernels cimport bazar_kernels, bazar_ranking, kernels, ranking

from bazar.enums import Contract

cdef enum:
    POINTS = 0
    STRENGTH = 1
    CARD_POINTS = 2
    BELLA = 3
    POINTS_SPLIT8 = 4
    STRENGTH_SPLIT8 = 5

# For the Python side.
_POINTS, _STRENGTH = POINTS, STRENGTH
_POINTS_SPLIT8, _STRENGTH_SPLIT8 = POINTS_SPLIT8, STRENGTH_SPLIT8
_ROOMS = ROOMS
_IN_WORDS = frozenset((POINTS, CARD_POINTS, POINTS_SPLIT8))

cdef enum:
    BLOCK = 1024        # deals that are evaluated before they are decided
    SMALL = 1 << 20     # hands above which the work is cut, so that signals are answered between

cdef const bazar_kernels* loops = kernels()
cdef const bazar_ranking* ranks = ranking()


cdef inline int contract_of(long number) noexcept nogil:
    return <int>number if 0 <= number < core.WITHOUT_TRUMPS else core.WITHOUT_TRUMPS


# --- one result a hand ---


cdef inline int in_words(int operation) noexcept nogil:
    return operation == POINTS or operation == CARD_POINTS or operation == POINTS_SPLIT8


cdef void fixed(int operation, const uint32_t* hands, size_t count, int contract, void* out) noexcept nogil:
    """One contract for all hands."""
    cdef size_t i
    if operation == POINTS:
        loops.evaluate(hands, count, contract, <uint16_t*>out, NULL)
    elif operation == STRENGTH:
        loops.evaluate(hands, count, contract, NULL, <uint8_t*>out)
    elif operation == CARD_POINTS:
        loops.card_points(hands, count, contract, <uint16_t*>out)
    elif operation == BELLA:
        for i in range(count):
            (<uint8_t*>out)[i] = <uint8_t>core.bella(hands[i], contract)
    elif operation == POINTS_SPLIT8:
        for i in range(count):
            (<uint16_t*>out)[i] = <uint16_t>core.points_split8(hands[i], contract)
    else:
        for i in range(count):
            (<uint8_t*>out)[i] = <uint8_t>core.strength_split8(hands[i], contract)


cdef void each(
    int operation, const uint32_t* hands, size_t count, const uint8_t* contracts, void* out
) noexcept nogil:
    """A contract of its own for each hand."""
    cdef size_t i
    cdef int contract
    for i in range(count):
        contract = contract_of(contracts[i])
        if operation == POINTS:
            (<uint16_t*>out)[i] = <uint16_t>core.points(hands[i], contract)
        elif operation == STRENGTH:
            (<uint8_t*>out)[i] = <uint8_t>core.strength(hands[i], contract)
        elif operation == CARD_POINTS:
            (<uint16_t*>out)[i] = <uint16_t>core.card_points(hands[i], contract)
        elif operation == BELLA:
            (<uint8_t*>out)[i] = <uint8_t>core.bella(hands[i], contract)
        elif operation == POINTS_SPLIT8:
            (<uint16_t*>out)[i] = <uint16_t>core.points_split8(hands[i], contract)
        else:
            (<uint8_t*>out)[i] = <uint8_t>core.strength_split8(hands[i], contract)


def _one(int operation, const uint32_t[::1] hands, contracts, out):
    """One result a hand; ``contracts`` is one number or an array of uint8."""
    cdef const uint8_t[::1] several
    cdef uint16_t[::1] words
    cdef uint8_t[::1] bytes_
    cdef size_t count = hands.shape[0]
    cdef void* target
    cdef int contract
    if count == 0:
        return
    if in_words(operation):
        words = out
        target = &words[0]
    else:
        bytes_ = out
        target = &bytes_[0]
    if PyLong_CheckExact(contracts):
        contract = contract_of(contracts)
        with nogil:
            fixed(operation, &hands[0], count, contract, target)
    else:
        several = contracts
        with nogil:
            each(operation, &hands[0], count, &several[0], target)


def _evaluate(const uint32_t[::1] hands, int contract, uint16_t[::1] points, uint8_t[::1] strength):
    """Points and strengths under one contract."""
    if hands.shape[0]:
        with nogil:
            loops.evaluate(&hands[0], hands.shape[0], contract_of(contract), &points[0], &strength[0])


def _evaluate6(const uint32_t[::1] hands, points, strength):
    """Rows of all six contracts; one of the two may be None."""
    cdef uint16_t[:, ::1] words
    cdef uint8_t[:, ::1] bytes_
    cdef uint16_t* to_points = NULL
    cdef uint8_t* to_strength = NULL
    if hands.shape[0] == 0:
        return
    if points is not None:
        words = points
        to_points = &words[0, 0]
    if strength is not None:
        bytes_ = strength
        to_strength = &bytes_[0, 0]
    with nogil:
        loops.evaluate6(&hands[0], hands.shape[0], to_points, to_strength)


def _counts(const uint32_t[::1] hands, contracts, bint split8, uint8_t[:, ::1] counts):
    """How many combinations of each kind; ``contracts`` as above."""
    cdef core.combination found[core.MAX_COMBINATIONS]
    cdef const uint8_t[::1] several
    cdef bint same = PyLong_CheckExact(contracts)
    cdef int place, kind, contract = 0
    cdef Py_ssize_t i
    if same:
        contract = contract_of(contracts)
    else:
        several = contracts
    with nogil:
        for i in range(hands.shape[0]):
            if not same:
                contract = contract_of(several[i])
            for kind in range(4):
                counts[i, kind] = 0
            for place in range(core.combinations(hands[i], contract, split8, found)):
                counts[i, found[place].kind] += 1


# --- small arrays: no more Python than the call itself ---


cdef inline bint contiguous(
    object array, Py_buffer* view, int axes, int wide, int flags, const char* kinds=b"BHIL"
) except -1:
    """Whether an object offers rows of aligned integers; if so, `view` must be released."""
    if type(array) is not NDARRAY:
        return False
    try:
        PyObject_GetBuffer(array, view, PyBUF_ND | PyBUF_FORMAT | flags)
    except (BufferError, ValueError):
        return False
    if (
        view.ndim == axes
        and view.itemsize == wide
        and <uintptr_t>view.buf % wide == 0
        # Unsigned if nothing is said, in native order; a long has four bytes on some systems.
        and view.format is not NULL
        and view.format[0] != 0
        and strchr(kinds, view.format[0]) is not NULL
        and view.format[1] == 0
    ):
        return True
    PyBuffer_Release(view)
    return False


cdef inline bint apart(const Py_buffer* a, const Py_buffer* b) noexcept:
    return <char*>a.buf + a.len <= <char*>b.buf or <char*>b.buf + b.len <= <char*>a.buf


cdef inline int plain_contract(object contract) except -2:
    """The number of what stands for one contract in the usual ways, else -1."""
    if type(contract) is Contract or PyLong_CheckExact(contract) or PyUnicode_CheckExact(contract):
        return contract_arg(contract)
    return -1


cdef object quick(int operation, object hands, object contract, object out):
    """The result at once if all is plain: rows of the right types, apart, and one contract; else None."""
    cdef Py_buffer source, target
    cdef int number = plain_contract(contract)
    cdef bint done = False
    if number < 0 or not contiguous(hands, &source, 1, 4, 0):
        return None
    try:
        if source.shape[0] > SMALL:
            return None
        if out is None:
            out = EMPTY(source.shape[0], "u2" if in_words(operation) else "u1")
        if not contiguous(out, &target, 1, 2 if in_words(operation) else 1, PyBUF_WRITABLE):
            return None
        if source.shape[0] == target.shape[0] and apart(&source, &target):
            done = True
            with nogil:
                fixed(operation, <const uint32_t*>source.buf, source.shape[0], number, target.buf)
        PyBuffer_Release(&target)
    finally:
        PyBuffer_Release(&source)
    return out if done else None


def _quick_evaluate(hands, contract, out):
    """The same for ``evaluate``."""
    cdef Py_buffer source, words, small
    cdef int number = plain_contract(contract)
    cdef bint done = False
    if number < 0 or not contiguous(hands, &source, 1, 4, 0):
        return None
    try:
        if source.shape[0] > SMALL:
            return None
        if out is None:
            out = EMPTY(source.shape[0], "u2"), EMPTY(source.shape[0], "u1")
        if type(out) is not tuple or len(out) != 2 or not contiguous(out[0], &words, 1, 2, PyBUF_WRITABLE):
            return None
        if contiguous(out[1], &small, 1, 1, PyBUF_WRITABLE):
            if (
                source.shape[0] == words.shape[0] == small.shape[0]
                and apart(&source, &words) and apart(&source, &small) and apart(&words, &small)
            ):
                done = True
                with nogil:
                    loops.evaluate(
                        <const uint32_t*>source.buf, source.shape[0], number,
                        <uint16_t*>words.buf, <uint8_t*>small.buf,
                    )
            PyBuffer_Release(&small)
        PyBuffer_Release(&words)
    finally:
        PyBuffer_Release(&source)
    return out if done else None


# What NumPy gives; this module does not import it.
cdef object GENERAL = None, NDARRAY = None, EMPTY = None


def _connect(general, ndarray, empty):
    """Tell what does the work where arrays are not plain, and NumPy's names for those that are."""
    global GENERAL, NDARRAY, EMPTY
    GENERAL, NDARRAY, EMPTY = general, ndarray, empty


cdef object one(int operation, object hands, object contract, object out, object threads):
    if threads is None:
        found = quick(operation, hands, contract, out)
        if found is not None:
            return found
    return GENERAL(operation, hands, contract, out, threads)


def points(hands, contract, *, split8=False, out=None, threads=None):
    """Whists of all combinations of each hand, Bella apart (RULES A, R1, R4, R5).

    :param hands: masks, integers of any shape
    :param contract: a contract, or integers that broadcast with ``hands``
    :param split8: whether each run of eight is split into a Quint and a Terts
    :param out: where to put the result
    :param threads: how many threads share the work, 1 if not given
    :return: uint16 of the broadcast shape
    :raises TypeError, ValueError: for what does not fit; nothing is written then

    >>> from bazar import arrays
    >>> arrays.points([0b111, 0b11111], "S")
    array([ 20, 100], dtype=uint16)
    """
    return one(POINTS_SPLIT8 if split8 else POINTS, hands, contract, out, threads)


def strength(hands, contract, *, split8=False, out=None, threads=None):
    """Strength of the best combination of each hand, 0 for none (RULES A, ranking 1 … 4, R4, R5).

    :param hands: masks, integers of any shape
    :param contract: a contract, or integers that broadcast with ``hands``
    :param split8: whether each run of eight ranks as a Quint of five to the Ace
    :param out: where to put the result
    :param threads: how many threads share the work, 1 if not given
    :return: uint8 of the broadcast shape, on the scale of ``bazar.core.strength``
    :raises TypeError, ValueError: for what does not fit; nothing is written then

    >>> from bazar import arrays
    >>> arrays.strength([0, 0b111], [[0], [1]])
    array([[0, 2],
           [0, 1]], dtype=uint8)
    """
    return one(STRENGTH_SPLIT8 if split8 else STRENGTH, hands, contract, out, threads)


def card_points(hands, contract, *, out=None, threads=None):
    """Whists of the cards of each hand, without the 10 of the last trick (RULES A).

    :param hands: masks, integers of any shape
    :param contract: a contract, or integers that broadcast with ``hands``
    :param out: where to put the result
    :param threads: how many threads share the work, 1 if not given
    :return: uint16 of the broadcast shape
    :raises TypeError, ValueError: for what does not fit; nothing is written then

    >>> from bazar import arrays
    >>> arrays.card_points(2**32 - 1, range(6))
    array([152, 152, 152, 152, 248, 152], dtype=uint16)
    """
    return one(CARD_POINTS, hands, contract, out, threads)


def bella(hands, contract, *, out=None, threads=None):
    """The suits of the Bellas each hand holds, bit 0 for spades … bit 3 for clubs (RULES R12, R13).

    :param hands: masks, integers of any shape
    :param contract: a contract, or integers that broadcast with ``hands``
    :param out: where to put the result
    :param threads: how many threads share the work, 1 if not given
    :return: uint8 of the broadcast shape
    :raises TypeError, ValueError: for what does not fit; nothing is written then

    >>> from bazar import arrays
    >>> arrays.bella(0x00600060, ["S", "AT", "WT"])
    array([1, 5, 0], dtype=uint8)
    """
    return one(BELLA, hands, contract, out, threads)


# --- deals ---


def _are_deals(const uint32_t[:, ::1] deals):
    """Whether all are four disjoint hands of eight cards."""
    cdef bint good = True
    if deals.shape[0]:
        with nogil:
            good = loops.are_deals(&deals[0, 0], deals.shape[0])
    return good


def _quick_resolve(deals, contract, first, out):
    """The results of ``resolve`` at once if all is plain, else None."""
    cdef Py_buffer source
    cdef Py_buffer[3] targets
    cdef int number = plain_contract(contract)
    cdef int held = 0, place, other
    cdef bint fits
    if number < 0 or not PyLong_CheckExact(first) or not 0 <= first < 4:
        return None
    if not contiguous(deals, &source, 2, 4, 0):
        return None
    try:
        if source.shape[1] != 4 or source.shape[0] > SMALL:
            return None
        if not loops.are_deals(<const uint32_t*>source.buf, source.shape[0]):
            return None
        if out is None:
            count = source.shape[0]
            out = EMPTY(count, "i1"), EMPTY((count, 2), "u2"), EMPTY(count, "u1")
        if type(out) is not tuple or len(out) != 3:
            return None
        held += contiguous(out[0], &targets[0], 1, 1, PyBUF_WRITABLE, b"b")
        held += held == 1 and contiguous(out[1], &targets[1], 2, 2, PyBUF_WRITABLE)
        held += held == 2 and contiguous(out[2], &targets[2], 1, 1, PyBUF_WRITABLE)
        fits = held == 3 and targets[1].shape[1] == 2
        for place in range(held):
            fits = fits and targets[place].shape[0] == source.shape[0] and apart(&source, &targets[place])
            for other in range(place):
                fits = fits and apart(&targets[other], &targets[place])
        if fits:
            resolve_all(
                <const uint32_t*>source.buf, source.shape[0], number, first,
                <int8_t*>targets[0].buf, <uint16_t*>targets[1].buf, <uint8_t*>targets[2].buf,
            )
        return out if fits else None
    finally:
        for place in range(held):
            PyBuffer_Release(&targets[place])
        PyBuffer_Release(&source)


cdef int resolve_all(
    const uint32_t* deals, size_t count, int contract, int first,
    int8_t* winner, uint16_t* pairs, uint8_t* status,
) except -1:
    cdef uint16_t points[4 * BLOCK]
    cdef uint8_t strength[4 * BLOCK]
    cdef size_t start = 0, block
    with nogil:
        while start < count:
            block = count - start if count - start < BLOCK else BLOCK
            loops.evaluate(deals + 4 * start, 4 * block, contract, points, strength)
            loops.decide(
                points, strength, block, first, winner + start, pairs + 2 * start, status + start)
            start += block
    return 0


def _resolve(
    const uint32_t[:, ::1] deals, int contract, int first,
    int8_t[::1] winner, uint16_t[:, ::1] pairs, uint8_t[::1] status
):
    """One contract and one who shows first; no splitting and no events."""
    if deals.shape[0]:
        resolve_all(
            &deals[0, 0], deals.shape[0], contract_of(contract), first & 3,
            &winner[0], &pairs[0, 0], &status[0],
        )


def _resolve_each(
    const uint32_t[:, ::1] deals, contracts, firsts, bint split8, bint sevens, bint eights,
    int8_t[::1] winner, uint16_t[:, ::1] pairs, uint8_t[::1] status
):
    """The same with splitting, events, and numbers or arrays of uint8 for contracts and who shows first."""
    cdef core.resolution result
    cdef const uint8_t[::1] several_contracts
    cdef const uint8_t[::1] several_firsts
    cdef bint same_contract = PyLong_CheckExact(contracts), same_first = PyLong_CheckExact(firsts)
    cdef int contract = 0, first = 0
    cdef Py_ssize_t i
    if same_contract:
        contract = contract_of(contracts)
    else:
        several_contracts = contracts
    if same_first:
        first = <int>(<long>firsts & 3)
    else:
        several_firsts = firsts
    with nogil:
        for i in range(deals.shape[0]):
            if not same_contract:
                contract = contract_of(several_contracts[i])
            if not same_first:
                first = several_firsts[i] & 3
            result = core.resolve(&deals[i, 0], contract, first, split8, sevens, eights)
            winner[i] = <int8_t>result.winner
            pairs[i, 0] = <uint16_t>result.points[0]
            pairs[i, 1] = <uint16_t>result.points[1]
            status[i] = <uint8_t>result.status


def _random_deals(uint64_t seed, uint64_t number, uint32_t[:, ::1] deals):
    """The deals of a seed from a number on."""
    if deals.shape[0]:
        with nogil:
            loops.random_deals(seed, number, deals.shape[0], &deals[0, 0])


cdef int read_constraints(object fixed, object free, constraints* known) except -1:
    """The masks of the cards fixed to each seat, and (card, seats it may go to) of the others; 0."""
    cdef int seat
    known.count = 0
    for seat, mask in enumerate(fixed):
        known.fixed[seat] = mask
        known.room[seat] = 8 - mask.bit_count()
    for card, seats in free:
        known.card[known.count] = card
        known.seats[known.count] = seats
        known.count += 1
    return 0


def _count_ways(fixed, free, uint64_t[::1] ways):
    """How many deals are possible; ``ways`` is filled for ``_random_known`` and has 33 * 729 numbers."""
    cdef constraints known
    read_constraints(fixed, free, &known)
    with nogil:
        count_ways(&known, &ways[0])
    return ways[at(known.room[0], known.room[1], known.room[2])]


def _random_known(
    fixed, free, const uint64_t[::1] ways, uint64_t seed, uint64_t number, uint32_t[:, ::1] deals
):
    """The deals of a seed from a number on, among those that are possible."""
    cdef constraints known
    cdef Py_ssize_t i
    read_constraints(fixed, free, &known)
    with nogil:
        for i in range(deals.shape[0]):
            constrained_deal(&known, &ways[0], seed, number + i, &deals[i, 0])


def _nth_known(fixed, free, const uint64_t[::1] ways, uint64_t first, uint32_t[:, ::1] deals):
    """The possible deals in their order, from an index on."""
    cdef constraints known
    cdef Py_ssize_t i
    read_constraints(fixed, free, &known)
    with nogil:
        for i in range(deals.shape[0]):
            nth_deal(&known, &ways[0], first + i, &deals[i, 0])


def _deal_index(const uint32_t[:, ::1] deals, uint64_t[::1] index):
    if deals.shape[0]:
        with nogil:
            loops.deal_index(ranks, &deals[0, 0], deals.shape[0], &index[0])


def _deals_from_index(const uint64_t[::1] index, uint32_t[:, ::1] deals):
    if deals.shape[0]:
        with nogil:
            loops.deals_from_index(ranks, &index[0], deals.shape[0], &deals[0, 0])


def _all_hands(uint32_t mask, uint32_t[::1] out):
    """Masks of as many cards in ascending order, from the first; the one that follows is returned."""
    cdef uint64_t low, ripple
    cdef Py_ssize_t i
    with nogil:
        for i in range(out.shape[0]):
            out[i] = mask
            # The next larger number of as many bits (Gosper); the last of all has none in 32 bits.
            low = mask & (0 - mask)
            ripple = mask + low
            mask = <uint32_t>(ripple | ((mask ^ ripple) >> 2) // low)
    return mask
