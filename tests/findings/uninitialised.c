// simdiff: check --reference sum --port sum_blocks --size n=3 => defect uninitialised-output
#include <stdlib.h>

int sum(const int *src, int n) {
    int total = 0;
    for (int i = 0; i < n; i++)
        total += src[i];
    return total;
}

int sum_blocks(const int *src, int n) {
    int block[4];
    for (int i = 0; i < n; i++)
        block[i] = src[i];
    return block[0] + block[1] + block[2] + block[3];
}
