// simdiff: check --reference bytes --port word => defect misaligned-access
// simdiff: check --reference bytes --port copied => equivalent
// simdiff: check --reference bytes --port unused => defect misaligned-access
// simdiff: check --reference bytes --port word --undefined alignment=note => equivalent
// simdiff: check --reference bytes --port word --arg 'p=in:u8[8] align:4' => equivalent
// simdiff: check --reference bytes --port ahead --arg 'p=in:u8[8] align:4' => defect misaligned-access
// simdiff: check --reference fourth --port third => defect misaligned-access
// Four bytes are read as an integer, which a buffer of bytes need not be aligned for.
#include <string.h>

unsigned bytes(const unsigned char *p) {
    return p[4] | p[5] << 8 | p[6] << 16 | (unsigned)p[7] << 24;
}

unsigned word(const unsigned char *p) { return *(const unsigned *)(p + 4); }

unsigned copied(const unsigned char *p) {
    unsigned word;
    memcpy(&word, p + 4, sizeof word);
    return word;
}

unsigned unused(const unsigned char *p) {
    unsigned word = *(const unsigned *)(p + 4);
    (void)word;
    return bytes(p);
}

unsigned ahead(const unsigned char *p) {
    unsigned short half = *(const unsigned short *)(p + 1);
    return bytes(p) + (half & 0);
}

// At a buffer that starts one byte behind an aligned place, this one is aligned.
unsigned fourth(const unsigned char *p) {
    return p[3] | p[4] << 8 | p[5] << 16 | (unsigned)p[6] << 24;
}

unsigned third(const unsigned char *p) { return *(const unsigned *)(p + 3); }
