// simdiff: check --reference product --port product_turned => equivalent "a computed NaN has the bits of the canonical one"
// simdiff: check --reference product --port product_turned --assume-ordered => equivalent
// simdiff: check --reference product --port product_turned --assume-finite => equivalent
// simdiff: check --reference cancels --port cancels_always --assume-finite => equivalent
// simdiff: check --reference cancels --port cancels_always --assume-ordered => different "INFINITY"
// Which NaN a product is depends on the order of its operands, which the compiler may exchange.
// Where native runs show it, inputs that the assumptions exclude show nothing.

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

int cancels(float x) { return signbit(x - x) != 0; }

int cancels_always(float x) { return 0; }
