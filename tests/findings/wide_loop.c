// simdiff: run --no-merge --max-paths 40 => undecided
// A loop with more paths than there may be, and a way around it.
#include <klee/klee.h>
#include <stdlib.h>

int sink;

int main(void) {
    int bits;
    klee_make_symbolic(&bits, sizeof bits, "bits");
    if (bits & 1 << 20) {
        for (int i = 1; i < 20; i++)
            if (bits & 1 << i)
                sink += i;
    } else if (bits & 1) {
        exit(7);
    }
    return 0;
}
