// simdiff: check --reference total --port total_in_words --cflags -mssse3 --size n=2048 => equivalent
// simdiff: check --reference total --port total_in_long_blocks --cflags -mssse3 --size n=2064 => different
// A lane of 16 bits holds 128 sums of two bytes: blocks of more than 2,048 bytes overflow it, for
// inputs that random tests hardly ever have.

#include <stdint.h>
#include <tmmintrin.h>

int32_t total(const int8_t *s, int n)
{
    int32_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += s[i];
    return sum;
}

static int32_t total_in_blocks(const int8_t *s, int n, int block)
{
    __m128i ones = _mm_set1_epi8(1), all = _mm_setzero_si128();
    int i = 0;
    while (i + 16 <= n) {
        __m128i words = _mm_setzero_si128();
        for (int end = i + block; i + 16 <= n && i < end; i += 16) {
            __m128i pairs = _mm_maddubs_epi16(ones, _mm_loadu_si128((const __m128i *)(s + i)));
            words = _mm_add_epi16(words, pairs);
        }
        all = _mm_add_epi32(all, _mm_madd_epi16(words, _mm_set1_epi16(1)));
    }
    int32_t lanes[4];
    _mm_storeu_si128((__m128i *)lanes, all);
    int32_t sum = lanes[0] + lanes[1] + lanes[2] + lanes[3];
    return sum + total(s + i, n - i);
}

int32_t total_in_words(const int8_t *s, int n)
{
    return total_in_blocks(s, n, 2048);
}

int32_t total_in_long_blocks(const int8_t *s, int n)
{
    return total_in_blocks(s, n, 4096);
}
