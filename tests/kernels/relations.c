// simdiff: check --reference clamp --port clamp_sse41 --cflags -msse4.1 --size n=0..9 => different
// simdiff: check --reference clamp --port clamp_sse41 --cflags -msse4.1 --size n=0..9 --assume 'lo <= hi' => equivalent "bit for bit, where lo <= hi"
// simdiff: check --reference clamp --port clamp_low_last --size n=0..5 --assume 'lo >= hi' => different
// simdiff: check --reference clamp --port clamp_low_last --size n=0..5 --assume 'hi > lo' => equivalent
// simdiff: check --reference clamp --port clamp_sse41 --cflags -msse4.1 --size n=0..3 --assume 'lo < lo' => undecided "no input of the sizes tried satisfies --assume 'lo < lo'"
// simdiff: check --reference find --port find_halving --size n=0..6 => different
// simdiff: check --reference find --port find_halving --size n=0..6 --assume 'a[i] != a[j]' => undecided "leaves only inputs of which it says nothing"
// simdiff: check --reference find --port find_halving --size n=0..6 --assume 'a[i] <= a[i+1]' => equivalent "(for every i)"
// simdiff: check --reference find --port find_halving_wrong --size n=0..6 --assume 'a[i] <= a[i+1]' => different
// simdiff: check --reference find --port find_halving_wrong --size n=0..6 --assume 'a[i] < a[i+1] && key != a[i]' => equivalent "(for every i)"
// simdiff: check --reference sorted --port merged --size n=0..2,m=0..2 => different
// simdiff: check --reference sorted --port merged --size n=0..2,m=0..2 --assume 'a[i] <= a[i+1]' --assume 'b[i] <= b[i+1]' => equivalent
// simdiff: check --reference sorted --port merged_wrong --size n=0..2,m=0..2 --assume 'a[i] <= a[i+1] && b[i] <= b[i+1]' => different
// simdiff: check --reference greatest --port last --size n=1..5 --assume 'x[i] <= x[i+1]' => different
// simdiff: check --reference greatest --port last --size n=1..5 --assume 'x[i] <= x[i+1] && x[i] != 0' => equivalent
// simdiff: check --reference product --port product_by_columns --size n=0..3 => different
// simdiff: check --reference product --port product_by_columns --size n=0..2 --assume 'w[i*n+j] == w[j*n+i]' => equivalent "for all i and j"
// simdiff: check --reference product --port product_by_columns --size n=0..2 --arg 'w=in:i32[n][n]' --assume 'w[i][j] == w[j][i]' => equivalent
// simdiff: check --reference length --port length_unsigned => different
// simdiff: check --reference length --port length_unsigned --assume 'p->lo <= p->hi' => equivalent
// simdiff: check --reference middle --port middle_of_bytes => different
// simdiff: check --reference middle --port middle_of_bytes --assume 'lo + hi < 256' => equivalent
// simdiff: check --reference middle --port middle_of_bytes --assume 'lo + hi <= 256' => different
// simdiff: check --reference scaled --port scaled_by_fours --size n=0..12 => defect
// simdiff: check --reference scaled --port scaled_by_fours --size n=0..12 --assume 'n % 4 == 0' => equivalent "n = 0, 4, 8, 12"
// simdiff: check --reference scaled --port scaled_by_fours --assume 'n % 4 == 0' => equivalent
// simdiff: check --reference scaled --port scaled_by_fours --size n=0..12 --assume 'n % 4 == 1'  => defect
// simdiff: check --reference looked_up --port looked_up_masked --size n=1..3 => different
// simdiff: check --reference looked_up --port looked_up_masked --size n=1..3 --assume 'index[i] < 16' => equivalent
// simdiff: check --reference looked_up --port looked_up_masked --size n=1..3 --assume 'index[i] <= 16' => different
// simdiff: check --reference in_limits --port in_limits_at_once => different
// simdiff: check --reference in_limits --port in_limits_at_once --assume 'least <= most' => equivalent
// What holds between inputs.

#include <stddef.h>
#include <stdint.h>
#ifdef __SSE4_1__
#include <smmintrin.h>
#endif

void clamp(const int *x, int *y, int n, int lo, int hi)
{
    for (int i = 0; i < n; i++) y[i] = x[i] < lo ? lo : x[i] > hi ? hi : x[i];
}

