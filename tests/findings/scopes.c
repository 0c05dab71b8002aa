// simdiff: run => equivalent
// Blocks entered again, copies of a structure onto itself, moves between places
// that overlap: no finding.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

struct pair {
    int v[8];
};

static void swap(struct pair *x, struct pair *y) {
    struct pair old = *x;
    *x = *y;
    *y = old;
}

int main(void) {
    int n, total = 0;
    klee_make_symbolic(&n, sizeof n, "n");
    for (int i = 0; i < 4; i++) {
        int squares[4];
        int *volatile p = squares;
        if (n > i) {
            int inner[2] = {n, i};
            int *volatile q = inner;
            total += q[1];
        }
        p[i] = i * i;
        total += p[i];
    }
    struct pair x = {{1, 2, 3}};
    swap(&x, &x);
    assert(x.v[1] == 2);
    memmove(x.v + 1, x.v, sizeof x.v - sizeof x.v[0]);
    assert(x.v[1] == 1 && x.v[2] == 2);
    assert(total >= 14);
    return 0;
}
