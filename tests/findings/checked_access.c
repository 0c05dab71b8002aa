// simdiff: run => defect out-of-bounds-read
// The harness asks whether it may access five bytes.
#include "klee/klee.h"

int main(void) {
    char name[4] = "abc";
    klee_check_memory_access(name, 5);
    return name[0];
}
