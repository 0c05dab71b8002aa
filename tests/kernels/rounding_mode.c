// simdiff: check --cflags=-frounding-math --reference sum_down --port sum_down_sse --size n=3..5 => equivalent "-frounding-math sees to it"
// simdiff: check --cflags=-frounding-math --reference sum_down --port sum_nearest_sse --size n=4 => different
// simdiff: check --cflags=-frounding-math --reference sum_down_fenv --port sum_down_sse --size n=4..5 => equivalent
// simdiff: check --cflags=-frounding-math --reference sum_down --port sum_down_for_good --size n=4 => undecided "MXCSR"
// simdiff: check --cflags=-frounding-math --reference sum_down --port sum_by_mode --size n=4 => undecided "the floating-point environment: MXCSR is set to a value that depends on the inputs"
// simdiff: check --cflags=-frounding-math --reference sum_down --port sum_trapping --size n=4 => undecided "it unmasks floating-point exceptions"
// The rounding direction set by the code under test is the one it computes in.
#include <fenv.h>
#include <xmmintrin.h>

void sum_down(const float *a, const float *b, float *dst, unsigned mode, int n) {
    unsigned old = _MM_GET_ROUNDING_MODE();
    _MM_SET_ROUNDING_MODE(_MM_ROUND_DOWN);
    for (int i = 0; i < n; i++) dst[i] = a[i] + b[i];
    _MM_SET_ROUNDING_MODE(old);
}

void sum_down_fenv(const float *a, const float *b, float *dst, unsigned mode, int n) {
    int old = fegetround();
    fesetround(FE_DOWNWARD);
    for (int i = 0; i < n; i++) dst[i] = a[i] + b[i];
    fesetround(old);
}

static void sum_sse(const float *a, const float *b, float *dst, int n) {
    int i = 0;
    for (; i + 4 <= n; i += 4)
        _mm_storeu_ps(dst + i, _mm_add_ps(_mm_loadu_ps(a + i), _mm_loadu_ps(b + i)));
    for (; i < n; i++) dst[i] = a[i] + b[i];
}

void sum_down_sse(const float *a, const float *b, float *dst, unsigned mode, int n) {
    unsigned old = _mm_getcsr();
    _mm_setcsr((old & ~_MM_ROUND_MASK) | _MM_ROUND_DOWN);
    sum_sse(a, b, dst, n);
    _mm_setcsr(old);
}

void sum_nearest_sse(const float *a, const float *b, float *dst, unsigned mode, int n) {
    sum_sse(a, b, dst, n);
}

void sum_down_for_good(const float *a, const float *b, float *dst, unsigned mode, int n) {
    _MM_SET_ROUNDING_MODE(_MM_ROUND_DOWN);
    sum_sse(a, b, dst, n);
}

void sum_by_mode(const float *a, const float *b, float *dst, unsigned mode, int n) {
    _MM_SET_ROUNDING_MODE(mode);
    sum_sse(a, b, dst, n);
}

void sum_trapping(const float *a, const float *b, float *dst, unsigned mode, int n) {
    _mm_setcsr(_mm_getcsr() & ~_MM_MASK_INVALID);
    sum_sse(a, b, dst, n);
}
