// Planted bugs in vector loops whose remainder loop could do their work: no size is fixed.
#include <emmintrin.h>
#include <stdint.h>

// check: sad
uint32_t sad_ref(const uint8_t *a, const uint8_t *b, int n)
{
    uint32_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
    return sum;
}
uint32_t sad_port(const uint8_t *a, const uint8_t *b, int n)
{
    __m128i acc = _mm_setzero_si128();
    int i = 0;
    for (; i + 16 <= n; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        acc = _mm_add_epi64(acc, _mm_sad_epu8(x, y));
    }
    uint32_t sum = _mm_cvtsi128_si32(acc) + _mm_cvtsi128_si32(_mm_srli_si128(acc, 4)); // BUG
    for (; i < n; i++)
        sum += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
    return sum;
}

// check: prefix
void prefix_ref(uint8_t *row, int n)
{
    uint8_t previous = 0;
    for (int i = 0; i < n; i++) {
        previous = row[i] + previous;
        row[i] = previous;
    }
}
void prefix_port(uint8_t *row, int n)
{
    __m128i carry = _mm_setzero_si128();
    int i = 0;
    for (; i + 16 <= n; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(row + i));
        x = _mm_add_epi8(x, _mm_slli_si128(x, 1));
        x = _mm_add_epi8(x, _mm_slli_si128(x, 2));
        x = _mm_add_epi8(x, _mm_slli_si128(x, 4));
        x = _mm_add_epi8(x, _mm_slli_si128(x, 8));
        x = _mm_add_epi8(x, carry);
        _mm_storeu_si128((__m128i *)(row + i), x);
        carry = _mm_srli_si128(x, 14); // BUG
    }
    uint8_t previous = _mm_cvtsi128_si32(carry);
    for (; i < n; i++) {
        previous = row[i] + previous;
        row[i] = previous;
    }
}
