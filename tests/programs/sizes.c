/* An allocation whose size is a count of the input's: a path for each count. */
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned char in[3];
    klee_make_symbolic(in, sizeof in, "in");
    unsigned count = (in[0] != 0) + (in[1] != 0) + (in[2] != 0);
    unsigned char *kept = malloc(count + 1), *end = kept;
    for (int i = 0; i < 3; i++)
        if (in[i]) *end++ = in[i];
    *end = 0;
    assert(end - kept == count);
    for (unsigned i = 0; i < count; i++) assert(kept[i] != 0);
    free(kept);
    return 0;
}
