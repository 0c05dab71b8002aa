// simdiff: check --reference chosen --port chosen_but_once --assume-ordered --cflags '-O0 -fno-math-errno' => different
// simdiff: check --reference chosen --port chosen_but_once --assume-finite --cflags '-O1 -fno-math-errno' => different
// simdiff: check --reference chosen --port chosen_turned --assume-ordered --cflags '-O0 -fno-math-errno' => equivalent
// Two roots are equal wherever both are numbers, and one of them is discarded at the input at
// which it is none: they must not be merged.

#include <math.h>
#include <stdint.h>

static int place(uint16_t x) { return (uint16_t)((x * 40503u ^ x >> 3) - 777u); }

float chosen(int p, uint16_t x)
{
    float y = place(x) - 1;
    float root = sqrtf(y), size = sqrtf(fabsf(y));
    return (p ? root : 0) + (p ? 0 : size);
}

float chosen_but_once(int p, uint16_t x)
{
    float y = place(x) - 1;
    float root = sqrtf(y), size = sqrtf(fabsf(y));
    return (p ? root : 0) + (p ? 0 : place(x) == 0 ? 3 : size);
}

float chosen_turned(int p, uint16_t x)
{
    float y = place(x) - 1;
    float root = sqrtf(y), size = sqrtf(fabsf(y));
    return (!p ? size : 0) + (!p ? 0 : root);
}
