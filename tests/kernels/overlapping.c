// simdiff: check --reference moved --port moved_forwards --size n=0..24 => equivalent "where dst begins an element behind src"
// simdiff: check --reference moved --port moved_backwards --size n=0..24 => equivalent "where dst begins an element before src"
// simdiff: check --reference moved --port moved_again --size n=0..24 => equivalent
// Buffers do not overlap by contract, but a reference with `memmove` permits it: the verdict says
// where a port does not.

#include <stddef.h>
#include <string.h>

void moved(unsigned char *dst, const unsigned char *src, size_t n) { memmove(dst, src, n); }

void moved_again(unsigned char *dst, const unsigned char *src, size_t n) {
    unsigned char copy[24];
    for (size_t i = 0; i < n; i++) copy[i] = src[i];
    for (size_t i = 0; i < n; i++) dst[i] = copy[i];
}

void moved_forwards(unsigned char *dst, const unsigned char *src, size_t n) {
    for (size_t i = 0; i < n; i++) dst[i] = src[i];
}

void moved_backwards(unsigned char *dst, const unsigned char *src, size_t n) {
    for (size_t i = n; i > 0; i--) dst[i - 1] = src[i - 1];
}
