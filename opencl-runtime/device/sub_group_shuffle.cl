// Shuffles of a sub-group (OpenCL extensions cl_khr_subgroup_shuffle, _shuffle_relative and
// _rotate, and scalars of cl_intel_subgroups). The value of an item that does not exist is
// uninitialised.

#include "sub_group.h"

#define FROM(name, T, TO_BITS, FROM_BITS, parameters, x, item, active)                  \
    OVERLOADED T name parameters {                                                      \
        simdiff_sub_group_give(TO_BITS(x), active);                                     \
        T value = FROM_BITS(simdiff_sub_group_given(item));                             \
        MEET(active);                                                                   \
        return value;                                                                   \
    }
#define OWN get_sub_group_local_id()
// The item at a distance from the own one, or UINT_MAX.
__attribute__((noinline)) static uint below(uint delta) { return delta > OWN ? UINT_MAX : OWN - delta; }
__attribute__((noinline)) static uint above(uint delta) { return delta > UINT_MAX - OWN ? UINT_MAX : OWN + delta; }
__attribute__((noinline)) static uint rotated(int delta, uint size) {
    return OWN / size * size + (OWN % size + (uint)delta) % size;
}
__attribute__((noinline)) static uint cluster(uint size) {
    if (size == 0 || (size & (size - 1)) != 0 || size > get_max_sub_group_size())
        simdiff_unsupported("sub_group_clustered_rotate",
            "a size that is no power of two, or more than a sub-group has");
    return size;
}
#define SHUFFLES(T, TO, OF, _)                                                          \
    FROM(sub_group_shuffle, T, TO, OF, (T x, uint item), x, item, 1)                    \
    FROM(sub_group_shuffle_xor, T, TO, OF, (T x, uint mask), x, OWN ^ mask, 1)          \
    FROM(sub_group_shuffle_up, T, TO, OF, (T x, uint delta), x, below(delta), 1)        \
    FROM(sub_group_shuffle_down, T, TO, OF, (T x, uint delta), x, above(delta), 1)      \
    FROM(sub_group_rotate, T, TO, OF, (T x, int delta), x,                              \
        rotated(delta, get_max_sub_group_size()), 1)                                    \
    FROM(sub_group_clustered_rotate, T, TO, OF, (T x, int delta, uint size), x,         \
        rotated(delta, cluster(size)), 1)
EACH_TYPE(SHUFFLES, )

// Shuffles over the items of two sub-groups in a row.
#define INTEL(T, TO, OF, _)                                                             \
    FROM(intel_sub_group_shuffle, T, TO, OF, (T x, uint item), x, item, 1)              \
    FROM(intel_sub_group_shuffle_xor, T, TO, OF, (T x, uint mask), x, OWN ^ mask, 1)    \
    OVERLOADED T intel_sub_group_shuffle_down(T current, T next, uint delta) {          \
        uint items = get_max_sub_group_size(), item = above(delta);                     \
        simdiff_sub_group_give(TO(current), 1);                                         \
        T near = OF(simdiff_sub_group_given(item < items ? item : 0));                  \
        MEET(1);                                                                        \
        simdiff_sub_group_give(TO(next), 1);                                            \
        T far = OF(simdiff_sub_group_given(item - items));                              \
        MEET(1);                                                                        \
        return item < items ? near : far;                                               \
    }                                                                                   \
    OVERLOADED T intel_sub_group_shuffle_up(T previous, T current, uint delta) {        \
        uint items = get_max_sub_group_size(), item = below(delta);                     \
        simdiff_sub_group_give(TO(current), 1);                                         \
        T near = OF(simdiff_sub_group_given(item == UINT_MAX ? 0 : item));              \
        MEET(1);                                                                        \
        simdiff_sub_group_give(TO(previous), 1);                                        \
        T far = OF(simdiff_sub_group_given(OWN + items - delta));                       \
        MEET(1);                                                                        \
        return item == UINT_MAX ? far : near;                                           \
    }
EACH_TYPE(INTEL, )

// Block reads and writes: elements in a row, one per item.
#define EACH_LANES(F, ...) F(, __VA_ARGS__) F(2, __VA_ARGS__) F(4, __VA_ARGS__) F(8, __VA_ARGS__)
#define BLOCK(N, T, suffix)                                                             \
    OVERLOADED T##N intel_sub_group_block_read##suffix##N(const __global T *p) {        \
        simdiff_sub_group_same((ulong)p);                                               \
        T##N all;                                                                       \
        T *lanes = (T *)&all;                                                           \
        for (uint i = 0; i < sizeof(T##N) / sizeof(T); i++)                             \
            lanes[i] = p[i * get_max_sub_group_size() + OWN];                           \
        return all;                                                                     \
    }                                                                                   \
    OVERLOADED void intel_sub_group_block_write##suffix##N(__global T *p, T##N all) {   \
        simdiff_sub_group_same((ulong)p);                                               \
        const T *lanes = (const T *)&all;                                               \
        for (uint i = 0; i < sizeof(T##N) / sizeof(T); i++)                             \
            p[i * get_max_sub_group_size() + OWN] = lanes[i];                           \
    }
EACH_LANES(BLOCK, uint, ) EACH_LANES(BLOCK, uint, _ui) EACH_LANES(BLOCK, ushort, _us)
