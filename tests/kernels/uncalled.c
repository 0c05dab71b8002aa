// simdiff: check --reference product --port product_flushed => different

#include <xmmintrin.h>

void product(const float *a, const float *b, float *d)
{
    for (int i = 0; i < 4; i++)
        d[i] = a[i] * b[i];
}

/* Subnormal products become zeros. */
void product_flushed(const float *a, const float *b, float *d)
{
    unsigned before = _mm_getcsr();
    _mm_setcsr(before | 0x8000);
    _mm_storeu_ps(d, _mm_mul_ps(_mm_loadu_ps(a), _mm_loadu_ps(b)));
    _mm_setcsr(before);
}

/* Nothing calls it: that it has no meaning where subnormals are flushed, and fuses,
   is nobody's concern. */
__attribute__((target("fma"))) void uncalled(float *p)
{
    _mm_storeu_ps(p, _mm_max_ps(_mm_loadu_ps(p), _mm_loadu_ps(p + 4)));
}
