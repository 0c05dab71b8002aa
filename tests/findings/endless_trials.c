// simdiff: run => defect assertion
// Each round asserts, and no path ends.
#include "klee/klee.h"
#include <assert.h>

int main(void) {
    for (;;) {
        unsigned number;
        klee_make_symbolic(&number, sizeof number, "number");
        assert(number != 12);
    }
}
