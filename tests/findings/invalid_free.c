// simdiff: run => defect invalid-free
#include <stdlib.h>

int main(void) {
    char *line = malloc(80);
    line++;
    free(line);
    return 0;
}
