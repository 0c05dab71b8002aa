// simdiff: check --reference copy --port copy_guarded => equivalent
// simdiff: check --reference copy_or_one --port copy_null --arg extra=const:0 => equivalent "no-size"
// simdiff: check --reference copy --port copy_checked => defect "out-of-bounds-write"
// simdiff: check --reference copy --port copy_asserting => equivalent
// simdiff: check --reference copy --port copy_overlapping => equivalent
// simdiff: check --reference copy --port copy_impossible => equivalent "impossible"
// simdiff: check --reference first --port first_careful => equivalent "reference-fails" "the reference fails: read outside in (0 bytes)"
// simdiff: check --reference picked --port picked_but_first => different
// simdiff: check --reference copy --port copy_once => defect "out-of-bounds"
// Code that no size leads to does not count; zero is a size, unless the reference fails.

#include <assert.h>
#include <emmintrin.h>
#include <stdint.h>
#include <stdlib.h>

void copy(float *out, const float *in, int n, const float *extra) {
    for (int i = 0; i < n; i++)
        out[i] = in[i] + extra[0];
}

void copy_or_one(float *out, const float *in, int n, const float *extra) {
    for (int i = 0; i < n; i++)
        out[i] = in[i] + (extra ? extra[0] : 1);
}

void copy_guarded(float *out, const float *in, int n, const float *extra) {
    if (n < 0)
        return;
    for (int i = 0; i < n; i++)
        out[i] = in[i] + *extra;
}

void copy_null(float *out, const float *in, int n, const float *extra) {
    if (extra) {
        out[0] = 7;
        return;
    }
    int i = 0;
    for (; i + 4 <= n; i += 4)
        _mm_storeu_ps(out + i, _mm_add_ps(_mm_loadu_ps(in + i), _mm_set1_ps(1)));
    for (; i < n; i++)
        out[i] = in[i] + 1;
}

void copy_checked(float *out, const float *in, int n, const float *extra) {
    if (n < 0)
        out[0] = 1;
    for (int i = 0; i < n; i++)
        out[i] = in[i] + *extra;
}

void copy_asserting(float *out, const float *in, int n, const float *extra) {
    int i;
    for (i = 0; i < n; i++)
        out[i] = in[i] + *extra;
    assert(i == n);
    if (i > n)
        abort();
}

void copy_overlapping(float *out, const float *in, int n, const float *extra) {
    if (out > in && out < in + n) {
        for (int i = n - 1; i >= 0; i--)
            out[i] = in[i] + *extra;
        return;
    }
    for (int i = 0; i < n; i++)
        out[i] = in[i] + *extra;
}

void copy_impossible(float *out, const float *in, int n, const float *extra) {
    int i = 0;
    for (; i + 4 <= n; i += 4)
        _mm_storeu_ps(out + i, _mm_add_ps(_mm_loadu_ps(in + i), _mm_set1_ps(*extra)));
    for (; i < n; i++)
        out[i] = in[i] + *extra;
    if (i > n && n >= 0)
        out[0] = 0;
}

void copy_once(float *out, const float *in, int n, const float *extra) {
    int i = 0;
    do
        out[i] = in[i] + *extra;
    while (++i < n);
}

float first(const float *in, int n) {
    float most = in[0];
    for (int i = 1; i < n; i++)
        most = in[i] > most ? in[i] : most;
    return most;
}

float first_careful(const float *in, int n) {
    if (n == 0)
        return 0;
    return first(in, n);
}

int picked(const int *from, int at) { return from[at]; }

int picked_but_first(const int *from, int at) { return at > 0 ? from[at] : from[0] + 1; }
