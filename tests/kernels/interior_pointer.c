// simdiff: check --reference smooth_scalar --port smooth_sse2 --arg 'src=in:u8[n+2]@1' --size n=1..18 => equivalent
// simdiff: check --reference smooth_scalar --port smooth_rounded --arg 'src=in:u8[n+2]@1' --size n=16 => different
// simdiff: check --reference smooth_scalar --port smooth_sse2 --arg 'src=in:u8[n+1]' --size n=4 => defect "out-of-bounds-read"
// simdiff: check --reference below --port below --arg 'p=inout:u8[w+n]@w' --size w=4,n=1..4 --port-flags=-O2 => equivalent
// Pointers into the middle of a buffer: `@1` says that src points to its
// second element, so that src[-1] is its first.
#include <emmintrin.h>

void smooth_scalar(const unsigned char *src, unsigned char *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = (src[i - 1] + src[i + 1] + 1) >> 1;
}

void smooth_sse2(const unsigned char *src, unsigned char *dst, int n) {
    int i = 0;
    for (; i + 16 <= n; i += 16) {
        __m128i left = _mm_loadu_si128((const __m128i *)(src + i - 1));
        __m128i right = _mm_loadu_si128((const __m128i *)(src + i + 1));
        _mm_storeu_si128((__m128i *)(dst + i), _mm_avg_epu8(left, right));
    }
    for (; i < n; i++) dst[i] = (src[i - 1] + src[i + 1] + 1) >> 1;
}

// Rounds twice.
void smooth_rounded(const unsigned char *src, unsigned char *dst, int n) {
    for (int i = 0; i + 16 <= n; i += 16) {
        __m128i left = _mm_loadu_si128((const __m128i *)(src + i - 1));
        __m128i here = _mm_loadu_si128((const __m128i *)(src + i));
        __m128i right = _mm_loadu_si128((const __m128i *)(src + i + 1));
        __m128i outer = _mm_avg_epu8(left, right);
        _mm_storeu_si128((__m128i *)(dst + i), _mm_avg_epu8(outer, _mm_avg_epu8(outer, here)));
    }
}

// Each row from the one above it, in one buffer.
void below(unsigned char *p, int w, int n) {
    for (int i = 0; i < n; i++) p[i] = p[i - w] ^ 255;
}
