// simdiff: check --reference root --port root_single => different
// simdiff: check --reference level --port level_halving => equivalent
// simdiff: check --reference level --port level_but_one => different
// simdiff: check --reference steps --port steps_two => undecided "other-values"
// simdiff: check --reference steps --port steps_two --size start=0..40 => equivalent
// simdiff: check --reference steps --port steps_two --allow-unreached => equivalent
// simdiff: check --reference lowest --port lowest_counted => equivalent
// An integer that decides how often a loop goes round, where nothing is as long as it.

#include <math.h>

unsigned root(unsigned x)
{
    unsigned r = 0;
    for (unsigned bit = 1u << 15; bit; bit >>= 1)
        if ((unsigned long)(r + bit) * (r + bit) <= x) r += bit;
    return r;
}

unsigned root_single(unsigned x)
{
    return (unsigned)sqrtf((float)x);
}

int level(unsigned key)
{
    int found = 0;
    for (int i = 1; i < 16; i++)
        if (key >= (unsigned)(i * i * 1000)) found = i;
    return found;
}

int level_halving(unsigned key)
{
    int low = 0, high = 16;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (key >= (unsigned)(middle * middle * 1000)) low = middle;
        else high = middle;
    }
    return low;
}

int level_but_one(unsigned key)
{
    return key == 0xdeadbeef ? 14 : level_halving(key);
}

int steps(unsigned start)
{
    int n = 0;
    unsigned long long x = start;
    while (x > 1) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        n++;
    }
    return n;
}

int steps_two(unsigned start)
{
    int n = 0;
    unsigned long long x = start;
    while (x > 1) {
        int odd = x & 1;
        x = odd ? (x >> 1) + x + 1 : x / 2;
        n += 1 + odd;
    }
    return n;
}

int lowest(unsigned x)
{
    int n = 0;
    while (n < 32 && !(x & 1)) {
        x >>= 1;
        n++;
    }
    return n;
}

int lowest_counted(unsigned x)
{
    return x ? __builtin_ctz(x) : 32;
}
