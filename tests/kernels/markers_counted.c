// simdiff: check --reference markers --port markers_in_byte => different
// simdiff: check --reference markers --port markers_by_words => equivalent
// simdiff: check --reference digits --port digits_in_words => different
// simdiff: check --reference digits --port digits_in_ints => equivalent
// A count that is too narrow needs an input in which nearly all counts: the bytes of a marker one
// after the other, digits only.

#include <stdint.h>
#include <string.h>

int markers(const uint8_t *a, int n)
{
    int c = 0;
    for (int i = 0; i + 3 < n; i += 4) c += a[i] == 0x1f && a[i + 1] == 0x8b && a[i + 2] == 8;
    return c;
}

int markers_in_byte(const uint8_t *a, int n)
{
    uint8_t c = 0;
    for (int i = 0; i + 3 < n; i += 4) c += a[i] == 0x1f && a[i + 1] == 0x8b && a[i + 2] == 8;
    return c;
}

int markers_by_words(const uint8_t *a, int n)
{
    int c = 0;
    for (int i = 0; i + 3 < n; i += 4) {
        uint32_t word;
        memcpy(&word, a + i, 4);
        c += (word & 0xffffff) == 0x088b1f;
    }
    return c;
}

// Returns the sum of digits and their values; nothing if there are other characters.
int digits(const uint8_t *a, uint8_t *d, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] < '0' || a[i] > '9') return 0;
    int sum = 0;
    for (int i = 0; i < n; i++) {
        d[i] = a[i] - '0';
        sum += d[i];
    }
    return sum;
}

int digits_in_words(const uint8_t *a, uint8_t *d, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] < '0' || a[i] > '9') return 0;
    uint16_t sum = 0;
    for (int i = 0; i < n; i++) {
        d[i] = a[i] - '0';
        sum += d[i];
    }
    return sum;
}

int digits_in_ints(const uint8_t *a, uint8_t *d, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] < '0' || a[i] > '9') return 0;
    int sum = 0;
    for (int i = n; i-- > 0;) sum += d[i] = a[i] - '0';
    return sum;
}
