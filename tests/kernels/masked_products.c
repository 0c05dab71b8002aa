// simdiff: check --reference keyed --port keyed_sse41 => equivalent
// simdiff: check --reference keyed --port keyed_sum => different
// simdiff: check --reference bucket --port bucket_once => equivalent
// simdiff: check --reference bucket --port bucket_other => different
// Masks factored below products and remainders, which bits alone do not decide.
#include <immintrin.h>
#include <stdint.h>

#define SSE41 __attribute__((target("sse4.1")))

// The bits in which two words differ, weighted by two keys.
void keyed(const uint32_t a[4], const uint32_t b[4], uint32_t k, uint32_t l, uint32_t out[4])
{
    for (int i = 0; i < 4; i++)
        out[i] = (a[i] | b[i]) * k * l - (a[i] & b[i]) * k * l;
}

SSE41 void keyed_sse41(const uint32_t a[4], const uint32_t b[4], uint32_t k, uint32_t l, uint32_t out[4])
{
    __m128i x = _mm_loadu_si128((const __m128i *)a), y = _mm_loadu_si128((const __m128i *)b);
    __m128i product = _mm_mullo_epi32(_mm_xor_si128(x, y), _mm_set1_epi32((int)(k * l)));
    _mm_storeu_si128((__m128i *)out, product);
}

SSE41 void keyed_sum(const uint32_t a[4], const uint32_t b[4], uint32_t k, uint32_t l, uint32_t out[4])
{
    __m128i x = _mm_loadu_si128((const __m128i *)a), y = _mm_loadu_si128((const __m128i *)b);
    __m128i product = _mm_mullo_epi32(_mm_xor_si128(x, y), _mm_set1_epi32((int)(k + l)));
    _mm_storeu_si128((__m128i *)out, product);
}

// The bucket of the bits that two masks select.
uint64_t bucket(uint64_t x, uint64_t m, uint64_t n, uint64_t k, uint64_t size)
{
    return ((x & m) | (x & n)) * k % (size | 1);
}
uint64_t bucket_once(uint64_t x, uint64_t m, uint64_t n, uint64_t k, uint64_t size)
{
    return (x & (m | n)) * k % (size | 1);
}
uint64_t bucket_other(uint64_t x, uint64_t m, uint64_t n, uint64_t k, uint64_t size)
{
    return (x & (m ^ n)) * k % (size | 1);
}
