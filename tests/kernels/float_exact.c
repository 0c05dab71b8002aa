// simdiff: check --reference blend --port blend_float => equivalent
// simdiff: check --reference luma --port luma_float => equivalent
// simdiff: check --reference luma_rounded --port luma_to_even => different
// simdiff: check --reference luma_decimal --port luma => different
// simdiff: check --reference average --port average_float => equivalent
// simdiff: check --reference average --port average_truncated => different
// simdiff: check --reference dot --port dot_float => equivalent
// simdiff: check --reference wide_dot --port wide_dot_float => different
// simdiff: check --reference wide_dot --port wide_dot_double => equivalent
// simdiff: check --reference unit --port unit_float => equivalent
// simdiff: check --reference brighter --port brighter_float => equivalent
// simdiff: check --reference slope --port slope_float => equivalent
// simdiff: check --reference bilinear --port bilinear_rounded => different
// Integers that float arithmetic computes exactly: the bounds of bytes and words
// say so. Too many inputs to try.
#include <math.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;

int blend(u8 a, u8 x, u8 y) { return (a * x + (255 - a) * y) / 255; }
int blend_float(u8 a, u8 x, u8 y) {
    float alpha = a;
    return (int)((alpha * x + (255.0f - alpha) * y) / 255.0f);
}

int luma(u8 r, u8 g, u8 b) { return (77 * r + 150 * g + 29 * b) >> 8; }
int luma_float(u8 r, u8 g, u8 b) { return (int)((77.0f * r + 150.0f * g + 29.0f * b) * (1.0f / 256)); }
int luma_rounded(u8 r, u8 g, u8 b) { return (77 * r + 150 * g + 29 * b + 128) >> 8; }
int luma_to_even(u8 r, u8 g, u8 b) { return (int)rintf((77.0f * r + 150.0f * g + 29.0f * b) / 256); }
int luma_decimal(u8 r, u8 g, u8 b) { return (int)(0.299f * r + 0.587f * g + 0.114f * b); }

int average(u8 a, u8 b, u8 c, u8 d) { return (a + b + c + d + 2) >> 2; }
int average_float(u8 a, u8 b, u8 c, u8 d) { return (int)(((float)a + b + c + d) * 0.25f + 0.5f); }
int average_truncated(u8 a, u8 b, u8 c, u8 d) { return (int)(((float)a + b + c + d) * 0.25f + 0.25f); }

int dot(const u8 *x, const u8 *y) {
    int sum = 0;
    for (int i = 0; i < 8; i++) sum += x[i] * y[i];
    return sum;
}
int dot_float(const u8 *x, const u8 *y) {
    float even = 0, odd = 0;
    for (int i = 0; i < 8; i += 2) {
        even += (float)x[i] * y[i];
        odd += (float)x[i + 1] * y[i + 1];
    }
    return (int)(even + odd);
}

double wide_dot(u16 a, u16 b, u16 c, u16 d) { return (uint64_t)a * b + (uint64_t)c * d; }
double wide_dot_float(u16 a, u16 b, u16 c, u16 d) { return (float)a * b + (float)c * d; }
double wide_dot_double(u16 a, u16 b, u16 c, u16 d) { return (double)c * d + (double)a * b; }

u8 unit(u8 x) { return x; }
u8 unit_float(u8 x) {
    float scaled = x * (1.0f / 255);
    return (u8)(scaled * 255.0f + 0.5f);
}

int brighter(u8 x, u8 y, u8 gain, u16 limit) { return x * gain + y > limit; }
int brighter_float(u8 x, u8 y, u8 gain, u16 limit) { return (float)x * gain + y > (float)limit; }

float slope(int16_t a, int16_t b, int16_t c) { return 3 * a - 2 * b - c; }
float slope_float(int16_t a, int16_t b, int16_t c) { return 3.0f * a - 2.0f * b - c; }

int bilinear(u8 a, u8 b, u8 c, u8 d, u8 u, u8 v) {
    int x = u & 31, y = v & 31;
    return ((32 - y) * ((32 - x) * a + x * b) + y * ((32 - x) * c + x * d)) / 1024;
}
static float mix(float from, float to, float at) { return from + (to - from) * at; }
int bilinear_rounded(u8 a, u8 b, u8 c, u8 d, u8 u, u8 v) {
    float x = (u & 31) * 0.03125f, y = (v & 31) * 0.03125f;
    return (int)rintf(mix(mix(a, b, x), mix(c, d, x), y));
}
