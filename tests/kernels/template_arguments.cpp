// simdiff: check --reference taps --port taps_of_four --size stride=8..9 --cflags -std=c++17 => different "template_arguments.cpp:52:" "they agree with -5 in place of -4 here"
// simdiff: check --reference taps --port taps_right --size stride=8..9 --cflags -std=c++17 => equivalent
// simdiff: check --reference luma709 --port luma_of --cflags -std=c++17 => different "template_arguments.cpp:82:" "the first value that the reference has nowhere"
// simdiff: check --reference rotated --port rotated_once --cflags -std=c++17 => different "template_arguments.cpp:109:"
// simdiff: check --reference coded --port coded_by_table --cflags -std=c++17 => different "template_arguments.cpp:136:" "they agree with `<` in place of `<=` here"
// Where an instance of a template has a wrong number, or an object with wrong numbers, from its
// arguments, the call with these arguments is at fault, not the template. Likewise the call of a function
// for the wrong object, where another call of it is right; and not a table with the numbers that one of
// the reference has.

#include <array>
#include <cstddef>
#include <cstdint>

static uint8_t clip(int v) { return v < 0 ? 0 : v > 255 ? 255 : static_cast<uint8_t>(v); }

extern "C" void taps(uint8_t *d, const uint8_t *s, int stride) {
    for (int x = 0; x < 8; x++) {
        const uint8_t *p = s + x;
        int sum = p[0] + p[5 * stride] - 5 * (p[stride] + p[4 * stride]);
        sum += 20 * (p[2 * stride] + p[3 * stride]);
        d[x] = clip((sum + 16) >> 5);
    }
}

template <int Outer, int Near, int Inner>
static int filter(const uint8_t *p, int stride) {
    int outer = p[0] + p[5 * stride];
    int near = p[stride] + p[4 * stride];
    int inner = p[2 * stride] + p[3 * stride];
    return Outer * outer + Near * near + Inner * inner;
}

template <int Near>
struct Kernel {
    static int at(const uint8_t *p, int stride) {
        return filter<1, Near, 20>(p, stride);
    }
};

extern "C" void taps_right(uint8_t *d, const uint8_t *s, int stride) {
    for (int x = 0; x < 8; x++) {
        int sum = Kernel<-5>::at(s + x, stride);
        d[x] = clip((sum + 16) >> 5);
    }
}

extern "C" void taps_of_four(uint8_t *d, const uint8_t *s, int stride) {
    for (int x = 0; x < 8; x++) {
        int sum =
            // The outermost call that has the number.
            Kernel<-4>::at(s + x, stride);
        d[x] = clip((sum + 16) >> 5);
    }
}

namespace color {
struct Weights {
    std::array<int, 3> w;
    int shift;
};
constexpr Weights bt601{{77, 150, 29}, 8};

template <const Weights &W>
uint8_t luma(const uint8_t *p) {
    int s = 1 << (W.shift - 1);
    for (std::size_t i = 0; i < W.w.size(); i++)
        s += W.w[i] * p[i];
    return static_cast<uint8_t>(s >> W.shift);
}
} // namespace color

extern "C" void luma709(uint8_t *y, const uint8_t *p, int n) {
    for (int i = 0; i < n; i++) {
        const uint8_t *at = p + 3 * i;
        y[i] = static_cast<uint8_t>((54 * at[0] + 183 * at[1] + 19 * at[2] + 128) >> 8);
    }
}

extern "C" void luma_of(uint8_t *y, const uint8_t *p, int n) {
    for (int i = 0; i < n; i++, p += 3)
        y[i] = color::luma<color::bt601>(p);
}

struct Rotation {
    int c, s;
    int x(int a, int b) const {
        return (a * c + b * s + 2048) >> 12;
    }
    int y(int a, int b) const {
        return (b * c - a * s + 2048) >> 12;
    }
};
static constexpr Rotation first{4017, 799};
static constexpr Rotation third{3406, 2276};

extern "C" void rotated(int32_t *o, const int8_t *i) {
    int a = i[0], b = i[1], c = i[2], d = i[3];
    o[0] = (a * 4017 + d * 799 + 2048) >> 12;
    o[3] = (d * 4017 - a * 799 + 2048) >> 12;
    o[1] = (b * 3406 + c * 2276 + 2048) >> 12;
    o[2] = (c * 3406 - b * 2276 + 2048) >> 12;
}

extern "C" void rotated_once(int32_t *o, const int8_t *i) {
    o[0] = first.x(i[0], i[3]);
    o[3] = first.y(i[0], i[3]);
    o[1] = third.x(i[1], i[2]);
    o[2] = first.y(i[1], i[2]);
}

static const int starts[5] = {0, 0, 2, 6, 14};
static const int counts[5] = {0, 0, 2, 5, 2};

extern "C" int coded(uint8_t window) {
    int code = 0, index = 0;
    for (int length = 1; length <= 4; length++) {
        code = code << 1 | ((window >> (8 - length)) & 1);
        int rest = code - starts[length];
        if (rest >= 0 && rest < counts[length])
            return index + rest + 16 * length;
        index += counts[length];
    }
    return -1;
}

static constexpr uint8_t kStarts[5] = {0, 0, 2, 6, 14};
static constexpr uint8_t kCounts[5] = {0, 0, 2, 5, 2};

extern "C" int coded_by_table(uint8_t window) {
    int code = 0, index = 0;
    for (int length = 1; length <= 4; ++length) {
        code = code * 2 + (window >> 7);
        window = static_cast<uint8_t>(window << 1);
        int rest = code - kStarts[length];
        if (rest >= 0 && rest <= kCounts[length])
            return index + rest + 16 * length;
        index += kCounts[length];
    }
    return -1;
}
