// simdiff: check --reference crc --port crc_folded --cflags=-mpclmul --cflags=-msse4.1 --size n=32..33 => equivalent
// simdiff: check --reference crc --port crc_misfolded --cflags=-mpclmul --cflags=-msse4.1 --size n=32 => different "at n = 32"
// The CRC-32 of a buffer, bit by bit, and 16 bytes at a time by carry-less multiplication with
// constants: products of polynomials over GF(2) are exclusive ors.
#include <smmintrin.h>
#include <stddef.h>
#include <stdint.h>
#include <wmmintrin.h>

static uint32_t updated(uint32_t crc, const uint8_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        crc ^= p[i];
        for (int k = 0; k < 8; k++)
            crc = crc >> 1 ^ (-(crc & 1) & 0xedb88320u);
    }
    return crc;
}

uint32_t crc(const uint8_t *p, size_t n) { return ~updated(~0u, p, n); }

/* The remainder of x, a polynomial of degree 127, as a reflected CRC-32. The constants are
   powers of x modulo the polynomial, and its inverse (Barrett). */
static uint32_t reduced(__m128i x, __m128i powers)
{
    const __m128i low = _mm_setr_epi32(-1, 0, -1, 0);
    x = _mm_xor_si128(_mm_srli_si128(x, 8), _mm_clmulepi64_si128(x, powers, 0x10));
    const __m128i power = _mm_set_epi64x(0, 0x163cd6124);
    x = _mm_xor_si128(_mm_srli_si128(x, 4), _mm_clmulepi64_si128(_mm_and_si128(x, low), power, 0x00));
    const __m128i modulus = _mm_set_epi64x(0x1f7011641, 0x1db710641);
    __m128i quotient = _mm_clmulepi64_si128(_mm_and_si128(x, low), modulus, 0x10);
    quotient = _mm_and_si128(quotient, low);
    x = _mm_xor_si128(x, _mm_clmulepi64_si128(quotient, modulus, 0x00));
    return (uint32_t)_mm_extract_epi32(x, 1);
}

static uint32_t folded(const uint8_t *p, size_t n, int64_t power)
{
    if (n < 16)
        return ~updated(~0u, p, n);
    const __m128i powers = _mm_set_epi64x(0x0ccaa009e, power);
    __m128i x = _mm_xor_si128(_mm_loadu_si128((const __m128i *)p), _mm_cvtsi32_si128(-1));
    for (p += 16, n -= 16; n >= 16; p += 16, n -= 16) {
        __m128i low = _mm_clmulepi64_si128(x, powers, 0x00);
        __m128i high = _mm_clmulepi64_si128(x, powers, 0x11);
        x = _mm_xor_si128(_mm_xor_si128(low, high), _mm_loadu_si128((const __m128i *)p));
    }
    return ~updated(reduced(x, powers), p, n);
}

uint32_t crc_folded(const uint8_t *p, size_t n) { return folded(p, n, 0x1751997d0); }

/* One bit of a constant is wrong, which only the second block multiplies by. */
uint32_t crc_misfolded(const uint8_t *p, size_t n) { return folded(p, n, 0x1751997d1); }
