// simdiff: run --cflags -DPLAIN => equivalent
// simdiff: run --cflags -DPLAIN -DNDEBUG => undecided
// simdiff: run --cflags -DPLAIN -DNDEBUG -O2 => undecided
// simdiff: run --cflags -DPLAIN -O2 => equivalent
// simdiff: run --cflags -DABORTS => equivalent
// simdiff: run --cflags -DABORTS -DWRONG => defect
// simdiff: run --cflags -DFAILS => equivalent
// simdiff: run --cflags -DFAILS -DWRONG => undecided
// simdiff: run --cflags -DSTATUS => equivalent
// simdiff: run --cflags -DSTATUS -DWRONG => undecided
// simdiff: run --cflags -DROUNDS => undecided
// simdiff: run --cflags -DROUNDS -- x => equivalent
// simdiff: run --cflags -DNOTHING => undecided
// simdiff: run --cflags -DNOTHING --leaks => equivalent
// A harness that executes no assertion has checked nothing.

#include <assert.h>
#include <stdlib.h>

void klee_make_symbolic(void *, unsigned long, const char *);

static unsigned half(unsigned x) {
#ifdef WRONG
    return x == 12345 ? 1 : x / 2;
#else
    return x / 2;
#endif
}

#ifdef FAILS
static void fail(void) {
    exit(1);
}
#endif

int main(int argc, char **argv) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
#ifdef PLAIN
    assert(half(x) == x >> 1);
#endif
#ifdef ABORTS
    if (half(x) != x >> 1)
        abort();
#endif
#ifdef FAILS
    if (half(x) != x >> 1)
        fail();
#endif
#ifdef STATUS
    if (half(x) != x >> 1)
        return 1;
#endif
#ifdef ROUNDS
    for (int i = 1; i < argc; i++)
        assert(half(x) == x >> 1);
#endif
    return 0;
}
