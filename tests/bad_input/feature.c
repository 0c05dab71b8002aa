// AVX in a function that is not compiled for it.
#include <immintrin.h>

void eight(const float *src, float *dst) {
    _mm256_storeu_ps(dst, _mm256_loadu_ps(src));
}
