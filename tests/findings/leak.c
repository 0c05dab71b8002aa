// simdiff: run --leaks => defect leak
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int key;
    klee_make_symbolic(&key, sizeof key, "key");
    char *copy = malloc(24);
    if (!copy || key == 12)
        return 1;
    free(copy);
    return 0;
}
