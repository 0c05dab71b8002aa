// simdiff: check --reference length --port length_blocks --arg 's=cstr[..n] of 16*((n+16)/16)' => equivalent
// simdiff: check --reference length --port length_blocks --arg 's=cstr[..n]' => defect "out-of-bounds-read"
// simdiff: check --reference length --port length_pairs --arg 's=cstr[..n]' => equivalent
// simdiff: check --reference length --port length_first_pair --arg 's=cstr[..n]' => different
// simdiff: check --reference length --port length_beyond --arg 's=cstr[..n]' => defect "out-of-bounds-read"
// simdiff: check --reference spaces --port spaces_all --arg 's=cstr[..n] in 32..33' => different
// simdiff: check --reference index_of --port index_of_inner --arg 's=cstr[..n]' => different
// Texts that end with a zero: the last element is one, others may come before it.
#include <emmintrin.h>
#include <stddef.h>

size_t length(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

size_t length_blocks(const char *s) {
    for (size_t n = 0;; n += 16) {
        __m128i block = _mm_loadu_si128((const __m128i *)(s + n));
        int mask = _mm_movemask_epi8(_mm_cmpeq_epi8(block, _mm_setzero_si128()));
        if (mask) return n + (size_t)__builtin_ctz(mask);
    }
}

size_t length_pairs(const char *s) {
    size_t n = 0;
    for (;; n += 2) {
        if (!s[n]) return n;
        if (!s[n + 1]) return n + 1;
    }
}

size_t length_first_pair(const char *s) {
    size_t n = 0;
    while (s[n] && s[n + 1]) n += 2;
    return n;
}

size_t length_beyond(const char *s) {
    size_t n = 0;
    while (s[n] | s[n + 1]) n++;
    return n;
}

int spaces(const char *s) {
    int count = 0;
    for (; *s; s++) count += *s == ' ';
    return count;
}

int spaces_all(const char *s) {
    int count = 0;
    for (; *s; s++) count++;
    return count;
}

const char *index_of(const char *s, char wanted) {
    for (;; s++) {
        if (*s == wanted) return s;
        if (!*s) return NULL;
    }
}

const char *index_of_inner(const char *s, char wanted) {
    for (; *s; s++)
        if (*s == wanted) return s;
    return NULL;
}
