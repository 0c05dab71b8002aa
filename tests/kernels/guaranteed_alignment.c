// simdiff: check --cflags=-mavx --reference plain --port on_stack => defect "misaligned-write"
// simdiff: check --cflags=-mavx --reference plain --port on_heap => defect "misaligned-write"
// simdiff: check --cflags=-mavx --reference plain --port zeroed_heap => defect "misaligned-write"
// simdiff: check --cflags=-mavx --reference plain --port grown_heap => defect "misaligned-write"
// simdiff: check --cflags=-mavx --reference plain --port in_static => defect "misaligned-write"
// simdiff: check --cflags=-mavx --reference plain --port in_structure => defect "misaligned-write"
// simdiff: check --cflags=-mavx --reference plain --port reads_back => defect "misaligned-read"
// simdiff: check --cflags=-mavx --cflags=-O2 --reference plain --port on_heap => defect
// simdiff: check --cflags=-mavx --reference plain --port on_stack_aligned => equivalent
// simdiff: check --cflags=-mavx --reference plain --port on_heap_aligned => equivalent
// simdiff: check --cflags=-mavx --reference plain --port on_heap_narrow => equivalent
// simdiff: check --cflags=-mavx --reference plain --port in_static_aligned => equivalent
// Memory of the program is aligned as its type or the allocator promises. That it happens to lie
// well does not make an aligned access right.
#include <immintrin.h>
#include <stdlib.h>

float plain(const float *a) {
    float s = 0;
    for (int i = 0; i < 8; i++)
        s += a[i];
    return s;
}

float on_stack(const float *a) {
    float t[8];
    _mm256_store_ps(t, _mm256_loadu_ps(a));
    return plain(t);
}

float on_stack_aligned(const float *a) {
    _Alignas(32) float t[8];
    _mm256_store_ps(t, _mm256_loadu_ps(a));
    return plain(t);
}

float on_heap(const float *a) {
    float *t = malloc(32);
    if (!t)
        abort();
    _mm256_store_ps(t, _mm256_loadu_ps(a));
    float s = plain(t);
    free(t);
    return s;
}

float zeroed_heap(const float *a) {
    float *t = calloc(8, 4);
    if (!t)
        abort();
    _mm256_store_ps(t, _mm256_loadu_ps(a));
    float s = plain(t);
    free(t);
    return s;
}

float grown_heap(const float *a) {
    float *t = malloc(4);
    float *u = t ? realloc(t, 32) : 0;
    if (!u)
        abort();
    _mm256_store_ps(u, _mm256_loadu_ps(a));
    float s = plain(u);
    free(u);
    return s;
}

float on_heap_aligned(const float *a) {
    float *t = aligned_alloc(32, 32);
    if (!t)
        abort();
    _mm256_store_ps(t, _mm256_loadu_ps(a));
    float s = plain(t);
    free(t);
    return s;
}

float on_heap_narrow(const float *a) {
    float *t = malloc(32);
    if (!t)
        abort();
    _mm_store_ps(t, _mm_loadu_ps(a));
    _mm_store_ps(t + 4, _mm_loadu_ps(a + 4));
    float s = plain(t);
    free(t);
    return s;
}

static float kept[8];

float in_static(const float *a) {
    _mm256_store_ps(kept, _mm256_loadu_ps(a));
    return plain(kept);
}

static _Alignas(32) float kept_aligned[8];

float in_static_aligned(const float *a) {
    _mm256_store_ps(kept_aligned, _mm256_loadu_ps(a));
    return plain(kept_aligned);
}

float in_structure(const float *a) {
    struct {
        int k;
        float t[8];
    } q;
    _mm_store_ps(q.t, _mm_loadu_ps(a));
    _mm_storeu_ps(q.t + 4, _mm_loadu_ps(a + 4));
    return plain(q.t);
}

float reads_back(const float *a) {
    float t[8], s[8];
    _mm256_storeu_ps(t, _mm256_loadu_ps(a));
    _mm256_storeu_ps(s, _mm256_load_ps(t));
    return plain(s);
}
