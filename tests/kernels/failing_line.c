// simdiff: check --reference halved --port halved_too_far => defect "failing_line.c:25:" "the versions agree with `<` in place of `<=` here" "it fails here"
// simdiff: check --reference halved --port halved_right => equivalent
// simdiff: check --reference bits --port bits_by_nibble => defect "failing_line.c:43:" "the versions agree with 4 in place of 3 here"
// simdiff: check --reference smooth --port smooth_at_the_end => defect "failing_line.c:61:" "the versions agree with 1 added here"
// simdiff: check --reference mean --port mean_by_eight => defect "failing_line.c:75:" "the versions agree with `<` in place of `<=` here"
// simdiff: check --reference halved --port halved_elsewhere => defect "failing_line.c:91:" "in `halved_elsewhere`"
// A memory error of the port is reported at the operation that is wrong, not only at the access that
// fails: the bound of a loop, a shift that makes an index, the end of a row, the number of lanes that a
// vector loop takes. Where no single change makes the versions agree, it is the access.

#include <emmintrin.h>
#include <stdint.h>

void halved(uint8_t *d, const uint8_t *s, int n) {
    for (int i = 0; i < n; i++)
        d[i] = (uint8_t)(s[i] >> 1);
}

void halved_right(uint8_t *d, const uint8_t *s, int n) {
    for (int i = 0; i != n && n > 0; i++)
        d[i] = (uint8_t)(s[i] / 2);
}

void halved_too_far(uint8_t *d, const uint8_t *s, int n) {
    for (int i = 0; i <= n; i++)
        d[i] = (uint8_t)(s[i] >> 1);
}

static const uint8_t ones[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

int bits(const uint8_t *p, int n) {
    int count = 0;
    for (int i = 0; i < n; i++)
        for (int bit = 0; bit < 8; bit++)
            count += p[i] >> bit & 1;
    return count;
}

int bits_by_nibble(const uint8_t *p, int n) {
    int count = 0;
    for (int i = 0; i < n; i++) {
        unsigned low = p[i] & 15;
        unsigned high = p[i] >> 3;
        count += ones[low] + ones[high];
    }
    return count;
}

void smooth(int16_t *d, const int16_t *s, int n) {
    for (int i = 0; i < n; i++) {
        int left = i > 0 ? i - 1 : 0;
        int right = i < n - 1 ? i + 1 : n - 1;
        d[i] = (int16_t)((s[left] + 2 * s[i] + s[right] + 2) >> 2);
    }
}

void smooth_at_the_end(int16_t *d, const int16_t *s, int n) {
    for (int i = 0; i < n; i++) {
        int left = i ? i - 1 : 0;
        int right =
            i < n ? i + 1 : n - 1;
        int sum = s[left] + 2 * s[i] + s[right];
        d[i] = (int16_t)((sum + 2) >> 2);
    }
}

void mean(uint8_t *d, const uint8_t *a, const uint8_t *b, int n) {
    for (int i = 0; i < n; i++)
        d[i] = (uint8_t)((a[i] + b[i] + 1) >> 1);
}

void mean_by_eight(uint8_t *d, const uint8_t *a, const uint8_t *b, int n) {
    int i = 0;
    // Seven elements are not enough.
    for (; i + 7 <= n; i += 8) {
        __m128i x = _mm_loadl_epi64((const __m128i *)(a + i));
        __m128i y = _mm_loadl_epi64((const __m128i *)(b + i));
        _mm_storel_epi64((__m128i *)(d + i), _mm_avg_epu8(x, y));
    }
    for (; i < n; i++)
        d[i] = (uint8_t)((a[i] + b[i] + 1) >> 1);
}

void halved_elsewhere(uint8_t *d, const uint8_t *s, int n) {
    int i = 0;
    while (i < n) {
        d[i] = (uint8_t)(s[i] >> 1);
        i++;
    }
    // Two elements too many.
    d[i] = 0;
    d[i + 1] = 0;
}
