// simdiff: check --reference clamp --port clamp_sse2 --size n=1..9 => different
// simdiff: check --reference clamp --port clamp_sse2 --size n=1..20 --assume 'lo <= hi' => equivalent "bit for bit, where lo <= hi"

/* Limits samples to a range. Where the range is empty, the reference gives its lower end for
 * what is below it, and the port gives the upper end to all: a caller that has lo <= hi does
 * not see it. */

#include <emmintrin.h>

void clamp(const short *src, short *dst, int n, short lo, short hi)
{
    for (int i = 0; i < n; ++i)
        dst[i] = src[i] < lo ? lo : src[i] > hi ? hi : src[i];
}

void clamp_sse2(const short *src, short *dst, int n, short lo, short hi)
{
    const __m128i least = _mm_set1_epi16(lo), most = _mm_set1_epi16(hi);
    int i = 0;
    for (; i + 8 <= n; i += 8) {
        __m128i x = _mm_loadu_si128((const __m128i *)(src + i));
        x = _mm_min_epi16(_mm_max_epi16(x, least), most);
        _mm_storeu_si128((__m128i *)(dst + i), x);
    }
    for (; i < n; ++i)
        dst[i] = src[i] < lo ? lo : src[i] > hi ? hi : src[i];
}
