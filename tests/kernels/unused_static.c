// simdiff: check --reference scale_scalar --port scale_sse --size n=1..9 => equivalent
// Nothing calls either function, so that the compiler would leave both out.
#include <xmmintrin.h>

static inline void scale_scalar(const float *src, float *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = src[i] * 0.5f;
}

static inline void scale_sse(const float *src, float *dst, int n) {
    int i = 0;
    for (; i + 4 <= n; i += 4)
        _mm_storeu_ps(dst + i, _mm_mul_ps(_mm_loadu_ps(src + i), _mm_set1_ps(0.5f)));
    for (; i < n; i++) dst[i] = src[i] * 0.5f;
}
