// simdiff: check --reference increment --port increment_right --assume 'n % 128 == 0' --assume 'n > 0' => equivalent
// simdiff: check --reference increment --port increment_wrong --assume 'n % 128 == 0' --assume 'n > 0' => different
// simdiff: check --reference increment --port increment_wrong --assume 'n > 0 && n < 0' => undecided
#include <emmintrin.h>
#include <stdint.h>

// No default size is a multiple of 128 above zero: the smallest ones are checked.
void increment(uint8_t *d, int n)
{
    for (int i = 0; i < n; i++) {
        d[i]++;
    }
}

static void blocks(uint8_t *d, int n, int second)
{
    for (int i = 0; i < n; i += 128) {
        for (int k = 0; k < 128; k += 16) {
            __m128i *at = (__m128i *)(d + i + k);
            const int8_t by = i == 128 && k == 112 ? second : 1;
            _mm_storeu_si128(at, _mm_add_epi8(_mm_loadu_si128(at), _mm_set1_epi8(by)));
        }
    }
}

void increment_right(uint8_t *d, int n) { blocks(d, n, 1); }
void increment_wrong(uint8_t *d, int n) { blocks(d, n, 2); }
