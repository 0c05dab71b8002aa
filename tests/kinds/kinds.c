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

float halves_reference(float a) { return floorf(a + 0.5f); }
float halves_port(float a) { return rintf(a); }
float halves_away_reference(float a) { return roundf(a); }
float halves_away_port(float a) { return rintf(a); }
float halves_decoy_reference(float a, float b) { return floorf(a + 0.5f); }
float halves_decoy_port(float a, float b) { return rintf(a + b); }

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

int32_t quarter_reference(int32_t a) { return a / 4; }
int32_t quarter_port(int32_t a) { return a >> 2; }
int32_t quarter_relaxed(int32_t a) { return (a + (a >> 31 & 3)) >> 2; }
int32_t eighth_rest_reference(int32_t a) { return a % 8; }
int32_t eighth_rest_port(int32_t a) { return a & 7; }
int16_t tenth_reference(int16_t a) { return a / 10; }
int16_t tenth_port(int16_t a) { return a / 10 - (a % 10 < 0); }
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

/* A number is added and taken away again. */
float cancellation_reference(float x, float t) { return x * t; }
float cancellation_port(float x, float t) { return (x * t + t) - t; }
float cancellation_relaxed(float x, float t) { return t * x; }

/* Divided by what it was multiplied with. */
float quotient_cancellation_reference(float x, float t) { return x + t; }
float quotient_cancellation_port(float x, float t) { return (x + t) * t / t; }
float quotient_cancellation_relaxed(float x, float t) { return t + x; }

float reciprocal_reference(float x, float s) { return x / s; }
float reciprocal_port(float x, float s) { return x * (1.0f / s); }
float reciprocal_relaxed(float x, float s) { return -x / -s; }

/* The compiler's constant is a third, rounded. */
float third_reference(float x) { return x / 3.0f; }
float third_port(float x) { return x * (1.0f / 3.0f); }
float third_relaxed(float x) { return x / 3.0f; }

/* One over a root, which is no quotient of the reference's. */
float root_reciprocal_reference(float x, float y) { return x / sqrtf(y); }
float root_reciprocal_port(float x, float y) { return x * (1.0f / sqrtf(y)); }
float root_reciprocal_relaxed(float x, float y) { return -x / -sqrtf(y); }

float series_reference(float x) { return sinf(x); }
float series_port(float x)
{
    float y = x * x;
    return x * (1.0f - y * (0.16666667f - y * 0.0083333f));
}
float series_relaxed(float x) { return sinf(x); }

/* Converted by cvtps, and clamped where the reference clamps floats. */
void nearest_bytes_reference(const float *x, uint8_t *out)
{
    for (int i = 0; i < 4; i++) {
        float v = x[i] * 255.0f;
        out[i] = v < 0.0f ? 0 : v > 255.0f ? 255 : (uint8_t)v;
    }
}
static void bytes(__m128i v, uint8_t *out)
{
    v = _mm_packs_epi32(v, v);
    v = _mm_packus_epi16(v, v);
    _mm_storeu_si32(out, v);
}
void nearest_bytes_port(const float *x, uint8_t *out)
{
    bytes(_mm_cvtps_epi32(_mm_mul_ps(_mm_loadu_ps(x), _mm_set1_ps(255.0f))), out);
}
void nearest_bytes_relaxed(const float *x, uint8_t *out)
{
    __m128 v = _mm_mul_ps(_mm_loadu_ps(x), _mm_set1_ps(255.0f));
    v = _mm_min_ps(_mm_set1_ps(255.0f), v);
    bytes(_mm_cvttps_epi32(v), out);
}

/* Greater by one than a byte. */
uint8_t bound_reference(float x)
{
    x = x * 255.0f + 0.5f;
    return x < 0 ? 0 : x > 255 ? 255 : (uint8_t)x;
}
uint8_t bound_port(float x)
{
    x = x * 255.0f + 0.5f;
    return x < 0 ? 0 : x > 254 ? 254 : (uint8_t)x;
}
uint8_t bound_relaxed(float x)
{
    x = x * 255.0f + 0.5f;
    return x > 255 ? 255 : x < 0 ? 0 : (uint8_t)x;
}

