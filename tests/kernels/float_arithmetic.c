// simdiff: check --reference above --port above_by_difference => equivalent
// simdiff: check --reference greater --port greater_by_difference => equivalent
// simdiff: check --reference equal --port equal_by_difference => different
// simdiff: check --reference bounded --port bounded_by_bits => equivalent
// simdiff: check --reference square_is_number --port is_number => equivalent
// simdiff: check --reference clamped --port clamped_after --undefined conversion=note => equivalent
// simdiff: check --reference factors --port no_factors => different floats
// simdiff: check --reference grows --port grows_or_stays --arg 'x=f32 in 0..1e6' --arg 'y=f32 in 0..1e6' => equivalent
// simdiff: check --reference grows --port grows_or_stays => different
// simdiff: check --reference below_sum --port below_wide_sum => different
// Properties of rounding arithmetic that no rule states; the inputs are too
// many to try. What no sample finds, a model shows.
#include <math.h>
#include <stdint.h>
#include <string.h>

static uint32_t bits(float x) {
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

int above(float x, float y) { return x > y; }
int above_by_difference(float x, float y) { return x - y > 0; }

float greater(float x, float y) { return x > y ? x : y; }
float greater_by_difference(float x, float y) {
    float d = x - y;
    return d > 0 ? x : y;
}

int equal(float x, float y) { return x == y; }
int equal_by_difference(float x, float y) { return x - y == 0; }

int bounded(float x, float y) {
    float s = x + y;
    return s - s == 0;
}
int bounded_by_bits(float x, float y) { return (bits(x + y) & 0x7f800000) != 0x7f800000; }

int square_is_number(float x, float y) {
    float s = x * y;
    return s * s >= 0;
}
int is_number(float x, float y) {
    float s = x * y;
    return s == s;
}

uint8_t clamped(float x, float y) {
    float s = x + y;
    if (!(s > 0)) s = 0;
    if (s > 255) s = 255;
    return (uint8_t)s;
}
uint8_t clamped_after(float x, float y) {
    float s = x + y;
    int i = (int)s;
    if (!(s > 0)) i = 0;
    if (s > 255) i = 255;
    return i;
}

int factors(float x, float y) { return x * y == 2.7182817f && x + y == 4.0f; }
int no_factors(float x, float y) { return 0 * (x < y); }

int grows(float x, float y) { return x + y >= x; }
int grows_or_stays(float x, float y) { return x == x && y == y; }

int below_sum(float x, float y) { return x + y < 1.0f; }
int below_wide_sum(float x, float y) { return (double)x + (double)y < 1.0; }
