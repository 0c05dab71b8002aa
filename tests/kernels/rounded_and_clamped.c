// simdiff: check --reference level --port level_sse => equivalent
// simdiff: check --reference level --port level_below => different
// A bound of the clamp surpasses the other operand where the case of the bound is proved.

#include <emmintrin.h>
#include <math.h>

int level(float x, float gain)
{
    float rounded = rintf(x * gain);
    if (rounded > 127) rounded = 127;
    if (rounded < -128) rounded = -128;
    return (int)rounded;
}

int level_sse(float x, float gain)
{
    float scaled = x * gain;
    scaled = scaled > 127 ? 127 : scaled;
    scaled = scaled < -128 ? -128 : scaled;
    return _mm_cvtss_si32(_mm_set_ss(scaled));
}

int level_below(float x, float gain)
{
    float scaled = x * gain;
    scaled = scaled > 127 ? 127 : scaled;
    scaled = scaled < -127 ? -127 : scaled;
    return _mm_cvtss_si32(_mm_set_ss(scaled));
}
