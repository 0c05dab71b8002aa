// simdiff: run --leaks --cflags -O0 => defect leak
// What a local of an open activation points to is no leak at exit; what a function
// that has returned has lost is.
#include <klee/klee.h>
#include <stdlib.h>

static char *kept;

static void change(char **held) {
    kept = malloc(8);
    *held = malloc(16);
    *held = malloc(32);
}

static void end(char **held) {
    change(held);
    exit(*held == kept);
}

int main(void) {
    int deep;
    klee_make_symbolic(&deep, sizeof deep, "deep");
    char *held = 0;
    if (deep > 5)
        end(&held);
    return 0;
}
