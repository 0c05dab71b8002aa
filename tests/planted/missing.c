// Planted bugs that leave something out, or move something: each port is wrong in the line that
// says BUG.
#include <immintrin.h>
#include <stdint.h>
#include <stdlib.h>

#pragma clang attribute push(__attribute__((target("ssse3,sse4.1"))), apply_to = function)

// check: sobel w=10..10
void sobel_ref(const uint8_t *a, const uint8_t *b, const uint8_t *c, uint8_t *out, int w) {
    for (int x = 1; x < w - 1; x++) {
        int gx = a[x + 1] - a[x - 1] + 2 * (b[x + 1] - b[x - 1]) + c[x + 1] - c[x - 1];
        int gy = c[x - 1] + 2 * c[x] + c[x + 1] - a[x - 1] - 2 * a[x] - a[x + 1];
        int g = abs(gx) + abs(gy);
        out[x] = g > 255 ? 255 : g;
    }
}
static __m128i ld8(const uint8_t *p) { return _mm_cvtepu8_epi16(_mm_loadl_epi64((const __m128i *)p)); }
void sobel_port(const uint8_t *a, const uint8_t *b, const uint8_t *c, uint8_t *out, int w) {
    for (int x = 1; x + 8 <= w - 1; x += 8) {
        __m128i al = ld8(a + x - 1), ac = ld8(a + x), ar = ld8(a + x + 1);
        __m128i bl = ld8(b + x - 1), br = ld8(b + x + 1);
        __m128i cl = ld8(c + x - 1), cc = ld8(c + x), cr = ld8(c + x + 1);
        __m128i gx = _mm_add_epi16(_mm_sub_epi16(ar, al), _mm_sub_epi16(cr, cl));
        gx = _mm_add_epi16(gx, _mm_slli_epi16(_mm_sub_epi16(br, bl), 1));
        __m128i gy = _mm_sub_epi16(_mm_add_epi16(cl, cr), _mm_add_epi16(al, ar));
        gy = _mm_add_epi16(gy, _mm_sub_epi16(cc, ac)); // BUG
        __m128i g = _mm_add_epi16(_mm_abs_epi16(gx), _mm_abs_epi16(gy));
        _mm_storel_epi64((__m128i *)(out + x), _mm_packus_epi16(g, g));
    }
}

// check: fletcher n=32..32
uint64_t fletcher_ref(const uint8_t *p, int n) {
    uint32_t a = 0, b = 0;
    for (int i = 0; i < n; i++) {
        a += p[i];
        b += a;
    }
    return ((uint64_t)b << 32) | a;
}
uint64_t fletcher_port(const uint8_t *p, int n) {
    const __m128i weights = _mm_setr_epi8(16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
    const __m128i one = _mm_set1_epi16(1);
    uint32_t a = 0, b = 0;
    for (int i = 0; i + 16 <= n; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(p + i));
        __m128i w = _mm_madd_epi16(_mm_maddubs_epi16(x, weights), one);
        w = _mm_add_epi32(w, _mm_shuffle_epi32(w, 0x4e));
        w = _mm_add_epi32(w, _mm_shuffle_epi32(w, 0xb1));
        __m128i s = _mm_sad_epu8(x, _mm_setzero_si128());
        b += 16 * a + (uint32_t)_mm_cvtsi128_si32(w);
        a = (uint32_t)_mm_cvtsi128_si32(s) + (uint32_t)_mm_extract_epi16(s, 4); // BUG
    }
    return ((uint64_t)b << 32) | a;
}

// check: find
int find_ref(const uint8_t p[32], uint8_t c) {
    for (int i = 0; i < 32; i++)
        if (p[i] == c)
            return i;
    return -1;
}
int find_port(const uint8_t p[32], uint8_t c) {
    for (int i = 0; i < 32; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(p + i));
        int mask = _mm_movemask_epi8(_mm_cmpeq_epi8(x, _mm_set1_epi8((char)c)));
        if (mask)
            return i + 31 - __builtin_clz(mask); // BUG
    }
    return -1;
}