/* Signed bounds, of a number clamped to a byte without sign. */
uint8_t signed_bounds_reference(int16_t x) { return x < 0 ? 0 : x > 255 ? 255 : x; }
uint8_t signed_bounds_port(int16_t x) { return (uint8_t)(x < -128 ? -128 : x > 127 ? 127 : x); }
uint8_t signed_bounds_relaxed(int16_t x) { return x > 255 ? 255 : x < 0 ? 0 : x; }

/* A product that needs more than 16 bits. */
int32_t narrow_product_reference(int16_t a, int16_t b) { return (a * b) >> 8; }
int32_t narrow_product_port(int16_t a, int16_t b) { return (int16_t)(a * b) >> 8; }
int32_t narrow_product_relaxed(int16_t a, int16_t b) { return (int32_t)((int64_t)b * a >> 8); }

/* Before it is clamped. */
int8_t narrow_sum_reference(int16_t x)
{
    int v = (x * 3) >> 4;
    return v > 127 ? 127 : v < -128 ? -128 : v;
}
int8_t narrow_sum_port(int16_t x)
{
    int16_t v = (int16_t)(x * 3) >> 4;
    return v > 127 ? 127 : v < -128 ? -128 : v;
}
int8_t narrow_sum_relaxed(int16_t x)
{
    int64_t v = ((int64_t)x * 3) >> 4;
    return v > 127 ? 127 : v < -128 ? -128 : v;
}

/* What a kind stands for is in these ports too, and is not what is wrong. */
float approximation_decoy_reference(float a, float b) { return 1.0f / a; }
float approximation_decoy_port(float a, float b) { return _mm_cvtss_f32(_mm_rcp_ss(_mm_set_ss(b))); }
float contraction_decoy_reference(float a, float b, float c) { return a * b + c; }
float contraction_decoy_port(float a, float b, float c) { return fmaf(a, c, b); }
float cancellation_decoy_reference(float x, float t) { return x * t; }
float cancellation_decoy_port(float x, float t) { return (x * x + t) - t; }
float reciprocal_decoy_reference(float x, float s) { return x / s; }
float reciprocal_decoy_port(float x, float s) { return s * (1.0f / x); }
float series_decoy_reference(float x, float y) { return sinf(x); }
float series_decoy_port(float x, float y) { return y * (1.0f - y * y * 0.16666667f); }
int rounding_decoy_reference(float a, float b) { return _mm_cvtss_si32(_mm_set_ss(a)); }
int rounding_decoy_port(float a, float b) { return _mm_cvttss_si32(_mm_set_ss(b)); }
uint8_t clamp_decoy_reference(int16_t x) { return x < 0 ? 0 : x > 255 ? 255 : x; }
uint8_t clamp_decoy_port(int16_t x) { return x < 0 ? 0 : x > 254 ? 254 : x ^ 5; }
int32_t narrow_decoy_reference(int16_t a, int16_t b) { return (a * b) >> 8; }
int32_t narrow_decoy_port(int16_t a, int16_t b) { return (int16_t)(a * b) >> 7; }
uint8_t float_decoy_reference(uint8_t a, uint8_t b) { return (uint8_t)(a * b / 255); }
uint8_t float_decoy_port(uint8_t a, uint8_t b) { return (uint8_t)((float)a * (float)b * (1.0f / 199.0f)); }
float precision_decoy_reference(float a, float b) { return a * b + a; }
float precision_decoy_port(float a, float b) { return (float)((double)a * (double)b + (double)b); }
int32_t quarter_decoy_reference(int32_t a, int32_t b) { return a / 4; }
int32_t quarter_decoy_port(int32_t a, int32_t b) { return b >> 2; }
int fixed_point_decoy_reference(uint8_t y, uint8_t v) { return (298 * (y - 16) + 409 * (v - 128)) >> 8; }
int fixed_point_decoy_port(uint8_t y, uint8_t v) { return (298 * (y - 16) + 409 * (v - 127)) >> 8; }

/* They agree where the number is not negative. */
int32_t half_reference(int32_t a) { return a / 2; }
int32_t half_port(int32_t a) { return a >> 1; }

