// simdiff: check --reference equal --port equal_at_once => equivalent
// simdiff: check --reference equal --port equal_by_or => equivalent
// simdiff: check --reference equal --port equal_but_last => different
// simdiff: check --reference equal_words --port equal_words_at_once --cflags -O2 => equivalent
// A comparison with an early exit is one path up to the largest size that is tried by default.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

int equal(const int *a, const int *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i]) return 0;
    return 1;
}

int equal_at_once(const int *a, const int *b, size_t n) { return memcmp(a, b, n * sizeof *a) == 0; }

int equal_by_or(const int *a, const int *b, size_t n)
{
    int differing = 0;
    for (size_t i = 0; i < n; i++) differing |= a[i] ^ b[i];
    return differing == 0;
}

int equal_but_last(const int *a, const int *b, size_t n)
{
    return n == 0 || memcmp(a, b, n * sizeof *a - 1) == 0;
}

int equal_words(const uint16_t *a, const uint16_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i]) return 0;
    return 1;
}

int equal_words_at_once(const uint16_t *a, const uint16_t *b, size_t n)
{
    return !memcmp(a, b, n * sizeof *a);
}
