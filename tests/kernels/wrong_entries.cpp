// simdiff: check --cflags -std=c++17 -mavx2 --reference scaled --port scaled_fast => different "wrong_entries.cpp:17:" "codec::fast::scales[4]"
// simdiff: check --cflags -std=c++17 -mavx2 --reference squared --port squared_by_table => different "wrong_entries.cpp:45:" "they agree with 255 in place of 0 as"
// simdiff: check --cflags -std=c++17 -mavx2 --reference mirrored --port mirrored_avx => different "wrong_entries.cpp:62:"
// simdiff: check --cflags -std=c++17 -mavx2 --reference ordered --port ordered_fast => different "wrong_entries.cpp:74:" "as order[11] and order[13]"
// Tables of C++ with a wrong entry, and an argument that is written in another line than its call.
#include <algorithm>
#include <array>
#include <cstdint>
#include <immintrin.h>

namespace codec {
constexpr std::array<int, 6> scales = {10, 11, 13, 14, 16, 18};
namespace fast {
constexpr std::array<int, 6> scales = {
    10, 11, 13,
    // Also for the upper half.
    14, 15, 18,
};
} // namespace fast
} // namespace codec

void scaled(int *d, const int16_t *s, int n, unsigned qp) {
    for (int i = 0; i < n; i++) {
        d[i] = s[i] * codec::scales[qp % 6];
    }
}

void scaled_fast(int *d, const int16_t *s, int n, unsigned qp) {
    const int k = codec::fast::scales[qp % 6];
    std::transform(s, s + n, d, [k](int16_t v) { return v * k; });
}

template <int Last> constexpr auto squares() {
    std::array<uint8_t, 256> t{};
    for (int i = 0; i < Last; i++) {
        t[i] = static_cast<uint8_t>((i * i + 127) / 255);
    }
    return t;
}

uint8_t squared(uint8_t x) {
    return static_cast<uint8_t>((x * x + 127) / 255);
}

constexpr auto table = squares<255>();

uint8_t squared_by_table(uint8_t x) {
    return table[x];
}

void mirrored(float *d, const float *s) {
    const float k[8] = {0.5f, 1.5f, 2.5f, 3.5f, 4.5f, 5.5f, 6.5f, 7.5f};
    for (int i = 0; i < 8; i++) {
        d[i] = s[i] * k[7 - i];
    }
}

void mirrored_avx(float *d, const float *s) {
    const __m256 k = _mm256_setr_ps(
        7.5f, 6.5f, // the upper ones
        5.5f, 4.5f, 3.5f, 2.5f,
        0.5f, 1.5f);
    _mm256_storeu_ps(d, _mm256_mul_ps(_mm256_loadu_ps(s), k));
}

static constexpr uint8_t zigzag[16] = {0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15};

void ordered(int16_t *d, const int16_t *s) {
    for (int i = 0; i < 16; i++) {
        d[i] = s[zigzag[i]];
    }
}

static constexpr auto order = [] {
    std::array<uint8_t, 16> all{};
    for (int i = 0; i < 16; i++) {
        all[i] = zigzag[i];
    }
    all[11] = 14;
    all[13] = 10;
    return all;
}();

void ordered_fast(int16_t *d, const int16_t *s) {
    for (int i = 0; i < 16; i++) {
        d[i] = s[order[i]];
    }
}
