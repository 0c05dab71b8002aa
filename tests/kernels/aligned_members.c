// simdiff: check --reference first --port first_aligned => equivalent
// simdiff: check --reference first --port first_by_32 => defect "misaligned"
// A structure has the alignment that one of its members declares.

#include <immintrin.h>

struct item {
    _Alignas(16) float m[4];
    float w;
};

void first(const struct item *s, float *d, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 4; k++) d[4 * i + k] = s[i].m[k];
}

void first_aligned(const struct item *s, float *d, int n)
{
    for (int i = 0; i < n; i++) _mm_storeu_ps(d + 4 * i, _mm_load_ps(s[i].m));
}

__attribute__((target("avx"))) void first_by_32(const struct item *s, float *d, int n)
{
    for (int i = 0; i < n; i++) {
        float t[8] __attribute__((aligned(32)));
        _mm256_store_ps(t, _mm256_load_ps(s[i].m));
        for (int k = 0; k < 4; k++) d[4 * i + k] = t[k];
    }
}
