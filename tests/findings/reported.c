// simdiff: run --cflags -fsanitize=signed-integer-overflow => defect overflow
// The program checks itself.
#include "klee/klee.h"

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    int next = x + 1;
    return next == 7;
}
