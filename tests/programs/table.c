/* A saturation table is the clamp that it stands for. */
#include <assert.h>
#include <klee/klee.h>

static unsigned char table[768];

int main(void) {
    unsigned char a, b;
    for (int i = 0; i < 768; i++) table[i] = i < 256 ? 0 : i > 511 ? 255 : i - 256;
    klee_make_symbolic(&a, 1, "a");
    klee_make_symbolic(&b, 1, "b");
    int sum = a + b, difference = a - b;
    assert(table[sum + 256] == (sum > 255 ? 255 : sum));
    assert(table[difference + 256] == (difference < 0 ? 0 : difference));
    return 0;
}
