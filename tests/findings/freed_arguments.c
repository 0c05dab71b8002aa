// simdiff: run => defect invalid-free
// The arguments were not allocated by the program.
#include <stdlib.h>

int main(int argc, char **argv) {
    free(argv);
    return argc - argc;
}
