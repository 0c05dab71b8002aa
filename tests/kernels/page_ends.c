// simdiff: check --reference sum --port sum_in_page --size n=16 => equivalent "more than the last 6 bits of the address of x"
// simdiff: check --reference sum --port sum_over_page --size n=16 => different
// simdiff: check --reference sum --port sum_at_odd_place --size n=16 => undecided "ran at no place of the buffers tried"
// simdiff: check --reference sum --port sum_by_high_bit --size n=16 => undecided "ran at no place of the buffers tried"
// Code that looks at the place of a buffer in its page is executed at the end of a page. What
// no place leads to is not passed over in silence.

#include <emmintrin.h>
#include <stdint.h>

unsigned sum(const unsigned char *x, int n) {
    unsigned s = 0;
    for (int i = 0; i < n; i++) s += x[i];
    return s;
}

static unsigned sum_of_16(const unsigned char *x) {
    __m128i parts = _mm_sad_epu8(_mm_loadu_si128((const __m128i *)x), _mm_setzero_si128());
    return (unsigned)(_mm_cvtsi128_si32(parts) + _mm_extract_epi16(parts, 4));
}

unsigned sum_in_page(const unsigned char *x, int n) {
    if (n != 16 || ((uintptr_t)x & 4095) > 4096 - 16) return sum(x, n);
    return sum_of_16(x);
}

unsigned sum_over_page(const unsigned char *x, int n) {
    if (n != 16) return sum(x, n);
    if (((uintptr_t)x & 4095) > 4096 - 16) return sum(x, n - 1);
    return sum_of_16(x);
}

unsigned sum_at_odd_place(const unsigned char *x, int n) {
    if (((uintptr_t)x & 1023) == 777) return 0;
    return sum(x, n);
}

unsigned sum_by_high_bit(const unsigned char *x, int n) {
    if ((uintptr_t)x >> 46 & 1) return 0;
    return sum(x, n);
}
