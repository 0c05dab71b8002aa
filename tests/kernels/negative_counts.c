// simdiff: check --reference doubled --port doubled_unsigned => defect "out-of-bounds-read"
// simdiff: check --reference doubled --port doubled_unsigned --size n=0..20 => equivalent
// simdiff: check --reference doubled --port doubled_signed => equivalent
// simdiff: check --reference doubled --port doubled_asserted => equivalent
// simdiff: check --reference odd --port odd_of_any => different
// simdiff: check --reference odd --port odd_checked => equivalent "n = -3, -1..2"
// simdiff: check --reference cleared --port cleared_flat => defect "out-of-bounds-write"
// A count whose type has negative values: the reference does something definite for
// them, and a port that counts in an unsigned type does not.
#include <assert.h>
#include <emmintrin.h>
#include <stddef.h>

void doubled(float *d, const float *s, int n) {
    for (int i = 0; i < n; i++) d[i] = s[i] + s[i];
}

void doubled_unsigned(float *d, const float *s, int n) {
    for (size_t i = 0; i < (size_t)n; i++) d[i] = s[i] + s[i];
}

void doubled_signed(float *d, const float *s, int n) {
    int i = 0;
    for (; i <= n - 4; i += 4) {
        __m128 x = _mm_loadu_ps(s + i);
        _mm_storeu_ps(d + i, _mm_add_ps(x, x));
    }
    for (; i < n; i++) d[i] = s[i] + s[i];
}

void doubled_asserted(float *d, const float *s, int n) {
    assert(n >= 0);
    for (size_t i = 0; i < (size_t)n; i++) d[i] = s[i] + s[i];
}

int odd(const int *x, int n) {
    if (n < 0) return -1;
    int count = 0;
    for (int i = 0; i < n; i++) count += x[i] & 1;
    return count;
}

int odd_of_any(const int *x, int n) {
    int count = 0;
    for (int i = 0; i < n; i++) count += x[i] & 1;
    return count;
}

int odd_checked(const int *x, int n) {
    int count = -1;
    if (n >= 0) {
        count = 0;
        for (int i = n - 1; i >= 0; i--) count += x[i] & 1;
    }
    return count;
}

void cleared(char *p, int w, int h) {
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) p[y * w + x] = 0;
}

void cleared_flat(char *p, int w, int h) {
    unsigned all = (unsigned)(w * h);
    for (unsigned i = 0; i < all; i++) p[i] = 0;
}
