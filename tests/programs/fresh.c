/* Undecided; equivalent under --assume-zeroed-memory. Compares what nothing wrote,
 * in heap blocks and in a local of a loop. */
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

static int equal(const unsigned char *a, const unsigned char *b, int n)
{
    int same = 1;
    for (int i = 0; i < n; i++) same &= a[i] == b[i];
    return same;
}

int main(void) {
    unsigned char in[8];
    klee_make_symbolic(in, sizeof in, "in");
    unsigned char *left = malloc(8), *right = malloc(8);
    for (int i = 0; i < 4; i++) {
        volatile unsigned char old[4];
        left[i] = in[i] + old[i];
        right[i] = old[i] + in[i];
        old[i] = in[i];
    }
    assert(equal(left, right, 8));
    return 0;
}
