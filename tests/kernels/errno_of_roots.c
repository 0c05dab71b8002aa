// simdiff: check --reference fails --port never_fails => undecided "`errno` is used, and sqrtf may"
// simdiff: check --reference fails --port never_fails --cflags=-O2 => undecided "`errno` is used"
// simdiff: check --reference overflows --port never_overflows => undecided "ldexp may set it"
// simdiff: check --reference roots --port roots_sse => equivalent "no caller reads the errno that sqrtf"
// simdiff: check --reference magnitudes --port magnitudes_marked => undecided "values in `errno`"
// Mathematical functions report errors in errno, instructions do not.
#include <errno.h>
#include <immintrin.h>
#include <math.h>

int fails(float x)
{
    errno = 0;
    volatile float y = sqrtf(x);
    (void)y;
    return errno == EDOM;
}

int never_fails(float x)
{
    errno = 0;
    volatile float y = _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(x)));
    (void)y;
    return 0;
}

int overflows(double x, int n)
{
    errno = 0;
    volatile double y = ldexp(x, n);
    (void)y;
    return errno == ERANGE;
}

int never_overflows(double x, int n)
{
    (void)x, (void)n;
    errno = 0;
    return 0;
}

void roots(float *restrict to, const float *restrict from, int n)
{
    for (int i = 0; i < n; i++) to[i] = sqrtf(from[i]);
}

void roots_sse(float *restrict to, const float *restrict from, int n)
{
    int i = 0;
    for (; i + 4 <= n; i += 4) _mm_storeu_ps(to + i, _mm_sqrt_ps(_mm_loadu_ps(from + i)));
    for (; i < n; i++) to[i] = sqrtf(from[i]);
}

/* fabsf reports no errors: what the versions themselves store is compared. */
float magnitudes(float x)
{
    errno = 0;
    return fabsf(x);
}

float magnitudes_marked(float x)
{
    errno = x < 0 ? ERANGE : 0;
    return fabsf(x);
}
