// simdiff: check --reference scaled --port scaled_by_halves => different "cause_named.c:28:" "the first value that the reference has nowhere"
// simdiff: check --reference residual --port residual_by_halves --arg 'data=in:i32[n+1]@1' --arg 'q=i32 in 0..15' --undefined overflow=ignore => different "cause_named.c:50:" "the first value that the reference has nowhere"
// simdiff: check --reference mixed --port mixed_sse2 => different "cause_named.c:82:" "starts in second, called at cause_named.c:88 in mixed_sse2"
// simdiff: check --reference planes --port planes_twice => different "differ: p->data[1][4]; equal: p->data[1][0..3]" "p=out:picture[1]"
// The operation that a report names, and how: a load has no value of its own; a change that hands
// the work to the loop for the rest is no cause; the call is the one of the step at fault.
#include <immintrin.h>
#include <stdint.h>

typedef struct {
    unsigned width;
    uint16_t *data[3];
} picture;

void scaled(int *d, const int *s, int k, int n) {
    for (int i = 0; i < n; i++) {
        d[i] = (int)((unsigned)s[i] * (unsigned)k);
    }
}

// Multiplies the lower halves only.
void scaled_by_halves(int *d, const int *s, int k, int n) {
    int i = 0;
    __m128i q = _mm_set1_epi32(0xffff & k);
    for (; i < n - 3; i += 4) {
        __m128i x = _mm_loadu_si128((const __m128i *)(s + i));
        _mm_storeu_si128((__m128i *)(d + i),
                         _mm_madd_epi16(q, x));
    }
    for (; i < n; i++) {
        d[i] = (int)((unsigned)s[i] * (unsigned)k);
    }
}

void residual(const int *data, int *d, int n, int k, int q) {
    for (int i = 0; i < n; i++) {
        d[i] = data[i] - ((k * data[i - 1]) >> q);
    }
}

// The same mistake, in a function alone that has AVX2: vectors are passed in memory.
__attribute__((target("avx2")))
void residual_by_halves(const int *data, int *d, int n, int k, int q) {
    int i = 0;
    __m256i factor = _mm256_set1_epi32(0xffff & k);
    __m128i count = _mm_cvtsi32_si128(q);
    for (; i < n - 7; i += 8) {
        __m256i x = _mm256_loadu_si256((const __m256i *)(data + i - 1));
        __m256i sum =
            _mm256_madd_epi16(factor, x);
        sum = _mm256_sra_epi32(sum, count);
        _mm256_storeu_si256(
            (__m256i *)(d + i),
            _mm256_sub_epi32(_mm256_loadu_si256((const __m256i *)(data + i)), sum));
    }
    for (; i < n; i++) {
        d[i] = data[i] - ((k * data[i - 1]) >> q);
    }
}

static inline uint32_t turned(uint32_t x, int n) { return (x >> n) | (x << (32 - n)); }

void mixed(uint32_t d[4], const uint32_t a[4], const uint32_t b[4]) {
    for (int i = 0; i < 4; i++) {
        uint32_t x = turned(a[i] ^ b[i], 12), y = x + b[i];
        y = turned(y ^ a[i], 7);
        d[i] = x + y;
    }
}

static __m128i by_12(__m128i x) {
    return _mm_xor_si128(_mm_srli_epi32(x, 12), _mm_slli_epi32(x, 20));
}

static __m128i first(__m128i a, __m128i b) {
    return by_12(_mm_xor_si128(a, b));
}

// By 7 in the reference.
static __m128i second(__m128i y, __m128i a) {
    __m128i x = _mm_xor_si128(y, a);
    return by_12(x);
}

void mixed_sse2(uint32_t d[4], const uint32_t a[4], const uint32_t b[4]) {
    __m128i p = _mm_loadu_si128((const __m128i *)a), q = _mm_loadu_si128((const __m128i *)b);
    __m128i x = first(p, q), y = _mm_add_epi32(x, q);
    y = second(y, p);
    _mm_storeu_si128((__m128i *)d, _mm_add_epi32(x, y));
}

void planes(picture *p, int n) {
    for (int i = 0; i < n; i++) {
        p->data[1][i] = (uint16_t)(p->data[1][i] + 1);
    }
}

void planes_twice(picture *p, int n) {
    for (int i = 0; i < n; i++) {
        p->data[1][i] = (uint16_t)(p->data[1][i] + (i == 4 ? 2 : 1));
    }
}
