// simdiff: check --reference onset --port onset_sse --assume-ordered --cflags=-O2 --size n=8 => equivalent
// simdiff: check --reference onset --port onset_sse --assume-finite --cflags=-O2 --size n=13 => equivalent
// simdiff: check --reference onset --port onset_last --assume-ordered --cflags=-O2 --size n=8 => different
// Under an assumption, `!(bound < e)` becomes `e <= bound`, which the solver takes for another
// condition than `bound < e`; what is equal on all inputs has to stay so under assumptions.
#include <immintrin.h>

int onset(const float *restrict x, float bound, int n)
{
    for (int i = 0; i < n; i++) {
        float energy = x[i] * x[i];
        if (energy > bound) return i;
    }
    return -1;
}

int onset_sse(const float *restrict x, float bound, int n)
{
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        __m128 v = _mm_loadu_ps(x + i);
        int mask = _mm_movemask_ps(_mm_cmpgt_ps(_mm_mul_ps(v, v), _mm_set1_ps(bound)));
        if (mask) return i + __builtin_ctz(mask);
    }
    for (; i < n; i++)
        if (x[i] * x[i] > bound) return i;
    return -1;
}

int onset_last(const float *restrict x, float bound, int n)
{
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        __m128 v = _mm_loadu_ps(x + i);
        int mask = _mm_movemask_ps(_mm_cmpgt_ps(_mm_mul_ps(v, v), _mm_set1_ps(bound)));
        if (mask) return i + 31 - __builtin_clz(mask);
    }
    for (; i < n; i++)
        if (x[i] * x[i] > bound) return i;
    return -1;
}
