// simdiff: check --reference count --port count_wide --assume-ordered => equivalent
// simdiff: check --reference count --port count_in_bytes --assume-ordered => different
// simdiff: check --reference count --port count_in_bytes --tolerance 2ulp => exceeded
// simdiff: check --reference moment --port moment_by_bytes --cflags -O2 -ffast-math --assume-fast-math => different
//
// Counts that become floats: large sizes are tried under assumptions, too, where the results are
// further apart than roundings make them.
#include <stdint.h>

float count(const float *x, int n, float limit)
{
    int count = 0;
    for (int i = 0; i < n; i++) count += x[i] > limit;
    return (float)count;
}

float count_wide(const float *x, int n, float limit)
{
    unsigned count = 0;
    for (int i = 0; i < n; i++) count += x[i] > limit;
    return (float)(int)count;
}

float count_in_bytes(const float *x, int n, float limit)
{
    uint8_t count = 0;
    for (int i = 0; i < n; i++) count += x[i] > limit;
    return (float)count;
}

float moment(const float *x, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * (float)i;
    return sum;
}

float moment_by_bytes(const float *x, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * (float)(uint8_t)i;
    return sum;
}
