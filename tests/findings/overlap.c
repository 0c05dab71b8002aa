// simdiff: run => defect overlapping-copy
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char text[16] = "0123456789";
    unsigned char by;
    klee_make_symbolic(&by, sizeof by, "by");
    if (by == 3)
        memcpy(text + 3, text, 8);
    return text[0];
}
