/* More paths than are explored, all first ones without a fault; but half of all bytes
   are odd. */
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned char bytes[24];
    int order[24], odd = 0;
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    for (int i = 0; i < 24; i++)
        if (bytes[i] % 2) order[odd++] = i;
    assert(odd < 8 || odd > 16);
    return odd && order[0] > 24;
}
