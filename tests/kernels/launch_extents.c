// simdiff: check launch_extents.cl --reference inverted --port either --global 'w x h' => equivalent "one way of a choice: no size leads there"
// simdiff: check launch_extents.cl --reference inverted --port both --global 'w x h' => equivalent
// simdiff: check launch_extents.cl --reference inverted --port one_by_one --global 'w x h' => equivalent
// simdiff: check launch_extents.cl --reference inverted --port whole_extent --global 'w x h' => equivalent
// simdiff: check launch_extents.cl --reference inverted --port too_narrow --global 'w x h' => different
// simdiff: check launch_extents.cl --reference inverted --port far_off --global 'w x h' => different
// simdiff: check launch_extents.cl --reference copied --port copies --global g --arg g=const:2 => equivalent "launch global 2"
// simdiff: check launch_extents.cl --reference copied --port copies_first --global g --arg g=const:2 => different
// simdiff: check launch_extents.cl --reference copied_twice --port copies --global m --arg m=size:2*k => equivalent "launch global 2*k"
// The references of launch_extents.cl.
#include <stdint.h>

void inverted(const uint8_t *a, uint8_t *d, int w, int h) {
    for (int i = 0; i < w * h; i++)
        d[i] = 255 - a[i];
}

void copied(const int *a, int *d, int g) {
    for (int i = 0; i < g; i++)
        d[i] = a[i];
}

void copied_twice(const int *a, int *d, int m) {
    for (int i = 0; i < m; i++)
        d[i] = a[i];
}
