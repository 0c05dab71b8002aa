// simdiff: check --reference largest --port largest_sse --size n=4..9 --assume-ordered => equivalent
// simdiff: check --reference largest --port largest_sse --size n=4 => different "nan-order"
// simdiff: check --reference unit --port unit_sse --size n=4..5 --assume-associative --assume-positive-zero => equivalent
// simdiff: check --reference unit --port unit_biased --size n=4 --assume-associative --assume-positive-zero => different "formula"
// fmax beside maxps, and a constant that no order of summation explains.

#include <math.h>
#include <xmmintrin.h>

float largest(const float *x, int n) {
    float m = 0;
    for (int i = 0; i < n; i++)
        if (fabsf(x[i]) > m)
            m = fabsf(x[i]);
    return m;
}

float largest_sse(const float *x, int n) {
    __m128 m = _mm_setzero_ps();
    int i = 0;
    for (; i + 4 <= n; i += 4)
        m = _mm_max_ps(m, _mm_andnot_ps(_mm_set1_ps(-0.0f), _mm_loadu_ps(x + i)));
    m = _mm_max_ps(m, _mm_movehl_ps(m, m));
    m = _mm_max_ss(m, _mm_shuffle_ps(m, m, 1));
    float result = _mm_cvtss_f32(m);
    for (; i < n; i++)
        result = fmaxf(result, fabsf(x[i]));
    return result;
}

void unit(const float *x, float *out, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    float by = 1 / sqrtf(sum / n + 1e-5f);
    for (int i = 0; i < n; i++)
        out[i] = x[i] * by;
}

static inline void scaled(const float *x, float *out, int n, float bias) {
    __m128 s = _mm_setzero_ps();
    int i = 0;
    for (; i + 4 <= n; i += 4)
        s = _mm_add_ps(s, _mm_mul_ps(_mm_loadu_ps(x + i), _mm_loadu_ps(x + i)));
    s = _mm_add_ps(s, _mm_movehl_ps(s, s));
    s = _mm_add_ss(s, _mm_shuffle_ps(s, s, 1));
    float sum = _mm_cvtss_f32(s);
    for (; i < n; i++)
        sum += x[i] * x[i];
    float by = 1 / sqrtf(sum / n + bias);
    for (i = 0; i < n; i++)
        out[i] = x[i] * by;
}

void unit_sse(const float *x, float *out, int n) { scaled(x, out, n, 1e-5f); }

void unit_biased(const float *x, float *out, int n) { scaled(x, out, n, 1e-6f); }
