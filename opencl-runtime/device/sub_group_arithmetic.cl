// Reductions and scans of the active items of a sub-group and of its clusters (OpenCL
// extensions cl_khr_subgroup_non_uniform_arithmetic and cl_khr_subgroup_clustered_reduce).
// Those of floats are missing, since their order is unspecified.

#include "sub_group.h"

#define FOLDS(T, TO_BITS, FROM_BITS, least, greatest, prefix)                           \
    FOLD(T, TO_BITS, FROM_BITS, prefix, add, SUM, 0, 1)                                 \
    FOLD(T, TO_BITS, FROM_BITS, prefix, mul, PRODUCT, 1, 1)                             \
    FOLD(T, TO_BITS, FROM_BITS, prefix, min, LESS, greatest, 1)                         \
    FOLD(T, TO_BITS, FROM_BITS, prefix, max, MORE, least, 1)                            \
    FOLD(T, TO_BITS, FROM_BITS, prefix, and, BOTH, (T)~(T)0, 1)                         \
    FOLD(T, TO_BITS, FROM_BITS, prefix, or, EITHER, 0, 1)                               \
    FOLD(T, TO_BITS, FROM_BITS, prefix, xor, ONE_OF, 0, 1)
EACH_RANGE(FOLDS, sub_group_non_uniform_)

// The first item of the own cluster. The size has to be a power of two, the same for all
// items.
__attribute__((noinline)) static uint first_of(uint size) {
    if (size == 0 || (size & (size - 1)) != 0 || size > get_max_sub_group_size())
        simdiff_unsupported("a function of clusters",
            "a size that is no power of two, or more than a sub-group has");
    return get_sub_group_local_id() / size * size;
}
__attribute__((noinline)) static uint end_of(uint first, uint size) {
    uint items = get_sub_group_size();
    return first + size < items ? first + size : items;
}
#define CLUSTER(T, TO_BITS, FROM_BITS, key, OF, identity)                               \
    OVERLOADED T sub_group_clustered_reduce_##key(T x, uint size) {                     \
        uint first = first_of(size);                                                    \
        simdiff_sub_group_give(TO_BITS(x), 1);                                          \
        OVER(T, FROM_BITS, OF, identity, first, end_of(first, size))                    \
        MEET(1);                                                                        \
        return all;                                                                     \
    }
#define CLUSTERS(T, TO_BITS, FROM_BITS, least, greatest, _)                             \
    CLUSTER(T, TO_BITS, FROM_BITS, add, SUM, 0)                                         \
    CLUSTER(T, TO_BITS, FROM_BITS, mul, PRODUCT, 1)                                     \
    CLUSTER(T, TO_BITS, FROM_BITS, min, LESS, greatest)                                 \
    CLUSTER(T, TO_BITS, FROM_BITS, max, MORE, least)                                    \
    CLUSTER(T, TO_BITS, FROM_BITS, and, BOTH, (T)~(T)0)                                 \
    CLUSTER(T, TO_BITS, FROM_BITS, or, EITHER, 0)                                       \
    CLUSTER(T, TO_BITS, FROM_BITS, xor, ONE_OF, 0)
EACH_RANGE(CLUSTERS, )

// Reductions and scans of truth values.
#define LOGICAL(name, parameters, first, end, OF, identity)                             \
    SHARED int name parameters {                                 \
        simdiff_sub_group_give(predicate != 0, 1);                                      \
        OVER(bool, (bool), OF, identity, first, end)                                    \
        MEET(1);                                                                        \
        return truth(all);                                                              \
    }
#define LOGICALS(key, OF, identity)                                                     \
    LOGICAL(sub_group_non_uniform_reduce_logical_##key, (int predicate), 0,             \
        get_sub_group_size(), OF, identity)                                             \
    LOGICAL(sub_group_non_uniform_scan_inclusive_logical_##key, (int predicate), 0,     \
        get_sub_group_local_id() + 1, OF, identity)                                     \
    LOGICAL(sub_group_non_uniform_scan_exclusive_logical_##key, (int predicate), 0,     \
        get_sub_group_local_id(), OF, identity)                                         \
    LOGICAL(sub_group_clustered_reduce_logical_##key, (int predicate, uint size),       \
        first_of(size), end_of(first_of(size), size), OF, identity)
LOGICALS(and, BOTH, true) LOGICALS(or, EITHER, false) LOGICALS(xor, ONE_OF, false)