#ifdef __SSE4_1__
void clamp_sse41(const int *x, int *y, int n, int lo, int hi)
{
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        __m128i v = _mm_loadu_si128((const __m128i *)(x + i));
        v = _mm_min_epi32(_mm_max_epi32(v, _mm_set1_epi32(lo)), _mm_set1_epi32(hi));
        _mm_storeu_si128((__m128i *)(y + i), v);
    }
    for (; i < n; i++) y[i] = x[i] < lo ? lo : x[i] > hi ? hi : x[i];
}
#endif

void clamp_low_last(const int *x, int *y, int n, int lo, int hi)
{
    for (int i = 0; i < n; i++) y[i] = x[i] > hi ? hi : x[i] < lo ? lo : x[i];
}

int find(const int *a, int n, int key)
{
    for (int i = 0; i < n; i++)
        if (a[i] >= key) return i;
    return n;
}

int find_halving(const int *a, int n, int key)
{
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] < key) low = middle + 1;
        else high = middle;
    }
    return low;
}

int find_halving_wrong(const int *a, int n, int key)
{
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] <= key) low = middle + 1;
        else high = middle;
    }
    return low;
}

void sorted(const int16_t *a, int n, const int16_t *b, int m, int16_t *out)
{
    for (int i = 0; i < n + m; i++) {
        int16_t x = i < n ? a[i] : b[i - n];
        int at = i;
        for (; at > 0 && out[at - 1] > x; at--) out[at] = out[at - 1];
        out[at] = x;
    }
}

void merged(const int16_t *a, int n, const int16_t *b, int m, int16_t *out)
{
    int i = 0, j = 0;
    while (i < n || j < m) {
        int first = j == m || (i < n && a[i] <= b[j]);
        out[i + j] = first ? a[i] : b[j];
        if (first) i++;
        else j++;
    }
}

void merged_wrong(const int16_t *a, int n, const int16_t *b, int m, int16_t *out)
{
    int i = 0, j = 0;
    while (i < n && j < m) {
        int first = a[i] <= b[j];
        out[i + j] = first ? a[i] : b[j];
        if (first) i++;
        else j++;
    }
    for (; i < n; i++) out[i + m] = a[i];
    for (; j < m; j++) out[j + n] = b[m - 1];
}

float greatest(const float *x, int n)
{
    float most = x[0];
    for (int i = 1; i < n; i++)
        if (x[i] > most) most = x[i];
    return most;
}

/* A zero of the other sign is no greater. */
float last(const float *x, int n)
{
    return x[n - 1];
}

void product(const int *w, const int *x, int *y, int n)
{
    for (int i = 0; i < n; i++) {
        unsigned sum = 0;
        for (int j = 0; j < n; j++) sum += (unsigned)w[i * n + j] * (unsigned)x[j];
        y[i] = (int)sum;
    }
}

void product_by_columns(const int *w, const int *x, int *y, int n)
{
    for (int i = 0; i < n; i++) {
        unsigned sum = 0;
        for (int j = 0; j < n; j++) sum += (unsigned)w[j * n + i] * (unsigned)x[j];
        y[i] = (int)sum;
    }
}

struct span {
    int lo, hi;
};

long long length(const struct span *p)
{
    return (long long)p->hi - p->lo;
}

long long length_unsigned(const struct span *p)
{
    return (long long)((unsigned)p->hi - (unsigned)p->lo);
}

uint8_t middle(uint8_t lo, uint8_t hi)
{
    return (uint8_t)((lo + hi) / 2);
}

uint8_t middle_of_bytes(uint8_t lo, uint8_t hi)
{
    uint8_t sum = (uint8_t)(lo + hi);
    return sum / 2;
}

void scaled(const float *x, float *y, int n)
{
    for (int i = 0; i < n; i++) y[i] = x[i] * 3.0f;
}

void scaled_by_fours(const float *x, float *y, int n)
{
    for (int i = 0; i < n; i += 4)
        for (int lane = 0; lane < 4; lane++) y[i + lane] = x[i + lane] * 3.0f;
}

void looked_up(const uint8_t *table, const uint8_t *index, uint8_t *out, int n)
{
    for (int i = 0; i < n; i++) out[i] = index[i] < 16 ? table[index[i]] : 0;
}

void looked_up_masked(const uint8_t *table, const uint8_t *index, uint8_t *out, int n)
{
    for (int i = 0; i < n; i++) out[i] = table[index[i] & 15];
}

int least, most;

int in_limits(int x)
{
    return x >= least && x <= most;
}

int in_limits_at_once(int x)
{
    return (unsigned)x - (unsigned)least <= (unsigned)most - (unsigned)least;
}
