// simdiff: check --reference add_ref --port add_port --arg a=in:u64[2] --arg b=in:u64[2] --arg c=out:u64[3] --cflags -madx => equivalent
// simdiff: check --reference add_ref --port add_carryless --arg a=in:u64[2] --arg b=in:u64[2] --arg c=out:u64[3] --cflags -madx => different
#include <immintrin.h>

typedef unsigned __int128 wide;

void add_ref(const unsigned long long *a, const unsigned long long *b, unsigned long long *c) {
    wide x = (wide)a[1] << 64 | a[0], y = (wide)b[1] << 64 | b[0], sum = x + y;
    c[0] = sum;
    c[1] = sum >> 64;
    c[2] = sum < x;
}

void add_port(const unsigned long long *a, const unsigned long long *b, unsigned long long *c) {
    unsigned char carry = _addcarry_u64(0, a[0], b[0], &c[0]);
    c[2] = _addcarry_u64(carry, a[1], b[1], &c[1]);
}

// The carry into the upper half is forgotten.
void add_carryless(const unsigned long long *a, const unsigned long long *b, unsigned long long *c) {
    _addcarry_u64(0, a[0], b[0], &c[0]);
    c[2] = _addcarry_u64(0, a[1], b[1], &c[1]);
}
