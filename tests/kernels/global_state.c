// simdiff: check --reference gain_scalar --port gain_sse --size n=1..5 => equivalent "global variables hold their initial values: `gain`"
// The verdict holds for the value that `gain` starts with.
#include <xmmintrin.h>

float gain = 2.0f;

void gain_scalar(const float *src, float *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = src[i] * gain;
}

void gain_sse(const float *src, float *dst, int n) {
    int i = 0;
    for (; i + 4 <= n; i += 4)
        _mm_storeu_ps(dst + i, _mm_mul_ps(_mm_loadu_ps(src + i), _mm_set1_ps(gain)));
    for (; i < n; i++) dst[i] = src[i] * gain;
}
