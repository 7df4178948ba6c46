# Loops over arrays in contiguous memory, by what the processor offers; chosen once, when imported.

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from "kernels.h" nogil:
    ctypedef struct bazar_ranking:
        uint32_t below24[256]
        uint32_t below16[16][256]
        uint16_t below8[16][256]
        uint8_t place[256]
        uint8_t byte[9][70]

    ctypedef struct bazar_play:
        const uint32_t* over
        const uint8_t* worth
        uint32_t trumps
        uint32_t climbing
        int partner_exempt
        int undertrump

    ctypedef struct bazar_kernels:
        const char* name
        void (*evaluate)(const uint32_t*, size_t, int, uint16_t*, uint8_t*) noexcept nogil
        void (*evaluate6)(const uint32_t*, size_t, uint16_t*, uint8_t*) noexcept nogil
        void (*card_points)(const uint32_t*, size_t, int, uint16_t*) noexcept nogil
        void (*decide)(
            const uint16_t*, const uint8_t*, size_t, int, int8_t*, uint16_t*, uint8_t*) noexcept nogil
        int (*are_deals)(const uint32_t*, size_t) noexcept nogil
        void (*random_deals)(uint64_t, uint64_t, size_t, uint32_t*) noexcept nogil
        void (*deal_index)(const bazar_ranking*, const uint32_t*, size_t, uint64_t*) noexcept nogil
        void (*deals_from_index)(const bazar_ranking*, const uint64_t*, size_t, uint32_t*) noexcept nogil
        uint64_t (*playouts)(
            const bazar_play*, const uint32_t*, int, uint64_t, uint64_t, uint64_t, uint32_t*) noexcept nogil

    const bazar_kernels* bazar_kernels_avx2() noexcept
    const bazar_kernels* bazar_kernels_avx512() noexcept

cdef const bazar_kernels* kernels() noexcept nogil
cdef const bazar_ranking* ranking() noexcept nogil
