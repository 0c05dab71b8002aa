// simdiff: check --cflags='-mavx512f -mavx512vl -mavx512dq -frounding-math' --reference nearest --port nearest --size n=4 => equivalent
// simdiff: check --cflags='-mavx512f -mavx512vl -mavx512dq -frounding-math' --reference upward --port upward --size n=4 => undecided "a reduction where MXCSR does not round to nearest even"
// vreduceps rounds its difference as its immediate says, whatever MXCSR has.
#include <immintrin.h>

static void reduce(const float *x, float *d, int n) {
    for (int i = 0; i + 4 <= n; i += 4) _mm_storeu_ps(d + i, _mm_reduce_ps(_mm_loadu_ps(x + i), 0x10));
}

void nearest(const float *x, float *d, int n) { reduce(x, d, n); }

void upward(const float *x, float *d, int n) {
    _mm_setcsr(0x5f80);
    reduce(x, d, n);
    _mm_setcsr(0x1f80);
}
