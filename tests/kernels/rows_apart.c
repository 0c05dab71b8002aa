// simdiff: check --reference invert --port invert_wide --arg 'rows=inout:u8[h][w]' --size h=0..4,w=0..9 => equivalent
// simdiff: check --reference invert --port invert_by_stride --arg 'rows=inout:u8[h][w]' --size h=0..4,w=1..9 => defect
// simdiff: check --reference invert --port invert_downwards --arg 'rows=inout:u8[h][w]' --size h=2..4,w=1..5 => undecided
// Rows lie anywhere in memory: neither in order nor at equal distances. That a native run places
// two of them otherwise leaves the last line undecided.

#include <stddef.h>

void invert(unsigned char **rows, int w, int h) {
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) rows[y][x] = ~rows[y][x];
}

void invert_wide(unsigned char **rows, int w, int h) {
    for (int y = 0; y < h; y++) {
        unsigned char *row = rows[y];
        int x = 0;
        for (; x + 4 <= w; x += 4)
            for (int k = 0; k < 4; k++) row[x + k] ^= 255;
        for (; x < w; x++) row[x] ^= 255;
    }
}

void invert_by_stride(unsigned char **rows, int w, int h) {
    if (h < 2) return invert(rows, w, h);
    ptrdiff_t stride = rows[1] - rows[0];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) rows[0][y * stride + x] ^= 255;
}

void invert_downwards(unsigned char **rows, int w, int h) {
    if (h > 1 && rows[h - 1] < rows[0]) return;
    invert(rows, w, h);
}
