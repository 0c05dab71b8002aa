/* A defect that shows on the path that most inputs take, the one of the largest of
 * many counts: the others need not be explored. */
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int in[12], count = 0;
    klee_make_symbolic(in, sizeof in, "in");
    for (int i = 0; i < 12; i++) count += in[i] != 0;
    int *kept = calloc(count + 1, sizeof *kept), n = 0;
    for (int i = 0; i < 12; i++)
        if (in[i]) kept[n++] = in[i];
    kept[n] = 1;
    int single = 0;
    double twice = 0;
    for (int i = 0; i < n; i++) single ^= kept[i], twice += kept[i];
    assert(single == (int)twice);
    return 0;
}
