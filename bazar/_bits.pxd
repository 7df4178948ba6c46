# Bits of a mask: where the lowest is, and how many there are.

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

    /* How many bits are set; the compiler's own would be a call where the processor is not told. */
    static inline int bazar_count_bits(unsigned mask)
    {
        mask = mask - (mask >> 1 & 0x55555555u);
        mask = (mask & 0x33333333u) + (mask >> 2 & 0x33333333u);
        return (int)(((mask + (mask >> 4)) & 0x0F0F0F0Fu) * 0x01010101u >> 24);
    }

    #endif
    """
    int lowest_bit "bazar_lowest_bit" (uint32_t mask) noexcept nogil
    int count_bits "bazar_count_bits" (uint32_t mask) noexcept nogil
