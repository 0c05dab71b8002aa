// simdiff: check --reference leading --port leading_by_word => defect
// simdiff: check --reference leading --port leading_within => equivalent "p=in:u8[n]"
// simdiff: check --reference folded --port folded_twice --size n=0..40 => equivalent "table=in:u8[16]"
// A loop of at most four iterations that ends where the bytes do: the length bounds the loop,
// and is that of the buffer, as where it is only looked at. A number of iterations in which a
// table is read says nothing about the table.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

uint32_t leading(const uint8_t *p, size_t n)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) {
        if ((size_t)i >= n) return value;
        value |= (uint32_t)(p[i] & 127) << 7 * i;
    }
    return value;
}

static uint32_t packed(uint32_t word, size_t n)
{
    uint32_t value = 0;
    for (size_t i = 0; i < 4 && i < n; i++) value |= (word >> 8 * i & 127) << 7 * i;
    return value;
}

uint32_t leading_by_word(const uint8_t *p, size_t n)
{
    uint32_t word;
    memcpy(&word, p, 4);
    return packed(word, n);
}

uint32_t leading_within(const uint8_t *p, size_t n)
{
    uint32_t word = 0;
    memcpy(&word, p, n < 4 ? n : 4);
    return packed(word, n);
}

uint32_t folded(const uint8_t *table, size_t n)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++) sum += table[i & 15];
    return sum;
}

uint32_t folded_twice(const uint8_t *table, size_t n)
{
    uint32_t sum = 0;
    size_t i = 0;
    for (; i + 2 <= n; i += 2) sum += table[i & 15] + table[(i + 1) & 15];
    if (i < n) sum += table[i & 15];
    return sum;
}
