// simdiff: check --reference running --port running_blocks --cflags -O2 => equivalent "no size leads there"
// simdiff: check --reference running --port running_unsigned --cflags -O3 => equivalent "no size leads there"
// simdiff: check --reference running --port running_wrong --cflags -O2 => different
// simdiff: check --reference mask --port mask_blocks --arg 'key=in:u8[16]' --cflags -O2 => equivalent
// simdiff: check --reference mask --port mask_blocks --arg 'key=in:u8[16]' --cflags '-O3 -mavx2' => equivalent
// simdiff: check --reference mask --port mask_restarted --arg 'key=in:u8[16]' --cflags -O2 => different
// clang unrolls or vectorises the loop of a rest that is too short for a second round, or for any.

#include <stddef.h>
#include <stdint.h>

void running(const uint32_t *s, uint32_t *d, size_t n)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++) d[i] = sum += s[i];
}
void running_blocks(const uint32_t *s, uint32_t *d, size_t n)
{
    size_t i = 0;
    uint32_t sum = 0;
    for (; i + 8 <= n; i += 8)
        for (int j = 0; j < 8; j++) d[i + j] = sum += s[i + j];
    for (; i < n; i++) d[i] = sum += s[i];
}
void running_unsigned(const uint32_t *s, uint32_t *d, size_t count)
{
    uint32_t n = (uint32_t)count, i = 0, sum = 0;
    for (; i + 8 <= n; i += 8)
        for (int j = 0; j < 8; j++) d[i + j] = sum += s[i + j];
    for (; i < n; i++) d[i] = sum += s[i];
}
void running_wrong(const uint32_t *s, uint32_t *d, size_t n)
{
    size_t i = 0;
    uint32_t sum = 0;
    for (; i + 8 <= n; i += 8)
        for (int j = 0; j < 8; j++) d[i + j] = sum += s[i + j];
    for (; i < n; i++) d[i] = sum += s[i] & (n - i == 7 && i > 24 ? ~1u : ~0u);
}

void mask(uint8_t *d, const uint8_t *key, size_t n)
{
    for (size_t i = 0; i < n; i++) d[i] ^= key[i % 16];
}
void mask_blocks(uint8_t *d, const uint8_t *key, size_t n)
{
    size_t i = 0;
    for (; i + 16 <= n; i += 16)
        for (int j = 0; j < 16; j++) d[i + j] ^= key[j];
    for (size_t j = 0; i < n; i++, j++) d[i] ^= key[j];
}
void mask_restarted(uint8_t *d, const uint8_t *key, size_t n)
{
    size_t i = 0;
    for (; i + 16 <= n; i += 16)
        for (int j = 0; j < 16; j++) d[i + j] ^= key[j];
    for (size_t j = i > 48; i < n; i++, j++) d[i] ^= key[j];
}
