// simdiff: check --reference sum_u8 --port sum_signed => different
// simdiff: check --reference marked --port marked_narrow --assume 'n % 48 == 0' => different "n = 336"
// simdiff: check --reference marked --port marked_narrow --assume 'n >= 16 && n <= 2048' => different
// simdiff: check --reference marked_from --port marked_from_narrow => different
// simdiff: check --reference limited --port limited_narrow => different "n = 128"
// simdiff: check --reference block --port block_narrow => different
// simdiff: check --reference unlike --port unlike_narrow => different "n = 65536"
// simdiff: check --reference nans --port nans_narrow => different "n = 256"
// simdiff: check --reference rising --port rising_narrow => different
// simdiff: check --reference deep --port deep_narrow => different
// simdiff: check --reference limited --port limited_right => equivalent
// Counters that are too narrow fail at the largest sizes that types, relations and the code allow.

#include <stdint.h>

static int sum(const uint8_t *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
int sum_u8(const uint8_t *a, uint8_t n) { return sum(a, n); }
int sum_signed(const uint8_t *a, uint8_t n) { return sum(a, (int8_t)n); }

int marked(const uint8_t *a, int n)
{
    int c = 0;
    for (int i = 0; i < n; i++) c += a[i] == 7;
    return c;
}
int marked_narrow(const uint8_t *a, int n)
{
    uint8_t c = 0;
    for (int i = 0; i < n; i++) c += a[i] == 7;
    return c;
}
int marked_from(const uint8_t *a, int from, int to)
{
    int c = 0;
    for (int i = from; i < to; i++) c += a[i] == 7;
    return c;
}
int marked_from_narrow(const uint8_t *a, int from, int to)
{
    uint8_t c = 0;
    for (int i = from; i < to; i++) c += a[i] == 7;
    return c;
}

int limited(const uint8_t *a, int n) { return n < 0 || n > 200 ? -1 : marked(a, n); }
int limited_narrow(const uint8_t *a, int n)
{
    if (n < 0 || n > 200) return -1;
    int8_t c = 0;
    for (int i = 0; i < n; i++) c += a[i] == 7;
    return c;
}
int limited_right(const uint8_t *a, int n)
{
    if (n < 0 || n > 200) return -1;
    uint8_t c = 0;
    for (int i = 0; i < n; i++) c += a[i] == 7;
    return c;
}
int block(const uint8_t *a, int w, int h)
{
    if (w < 0 || h < 0 || w > 64 || h > 64) return -1;
    return marked(a, w * h);
}
int block_narrow(const uint8_t *a, int w, int h)
{
    if (w < 0 || h < 0 || w > 64 || h > 64) return -1;
    return marked_narrow(a, w * h);
}

int unlike(const uint8_t *a, const uint8_t *b, int n)
{
    int c = 0;
    for (int i = 0; i < n; i++) c += a[i] != b[i];
    return c;
}
int unlike_narrow(const uint8_t *a, const uint8_t *b, int n)
{
    uint16_t c = 0;
    for (int i = 0; i < n; i++) c += a[i] != b[i];
    return c;
}
int nans(const float *a, int n)
{
    int c = 0;
    for (int i = 0; i < n; i++) c += a[i] != a[i];
    return c;
}
int nans_narrow(const float *a, int n)
{
    uint8_t c = 0;
    for (int i = 0; i < n; i++) c += a[i] != a[i];
    return c;
}
int rising(const int *a, int n)
{
    int c = 0;
    for (int i = 1; i < n; i++) c += a[i] - 1 == a[i - 1];
    return c;
}
int rising_narrow(const int *a, int n)
{
    uint8_t c = 0;
    for (int i = 1; i < n; i++) c += a[i] - 1 == a[i - 1];
    return c;
}

void deep(int *out, const uint8_t *a, int w, int h, int d)
{
    for (int i = 0; i < w * h; i++) {
        int c = 0;
        for (int z = 0; z < d; z++) c += a[z * w * h + i] == 7;
        out[i] = c;
    }
}
void deep_narrow(int *out, const uint8_t *a, int w, int h, int d)
{
    for (int i = 0; i < w * h; i++) {
        uint8_t c = 0;
        for (int z = 0; z < d; z++) c += a[z * w * h + i] == 7;
        out[i] = c;
    }
}
