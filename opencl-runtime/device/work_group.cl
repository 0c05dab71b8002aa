// Work-group functions (6.15.14): all items of a group exchange values. The order in which
// floats are combined is unspecified: sums may be reassociated, and the extremum of numbers
// that are not ordered is inexact. They fence no memory.

#include "device.h"

void simdiff_barrier(uint flags, uint scope) __asm("simdiff.barrier") __attribute__((convergent));
void simdiff_unsupported(__constant const char *function, __constant const char *what)
    __asm("simdiff_unsupported");

// The value that each item publishes. Only the functions of this library access it.
__global ulong simdiff_exchange[8192];

#define UNSEEN __attribute__((noinline, no_sanitize("thread")))
UNSEEN static void simdiff_publish(size_t item, ulong value) { simdiff_exchange[item] = value; }
UNSEEN static ulong simdiff_published(size_t item) { return simdiff_exchange[item]; }

#define MEET() simdiff_barrier(0, memory_scope_work_group)
#define PUBLISH(bits) simdiff_publish(get_local_linear_id(), bits); MEET()
#define ITEMS() (get_local_size(0) * get_local_size(1) * get_local_size(2))

// A true result is an unspecified number other than zero.
int simdiff_true(int) INEXACT("true.i32");
static int truth(bool holds) {
    int some = simdiff_true(1);
    return holds ? some != 0 ? some : 1 : 0;
}
OVERLOADED int work_group_all(int predicate) {
    PUBLISH(predicate != 0);
    bool holds = true;
    for (size_t item = 0; item < ITEMS(); item++)
        holds &= simdiff_published(item) != 0;
    MEET();
    return truth(holds);
}
OVERLOADED int work_group_any(int predicate) {
    PUBLISH(predicate != 0);
    bool holds = false;
    for (size_t item = 0; item < ITEMS(); item++)
        holds |= simdiff_published(item) != 0;
    MEET();
    return truth(holds);
}

// All items of the group must name the same item; this primitive checks it, and is a
// meeting too.
void simdiff_same(ulong value) __asm("simdiff.same") __attribute__((convergent));
static ulong broadcast(ulong bits, size_t x, size_t y, size_t z) {
    size_t from = (z * get_local_size(1) + y) * get_local_size(0) + x;
    bool inside = x < get_local_size(0) && y < get_local_size(1) && z < get_local_size(2);
    simdiff_same(from);
    if (!inside)
        simdiff_unsupported("work_group_broadcast", "an item that the group does not have");
    PUBLISH(bits);
    ulong value = simdiff_published(from);
    MEET();
    return value;
}
#define BROADCAST(T, TO_BITS, FROM_BITS)                                                \
    OVERLOADED T work_group_broadcast(T a, size_t x) {                                  \
        return FROM_BITS(broadcast(TO_BITS(a), x, 0, 0));                               \
    }                                                                                   \
    OVERLOADED T work_group_broadcast(T a, size_t x, size_t y) {                        \
        return FROM_BITS(broadcast(TO_BITS(a), x, y, 0));                               \
    }                                                                                   \
    OVERLOADED T work_group_broadcast(T a, size_t x, size_t y, size_t z) {              \
        return FROM_BITS(broadcast(TO_BITS(a), x, y, z));                               \
    }
#define HALF_BITS(x) as_ushort(x)
#define HALF(x) as_half((ushort)(x))
#define FLOAT_BITS(x) as_uint(x)
#define FLOAT(x) as_float((uint)(x))
BROADCAST(int, (ulong), (int)) BROADCAST(uint, (ulong), (uint))
BROADCAST(long, (ulong), (long)) BROADCAST(ulong, (ulong), (ulong))
BROADCAST(half, HALF_BITS, HALF) BROADCAST(float, FLOAT_BITS, FLOAT)
BROADCAST(double, as_ulong, as_double)

#define SUM(x, y) ((x) + (y))
#define LESS(x, y) ((y) < (x) ? (y) : (x))
#define MORE(x, y) ((y) > (x) ? (y) : (x))
// An exclusive scan begins with EMPTY.
#define FOLD(T, TO_BITS, FROM_BITS, key, OF, IDENTITY, EMPTY)                           \
    OVERLOADED T work_group_reduce_##key(T x) {                                         \
        PUBLISH(TO_BITS(x));                                                            \
        T all = IDENTITY;                                                               \
        for (size_t item = 0; item < ITEMS(); item++)                                   \
            all = OF(all, FROM_BITS(simdiff_published(item)));                          \
        MEET();                                                                         \
        return all;                                                                     \
    }                                                                                   \
    OVERLOADED T work_group_scan_inclusive_##key(T x) {                                 \
        PUBLISH(TO_BITS(x));                                                            \
        T all = IDENTITY;                                                               \
        for (size_t item = 0; item <= get_local_linear_id(); item++)                    \
            all = OF(all, FROM_BITS(simdiff_published(item)));                          \
        MEET();                                                                         \
        return all;                                                                     \
    }                                                                                   \
    OVERLOADED T work_group_scan_exclusive_##key(T x) {                                 \
        PUBLISH(TO_BITS(x));                                                            \
        T all = IDENTITY;                                                               \
        for (size_t item = 0; item < get_local_linear_id(); item++)                     \
            all = OF(all, FROM_BITS(simdiff_published(item)));                          \
        MEET();                                                                         \
        return get_local_linear_id() == 0 ? EMPTY : all;                                \
    }
#define FOLDS(T, MIN, MAX)                                                              \
    FOLD(T, (ulong), (T), add, SUM, 0, 0) FOLD(T, (ulong), (T), min, LESS, MAX, MAX)    \
    FOLD(T, (ulong), (T), max, MORE, MIN, MIN)
FOLDS(int, INT_MIN, INT_MAX) FOLDS(uint, 0, UINT_MAX) FOLDS(long, LONG_MIN, LONG_MAX)
FOLDS(ulong, 0, ULONG_MAX)

#define FLOAT_SUM(x, y) ({ _Pragma("clang fp reassociate(on)") (x) + (y); })
#define UNORDERED(T, S)                                                                 \
    T max_in_some_order_##S(T, T) INEXACT("work_group_max." #S);                        \
    T min_in_some_order_##S(T, T) INEXACT("work_group_min." #S);                        \
    static bool ordered_##S(T x, T y) {                                                 \
        bool zeros = x == 0 && y == 0 && signbit(x) != signbit(y);                      \
        return !IS_NAN(x) && !IS_NAN(y) && !zeros;                                      \
    }                                                                                   \
    static T less_##S(T x, T y) {                                                       \
        return ordered_##S(x, y) ? LESS(x, y) : min_in_some_order_##S(x, y);            \
    }                                                                                   \
    static T more_##S(T x, T y) {                                                       \
        return ordered_##S(x, y) ? MORE(x, y) : max_in_some_order_##S(x, y);            \
    }
#define FLOAT_FOLDS(T, S, TO_BITS, FROM_BITS)                                           \
    UNORDERED(T, S)                                                                     \
    FOLD(T, TO_BITS, FROM_BITS, add, FLOAT_SUM, (T)-0.0, (T)0.0)                        \
    FOLD(T, TO_BITS, FROM_BITS, min, less_##S, INFINITY, INFINITY)                      \
    FOLD(T, TO_BITS, FROM_BITS, max, more_##S, -INFINITY, -INFINITY)
FLOAT_FOLDS(float, f32, FLOAT_BITS, FLOAT) FLOAT_FOLDS(double, f64, as_ulong, as_double)
FLOAT_FOLDS(half, f16, HALF_BITS, HALF)
