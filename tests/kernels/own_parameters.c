// simdiff: check --reference smooth --port smooth_in_memory --port-arg 'tmp=scratch:f32[n]' => equivalent "tmp=scratch:f32[n] (given), of the port alone"
// simdiff: check --reference smooth --port smooth_in_stale --port-arg 'tmp=scratch:f32[n]' => different
// simdiff: check --reference smooth --port smooth_beyond --port-arg 'tmp=scratch:f32[n]' => defect "outside tmp"
// simdiff: check --reference smooth --port smooth_in_memory --port-arg 'tmp=scratch:f32' => equivalent "the reference does not have it"
// simdiff: check --reference smooth_in_memory --port smooth --reference-arg 'tmp=scratch:f32[n]' => equivalent "of the reference alone"
// simdiff: check --reference smooth_in_memory --port smooth_in_other_memory --arg 'tmp=scratch:f32[n]' => equivalent
// simdiff: check --reference smooth_in_memory --port smooth_in_other_memory => different
// simdiff: check --reference sum --port sum_to --port-arg out=result => equivalent "the port stores in `out` what the reference returns"
// simdiff: check --reference sum_to --port sum --reference-arg out=result => equivalent
// simdiff: check --reference sum --port sum_added --port-arg out=result => defect "uninitialised"
// simdiff: check --reference sum --port sum_if_any --port-arg out=result => defect "uninitialised"
// simdiff: check --reference sum --port sum_wrong --port-arg out=result --size n=0..40 => different
// simdiff: check --reference sum --port sum_in_strides --port-arg threads=const:4 => equivalent
// simdiff: check --reference sum --port sum_in_strides --port-arg 'threads=i32 in 1..4' --size n=0..9 => equivalent
// simdiff: check --reference sum --port sum_in_strides --port-arg 'threads=i32 in 0..4' --size n=0..9 => different
//
// Parameters that one version alone has: memory, a number of threads, the place of the result.
#include <immintrin.h>
#include <stdint.h>

void smooth(const float *x, float *d, int n)
{
    for (int i = 0; i < n; i++) d[i] = ((i ? x[i - 1] : x[i]) + x[i]) * 0.5f;
}

void smooth_in_memory(const float *x, float *d, float *tmp, int n)
{
    for (int i = 0; i < n; i++) tmp[i] = i ? x[i - 1] : x[i];
    __m128 half = _mm_set1_ps(0.5f);
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        __m128 sum = _mm_add_ps(_mm_loadu_ps(tmp + i), _mm_loadu_ps(x + i));
        _mm_storeu_ps(d + i, _mm_mul_ps(sum, half));
    }
    for (; i < n; i++) d[i] = (tmp[i] + x[i]) * 0.5f;
}

void smooth_in_other_memory(const float *x, float *d, float *tmp, int n)
{
    for (int i = 0; i < n; i++) tmp[i] = (i ? x[i - 1] : x[i]) + x[i];
    for (int i = 0; i < n; i++) d[i] = tmp[i] * 0.5f;
}

void smooth_in_stale(const float *x, float *d, float *tmp, int n)
{
    for (int i = 0; i < n; i++)
        if (i != 17) tmp[i] = i ? x[i - 1] : x[i];
    for (int i = 0; i < n; i++) d[i] = (tmp[i] + x[i]) * 0.5f;
}

void smooth_beyond(const float *x, float *d, float *tmp, int n)
{
    for (int i = 0; i < n; i++) tmp[i + 1] = i ? x[i - 1] : x[i];
    for (int i = 0; i < n; i++) d[i] = (tmp[i + 1] + x[i]) * 0.5f;
}

uint32_t sum(const uint32_t *x, int n)
{
    uint32_t sum = 0;
    for (int i = 0; i < n; i++) sum += x[i];
    return sum;
}

void sum_to(const uint32_t *x, int n, uint32_t *out)
{
    __m128i all = _mm_setzero_si128();
    int i = 0;
    for (; i + 4 <= n; i += 4) all = _mm_add_epi32(all, _mm_loadu_si128((const __m128i *)(x + i)));
    uint32_t lane[4];
    _mm_storeu_si128((__m128i *)lane, all);
    uint32_t sum = lane[0] + lane[1] + lane[2] + lane[3];
    for (; i < n; i++) sum += x[i];
    *out = sum;
}

void sum_added(const uint32_t *x, int n, uint32_t *out)
{
    for (int i = 0; i < n; i++) *out += x[i];
}

void sum_if_any(const uint32_t *x, int n, uint32_t *out)
{
    if (n > 0) *out = 0;
    for (int i = 0; i < n; i++) *out += x[i];
}

void sum_wrong(const uint32_t *x, int n, uint32_t *out)
{
    *out = 0;
    for (int i = 0; i < n; i++) *out += x[i] + (i == 33);
}

uint32_t sum_in_strides(const uint32_t *x, int n, int threads)
{
    uint32_t sum = 0;
    for (int t = 0; t < threads; t++)
        for (int i = t; i < n; i += threads) sum += x[i];
    return sum;
}
