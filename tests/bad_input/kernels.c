// Small functions that are fine in themselves, or wrong in one way each.
#include <stddef.h>

void scale(const float *src, float *dst, int n) {
    for (int i = 0; i < n; i++) {
        dst[i] = 2.0f * src[i];
    }
}

void scale_twice(const float *src, float *dst, int n) {
    for (int i = 0; i < n; i++) {
        dst[i] = src[i] + src[i];
    }
}

void two_arguments(const float *src, float *dst) {
    dst[0] = src[0];
}

void table_of_rows(float **rows, int n) {
    for (int i = 0; i < n; i++) {
        rows[i][0] = 0.0f;
    }
}

void forever(const float *src, float *dst, int n) {
    volatile int run = 1;
    while (run) {
    }
    scale(src, dst, n);
}

int endless(int n) {
    return endless(n + 1) + 1;
}

int bottomless(int n) {
    return n == 0 ? 0 : 1 + bottomless(n);
}

extern int elsewhere(int n);

int calls_elsewhere(int n) {
    return elsewhere(n);
}
