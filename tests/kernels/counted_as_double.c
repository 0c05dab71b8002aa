// simdiff: check --reference density --port density_wide --size n=1..6 => equivalent
// simdiff: check --reference density --port density_narrow --size n=40 => different
// Sums of bit counts in integers of several widths, converted to floats.

#include <stdint.h>

double density(const uint8_t *a, const uint8_t *b, int n) {
    unsigned count = 0;
    for (int i = 0; i < n; i++)
        for (unsigned x = a[i] & b[i]; x != 0; x &= x - 1)
            count++;
    return count;
}
double density_wide(const uint8_t *a, const uint8_t *b, int n) {
    long count = 0;
    for (int i = 0; i < n; i++)
        count += __builtin_popcount(a[i] & b[i]);
    return count;
}
double density_narrow(const uint8_t *a, const uint8_t *b, int n) {
    uint8_t count = 0;
    for (int i = 0; i < n; i++)
        count += __builtin_popcount(a[i] & b[i]);
    return count;
}
