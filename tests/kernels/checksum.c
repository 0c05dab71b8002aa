// simdiff: check --cflags=-msse4.2 --reference crc_scalar --port crc_sse42 --size n=3..5 => equivalent
// simdiff: check --cflags=-msse4.2 --reference crc_scalar --port crc_wrong --size n=4 => different
// simdiff: check --cflags=-msse4.2 --reference crc_masked --port crc_sse42 --size n=4 => equivalent
// A cyclic redundancy check bit by bit against eight bytes an instruction: every
// bit is an exclusive or of inputs.
#include <nmmintrin.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

uint32_t crc_scalar(uint32_t crc, const uint8_t *p, size_t n)
{
    crc = ~crc;
    for (size_t i = 0; i < n; i++) {
        crc ^= p[i];
        for (int k = 0; k < 8; k++)
            crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78u : 0);
    }
    return ~crc;
}

static uint32_t updated(uint32_t crc, const uint8_t *p, size_t n)
{
    uint64_t state = crc;
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        uint64_t word;
        memcpy(&word, p + i, 8);
        state = _mm_crc32_u64(state, word);
    }
    for (; i < n; i++)
        state = _mm_crc32_u8((uint32_t)state, p[i]);
    return (uint32_t)state;
}

uint32_t crc_sse42(uint32_t crc, const uint8_t *p, size_t n) { return ~updated(~crc, p, n); }

// Forgets to invert the state that it starts from.
uint32_t crc_wrong(uint32_t crc, const uint8_t *p, size_t n) { return ~updated(crc, p, n); }

uint32_t crc_masked(uint32_t crc, const uint8_t *p, size_t n)
{
    crc = ~crc;
    for (size_t i = 0; i < n; i++) {
        crc ^= p[i];
        for (int k = 0; k < 8; k++)
            crc = crc >> 1 ^ (0x82f63b78u & (0 - (crc & 1)));
    }
    return ~crc;
}
