// simdiff: check --reference halve --port halve_tail --size n=4..9 => equivalent "separate buffers: with one buffer for src and dst (--alias dst=src)" "n = 9"
// simdiff: check --reference halve --port halve_tail --size n=4..9 --alias dst=src => different
// simdiff: check --reference smooth --port smooth_unrolled --size n=3..8 => equivalent
// A last block that overlaps the one before reads what was written, where both buffers are one.

#include <emmintrin.h>
#include <string.h>

void halve(const unsigned *src, unsigned *dst, int n)
{
    for (int i = 0; i < n; i++) dst[i] = src[i] >> 1;
}

void halve_tail(const unsigned *src, unsigned *dst, int n)
{
    int i = 0;
    for (; i < n; i += 4) {
        if (i + 4 > n) i = n - 4;
        __m128i block = _mm_loadu_si128((const __m128i *)(src + i));
        _mm_storeu_si128((__m128i *)(dst + i), _mm_srli_epi32(block, 1));
    }
}

// No caller has this in place: what the reference leaves there is something else.
void smooth(const unsigned *src, unsigned *dst, int n)
{
    dst[0] = src[0];
    for (int i = 1; i < n; i++) dst[i] = src[i - 1] / 2 + src[i] / 2;
}

void smooth_unrolled(const unsigned *src, unsigned *dst, int n)
{
    unsigned last = src[0];
    dst[0] = last;
    for (int i = 1; i < n; i++) {
        unsigned next = src[i];
        dst[i] = last / 2 + next / 2;
        last = next;
    }
}
