/* The generators of glibc, so that a native run sees the same numbers: an
 * additive feedback generator of degree 31 (TYPE_3), and POSIX's drand48 core. */
#include <stdint.h>

static int32_t state[31];
static int front, back = -1;

void srandom(unsigned seed) {
    int32_t word = seed ? seed : 1;
    for (int i = 0; i < 31; i++) {
        state[i] = word;
        word = 16807 * (word % 127773) - 2836 * (word / 127773);
        if (word < 0) word += 2147483647;
    }
    front = 3;
    back = 0;
    extern long random(void);
    for (int i = 0; i < 310; i++) random();
}

long random(void) {
    if (back < 0) srandom(1);
    uint32_t sum = (uint32_t)state[front] + (uint32_t)state[back];
    state[front] = sum;
    front = (front + 1) % 31;
    back = (back + 1) % 31;
    return sum >> 1;
}

void srand(unsigned seed) { srandom(seed); }
int rand(void) { return (int)random(); }

int rand_r(unsigned *seed) {
    unsigned next = *seed, result;
    next = next * 1103515245 + 12345;
    result = (next / 65536) % 2048;
    next = next * 1103515245 + 12345;
    result = (result << 10) ^ ((next / 65536) % 1024);
    next = next * 1103515245 + 12345;
    result = (result << 10) ^ ((next / 65536) % 1024);
    *seed = next;
    return (int)result;
}
