// The regions of a buffer that are mapped (5.4.3).

#include "host.h"

// Whether a row of one region and a row of the other have a byte in common.
static int share_a_byte(const struct simdiff_map *one, const struct simdiff_map *two) {
    for (size_t z = 0; z < one->extent[2]; z++)
        for (size_t y = 0; y < one->extent[1]; y++) {
            const char *row = one->data + z * one->inner_slice + y * one->inner_row;
            for (size_t other_z = 0; other_z < two->extent[2]; other_z++)
                for (size_t other_y = 0; other_y < two->extent[1]; other_y++) {
                    const char *other =
                        two->data + other_z * two->inner_slice + other_y * two->inner_row;
                    if (row < other + two->extent[0] && other < row + one->extent[0])
                        return 1;
                }
        }
    return 0;
}

int simdiff_map_apart(struct simdiff_map *map) {
    struct simdiff_lease *lease = map->lease;
    for (struct simdiff_map *other = lease->mapped; other; other = other->other)
        if ((map->flags & SIMDIFF_MAP_WRITES) && (other->flags & SIMDIFF_MAP_WRITES)
            && share_a_byte(map, other))
            return 0;
    map->other = lease->mapped;
    lease->mapped = map;
    return 1;
}

void simdiff_map_end(struct simdiff_map *map) {
    struct simdiff_map **at = &map->lease->mapped;
    while (*at != map)
        at = &(*at)->other;
    *at = map->other;
}
