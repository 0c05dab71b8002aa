// simdiff: check --cflags -std=c++17 -mavx2 --reference product --port product_unsigned => different "called_back.cpp:21:" "with the other signedness"
// simdiff: check --cflags -std=c++17 -mavx2 --reference energy --port energy_in_32_bits => different "called_back.cpp:33:"
// simdiff: check --cflags -std=c++17 -mavx2 --reference masked --port masked_by_parts => different "called_back.cpp:48:"
// simdiff: check --cflags -std=c++17 -mavx2 --reference mixed --port mixed_twice => different "called_back.cpp:86:"
// What goes wrong in a function that a library calls, in a library's own arithmetic, and in the
// call of a function that is right elsewhere.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <immintrin.h>
#include <numeric>

int64_t product(const int32_t *a, const int16_t *w, int n) {
    int64_t s = 0;
    for (int i = 0; i < n; i++) {
        s += int64_t(a[i]) * w[i];
    }
    return s;
}
int64_t product_unsigned(const int32_t *a, const int16_t *w, int n) {
    auto times = [](int32_t x, int16_t y) { return int64_t(x) * int64_t(uint16_t(y)); };
    return std::inner_product(a, a + n, w, int64_t{0}, std::plus<>(), times);
}

uint64_t energy(const int16_t *s, size_t n) {
    uint64_t e = 0;
    for (size_t i = 0; i < n; i++) {
        e += static_cast<uint64_t>(int64_t(s[i]) * s[i]);
    }
    return e;
}
uint64_t energy_in_32_bits(const int16_t *s, size_t n) {
    return std::accumulate(s, s + n, 0u, [](auto e, int16_t v) {
        return e + uint64_t(int64_t(v) * v);
    });
}

void masked(uint32_t *d, const uint32_t *s, int n) {
    for (int i = 0; i < n; i++) {
        d[i] = ((s[i] >> 3) ^ s[i]) * 0x9e3779b1u;
    }
}
void masked_by_parts(uint32_t *d, const uint32_t *s, int n) {
    std::transform(s, s + n, d, [](uint32_t v) {
        uint32_t h = v >> 3;
        h ^= v;
        h *= 0x9e3779b1u;
        h ^= (h >> 29) * (h >> 30);
        return h;
    });
}

namespace {
class Samples {
    __m256i v;

public:
    Samples(__m256i x) : v(x) {}
    static Samples load(const int16_t *p) {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(p));
    }
    void store(int16_t *p) const { _mm256_storeu_si256(reinterpret_cast<__m256i *>(p), v); }
    friend Samples operator+(Samples a, Samples b) {
        return _mm256_adds_epi16(a.v, b.v);
    }
    friend Samples operator-(Samples a, Samples b) {
        return _mm256_subs_epi16(a.v, b.v);
    }
};
int clipped(int v) { return v > 32767 ? 32767 : v < -32768 ? -32768 : v; }
} // namespace

void mixed(int16_t *l, int16_t *r, const int16_t *m, int n) {
    for (int i = 0; i < n; i++) {
        l[i] = static_cast<int16_t>(clipped(l[i] + m[i]));
        r[i] = static_cast<int16_t>(clipped(r[i] - m[i]));
    }
}

void mixed_twice(int16_t *l, int16_t *r, const int16_t *c, int n) {
    int i = 0;
    for (; i + 16 <= n; i += 16) {
        const Samples m = Samples::load(c + i);
        (Samples::load(l + i) + m).store(l + i);
        const Samples old = Samples::load(r + i);
        (old + m).store(r + i);
    }
    for (; i < n; i++) {
        l[i] = static_cast<int16_t>(clipped(l[i] + c[i]));
        r[i] = static_cast<int16_t>(clipped(r[i] - c[i]));
    }
}
