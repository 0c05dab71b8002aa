// simdiff: check --reference inside --port inside_sse => equivalent
// simdiff: check --reference inside --port inside_in_bytes => different
// simdiff: check --reference sums_to_200 --port sums_in_bytes => different
//
// Counts in lanes of eight bits of what several arguments decide together.
#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

static size_t total(__m128i counts)
{
    __m128i sums = _mm_sad_epu8(counts, _mm_setzero_si128());
    return (size_t)_mm_cvtsi128_si64(sums) + (size_t)_mm_cvtsi128_si64(_mm_srli_si128(sums, 8));
}

size_t inside(const int8_t *x, size_t n, int8_t low, int8_t high)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++) count += x[i] > low && x[i] < high;
    return count;
}

static size_t blocks(const int8_t *x, size_t n, int8_t low, int8_t high, size_t most)
{
    size_t count = 0, i = 0;
    while (i + 16 <= n) {
        size_t end = n - i < 16 * most ? n : i + 16 * most;
        __m128i counts = _mm_setzero_si128();
        for (; i + 16 <= end; i += 16) {
            __m128i block = _mm_loadu_si128((const __m128i *)(x + i));
            __m128i above = _mm_cmpgt_epi8(block, _mm_set1_epi8(low));
            __m128i below = _mm_cmplt_epi8(block, _mm_set1_epi8(high));
            counts = _mm_sub_epi8(counts, _mm_and_si128(above, below));
        }
        count += total(counts);
    }
    for (; i < n; i++) count += x[i] > low && x[i] < high;
    return count;
}

size_t inside_sse(const int8_t *x, size_t n, int8_t low, int8_t high)
{
    return blocks(x, n, low, high, 255);
}

size_t inside_in_bytes(const int8_t *x, size_t n, int8_t low, int8_t high)
{
    return blocks(x, n, low, high, 256);
}

size_t sums_to_200(const uint8_t *x, const uint8_t *y, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++) count += (uint8_t)(x[i] + y[i]) == 200;
    return count;
}

size_t sums_in_bytes(const uint8_t *x, const uint8_t *y, size_t n)
{
    __m128i counts = _mm_setzero_si128();
    size_t i = 0;
    for (; i + 16 <= n; i += 16) {
        __m128i first = _mm_loadu_si128((const __m128i *)(x + i));
        __m128i second = _mm_loadu_si128((const __m128i *)(y + i));
        __m128i equal = _mm_cmpeq_epi8(_mm_add_epi8(first, second), _mm_set1_epi8((char)200));
        counts = _mm_sub_epi8(counts, equal);
    }
    size_t count = total(counts);
    for (; i < n; i++) count += (uint8_t)(x[i] + y[i]) == 200;
    return count;
}
