/* A conditional store for each element: 2^256 ways, one path. */
#include <klee/klee.h>

unsigned char src[16][16], dst[16][16];

int main(void) {
    klee_make_symbolic(src, sizeof src, "src");
    for (int y = 0; y < 16; y++)
        for (int x = 0; x < 16; x++) {
            if (src[y][x] > 100)
                dst[y][x] = src[y][x] / 3;
            else
                dst[y][15 - x] = 7;
        }
    return 0;
}
