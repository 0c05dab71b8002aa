// simdiff: check --reference table --port table_chosen --size n=0..6 => undecided "the length that is assumed for `lut`"
// simdiff: check --reference table --port table_late --arg 'lut=in:u8[256]' => different
// simdiff: check --reference table --port table_chosen --arg 'lut=in:u8[255]' => defect out-of-bounds-read
// How long a table is that elements of another buffer index nobody says: a reference that
// reads beyond what was inferred shows that the length is wrong, not the reference.
#include <stdint.h>

void table(const int16_t *s, const uint8_t *lut, uint8_t *d, int n) {
    for (int i = 0; i < n; i++) {
        int k = s[i];
        d[i] = lut[k < 0 ? 0 : k > 255 ? 255 : k];
    }
}

void table_chosen(const int16_t *s, const uint8_t *lut, uint8_t *d, int n) {
    for (int i = 0; i < n; i++) {
        if (s[i] < 0)
            d[i] = lut[0];
        else if (s[i] >= 255)
            d[i] = lut[255];
        else
            d[i] = lut[s[i]];
    }
}

void table_late(const int16_t *s, const uint8_t *lut, uint8_t *d, int n) {
    for (int i = 0; i < n; i++) {
        int k = s[i];
        d[i] = lut[k < 0 ? 0 : k > 254 ? 255 : k];
    }
    if (n > 0)
        d[0] = lut[0];
}
