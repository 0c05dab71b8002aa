// simdiff: check --reference ends --port ends_in_bytes => different
// simdiff: check --reference ends --port ends_in_bytes --size n=0..40 => equivalent
// Counters of eight bits overflow only if the two characters of an end of line alternate for
// thousands of bytes.

#include <immintrin.h>
#include <stddef.h>

size_t ends(const char *s, size_t n) {
    size_t count = 0;
    for (size_t i = 1; i < n; i++) count += s[i - 1] == '\r' && s[i] == '\n';
    return count;
}

size_t ends_in_bytes(const char *s, size_t n) {
    __m128i counts = _mm_setzero_si128();
    size_t i = 1;
    for (; i + 16 <= n; i += 16) {
        __m128i before = _mm_loadu_si128((const __m128i *)(s + i - 1));
        __m128i here = _mm_loadu_si128((const __m128i *)(s + i));
        __m128i both = _mm_and_si128(_mm_cmpeq_epi8(before, _mm_set1_epi8('\r')),
                                        _mm_cmpeq_epi8(here, _mm_set1_epi8('\n')));
        counts = _mm_sub_epi8(counts, both);
    }
    unsigned char lanes[16];
    _mm_storeu_si128((__m128i *)lanes, counts);
    size_t count = 0;
    for (int k = 0; k < 16; k++) count += lanes[k];
    for (; i < n; i++) count += s[i - 1] == '\r' && s[i] == '\n';
    return count;
}
