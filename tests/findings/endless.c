// simdiff: run => defect assertion
// The loop may go on for ever, but need not.
#include "klee/klee.h"
#include <assert.h>

int main(void) {
    int last, sum = 0;
    for (;;) {
        klee_make_symbolic(&last, sizeof last, "last");
        sum += last & 1;
        if (last == 77) break;
    }
    assert(sum > 3);
}
