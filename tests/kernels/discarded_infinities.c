// simdiff: check --reference gained --port gained_in_turn --assume-finite => equivalent
// simdiff: check --reference gained --port gained_but_once --assume-finite => different
// simdiff: check --reference gained --port gained_but_once --assume-fast-math --cflags '-O0 -ffast-math' => different
// simdiff: check --reference rooted --port rooted_but_once --assume-ordered => different
// simdiff: check --reference louder --port louder_but_once --assume-ordered => different
// Products, roots and comparisons that a mode discards are infinite or NaN at the one input that
// the port gets wrong: nothing is known of them there.

#include <math.h>
#include <string.h>

static unsigned bits(float x)
{
    unsigned u;
    memcpy(&u, &x, 4);
    return u;
}

float gained(int mode, float x) { return mode & 1 ? x * 4 : mode & 2 ? x * 8 : x; }

float gained_in_turn(int mode, float x)
{
    float y = x;
    if (mode & 2) y = x * 8;
    if (mode & 1) y = x * 4;
    return y;
}

float gained_but_once(int mode, float x)
{
    float y = gained_in_turn(mode, x);
    return !(mode & 3) && (bits(x) & 0x7fffff) == 0x2468ac && bits(x) >> 23 == 0xfe ? 5 : y;
}

float rooted(int mode, float x)
{
    return mode == 1 ? sqrtf(x) : mode == 2 ? sqrtf(x + 1) : x;
}

float rooted_but_once(int mode, float x)
{
    float y = x;
    if (mode == 2) y = sqrtf(x + 1);
    if (mode == 1) y = sqrtf(x);
    int once = (bits(x) & 0x7fffff) == 0x2468ac && bits(x) >> 23 == 0x17f;
    return mode != 1 && mode != 2 && once ? 5 : y;
}

int louder(int mode, float x) { return mode == 1 ? sqrtf(x) > 2 : x > 1; }

int louder_but_once(int mode, float x)
{
    int once = (bits(x) & 0x7fffff) == 0x2468ac && bits(x) >> 23 == 0x17f;
    if (mode == 1) return sqrtf(x) > 2;
    return once ? 1 : x > 1;
}
