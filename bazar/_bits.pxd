# Bits of a mask: where the lowest is.

from libc.stdint cimport uint32_t

cdef extern from *:
    """
    #ifndef BAZAR_BITS
    #define BAZAR_BITS

    /* The number of the lowest bit of a mask that is not 0. */
    #if defined(__GNUC__) || defined(__clang__)
    static inline int bazar_lowest_bit(unsigned mask) { return __builtin_ctz(mask); }
    #else
    static inline int bazar_lowest_bit(unsigned mask)
    {
        /* De Bruijn: each of the 32 products has other upper five bits. */
        static const unsigned char place[32] = {
            0, 1, 28, 2, 29, 14, 24, 3, 30, 22, 20, 15, 25, 17, 4, 8,
            31, 27, 13, 23, 21, 19, 16, 7, 26, 12, 18, 6, 11, 5, 10, 9
        };
        return place[((mask & (0u - mask)) * 0x077CB531u & 0xFFFFFFFFu) >> 27];
    }
    #endif

    #endif
    """
    int lowest_bit "bazar_lowest_bit" (uint32_t mask) noexcept nogil
