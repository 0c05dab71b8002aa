#include <stdint.h>
#include <string.h>

void widen(const uint8_t *s, uint16_t *d)
{
    for (int i = 0; i < 8; i++) d[i] = s[i];
}

void widen_aligned(const uint8_t *s, uint16_t *d)
{
    int wrong = ((uintptr_t)s & 3) == 1;
    for (int i = 0; i < 8; i++) d[i] = s[i] + wrong;
}