// check: truemotion
static uint8_t clamp255(int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }
void truemotion_ref(uint8_t dst[64], const uint8_t top[9], const uint8_t left[8]) {
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            dst[8 * y + x] = clamp255(left[y] + top[x + 1] - top[0]);
}
void truemotion_port(uint8_t dst[64], const uint8_t top[9], const uint8_t left[8]) {
    const __m128i zero = _mm_setzero_si128();
    __m128i t = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)top), zero); // BUG
    t = _mm_sub_epi16(t, _mm_set1_epi16(top[0]));
    for (int y = 0; y < 8; y++) {
        __m128i v = _mm_add_epi16(t, _mm_set1_epi16(left[y]));
        _mm_storel_epi64((__m128i *)(dst + 8 * y), _mm_packus_epi16(v, v));
    }
}

// check: swap n=4..4
void swap_ref(const uint32_t *in, uint32_t *out, int n) {
    for (int i = 0; i < n; i++)
        out[i] = in[i] << 24 | (in[i] & 0xff00) << 8 | (in[i] >> 8 & 0xff00) | in[i] >> 24;
}
void swap_port(const uint32_t *in, uint32_t *out, int n) {
    const __m128i order = _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 8, 9, 15, 14, 13, 12); // BUG
    for (int i = 0; i + 4 <= n; i += 4) {
        __m128i x = _mm_loadu_si128((const __m128i *)(in + i));
        _mm_storeu_si128((__m128i *)(out + i), _mm_shuffle_epi8(x, order));
    }
}

// check: sumabs n=24..24
int sumabs_ref(const int8_t *x, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] < 0 ? -x[i] : x[i];
    return s;
}
int sumabs_port(const int8_t *x, int n) {
    __m128i s = _mm_setzero_si128();
    int i = 0, t = 0;
    for (; i + 16 <= n; i += 16) {
        __m128i v = _mm_abs_epi8(_mm_loadu_si128((const __m128i *)(x + i)));
        s = _mm_add_epi64(s, _mm_sad_epu8(v, _mm_setzero_si128()));
    }
    for (; i < n; i++)
        t += x[i]; // BUG
    return t + _mm_cvtsi128_si32(s) + _mm_extract_epi32(s, 2);
}

// check: rounds blocks=2..2
static uint32_t rotl(uint32_t x, int r) { return (x << r) | (x >> (32 - r)); }
uint32_t rounds_ref(const uint32_t *in, int blocks) {
    uint32_t v[4] = {606290984u, 2246822519u, 0u, 1640531535u};
    for (int b = 0; b < blocks; b++)
        for (int l = 0; l < 4; l++)
            v[l] = rotl(v[l] + in[4 * b + l] * 2246822519u, 13) * 2654435761u;
    return rotl(v[0], 1) + rotl(v[1], 7) + rotl(v[2], 12) + rotl(v[3], 18);
}
#define ROT(x, r) _mm_or_si128(_mm_slli_epi32(x, r), _mm_srli_epi32(x, 32 - (r)))
uint32_t rounds_port(const uint32_t *in, int blocks) {
    __m128i v = _mm_set_epi32(1640531535, 0, (int)2246822519u, 606290984);
    const __m128i p1 = _mm_set1_epi32((int)2654435761u), p2 = _mm_set1_epi32((int)2246822519u);
    for (int b = 0; b < blocks; b++) {
        __m128i x = _mm_loadu_si128((const __m128i *)in + b);
        v = _mm_add_epi32(v, _mm_mullo_epi32(x, p2));
        v = ROT(v, 15); // BUG
        v = _mm_mullo_epi32(v, p1);
    }
    uint32_t s[4];
    _mm_storeu_si128((__m128i *)s, v);
    return rotl(s[0], 1) + rotl(s[1], 7) + rotl(s[2], 12) + rotl(s[3], 18);
}

#pragma clang attribute pop
