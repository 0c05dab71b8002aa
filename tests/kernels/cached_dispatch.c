// simdiff: check --reference next --port next_other => equivalent
// A static variable that caches what other functions with static variables found out.

#include <stdint.h>

static uint32_t probe(void)
{
    uint32_t a = 1, b, c = 0, d, found = 0;
    __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    if (!(c & 1u << 20)) return found;
    a = 7, c = 0;
    __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    if (b & 1u << 5) found |= 2;
    if (b & 1u << 16) found |= 4;
    return found;
}

static uint32_t detected(void)
{
    static uint32_t known = 0x8000;
    if (known == 0x8000) known = probe();
    return known;
}

static int level(void)
{
    static int known = 0xFFFF;
    if (known == 0xFFFF) known = (detected() & 2 ? 1 : 0) | (detected() & 4 ? 2 : 0);
    return known;
}

int next(int x) { return level() & 1 ? x + 1 : 1 + x; }
int next_other(int x) { return level() & 2 ? x + 1 : 1 + x; }
