// simdiff: check --reference locate --port locate_blocks => equivalent "an address in a buffer"
// simdiff: check --reference locate --port locate_last => different "&text[1]"
// simdiff: check --reference locate --port locate_highest => different
// simdiff: check --reference locate --port locate_or_end => different "NULL"
// simdiff: check --reference locate --port locate_copy => different "outside of all buffers"
// simdiff: check --reference locate_copy --port locate_copy --port-flags -O2 --size n=0..5 => equivalent "global one"
// simdiff: check --reference heavier --port heavier_other_way => different
// simdiff: check --reference past --port past_index --port-flags -O2 => equivalent
// simdiff: check --reference past --port past_one_more => different "&a[1]"
// Results that are pointers are compared by what they point to: which buffer, and where
// in it.
#include <emmintrin.h>
#include <stddef.h>

const unsigned char *locate(const unsigned char *text, size_t n, unsigned char wanted) {
    for (size_t i = 0; i < n; i++)
        if (text[i] == wanted) return text + i;
    return NULL;
}

static int matches(const unsigned char *block, unsigned char wanted) {
    __m128i x = _mm_loadu_si128((const __m128i *)block);
    return _mm_movemask_epi8(_mm_cmpeq_epi8(x, _mm_set1_epi8((char)wanted)));
}

const unsigned char *locate_blocks(const unsigned char *text, size_t n, unsigned char wanted) {
    size_t i = 0;
    for (; i + 16 <= n; i += 16) {
        int mask = matches(text + i, wanted);
        if (mask) return text + i + __builtin_ctz(mask);
    }
    return locate(text + i, n - i, wanted);
}

const unsigned char *locate_highest(const unsigned char *text, size_t n, unsigned char wanted) {
    size_t i = 0;
    for (; i + 16 <= n; i += 16) {
        int mask = matches(text + i, wanted);
        if (mask) return text + i + (31 - __builtin_clz(mask));
    }
    return locate(text + i, n - i, wanted);
}

const unsigned char *locate_last(const unsigned char *text, size_t n, unsigned char wanted) {
    const unsigned char *last = NULL;
    for (size_t i = 0; i < n; i++)
        if (text[i] == wanted) last = text + i;
    return last;
}

const unsigned char *locate_or_end(const unsigned char *text, size_t n, unsigned char wanted) {
    const unsigned char *found = locate(text, n, wanted);
    return found ? found : text + n;
}

static unsigned char one[1];

const unsigned char *locate_copy(const unsigned char *text, size_t n, unsigned char wanted) {
    const unsigned char *found = locate(text, n, wanted);
    if (found) one[0] = *found;
    return found ? one : NULL;
}

const float *heavier(const float *a, const float *b, int n) {
    float x = 0, y = 0;
    for (int i = 0; i < n; i++) x += a[i], y += b[i];
    return x < y ? b : a;
}

const float *heavier_other_way(const float *a, const float *b, int n) {
    float x = 0, y = 0;
    for (int i = 0; i < n; i++) x += a[i], y += b[i];
    return x > y ? a : b;
}

int *past(int *a, size_t n) {
    for (size_t i = 0; i < n; i++) *a++ = 0;
    return a;
}

int *past_index(int *a, size_t n) {
    for (size_t i = 0; i < n; i++) a[i] = 0;
    return &a[n];
}

int *past_one_more(int *a, size_t n) {
    for (size_t i = 0; i < n; i++) a[i] = 0;
    return n ? &a[n - 1] : a;
}
