// simdiff: check --cflags=-mssse3 --reference distance --port distance_mmx --size n=0..32 => equivalent
// simdiff: check --cflags=-mssse3 --reference distance --port distance_low --size n=8 => different
// simdiff: check --cflags=-mssse3 --reference added --port added_mmx --size n=0..32 => equivalent "without _mm_empty"
// simdiff: check --cflags=-mssse3 --reference added --port added_wrapping --size n=8 => different
// simdiff: check --cflags=-mssse3 --reference scaled --port scaled_mmx --size n=0..8 => equivalent
// simdiff: check --cflags=-mssse3 --reference mixed --port mixed_mmx --size n=8 => equivalent
// simdiff: check --cflags=-mssse3 --reference ratio --port ratio_mmx --size n=8 => undecided "MMX registers, which are those of the x87 unit"
// MMX, as old codecs have it: registers of 64 bits, saturation, _mm_empty at the end; and
// conversions from and to the registers of SSE. The x87 unit has its numbers in them.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <tmmintrin.h>

static __m64 load(const void *from) {
    __m64 x;
    memcpy(&x, from, 8);
    return x;
}

static void store(void *to, __m64 x) { memcpy(to, &x, 8); }

int distance(const uint8_t *a, const uint8_t *b, int n) {
    int sum = 0;
    for (int i = 0; i < n / 8 * 8; i++) sum += abs(a[i] - b[i]);
    return sum;
}

int distance_mmx(const uint8_t *a, const uint8_t *b, int n) {
    __m64 sum = _mm_setzero_si64();
    for (int i = 0; i + 8 <= n; i += 8)
        sum = _mm_add_pi32(sum, _mm_sad_pu8(load(a + i), load(b + i)));
    int result = _mm_cvtsi64_si32(sum);
    _mm_empty();
    return result;
}

/* Without an instruction for it, as one of the two differences is zero; but the upper half is
 * forgotten. */
int distance_low(const uint8_t *a, const uint8_t *b, int n) {
    __m64 sum = _mm_setzero_si64(), zero = _mm_setzero_si64();
    for (int i = 0; i + 8 <= n; i += 8) {
        __m64 x = load(a + i), y = load(b + i);
        __m64 d = _mm_or_si64(_mm_subs_pu8(x, y), _mm_subs_pu8(y, x));
        sum = _mm_add_pi16(sum, _mm_unpacklo_pi8(d, zero));
    }
    sum = _mm_madd_pi16(sum, _mm_set1_pi16(1));
    int result = _mm_cvtsi64_si32(_mm_add_pi32(sum, _mm_srli_si64(sum, 32)));
    _mm_empty();
    return result;
}

void added(const uint8_t *a, const uint8_t *b, uint8_t *d, int n) {
    for (int i = 0; i < n; i++) d[i] = a[i] + b[i] > 255 ? 255 : a[i] + b[i];
}

void added_mmx(const uint8_t *a, const uint8_t *b, uint8_t *d, int n) {
    int i = 0;
    for (; i + 8 <= n; i += 8) store(d + i, _mm_adds_pu8(load(a + i), load(b + i)));
    _mm_empty();
    for (; i < n; i++) d[i] = a[i] + b[i] > 255 ? 255 : a[i] + b[i];
}

void added_wrapping(const uint8_t *a, const uint8_t *b, uint8_t *d, int n) {
    for (int i = 0; i + 8 <= n; i += 8) store(d + i, _mm_add_pi8(load(a + i), load(b + i)));
    _mm_empty();
}

void scaled(const float *src, int32_t *dst, int n) {
    for (int i = 0; i < n / 2 * 2; i++) dst[i] = _mm_cvtss_si32(_mm_set_ss(src[i] * 3));
}

void scaled_mmx(const float *src, int32_t *dst, int n) {
    for (int i = 0; i + 2 <= n; i += 2) {
        __m128 x = _mm_loadl_pi(_mm_setzero_ps(), (const __m64 *)(src + i));
        store(dst + i, _mm_cvtps_pi32(_mm_mul_ps(x, _mm_set1_ps(3))));
    }
    _mm_empty();
}

void mixed(const uint8_t *src, const uint8_t *at, uint8_t *dst, int n) {
    for (int i = 0; i < n / 8 * 8; i++) dst[i] = at[i] & 0x80 ? 0 : src[i / 8 * 8 + (at[i] & 7)];
}

void mixed_mmx(const uint8_t *src, const uint8_t *at, uint8_t *dst, int n) {
    for (int i = 0; i + 8 <= n; i += 8) store(dst + i, _mm_shuffle_pi8(load(src + i), load(at + i)));
    _mm_empty();
}

double ratio(const uint8_t *a, const uint8_t *b, int n) {
    long double sum = distance(a, b, n);
    return (double)(sum / n);
}

/* The division finds all registers in use. */
double ratio_mmx(const uint8_t *a, const uint8_t *b, int n) {
    __m64 sum = _mm_setzero_si64();
    for (int i = 0; i + 8 <= n; i += 8)
        sum = _mm_add_pi32(sum, _mm_sad_pu8(load(a + i), load(b + i)));
    return (double)((long double)_mm_cvtsi64_si32(sum) / n);
}
