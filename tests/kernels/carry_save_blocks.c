// simdiff: check --reference bits --port bits_by_blocks --size n=32 => equivalent
// simdiff: check --reference bits --port bits_misweighted --size n=32 => different
// Bits of words, counted by the method of Harley and Seal: carry-save adders for sixteen words at
// a time. At each bit position the sum is a function of one bit of each word.
#include <stdint.h>

uint64_t bits(const uint64_t *a, int n)
{
    uint64_t count = 0;
    for (int i = 0; i < n; i++)
        count += (uint64_t)__builtin_popcountll(a[i]);
    return count;
}

/* Adds three bits at each position: returns the carries, and leaves the sums in *sum. */
static uint64_t add(uint64_t *sum, uint64_t x, uint64_t y)
{
    uint64_t half = *sum ^ x, carry = (*sum & x) | (half & y);
    *sum = half ^ y;
    return carry;
}

static uint64_t by_blocks(const uint64_t *a, int n, uint64_t weight)
{
    uint64_t sixteens = 0, eights = 0, fours = 0, twos = 0, ones = 0;
    int i = 0;
    for (; i + 16 <= n; i += 16) {
        uint64_t eight[2];
        for (int k = 0; k < 2; k++) {
            uint64_t four[2];
            for (int j = 0; j < 2; j++) {
                const uint64_t *x = a + i + 8 * k + 4 * j;
                uint64_t low = add(&ones, x[0], x[1]), high = add(&ones, x[2], x[3]);
                four[j] = add(&twos, low, high);
            }
            eight[k] = add(&fours, four[0], four[1]);
        }
        sixteens += (uint64_t)__builtin_popcountll(add(&eights, eight[0], eight[1]));
    }
    uint64_t count = 16 * sixteens + 8 * (uint64_t)__builtin_popcountll(eights) +
                     weight * (uint64_t)__builtin_popcountll(fours) +
                     2 * (uint64_t)__builtin_popcountll(twos) + (uint64_t)__builtin_popcountll(ones);
    for (; i < n; i++)
        count += (uint64_t)__builtin_popcountll(a[i]);
    return count;
}

uint64_t bits_by_blocks(const uint64_t *a, int n) { return by_blocks(a, n, 4); }

uint64_t bits_misweighted(const uint64_t *a, int n) { return by_blocks(a, n, 3); }
