// simdiff: check --reference by_test --port by_andnot --size n=32..33 => equivalent
// simdiff: check --reference by_branch --port by_andnot --size n=32..33 => equivalent
// simdiff: check --reference by_fabs --port by_maximum --size n=32..33 => equivalent
// simdiff: check --reference by_test --port by_wrong_zero --size n=32 => different
// simdiff: check --reference stored_by_test --port stored_by_andnot --size n=4 => different
// Sums of absolute values: a test for negative numbers keeps -0, which does
// not show in a sum that starts at 0.

#include <emmintrin.h>
#include <math.h>

#define SUM(NAME, ADD)                                                                             \
    float NAME(const float *x, int n) {                                                            \
        float sums[4] = {0, 0, 0, 0};                                                              \
        int i = 0;                                                                                 \
        for (; i + 4 <= n; i += 4)                                                                 \
            for (int k = 0; k < 4; k++) {                                                          \
                float *sum = &sums[k], v = x[i + k];                                               \
                ADD;                                                                               \
            }                                                                                      \
        float all = (sums[0] + sums[1]) + (sums[2] + sums[3]);                                     \
        for (; i < n; i++) {                                                                       \
            float *sum = &all, v = x[i];                                                           \
            ADD;                                                                                   \
        }                                                                                          \
        return all;                                                                                \
    }
SUM(by_test, *sum += v < 0 ? -v : v)
SUM(by_branch, if (v > 0) *sum += v; else *sum -= v)
SUM(by_fabs, *sum += fabsf(v))

#define LANES(NAME, MAGNITUDE)                                                                     \
    float NAME(const float *x, int n) {                                                            \
        __m128 sum = _mm_setzero_ps();                                                             \
        float sums[4];                                                                             \
        int i = 0;                                                                                 \
        for (; i + 4 <= n; i += 4) {                                                               \
            __m128 v = _mm_loadu_ps(x + i);                                                        \
            sum = _mm_add_ps(sum, MAGNITUDE);                                                      \
        }                                                                                          \
        _mm_storeu_ps(sums, sum);                                                                  \
        float all = (sums[0] + sums[1]) + (sums[2] + sums[3]);                                     \
        for (; i < n; i++)                                                                         \
            all += fabsf(x[i]);                                                                    \
        return all;                                                                                \
    }
LANES(by_andnot, _mm_andnot_ps(_mm_set1_ps(-0.0f), v))
LANES(by_maximum, _mm_max_ps(v, _mm_sub_ps(_mm_setzero_ps(), v)))
/* The least number above 0 in place of 0. */
LANES(by_wrong_zero, _mm_max_ps(v, _mm_sub_ps(_mm_set1_ps(1e-45f), v)))

/* -0 shows where nothing is added. */
void stored_by_test(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++)
        y[i] = x[i] < 0 ? -x[i] : x[i];
}
void stored_by_andnot(const float *x, float *y, int n) {
    for (int i = 0; i < n; i += 4)
        _mm_storeu_ps(y + i, _mm_andnot_ps(_mm_set1_ps(-0.0f), _mm_loadu_ps(x + i)));
}
