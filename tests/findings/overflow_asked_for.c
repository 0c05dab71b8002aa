// simdiff: run --undefined overflow=defect => defect signed-overflow
// The product of two counts fits, and that of three does not.
#include <klee/klee.h>

int main(void) {
    short w, h, d;
    klee_make_symbolic(&w, sizeof w, "w");
    klee_make_symbolic(&h, sizeof h, "h");
    klee_make_symbolic(&d, sizeof d, "d");
    int area = w * h;
    int volume = area * d;
    return volume == 7;
}
