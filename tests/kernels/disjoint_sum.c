// simdiff: check --reference weighted --port weighted_by_bits => equivalent
// simdiff: check --reference weighted --port weighted_by_parity => different
// A sum as the bits of either and the bits of both, below products of 64 bits.
#include <stdint.h>

uint64_t weighted(uint64_t a, uint64_t b, uint64_t c)
{
    return (a + b) * (c * b);
}

uint64_t weighted_by_bits(uint64_t a, uint64_t b, uint64_t c)
{
    return ((a | b) + (a & b)) * c * b;
}

uint64_t weighted_by_parity(uint64_t a, uint64_t b, uint64_t c)
{
    return ((a ^ b) + (a & b)) * c * b;
}
