// simdiff: check --reference words --port words_too_far => defect "at bytes = 3, s has 1 element"
// simdiff: check --reference words --port words_by_two => equivalent
// simdiff: check --reference rows --port rows_padded => defect "has 1 element because the reference reaches no more"
// simdiff: check --reference rows --port rows_padded --arg 's=in:u8[stride*h]' => equivalent
// simdiff: check --reference rows --port rows_indexed => equivalent
// simdiff: check --reference unpacked --port unpacked_by_64 => defect "read outside s"
// simdiff: check --reference unpacked --port unpacked_guarded => equivalent
// simdiff: check --reference tail --port tail_by_four => defect "read outside p"
// simdiff: check --reference tail --port tail_by_bytes => equivalent
// simdiff: check --reference packed --port packed_too_far => defect "at n = 5, d has 5 elements"
// simdiff: check --reference strided --port strided_by_pairs => defect "read outside x"
// simdiff: check --reference repeated --port repeated_by_8 => defect "key=in:u8[4]"
// simdiff: check --reference nibbles --port nibbles_of_32 => defect "t has 16 elements"
// simdiff: check --reference nibbles --port nibbles_first => equivalent
// simdiff: check --reference unrolled --port unrolled_too_far => defect "a=in:u8[32]"
// simdiff: check --reference summed --port summed_by_four => defect "a=in:i16[n]"
// simdiff: check --reference loaded --port loaded_always => defect "where n is 3, p has 3 elements"
// simdiff: check --reference blocks --port blocks_and_rest => equivalent "s=in:u8[n]"
// simdiff: check --reference scaled --port scaled_first => equivalent
// What the reference reaches at a size, where the formula for all sizes says more.

#include <stdint.h>
#include <string.h>

uint32_t words(const uint16_t *s, int bytes)
{
    uint32_t t = 0;
    for (int i = 0; i < bytes / 2; i++) t += s[i];
    return t;
}

uint32_t words_too_far(const uint16_t *s, int bytes)
{
    uint32_t t = 0;
    for (int i = 0; i < (bytes + 1) / 2; i++) t += i < bytes / 2 ? s[i] : s[i] & 0;
    return t;
}

uint32_t words_by_two(const uint16_t *s, int bytes)
{
    uint32_t t = 0;
    int i = 0;
    for (; i + 1 < bytes / 2; i += 2) t += s[i] + s[i + 1];
    if (i < bytes / 2) t += s[i];
    return t;
}

uint32_t rows(const uint8_t *s, int stride, int w, int h)
{
    uint32_t t = 0;
    for (int y = 0; y < h; y++, s += stride)
        for (int x = 0; x < w; x++) t += s[x];
    return t;
}

uint32_t rows_padded(const uint8_t *s, int stride, int w, int h)
{
    uint32_t t = 0;
    for (int y = 0; y < h; y++, s += stride)
        for (int x = 0; x < stride; x++) t += x < w ? s[x] : s[x] & 0;
    if (stride < w && h > 0)
        for (int y = 0; y < h; y++)
            for (int x = stride < 0 ? 0 : stride; x < w; x++) t += (s - (h - y) * stride)[x];
    return t;
}

uint32_t rows_indexed(const uint8_t *s, int stride, int w, int h)
{
    uint32_t t = 0;
    for (int x = 0; x < w; x++)
        for (int y = 0; y < h; y++) t += s[y * stride + x];
    return t;
}

void unpacked(int32_t *d, const uint32_t *s, int n)
{
    for (int i = 0; i < n; i++) {
        int b = 5 * i;
        uint32_t next = b % 32 > 27 ? s[b / 32 + 1] << (32 - b % 32) : 0;
        d[i] = (s[b / 32] >> b % 32 | next) & 31;
    }
}

void unpacked_by_64(int32_t *d, const uint32_t *s, int n)
{
    for (int i = 0; i < n; i++) {
        uint64_t v;
        memcpy(&v, s + 5 * i / 32, 8);
        d[i] = v >> 5 * i % 32 & 31;
    }
}

void unpacked_guarded(int32_t *d, const uint32_t *s, int n)
{
    for (int i = 0; i < n; i++) {
        uint64_t v = s[5 * i / 32];
        if (5 * i % 32 > 27) v |= (uint64_t)s[5 * i / 32 + 1] << 32;
        d[i] = v >> 5 * i % 32 & 31;
    }
}

uint32_t tail(const uint8_t *p, int n)
{
    uint32_t h = 7, k = 0;
    for (int i = 0; i < n / 4; i++) {
        uint32_t v;
        memcpy(&v, p + 4 * i, 4);
        h = (h ^ v) * 0x85ebca6b;
    }
    const uint8_t *t = p + n / 4 * 4;
    switch (n & 3) {
    case 3: k ^= t[2] << 16; // fall through
    case 2: k ^= t[1] << 8;  // fall through
    case 1: k ^= t[0];
    }
    return h ^ k;
}

uint32_t tail_by_four(const uint8_t *p, int n)
{
    uint32_t h = 7, k = 0;
    int i = 0;
    for (; i < n / 4; i++) {
        memcpy(&k, p + 4 * i, 4);
        h = (h ^ k) * 0x85ebca6b;
    }
    k = 0;
    if (n & 3) {
        memcpy(&k, p + 4 * i, 4);
        k &= (1u << 8 * (n & 3)) - 1;
    }
    return h ^ k;
}

