/* What was found before the refusal is told. */
#include <assert.h>
#include <klee/klee.h>
#include <unistd.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 70007) assert(x != 70007);
    return fork();
}
