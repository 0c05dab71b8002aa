// simdiff: run => equivalent "within the architecture's bound"
// simdiff: run --cflags -DTIGHT => defect "abort"
#include <assert.h>
#include <immintrin.h>

// An approximate reciprocal is as near as the architecture promises, and no nearer.
int main(void) {
#ifdef TIGHT
    const float part = 1.0f / (1 << 20);
#else
    const float part = 1.5f / 4096;
#endif
    float x[4];
    _mm_storeu_ps(x, _mm_rcp_ps(_mm_set_ps(3.0f, -7.0f, 1000.0f, 0.3f)));
    const float exact[4] = {1 / 0.3f, 1e-3f, -1 / 7.0f, 1 / 3.0f};
    for (int i = 0; i < 4; i++)
        if (!(__builtin_fabsf(x[i] - exact[i]) <= __builtin_fabsf(exact[i]) * part * 1.001f)) __builtin_abort();
    return 0;
}
