// simdiff: check --reference crc_bits --port crc_sliced --setup fill --size n=1..12 => equivalent
// simdiff: check --reference crc_bits --port crc_spoilt --setup fill --size n=1..3 => different
// The CRC-32 of a buffer from four tables that another function fills, and with one wrong entry.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

uint32_t crc_bits(const uint8_t *p, size_t n)
{
    uint32_t crc = ~0u;
    for (size_t i = 0; i < n; i++) {
        crc ^= p[i];
        for (int k = 0; k < 8; k++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
    return ~crc;
}

static uint32_t tables[4][256];

void fill(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (int k = 0; k < 8; k++)
            crc = crc >> 1 ^ (-(crc & 1) & 0xedb88320u);
        tables[0][i] = crc;
    }
    for (int k = 1; k < 4; k++)
        for (int i = 0; i < 256; i++)
            tables[k][i] = tables[k - 1][i] >> 8 ^ tables[0][tables[k - 1][i] & 255];
}

uint32_t crc_sliced(const uint8_t *p, size_t n)
{
    uint32_t crc = ~0u;
    for (; n >= 4; n -= 4, p += 4) {
        uint32_t word;
        memcpy(&word, p, 4);
        crc ^= word;
        crc = tables[3][crc & 255] ^ tables[2][crc >> 8 & 255] ^ tables[1][crc >> 16 & 255] ^
              tables[0][crc >> 24];
    }
    for (; n; n--, p++)
        crc = crc >> 8 ^ tables[0][(crc ^ *p) & 255];
    return ~crc;
}

uint32_t crc_spoilt(const uint8_t *p, size_t n)
{
    uint32_t crc = ~0u;
    for (size_t i = 0; i < n; i++) {
        uint32_t at = (crc ^ p[i]) & 255;
        crc = crc >> 8 ^ tables[0][at] ^ (at == 77);
    }
    return ~crc;
}