/* Next to each other modulo 2^32 alone. */
int32_t wrapped_decoy_reference(int32_t a, int32_t b) {
    if (a == b && a == INT32_MIN)
        return INT32_MAX;
    return (int32_t)(((int64_t)a * b + (1 << 30)) >> 31);
}
int32_t wrapped_decoy_port(int32_t a, int32_t b) { return (int32_t)(((int64_t)a * b + (1 << 30)) >> 31); }
/* Taken as unsigned, nearly all numbers are at a bound. */
int16_t signs_decoy_reference(int16_t a, int16_t b)
{
    int x = a + b - 100;
    return x < -3000 ? -3000 : x > 3000 ? 3000 : x;
}
int16_t signs_decoy_port(int16_t a, int16_t b)
{
    int x = a + b - 1000;
    return x < -3000 ? -3000 : x > 3000 ? 3000 : x;
}
/* Bits that a shift leaves are no clamp. */
uint32_t rotated_decoy_reference(uint32_t x) { return (x << 7 | x >> 25) + 0x9e3779b9u; }
uint32_t rotated_decoy_port(uint32_t x) { return (x << 7 | (uint32_t)((int32_t)x >> 25)) + 0x9e3779b9u; }
/* Both clamp alike, to another value. */
uint8_t thrice_decoy_reference(int16_t x)
{
    int t = x * 3 / 4;
    return t < 0 ? 0 : t > 255 ? 255 : t;
}
uint8_t thrice_decoy_port(int16_t x)
{
    int t = (int16_t)(x * 3) >> 2;
    return t < 0 ? 0 : t > 255 ? 255 : t;
}
/* A shift of the other signedness shows where the result is clamped. */
uint8_t chroma_reference(uint8_t y, uint8_t v)
{
    int t = (298 * (y - 16) + 409 * (v - 128) + 128) >> 8;
    return t < 0 ? 0 : t > 255 ? 255 : t;
}
uint8_t chroma_port(uint8_t y, uint8_t v)
{
    int t = (int)((uint32_t)(298 * (y - 16) + 409 * (v - 128) + 128) >> 8);
    return t < 0 ? 0 : t > 255 ? 255 : t;
}
/* Of two types, one of which has no negative numbers. */
int16_t rounded_product_reference(int16_t a, uint16_t b) { return (int16_t)((a * b + 16384) >> 16); }
int16_t rounded_product_port(int16_t a, uint16_t b) { return (int16_t)(a * b >> 16); }
/* Floats clamped as integers, after a conversion that cannot hold them. */
int16_t sample_reference(float x)
{
    float v = x * 32767.0f;
    return v > 32767.0f ? 32767 : v < -32768.0f ? -32768 : v == v ? (int16_t)v : 0;
}
static int16_t sample(__m128 v, __m128 x)
{
    __m128i whole = _mm_cvttps_epi32(_mm_and_ps(v, _mm_cmpeq_ps(x, x)));
    return (int16_t)_mm_cvtsi128_si32(_mm_packs_epi32(whole, whole));
}
int16_t sample_port(float x) { return sample(_mm_set_ss(x * 32767.0f), _mm_set_ss(x)); }
int16_t sample_relaxed(float x)
{
    return sample(_mm_min_ss(_mm_set_ss(32767.0f), _mm_set_ss(x * 32767.0f)), _mm_set_ss(x));
}
/* Wrong in range, too. */
int16_t sample_decoy_reference(float x) { return sample_reference(x); }
int16_t sample_decoy_port(float x) { return sample(_mm_set_ss(x * 32768.0f), _mm_set_ss(x)); }
/* A difference that does not fit into 16 bits, of which the sign is asked. */
uint16_t narrow_distance_reference(int16_t a, int16_t b) { return (uint16_t)(a < b ? b - a : a - b); }
uint16_t narrow_distance_port(int16_t a, int16_t b)
{
    __m128i d = _mm_sub_epi16(_mm_set1_epi16(a), _mm_set1_epi16(b));
    __m128i sign = _mm_srai_epi16(d, 15);
    return (uint16_t)_mm_extract_epi16(_mm_sub_epi16(_mm_xor_si128(d, sign), sign), 0);
}
uint16_t narrow_distance_relaxed(int16_t a, int16_t b)
{
    __m128i d = _mm_sub_epi32(_mm_set1_epi32(a), _mm_set1_epi32(b));
    __m128i sign = _mm_srai_epi32(d, 31);
    return (uint16_t)_mm_extract_epi16(_mm_sub_epi32(_mm_xor_si128(d, sign), sign), 0);
}
