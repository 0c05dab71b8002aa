// simdiff: check --reference least --port least_sse2 --size n=1..40 --cflags '-O0 -std=c++17' => equivalent
// simdiff: check --reference least --port least_sse2 --size n=1..40 --cflags '-O2 -std=c++17' => equivalent
// simdiff: check --reference least --port least_but_last --size n=1..40 --cflags -std=c++17 => different
// simdiff: check --reference least --port least_signed --size n=1..40 --cflags -std=c++17 => different
// A search that keeps a pointer to the best element so far: the pointer is chosen n - 1 times.
#include <algorithm>
#include <cstdint>
#include <immintrin.h>

uint8_t least(const uint8_t *p, int n) { return *std::min_element(p, p + n); }

static uint8_t smallest(__m128i v)
{
    v = _mm_min_epu8(v, _mm_srli_si128(v, 8));
    v = _mm_min_epu8(v, _mm_srli_si128(v, 4));
    v = _mm_min_epu8(v, _mm_srli_si128(v, 2));
    v = _mm_min_epu8(v, _mm_srli_si128(v, 1));
    return (uint8_t)_mm_cvtsi128_si32(v);
}

template <bool whole> static uint8_t least_of(const uint8_t *p, int n)
{
    __m128i best = _mm_set1_epi8(-1);
    int i = 0;
    for (; i + 16 <= n; i += 16)
        best = _mm_min_epu8(best, _mm_loadu_si128((const __m128i *)(p + i)));
    uint8_t found = smallest(best);
    for (; i < n - !whole; i++) found = std::min(found, p[i]);
    return found;
}

uint8_t least_sse2(const uint8_t *p, int n) { return least_of<true>(p, n); }
uint8_t least_but_last(const uint8_t *p, int n) { return least_of<false>(p, n); }

uint8_t least_signed(const uint8_t *p, int n)
{
    int8_t found = (int8_t)p[0];
    for (int i = 1; i < n; i++) found = std::min(found, (int8_t)p[i]);
    return (uint8_t)found;
}
