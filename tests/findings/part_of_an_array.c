// simdiff: run => defect partly-symbolic
// klee_make_symbolic is for whole objects.
#include "klee/klee.h"

int main(void) {
    int table[4] = {0};
    klee_make_symbolic(table, 3 * sizeof *table, "table");
    return table[3];
}
