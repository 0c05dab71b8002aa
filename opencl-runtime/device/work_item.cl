// Work-item functions (6.15.1).
//
// The executor keeps their results in two variables: one for the launch, and one for the
// running work-item. In arrays of three, a size in an unused dimension is 1, any other
// value 0.

#include "device.h"

struct simdiff_launch {
    ulong dimensions;
    ulong global_size[3];
    // The size of all groups but the last in a dimension, which may be smaller.
    ulong local_size[3];
    ulong global_offset[3];
    ulong num_groups[3];
    // Number of items of every sub-group but the last of a group, which may be smaller.
    ulong sub_group;
};

struct simdiff_item {
    ulong local_id[3];
    ulong group_id[3];
    // Size of the item's own group.
    ulong local_size[3];
};

__global struct simdiff_launch simdiff_launch;
__global struct simdiff_item simdiff_item;

PURE uint get_work_dim(void) { return (uint)simdiff_launch.dimensions; }

#define OF_DIMENSION(name, place, otherwise) \
    PURE size_t name(uint dimension) { return dimension < 3 ? place[dimension] : otherwise; }

OF_DIMENSION(get_global_size, simdiff_launch.global_size, 1)
OF_DIMENSION(get_enqueued_local_size, simdiff_launch.local_size, 1)
OF_DIMENSION(get_global_offset, simdiff_launch.global_offset, 0)
OF_DIMENSION(get_num_groups, simdiff_launch.num_groups, 1)
OF_DIMENSION(get_local_size, simdiff_item.local_size, 1)
OF_DIMENSION(get_local_id, simdiff_item.local_id, 0)
OF_DIMENSION(get_group_id, simdiff_item.group_id, 0)

PURE size_t get_global_id(uint dimension) {
    if (dimension >= 3)
        return 0;
    return simdiff_launch.global_offset[dimension]
        + simdiff_item.group_id[dimension] * simdiff_launch.local_size[dimension]
        + simdiff_item.local_id[dimension];
}

PURE size_t get_local_linear_id(void) {
    return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0)
        + get_local_id(0);
}

// Sub-groups (6.15.19): items with successive linear local ids.
PURE uint get_max_sub_group_size(void) { return (uint)simdiff_launch.sub_group; }
PURE uint get_sub_group_id(void) {
    return (uint)(get_local_linear_id() / simdiff_launch.sub_group);
}
PURE uint get_sub_group_local_id(void) {
    return (uint)(get_local_linear_id() % simdiff_launch.sub_group);
}
PURE uint get_num_sub_groups(void) {
    ulong items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    return (uint)((items + simdiff_launch.sub_group - 1) / simdiff_launch.sub_group);
}
PURE uint get_enqueued_num_sub_groups(void) {
    ulong items = get_enqueued_local_size(0) * get_enqueued_local_size(1)
        * get_enqueued_local_size(2);
    return (uint)((items + simdiff_launch.sub_group - 1) / simdiff_launch.sub_group);
}
PURE uint get_sub_group_size(void) {
    ulong items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    ulong first = get_sub_group_id() * simdiff_launch.sub_group;
    return (uint)(items - first < simdiff_launch.sub_group ? items - first : simdiff_launch.sub_group);
}

PURE size_t get_global_linear_id(void) {
    size_t place[3];
    for (uint d = 0; d < 3; d++)
        place[d] = get_global_id(d) - get_global_offset(d);
    return (place[2] * get_global_size(1) + place[1]) * get_global_size(0) + place[0];
}
