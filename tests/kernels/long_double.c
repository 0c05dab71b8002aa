// simdiff: check --reference above --port above_wrapping => different
// simdiff: check --reference negative --port negative_wrapping => different
// A long double holds every 64-bit integer exactly, and sums of two of them
// that no 64-bit integer holds.

#include <stdint.h>

int above(int64_t a, int64_t b, int64_t c) {
    return (long double)a + (long double)b > (long double)c;
}

int above_wrapping(int64_t a, int64_t b, int64_t c) {
    return (int64_t)((uint64_t)a + (uint64_t)b) > c;
}

int negative(int64_t a) { return -(long double)a > (long double)a; }

int negative_wrapping(int64_t a) { return (int64_t)-(uint64_t)a > a; }
