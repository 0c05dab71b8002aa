// simdiff: check --reference count --port count_flushed --cflags '-O1 -mavx2' => equivalent
// simdiff: check --reference count --port count_late --cflags '-O1 -mavx2' => different
// Counts in bytes that are added up every 255 rounds: the inner loop has a round at least, because
// the outer one goes on only while there is a block.

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

uint32_t count(const uint8_t *p, size_t n, uint8_t value)
{
    uint32_t total = 0;
    for (size_t i = 0; i < n; i++) total += p[i] == value;
    return total;
}

static uint32_t sum(__m128i bytes)
{
    __m128i halves = _mm_sad_epu8(bytes, _mm_setzero_si128());
    return _mm_cvtsi128_si32(halves) + _mm_extract_epi16(halves, 4);
}

static uint32_t count_by(size_t most, const uint8_t *p, size_t n, uint8_t value)
{
    uint32_t total = 0;
    __m128i wanted = _mm_set1_epi8(value);
    while (n >= 16) {
        size_t blocks = n / 16 > most ? most : n / 16;
        n -= 16 * blocks;
        __m128i counts = _mm_setzero_si128();
        for (; blocks; blocks--, p += 16)
            counts = _mm_sub_epi8(counts,
                                  _mm_cmpeq_epi8(wanted, _mm_loadu_si128((const __m128i *)p)));
        total += sum(counts);
    }
    for (; n; n--) total += *p++ == value;
    return total;
}

uint32_t count_flushed(const uint8_t *p, size_t n, uint8_t value)
{
    return count_by(255, p, n, value);
}

uint32_t count_late(const uint8_t *p, size_t n, uint8_t value)
{
    return count_by(256, p, n, value);
}
