// simdiff: run => defect out-of-bounds-write
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned count;
    klee_make_symbolic(&count, sizeof count, "count");
    klee_assume(count <= 4);
    int *squares = malloc(4 * sizeof *squares);
    for (unsigned i = 0; i <= count; i++)
        squares[i] = i * i;
    free(squares);
    return 0;
}
