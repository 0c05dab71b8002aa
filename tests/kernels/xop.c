// simdiff: check --cflags=-mxop --reference sums --port sums_xop => equivalent
// simdiff: check --cflags=-mxop --reference differences --port differences_xop => equivalent
// simdiff: check --cflags=-mxop --reference permuted --port permuted_xop => equivalent
/* XOP, which no processor at hand has: the verdicts lean on what the manual says. */
#include <x86intrin.h>

void sums(const unsigned char a[16], unsigned r[4]) {
    for (int i = 0; i < 4; i++) r[i] = a[4 * i] + a[4 * i + 1] + a[4 * i + 2] + a[4 * i + 3];
}
void sums_xop(const unsigned char a[16], unsigned r[4]) {
    _mm_storeu_si128((__m128i *)r, _mm_haddd_epu8(_mm_loadu_si128((const __m128i *)a)));
}

void differences(const short a[8], int r[4]) {
    for (int i = 0; i < 4; i++) r[i] = a[2 * i] - a[2 * i + 1];
}
void differences_xop(const short a[8], int r[4]) {
    _mm_storeu_si128((__m128i *)r, _mm_hsubd_epi16(_mm_loadu_si128((const __m128i *)a)));
}

void permuted(const float a[4], const float b[4], const int s[4], float r[4]) {
    for (int i = 0; i < 4; i++) r[i] = s[i] & 8 ? 0 : (s[i] & 4 ? b : a)[s[i] & 3];
}
void permuted_xop(const float a[4], const float b[4], const int s[4], float r[4]) {
    __m128i selector = _mm_loadu_si128((const __m128i *)s);
    _mm_storeu_ps(r, _mm_permute2_ps(_mm_loadu_ps(a), _mm_loadu_ps(b), selector, 2));
}
