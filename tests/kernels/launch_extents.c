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
