// simdiff: check --reference squared --port squared_in_array => equivalent
// simdiff: check --reference squared --port squared_less_aligned => defect "misaligned-write"
// simdiff: check --reference squared --port squared_in_structure => defect "misaligned-write"
// The x86-64 ABI aligns local arrays of 16 bytes and more to 16; structures, and what the
// source aligns to less, may lie anywhere that their own alignment allows, also where they
// happen to lie well natively.
#include <xmmintrin.h>

void squared(float *d, const float *s) {
    for (int i = 0; i < 4; i++) d[i] = s[i] * s[i];
}

void squared_in_array(float *d, const float *s) {
    float t[4];
    _mm_store_ps(t, _mm_loadu_ps(s));
    for (int i = 0; i < 4; i++) d[i] = t[i] * t[i];
}

void squared_less_aligned(float *d, const float *s) {
    _Alignas(8) float t[4];
    _mm_store_ps(t, _mm_loadu_ps(s));
    for (int i = 0; i < 4; i++) d[i] = t[i] * t[i];
}

void squared_in_structure(float *d, const float *s) {
    struct {
        float x, y, z, w;
    } t;
    _mm_store_ps(&t.x, _mm_loadu_ps(s));
    d[0] = t.x * t.x, d[1] = t.y * t.y, d[2] = t.z * t.z, d[3] = t.w * t.w;
}
