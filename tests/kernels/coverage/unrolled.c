// simdiff: check --reference halve --port halve_unrolled => equivalent
// simdiff: check --reference halve --port halve_shuffled => different
// simdiff: check --reference halve --port halve_two_levels => equivalent
// simdiff: check --reference halve --port halve_outer => different "64, 256"
// simdiff: check --reference halve --port halve_carried => different
// simdiff: check --reference halve --port halve_shuffled --size n=1..63 => equivalent "39..40"
// Loops of several vectors a round, which small sizes do not enter.

#include <emmintrin.h>
#include <stdint.h>

#define LOAD(p) _mm_loadu_si128((const __m128i *)(p))
#define STORE(p, x) _mm_storeu_si128((__m128i *)(p), x)

void halve(uint16_t *out, const uint16_t *in, int n) {
    for (int i = 0; i < n; i++)
        out[i] = in[i] >> 1;
}

static int rest(uint16_t *out, const uint16_t *in, int i, int n) {
    for (; i < n; i++)
        out[i] = in[i] >> 1;
    return i;
}

void halve_unrolled(uint16_t *out, const uint16_t *in, int n) {
    int i = 0;
    for (; i + 64 <= n; i += 64) {
        for (int k = 0; k < 64; k += 8)
            STORE(out + i + k, _mm_srli_epi16(LOAD(in + i + k), 1));
    }
    rest(out, in, i, n);
}

// The fourth vector of a round is stored in the place of the fifth, and the other way round.
void halve_shuffled(uint16_t *out, const uint16_t *in, int n) {
    int i = 0;
    for (; i + 64 <= n; i += 64) {
        for (int k = 0; k < 64; k += 8)
            STORE(out + i + (k == 24 ? 32 : k == 32 ? 24 : k), _mm_srli_epi16(LOAD(in + i + k), 1));
    }
    rest(out, in, i, n);
}

void halve_two_levels(uint16_t *out, const uint16_t *in, int n) {
    int i = 0;
    for (; n - i >= 256; i += 256) {
        for (int block = i; block < i + 256; block += 32) {
            STORE(out + block, _mm_srli_epi16(LOAD(in + block), 1));
            STORE(out + block + 8, _mm_srli_epi16(LOAD(in + block + 8), 1));
            STORE(out + block + 16, _mm_srli_epi16(LOAD(in + block + 16), 1));
            STORE(out + block + 24, _mm_srli_epi16(LOAD(in + block + 24), 1));
        }
    }
    for (; n - i >= 8; i += 8)
        STORE(out + i, _mm_srli_epi16(LOAD(in + i), 1));
    rest(out, in, i, n);
}

// Signed in the outer loop.
void halve_outer(uint16_t *out, const uint16_t *in, int n) {
    int i = 0;
    for (; n - i >= 256; i += 256) {
        for (int block = i; block < i + 256; block += 8)
            STORE(out + block, _mm_srai_epi16(LOAD(in + block), 1));
    }
    for (; n - i >= 8; i += 8)
        STORE(out + i, _mm_srli_epi16(LOAD(in + i), 1));
    rest(out, in, i, n);
}

// Right in the first round only: the pointer is not moved by as much as was done.
void halve_carried(uint16_t *out, const uint16_t *in, int n) {
    const uint16_t *from = in;
    int i = 0;
    for (; i + 64 <= n; i += 64, from += 56) {
        for (int k = 0; k < 64; k += 8)
            STORE(out + i + k, _mm_srli_epi16(LOAD(from + k), 1));
    }
    rest(out, in, i, n);
}
