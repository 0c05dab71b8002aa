// simdiff: check --reference root --port root_of_negatives --assume-ordered => different
// simdiff: check --reference root --port root_of_negatives --assume-finite => different
// simdiff: check --reference quotient --port quotient_by_zero --assume-finite => different
// simdiff: check --reference quotient --port quotient_by_zero --assume-fast-math --port-flags -ffast-math => different
// simdiff: check --reference quotient --port quotient_turned --assume-finite => equivalent
// simdiff: check --reference scaled --port scaled_by_zero --assume-ordered => different
// simdiff: check --reference quotient --port quotient_off --assume-finite => different
// A value that a branch discards excludes no input: what guards a division or a root is compared.

#include <math.h>

float root(float x) { return x >= 0 ? sqrtf(x) : x; }
float root_of_negatives(float x) { return x >= 0 ? sqrtf(x) : x + 1; }

float quotient(float x, float y)
{
    if (y == 0) return 0;
    return x / y;
}
float quotient_by_zero(float x, float y)
{
    if (y == 0) return 1;
    return x / y;
}
float quotient_turned(float x, float y) { return y != 0 ? x / y : 0; }
float quotient_off(float x, float y) { return y != 0 ? x / y + 1 : 0; }

float scaled(float a, float b) { return a > 100 ? INFINITY * b : a + b; }
float scaled_by_zero(float a, float b)
{
    return a > 100 ? INFINITY * b : b == 0 ? a + 1 : a + b;
}
