// simdiff: check --cflags -std=c++20 --reference filtered --port filtered_by_class --size n=6..6 => different "wrong_updates.cpp:33:" "`y1` in place of `y`"
// simdiff: check --cflags -std=c++20 --reference predicted --port predicted_by_class --size n=5..5 => different "wrong_updates.cpp:61:" "the old `p` in place"
// simdiff: check --cflags -std=c++20 --reference random --port random_by_class --size n=4..4 => different "wrong_updates.cpp:86:" "what is kept here leads to"
// simdiff: check --cflags -std=c++20 --reference inside --port inside_of_box --size n=4..4 => different "wrong_updates.cpp:104:" "`<` in place of `<=`"
// simdiff: check --cflags -std=c++20 --reference followed --port followed_by_class --size n=6..6 => different "wrong_updates.cpp:132:" "they agree with 4 in place of 3 here"
// A wrong update of what an object keeps is named, not where a later round takes it from; a member
// of an object in place of another; and the arguments of a class template where an object has them.
#include <algorithm>
#include <cstdint>

void filtered(const int16_t *s, int16_t *d, int n) {
    int x1 = 0, x2 = 0, y1 = 0, y2 = 0;
    for (int i = 0; i < n; i++) {
        int y = (5 * s[i] + 3 * x1 + 2 * x2 - 4 * y1 - y2) >> 3;
        x2 = x1;
        x1 = s[i];
        y2 = y1;
        y1 = y;
        d[i] = (int16_t)y;
    }
}

template <class T>
class Biquad {
    T x1{}, x2{}, y1{}, y2{};

  public:
    T step(T x) {
        T y = (5 * x + 3 * x1 + 2 * x2 - 4 * y1 - y2) >> 3;
        x2 = x1;
        x1 = x;

        y2 = y; // The new value.
        y1 = y;
        return y;
    }
};

void filtered_by_class(const int16_t *s, int16_t *d, int n) {
    Biquad<int> filter;
    for (int i = 0; i < n; i++)
        d[i] = (int16_t)filter.step(s[i]);
}

void predicted(const int16_t *s, int16_t *d, int n) {
    int p = 0, q = 0;
    for (int i = 0; i < n; i++) {
        int v = s[i] + 2 * p - q;
        q = p;
        p = v;
        d[i] = (int16_t)v;
    }
}

struct Predictor {
    int p = 0, q = 0;

    int decode(int rest) {
        int v = rest + 2 * p - q;
        p = v;
        q = p; // Too late.
        return v;
    }
};

void predicted_by_class(const int16_t *s, int16_t *d, int n) {
    Predictor predictor;
    std::transform(s, s + n, d, [&](int x) { return (int16_t)predictor.decode(x); });
}

void random(const uint32_t *seed, uint32_t *d, int n) {
    uint32_t x = *seed | 1;
    for (int i = 0; i < n; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        d[i] = x;
    }
}

struct Xor {
    uint32_t x;
    uint32_t operator()() {
        uint32_t y = x ^ x << 13;
        y ^= y >> 17;
        x = y; // Too early.
        y ^= y << 5;
        return y;
    }
};

void random_by_class(const uint32_t *seed, uint32_t *d, int n) {
    std::generate_n(d, n, Xor{*seed | 1});
}

void inside(const int32_t *x, const int32_t *y, uint8_t *d, int n) {
    for (int i = 0; i < n; i++)
        d[i] = x[i] >= 10 && x[i] < 200 && y[i] >= 20 && y[i] < 100;
}

struct Box {
    int x0, y0, x1, y1;
    bool contains(int x, int y) const {
        return x >= x0 && x < x1 && y >= y0 && y <= y1;
    }
};

void inside_of_box(const int32_t *x, const int32_t *y, uint8_t *d, int n) {
    constexpr Box box{10, 20, 200, 100};
    for (int i = 0; i < n; i++)
        d[i] = box.contains(x[i], y[i]);
}

void followed(const uint8_t *s, int16_t *d, int n) {
    int e = 0;
    for (int i = 0; i < n; i++) {
        e = s[i] > e ? e + ((s[i] - e) >> 1) : e - (e >> 4);
        d[i] = (int16_t)e;
    }
}

template <int Up, int Down>
struct Follower {
    int level = 0;
    int next(int x) {
        level += x > level ? (x - level) >> Up : -(level >> Down);
        return level;
    }
};

void followed_by_class(const uint8_t *s, int16_t *d, int n) {
    Follower<1, 3> follower;
    for (int i = 0; i < n; i++)
        d[i] = (int16_t)follower.next(s[i]);
}
