// simdiff: check --reference apart_scalar --port apart_swar --size n=2 => equivalent
// simdiff: check --reference apart_scalar --port apart_wrong --size n=1 => different
// Bits counted within words against bits counted one by one.
#include <stdint.h>

int apart_scalar(const uint64_t *a, const uint64_t *b, int n)
{
    int count = 0;
    for (int i = 0; i < n; i++)
        count += __builtin_popcountll(a[i] ^ b[i]);
    return count;
}

static int swar(uint64_t x, uint64_t twos)
{
    x -= x >> 1 & 0x5555555555555555;
    x = (x & twos) + (x >> 2 & 0x3333333333333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (int)(x * 0x0101010101010101 >> 56);
}

int apart_swar(const uint64_t *a, const uint64_t *b, int n)
{
    int count = 0;
    for (int i = 0; i < n; i++)
        count += swar(a[i] ^ b[i], 0x3333333333333333);
    return count;
}

int apart_wrong(const uint64_t *a, const uint64_t *b, int n)
{
    int count = 0;
    for (int i = 0; i < n; i++)
        count += swar(a[i] ^ b[i], 0x3333333333331333);
    return count;
}
