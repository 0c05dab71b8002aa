// Intrinsics that are not lowered.
#include <immintrin.h>

unsigned sum(unsigned a, unsigned b) {
    return a + b;
}

unsigned sum_with_carry(unsigned a, unsigned b) {
    unsigned result;
    _addcarry_u32(0, a, b, &result);
    return result;
}

unsigned sum_with_carry_above(unsigned a, unsigned b) {
    if (b - b > 0) {
        return sum_with_carry(a, b);
    }
    return a + b;
}

__attribute__((target("avx512f"))) void toward_zero(const float *src, float *dst) {
    __m512 x = _mm512_loadu_ps(src);
    _mm512_storeu_ps(dst, _mm512_add_round_ps(x, x, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC));
}
