// simdiff: check --reference rows --port rows_blocked --size h=2 => different
// simdiff: check --reference rows --port rows_blocked --size h=2,w=1..40 => equivalent
// simdiff: check --reference rows --port rows_right --size h=2 => equivalent "h = 2"
// simdiff: check --reference rows --port rows_tall --size h=2 => equivalent
// A size that is given says nothing of another one: w goes on until all code has run.

void rows(const unsigned char *x, unsigned char *d, int w, int h) {
    for (int i = 0; i < w * h; i++) d[i] = x[i] ^ 85;
}

// Blocks of 100, in rows of which the last element is wrong.
void rows_blocked(const unsigned char *x, unsigned char *d, int w, int h) {
    for (int y = 0; y < h; y++) {
        int i = 0;
        for (; i + 100 <= w; i += 100)
            for (int k = 0; k < 100; k++) d[y * w + i + k] = x[y * w + i + k] ^ (k == 99 ? 84 : 85);
        for (; i < w; i++) d[y * w + i] = x[y * w + i] ^ 85;
    }
}

void rows_right(const unsigned char *x, unsigned char *d, int w, int h) {
    for (int y = 0; y < h; y++)
        for (int i = 0; i < w; i++) d[y * w + i] = x[y * w + i] ^ 85;
}

void rows_tall(const unsigned char *x, unsigned char *d, int w, int h) {
    if (h > 3)
        d[0] = 1;
    else
        rows(x, d, w, h);
}
