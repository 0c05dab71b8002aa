// simdiff: check --reference median_sorted --port median_network --size n=16 => equivalent
// simdiff: check --reference median_sorted --port median_short --size n=16 => different
// A median of nine by sorting and by a network: minima of maxima, decided by one
// bit of each input.
#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

void median_sorted(const uint8_t x[9][16], uint8_t *out, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t v[9];
        for (int k = 0; k < 9; k++)
            v[k] = x[k][i];
        for (int k = 0; k < 5; k++)
            for (int j = 8; j > k; j--)
                if (v[j] < v[j - 1]) {
                    uint8_t t = v[j];
                    v[j] = v[j - 1];
                    v[j - 1] = t;
                }
        out[i] = v[4];
    }
}

static void exchange(__m128i *a, __m128i *b)
{
    __m128i least = _mm_min_epu8(*a, *b);
    *b = _mm_max_epu8(*a, *b);
    *a = least;
}

/* The greatest of the least, the median of the middle, the least of the greatest
   of three columns, and their median. */
static void network(const uint8_t x[9][16], uint8_t *out, size_t n, int columns)
{
    for (size_t i = 0; i + 16 <= n; i += 16) {
        __m128i v[9];
        for (int k = 0; k < 9; k++)
            v[k] = _mm_loadu_si128((const __m128i *)(x[k] + i));
        for (int k = 0; k < columns; k++) {
            __m128i *c = v + 3 * k;
            exchange(c, c + 1);
            exchange(c + 1, c + 2);
            exchange(c, c + 1);
        }
        __m128i low = _mm_max_epu8(_mm_max_epu8(v[0], v[3]), v[6]);
        __m128i high = _mm_min_epu8(_mm_min_epu8(v[2], v[5]), v[8]);
        exchange(&v[1], &v[4]);
        exchange(&v[4], &v[7]);
        __m128i middle = _mm_max_epu8(v[1], v[4]);
        exchange(&low, &middle);
        middle = _mm_max_epu8(low, _mm_min_epu8(middle, high));
        _mm_storeu_si128((__m128i *)(out + i), middle);
    }
}

void median_network(const uint8_t x[9][16], uint8_t *out, size_t n)
{
    network(x, out, n, 3);
}

void median_short(const uint8_t x[9][16], uint8_t *out, size_t n)
{
    network(x, out, n, 2);
}
