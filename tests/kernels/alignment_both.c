// simdiff: check --reference of_source --port of_both --size n=4 => defect "--arg 'x=in:f32[n] align:16' --arg 'd=out:f32[n] align:16'"
// simdiff: check --reference of_source --port of_source --size n=4 => defect "both versions need more"
// simdiff: check --reference of_source --port of_both --arg 'x=in:f32[n] align:16' --arg 'd=out:f32[n] align:16' => equivalent
// Each version needs an alignment that the other one does not show first.
#include <xmmintrin.h>

void of_source(const float *x, float *d, int n) {
    for (int i = 0; i + 4 <= n; i += 4) _mm_storeu_ps(d + i, _mm_load_ps(x + i));
}

void of_both(const float *x, float *d, int n) {
    for (int i = 0; i + 4 <= n; i += 4) {
        __m128 zero = _mm_setzero_ps();
        _mm_store_ps(d + i, zero);
        _mm_store_ps(d + i, _mm_load_ps(x + i));
    }
}
