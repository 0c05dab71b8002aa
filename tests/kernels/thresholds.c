// simdiff: check --reference mix --port mix_by_table --size n=0..4 => equivalent
// simdiff: check --reference mix --port mix_by_table => different
// simdiff: check --reference mix --port mix_by_enabled => equivalent
// simdiff: check --reference mix --port mix_by_enabled_wrong => different
// Code that the count chooses through a constant table runs only from a size on that the table
// names; a function without arguments that is asked first changes nothing.

#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

static uint32_t hash(uint32_t x)
{
    uint32_t h = x * 2654435761u;
    return h == 54321 ? 1 : h;
}

void mix(uint32_t *restrict d, const uint32_t *restrict s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        d[i] = hash(s[i]);
}

enum method { PLAIN, BACKWARDS, BARE };

static const struct {
    size_t least;
    enum method method;
} methods[] = {{200, BARE}, {100, BACKWARDS}, {0, PLAIN}};

void mix_by_table(uint32_t *restrict d, const uint32_t *restrict s, size_t n)
{
    int k = 0;
    while (n < methods[k].least)
        k++;
    switch (methods[k].method) {
    case BARE:
        for (size_t i = 0; i < n; i++)
            d[i] = s[i] * 2654435761u;
        break;
    case BACKWARDS:
        for (size_t i = n; i-- > 0;)
            d[i] = hash(s[i]);
        break;
    default:
        mix(d, s, n);
    }
}

static int enabled(void)
{
    return 1;
}

void mix_by_enabled(uint32_t *restrict d, const uint32_t *restrict s, size_t n)
{
    size_t i = 0;
    if (enabled())
        for (; i + 4 <= n; i += 4)
            for (int k = 0; k < 4; k++)
                d[i + k] = hash(s[i + k]);
    for (; i < n; i++)
        d[i] = hash(s[i]);
}

void mix_by_enabled_wrong(uint32_t *restrict d, const uint32_t *restrict s, size_t n)
{
    size_t i = 0;
    if (enabled())
        for (; i + 4 <= n; i += 4)
            for (int k = 0; k < 4; k++)
                d[i + k] = s[i + k] * 2654435761u;
    for (; i < n; i++)
        d[i] = hash(s[i]);
}
