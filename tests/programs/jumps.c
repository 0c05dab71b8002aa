/* Errors are handled by jumps out of functions: past several activations, inside one,
 * with locals that change in between, and out of branches on inputs. */
#include <assert.h>
#include <setjmp.h>
#include <stddef.h>

static jmp_buf place, other;
static int depth;

__attribute__((noinline)) static void fail(int code) { longjmp(place, code); }

__attribute__((noinline)) static int dive(int n) {
    int local[4] = {n};
    ++depth;
    if (n == 0) fail(42);
    return dive(n - 1) + local[0];
}

static int caught(void) {
    volatile int rounds = 0;
    int code = setjmp(place);
    if (code == 0) dive(5);
    assert(code == 42 || code == 1);
    if (++rounds == 1) fail(0);
    return rounds;
}

static int retried(void) {
    volatile int tries = 0;
    if (setjmp(other) < 3) {
        ++tries;
        longjmp(other, tries);
    }
    return tries;
}


int checked(int x) {
    if (setjmp(place)) return -1;
    if (x > 10) fail(1);
    return x;
}

int main(int argc, char **argv) {
    assert(caught() == 2);
    assert(depth == 6);
    assert(retried() == 3);
    assert(checked(argc) == 1);
    assert(checked(argc + 10) == -1);
}
