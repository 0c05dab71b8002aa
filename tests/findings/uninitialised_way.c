// simdiff: run => defect undefined-branch
// One way leaves the variable without a value: that the other way's value is the only
// one there is proves nothing.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int mode, rate;
    klee_make_symbolic(&mode, sizeof mode, "mode");
    if (mode != 44100) rate = 7;
    assert(rate == 7);
}
