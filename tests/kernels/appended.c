// simdiff: check --reference widened --port widened_by_words --size n=0..5 => equivalent "to=inout:u8[2*n]"
// simdiff: check --reference widened --port widened_short --size n=0..9 => different
// simdiff: check --reference kept --port kept_always => defect "write outside to"
// simdiff: check --reference solved --port solved => equivalent "l=in:i32[16]"
// What a loop appends under conditions reaches as far as its longest way; and a triangle of
// rows is not cut short by the loop that ends before its diagonal.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

size_t widened(const uint8_t *from, size_t n, uint8_t *to)
{
    uint8_t *at = to;
    for (size_t i = 0; i < n; i++) {
        if (from[i] < 128) {
            *at++ = from[i];
        } else {
            *at++ = 192 | from[i] >> 6;
            *at++ = 128 | (from[i] & 63);
        }
    }
    return at - to;
}

size_t widened_by_words(const uint8_t *from, size_t n, uint8_t *to)
{
    uint8_t *at = to;
    size_t i = 0;
    while (i < n) {
        uint32_t word;
        if (i + 4 <= n && (memcpy(&word, from + i, 4), !(word & 0x80808080))) {
            memcpy(at, &word, 4);
            at += 4;
            i += 4;
        } else {
            at += widened(from + i++, 1, at);
        }
    }
    return at - to;
}

size_t widened_short(const uint8_t *from, size_t n, uint8_t *to)
{
    uint8_t *at = to;
    for (size_t i = 0; i < n; i++) {
        if (from[i] < 128) {
            *at++ = from[i];
        } else {
            *at++ = 192 | from[i] >> 6;
            *at++ = 128 | (from[i] & 31);
        }
    }
    return at - to;
}

size_t kept(const int32_t *from, size_t n, int32_t *to)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (from[i] > 0) to[count++] = from[i];
    return count;
}

size_t kept_always(const int32_t *from, size_t n, int32_t *to)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        to[count] = from[i];
        count += from[i] > 0;
    }
    to[count] = 0;
    return count;
}

void solved(const int *l, int *b)
{
    for (int i = 0; i < 4; i++) {
        int sum = 0;
        for (int k = 0; k < i; k++) sum ^= l[4 * i + k] & b[k];
        b[i] = sum ^ l[5 * i];
    }
}
