// Vectors in memory, shuffles, selections, atomic updates by one item, and ids.
#include "oracle.h"

/* What the executor has models of (opencl-runtime/device/scope.h). */
int simdiff_is_local(const volatile void *) __asm("simdiff.is_local");
int simdiff_is_local(const volatile void *at) {
    (void)at;
    return 1;
}
void simdiff_within_group(const volatile void *, unsigned long, int) __asm("simdiff.within_group");
void simdiff_within_group(const volatile void *at, unsigned long size, int writes) {
    (void)at;
    (void)size;
    (void)writes;
}

void simdiff_unsupported(const char *function, const char *what) {
    fail(function, 0, what[0], 0);
}

#define TRIALS 40
#define TYPES(F, ...) F(char, __VA_ARGS__) F(uchar, __VA_ARGS__) F(short, __VA_ARGS__)  \
    F(ushort, __VA_ARGS__) F(int, __VA_ARGS__) F(uint, __VA_ARGS__) F(long, __VA_ARGS__) \
    F(ulong, __VA_ARGS__) F(half, __VA_ARGS__) F(float, __VA_ARGS__) F(double, __VA_ARGS__)
#define WIDE(F, ...) F(2, __VA_ARGS__) F(3, __VA_ARGS__) F(4, __VA_ARGS__) F(8, __VA_ARGS__) \
    F(16, __VA_ARGS__)

static void fill(void *at, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) ((uchar *)at)[i] = (uchar)random_bits();
}
static void compare(const char *what, const void *got, const void *wanted, size_t bytes) {
    const uchar *x = got, *y = wanted;
    for (size_t i = 0; i < bytes; i++)
        if (x[i] != y[i]) {
            fail(what, (int)i, x[i], y[i]);
            return;
        }
}

