// simdiff: check --reference bits --port bits_saved --size n=16 => equivalent
// simdiff: check --reference bits --port bits_lost --size n=4 => different
// Bits of words, counted one word at a time and from carry-save adders: each bit position is a
// sum by itself.
#include <stdint.h>

uint64_t bits(const uint64_t *a, int n)
{
    uint64_t count = 0;
    for (int i = 0; i < n; i++)
        count += (uint64_t)__builtin_popcountll(a[i]);
    return count;
}

/* Adds three bits at each position: returns the carries, and leaves the sums in *sum. */
static uint64_t add(uint64_t *sum, uint64_t x, uint64_t y, uint64_t lost)
{
    uint64_t half = *sum ^ x;
    uint64_t carry = (*sum & x) | (half & y & ~lost);
    *sum = half ^ y;
    return carry;
}

static uint64_t saved(const uint64_t *a, int n, uint64_t lost)
{
    uint64_t ones = 0, twos = 0, fours = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        uint64_t low = add(&ones, a[i], a[i + 1], lost);
        uint64_t high = add(&ones, a[i + 2], a[i + 3], 0);
        fours += (uint64_t)__builtin_popcountll(add(&twos, low, high, 0));
    }
    uint64_t count = 4 * fours + 2 * (uint64_t)__builtin_popcountll(twos) +
                     (uint64_t)__builtin_popcountll(ones);
    for (; i < n; i++)
        count += (uint64_t)__builtin_popcountll(a[i]);
    return count;
}

uint64_t bits_saved(const uint64_t *a, int n)
{
    return saved(a, n, 0);
}

/* One position loses its carry. */
uint64_t bits_lost(const uint64_t *a, int n)
{
    return saved(a, n, (uint64_t)1 << 40);
}
