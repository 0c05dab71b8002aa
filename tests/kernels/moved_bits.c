// simdiff: check --cflags=-mssse3 --reference swapped --port swapped_by_shifts => equivalent
// simdiff: check --cflags=-mssse3 --reference swapped --port swapped_signed => different
// simdiff: check --cflags=-mssse3 --reference rotated --port rotated_by_shuffle => equivalent
// simdiff: check --cflags=-mssse3 --reference rotated --port rotated_other_way => different
// simdiff: check --cflags=-mssse3 --reference shifted --port shifted_sse2 => equivalent
// simdiff: check --cflags=-mssse3 --reference shifted --port shifted_one_less => different
// simdiff: check --cflags=-mssse3 --reference pixels --port pixels_sse2 => equivalent
// simdiff: check --cflags=-mssse3 --reference pixels --port pixels_unmasked => different
// simdiff: check --cflags=-mssse3 --reference transposed --port transposed_by_swaps => equivalent
// simdiff: check --cflags=-mssse3 --reference transposed --port transposed_by_masks => equivalent
// simdiff: check --cflags=-mssse3 --reference transposed --port transposed_almost => different
// simdiff: check --cflags=-mssse3 --reference signs --port signs_by_product => equivalent
// simdiff: check --cflags=-mssse3 --reference signs --port signs_reversed => different
// Bits that are moved by shuffles in one version and by shifts and masks in the other.

#include <stdint.h>
#include <string.h>
#include <tmmintrin.h>

static inline __m128i load(const void *from) { return _mm_loadu_si128(from); }
static inline void store(void *to, __m128i value) { _mm_storeu_si128(to, value); }

// The bytes of words in reverse: within halves by shifts, then the halves by a shuffle.
void swapped(const uint32_t x[4], uint32_t y[4]) {
    __m128i order = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    store(y, _mm_shuffle_epi8(load(x), order));
}

static inline __m128i exchanged(__m128i bytes) {
    bytes = _mm_shufflelo_epi16(bytes, _MM_SHUFFLE(2, 3, 0, 1));
    return _mm_shufflehi_epi16(bytes, _MM_SHUFFLE(2, 3, 0, 1));
}

void swapped_by_shifts(const uint32_t x[4], uint32_t y[4]) {
    __m128i words = load(x);
    store(y, exchanged(_mm_or_si128(_mm_slli_epi16(words, 8), _mm_srli_epi16(words, 8))));
}

void swapped_signed(const uint32_t x[4], uint32_t y[4]) {
    __m128i words = load(x);
    store(y, exchanged(_mm_or_si128(_mm_slli_epi16(words, 8), _mm_srai_epi16(words, 8))));
}

void rotated(const uint32_t x[4], uint32_t y[4]) {
    for (int i = 0; i < 4; i++) y[i] = x[i] >> 8 | x[i] << 24;
}

void rotated_by_shuffle(const uint32_t x[4], uint32_t y[4]) {
    __m128i order = _mm_set_epi8(12, 15, 14, 13, 8, 11, 10, 9, 4, 7, 6, 5, 0, 3, 2, 1);
    store(y, _mm_shuffle_epi8(load(x), order));
}

void rotated_other_way(const uint32_t x[4], uint32_t y[4]) {
    __m128i order = _mm_set_epi8(14, 13, 12, 15, 10, 9, 8, 11, 6, 5, 4, 7, 2, 1, 0, 3);
    store(y, _mm_shuffle_epi8(load(x), order));
}

// 128 bits to the left; the upper half takes over what the lower one loses.
void shifted(const uint64_t x[2], uint64_t y[2]) {
    y[0] = x[0] << 5;
    y[1] = x[1] << 5 | x[0] >> 59;
}

static inline __m128i carried(__m128i both, int bits) {
    return _mm_or_si128(_mm_slli_epi64(both, 5), _mm_slli_si128(_mm_srli_epi64(both, bits), 8));
}

void shifted_sse2(const uint64_t x[2], uint64_t y[2]) { store(y, carried(load(x), 59)); }
void shifted_one_less(const uint64_t x[2], uint64_t y[2]) { store(y, carried(load(x), 58)); }

// Eight pixels of 5, 6 and 5 bits; the upper bits of a colour fill its lower ones.
void pixels(const uint16_t x[8], uint8_t y[32]) {
    for (int i = 0; i < 8; i++) {
        unsigned r = x[i] >> 11, g = x[i] >> 5 & 63, b = x[i] & 31;
        y[4 * i] = r << 3 | r >> 2;
        y[4 * i + 1] = g << 2 | g >> 4;
        y[4 * i + 2] = b << 3 | b >> 2;
        y[4 * i + 3] = 255;
    }
}

static inline void unpacked(__m128i x, int mask, uint8_t y[32]) {
    __m128i r = _mm_and_si128(_mm_srli_epi16(x, 8), _mm_set1_epi16(0xf8));
    __m128i g = _mm_and_si128(_mm_srli_epi16(x, 3), _mm_set1_epi16(0xfc));
    __m128i b = _mm_and_si128(_mm_slli_epi16(x, 3), _mm_set1_epi16((short)mask));
    r = _mm_or_si128(r, _mm_srli_epi16(r, 5));
    g = _mm_or_si128(g, _mm_srli_epi16(g, 6));
    b = _mm_or_si128(b, _mm_srli_epi16(b, 5));
    __m128i rg = _mm_or_si128(r, _mm_slli_epi16(g, 8));
    __m128i ba = _mm_or_si128(b, _mm_set1_epi16((short)0xff00));
    store(y, _mm_unpacklo_epi16(rg, ba));
    store(y + 16, _mm_unpackhi_epi16(rg, ba));
}

void pixels_sse2(const uint16_t x[8], uint8_t y[32]) { unpacked(load(x), 0xf8, y); }
void pixels_unmasked(const uint16_t x[8], uint8_t y[32]) { unpacked(load(x), 0xfff8, y); }

// Eight by eight bits.
uint64_t transposed(uint64_t x) {
    uint64_t y = 0;
    for (int i = 0; i < 64; i++) y |= (x >> i & 1) << (i % 8 * 8 + i / 8);
    return y;
}

static inline uint64_t three_swaps(uint64_t x, uint64_t last) {
    uint64_t t = (x ^ x >> 7) & 0x00aa00aa00aa00aaull;
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & 0x0000cccc0000ccccull;
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & last;
    return x ^ t ^ t << 28;
}

uint64_t transposed_by_swaps(uint64_t x) { return three_swaps(x, 0xf0f0f0f0ull); }
uint64_t transposed_almost(uint64_t x) { return three_swaps(x, 0xf0f0f070ull); }

uint64_t transposed_by_masks(uint64_t x) {
    __m128i rows = _mm_cvtsi64_si128((int64_t)x);
    uint64_t y = 0;
    for (int i = 0; i < 8; i++) {
        y = y << 8 | (uint8_t)_mm_movemask_epi8(rows);
        rows = _mm_slli_epi64(rows, 1);
    }
    return y;
}

// The signs of eight bytes, gathered by a multiplication.
int signs(const uint8_t x[8]) { return _mm_movemask_epi8(_mm_loadl_epi64((const __m128i *)x)); }

static inline int gathered(const uint8_t x[8], uint64_t factor) {
    uint64_t bytes;
    memcpy(&bytes, x, 8);
    return (int)((bytes >> 7 & 0x0101010101010101ull) * factor >> 56);
}

int signs_by_product(const uint8_t x[8]) { return gathered(x, 0x0102040810204080ull); }
int signs_reversed(const uint8_t x[8]) { return gathered(x, 0x8040201008040201ull); }
