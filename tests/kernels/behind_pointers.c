// simdiff: check --reference count --port count_by_pointer --size n=0..64 => equivalent
// simdiff: check --reference count --port count_by_table => different "n = 128"
// simdiff: check --reference count --port count_saturating => different
// simdiff: check --reference count --port count_by_pointer --assume 'n >= 8' => equivalent "33, 39..41, 64"
// Loops in functions that are called through pointers: they are covered as those of other functions.

#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

void count(uint8_t *restrict d, const uint8_t *restrict s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        d[i] = s[i] + 1;
}

typedef size_t blocks(uint8_t *restrict d, const uint8_t *restrict s, size_t n);

static size_t by_sixteen(uint8_t *restrict d, const uint8_t *restrict s, size_t n)
{
    size_t i = 0;
    for (; i + 16 <= n; i += 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(s + i));
        _mm_storeu_si128((__m128i *)(d + i), _mm_sub_epi8(v, _mm_set1_epi8(-1)));
    }
    return i;
}

static size_t by_sixty_four(uint8_t *restrict d, const uint8_t *restrict s, size_t n)
{
    size_t i = 0;
    for (; i + 64 <= n; i += 64)
        for (int k = 0; k < 64; k += 16) {
            __m128i v = _mm_loadu_si128((const __m128i *)(s + k));
            _mm_storeu_si128((__m128i *)(d + i + k), _mm_sub_epi8(v, _mm_set1_epi8(-1)));
        }
    return i;
}

static size_t saturating(uint8_t *restrict d, const uint8_t *restrict s, size_t n)
{
    size_t i = 0;
    for (; i + 16 <= n; i += 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(s + i));
        _mm_storeu_si128((__m128i *)(d + i), _mm_adds_epu8(v, _mm_set1_epi8(1)));
    }
    return i;
}

static blocks *best = by_sixteen;
static blocks *const table[2] = {by_sixty_four, by_sixteen};
static struct {
    const char *name;
    blocks *count;
} operations = {"saturating", saturating};

void count_by_pointer(uint8_t *restrict d, const uint8_t *restrict s, size_t n)
{
    size_t done = best(d, s, n);
    count(d + done, s + done, n - done);
}

void count_by_table(uint8_t *restrict d, const uint8_t *restrict s, size_t n)
{
    size_t done = table[n & 1](d, s, n);
    count(d + done, s + done, n - done);
}

void count_saturating(uint8_t *restrict d, const uint8_t *restrict s, size_t n)
{
    size_t done = operations.count(d, s, n);
    count(d + done, s + done, n - done);
}
