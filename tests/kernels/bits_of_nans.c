// simdiff: check --reference product --port product_turned => different "NaN"
// simdiff: check --reference product --port product_turned --cflags -O2 => equivalent "a computed NaN has the bits of the canonical one"
// simdiff: check --reference product --port product_sse => equivalent "a computed NaN has the bits of the canonical one"
// simdiff: check --reference product --port product_turned --assume-ordered => equivalent
// simdiff: check --reference product --port product_turned --assume-finite => equivalent
// simdiff: check --reference cancels --port cancels_always --assume-finite => equivalent
// simdiff: check --reference cancels --port cancels_always --assume-ordered => different "INFINITY"
// Which NaN a product is depends on the order of its operands, which an optimiser may exchange: it
// is that of the source without -O. Inputs that the assumptions exclude show nothing.

#include <immintrin.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static uint32_t bits(float x)
{
    uint32_t u;
    memcpy(&u, &x, 4);
    return u;
}

uint32_t product(float x, float y) { return bits(x * y); }

uint32_t product_turned(float x, float y) { return bits(y * x); }

uint32_t product_sse(float x, float y)
{
    return _mm_cvtsi128_si32(_mm_castps_si128(_mm_mul_ss(_mm_set_ss(x), _mm_set_ss(y))));
}

int cancels(float x) { return signbit(x - x) != 0; }

int cancels_always(float x) { return 0; }
