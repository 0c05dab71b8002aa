// simdiff: check --reference sevens --port sevens_byte => different
// simdiff: check --reference sevens --port sevens_lanes => different
// simdiff: check --reference sevens --port sevens_drained => equivalent
// simdiff: check --reference above --port above_short => different
// simdiff: check --reference unlike --port unlike_byte => different
// simdiff: check --reference distance --port distance_short => different
// simdiff: check --reference warm --port warm_byte => different
// simdiff: check --reference row_sevens --port row_sevens_byte => different
// simdiff: check --reference sevens_before --port sevens_before_byte => different
// A count of matches, in numbers too narrow for it.

#include <emmintrin.h>
#include <stdint.h>

int sevens(const uint8_t *x, int n)
{
    int count = 0;
    for (int i = 0; i < n; i++) count += x[i] == 7;
    return count;
}

int sevens_byte(const uint8_t *x, int n)
{
    uint8_t count = 0;
    for (int i = 0; i < n; i++) count += x[i] == 7;
    return count;
}

static int lanes_of(__m128i counts)
{
    __m128i sums = _mm_sad_epu8(counts, _mm_setzero_si128());
    return _mm_cvtsi128_si32(sums) + _mm_cvtsi128_si32(_mm_srli_si128(sums, 8));
}

// Right as long as no lane counts more than 255.
int sevens_lanes(const uint8_t *x, int n)
{
    __m128i counts = _mm_setzero_si128();
    int i = 0;
    for (; i + 16 <= n; i += 16) {
        __m128i block = _mm_loadu_si128((const __m128i *)(x + i));
        counts = _mm_sub_epi8(counts, _mm_cmpeq_epi8(block, _mm_set1_epi8(7)));
    }
    int count = lanes_of(counts);
    for (; i < n; i++) count += x[i] == 7;
    return count;
}

int sevens_drained(const uint8_t *x, int n)
{
    int count = 0, i = 0;
    while (i + 16 <= n) {
        __m128i counts = _mm_setzero_si128();
        for (int round = 0; round < 255 && i + 16 <= n; round++, i += 16) {
            __m128i block = _mm_loadu_si128((const __m128i *)(x + i));
            counts = _mm_sub_epi8(counts, _mm_cmpeq_epi8(block, _mm_set1_epi8(7)));
        }
        count += lanes_of(counts);
    }
    for (; i < n; i++) count += x[i] == 7;
    return count;
}

// Against a limit that is a parameter.
int above(const int16_t *x, int16_t limit, int n)
{
    int count = 0;
    for (int i = 0; i < n; i++) count += x[i] > limit;
    return count;
}

int above_short(const int16_t *x, int16_t limit, int n)
{
    uint8_t count = 0;
    for (int i = 0; i < n; i++) count += x[i] > limit;
    return count;
}

int unlike(const int *x, int n)
{
    int count = 0;
    for (int i = 0; i + 1 < n; i++) count += x[i] != x[i + 1];
    return count;
}

int unlike_byte(const int *x, int n)
{
    uint8_t count = 0;
    for (int i = 0; i + 1 < n; i++) count += x[i] != x[i + 1];
    return count;
}

int distance(const uint8_t *x, const uint8_t *y, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] < y[i] ? y[i] - x[i] : x[i] - y[i];
    return sum;
}

int distance_short(const uint8_t *x, const uint8_t *y, int n)
{
    uint16_t sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] < y[i] ? y[i] - x[i] : x[i] - y[i];
    return sum;
}

int warm(const float *x, int n)
{
    int count = 0;
    for (int i = 0; i < n; i++) count += x[i] > 36.5f && x[i] < 38.0f;
    return count;
}

int warm_byte(const float *x, int n)
{
    uint8_t count = 0;
    for (int i = 0; i < n; i++) count += x[i] > 36.5f && x[i] < 38.0f;
    return count;
}

// Counts of rows, and of what came before.
void row_sevens(const uint8_t *x, int *count, int w, int h)
{
    for (int y = 0; y < h; y++) {
        count[y] = 0;
        for (int i = 0; i < w; i++) count[y] += x[y * w + i] == 7;
    }
}

void row_sevens_byte(const uint8_t *x, int *count, int w, int h)
{
    for (int y = 0; y < h; y++) {
        uint8_t sevens = 0;
        for (int i = 0; i < w; i++) sevens += x[y * w + i] == 7;
        count[y] = sevens;
    }
}

void sevens_before(const uint8_t *x, int *count, int n)
{
    int sevens = 0;
    for (int i = 0; i < n; i++) count[i] = sevens += x[i] == 7;
}

void sevens_before_byte(const uint8_t *x, int *count, int n)
{
    uint8_t sevens = 0;
    for (int i = 0; i < n; i++) count[i] = sevens += x[i] == 7;
}
