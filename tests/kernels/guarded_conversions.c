// simdiff: check --reference bytes --port bytes_backwards --arg 's=in:f32[n] in -10..10' --size n=0..5 => equivalent
// simdiff: check --reference bytes --port bytes_unguarded --arg 's=in:f32[n] in -10..10' --size n=0..5 => defect "conversion-out-of-range"
// simdiff: check --reference bytes --port bytes_rounded --arg 's=in:f32[n] in -10..10' --size n=0..5 => different
// A conversion is in range where comparisons guard it; a port that makes it under equal conditions
// needs no other proof.

#include <stdint.h>

static uint8_t byte(float y)
{
    return y >= 1 ? 255 : y <= 0 ? 0 : (uint8_t)(y * 255 + 0.5f);
}

void bytes(uint8_t *restrict d, const float *restrict s, int n)
{
    for (int i = 0; i < n; i++)
        d[i] = byte(s[i]);
}

void bytes_backwards(uint8_t *restrict d, const float *restrict s, int n)
{
    while (n-- > 0)
        d[n] = byte(s[n]);
}

void bytes_unguarded(uint8_t *restrict d, const float *restrict s, int n)
{
    while (n-- > 0) {
        uint8_t v = (uint8_t)(s[n] * 255 + 0.5f);
        d[n] = s[n] >= 1 ? 255 : s[n] <= 0 ? 0 : v;
    }
}

void bytes_rounded(uint8_t *restrict d, const float *restrict s, int n)
{
    while (n-- > 0)
        d[n] = s[n] >= 1 ? 255 : s[n] <= 0 ? 0 : (uint8_t)(s[n] * 255);
}
