// simdiff: run => defect out-of-bounds-write
// A block of no bytes has no first byte.
#include <stdlib.h>

int main(int argc, char **argv) {
    char *block = malloc(argc - 1);
    block[0] = 'x';
    free(block);
}