uint32_t tail_by_bytes(const uint8_t *p, int n)
{
    uint32_t h = 7, k = 0;
    int i = 0;
    for (; i < n / 4; i++) {
        memcpy(&k, p + 4 * i, 4);
        h = (h ^ k) * 0x85ebca6b;
    }
    k = 0;
    for (int j = 0; j < n - 4 * i; j++) k |= p[4 * i + j] << 8 * j;
    return h ^ k;
}

void packed(uint8_t *d, const uint16_t *s, int n)
{
    for (int i = 0; i + 3 < n; i += 4, d += 5) {
        uint64_t v = 0;
        for (int j = 0; j < 4; j++) v |= (uint64_t)(s[i + j] & 1023) << 10 * j;
        for (int j = 0; j < 5; j++) d[j] = v >> 8 * j;
    }
}

void packed_too_far(uint8_t *d, const uint16_t *s, int n)
{
    if (n > 4 && n % 4) d[5 * n / 4 - 1] ^= 0;
    packed(d, s, n);
}

float strided(int n, const float *x, int incx)
{
    float t = 0;
    for (int i = 0; i < n; i++) t += x[i * incx];
    return t;
}

float strided_by_pairs(int n, const float *x, int incx)
{
    float t = 0;
    for (int i = 0; i < n; i++) {
        float pair[2];
        if (incx < 2) {
            t += x[i * incx];
            continue;
        }
        memcpy(pair, x + i * incx, 8);
        t += pair[0];
    }
    return t;
}

void repeated(uint8_t *d, const uint8_t *s, const uint8_t *key, int n)
{
    for (int i = 0; i < n; i++) d[i] = s[i] ^ key[i % 4];
}

void repeated_by_8(uint8_t *d, const uint8_t *s, const uint8_t *key, int n)
{
    uint64_t k = 0;
    if (n > 0) memcpy(&k, key, n < 8 ? 4 : 8);
    for (int i = 0; i < n; i++) d[i] = s[i] ^ (uint8_t)(k >> 8 * (i % 4));
}

void nibbles(const uint8_t *t, const uint8_t *s, uint8_t *d, int n)
{
    for (int i = 0; i < n; i++) d[i] = s[i] < 16 ? t[s[i]] : 0;
}

void nibbles_of_32(const uint8_t *t, const uint8_t *s, uint8_t *d, int n)
{
    uint8_t all[32];
    if (n <= 0) return;
    memcpy(all, t, 32);
    for (int i = 0; i < n; i++) d[i] = s[i] < 16 ? all[s[i]] : 0;
}

void nibbles_first(const uint8_t *t, const uint8_t *s, uint8_t *d, int n)
{
    uint8_t all[16];
    if (n <= 0) return;
    memcpy(all, t, 16);
    for (int i = 0; i < n; i++) d[i] = s[i] < 16 ? all[s[i]] : 0;
}

unsigned unrolled(const uint8_t *a, const uint8_t *b)
{
    unsigned length = 0;
    do {
        if (a[0] != b[0]) return length;
        if (a[1] != b[1]) return length + 1;
        a += 2, b += 2, length += 2;
    } while (length < 32);
    return 32;
}

unsigned unrolled_too_far(const uint8_t *a, const uint8_t *b)
{
    uint8_t last = a[32];
    unsigned length = unrolled(a, b);
    return length > 32 ? last : length;
}

int summed(const int16_t *a, int n)
{
    int t = 0, i = 0, m = n / 4 * 4;
    for (; i < m; i += 4) t += a[i] + a[i + 1] + a[i + 2] + a[i + 3];
    for (; i < n; i++) t += a[i];
    return t;
}

int summed_by_four(const int16_t *a, int n)
{
    int t = 0;
    for (int i = 0; i < n; i += 4) {
        int16_t v[4];
        memcpy(v, a + i, 8);
        for (int j = 0; j < 4; j++) t += i + j < n ? v[j] : 0;
    }
    return t;
}

uint32_t loaded(unsigned n, const uint8_t *p)
{
    uint32_t v;
    if (n < 4) return 0;
    memcpy(&v, p, 4);
    return v;
}

uint32_t loaded_always(unsigned n, const uint8_t *p)
{
    uint32_t v;
    memcpy(&v, p, 4);
    return n < 4 ? 0 : v;
}

int blocks(const uint8_t *s, int n)
{
    int t = 0;
    for (int i = 0; i + 8 <= n; i += 8)
        for (int j = 0; j < 8; j++) t ^= s[i + j];
    return t;
}

int blocks_and_rest(const uint8_t *s, int n)
{
    int t = 0;
    for (int i = 0; i < n; i++) t ^= i < n / 8 * 8 ? s[i] : s[i] & 0;
    return t;
}

void scaled(float *d, const float *s, const float *coefficients, int n)
{
    for (int i = 0; i < n; i++) d[i] = s[i] * coefficients[0] + coefficients[1];
}

void scaled_first(float *d, const float *s, const float *coefficients, int n)
{
    float a = coefficients[0], b = coefficients[1];
    for (int i = 0; i < n; i++) d[i] = s[i] * a + b;
}
