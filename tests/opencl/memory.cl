#include "shim.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define TYPES(F, ...)                                                                   \
    F(char, __VA_ARGS__) F(uchar, __VA_ARGS__) F(short, __VA_ARGS__) F(ushort, __VA_ARGS__) \
    F(int, __VA_ARGS__) F(uint, __VA_ARGS__) F(long, __VA_ARGS__) F(ulong, __VA_ARGS__) \
    F(half, __VA_ARGS__) F(float, __VA_ARGS__) F(double, __VA_ARGS__)
#define WIDE(F, ...) F(2, __VA_ARGS__) F(3, __VA_ARGS__) F(4, __VA_ARGS__) F(8, __VA_ARGS__) \
    F(16, __VA_ARGS__)

// In all address spaces, which are one memory here.
#define MOVE(N, T, space)                                                               \
    void shim_vload##N##_##T##_##space(size_t at, const T *p, T *r) {                   \
        T##N x = vload##N(at, (const __##space T *)p);                                  \
        for (int i = 0; i < N; i++) r[i] = ((T *)&x)[i];                                \
    }                                                                                   \
    void shim_vstore##N##_##T##_##space(const T *a, size_t at, T *p) {                  \
        T##N x;                                                                         \
        for (int i = 0; i < N; i++) ((T *)&x)[i] = a[i];                                \
        vstore##N(x, at, (__##space T *)p);                                             \
    }
#define MOVES(T, ...) WIDE(MOVE, T, global) WIDE(MOVE, T, local)
TYPES(MOVES)

// `vload_half` and its kin; the suffix of one is empty.
#define HALVES(N, V)                                                                    \
    void shim_vload_half_##N(size_t at, const half *p, float *r) {                      \
        float##V x = vload_half##V(at, (const __global half *)p);                       \
        for (int i = 0; i < N; i++) r[i] = ((float *)&x)[i];                            \
    }                                                                                   \
    ROUNDED(N, V, float, rte, _rte) ROUNDED(N, V, float, rtz, _rtz)                     \
    ROUNDED(N, V, float, rtp, _rtp) ROUNDED(N, V, float, rtn, _rtn)                     \
    ROUNDED(N, V, float, near, ) ROUNDED(N, V, double, rtz, _rtz)                       \
    ROUNDED(N, V, double, rtp, _rtp) ROUNDED(N, V, double, rtn, _rtn)                   \
    ROUNDED(N, V, double, near, )
#define ROUNDED(N, V, T, mode, suffix)                                                  \
    void shim_vstore_half_##T##_##mode##_##N(const T *a, size_t at, half *p) {          \
        T##V x;                                                                         \
        for (int i = 0; i < N; i++) ((T *)&x)[i] = a[i];                                \
        vstore_half##V##suffix(x, at, (__global half *)p);                              \
    }
HALVES(1, ) HALVES(2, 2) HALVES(3, 3) HALVES(4, 4) HALVES(8, 8) HALVES(16, 16)
#define ALIGNED(N)                                                                      \
    void shim_vloada_half_##N(size_t at, const half *p, float *r) {                     \
        float##N x = vloada_half##N(at, (const __global half *)p);                      \
        for (int i = 0; i < N; i++) r[i] = ((float *)&x)[i];                            \
    }                                                                                   \
    void shim_vstorea_half_##N(const float *a, size_t at, half *p) {                    \
        float##N x;                                                                     \
        for (int i = 0; i < N; i++) ((float *)&x)[i] = a[i];                            \
        vstorea_half##N##_rtz(x, at, (__global half *)p);                               \
    }
ALIGNED(2) ALIGNED(3) ALIGNED(4) ALIGNED(8) ALIGNED(16)

#define SHUFFLE(N, M, T, U)                                                             \
    void shim_shuffle_##T##_##N##_##M(const T *a, const T *b, const U *mask, T *r, T *s) { \
        T##M x, y;                                                                      \
        U##N m;                                                                         \
        for (int i = 0; i < M; i++) ((T *)&x)[i] = a[i], ((T *)&y)[i] = b[i];           \
        for (int i = 0; i < N; i++) ((U *)&m)[i] = mask[i];                             \
        T##N one = shuffle(x, m), two = shuffle2(x, y, m);                              \
        for (int i = 0; i < N; i++) r[i] = ((T *)&one)[i], s[i] = ((T *)&two)[i];       \
    }
