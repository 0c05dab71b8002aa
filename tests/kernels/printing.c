// simdiff: check --reference warn --port warn => equivalent
// simdiff: check --reference warn --port warn_by_printf => equivalent
// simdiff: check --reference warn --port warn_not => undecided
// simdiff: check --reference warn_not --port warn => undecided
// simdiff: check --reference warn --port warn_loudly => undecided
// simdiff: check --reference warn --port warn_early => undecided
// simdiff: check --reference tell --port tell_again => equivalent
// simdiff: check --reference tell --port tell_other => equivalent "what the versions print is not compared"
// simdiff: check --reference tell --port warn_not => undecided
// What is printed is compared where it can be, and never left out in silence.

#include <stdio.h>

int warn(int a) {
    if (a < 0)
        puts("negative");
    return a & 7;
}

int warn_by_printf(int a) {
    if (a <= -1)
        printf("negative\n");
    return a & 7;
}

int warn_not(int a) {
    return a & 7;
}

int warn_loudly(int a) {
    if (a < 0)
        puts("Negative");
    return a & 7;
}

int warn_early(int a) {
    if (a < 1)
        puts("negative");
    return a & 7;
}

int tell(int a) {
    printf("%d\n", a & 7);
    return a & 7;
}

int tell_again(int a) {
    printf("%d\n", (a & 3) | (a & 4));
    return a & 7;
}

int tell_other(int a) {
    printf("%x\n", a & 7);
    return a & 7;
}
