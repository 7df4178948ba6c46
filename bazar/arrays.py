"""The queries on NumPy arrays of hands and deals, by the million.

Every function broadcasts like a ufunc, takes integers of any dtype, byte order and strides whose values fit,
and refuses all else before anything is written. A hand is its mask, a deal four of them on the last axis;
contracts and seats are numbers. Where one hand, deal, contract or seat is meant, its text or object will do.

>>> from bazar import arrays
>>> float(arrays.points(arrays.all_hands(), "S").mean().round(3))
7.339
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import comb
from operator import index
from os import urandom
from typing import Any, cast

try:
    import numpy as np
except ModuleNotFoundError:
    raise ModuleNotFoundError("bazar.arrays needs NumPy: pip install 'bazar[arrays]'", name="numpy") from None
import numpy.typing as npt

from bazar import _array_play, _arrays
from bazar._array_deals import check_deals
from bazar._array_inputs import (
    CONTRACTS,
    HANDS,
    INDICES,
    SEATS,
    Array,
    broadcast,
    deals_of,
    hidden,
    hidden_deals,
    integers,
    one_or_many,
    plays_of,
)
from bazar._array_loops import BUFFER, Operand, few_numbers, run
from bazar._array_outputs import check_masks, finished, targets
from bazar._array_solver import makes, solve
from bazar._arrays import bella, card_points, points, strength
from bazar._core import FREE, MUST, int_in_range, random_deal
from bazar._known import Known, placements
from bazar._threads import PIECE, Piece, spread, thread_count
from bazar.rules import Rules, rules_given

__all__ = [
    "Known",
    "all_hands",
    "bella",
    "card_points",
    "combination_counts",
    "deal_index",
    "deals_from_index",
    "evaluate",
    "makes",
    "playouts",
    "points",
    "random_deals",
    "replay",
    "resolve",
    "solve",
    "strength",
]

HANDS_OF_EIGHT = comb(32, 8)
# Numbers of deals, as bazar.core.random_deal has them.
LIMIT = 1 << 62
# Playouts between which signals are answered, where several threads are at work.
PLAYOUTS = 1 << 18


def evaluate(
    hands: Any,
    contract: Any,
    *,
    split8: bool = False,
    out: tuple[Array | None, Array | None] | None = None,
    threads: int | None = None,
) -> tuple[Any, Any]:
    """What ``points`` and ``strength`` give, in one pass (RULES A).

    :param hands: masks, integers of any shape
    :param contract: a contract, or integers that broadcast with ``hands``
    :param split8: whether runs of eight are split, as in ``points`` and ``strength``
    :param out: where to put the results; None for a new array
    :param threads: how many threads share the work, 1 if not given
    :return: whists, uint16, and strengths, uint8, of the broadcast shape
    :raises TypeError, ValueError: for what does not fit; nothing is written then

    >>> from bazar import arrays
    >>> arrays.evaluate([0b111, 0x10101010], "S")
    (array([ 20, 200], dtype=uint16), array([ 2, 48], dtype=uint8))
    """
    if threads is None and not split8 and (quick := _arrays._quick_evaluate(hands, contract, out)):
        return quick
    to_points = _arrays._POINTS_SPLIT8 if split8 else _arrays._POINTS
    to_strength = _arrays._STRENGTH_SPLIT8 if split8 else _arrays._STRENGTH

    def call(masks: Array, contracts: int | Array, points: Array, strength: Array) -> None:
        if isinstance(contracts, int) and not split8:
            _arrays._evaluate(masks, contracts, points, strength)
        else:
            _arrays._one(to_points, masks, contracts, points)
            _arrays._one(to_strength, masks, contracts, strength)

    six = None if split8 else _arrays._evaluate6
    found = _of_hands(hands, contract, out, threads, (np.uint16, np.uint8), call, six)
    return found[0], found[1]


def combination_counts(
    hands: Any, contract: Any, *, split8: bool = False, out: Array | None = None, threads: int | None = None
) -> Any:
    """How many combinations of each kind the hands hold: Terts, Berts, Quint, Carré (RULES A, R1, R4, R8).

    :param hands: masks, integers of any shape
    :param contract: a contract, or integers that broadcast with ``hands``
    :param split8: whether each run of eight is split into a Quint and a Terts
    :param out: where to put the result
    :param threads: how many threads share the work, 1 if not given
    :return: uint8 of the broadcast shape and four more on the last axis
    :raises TypeError, ValueError: for what does not fit; nothing is written then

    >>> from bazar import arrays
    >>> arrays.combination_counts(["AKQJ.T98.7.", "987.9.9.9"], "S")
    array([[1, 1, 0, 0],
           [1, 0, 0, 1]], dtype=uint8)
    """

    def call(masks: Array, contracts: int | Array, counts: Array) -> None:
        _arrays._counts(masks, contracts, split8, counts)

    return _of_hands(hands, contract, out, threads, (np.uint8,), call, columns=4)[0]


def resolve(
    deals: Any,
    contract: Any,
    first: Any = 0,
    *,
    split8: bool = False,
    sevens: bool = False,
    eights: bool = False,
    out: tuple[Array | None, Array | None, Array | None] | None = None,
    threads: int | None = None,
) -> tuple[Any, Any, Any]:
    """The declaring of each deal, when everybody declares everything (RULES A, R3, R7, R8, R10).

    :param deals: masks of N E S W on the last axis
    :param contract: a contract, or integers that broadcast with the other axes of ``deals``
    :param first: the seat that shows first, or integers likewise
    :param split8: whether runs of eight are split
    :param sevens: whether a Carré of Sevens is declared
    :param eights: whether a Carré of Eights is declared
    :param out: where to put the results; None for a new array
    :param threads: how many threads share the work, 1 if not given
    :return: the seat of the highest combination, int8, -1 without one; whists of NS and EW on the last
        axis, uint16; the status, uint8, as ``bazar.core.resolve`` numbers it
    :raises TypeError, ValueError: for what does not fit, and for hands that are no deal; nothing is
        written then

    >>> from bazar import arrays
    >>> arrays.resolve("N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987", range(4))[0]
    array([0, 1, 2, 3], dtype=int8)
    """
    if threads is None and not (split8 or sevens or eights):
        quick = _arrays._quick_resolve(deals, contract, first, out)
        if quick:
            return quick
    count = thread_count(threads)
    masks = deals_of(deals)
    contracts, firsts = one_or_many(contract, CONTRACTS), one_or_many(first, SEATS)
    hide = [*hidden_deals(deals), *hidden(contract, first)]
    check_masks(out, hide)
    shape = broadcast(masks.shape[:-1], np.shape(contracts), np.shape(firsts))
    arrays = targets(
        out, [shape, (*shape, 2), shape], (np.int8, np.uint16, np.uint8), [masks, contracts, firsts]
    )
    check_deals(masks, count)
    switches = bool(split8), bool(sevens), bool(eights)

    def work(contracts: int | Array, firsts: int | Array, outs: list[Array], shape: tuple[int, ...]) -> None:
        several = [Operand(array, np.uint8) for array in (contracts, firsts) if not isinstance(array, int)]

        def call(rows: Array, *arguments: Array) -> None:
            numbers = iter(arguments[: len(several)])
            these = contracts if isinstance(contracts, int) else next(numbers)
            first = firsts if isinstance(firsts, int) else next(numbers)
            if isinstance(these, int) and isinstance(first, int) and not any(switches):
                _arrays._resolve(rows, these, first, *arguments[len(several) :])
            else:
                _arrays._resolve_each(rows, these, first, *switches, *arguments[len(several) :])

        to_winner, to_pairs, to_status = outs
        outputs = [Operand(to_winner, np.int8), Operand(to_pairs, np.uint16, 2), Operand(to_status, np.uint8)]
        run(call, [Operand(masks, np.uint32, 4), *several], outputs, shape, count)

    if isinstance(firsts, int) and not isinstance(contracts, int):
        few = few_numbers(contracts, masks.shape[:-1], shape)
    else:
        few = None
    if few is None:
        work(contracts, firsts, arrays, shape)
    else:
        for number, piece in few:
            outs = [array[piece] for array in arrays]
            work(number, firsts, outs, outs[0].shape)
    winner, pairs, status = finished(arrays, out, hide, shape)
    return winner, pairs, status


def playouts(
    deals: Any,
    contract: Any,
    leader: Any,
    n: Any,
    seed: Any = None,
    *,
    rules: Rules | str | None = None,
    histogram: bool = False,
    out: Array | None = None,
    threads: int | None = None,
) -> Any:
    """Play each deal out at random among legal cards, and tell what NS take (RULES A, C).

    :param deals: masks of N E S W on the last axis
    :param contract: a contract, or integers that broadcast with the other axes of ``deals``
    :param leader: the seat that leads first, or integers likewise
    :param n: how many times each is played out
    :param seed: 0 … 2**64 - 1, or None for one from the operating system
    :param rules: a ``Rules``, the name of a preset, or None for the default
    :param histogram: whether to count how often NS take each number of whists, instead of the mean
    :param out: where to put the result
    :param threads: how many threads share the work, 1 if not given; they change nothing of the result
    :return: mean card points of NS, the last trick's 10 included, float64 of the broadcast shape; or
        counts, uint32 with 259 more on the last axis
    :raises TypeError, ValueError: for what does not fit, and for hands that are no deal; nothing is
        written then

    Element ``i`` of the broadcast shape, counted as it lies in memory, takes playouts ``n*i`` … of the seed:
    those of ``bazar.core.playouts`` with that ``number``.

    >>> from bazar import arrays
    >>> arrays.playouts(arrays.random_deals(2, seed=1), ["S", "WT"], "N", 1000, seed=1).round(1)
    array([46.8, 79. ])
    """
    count = thread_count(threads)
    times = int_in_range(n, 1 << 32, "n")
    if times == 0:
        raise ValueError("n must be at least 1")
    given_rules = rules_given(rules)
    if seed is None:
        seed = int.from_bytes(urandom(8), "little")
    # Only to have the seed checked.
    random_deal(seed)
    masks = deals_of(deals)
    contracts, leaders = integers(contract, CONTRACTS), integers(leader, SEATS)
    hide = [*hidden_deals(deals), *hidden(contract, leader)]
    check_masks(out, hide)
    shape = np.broadcast_shapes(masks.shape[:-1], contracts.shape, leaders.shape)
    check_deals(masks, count)
    columns = _array_play._MOST_POINTS + 1 if histogram else 0
    full, dtype = ((*shape, columns), np.uint32) if histogram else (shape, np.float64)
    arrays = targets(out, [full], (dtype,), [masks, contracts, leaders])
    numbers = np.arange(np.prod(shape, dtype=np.uint64), dtype=np.uint64).reshape(shape)
    switches = _switches(given_rules)

    def call(rows: Array, contracts: Array, leaders: Array, numbers: Array, result: Array) -> None:
        wanted = (None, result) if histogram else (result, None)
        _array_play._playouts(*switches, times, index(seed), rows, contracts, leaders, numbers, *wanted)

    inputs = [
        Operand(masks, np.uint32, 4),
        Operand(contracts, np.uint8),
        Operand(leaders, np.uint8),
        Operand(numbers, np.uint64),
    ]
    most = max(1, PLAYOUTS // times)
    run(call, inputs, [Operand(arrays[0], dtype, columns)], shape, count, most)
    return finished(arrays, out, hide, shape)[0]


def replay(
    deals: Any,
    plays: Any,
    contract: Any,
    leader: Any,
    *,
    said: Any = 0,
    rules: Rules | str | None = None,
    out: tuple[Array | None, Array | None, Array | None] | None = None,
    threads: int | None = None,
) -> tuple[Any, Any, Any]:
    """Play given cards of each deal, every one checked against the rules, and count (RULES A, C).

    :param deals: masks of N E S W on the last axis
    :param plays: card numbers on the last axis in the order played, 32 or fewer
    :param contract: a contract, or integers that broadcast with the other axes of ``deals`` and ``plays``
    :param leader: the seat that leads first, or integers likewise
    :param said: masks of the Kings and Queens at which the word of Bella is said, likewise
    :param rules: a ``Rules``, the name of a preset, or None for the default
    :param out: where to put the results; None for a new array
    :param threads: how many threads share the work, 1 if not given
    :return: card points of NS and EW on the last axis, uint16; whists of Bella likewise, uint8; and how
        many plays were made, uint8: all of them, or those before the first whose card or word is not
        allowed. The points are those taken until then
    :raises TypeError, ValueError: for what does not fit, and for hands that are no deal; nothing is
        written then

    >>> from bazar import arrays
    >>> arrays.replay("N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987", [7, 15, 23, 31, 0, 0], "WT", "N")
    (array([76,  0], dtype=uint16), array([0, 0], dtype=uint8), np.uint8(5))
    """
    count = thread_count(threads)
    given_rules = rules_given(rules)
    masks, cards = deals_of(deals), plays_of(plays)
    contracts, leaders, words = integers(contract, CONTRACTS), integers(leader, SEATS), integers(said, HANDS)
    hide = [*hidden_deals(deals), *hidden_deals(plays), *hidden(contract, leader, said)]
    check_masks(out, hide)
    shape = np.broadcast_shapes(
        masks.shape[:-1], cards.shape[:-1], contracts.shape, leaders.shape, words.shape
    )
    check_deals(masks, count)
    arrays = targets(
        out,
        [(*shape, 2), (*shape, 2), shape],
        (np.uint16, np.uint8, np.uint8),
        [masks, cards, contracts, leaders, words],
    )
    switches = _switches(given_rules)
    length = cards.shape[-1]

    def call(rows: Array, *arguments: Array) -> None:
        plays = arguments[0] if length else np.empty((len(rows), 0), np.uint8)
        _array_play._replay(*switches, rows, plays, *(arguments[1:] if length else arguments))

    inputs = [Operand(masks, np.uint32, 4)]
    inputs += [Operand(cards, np.uint8, length)] if length else []
    inputs += [Operand(contracts, np.uint8), Operand(leaders, np.uint8), Operand(words, np.uint32)]
    to_points, to_bella, to_made = arrays
    outputs = [Operand(to_points, np.uint16, 2), Operand(to_bella, np.uint8, 2), Operand(to_made, np.uint8)]
    run(call, inputs, outputs, shape, count)
    points, bellas, made = finished(arrays, out, hide, shape)
    return points, bellas, made


def random_deals(
    n: Any,
    seed: Any = None,
    *,
    start: Any = 0,
    known: Mapping[Any, Any] | None = None,
    out: Array | None = None,
    threads: int | None = None,
) -> npt.NDArray[np.uint32]:
    """Deals drawn uniformly, by SplitMix64: the same for the same seed, on every machine and version.

    :param n: how many
    :param seed: 0 … 2**64 - 1, or None for one from the operating system
    :param start: the number of the first: deal ``i`` of a seed is the same in every call
    :param known: by seat, the cards dealt to it, or a ``Known``: the deals are uniform among those that agree
    :param out: where to put them
    :param threads: how many threads share the work, 1 if not given
    :return: uint32[n, 4], the masks of N E S W
    :raises TypeError, ValueError: for what does not fit, and where ``known`` leaves no deal

    >>> import bazar
    >>> from bazar import arrays
    >>> deals = arrays.random_deals(3, seed=1, known={"S": "AKQJ.T98.7.", "E": arrays.Known(void="S")})
    >>> deals[:, 2] == bazar.Hand("AKQJ.T98.7.").mask, deals[:, 1] & 0xFF
    (array([ True,  True,  True]), array([0, 0, 0], dtype=uint32))
    """
    count = thread_count(threads)
    length = int_in_range(n, LIMIT, "n")
    first = int_in_range(start, LIMIT - length + 1, "start")
    if seed is None:
        seed = int.from_bytes(urandom(8), "little")
    # Only to have the seed checked.
    random_deal(seed)
    seed = index(seed)
    draw: Callable[[int, Array], None] = partial(_arrays._random_deals, seed)
    most = PIECE
    if known is not None:
        fixed, free = placements(known)
        if any(fixed) or any(seats != 15 for _, seats in free):
            ways = np.zeros((len(free) + 1) * _arrays._ROOMS, np.uint64)
            _arrays._count_ways(fixed, free, ways)
            draw = partial(_arrays._random_known, fixed, free, ways, seed)
            # Which takes some times as long for each.
            most = PIECE >> 4
    (deals,) = targets(out, [(length, 4)], (np.uint32,), [])
    _fill(deals, lambda at, rows: draw(first + at, rows), count, most)
    return cast("npt.NDArray[np.uint32]", finished([deals], out, [], (length,))[0])


def deal_index(deals: Any, *, out: Array | None = None, threads: int | None = None) -> Any:
    """The numbers of deals among all 99,561,092,450,391,000; ``docs/dealing.md`` defines them.

    :param deals: masks of N E S W on the last axis
    :param out: where to put the result
    :param threads: how many threads share the work, 1 if not given
    :return: uint64 of the other axes' shape
    :raises TypeError, ValueError: for what does not fit, and for hands that are no deal; nothing is
        written then

    >>> from bazar import arrays
    >>> arrays.deal_index([[0xFF, 0xFF00, 0xFF0000, 0xFF000000], [0xFF00, 0xFF, 0xFF0000, 0xFF000000]])
    array([              0, 121811670968130], dtype=uint64)
    """
    count = thread_count(threads)
    masks = deals_of(deals)
    hide = hidden_deals(deals)
    check_masks(out, hide)
    shape = masks.shape[:-1]
    arrays = targets(out, [shape], (np.uint64,), [masks])
    check_deals(masks, count)
    run(_arrays._deal_index, [Operand(masks, np.uint32, 4)], [Operand(arrays[0], np.uint64)], shape, count)
    return finished(arrays, out, hide, shape)[0]


def deals_from_index(
    indices: Any, *, out: Array | None = None, threads: int | None = None
) -> npt.NDArray[np.uint32]:
    """The deals of numbers: the inverse of ``deal_index``.

    :param indices: 0 … 99,561,092,450,390,999, integers of any shape
    :param out: where to put the result
    :param threads: how many threads share the work, 1 if not given
    :return: uint32, the masks of N E S W on one more axis
    :raises TypeError, ValueError: for what does not fit; nothing is written then

    >>> from bazar import arrays
    >>> arrays.deals_from_index(0).tolist() == [0xFF, 0xFF00, 0xFF0000, 0xFF000000]
    True
    """
    count = thread_count(threads)
    numbers = integers(indices, INDICES)
    hide = hidden(indices)
    check_masks(out, hide)
    shape = numbers.shape
    arrays = targets(out, [(*shape, 4)], (np.uint32,), [numbers])
    run(
        _arrays._deals_from_index,
        [Operand(numbers, np.uint64)],
        [Operand(arrays[0], np.uint32, 4)],
        shape,
        count,
    )
    return cast("npt.NDArray[np.uint32]", finished(arrays, out, hide, shape)[0])


def all_hands(*, out: Array | None = None, threads: int | None = None) -> npt.NDArray[np.uint32]:
    """All 10,518,300 hands of eight cards, in ascending order of their masks.

    :param out: where to put them
    :param threads: how many threads share the work, 1 if not given
    :return: uint32[10518300]
    :raises TypeError, ValueError: for an ``out`` that does not fit

    >>> from bazar import arrays
    >>> len(arrays.all_hands())
    10518300
    """
    count = thread_count(threads)
    (hands,) = targets(out, [(HANDS_OF_EIGHT,)], (np.uint32,), [])
    _fill(hands, lambda at, rows: _arrays._all_hands(_nth_hand(at), rows), count)
    return cast("npt.NDArray[np.uint32]", finished([hands], out, [], hands.shape)[0])


# --- what they share ---


def _switches(rules: Rules) -> tuple[bool, int]:
    return rules.partner_exempt, MUST if rules.undertrump == "must" else FREE


def _per_hand(operation: int, hands: object, contract: object, out: object, threads: object) -> Any:
    """What ``points`` and its like do with arrays that are not the plainest."""
    dtype = np.uint16 if operation in _arrays._IN_WORDS else np.uint8

    def call(masks: Array, contracts: int | Array, result: Array) -> None:
        _arrays._one(operation, masks, contracts, result)

    def six(masks: Array, table: Array) -> None:
        wanted = (table, None) if operation == _arrays._POINTS else (None, table)
        _arrays._evaluate6(masks, *wanted)

    has_six = operation in (_arrays._POINTS, _arrays._STRENGTH)
    return _of_hands(hands, contract, out, threads, (dtype,), call, six if has_six else None)[0]


_arrays._connect(_per_hand, np.ndarray, np.empty)
for _function in (points, strength, card_points, bella):
    # Where they are found when they are unpickled.
    _function.__module__ = __name__


def _of_hands(
    hands: object,
    contract: object,
    out: object,
    threads: object,
    types: tuple[type, ...],
    call: Callable[..., None],
    six: Callable[..., None] | None = None,
    columns: int = 0,
) -> tuple[Any, ...]:
    """``call(masks, contract or contracts, *results)``, or ``six(masks, *tables)`` for all six contracts."""
    count = thread_count(threads)
    masks, contracts = integers(hands, HANDS), one_or_many(contract, CONTRACTS)
    hide = hidden(hands, contract)
    check_masks(out, hide)
    shape = broadcast(masks.shape, np.shape(contracts))
    full = (*shape, columns) if columns else shape
    arrays = targets(out, [full] * len(types), types, [masks, contracts])
    _run_hands(masks, contracts, arrays, shape, count, call, six, columns)
    return finished(arrays, out, hide, shape)


def _run_hands(
    masks: Array,
    contracts: int | Array,
    arrays: Sequence[Array],
    shape: tuple[int, ...],
    threads: int,
    call: Callable[..., None],
    six: Callable[..., None] | None,
    columns: int,
) -> None:
    outputs = [Operand(array, array.dtype.newbyteorder("=").type, columns) for array in arrays]
    if isinstance(contracts, int):
        run(
            lambda rows, *outs: call(rows, contracts, *outs),
            [Operand(masks, np.uint32)],
            outputs,
            shape,
            threads,
        )
        return
    if six and _are_all(contracts) and masks.shape[-1:] in ((), (1,)):
        tables = [Operand(array, dtype, 6) for array, dtype, _ in outputs]
        run(six, [Operand(masks[..., 0] if masks.ndim else masks, np.uint32)], tables, shape[:-1], threads)
        return
    few = few_numbers(contracts, masks.shape, shape)
    if few is None:
        run(call, [Operand(masks, np.uint32), Operand(contracts, np.uint8)], outputs, shape, threads)
    else:
        for number, piece in few:
            parts = [array[piece] for array in arrays]
            _run_hands(masks, number, parts, parts[0].shape[: len(shape)], threads, call, None, columns)


def _are_all(contracts: Array) -> bool:
    return contracts.size == 6 == contracts.shape[-1] and contracts.ravel().tolist() == list(range(6))


def _fill(array: Array, write: Callable[[int, Array], object], threads: int, most: int = PIECE) -> None:
    """``write(number of the first, rows)`` to all rows of an array, through a buffer if it is not plain."""
    flags = array.flags
    plain = array.dtype.isnative and flags.c_contiguous and flags.aligned

    def work(piece: Piece) -> None:
        rows = array[piece]
        at = piece[0].start if isinstance(piece[0], slice) else 0
        if plain:
            write(at, rows)
            return
        for start in range(0, len(rows), BUFFER):
            part = rows[start : start + BUFFER]
            buffer = np.empty(part.shape, part.dtype.newbyteorder("="))
            write(at + start, buffer)
            part[...] = buffer

    spread(work, array.shape[:1], threads, most)


def _nth_hand(place: int) -> int:
    """The mask of eight cards that has so many below it."""
    mask, card = 0, 31
    for held in range(8, 0, -1):
        while comb(card, held) > place:
            card -= 1
        place -= comb(card, held)
        mask |= 1 << card
    return mask
