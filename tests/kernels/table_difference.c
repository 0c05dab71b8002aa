// simdiff: check --reference predict_by_table --port predict_sse2 --arg 'left=in:u8[1]' --arg 'corner=in:u8[1]' --arg 'top=in:u8[8]' --arg 'dst=out:u8[8]' => equivalent
// A clipping table, entered in the middle and moved by a difference of inputs.
#include <emmintrin.h>

static const unsigned char clip[766] = {
#define A(n) n, n, n, n, n, n, n, n, n, n, n, n, n, n, n
#define R(n) n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, n + 8, n + 9, n + 10, n + 11, n + 12, n + 13, n + 14, n + 15
    A(0), A(0), A(0), A(0), A(0), A(0), A(0), A(0), A(0), A(0), A(0), A(0), A(0), A(0), A(0), A(0), A(0),
    R(0), R(16), R(32), R(48), R(64), R(80), R(96), R(112), R(128), R(144), R(160), R(176), R(192), R(208), R(224), R(240),
    A(255), A(255), A(255), A(255), A(255), A(255), A(255), A(255), A(255), A(255), A(255), A(255), A(255), A(255), A(255), A(255), A(255),
};

void predict_by_table(const unsigned char *left, const unsigned char *corner, const unsigned char *top,
                      unsigned char *dst) {
    const unsigned char *moved = clip + 255 - corner[0] + left[0];
    for (int i = 0; i < 8; i++) dst[i] = moved[top[i]];
}

void predict_sse2(const unsigned char *left, const unsigned char *corner, const unsigned char *top,
                  unsigned char *dst) {
    __m128i zero = _mm_setzero_si128();
    __m128i above = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)top), zero);
    __m128i sum = _mm_add_epi16(above, _mm_set1_epi16((short)(left[0] - corner[0])));
    _mm_storel_epi64((__m128i *)dst, _mm_packus_epi16(sum, sum));
}
