// simdiff: check --reference brighten_scalar --port brighten_sse2 --size n=16 => different "signed integer overflow"
// simdiff: check --reference brighten_scalar --port brighten_sse2 --arg 'k=i32 in -1000..1000' --size n=15..17 => equivalent
// The scalar sum overflows for the largest k, which C leaves undefined: the
// versions agree wherever it does not.

#include <emmintrin.h>
#include <stdint.h>

void brighten_scalar(const uint8_t *in, uint8_t *out, int k, int n) {
    for (int i = 0; i < n; i++) {
        int v = in[i] + k;
        out[i] = v < 0 ? 0 : v > 255 ? 255 : v;
    }
}

void brighten_sse2(const uint8_t *in, uint8_t *out, int k, int n) {
    int up = k < 0 ? 0 : k > 255 ? 255 : k;
    int down = k > 0 ? 0 : k < -255 ? 255 : -k;
    int i = 0;
    for (; i + 16 <= n; i += 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(in + i));
        v = _mm_adds_epu8(v, _mm_set1_epi8((char)up));
        v = _mm_subs_epu8(v, _mm_set1_epi8((char)down));
        _mm_storeu_si128((__m128i *)(out + i), v);
    }
    for (; i < n; i++) {
        int64_t v = (int64_t)in[i] + k;
        out[i] = v < 0 ? 0 : v > 255 ? 255 : (uint8_t)v;
    }
}
