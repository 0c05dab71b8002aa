// Votes and ballots of a sub-group (OpenCL extensions cl_khr_subgroup_non_uniform_vote and
// cl_khr_subgroup_ballot). Bit i of a ballot is the predicate of item i.

#include "sub_group.h"

static bool all_of(bool holds) {
    simdiff_sub_group_give(holds, 1);
    bool all = true;
    for (uint item = 0; item < get_sub_group_size(); item++)
        all &= simdiff_sub_group_given(item) != 0;
    MEET(1);
    return all;
}
SHARED int sub_group_elect(void) {
    MEET(1);
    return truth(get_sub_group_local_id() == 0);
}
SHARED int sub_group_non_uniform_all(int predicate) {
    return truth(all_of(predicate != 0));
}
SHARED int sub_group_non_uniform_any(int predicate) {
    return truth(!all_of(predicate == 0));
}
#define ALL_EQUAL(T, TO_BITS, FROM_BITS, _)                                             \
    OVERLOADED int sub_group_non_uniform_all_equal(T x) {                               \
        simdiff_sub_group_give(TO_BITS(x), 1);                                          \
        bool all = true;                                                                \
        for (uint item = 0; item < get_sub_group_size(); item++)                        \
            all &= FROM_BITS(simdiff_sub_group_given(item)) == x;                       \
        MEET(1);                                                                        \
        return truth(all);                                                              \
    }
EACH_TYPE(ALL_EQUAL, )

#define BROADCAST(T, TO_BITS, FROM_BITS, _)                                             \
    OVERLOADED T sub_group_non_uniform_broadcast(T x, uint item) {                      \
        simdiff_sub_group_same(item);                                                   \
        simdiff_sub_group_give(TO_BITS(x), 1);                                          \
        T value = FROM_BITS(simdiff_sub_group_given(item));                             \
        MEET(1);                                                                        \
        return value;                                                                   \
    }                                                                                   \
    OVERLOADED T sub_group_broadcast_first(T x) {                                       \
        simdiff_sub_group_give(TO_BITS(x), 1);                                          \
        T value = FROM_BITS(simdiff_sub_group_given(0));                                \
        MEET(1);                                                                        \
        return value;                                                                   \
    }
EACH_TYPE(BROADCAST, )

// A ballot and its two halves; sub-groups have at most 128 items.
static uint4 of_words(ulong low, ulong high) {
    return (uint4)((uint)low, (uint)(low >> 32), (uint)high, (uint)(high >> 32));
}
static ulong low_of(uint4 value) { return value.x | (ulong)value.y << 32; }
static ulong high_of(uint4 value) { return value.z | (ulong)value.w << 32; }
// A ballot with the first `count` bits set.
static uint4 first_bits(uint count) {
    ulong low = count >= 64 ? ~0UL : (1UL << count) - 1;
    ulong high = count >= 128 ? ~0UL : count > 64 ? (1UL << (count - 64)) - 1 : 0;
    return of_words(low, high);
}
static uint count_of(uint4 value) {
    return popcount(value.x) + popcount(value.y) + popcount(value.z) + popcount(value.w);
}
static uint4 of_sub_group(uint4 value) { return value & first_bits(get_sub_group_size()); }

SHARED uint4 sub_group_ballot(int predicate) {
    simdiff_sub_group_give(predicate != 0, 1);
    ulong low = 0, high = 0;
    for (uint item = 0; item < get_sub_group_size(); item++) {
        ulong bit = simdiff_sub_group_given(item);
        if (item < 64)
            low |= bit << item;
        else if (item < 128)
            high |= bit << (item - 64);
    }
    MEET(1);
    return of_words(low, high);
}
static bool bit_of(uint4 value, uint index) {
    ulong word = index < 64 ? low_of(value) : high_of(value);
    return word >> index % 64 & 1;
}
SHARED int sub_group_inverse_ballot(uint4 value) {
    return truth(bit_of(value, get_sub_group_local_id()));
}
SHARED int sub_group_ballot_bit_extract(uint4 value, uint index) {
    if (index >= get_max_sub_group_size())
        simdiff_unsupported("sub_group_ballot_bit_extract", "a bit of no item");
    return truth(bit_of(value, index));
}
SHARED uint sub_group_ballot_bit_count(uint4 value) { return count_of(of_sub_group(value)); }
SHARED uint sub_group_ballot_inclusive_scan(uint4 value) {
    return count_of(value & first_bits(get_sub_group_local_id() + 1));
}
SHARED uint sub_group_ballot_exclusive_scan(uint4 value) {
    return count_of(value & first_bits(get_sub_group_local_id()));
}
SHARED uint sub_group_ballot_find_lsb(uint4 value) {
    uint4 own = of_sub_group(value);
    if (count_of(own) == 0)
        simdiff_unsupported("sub_group_ballot_find_lsb", "a ballot without a bit");
    return low_of(own) != 0 ? (uint)ctz(low_of(own)) : 64 + (uint)ctz(high_of(own));
}
SHARED uint sub_group_ballot_find_msb(uint4 value) {
    uint4 own = of_sub_group(value);
    if (count_of(own) == 0)
        simdiff_unsupported("sub_group_ballot_find_msb", "a ballot without a bit");
    return high_of(own) != 0 ? 127 - (uint)clz(high_of(own)) : 63 - (uint)clz(low_of(own));
}

SHARED uint4 get_sub_group_eq_mask(void) {
    uint item = get_sub_group_local_id();
    return first_bits(item + 1) & ~first_bits(item);
}
SHARED uint4 get_sub_group_ge_mask(void) {
    return first_bits(get_max_sub_group_size()) & ~first_bits(get_sub_group_local_id());
}
SHARED uint4 get_sub_group_gt_mask(void) {
    return first_bits(get_max_sub_group_size()) & ~first_bits(get_sub_group_local_id() + 1);
}
SHARED uint4 get_sub_group_le_mask(void) { return first_bits(get_sub_group_local_id() + 1); }
SHARED uint4 get_sub_group_lt_mask(void) { return first_bits(get_sub_group_local_id()); }
