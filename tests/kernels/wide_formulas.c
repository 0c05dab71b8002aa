// simdiff: check --reference green --port other_weight => different "t1 < 0 ? 0 : (t1 >> 8) < 256 ? t1 >> 8 : 255" "(y[0] - 16) * 298 - (u[0] - 128) * 100" "e = v[0] - 128" "t3 - e * 206"
// simdiff: check --reference floor_half --port ceiling_half => different "t1 >> 1" "(t1 + 1) >> 1"
// Formulas of integers are those of C: no casts that do not matter, decimals, sums in one width,
// the names of local variables.
#include <stdint.h>

static int clip(int x) {
    return x < 0 ? 0 : x > 255 ? 255 : x;
}

void green(const uint8_t *y, const uint8_t *u, const uint8_t *v, uint8_t *d, int n) {
    for (int i = 0; i < n; i++) {
        int e = v[i] - 128;
        d[i] = clip((298 * (y[i] - 16) - 100 * (u[i] - 128) - 208 * e + 128) >> 8);
    }
}

void other_weight(const uint8_t *y, const uint8_t *u, const uint8_t *v, uint8_t *d, int n) {
    for (int i = 0; i < n; i++) {
        int e = v[i] - 128;
        d[i] = clip((298 * (y[i] - 16) - 100 * (u[i] - 128) - 206 * e + 128) >> 8);
    }
}

void floor_half(const uint8_t *a, const uint8_t *b, uint8_t *d, int n) {
    for (int i = 0; i < n; i++) {
        d[i] = (a[i] + b[i]) >> 1;
    }
}

void ceiling_half(const uint8_t *a, const uint8_t *b, uint8_t *d, int n) {
    for (int i = 0; i < n; i++) {
        d[i] = (a[i] + b[i] + 1) >> 1;
    }
}
