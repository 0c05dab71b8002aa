// simdiff: check --reference sum --port sum_in_words => different
// simdiff: check --reference sum --port sum_in_quads => equivalent
// simdiff: check --reference count --port count_in_bytes => different
// simdiff: check --reference inverted --port inverted_by_byte => different
// simdiff: check --reference inverted --port inverted_by_word => different
// simdiff: check --reference sum --port sum_in_words --size n=1..64 => equivalent
// What counts or adds in too few bits is right up to some size: all code has run long
// before, and no branch tells.
#include <emmintrin.h>

unsigned sum(const unsigned char *x, unsigned long n) {
    unsigned total = 0;
    for (unsigned long i = 0; i < n; i++) total += x[i];
    return total;
}

unsigned sum_in_words(const unsigned char *x, unsigned long n) {
    __m128i lanes = _mm_setzero_si128();
    unsigned long i = 0;
    for (; i + 8 <= n; i += 8) {
        __m128i bytes = _mm_loadl_epi64((const __m128i *)(x + i));
        lanes = _mm_add_epi16(lanes, _mm_unpacklo_epi8(bytes, _mm_setzero_si128()));
    }
    unsigned short words[8];
    _mm_storeu_si128((__m128i *)words, lanes);
    unsigned total = 0;
    for (int k = 0; k < 8; k++) total += words[k];
    for (; i < n; i++) total += x[i];
    return total;
}

unsigned sum_in_quads(const unsigned char *x, unsigned long n) {
    __m128i lanes = _mm_setzero_si128();
    unsigned long i = 0;
    for (; i + 16 <= n; i += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(x + i));
        lanes = _mm_add_epi64(lanes, _mm_sad_epu8(bytes, _mm_setzero_si128()));
    }
    unsigned long quads[2];
    _mm_storeu_si128((__m128i *)quads, lanes);
    unsigned total = (unsigned)(quads[0] + quads[1]);
    for (; i < n; i++) total += x[i];
    return total;
}

unsigned count(const unsigned char *x, unsigned char wanted, unsigned long n) {
    unsigned found = 0;
    for (unsigned long i = 0; i < n; i++) found += x[i] == wanted;
    return found;
}

unsigned count_in_bytes(const unsigned char *x, unsigned char wanted, unsigned long n) {
    __m128i lanes = _mm_setzero_si128(), key = _mm_set1_epi8((char)wanted);
    unsigned long i = 0;
    for (; i + 16 <= n; i += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(x + i));
        lanes = _mm_sub_epi8(lanes, _mm_cmpeq_epi8(bytes, key));
    }
    lanes = _mm_sad_epu8(lanes, _mm_setzero_si128());
    unsigned found = (unsigned)_mm_cvtsi128_si32(lanes) + (unsigned)_mm_extract_epi16(lanes, 4);
    for (; i < n; i++) found += x[i] == wanted;
    return found;
}

void inverted(const unsigned char *x, unsigned char *d, unsigned long n) {
    for (unsigned long i = 0; i < n; i++) d[i] = 255 - x[i];
}

void inverted_by_byte(const unsigned char *x, unsigned char *d, unsigned long n) {
    for (unsigned char i = 0; i < (unsigned char)n; i++) d[i] = 255 - x[i];
}

void inverted_by_word(const unsigned char *x, unsigned char *d, unsigned long n) {
    for (unsigned i = 0; i < (unsigned short)n; i++) d[i] = 255 - x[i];
}
