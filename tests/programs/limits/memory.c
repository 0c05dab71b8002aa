/* Memory that is never given back, after an assertion that fails. */
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
#ifndef QUIET
    assert(x != 12345);
#endif
    for (int i = 1;; i++) {
        char *block = malloc(i * 1024);
        block[0] = 1;
    }
}
