// simdiff: run --cflags -O0 => equivalent
// Bits are set and read one by one in words that nothing else was written to.
#include <assert.h>
#include <stdlib.h>

struct fields {
    unsigned a : 3, b : 7, c : 22;
};

int main(void) {
    struct fields local;
    local.a = 1;
    local.b = 5;
    local.c = 77;
    assert(local.a == 1 && local.b == 5 && local.c == 77);
    struct fields *block = malloc(sizeof *block);
    block->b = 3;
    assert(block->b == 3);
    unsigned long *set = malloc(16);
    set[0] |= 1ul << 3;
    set[1] &= ~(1ul << 5);
    assert((set[0] >> 3 & 1) == 1 && !(set[1] >> 5 & 1));
    free(block);
    free(set);
}
