// Planted bugs in loops that leave elements out: each port is wrong in the line that says BUG.
#include <immintrin.h>
#include <stdint.h>

// check: row_tail h=0..2,w=0..18
void row_tail_ref(uint8_t *p, const uint8_t *q, int w, int h) {
    for (int y = 0; y < h; y++, p += w, q += w)
        for (int x = 0; x < w; x++)
            p[x] = (p[x] + q[x] + 1) >> 1;
}
void row_tail_port(uint8_t *p, const uint8_t *q, int w, int h) {
    int whole = w / 16 * 16;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < whole; x += 16) {
            __m128i a = _mm_loadu_si128((const __m128i *)(p + x));
            __m128i b = _mm_loadu_si128((const __m128i *)(q + x));
            _mm_storeu_si128((__m128i *)(p + x), _mm_avg_epu8(a, b));
        }
        for (int x = whole; x + 1 < w; x++) // BUG
            p[x] = (p[x] + q[x] + 1) >> 1;
        p += w;
        q += w;
    }
}

// check: hole
void hole_ref(const int16_t *a, const int16_t *b, int16_t *dst, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = (int16_t)(a[i] + b[i]);
}
void hole_port(const int16_t *a, const int16_t *b, int16_t *dst, int n) {
    int i = 0;
    for (; i + 8 <= n; i += 9) { // BUG
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        _mm_storeu_si128((__m128i *)(dst + i), _mm_add_epi16(x, y));
    }
    for (; i < n; i++)
        dst[i] = (int16_t)(a[i] + b[i]);
}

// check: rotated --assume-contraction --assume n>=0
void rotated_ref(float *x, float *y, float c, float s, int n) {
    for (int i = 0; i < n; i++) {
        float t = c * x[i] + s * y[i];
        y[i] = c * y[i] - s * x[i];
        x[i] = t;
    }
}
void rotated_port(float *x, float *y, float c, float s, int n) {
    const __m128 cc = _mm_set1_ps(c), ss = _mm_set1_ps(s);
    int i = 0, whole = n & ~3;
    for (; i + 4 < whole; i += 4) { // BUG
        __m128 a = _mm_loadu_ps(x + i), b = _mm_loadu_ps(y + i);
        _mm_storeu_ps(x + i, _mm_add_ps(_mm_mul_ps(cc, a), _mm_mul_ps(ss, b)));
        _mm_storeu_ps(y + i, _mm_sub_ps(_mm_mul_ps(cc, b), _mm_mul_ps(ss, a)));
    }
    for (i = whole; i < n; i++) {
        float t = c * x[i] + s * y[i];
        y[i] = c * y[i] - s * x[i];
        x[i] = t;
    }
}
