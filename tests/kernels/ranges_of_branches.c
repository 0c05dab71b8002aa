// simdiff: check --reference magnitude --port cleared => equivalent
// simdiff: check --reference magnitude --port wider => different
// simdiff: check --reference doubled --port constant => equivalent
// simdiff: check --reference doubled --port constant_at_zero => different
// simdiff: check --reference doubled --port constant_at_zero --assume-positive-zero => equivalent
// Conditions of branches bound an input: proofs use these ranges, and certificates state them.
#include <math.h>

float magnitude(float x)
{
    if (x >= 1.0f && x <= 4.0f)
        return x < 0.0f ? -x : x;
    return 0.0f;
}

float cleared(float x)
{
    if (x >= 1.0f && x <= 4.0f)
        return fabsf(x);
    return 0.0f;
}

float wider(float x)
{
    if (x >= -1.0f && x <= 4.0f)
        return fabsf(x);
    return 0.0f;
}

// Three has one representation; zero has two, which the quotient tells apart.
float doubled(float x)
{
    if (x == 0.0f)
        return 1.0f / x;
    return x == 3.0f ? 2.0f * x : x;
}

float constant(float x)
{
    if (x == 0.0f)
        return 1.0f / x;
    return x == 3.0f ? 6.0f : x;
}

float constant_at_zero(float x)
{
    if (x == 0.0f)
        return INFINITY;
    return x == 3.0f ? 6.0f : x;
}
