// simdiff: run => equivalent "the clock stands still at the start of 2000 (time)"
// simdiff: run --cflags=-DSEED=1 => equivalent
// simdiff: run --cflags=-DWRONG => defect assertion
// Numbers that depend on the time are those of one time.
#include <assert.h>
#include <stdlib.h>
#include <time.h>

#ifndef SEED
#define SEED time(NULL)
#endif

int main(void) {
    srand(SEED);
    int drawn = rand() % 100;
#ifdef WRONG
    assert(drawn >= 100);
#endif
    assert(drawn >= 0 && drawn < 100);
    return 0;
}
