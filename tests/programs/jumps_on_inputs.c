/* Whether there is a jump depends on an input. */
#include "klee/klee.h"
#include <assert.h>
#include <setjmp.h>

static jmp_buf place;

static int limited(int x) {
    if (x > 10) longjmp(place, x);
    return x;
}

int main(void) {
    int x, y = 0;
    klee_make_symbolic(&x, sizeof x, "x");
    int code = setjmp(place);
    if (code) {
        assert(code == x && x > 10);
        return 0;
    }
    if (x > 3) y = limited(x) - 1;
    assert(y < 10 && x <= 10);
}
