// simdiff: run => defect out-of-bounds-read
#include <klee/klee.h>

int main(void) {
    unsigned char digit;
    klee_make_symbolic(&digit, sizeof digit, "digit");
    const int weights[10] = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
    return weights[digit & 15] == 42;
}
