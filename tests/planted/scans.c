// Planted bugs in scans, and in questions about all elements: ordinary inputs give one result,
// whatever a port does. Each port is wrong in the line that says BUG.
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

// check: ascii n=16..20
int ascii_ref(const uint8_t *src, int n) {
    for (int i = 0; i < n; i++)
        if (src[i] >= 0x80)
            return 0;
    return 1;
}
int ascii_port(const uint8_t *src, int n) {
    uint64_t low = 0, high = 0, x;
    uint8_t all = 0;
    const uint8_t *second = src + 8;
    for (; n >= 16; n -= 16, src += 16, second += 16) {
        memcpy(&x, src, 8);
        low |= x;
        memcpy(&x, second, 8);
        high |= x;
    }
    if ((low | high) & 0x8080808000808080) // BUG
        all = 0x80;
    for (; n > 0; n--)
        all |= *src++;
    return all < 0x80;
}

// check: blanks n=14..33
int blanks_ref(const uint8_t *src, int n) {
    int i = 0;
    while (i < n && (src[i] == ' ' || src[i] == '\n'))
        i++;
    return i;
}
int blanks_port(const uint8_t *src, int n) {
    int i = 0;
    for (; i + 16 <= n; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(src + i));
        __m128i blank = _mm_or_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8(' ')),
                                     _mm_cmpeq_epi8(x, _mm_set1_epi8('\n')));
        unsigned other = ~_mm_movemask_epi8(blank) & 0x7fff; // BUG
        if (other)
            return i + __builtin_ctz(other);
    }
    while (i < n && (src[i] == ' ' || src[i] == '\n'))
        i++;
    return i;
}

// check: ascii_step n=32..70
int ascii_step_ref(const int8_t *src, int n) {
    for (int i = 0; i < n; i++)
        if (src[i] < 0)
            return 0;
    return 1;
}
int ascii_step_port(const int8_t *src, int n) {
    __m128i all = _mm_setzero_si128();
    int i = 0;
    for (; i + 16 <= n; i += 32) // BUG
        all = _mm_or_si128(all, _mm_loadu_si128((const __m128i *)(src + i)));
    int tail = 0;
    for (; i < n; i++)
        tail |= src[i];
    return _mm_movemask_epi8(all) == 0 && tail >= 0;
}

// check: winner n=8..8
void winner_ref(const int16_t *a, const int16_t *b, int16_t *best, int16_t *first, int n) {
    for (int i = 0; i < n; i++) {
        best[i] = a[i] >= b[i] ? a[i] : b[i];
        first[i] = a[i] >= b[i] ? -1 : 0;
    }
}
void winner_port(const int16_t *a, const int16_t *b, int16_t *best, int16_t *first, int n) {
    for (int i = 0; i + 8 <= n; i += 8) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        __m128i greater = _mm_cmpgt_epi16(x, y); // BUG
        _mm_storeu_si128((__m128i *)(best + i), _mm_max_epi16(x, y));
        _mm_storeu_si128((__m128i *)(first + i), greater);
    }
}
