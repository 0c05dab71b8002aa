// Each function writes what it computes to `out`; the test runs all of them
// natively and on concrete terms and compares the bytes.
#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char byte;
typedef float f4 __attribute__((vector_size(16)));
typedef int i4 __attribute__((vector_size(16)));
typedef unsigned u4 __attribute__((vector_size(16)));
typedef short s8 __attribute__((vector_size(16)));
typedef byte b16 __attribute__((vector_size(16)));
typedef __int128 i128;
typedef unsigned __int128 u128;

#define PUT(value)                        \
    do {                                  \
        __typeof__(value) put_ = (value); \
        memcpy(out, &put_, sizeof put_);  \
        out += sizeof put_;               \
    } while (0)

static volatile uint32_t seed;
static uint32_t next(void) {
    seed = seed * 1664525u + 1013904223u;
    return seed;
}

void integers(byte *out) {
    seed = 1;
    for (int i = 0; i < 20; i++) {
        uint32_t a = next(), b = next();
        uint64_t c = (uint64_t)a << 32 | next();
        PUT(a + b);
        PUT(a - b);
        PUT(a * b);
        PUT(a / (b | 1));
        PUT(a % (b | 1));
        PUT((int32_t)a / (int32_t)(b >> 16 | 1));
        PUT((int32_t)a % (int32_t)(b >> 16 | 1));
        PUT(c * b);
        PUT(c / (b | 1));
        PUT((int64_t)c >> (b & 63));
        PUT(c << (b & 63));
        PUT((uint8_t)(a + b));
        PUT((int16_t)(a * b));
        PUT((int64_t)(int8_t)a);
        PUT((i128)c * (int64_t)(c << 7 | a));
        PUT(((u128)c << 64 | c) / (b | 1));
        PUT((int)(a < b) | (int)((int32_t)a < (int32_t)b) << 1 | (int)(a == b) << 2);
        PUT(__builtin_popcount(a) + __builtin_clz(a | 1) + __builtin_ctz(b | 0x80000000u));
        PUT(__builtin_bswap32(a));
        PUT(__builtin_bitreverse32(a));
        PUT(a << (b & 31) | a >> (-b & 31));
        int sum;
        PUT((int)__builtin_sadd_overflow((int)a, (int)b, &sum));
        PUT(sum);
        PUT((int)__builtin_umull_overflow(c, a, &c));
        PUT(abs((int)a));
    }
}

void floats(byte *out) {
    static const float values[] = {0.0f, -0.0f, 1.5f, -2.25f, 1e-40f, 3e38f, 0.1f, 7.0f, 16777217.0f};
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 9; j++) {
            float x = values[i], y = values[j];
            double dx = x, dy = y / 3.0;
            PUT(x + y);
            PUT(x - y);
            PUT(x * y);
            PUT(-x);
            PUT(fabsf(x));
            if (y != 0) PUT(x / y);
            PUT(dx * dy - dx);
            PUT((float)(dx * dy));
            PUT(x < y);
            PUT(!(x >= y));
            PUT(sqrtf(fabsf(x)));
            PUT(floorf(x));
            PUT(ceilf(x));
            PUT(truncf(x));
            PUT(rintf(x));
            PUT(roundf(x));
            PUT(copysignf(x, y));
            PUT(fmaf(x, y, 0.5f));
            if (x != y || x != 0) {
                PUT(fminf(x, y));
                PUT(fmaxf(x, y));
            }
            PUT((int)(x / 3e30f));
            PUT((unsigned)fabsf(x / 3e30f));
            PUT((uint64_t)fabs(dx / 1e20));
            PUT((float)(int64_t)(i * 1234567891234567ll));
            PUT((float)(uint64_t)(-1ll - j));
            PUT(sinf(x));
            PUT(pow(fabs(dx), 0.75));
            PUT(fmod(dx, 0.7));
            PUT(lrintf(y * 0.5f));
            PUT((_Float16)x);
        }
}

