/* Checks that take longer than anybody waits. */
#include <math.h>

void fill(float *dst, int n)
{
    for (int i = 0; i < n; i++)
        dst[i] = 1.0f;
}

/* Never ends at n = 4. */
void fill_stuck(float *dst, int n)
{
    volatile int stuck = n == 4;
    while (stuck)
        ;
    for (int i = 0; i < n; i++)
        dst[i] = 1.0f;
}

/* Equal, which only trying all 2^32 inputs shows. */
void magnitudes(const float *src, float *dst, int n)
{
    for (int i = 0; i < n; i++)
        dst[i] = fabsf(src[i]);
}

void magnitudes_by_root(const float *src, float *dst, int n)
{
    for (int i = 0; i < n; i++) {
        float x = fabsf(src[i]);
        dst[i] = x > 1e-15f && x < 1e15f ? sqrtf(x * x) : x;
    }
}

/* A product that no solver takes apart in time. */
void factors(const unsigned long long *p, const unsigned long long *q, int *dst)
{
    *dst = 0;
}

void factors_found(const unsigned long long *p, const unsigned long long *q, int *dst)
{
    unsigned long long x = *p & 0xffffffffull, y = *q & 0xffffffffull;
    *dst = x > 1 && y > 1 && x * y == 8539734250799242291ull;
}
