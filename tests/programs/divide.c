/* One input divides by zero, which the processor traps. */
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    int share;
    klee_make_symbolic(&share, sizeof share, "share");
    printf("%d\n", 100 / (share - 77));
    return 0;
}
