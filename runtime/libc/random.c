/* The generators of glibc, so that a native run sees the same numbers: an
 * additive feedback generator of degree 31 (TYPE_3), and POSIX's drand48 core. */
#include <stdint.h>

static int32_t simdiff_rand_state[31];
static int simdiff_rand_front, simdiff_rand_back = -1;

void srandom(unsigned seed) {
    int32_t word = seed ? seed : 1;
    for (int i = 0; i < 31; i++) {
        simdiff_rand_state[i] = word;
        word = 16807 * (word % 127773) - 2836 * (word / 127773);
        if (word < 0) word += 2147483647;
    }
    simdiff_rand_front = 3;
    simdiff_rand_back = 0;
    extern long random(void);
    for (int i = 0; i < 310; i++) random();
}

long random(void) {
    if (simdiff_rand_back < 0) srandom(1);
    uint32_t sum = (uint32_t)simdiff_rand_state[simdiff_rand_front] + (uint32_t)simdiff_rand_state[simdiff_rand_back];
    simdiff_rand_state[simdiff_rand_front] = sum;
    simdiff_rand_front = (simdiff_rand_front + 1) % 31;
    simdiff_rand_back = (simdiff_rand_back + 1) % 31;
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
