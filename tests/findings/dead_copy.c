// simdiff: check --reference flip --port flip_ahead --size n=1..4 => defect out-of-bounds-read
// Eight bytes are copied into a local that nobody reads.
#include <string.h>

void flip(const unsigned char *s, unsigned char *d, int n) {
    for (int i = 0; i < n; i++) d[i] = s[i] ^ 1;
}

void flip_ahead(const unsigned char *s, unsigned char *d, int n) {
    for (int i = 0; i < n; i++) {
        unsigned char ahead[8];
        memcpy(ahead, s + i, 8);
        d[i] = s[i] ^ 1;
    }
}
