// simdiff: check --reference faded --port faded_exactly => equivalent
// simdiff: check --reference faded --port faded_down => different
// Two channels in a word, each of which rests on half of the input.
#include <stdint.h>
static uint8_t divided(uint16_t x)
{
    x += 128;
    return (uint8_t)((x + (x >> 8)) >> 8);
}

uint16_t faded(uint16_t p, uint8_t k)
{
    return (uint16_t)(divided((p & 255) * k) | divided((p >> 8) * k) << 8);
}
uint16_t faded_exactly(uint16_t p, uint8_t k)
{
    return (uint16_t)(((p & 255) * k * 2 + 255) / 510 | ((p >> 8) * k * 2 + 255) / 510 << 8);
}
uint16_t faded_down(uint16_t p, uint8_t k)
{
    return (uint16_t)((p & 255) * k / 255 | (p >> 8) * k / 255 << 8);
}
