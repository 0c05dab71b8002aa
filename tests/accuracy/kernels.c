// Kernels that users ask tolerances for. Their errors are proved, and measured
// by native.c.
#include <emmintrin.h>
#include <math.h>

float dot(const float *x, const float *y) {
    float sum = 0.0f;
    for (int i = 0; i < 16; i++) sum += x[i] * y[i];
    return sum;
}

float dot_lanes(const float *x, const float *y) {
    float s[4] = {0};
    for (int i = 0; i < 16; i++) s[i % 4] += x[i] * y[i];
    return (s[0] + s[1]) + (s[2] + s[3]);
}

float dot_fused(const float *x, const float *y) {
    float sum = 0.0f;
    for (int i = 0; i < 16; i++) sum = fmaf(x[i], y[i], sum);
    return sum;
}

float blend(float a, float b, float c) { return a * b + c; }
float blend_fused(float a, float b, float c) { return fmaf(a, b, c); }

float cubic(float x) { return 1.0f + x * (1.0f + x * (0.5f + x * 0.16666667f)); }
float cubic_double(float x) {
    double y = x;
    return (float)(1.0 + y + y * y / 2.0 + y * y * y / 6.0);
}

float quotient(float a, float b) { return a / b; }
float quotient_refined(float a, float b) {
    __m128 x = _mm_set_ss(b), r = _mm_rcp_ss(x);
    r = _mm_mul_ss(r, _mm_sub_ss(_mm_set_ss(2.0f), _mm_mul_ss(x, r)));
    return a * _mm_cvtss_f32(r);
}
float quotient_approximate(float a, float b) {
    return a * _mm_cvtss_f32(_mm_rcp_ss(_mm_set_ss(b)));
}

float inverse_root(float x) { return 1.0f / sqrtf(x); }
float inverse_root_refined(float x) {
    __m128 v = _mm_set_ss(x), r = _mm_rsqrt_ss(v);
    __m128 h = _mm_mul_ss(_mm_mul_ss(_mm_set_ss(0.5f), v), _mm_mul_ss(r, r));
    return _mm_cvtss_f32(_mm_mul_ss(r, _mm_sub_ss(_mm_set_ss(1.5f), h)));
}

float inverse_length(float x, float y) { return 1.0f / sqrtf(x * x + y * y); }
float inverse_length_double(float x, float y) {
    return (float)(1.0 / sqrt((double)x * x + (double)y * y));
}

float clamped(float a, float b, float c) {
    float t = a * b + c;
    return t < 0.0f ? 0.0f : t > 255.0f ? 255.0f : t;
}
float clamped_fused(float a, float b, float c) {
    float t = fmaf(a, b, c);
    t = t > 0.0f ? t : 0.0f;
    return t < 255.0f ? t : 255.0f;
}

float pixel(unsigned char p, float gain) { return (float)p * gain * 0.5f; }
float pixel_scaled(unsigned char p, float gain) { return (float)p * (gain * 0.5f); }

// By its sign, x takes one formula or another: the same in both versions.
float leaky(float x, float slope) { return x > 0.0f ? x * 3.0f : x * slope * 0.3f; }
float leaky_other(float x, float slope) { return x > 0.0f ? x * 3.0f : x * (slope * 0.3f); }

// Products of small numbers lose everything below the subnormals.
float cube(float x, float y, float z) { return (x * y) * z; }
float cube_other(float x, float y, float z) { return x * (y * z); }

// Cancellation: no relative bound exists.
float difference(float a, float b) { return a * a - b * b; }
float difference_factored(float a, float b) { return (a + b) * (a - b); }

// Rounding to an integer makes a step of a last bit.
float rounded(float a, float b, float c) { return (float)(int)(a * b + c); }
float rounded_fused(float a, float b, float c) { return (float)(int)fmaf(a, b, c); }

/* One output of each sort: equal, close, far off, further off. */
void several(const float *a, const float *b, float *out)
{
    out[0] = a[0] + b[0];
    out[1] = a[1] * b[1] + a[0];
    out[2] = (a[2] + b[2]) + a[3];
    out[3] = (a[3] + b[3]) + a[2];
}
void several_other(const float *a, const float *b, float *out)
{
    out[0] = b[0] + a[0];
    out[1] = fmaf(a[1], b[1], a[0]);
    out[2] = a[2] + (b[2] + a[3]) * 1.0001f;
    out[3] = a[3] + (b[3] + a[2]) * 1.001f;
}

/* Integers, which no tolerance speaks of. */
int counted(float x) { return (int)x; }
int counted_up(float x) { return (int)(x + 0.5f); }
