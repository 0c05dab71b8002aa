// simdiff: run --no-merge --phi-fold-threshold 0 => equivalent
// Of two floats exactly one relation holds: four paths, not sixteen.
#include <assert.h>
#include <klee/klee.h>

int sink;

int main(void) {
    float a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    int relations = 0;
    if (a < b)
        sink = ++relations;
    if (a > b)
        sink = ++relations;
    if (a == b)
        sink = ++relations;
    if (__builtin_isunordered(a, b))
        sink = ++relations;
    assert(relations == 1);
    return 0;
}
