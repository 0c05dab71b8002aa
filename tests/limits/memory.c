// Blocks much larger than what is written to them, or filled with one byte.
#include <stdlib.h>
#include <string.h>

int filled(int value) {
    unsigned char *block = malloc(300u << 20);
    memset(block, value, 300u << 20);
    int result = block[123456789];
    free(block);
    return result;
}

int filled_at_ends(int value) {
    unsigned char *block = malloc(1ull << 36);
    block[0] = 1;
    block[(1ull << 36) - 1] = (unsigned char)value;
    int result = block[(1ull << 36) - 1] * block[0];
    free(block);
    return result;
}

int hoard(int value) {
    int sum = 0;
    for (;;) {
        char *block = malloc(1 << 20);
        memset(block, value, 1 << 20);
        sum += block[7];
    }
    return sum;
}
