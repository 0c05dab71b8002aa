// simdiff: check --reference run --port run_sse => equivalent
// simdiff: check --reference run --port run_of_bytes => undecided "does it loop for ever?"
//
// The length of a run: a counter of eight bits never arrives at 256.
#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

size_t run(const uint8_t *p, size_t n)
{
    if (n == 0) return 0;
    size_t k = 1;
    while (k < n && p[k] == p[0]) k++;
    return k;
}

static unsigned equal(const uint8_t *p, __m128i first)
{
    __m128i block = _mm_loadu_si128((const __m128i *)p);
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(first, block));
}

size_t run_sse(const uint8_t *p, size_t n)
{
    if (n == 0) return 0;
    size_t k = 0;
    __m128i first = _mm_set1_epi8((char)p[0]);
    for (; k + 16 <= n; k += 16) {
        unsigned mask = equal(p + k, first);
        if (mask != 0xffff) return k + (size_t)__builtin_ctz(~mask);
    }
    while (k < n && p[k] == p[0]) k++;
    return k;
}

size_t run_of_bytes(const uint8_t *p, size_t n)
{
    if (n == 0) return 0;
    uint8_t k = 0;
    __m128i first = _mm_set1_epi8((char)p[0]);
    while (k + 16 <= n) {
        unsigned mask = equal(p + k, first);
        if (mask != 0xffff) return k + (size_t)__builtin_ctz(~mask);
        k += 16;
    }
    while (k < n && p[k] == p[0]) k++;
    return k;
}
