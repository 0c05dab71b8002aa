// simdiff: check --reference scaled_bits --port bits => different "NaN"
// simdiff: check --reference shifted_bits --port bits => different "NaN"
// simdiff: check --reference shifted --port copied => equivalent
// simdiff: check --reference widened_bits --port bits => different "NaN"
// simdiff: check --reference negative --port sign_bit => different

#include <stdint.h>
#include <string.h>

/* Arithmetic quiets a signalling NaN, and which NaN it makes of two is the
   processor's choice: both show where bits are looked at, not in a float. */

static uint32_t seen(float y)
{
    uint32_t u;
    memcpy(&u, &y, sizeof u);
    return u;
}

uint32_t bits(float x) { return seen(x); }
uint32_t scaled_bits(float x) { return seen(x * 1.0f); }
uint32_t shifted_bits(float x) { return seen(x - 0.0f); }
uint32_t widened_bits(float x) { return seen((float)(double)x); }

float copied(float x) { return x; }
float shifted(float x) { return x - 0.0f; }

/* The difference is never -0, so only a NaN tells these apart. */
int negative(float x) { return x * x - 1.0f < 0.0f; }
int sign_bit(float x) { return (int)(seen(x * x - 1.0f) >> 31); }
