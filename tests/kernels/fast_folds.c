// simdiff: check --reference quotient --port one --cflags -ffast-math => undecided "fast-math"
// simdiff: check --reference difference --port zero --cflags -ffinite-math-only => undecided "fast-math"
// simdiff: check --reference is_infinite --port zero_int --cflags -ffast-math => undecided "fast-math"
// simdiff: check --reference vector --port zeros --cflags -ffast-math => undecided "fast-math"
// simdiff: check --reference plus_zero --port copy --cflags -ffast-math => undecided "fast-math"
// simdiff: check --reference unordered --port zero_int --cflags -ffast-math => undecided "fast-math"
// simdiff: check --reference difference --port zero --cflags -ffinite-math-only --assume-finite => equivalent
// simdiff: check --reference exchanged --port zero_of_two --cflags -ffast-math => undecided "fast-math"
// simdiff: check --reference numbers --port zeros --cflags -ffast-math => undecided "fast-math"
// simdiff: check --reference quotient --port one => different
// Flags of fast math permit clang to fold these operations to constants; what it then computes is open.

#include <math.h>
#include <xmmintrin.h>

float quotient(float x) { return x / x; }
float one(float x) { return 1; }
float difference(float x) { return x - x; }
float zero(float x) { return 0; }
int is_infinite(float x) { return isinf(x) ? 1 : 0; }
int zero_int(float x) { return 0; }
int unordered(float x) { return isunordered(x, x * 2.0f); }
float exchanged(float x, float y) { return (x + y) - (y + x); }
float zero_of_two(float x, float y) { return 0; }
float plus_zero(float x) { return x + 0.0f; }
float copy(float x) { return x; }

void vector(float *d, const float *s)
{
    __m128 v = _mm_loadu_ps(s);
    _mm_storeu_ps(d, _mm_sub_ps(v, v));
}

void numbers(float *d, const float *s)
{
    __m128 v = _mm_loadu_ps(s);
    _mm_storeu_ps(d, _mm_and_ps(_mm_cmpunord_ps(v, v), _mm_set1_ps(1.0f)));
}

void zeros(float *d, const float *s)
{
    _mm_storeu_ps(d, _mm_setzero_ps());
}
