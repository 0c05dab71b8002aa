// simdiff: check --reference joined --port joined_added => equivalent
// simdiff: check --reference joined --port joined_wrong => different
// simdiff: check --reference folded --port folded_by_words => equivalent
// simdiff: check --reference increased --port increased_by_not => equivalent
// simdiff: check --reference halved --port halved_by_division => different
// simdiff: check --reference unpacked --port unpacked_low => different
// Integers of 128 bits are passed and returned in two registers.

#include <stdint.h>
#include <string.h>

typedef unsigned __int128 u128;

u128 joined(uint64_t high, uint64_t low) { return (u128)high << 64 | low; }
u128 joined_added(uint64_t high, uint64_t low) { return ((u128)high << 64) + low; }
u128 joined_wrong(uint64_t high, uint64_t low) { return ((u128)high << 64) + low + (high == 77); }

uint64_t folded(u128 x) { return (uint64_t)(x >> 64) ^ (uint64_t)x; }

uint64_t folded_by_words(u128 x)
{
    uint64_t words[2];
    memcpy(words, &x, 16);
    return words[0] ^ words[1];
}

u128 increased(int k, u128 x) { return x + 1; }
u128 increased_by_not(int k, u128 x) { return -~x; }

__int128 halved(__int128 x) { return x >> 1; }
__int128 halved_by_division(__int128 x) { return x / 2; }

struct wide { u128 value; };

uint64_t unpacked(struct wide w) { return (uint64_t)(w.value >> 64); }
uint64_t unpacked_low(struct wide w) { return (uint64_t)w.value; }
