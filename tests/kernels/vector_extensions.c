// simdiff: check --reference mixed --port mixed_vector --size n=3..9 => equivalent
// simdiff: check --reference reversed --port reversed_vector --size n=4..9 => equivalent
// simdiff: check --reference widened --port widened_vector --size n=3..9 => equivalent
// simdiff: check --reference mixed --port mixed_wrong --size n=4 => different
// GNU vector types and clang's builtins for them, without any intrinsic.
#include <string.h>

typedef float f32x4 __attribute__((vector_size(16)));
typedef int i32x4 __attribute__((vector_size(16)));
typedef short i16x4 __attribute__((vector_size(8)));

void mixed(const float *a, const float *b, float *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = a[i] < b[i] ? a[i] * 2.0f : b[i] - a[i];
}

static f32x4 load(const float *from) {
    f32x4 x;
    memcpy(&x, from, sizeof x);
    return x;
}

static void mixed_from(const float *a, const float *b, float *dst, int n, i32x4 flip) {
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        f32x4 x = load(a + i), y = load(b + i);
        i32x4 less = (x < y) ^ flip;
        f32x4 result = (f32x4)(((i32x4)(x * 2.0f) & less) | ((i32x4)(y - x) & ~less));
        memcpy(dst + i, &result, sizeof result);
    }
    mixed(a + i, b + i, dst + i, n - i);
}

void mixed_vector(const float *a, const float *b, float *dst, int n) {
    mixed_from(a, b, dst, n, (i32x4){0, 0, 0, 0});
}

void mixed_wrong(const float *a, const float *b, float *dst, int n) {
    mixed_from(a, b, dst, n, (i32x4){0, 0, -1, 0});
}

void reversed(const float *src, float *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = src[n - 1 - i];
}

void reversed_vector(const float *src, float *dst, int n) {
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        f32x4 x = load(src + n - 4 - i);
        f32x4 y = __builtin_shufflevector(x, x, 3, 2, 1, 0);
        memcpy(dst + i, &y, sizeof y);
    }
    for (; i < n; i++) dst[i] = src[n - 1 - i];
}

void widened(const short *src, float *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = (float)(src[i] >> 2);
}

void widened_vector(const short *src, float *dst, int n) {
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        i16x4 x;
        memcpy(&x, src + i, sizeof x);
        f32x4 y = __builtin_convertvector(x >> 2, f32x4);
        memcpy(dst + i, &y, sizeof y);
    }
    for (; i < n; i++) dst[i] = (float)(src[i] >> 2);
}
