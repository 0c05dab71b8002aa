// simdiff: check --reference narrowed --port narrowed_alike => equivalent "a text that no input decides"
// simdiff: check --reference narrowed --port narrowed_as_overflow => defect "the reference throws"
// simdiff: check --reference narrowed --port narrowed_saying_more => defect "the reference throws"
// simdiff: check --reference narrowed --port narrowed_without => defect "throws nothing"
// simdiff: check --reference coded --port coded_alike => equivalent
// simdiff: check --reference coded --port coded_otherwise => defect "the reference throws"
// Callers tell exceptions apart by their types, by what they say, and by codes. An exception
// that a `noexcept` function stops ends the program.

#include <cstddef>
#include <cstdint>
#include <stdexcept>

static bool fits(int16_t x) { return -128 <= x && x <= 127; }

void narrowed(const int16_t *x, int8_t *y, std::size_t n) {
    for (std::size_t i = 0; i < n; i++) {
        if (!fits(x[i])) throw std::out_of_range("narrowed");
        y[i] = int8_t(x[i]);
    }
}

void narrowed_alike(const int16_t *x, int8_t *y, std::size_t n) {
    for (std::size_t i = 0; i < n; i++)
        if (!fits(x[i])) throw std::out_of_range("narrowed");
    for (std::size_t i = 0; i < n; i++) y[i] = int8_t(x[i]);
}

void narrowed_as_overflow(const int16_t *x, int8_t *y, std::size_t n) {
    for (std::size_t i = 0; i < n; i++) {
        if (!fits(x[i])) throw std::overflow_error("narrowed");
        y[i] = int8_t(x[i]);
    }
}

void narrowed_saying_more(const int16_t *x, int8_t *y, std::size_t n) {
    for (std::size_t i = 0; i < n; i++) {
        if (!fits(x[i])) throw std::out_of_range("narrowed to 8 bits");
        y[i] = int8_t(x[i]);
    }
}

void narrowed_without(const int16_t *x, int8_t *y, std::size_t n) noexcept {
    for (std::size_t i = 0; i < n; i++) {
        if (!fits(x[i])) throw std::out_of_range("narrowed");
        y[i] = int8_t(x[i]);
    }
}

int coded(int x) {
    if (x == 0) throw -1;
    if (x < 0) throw -2;
    return x / 2;
}

int coded_alike(int x) {
    if (x <= 0) throw x == 0 ? -1 : -2;
    return x >> 1;
}

int coded_otherwise(int x) {
    if (x <= 0) throw -1;
    return x >> 1;
}
