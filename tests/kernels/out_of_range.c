// simdiff: check --reference narrowed --port-flags='-O3 -mavx2' --size n=63..64 => different "conversion" "in 0.0..255.0"
// simdiff: check --reference narrowed --port-flags='-O3 -mavx2' --size n=63..64 --arg 'x=in:f32[n] in 0..255' => equivalent
// simdiff: check --reference whole --port whole_sse2 => equivalent "conversion"
// simdiff: check --reference shorts --port shorts_vector => different "conversion" "in -32768.0..32767.0"
// simdiff: check --reference whole_clamped --port whole_sse2 --arg 'x=in:f32[4] in -1e9..1e9' => equivalent
// simdiff: check --reference saturated --port careless --arg 'x=f32' => defect "conversion-out-of-range" "UndefinedBehaviorSanitizer"

#include <emmintrin.h>
#include <stdint.h>

/* What becomes of a float that the integer cannot hold is the instruction's business. */

void narrowed(const float *restrict x, uint8_t *restrict d, int n)
{
    for (int i = 0; i < n; i++)
        d[i] = (uint8_t)x[i];
}

void whole(const float *x, int32_t *d)
{
    for (int i = 0; i < 4; i++)
        d[i] = (int32_t)x[i];
}

void whole_clamped(const float *x, int32_t *d)
{
    for (int i = 0; i < 4; i++)
        d[i] = x[i] > -2e9f && x[i] < 2e9f ? (int32_t)x[i] : 0;
}

void whole_sse2(const float *x, int32_t *d)
{
    _mm_storeu_si128((__m128i *)d, _mm_cvttps_epi32(_mm_loadu_ps(x)));
}

typedef float eight_floats __attribute__((vector_size(32)));
typedef int16_t eight_shorts __attribute__((vector_size(16)));

void shorts(const float *x, int16_t *d)
{
    for (int i = 0; i < 8; i++)
        d[i] = (int16_t)x[i];
}

void shorts_vector(const float *x, int16_t *d)
{
    eight_floats v;
    __builtin_memcpy(&v, x, sizeof v);
    eight_shorts w = __builtin_convertvector(v, eight_shorts);
    __builtin_memcpy(d, &w, sizeof w);
}

/* Looks at the float before it converts, the port after. */
int saturated(float x) { return x >= 0.0f && x < 1e6f ? (int)x : -1; }
int careless(float x)
{
    int i = (int)x;
    return x >= 0.0f && x < 1e6f ? i : -1;
}
