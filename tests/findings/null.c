// simdiff: run => defect null-read
#include <klee/klee.h>
#include <stddef.h>

static const int one = 1;

static const int *find(int key) { return key == 7 ? NULL : &one; }

int main(void) {
    int key;
    klee_make_symbolic(&key, sizeof key, "key");
    return *find(key) == 2;
}
