# cython: language_level=3
"""Use from Cython: the mean points of North's hands over random deals, in a loop without Python.

    cythonize -i examples/mean_points.pyx
"""

from libc.stdint cimport uint32_t, uint64_t

from bazar.core cimport points, random_deal


def mean_points(long deals, int contract, uint64_t seed):
    """Mean whists of combinations in a hand."""
    cdef uint32_t hands[4]
    cdef long number
    cdef uint64_t whists = 0
    if not 0 <= contract <= 5:
        raise ValueError("a contract is 0 ... 5")
    with nogil:
        for number in range(deals):
            random_deal(seed, number, hands)
            whists += points(hands[0], contract)
    return whists / deals
