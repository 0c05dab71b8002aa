// Shared by the chapters of sub-group functions: the items of a sub-group exchange 64-bit
// values.

#include "device.h"

// A barrier of a sub-group that fences the memory of `flags`. With `active`, only active
// items need to reach it; this is modelled if all items do.
void simdiff_sub_group_barrier(uint flags, uint active) __asm("simdiff.sub_group_barrier")
    __attribute__((convergent));
// All items of a sub-group must pass the same value.
void simdiff_sub_group_same(ulong value) __asm("simdiff.sub_group_same")
    __attribute__((convergent));
void simdiff_unsupported(__constant const char *function, __constant const char *what)
    __asm("simdiff_unsupported");

// Defined in `sub_group.cl`. `give` passes a value to the other items and waits until all
// have; `given` is the value of an item of the sub-group, uninitialised if there is no such
// item. MEET waits until all items have read what they need.
#define SHARED __attribute__((overloadable, noinline))
SHARED void simdiff_sub_group_give(ulong value, uint active);
SHARED ulong simdiff_sub_group_given(uint item);

#define MEET(active) simdiff_sub_group_barrier(0, active)

// F(T, TO_BITS, FROM_BITS, ...) for every type.
#define EACH_INTEGER_TYPE(F, ...)                                                       \
    F(char, (uchar), (char), __VA_ARGS__) F(uchar, (uchar), (uchar), __VA_ARGS__)       \
    F(short, (ushort), (short), __VA_ARGS__) F(ushort, (ushort), (ushort), __VA_ARGS__) \
    F(int, (uint), (int), __VA_ARGS__) F(uint, (uint), (uint), __VA_ARGS__)             \
    F(long, (ulong), (long), __VA_ARGS__) F(ulong, (ulong), (ulong), __VA_ARGS__)
#define EACH_TYPE(F, ...)                                                               \
    EACH_INTEGER_TYPE(F, __VA_ARGS__) F(half, as_ushort, HALF, __VA_ARGS__)             \
    F(float, as_uint, FLOAT, __VA_ARGS__) F(double, as_ulong, as_double, __VA_ARGS__)
#define HALF(x) as_half((ushort)(x))
#define FLOAT(x) as_float((uint)(x))

// A true result is an unspecified number other than zero.
int simdiff_true(int) INEXACT("true.i32");
static int truth(bool holds) {
    int some = simdiff_true(1);
    return holds ? some != 0 ? some : 1 : 0;
}

// Folds of the values from item `first` to before item `end`: OF(all, x).
#define SUM(x, y) ((x) + (y))
#define PRODUCT(x, y) ((x) * (y))
#define LESS(x, y) ((y) < (x) ? (y) : (x))
#define MORE(x, y) ((y) > (x) ? (y) : (x))
#define BOTH(x, y) ((x) & (y))
#define EITHER(x, y) ((x) | (y))
#define ONE_OF(x, y) ((x) ^ (y))
#define OVER(T, FROM_BITS, OF, identity, first, end)                                    \
    T all = identity;                                                                   \
    for (uint item = first; item < end; item++)                                         \
        all = OF(all, FROM_BITS(simdiff_sub_group_given(item)));
#define FOLD(T, TO_BITS, FROM_BITS, prefix, key, OF, identity, active)                  \
    OVERLOADED T prefix##reduce_##key(T x) {                                            \
        simdiff_sub_group_give(TO_BITS(x), active);                                     \
        OVER(T, FROM_BITS, OF, identity, 0, get_sub_group_size())                       \
        MEET(active);                                                                   \
        return all;                                                                     \
    }                                                                                   \
    OVERLOADED T prefix##scan_inclusive_##key(T x) {                                    \
        simdiff_sub_group_give(TO_BITS(x), active);                                     \
        OVER(T, FROM_BITS, OF, identity, 0, get_sub_group_local_id() + 1)               \
        MEET(active);                                                                   \
        return all;                                                                     \
    }                                                                                   \
    OVERLOADED T prefix##scan_exclusive_##key(T x) {                                    \
        simdiff_sub_group_give(TO_BITS(x), active);                                     \
        OVER(T, FROM_BITS, OF, identity, 0, get_sub_group_local_id())                   \
        MEET(active);                                                                   \
        return all;                                                                     \
    }
// F(T, TO_BITS, FROM_BITS, least value, greatest value, ...) for every integer type.
#define EACH_RANGE(F, ...)                                                              \
    F(char, (uchar), (char), CHAR_MIN, CHAR_MAX, __VA_ARGS__)                           \
    F(uchar, (uchar), (uchar), 0, UCHAR_MAX, __VA_ARGS__)                               \
    F(short, (ushort), (short), SHRT_MIN, SHRT_MAX, __VA_ARGS__)                        \
    F(ushort, (ushort), (ushort), 0, USHRT_MAX, __VA_ARGS__)                            \
    F(int, (uint), (int), INT_MIN, INT_MAX, __VA_ARGS__)                                \
    F(uint, (uint), (uint), 0, UINT_MAX, __VA_ARGS__)                                   \
    F(long, (ulong), (long), LONG_MIN, LONG_MAX, __VA_ARGS__)                           \
    F(ulong, (ulong), (ulong), 0, ULONG_MAX, __VA_ARGS__)
