// simdiff: run => defect read-after-free
#include <stdlib.h>

int main(void) {
    int *total = malloc(sizeof *total);
    *total = 3;
    free(total);
    return *total == 4;
}
