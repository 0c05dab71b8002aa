// simdiff: check --reference inverted --port inverted_blocks --size n=1..5 --arg 's=in:u8[n] of 16*((n+15)/16)' --arg 'd=out:u8[n] of 16*((n+15)/16)' => equivalent "16*((n+15)/16)"
// simdiff: check --reference inverted --port inverted_blocks --size n=1..5 --arg 's=in:u8[n] of 16*((n+15)/16)' => defect "write outside d"
// simdiff: check --reference inverted --port inverted_blocks --size n=1..5 --arg 'd=out:u8[n] of 16*((n+15)/16)' => defect "read outside s"
// simdiff: check --reference inverted --port inverted_blocks --size n=17 --arg 's=in:u8[n] of 16*((n+15)/16)' --arg 'd=out:u8[n] of n+14' => defect "write outside d"
// simdiff: check --reference largest --port largest_blocks --size n=1..3 --arg 's=in:u8[n] of 16*((n+15)/16)' => different "(port)"
// simdiff: check --reference largest_blocks --port largest_blocks --port-flags=-O1 --size n=16 --arg 's=in:u8[n] of 16*((n+15)/16)' => equivalent
// simdiff: check --reference inverted --port inverted_shifted --size n=1..3 --arg 's=in:u8[n] of n+1' => different
// Buffers are often allocated in whole blocks: what lies beyond their length may be
// read and written, and no result may depend on it.
#include <emmintrin.h>
#include <stdint.h>

void inverted(const uint8_t *s, uint8_t *d, int n) {
    for (int i = 0; i < n; i++) d[i] = ~s[i];
}

void inverted_blocks(const uint8_t *s, uint8_t *d, int n) {
    for (int i = 0; i < n; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(s + i));
        _mm_storeu_si128((__m128i *)(d + i), _mm_xor_si128(x, _mm_set1_epi8(-1)));
    }
}

void inverted_shifted(const uint8_t *s, uint8_t *d, int n) {
    for (int i = 0; i < n; i++) d[i] = ~s[i + 1];
}

int largest(const uint8_t *s, int n) {
    int most = 0;
    for (int i = 0; i < n; i++)
        if (s[i] > most) most = s[i];
    return most;
}

int largest_blocks(const uint8_t *s, int n) {
    __m128i most = _mm_setzero_si128();
    for (int i = 0; i < n; i += 16)
        most = _mm_max_epu8(most, _mm_loadu_si128((const __m128i *)(s + i)));
    uint8_t lanes[16];
    int all = 0;
    _mm_storeu_si128((__m128i *)lanes, most);
    for (int i = 0; i < 16; i++)
        if (lanes[i] > all) all = lanes[i];
    return all;
}
