// Intrinsics that are not lowered.
#include <immintrin.h>

unsigned sum(unsigned a, unsigned b) {
    return a + b;
}

__attribute__((target("rdrnd"))) unsigned sum_at_random(unsigned a, unsigned b) {
    unsigned result;
    _rdrand32_step(&result);
    return result + a + b;
}

unsigned sum_at_random_above(unsigned a, unsigned b) {
    if (b - b > 0) {
        return sum_at_random(a, b);
    }
    return a + b;
}

__attribute__((target("avx512f"))) void toward_zero(const float *src, float *dst) {
    __m512 x = _mm512_loadu_ps(src);
    _mm512_storeu_ps(dst, _mm512_add_round_ps(x, x, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC));
}
