/* Functions that are chosen when the program is loaded, for the processor. */
#include <assert.h>

static int plain(void) { return 1; }
static int wide(void) { return 2; }
static int (*choose(void))(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") ? wide : plain;
}
int version(void) __attribute__((ifunc("choose")));

__attribute__((target_clones("avx2", "sse4.2", "default"))) int sum(const int *x, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += x[i];
    return sum;
}

int main(void) {
    int (*volatile pointer)(void) = version;
    assert(version() == (__builtin_cpu_supports("avx2") ? 2 : 1) && pointer() == version());
    int values[100];
    for (int i = 0; i < 100; i++) values[i] = i;
    assert(sum(values, 100) == 4950);
#ifdef EXPECT
    assert(version() == EXPECT);
#endif
    return 0;
}
