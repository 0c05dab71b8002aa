// simdiff: run => defect division-by-zero
#include <klee/klee.h>

int main(void) {
    int parts;
    klee_make_symbolic(&parts, sizeof parts, "parts");
    return 100 % (parts - 5) == 7;
}