#define SHUFFLES(T, U)                                                                  \
    SHUFFLE(2, 2, T, U) SHUFFLE(2, 16, T, U) SHUFFLE(4, 2, T, U) SHUFFLE(4, 8, T, U)    \
    SHUFFLE(8, 4, T, U) SHUFFLE(16, 2, T, U) SHUFFLE(16, 16, T, U)
SHUFFLES(uchar, uchar) SHUFFLES(short, ushort) SHUFFLES(float, uint) SHUFFLES(ulong, ulong)

#define SELECT(N, V, T, C)                                                              \
    void shim_select_##T##_##C##_##N(const T *a, const T *b, const C *c, T *r) {        \
        T##V x, y;                                                                      \
        C##V z;                                                                         \
        for (int i = 0; i < N; i++)                                                     \
            ((T *)&x)[i] = a[i], ((T *)&y)[i] = b[i], ((C *)&z)[i] = c[i];              \
        T##V w = select(x, y, z);                                                       \
        for (int i = 0; i < N; i++) r[i] = ((T *)&w)[i];                                \
    }
#define SELECTS(T, I, U) SIZES(SELECT, T, I) SIZES(SELECT, T, U)
SELECTS(char, char, uchar) SELECTS(ushort, short, ushort) SELECTS(float, int, uint)
SELECTS(double, long, ulong)

// What an update leaves behind is read from memory.
#define UPDATE(T, prefix, key)                                                          \
    T shim_##prefix##_##key##_##T(T *p, T y) { return prefix##_##key((__global T *)p, y); }
#define UPDATES(T, prefix)                                                              \
    UPDATE(T, prefix, add) UPDATE(T, prefix, sub) UPDATE(T, prefix, xchg)               \
    UPDATE(T, prefix, min) UPDATE(T, prefix, max) UPDATE(T, prefix, and)                \
    UPDATE(T, prefix, or) UPDATE(T, prefix, xor)                                        \
    T shim_##prefix##_inc_##T(T *p, T y) { return prefix##_inc((__local T *)p); }       \
    T shim_##prefix##_dec_##T(T *p, T y) { return prefix##_dec((__local T *)p); }       \
    T shim_##prefix##_cmpxchg_##T(T *p, T x, T y) {                                     \
        return prefix##_cmpxchg((__local T *)p, x, y);                                  \
    }
UPDATES(int, atomic) UPDATES(uint, atomic) UPDATES(int, atom) UPDATES(uint, atom)
UPDATES(long, atom) UPDATES(ulong, atom)
#define FETCH(T, key)                                                                   \
    T shim_fetch_##key##_##T(T *p, T y) {                                               \
        return atomic_fetch_##key##_explicit((volatile __global atomic_##T *)p, y,      \
            memory_order_acq_rel, memory_scope_device);                                 \
    }
#define FETCHES(T)                                                                      \
    FETCH(T, add) FETCH(T, sub) FETCH(T, min) FETCH(T, max) FETCH(T, and) FETCH(T, or)  \
    FETCH(T, xor)                                                                       \
    T shim_fetch_xchg_##T(T *p, T y) { return atomic_exchange((__local atomic_##T *)p, y); } \
    T shim_fetch_cmpxchg_##T(T *p, T x, T y) {                                          \
        T found = x;                                                                    \
        bool done = atomic_compare_exchange_strong((__global atomic_##T *)p, &found, y); \
        return done == (found == x) ? found : ~found;                                   \
    }                                                                                   \
    T shim_load_store_##T(T *p, T y) {                                                  \
        T old = atomic_load_explicit((__global atomic_##T *)p, memory_order_acquire);   \
        atomic_store_explicit((__global atomic_##T *)p, y, memory_order_release);       \
        return old;                                                                     \
    }
FETCHES(int) FETCHES(uint) FETCHES(long) FETCHES(ulong)

#define ID(name) size_t shim_##name(uint d) { return name(d); }
ID(get_global_size) ID(get_enqueued_local_size) ID(get_global_offset) ID(get_num_groups)
ID(get_local_size) ID(get_local_id) ID(get_group_id) ID(get_global_id)
size_t shim_get_work_dim(uint d) { return get_work_dim(); }
size_t shim_get_global_linear_id(uint d) { return get_global_linear_id(); }
size_t shim_get_local_linear_id(uint d) { return get_local_linear_id(); }
