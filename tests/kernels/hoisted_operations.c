// simdiff: check --reference sum --port sum_guarded --cflags -O2 => equivalent
// simdiff: check --reference magnitude --port magnitude_guarded --cflags -O2 => equivalent
// simdiff: check --reference magnitude --port magnitude_unguarded --cflags -O2 => different
// simdiff: check --reference wrapped --port overflowing --cflags -O2 => defect "where the reference does nothing of the kind"
// simdiff: check --reference overflowing --port wrapped --cflags -O2 => equivalent "undefined"
// simdiff: check --reference limited --port limited_early --cflags -O2 => equivalent "leaning on  float to integer"
// simdiff: check --reference limited --port limited_wrong --cflags -O2 => different
// Optimised code evaluates `a + b` and `(int)x` before the condition that guards them, and
// discards the result: nothing is undefined.

#include <limits.h>
#include <stdint.h>

int sum(int a, int b)
{
    int64_t t = (int64_t)a + b;
    return t > INT_MAX ? INT_MAX : t < INT_MIN ? INT_MIN : (int)t;
}
int sum_guarded(int a, int b)
{
    if (b > 0 && a > INT_MAX - b) return INT_MAX;
    if (b < 0 && a < INT_MIN - b) return INT_MIN;
    return a + b;
}

int magnitude(int a)
{
    int64_t t = a;
    if (t < 0) t = -t;
    return t > INT_MAX ? INT_MAX : (int)t;
}
int magnitude_guarded(int a) { return a == INT_MIN ? INT_MAX : a < 0 ? -a : a; }
int magnitude_unguarded(int a) { return a < 0 ? -a : a; }

int wrapped(int a, int b) { return (int)((unsigned)a + (unsigned)b); }
int overflowing(int a, int b) { return a + b; }

int limited(float x)
{
    return x >= 2147483648.0f ? INT_MAX : x < -2147483648.0f ? INT_MIN : x == x ? (int)x : 0;
}
int limited_early(float x)
{
    if (x != x) return 0;
    if (x >= 2147483648.0f) return INT_MAX;
    if (x < -2147483648.0f) return INT_MIN;
    return (int)x;
}
int limited_wrong(float x)
{
    if (x != x) return 0;
    if (x >= 2147483648.0f) return INT_MAX - 1;
    if (x < -2147483648.0f) return INT_MIN;
    return (int)x;
}
