// simdiff: check --reference grey --port grey_backwards --arg 'px=in:rgba[n]' --size n=0..3 => equivalent
// simdiff: check --reference lengths --port lengths_twice --arg 'v=in:vec[n]' --size n=0..3 => equivalent
// Structures are called by their typedef or by their tag.

typedef struct { unsigned char r, g, b, a; } rgba;
void grey(const rgba *px, unsigned char *y, int n) {
    for (int i = 0; i < n; i++) y[i] = (px[i].r + px[i].g + px[i].b) / 3;
}
void grey_backwards(const rgba *px, unsigned char *y, int n) {
    for (int i = n - 1; i >= 0; i--) y[i] = (px[i].b + px[i].g + px[i].r) / 3;
}

struct vec { int x, y; };
void lengths(const struct vec *v, unsigned *d, int n) {
    for (int i = 0; i < n; i++) d[i] = (unsigned)v[i].x * v[i].x + (unsigned)v[i].y * v[i].y;
}
void lengths_twice(const struct vec *v, unsigned *d, int n) {
    for (int i = 0; i < n; i++) d[i] = (unsigned)v[i].y * v[i].y + (unsigned)v[i].x * v[i].x;
}