void vectors(byte *out) {
    f4 a = {1.0f, -2.0f, 3.5f, 1e20f}, b = {0.25f, 4.0f, -1.0f, 1e20f};
    i4 c = {1, -2, 0x7fffffff, 5}, d = {3, 7, 1, -5};
    PUT(a + b);
    PUT(a * b - a);
    PUT(a < b);
    PUT(c + d);
    PUT(c * d);
    PUT(c > d);
    PUT((c & (c > d)) | (d & ~(c > d)));
    PUT((u4)c >> 3);
    PUT(c >> 3);
    PUT(__builtin_shufflevector(a, b, 0, 4, 1, 5));
    PUT(__builtin_shufflevector(c, d, 7, 6, 1, 0));
    PUT(__builtin_convertvector(c, f4));
    PUT(__builtin_convertvector(a / 1e19f, i4));
    PUT((s8)c + (s8)d);
    PUT((b16)(s8)c - (b16)d);
    PUT((f4)((i4)a ^ (i4)b));
    for (int i = 0; i < 4; i++) {
        a[i] += b[3 - i];
        PUT(a[i]);
    }
    PUT(a);
    PUT(__builtin_reduce_add(c));
    PUT(__builtin_reduce_max(d));
    PUT(__builtin_elementwise_add_sat((b16)c, (b16)d));
    PUT(__builtin_elementwise_sub_sat((s8)c, (s8)d));
}

struct point {
    char tag;
    double x;
    short y[3];
};

static struct point moved(struct point p, double by) {
    p.x += by;
    p.y[1] = (short)(p.y[1] * 2);
    return p;
}

static int global_counter = 40;
static const int table[5] = {10, 20, 30, 40, 50};
static int *const inner = (int *)&table[2];

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int (*const operations[2])(int) = {twice, square};

void memory(byte *out) {
    struct point p = {'a', 1.5, {1, 2, 3}};
    struct point q = moved(p, 0.25);
    PUT(q.x);
    PUT(q.y[1]);
    PUT(q.tag);
    global_counter += 2;
    PUT(global_counter);
    PUT(inner[1] - inner[-1]);
    for (int i = 0; i < 2; i++) PUT(operations[i](7));
    union {
        float f;
        uint32_t u;
        byte b[4];
    } pun = {.f = 1.0f};
    pun.b[0] ^= 0x5a;
    PUT(pun.f);
    PUT(pun.u);
    int *heap = malloc(10 * sizeof *heap);
    for (int i = 0; i < 10; i++) heap[i] = i * i;
    heap = realloc(heap, 20 * sizeof *heap);
    memmove(heap + 3, heap, 10 * sizeof *heap);
    memset(heap, 0xab, 8);
    for (int i = 0; i < 13; i++) PUT(heap[i]);
    PUT(memcmp(heap, heap + 1, 4));
    free(heap);
    PUT((int)strlen("seventeen bytes!!"));
    uint16_t unaligned;
    memcpy(&unaligned, (byte *)&pun + 1, 2);
    PUT(unaligned);
    _Bool flag = global_counter > 41;
    PUT(flag);
    int n = global_counter / 10;
    int dynamic[n];
    for (int i = 0; i < n; i++) dynamic[i] = i + 1;
    PUT(dynamic[n - 1]);
}

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

void control(byte *out) {
    PUT(fibonacci(12));
    for (int i = -2; i < 8; i++) {
        int r;
        switch (i) {
        case -1: r = 5; break;
        case 0:
        case 1: r = 6; break;
        case 5: r = 7; // fall through
        case 6: r = 8; break;
        default: r = 9;
        }
        PUT(r);
    }
    int a = 1, b = 2;
    for (int i = 0; i < 5; i++) {
        int t = a;
        a = b;
        b = t + b;
    }
    PUT(a);
    PUT(b);
    int steps = 0;
    for (unsigned n = 27; n != 1; steps++) n = n % 2 ? 3 * n + 1 : n / 2;
    PUT(steps);
    assert(steps > 0);
    printf("%s", "");
}

#ifdef NATIVE
int main(void) {
    static void (*const all[])(byte *) = {integers, floats, vectors, memory, control};
    for (int i = 0; i < 5; i++) {
        static byte out[1 << 16];
        memset(out, 0xEE, sizeof out);
        all[i](out);
        for (unsigned j = 0; j < sizeof out; j++) putchar(out[j]);
    }
}
#endif
