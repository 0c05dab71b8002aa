/* Pairs of functions that differ; the name says what kind of difference. */

#include <immintrin.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

float association_reference(float a, float b, float c) { return a + b + c; }
float association_port(float a, float b, float c) { return a + (b + c); }

float min_max_order_reference(float a, float b) { return a < b ? a : b; }
float min_max_order_port(float a, float b) { return b < a ? b : a; }

/* Only the NaN: the other operand is never a zero. */
float nan_order_reference(float a) { return a < 2.0f ? a : 2.0f; }
float nan_order_port(float a) { return 2.0f < a ? 2.0f : a; }

float signed_zero_reference(float a) { return a + 0.0f; }
float signed_zero_port(float a) { return a; }

float contraction_reference(float a, float b, float c) { return a * b + c; }
float contraction_port(float a, float b, float c) { return fmaf(a, b, c); }

/* Beside clamps that are written in another order. */
float clamped_contraction_reference(float a, float b)
{
    float x = a < -3 ? -3 : a > 3 ? 3 : a;
    return x * b + 1;
}
float clamped_contraction_port(float a, float b)
{
    float x = a < -3 ? -3 : a;
    return fmaf(3 < x ? 3 : x, b, 1);
}

int rounding_direction_reference(float a) { return _mm_cvtss_si32(_mm_set_ss(a)); }
int rounding_direction_port(float a) { return _mm_cvttss_si32(_mm_set_ss(a)); }

float tie_reference(float a, float b, float c) { return a + b > c ? a : b; }
float tie_port(float a, float b, float c) { return a + b >= c ? a : b; }

float precision_reference(float a, float b, float c) { return a * b * c; }
float precision_port(float a, float b, float c)
{
    return (float)((double)a * (double)b * (double)c);
}

float approximation_reference(float a) { return 1.0f / a; }
float approximation_port(float a) { return _mm_cvtss_f32(_mm_rcp_ss(_mm_set_ss(a))); }

/* In another order too, and with a constant that is a double. */
float weighted_precision_reference(float a, float b) { return a * b - 0.04 * (a + b) * (a + b); }
float weighted_precision_port(float a, float b)
{
    float sum = b + a;
    return a * b - 0.04f * (sum * sum);
}

float distributivity_reference(float a, float b, float c) { return (a + b) * 6.0f + c * 4.0f; }
float distributivity_port(float a, float b, float c) { return 6.0f * a + (4.0f * c + 6.0f * b); }

/* No polynomials: only the numbers say that these are the same. */
float rounding_error_reference(float a, float b) { return 3.0f * fabsf(a + b); }
float rounding_error_port(float a, float b) { return fabsf(3.0f * a + 3.0f * b); }

float formula_reference(float a, float b) { return a * b + a; }
float formula_port(float a, float b) { return a * b + b; }

uint8_t integer_against_float_reference(uint8_t a, uint8_t b) { return (uint8_t)(a * b / 255); }
uint8_t integer_against_float_port(uint8_t a, uint8_t b)
{
    return (uint8_t)((float)a * (float)b * (1.0f / 255.0f) + 0.5f);
}

/* Shifts are integer arithmetic too. */
uint8_t halved_reference(uint8_t a) { return (uint8_t)(a * 0.5f + 0.5f); }
uint8_t halved_port(uint8_t a) { return a >> 1; }

/* No polynomials, and a constant that no float is. */
float root_precision_reference(float a) { return (float)sqrt(a * 0.3); }
float root_precision_port(float a) { return sqrtf(a * 0.3f); }

uint8_t fixed_point_reference(uint8_t a, uint8_t b) { return (uint8_t)((a + b + 1) / 2); }
uint8_t fixed_point_port(uint8_t a, uint8_t b) { return (uint8_t)((a + b) / 2); }

uint8_t integer_reference(uint8_t a, uint8_t b) { return (uint8_t)(a + b); }
uint8_t integer_port(uint8_t a, uint8_t b) { return (uint8_t)(a - b); }

float nonfinite_reference(float a) { return a * 0.0f + 1.0f; }
float nonfinite_port(float a) { return 1.0f; }

/* Found where both are zero: there only the sign differs. */
float swapped_reference(float a, float b, float c, float d) { return a * b - c * d; }
float swapped_port(float a, float b, float c, float d) { return c * d - a * b; }

/* No operation on floats on one side. */
float flipped_reference(float a) { return -a; }
float flipped_port(float a) { return 0.0f - a; }

/* A number times 0 is a NaN where it is infinite. */
float vanishing_reference(float a) { return a * 0.0f + a; }
float vanishing_port(float a) { return a; }

/* A product rounded down twice, and doubled. */
int16_t quotient_reference(int16_t a, int16_t b) { return (int16_t)((a * b + 0x4000) >> 15); }
int16_t quotient_port(int16_t a, int16_t b) { return (int16_t)(a * b >> 16) * 2; }

void lanes_reference(const int *x, int *out) { out[0] = x[0] - x[2] * 3; }
void lanes_port(const int *x, int *out) { out[0] = x[0] - x[1] * 3; }

uint8_t compared_reference(uint8_t a, uint8_t b) { return a > b ? 255 : 0; }
uint8_t compared_port(uint8_t a, uint8_t b) { return (int8_t)a > (int8_t)b ? 255 : 0; }

int16_t shifted_reference(int16_t a) { return (int16_t)(a >> 3); }
int16_t shifted_port(int16_t a) { return (int16_t)((uint16_t)a >> 3); }

int16_t clamped_reference(int16_t a, int16_t b) { return (int16_t)(a + b); }
int16_t clamped_port(int16_t a, int16_t b)
{
    int sum = a + b;
    return (int16_t)(sum < -32768 ? -32768 : sum > 32767 ? 32767 : sum);
}

/* The first output differs for NaNs alone, the second in the order of a sum. */
void several_reference(const float *x, float *out)
{
    out[0] = x[0] < 2.0f ? x[0] : 2.0f;
    out[1] = x[1] + x[2] + x[3];
}
void several_port(const float *x, float *out)
{
    out[0] = 2.0f < x[0] ? 2.0f : x[0];
    out[1] = x[1] + (x[2] + x[3]);
}

/* A float behind an integer type. */
int nan_bits_reference(uint32_t a)
{
    float x;
    __builtin_memcpy(&x, &a, 4);
    return x > 1.0f;
}
int nan_bits_port(uint32_t a)
{
    float x;
    __builtin_memcpy(&x, &a, 4);
    return !(x <= 1.0f);
}

/* Infinities make a NaN of a factor that is zero, and a sum of one that is -0. */
double zeros_and_nonfinite_reference(double a, double b, double k, double l) { return k * a + l * b; }
double zeros_and_nonfinite_port(double a, double b, double k, double l)
{
    return l == 0 ? k * a : k * a + l * b;
}
