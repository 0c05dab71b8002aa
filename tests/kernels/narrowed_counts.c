// simdiff: check --reference raise --port raise_by_short_blocks => undecided "loses bits at sizes larger than those tried" "n=1048576"
// simdiff: check --reference raise --port raise_by_short_blocks --allow-unreached => equivalent
// simdiff: check --reference raise --port raise_by_short_blocks --size n=0..40 => equivalent
// simdiff: check --reference raise --port raise_by_counted_blocks => undecided "loses bits"
// simdiff: check --reference raise --port raise_by_masked_blocks => undecided "loses bits"
// simdiff: check --reference raise --port raise_in_short_steps => undecided "loses bits"
// simdiff: check --reference raise --port raise_by_byte_blocks => different
// simdiff: check --reference raise --port raise_by_blocks => equivalent "0..20, 31..33, 64"
// simdiff: check --reference raise --port raise_by_byte_counters => equivalent "0..20, 31..33, 64"
// simdiff: check --reference ramp --port ramp_added => equivalent "0..20, 31..33, 64"
// A count of blocks that is cut to 8 or 16 bits is right up to some size.

#include <stddef.h>
#include <stdint.h>

void raise(uint8_t *d, size_t n)
{
    for (size_t i = 0; i < n; i++) d[i]++;
}

static void raise_blocks(uint8_t *d, size_t blocks, size_t n)
{
    for (size_t b = 0; b < blocks; b++)
        for (int j = 0; j < 16; j++) d[16 * b + j]++;
    for (size_t i = n & ~(size_t)15; i < n; i++) d[i]++;
}

void raise_by_blocks(uint8_t *d, size_t n) { raise_blocks(d, n / 16, n); }

void raise_by_short_blocks(uint8_t *d, size_t n) { raise_blocks(d, (uint16_t)(n / 16), n); }

static uint16_t blocks_of(size_t n) { return n / 16; }

void raise_by_counted_blocks(uint8_t *d, size_t n) { raise_blocks(d, blocks_of(n), n); }

void raise_by_masked_blocks(uint8_t *d, size_t n) { raise_blocks(d, (n / 16) & 0xffff, n); }

void raise_in_short_steps(uint8_t *d, size_t n)
{
    uint16_t i = 0;
    for (; i + 16u <= n; i += 16)
        for (int j = 0; j < 16; j++) d[i + j]++;
    for (size_t k = i; k < n; k++) d[k]++;
}

/* Wrong from 4096 on, which is tried. */
void raise_by_byte_blocks(uint8_t *d, size_t n) { raise_blocks(d, (uint8_t)(n / 16), n); }

/* These are never larger than 16, whatever n is. */
void raise_by_byte_counters(uint8_t *d, size_t n)
{
    size_t i = 0;
    for (; i + 16 <= n; i += 16)
        for (uint8_t j = 0; j < 16; j++) d[i + j]++;
    uint8_t rest = n & 15;
    for (uint8_t j = 0; j < rest; j++) d[i + j]++;
}

/* Data wraps as it is meant to. */
void ramp(uint8_t *d, size_t n)
{
    for (size_t i = 0; i < n; i++) d[i] = (uint8_t)(3 * i);
}

void ramp_added(uint8_t *d, size_t n)
{
    uint8_t value = 0;
    for (size_t i = 0; i < n; i++, value += 3) d[i] = value;
}
