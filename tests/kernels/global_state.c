// simdiff: check --reference gain_scalar --port gain_sse --size n=1..5 => equivalent
// simdiff: check --reference gain_scalar --port gain_twice --size n=1..2 => different "gain"
// simdiff: check --reference gain_scalar --port gain_twice --size n=1..2 --global gain=initial => equivalent "global variables hold their initial values: `gain`"
// simdiff: check --reference gain_scalar --port gain_twice --size n=1..2 --global 'gain=f32 in 2..2' => equivalent
// simdiff: check --reference map --port map_sse --size n=1..2 => equivalent
// simdiff: check --reference map --port map_from_the_end --size n=1 => different
// simdiff: check --reference map --port map_from_the_end --size n=1 --setup fill_evenly => equivalent
// simdiff: check --reference map --port map_from_the_end --size n=1 --setup fill_rising => different
// simdiff: check --reference smooth --port smooth_too --size n=1..3 => equivalent
// simdiff: check --reference smooth --port smooth_forgetful --size n=1..3 => different "last"
// simdiff: check --reference smooth --port smooth_from_one --size n=1..3 => different
// simdiff: check --reference filter --port filter_sse --arg 'src=f32[4]' => equivalent
// simdiff: check --reference shade --port shade_swapped => different
// simdiff: check --reference count --port count_too --size n=3 => equivalent
// simdiff: check --reference count --port count_twice --size n=3 => different "calls"
// simdiff: check --reference count --port count_twice --size n=3 --reference-flags=-O2 => different "calls"
// simdiff: check --reference through_buffer --port in_place --size n=1..3 => equivalent
// simdiff: check --reference in_place --port through_stale_buffer --size n=1..3 => different
// simdiff: check --reference through --port through --port-flags=-O1 --arg 'dst=f32[n]' --arg n=size --size n=1 => undecided "where the global pointer buffer leads is not known"
// What a global variable holds when a function is called is an input, and what it
// holds afterwards an output, but for constants and what no function writes.
#include <stdint.h>
#include <xmmintrin.h>

float gain = 2.0f;

void gain_scalar(const float *src, float *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = src[i] * gain;
}

void gain_sse(const float *src, float *dst, int n) {
    int i = 0;
    for (; i + 4 <= n; i += 4)
        _mm_storeu_ps(dst + i, _mm_mul_ps(_mm_loadu_ps(src + i), _mm_set1_ps(gain)));
    for (; i < n; i++) dst[i] = src[i] * gain;
}

void gain_twice(const float *src, float *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = src[i] * 2.0f;
}

static uint8_t curve[16];

void fill_evenly(void) {
    for (int i = 0; i < 16; i++) curve[i] = 7;
}

void fill_rising(void) {
    for (int i = 0; i < 16; i++) curve[i] = i;
}

void map(const uint8_t *src, uint8_t *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = curve[src[i] & 15];
}

void map_sse(const uint8_t *src, uint8_t *dst, int n) {
    for (int i = n - 1; i >= 0; i--) dst[i] = curve[src[i] % 16];
}

void map_from_the_end(const uint8_t *src, uint8_t *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = curve[15 - (src[i] & 15)];
}

// Locals that keep their values are paired by name where they start alike.
void smooth(const uint8_t *src, uint8_t *dst, int n) {
    static uint8_t last;
    for (int i = 0; i < n; i++) last = dst[i] = (src[i] + last) / 2;
}

void smooth_too(const uint8_t *src, uint8_t *dst, int n) {
    static uint8_t last;
    uint8_t now = last;
    for (int i = 0; i < n; i++) now = dst[i] = (src[i] + now) >> 1;
    last = now;
}

void smooth_forgetful(const uint8_t *src, uint8_t *dst, int n) {
    static uint8_t last;
    uint8_t now = last;
    for (int i = 0; i < n; i++) now = dst[i] = (src[i] + now) >> 1;
}

void smooth_from_one(const uint8_t *src, uint8_t *dst, int n) {
    static uint8_t last = 1;
    for (int i = 0; i < n; i++) last = dst[i] = (src[i] + last) / 2;
}

// Nothing writes these.
static float taps[4] = {1, 2, 3, 4};

static float weighted(const float *x, const float *by) { return x[0] * by[0] + x[3] * by[3]; }

float filter(const float *src, int n) { return n < 4 ? 0 : weighted(src, taps); }

float filter_sse(const float *src, int n) { return n < 4 ? 0 : src[0] * 1 + src[3] * 4; }

struct light {
    float scale[2][2];
    int8_t shift;
    double offset;
} light;

double shade(const float *src, int n) { return src[0] * light.scale[1][0] + light.offset + light.shift + n; }

double shade_swapped(const float *src, int n) { return src[0] * light.scale[0][1] + light.offset + light.shift + n; }

int calls;

void count(int *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = i;
    calls++;
}

void count_too(int *dst, int n) {
    for (int i = n - 1; i >= 0; i--) dst[i] = i;
    calls += 1;
}

void count_twice(int *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = i, calls++;
}

// What a pointer that another file sets leads to is not known.
float *buffer;

void through(float *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = buffer[i];
}

// A buffer that only one version uses: what it leaves there shows nowhere.
static int scratch[16], stale[16];

void in_place(const int *src, int *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = src[i] ^ 9;
}

void through_buffer(const int *src, int *dst, int n) {
    for (int i = 0; i < n && i < 16; i++) scratch[i] = src[i] ^ 9;
    for (int i = 0; i < n && i < 16; i++) dst[i] = scratch[i];
}

void through_stale_buffer(const int *src, int *dst, int n) {
    for (int i = 1; i < n && i < 16; i++) stale[i] = src[i] ^ 9;
    for (int i = 0; i < n && i < 16; i++) dst[i] = stale[i];
}
