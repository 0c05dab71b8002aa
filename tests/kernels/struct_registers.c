// simdiff: check --reference third --port third_returned => equivalent
// simdiff: check --reference third --port third_returned --cflags -O2 => equivalent
// simdiff: check --reference third --port third_cast => defect "misaligned"
// A structure of bytes that is returned in a register is stored by clang as one integer of less alignment.

#include <stdint.h>

struct bytes { uint8_t b[8]; };

static struct bytes split(uint64_t x)
{
    struct bytes out;
    for (int i = 0; i < 8; i++) out.b[i] = x >> (8 * i);
    return out;
}

uint8_t third(struct bytes *p, uint64_t x)
{
    for (int i = 0; i < 8; i++) p->b[i] = x >> (8 * i);
    return x >> 24;
}

uint8_t third_returned(struct bytes *p, uint64_t x)
{
    *p = split(x);
    return p->b[3];
}

uint8_t third_cast(struct bytes *p, uint64_t x)
{
    *(uint64_t *)p->b = x;
    return x >> 24;
}
