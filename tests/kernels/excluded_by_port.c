// simdiff: check --reference gated --port gated_by_root --assume-ordered => undecided "excluded-intermediate" "gated_by_root"
// simdiff: check --reference gated --port gated_by_root --assume-ordered --arg 'x=f32 in 0..100' => equivalent
// simdiff: check --reference gated --port gated_by_root => different
// simdiff: check --reference gate --port gate_sse --assume-ordered => equivalent
// simdiff: check --reference gate --port gate_sse_by_root --assume-finite => undecided "y[2] at n = 4"
// simdiff: check --reference scaled --port scaled_in_two_steps --assume-finite --assume-associative => equivalent
// The port alone computes a NaN or an infinity from ordinary numbers: assumptions that leave such
// inputs out make the versions equal, and say nothing of the port there.

#include <immintrin.h>
#include <math.h>

float gated(float x) { return x > 0 ? sqrtf(x) : 0; }

float gated_by_root(float x)
{
    float r = sqrtf(x);
    return r != 0 ? r : 0;
}

void gate(float *restrict y, const float *restrict x, float t, int n)
{
    for (int i = 0; i < n; i++) {
        float over = x[i] - t;
        y[i] = over > 0 ? sqrtf(over) : 0;
    }
}

void gate_sse(float *restrict y, const float *restrict x, float t, int n)
{
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        __m128 over = _mm_sub_ps(_mm_loadu_ps(x + i), _mm_set1_ps(t));
        __m128 is_open = _mm_cmpgt_ps(over, _mm_setzero_ps());
        _mm_storeu_ps(y + i, _mm_and_ps(is_open, _mm_sqrt_ps(over)));
    }
    gate(y + i, x + i, t, n - i);
}

void gate_sse_by_root(float *restrict y, const float *restrict x, float t, int n)
{
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        __m128 root = _mm_sqrt_ps(_mm_sub_ps(_mm_loadu_ps(x + i), _mm_set1_ps(t)));
        __m128 is_open = _mm_cmpneq_ps(root, _mm_setzero_ps());
        _mm_storeu_ps(y + i, _mm_and_ps(is_open, root));
    }
    gate(y + i, x + i, t, n - i);
}

// The first product of the port overflows for large numbers, which are not ordinary.
float scaled(float x) { return x * 4; }

float scaled_in_two_steps(float x) { return x * 16 * 0.25f; }
