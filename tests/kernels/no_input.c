// simdiff: run => undecided "nothing-compared" "no path comes to its end"
// Assumptions that contradict each other leave nothing that an assertion could fail on.

#include <assert.h>

void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);

int main(void)
{
    int a;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_assume(a > 5);
    klee_assume(a < 3);
    assert(a == 4);
    return 0;
}
