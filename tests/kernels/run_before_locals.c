// simdiff: run => defect "stack-buffer-underflow"

// The first local of `main` is accessed before its beginning.
#include <assert.h>

int main(void) {
    int b = 7;
    int a[4] = {1, 2, 3, 4};
    for (int i = 3; i >= -1; i--)
        a[i] = 0;
    assert(a[0] == 0 && b == 7);
    return 0;
}
