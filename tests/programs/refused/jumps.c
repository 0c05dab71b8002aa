/* An error is handled by a jump. */
#include <setjmp.h>

static jmp_buf place;

static void fail(void) { longjmp(place, 1); }

int main(void) {
    if (setjmp(place)) return 0;
    fail();
    return 1;
}
