// simdiff: run => defect double-free
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int failed;
    klee_make_symbolic(&failed, sizeof failed, "failed");
    char *line = malloc(80);
    if (failed)
        free(line);
    free(line);
    return 0;
}
