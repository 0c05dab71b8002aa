// simdiff: check --reference sum --port sum_pipelined --size n=1..8 => defect
// simdiff: check --reference sum --port sum_pipelined --size n=1..8 --cflags -O2 => defect
// simdiff: check --reference sum --port sum_pipelined --size n=1..8 --port-flags -O3 => defect
// simdiff: check --reference sum --port sum --size n=1..8 --port-flags -O3 => equivalent
// simdiff: check --reference quarter --port quarter_copied --size n=1..3 --port-flags -O2 => defect

#include <emmintrin.h>
#include <string.h>

// A load for the next round, in vain after the last one: the optimiser removes it,
// and the source reads past the end.

int sum(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

int sum_pipelined(const int *a, int n)
{
    __m128i total = _mm_setzero_si128();
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        __m128i now = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i next = _mm_loadu_si128((const __m128i *)(a + i + 4));
        (void)next;
        total = _mm_add_epi32(total, now);
    }
    int lanes[4];
    _mm_storeu_si128((__m128i *)lanes, total);
    int s = lanes[0] + lanes[1] + lanes[2] + lanes[3];
    for (; i < n; i++)
        s += a[i];
    return s;
}

// A word is copied for the sake of one of its bytes.

void quarter(const unsigned char *s, unsigned char *d, int n)
{
    for (int i = 0; i < n; i++)
        d[i] = s[i] >> 2;
}

void quarter_copied(const unsigned char *s, unsigned char *d, int n)
{
    for (int i = 0; i < n; i++) {
        unsigned char word[4];
        memcpy(word, s + i, 4);
        d[i] = word[0] >> 2;
    }
}
