// simdiff: check --reference hist --port by_table --arg n=const:12 --arg x=in:u8[12] --arg h=inout:u32[16] => equivalent
// simdiff: check --reference hist --port by_blocks --arg n=const:12 --arg x=in:u8[12] --arg h=inout:u32[16] => equivalent
// simdiff: check --reference hist --port forgets_block --arg n=const:12 --arg x=in:u8[12] --arg h=inout:u32[16] => different
// simdiff: check --reference hist --port saturates --arg n=const:12 --arg x=in:u8[12] --arg h=inout:u32[16] => different
// Histograms that are counted apart and added at the end.
#include <stdint.h>

void hist(const uint8_t *x, uint32_t *h, int n) {
    for (int i = 0; i < n; i++) h[x[i] >> 4]++;
}

void by_table(const uint8_t *x, uint32_t *h, int n) {
    uint32_t counts[16] = {0};
    for (int i = 0; i < n; i++) counts[x[i] >> 4]++;
    for (int k = 0; k < 16; k++) h[k] += counts[k];
}

void by_blocks(const uint8_t *x, uint32_t *h, int n) {
    for (int start = 0; start < n; start += 8) {
        uint32_t counts[16] = {0};
        for (int i = start; i < n && i < start + 8; i++) counts[x[i] >> 4]++;
        for (int k = 0; k < 16; k++) h[k] += counts[k];
    }
}

void forgets_block(const uint8_t *x, uint32_t *h, int n) {
    uint32_t counts[16] = {0};
    for (int start = 0; start < n; start += 8) {
        for (int k = 0; k < 16; k++) counts[k] = 0;
        for (int i = start; i < n && i < start + 8; i++) counts[x[i] >> 4]++;
    }
    for (int k = 0; k < 16; k++) h[k] += counts[k];
}

void saturates(const uint8_t *x, uint32_t *h, int n) {
    uint8_t counts[16] = {0};
    for (int i = 0; i < n; i++) counts[x[i] >> 4] += counts[x[i] >> 4] < 9;
    for (int k = 0; k < 16; k++) h[k] += counts[k];
}
