// simdiff: check --reference missing --port missing_fast --port-flags -ffinite-math-only => undecided "fast-math"
// simdiff: check --reference missing --port missing_fast --port-flags -ffinite-math-only --assume-finite => equivalent
// simdiff: check --reference missing --port missing_fast => equivalent
// simdiff: check --reference overflowing --port never --cflags -ffinite-math-only --assume-finite => undecided "fast-math"
// A test for NaN is folded to false by compilers that may assume that there are none.

#include <math.h>

void missing(const float *s, float *d, int n)
{
    for (int i = 0; i < n; i++) d[i] = isnan(s[i]) ? 0.0f : s[i];
}

void missing_fast(const float *s, float *d, int n)
{
    for (int i = n - 1; i >= 0; i--) d[i] = isnan(s[i]) ? 0.0f : s[i];
}

int overflowing(float x) { return isinf(x * x) ? 1 : 0; }
int never(float x) { return 0; }