#define MOVE(N, T, space)                                                               \
    {                                                                                   \
        extern void shim_vload##N##_##T##_##space(size_t, const T *, T *);              \
        extern void shim_vstore##N##_##T##_##space(const T *, size_t, T *);             \
        T memory[64], before[64], value[16];                                            \
        size_t at = random_bits() % 3;                                                  \
        fill(memory, sizeof memory);                                                    \
        memcpy(before, memory, sizeof memory);                                          \
        shim_vload##N##_##T##_##space(at, memory + 1, value);                           \
        compare("vload" #N " " #T, value, memory + 1 + at * N, N * sizeof(T));          \
        fill(value, sizeof value);                                                      \
        memcpy(before + 1 + at * N, value, N * sizeof(T));                              \
        shim_vstore##N##_##T##_##space(value, at, memory + 1);                          \
        compare("vstore" #N " " #T, memory, before, sizeof memory);                     \
    }
#define MOVES(T, ...) WIDE(MOVE, T, global) WIDE(MOVE, T, local)

// The half nearest to a number, and the next one where the direction wants another.
static half rounded(double x, char direction) {
    half near = (half)x;
    ushort bits;
    memcpy(&bits, &near, 2);
    double back = (double)near;
    if (x != x) return near;
    int more = back > x, less = back < x;
    if (direction == 'z') direction = x < 0 ? 'p' : 'n';
    int negative = bits >> 15;
    if (direction == 'p' && less) bits += negative ? -1 : 1;
    if (direction == 'n' && more) bits += negative ? 1 : -1;
    memcpy(&near, &bits, 2);
    return near;
}
#define ROUNDED(N, T, mode, direction)                                                  \
    {                                                                                   \
        extern void shim_vstore_half_##T##_##mode##_##N(const T *, size_t, half *);     \
        T value[N];                                                                     \
        half memory[64];                                                                \
        for (int i = 0; i < N; i++) value[i] = some_##T();                              \
        size_t at = random_bits() % 3;                                                  \
        shim_vstore_half_##T##_##mode##_##N(value, at, memory + 1);                     \
        for (int i = 0; i < N; i++) {                                                   \
            half wanted = rounded(value[i], direction), got = memory[1 + at * N + i];   \
            if (!SAME_FLOAT(got, wanted))                                               \
                fail("vstore_half_" #mode " " #T #N, i, (ulong)(double)got, (ulong)(double)wanted); \
        }                                                                               \
    }
#define HALVES(N, ...)                                                                  \
    {                                                                                   \
        extern void shim_vload_half_##N(size_t, const half *, float *);                 \
        half memory[64];                                                                \
        float value[N];                                                                 \
        for (int i = 0; i < 64; i++) memory[i] = some_half();                           \
        size_t at = random_bits() % 3;                                                  \
        shim_vload_half_##N(at, memory + 1, value);                                     \
        for (int i = 0; i < N; i++) {                                                   \
            float wanted = memory[1 + at * N + i];                                      \
            if (!SAME_FLOAT(value[i], wanted)) fail("vload_half " #N, i, 0, 0);         \
        }                                                                               \
    }                                                                                   \
    ROUNDED(N, float, rte, 'e') ROUNDED(N, float, rtz, 'z') ROUNDED(N, float, rtp, 'p') \
    ROUNDED(N, float, rtn, 'n') ROUNDED(N, float, near, 'e') ROUNDED(N, double, rtz, 'z') \
    ROUNDED(N, double, rtp, 'p') ROUNDED(N, double, rtn, 'n') ROUNDED(N, double, near, 'e')
// Of three, each takes the room of four.
#define ALIGNED(N, ...)                                                                 \
    {                                                                                   \
        extern void shim_vloada_half_##N(size_t, const half *, float *);                \
        extern void shim_vstorea_half_##N(const float *, size_t, half *);               \
        _Alignas(32) half memory[64];                                                   \
        float value[N];                                                                 \
        int step = N == 3 ? 4 : N;                                                      \
        for (int i = 0; i < 64; i++) memory[i] = some_half();                           \
        size_t at = random_bits() % 3;                                                  \
        shim_vloada_half_##N(at, memory, value);                                        \
        for (int i = 0; i < N; i++) {                                                   \
            float wanted = memory[at * step + i];                                       \
            if (!SAME_FLOAT(value[i], wanted)) fail("vloada_half " #N, i, 0, 0);        \
            value[i] = some_float();                                                    \
        }                                                                               \
        shim_vstorea_half_##N(value, at, memory);                                       \
        for (int i = 0; i < N; i++) {                                                   \
            half wanted = rounded(value[i], 'z');                                       \
            if (!SAME_FLOAT(memory[at * step + i], wanted)) fail("vstorea_half " #N, i, 0, 0); \
        }                                                                               \
    }

#define SHUFFLE(N, M, T, U)                                                             \
    {                                                                                   \
        extern void shim_shuffle_##T##_##N##_##M(const T *, const T *, const U *, T *, T *); \
        T both[2 * M], r[N], s[N];                                                      \
        U mask[N];                                                                      \
        fill(both, sizeof both);                                                        \
        fill(mask, sizeof mask);                                                        \
        shim_shuffle_##T##_##N##_##M(both, both + M, mask, r, s);                       \
        for (int i = 0; i < N; i++) {                                                   \
            compare("shuffle " #T, r + i, both + mask[i] % M, sizeof(T));               \
            compare("shuffle2 " #T, s + i, both + mask[i] % (2 * M), sizeof(T));        \
        }                                                                               \
    }
#define SHUFFLES(T, U)                                                                  \
    SHUFFLE(2, 2, T, U) SHUFFLE(2, 16, T, U) SHUFFLE(4, 2, T, U) SHUFFLE(4, 8, T, U)    \
    SHUFFLE(8, 4, T, U) SHUFFLE(16, 2, T, U) SHUFFLE(16, 16, T, U)

// Of vectors the highest bit decides, of scalars any.
#define SELECT(N, T, C)                                                                 \
    {                                                                                   \
        extern void shim_select_##T##_##C##_##N(const T *, const T *, const C *, T *);  \
        T a[N], b[N], r[N];                                                             \
        C c[N];                                                                         \
        fill(a, sizeof a);                                                              \
        fill(b, sizeof b);                                                              \
        for (int i = 0; i < N; i++) c[i] = (C)some_bits();                              \
        shim_select_##T##_##C##_##N(a, b, c, r);                                        \
        for (int i = 0; i < N; i++) {                                                   \
            int second = N == 1 ? c[i] != 0 : (int)(c[i] >> (8 * sizeof(C) - 1) & 1);   \
            compare("select " #T " " #C, r + i, second ? b + i : a + i, sizeof(T));     \
        }                                                                               \
    }
#define SELECTS(T, I, U) SIZES(SELECT, T, I) SIZES(SELECT, T, U)

#define UPDATE(name, T, expected)                                                       \
    {                                                                                   \
        extern T shim_##name##_##T(T *, T);                                             \
        T x = (T)some_bits(), y = (T)some_bits(), there = x;                            \
        T old = shim_##name##_##T(&there, y);                                           \
        T wanted = (T)(expected);                                                       \
        if (old != x) fail(#name " finds", 0, (ulong)old, (ulong)x);                    \
        if (there != wanted) fail(#name " leaves", 0, (ulong)there, (ulong)wanted);     \
    }
#define COMPARED(name, T)                                                               \
    {                                                                                   \
        extern T shim_##name##_##T(T *, T, T);                                          \
        T x = (T)(random_bits() % 2), there = (T)(random_bits() % 2), y = (T)some_bits(); \
        T before = there, old = shim_##name##_##T(&there, x, y);                        \
        if (old != before) fail(#name " finds", 0, (ulong)old, (ulong)before);          \
        if (there != (before == x ? y : before)) fail(#name " leaves", 0, (ulong)there, 0); \
    }
#define UPDATES(T, prefix)                                                              \
    UPDATE(prefix##_add, T, (ulong)x + (ulong)y) UPDATE(prefix##_sub, T, (ulong)x - (ulong)y) \
    UPDATE(prefix##_xchg, T, y) UPDATE(prefix##_min, T, y < x ? y : x)                  \
    UPDATE(prefix##_max, T, y > x ? y : x) UPDATE(prefix##_and, T, x & y)               \
    UPDATE(prefix##_or, T, x | y) UPDATE(prefix##_xor, T, x ^ y) COMPARED(prefix##_cmpxchg, T)
#define STEPS(T, prefix)                                                                \
    UPDATE(prefix##_inc, T, (ulong)x + 1) UPDATE(prefix##_dec, T, (ulong)x - 1)
#define OLD(T, prefix) UPDATES(T, prefix) STEPS(T, prefix)
#define NEW(T) UPDATES(T, fetch) UPDATE(load_store, T, y)

struct { ulong dimensions, global_size[3], local_size[3], global_offset[3], num_groups[3]; }
    extern simdiff_launch;
struct { ulong local_id[3], group_id[3], local_size[3]; } extern simdiff_item;
#define ID(name, expected)                                                              \
    {                                                                                   \
        extern ulong shim_##name(uint);                                                 \
        if (shim_##name(d) != (expected)) fail(#name, (int)d, shim_##name(d), expected); \
    }
// Dimensions beyond the last are sizes of 1 and places of 0.
static void ids(void) {
    ulong global[3], local[3], place[3], group[3], offset[3];
    for (int d = 0; d < 3; d++) {
        ulong groups = 1 + random_bits() % 5;
        local[d] = 1 + random_bits() % 5, global[d] = groups * local[d];
        place[d] = random_bits() % local[d], group[d] = random_bits() % groups;
        offset[d] = random_bits() % 9;
        simdiff_launch.global_size[d] = global[d], simdiff_launch.local_size[d] = local[d];
        simdiff_launch.global_offset[d] = offset[d], simdiff_launch.num_groups[d] = groups;
        simdiff_item.local_id[d] = place[d], simdiff_item.group_id[d] = group[d];
        simdiff_item.local_size[d] = local[d];
    }
    simdiff_launch.dimensions = 3;
    ulong at[3], linear = 0, inside = 0;
    for (int d = 2; d >= 0; d--) {
        at[d] = offset[d] + group[d] * local[d] + place[d];
        linear = linear * global[d] + at[d] - offset[d];
        inside = inside * local[d] + place[d];
    }
    for (uint d = 0; d < 5; d++) {
        int used = d < 3;
        ID(get_global_size, used ? global[d] : 1) ID(get_local_size, used ? local[d] : 1)
        ID(get_enqueued_local_size, used ? local[d] : 1)
        ID(get_num_groups, used ? global[d] / local[d] : 1)
        ID(get_global_offset, used ? offset[d] : 0) ID(get_local_id, used ? place[d] : 0)
        ID(get_group_id, used ? group[d] : 0) ID(get_global_id, used ? at[d] : 0)
        ID(get_work_dim, 3) ID(get_global_linear_id, linear) ID(get_local_linear_id, inside)
    }
}

int main(void) {
    for (int trial = 0; trial < TRIALS; trial++) {
        TYPES(MOVES)
        SIZES(HALVES) WIDE(ALIGNED)
        SHUFFLES(uchar, uchar) SHUFFLES(short, ushort) SHUFFLES(float, uint)
        SHUFFLES(ulong, ulong)
        SELECTS(char, char, uchar) SELECTS(ushort, short, ushort) SELECTS(float, int, uint)
        SELECTS(double, long, ulong)
        OLD(int, atomic) OLD(uint, atomic) OLD(int, atom) OLD(uint, atom) OLD(long, atom)
        OLD(ulong, atom) NEW(int) NEW(uint) NEW(long) NEW(ulong)
        ids();
    }
    return failures != 0;
}
