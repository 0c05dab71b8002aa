// simdiff: check --reference one --port one_by_clock => equivalent "the clock stands still at the start of 2000 (time)"
// simdiff: check --reference one --port one_without --allow-unreached => equivalent "the environment has no variables (getenv)"
// What the clock and the environment answer is named.

#include <stdlib.h>
#include <time.h>

int one(int x) { return x ^ 1; }
int one_by_clock(int x) { return x ^ (1 + (int)(time(NULL) & 2)); }
int one_without(int x) { return x ^ (getenv("PATH") ? 2 : 1); }
