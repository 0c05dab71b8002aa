// Sub-group functions (6.15.19): all items of a sub-group exchange values. Sums of floats
// are missing, since their order is unspecified. Only barriers fence memory.

#include "sub_group.h"

// The value that each item gives. Only the functions of this library access it.
__global ulong simdiff_sub_group_exchange[8192];

#define UNSEEN __attribute__((noinline, no_sanitize("thread")))
UNSEEN static void publish(size_t item, ulong value) { simdiff_sub_group_exchange[item] = value; }
UNSEEN static ulong published(size_t item) { return simdiff_sub_group_exchange[item]; }
// Uninitialised bytes.
__attribute__((noinline, optnone)) static ulong nothing(void) {
    ulong value;
    return value;
}
SHARED void simdiff_sub_group_give(ulong value, uint active) {
    publish(get_local_linear_id(), value);
    MEET(active);
}
SHARED ulong simdiff_sub_group_given(uint item) {
    if (item >= get_sub_group_size())
        return nothing();
    return published(get_sub_group_id() * get_max_sub_group_size() + item);
}

OVERLOADED void sub_group_barrier(cl_mem_fence_flags flags) { simdiff_sub_group_barrier(flags, 0); }
OVERLOADED void sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
    simdiff_sub_group_barrier(flags, 0);
}

static bool all_of(bool holds) {
    simdiff_sub_group_give(holds, 0);
    bool all = true;
    for (uint item = 0; item < get_sub_group_size(); item++)
        all &= simdiff_sub_group_given(item) != 0;
    MEET(0);
    return all;
}
SHARED int sub_group_all(int predicate) { return truth(all_of(predicate != 0)); }
SHARED int sub_group_any(int predicate) {
    return truth(!all_of(predicate == 0));
}

#define BROADCAST(T, TO_BITS, FROM_BITS, name)                                          \
    OVERLOADED T name(T x, uint item) {                                                 \
        simdiff_sub_group_same(item);                                                   \
        simdiff_sub_group_give(TO_BITS(x), 0);                                          \
        T value = FROM_BITS(simdiff_sub_group_given(item));                             \
        MEET(0);                                                                        \
        return value;                                                                   \
    }
EACH_TYPE(BROADCAST, sub_group_broadcast)
BROADCAST(short, (ushort), (short), intel_sub_group_broadcast)
BROADCAST(ushort, (ushort), (ushort), intel_sub_group_broadcast)

#define FOLDS(T, TO_BITS, FROM_BITS, least, greatest, prefix)                           \
    FOLD(T, TO_BITS, FROM_BITS, prefix, add, SUM, 0, 0)                                 \
    FOLD(T, TO_BITS, FROM_BITS, prefix, min, LESS, greatest, 0)                         \
    FOLD(T, TO_BITS, FROM_BITS, prefix, max, MORE, least, 0)
EACH_RANGE(FOLDS, sub_group_)
FOLDS(short, (ushort), (short), SHRT_MIN, SHRT_MAX, intel_sub_group_)
FOLDS(ushort, (ushort), (ushort), 0, USHRT_MAX, intel_sub_group_)
