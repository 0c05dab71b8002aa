// simdiff: run => defect division-by-zero
// Nobody looks at the quotient.
#include <klee/klee.h>

int main(void) {
    int parts;
    klee_make_symbolic(&parts, sizeof parts, "parts");
    int share = 100 / parts;
    (void)share;
}
