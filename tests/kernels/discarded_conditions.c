// simdiff: check --reference loud --port loud_but_negative --assume-ordered --cflags '-O0 -fno-math-errno' => different
// simdiff: check --reference loud --port loud_but_negative --assume-finite --cflags '-O2 -fno-math-errno' => different
// simdiff: check --reference loud --port loud_in_turn --assume-ordered --cflags '-O1 -fno-math-errno' => equivalent
// simdiff: check --reference quiet --port quiet_but_negative --assume-ordered --cflags '-O1 -fno-math-errno' => different
// simdiff: check --reference masked --port masked_but_negative --assume-ordered --cflags '-O1 -msse2' => different
// A condition that `&&`, `||` or a mask leaves out of account is met by no version: the root of a
// negative number there excludes no input.

#include <immintrin.h>
#include <math.h>

float loud(int p, float x) { return p && sqrtf(x) > 2 ? 1 : x; }
float loud_in_turn(int p, float x) { return p ? sqrtf(x) > 2 ? 1 : x : x; }
float loud_but_negative(int p, float x) { return p && sqrtf(x) > 2 ? 1 : x < -3 ? 5 : x; }

float quiet(int p, float x) { return !p || sqrtf(x) > 2 ? 1 : x; }
float quiet_but_negative(int p, float x)
{
    return !p || sqrtf(x) > 2 ? (x < -3 ? 5 : 1) : x;
}

void masked(const float x[4], float r[4])
{
    for (int i = 0; i < 4; i++) r[i] = x[i] > 0 ? __builtin_sqrtf(x[i]) : x[i];
}
void masked_but_negative(const float x[4], float r[4])
{
    __m128 v = _mm_loadu_ps(x), m = _mm_cmpgt_ps(v, _mm_setzero_ps());
    __m128 low = _mm_cmplt_ps(v, _mm_set1_ps(-3));
    __m128 other = _mm_or_ps(_mm_and_ps(low, _mm_set1_ps(5)), _mm_andnot_ps(low, v));
    _mm_storeu_ps(r, _mm_or_ps(_mm_and_ps(m, _mm_sqrt_ps(v)), _mm_andnot_ps(m, other)));
}
