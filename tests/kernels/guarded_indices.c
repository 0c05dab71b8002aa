// simdiff: check --reference entry --port entry_beyond => defect "read outside table"
// simdiff: check --reference entry --port entry_within => equivalent "table=in:i32[count]"
// simdiff: check --reference pixel --port pixel_below => defect "read outside p"
// simdiff: check --reference copied --port copied_by_words => defect "d=inout:u8[cap]"
// simdiff: check --reference hex --port hex_by_words => defect "d=inout:u8[cap]"
// simdiff: check --reference window --port window_aligned => equivalent "s=in:u8[total]"
// simdiff: check --reference crossed --port crossed_beyond => defect "read outside b"
// The length of a buffer is what guards an index, not the index itself.

#include <stdint.h>
#include <string.h>

int entry(const int *table, int count, int i)
{
    if (i < 0 || i >= count) return -1;
    return table[i];
}

int entry_beyond(const int *table, int count, int i)
{
    if (i < 0) return -1;
    int found = i <= count ? table[i] : 0;
    return i < count ? found : -1;
}

int entry_within(const int *table, int count, int i)
{
    return (unsigned)i < (unsigned)(count < 0 ? 0 : count) ? table[i] : -1;
}

uint8_t pixel(const uint8_t *p, int w, int h, int x, int y)
{
    if (x < 0 || y < 0 || x >= w || y >= h) return 0;
    return p[y * w + x];
}

uint8_t pixel_below(const uint8_t *p, int w, int h, int x, int y)
{
    if (x < 0 || y < 0 || x >= w || y > h) return 0;
    uint8_t found = p[y * w + x];
    return y < h ? found : 0;
}

int copied(uint8_t *d, int cap, const uint8_t *s, int n)
{
    int k = n < cap ? n : cap;
    if (k < 0) k = 0;
    for (int i = 0; i < k; i++) d[i] = s[i];
    return k;
}

int copied_by_words(uint8_t *d, int cap, const uint8_t *s, int n)
{
    int k = n < cap ? n : cap;
    if (k < 0) k = 0;
    int i = 0;
    for (; i < k && i + 4 <= n; i += 4) {
        uint32_t word, old;
        memcpy(&word, s + i, 4);
        memcpy(&old, d + i, 4);
        if (k - i < 4) word = (word & ((1u << 8 * (k - i)) - 1)) | (old >> 8 * (k - i)) << 8 * (k - i);
        memcpy(d + i, &word, 4);
    }
    for (; i < k; i++) d[i] = s[i];
    return k;
}

int hex(uint8_t *d, int cap, const uint8_t *s, int n)
{
    int k = 0;
    for (int i = 0; i < n && k + 2 <= cap; i++) {
        d[k++] = "0123456789abcdef"[s[i] >> 4];
        d[k++] = "0123456789abcdef"[s[i] & 15];
    }
    return k;
}

int hex_by_words(uint8_t *d, int cap, const uint8_t *s, int n)
{
    int k = 0;
    for (int i = 0; i < n && k + 2 <= cap; i++, k += 2) {
        uint32_t word;
        memcpy(&word, d + k, 4);
        uint32_t digits = "0123456789abcdef"[s[i] >> 4] | "0123456789abcdef"[s[i] & 15] << 8;
        word = (word & 0xffff0000) | digits;
        memcpy(d + k, &word, 4);
    }
    return k;
}

int window(const uint8_t *s, unsigned total, unsigned off, unsigned len)
{
    if (off > total || len > total - off) return -1;
    int sum = 0;
    for (unsigned i = 0; i < len; i++) sum += s[off + i];
    return sum;
}

int window_aligned(const uint8_t *s, unsigned total, unsigned off, unsigned len)
{
    if (off > total || len > total - off) return -1;
    int sum = 0;
    unsigned i = 0;
    for (; i < len && total - off - i >= 4; i += 4) {
        uint32_t word;
        memcpy(&word, s + off + i, 4);
        for (unsigned k = 0; k < 4 && i + k < len; k++) sum += word >> 8 * k & 255;
    }
    for (; i < len; i++) sum += s[off + i];
    return sum;
}

int crossed(const uint8_t *a, int n, const uint8_t *b, int m)
{
    int k = n < m ? n : m, sum = 0;
    for (int i = 0; i < k; i++) sum += a[i] ^ b[i];
    return sum;
}

int crossed_beyond(const uint8_t *a, int n, const uint8_t *b, int m)
{
    int sum = 0;
    for (int i = 0; i < n && m > 0; i++) {
        int x = a[i], y = b[i];
        if (i < m) sum += x ^ y;
    }
    return sum;
}
