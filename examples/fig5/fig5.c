// simdiff: run => equivalent

/* A harness in the style of the paper's Fig. 5: both versions of one routine
 * run on the same symbolic input, and every element is compared bit for bit. */

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <xmmintrin.h>

#include "klee/klee.h"

enum { SIZE = 64 };

static void zlimit(int simd, const float *src, float *dst, size_t size)
{
    if (simd) {
        const __m128 zero = _mm_set1_ps(0.0f);
        for (; size >= 4; size -= 4) {
            __m128 x = _mm_loadu_ps(src);
            __m128 mask = _mm_cmpgt_ps(x, zero);
            _mm_storeu_ps(dst, _mm_and_ps(mask, x));
            src += 4;
            dst += 4;
        }
    }
    for (; size != 0; --size) {
        *dst = *src > 0.0f ? *src : 0.0f;
        ++src;
        ++dst;
    }
}

int main(void)
{
    float src[SIZE], scalar[SIZE], vector[SIZE];
    const uint32_t *scalar_bits = (const uint32_t *)scalar;
    const uint32_t *vector_bits = (const uint32_t *)vector;

    klee_make_symbolic(src, sizeof src, "src");
    zlimit(0, src, scalar, SIZE);
    zlimit(1, src, vector, SIZE);
    for (unsigned i = 0; i < SIZE; ++i)
        assert(vector_bits[i] == scalar_bits[i]);
    return 0;
}
