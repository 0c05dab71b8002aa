// simdiff: check --reference increment --port increment_blocks => defect "--assume 'n >= 4 && n % 4 == 0'"
// simdiff: check --reference increment --port increment_blocks --assume 'n >= 4 && n % 4 == 0' => equivalent
#include <assert.h>
#include <emmintrin.h>

// The help of a failing assertion of the port states it as a relation.
void increment(int *d, int n)
{
    for (int i = 0; i < n; i++) {
        d[i] = (int)(d[i] + 1u);
    }
}

void increment_blocks(int *d, int n)
{
    assert(n >= 4 && n % 4 == 0);
    for (int i = 0; i < n; i += 4) {
        const __m128i x = _mm_loadu_si128((const __m128i *)(d + i));
        _mm_storeu_si128((__m128i *)(d + i), _mm_add_epi32(x, _mm_set1_epi32(1)));
    }
}
