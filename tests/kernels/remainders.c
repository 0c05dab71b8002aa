// simdiff: check --reference fletcher --port fletcher_delayed --size n=0..24 => equivalent
// simdiff: check --reference fletcher --port fletcher_without_carry --size n=0..9 => different
// simdiff: check --reference rolling --port rolling_wrapping --size n=0..9 => different

#include <stdint.h>

uint32_t fletcher(const uint16_t *p, int n) {
    uint32_t a = 0, b = 0;
    for (int i = 0; i < n; i++) {
        a = (a + p[i]) % 65535;
        b = (b + a) % 65535;
    }
    return b << 16 | a;
}

uint32_t fletcher_delayed(const uint16_t *p, int n) {
    uint32_t a = 0, b = 0;
    for (int i = 0; i < n; i++) {
        a += p[i];
        b += a;
    }
    return (b % 65535) << 16 | a % 65535;
}

// 65535 stays where it should be 0.
uint32_t fletcher_without_carry(const uint16_t *p, int n) {
    uint32_t a = 0, b = 0;
    for (int i = 0; i < n; i++) {
        a += p[i];
        a = (a & 65535) + (a >> 16);
        b += a;
        b = (b & 65535) + (b >> 16);
    }
    return b << 16 | a;
}

uint32_t rolling(const uint8_t *p, int n) {
    uint32_t h = 0;
    for (int i = 0; i < n; i++) h = (h * 31 + p[i]) % 1000003;
    return h;
}

// A hash does not fit 32 bits.
uint32_t rolling_wrapping(const uint8_t *p, int n) {
    uint32_t h = 0;
    for (int i = 0; i < n; i++) h = h * 31 + p[i];
    return h % 1000003;
}
