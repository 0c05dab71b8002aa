// simdiff: check --reference looked_up --port looked_up_beyond => defect "tab=in:i32[64]"
// simdiff: check --reference looked_up --port looked_up_unsigned => equivalent "tab=in:i32[64]"
// simdiff: check --reference clamped --port clamped_beyond => defect "tab=in:i32[64]"
// simdiff: check --reference clamped --port clamped_first => equivalent "tab=in:i32[64]"
// simdiff: check --reference prefix --port prefix_whole => defect "s=in:u8[todo]"
// simdiff: check --reference loaded --port loaded_whole => defect "read outside s"
// A constant that bounds an index is the length of a table; one that bounds a count is none.

#include <stdint.h>
#include <string.h>

int looked_up(const int32_t *tab, int k)
{
    if (k < 0 || k >= 64) return 0;
    return tab[k];
}

int looked_up_beyond(const int32_t *tab, int k)
{
    if (k < 0 || k > 64) return 0;
    int found = tab[k];
    return k == 64 ? 0 : found;
}

int looked_up_unsigned(const int32_t *tab, int k)
{
    return (unsigned)k < 64 ? tab[k] : 0;
}

int clamped(const int32_t *tab, unsigned k)
{
    if (k > 63) k = 63;
    return tab[k];
}

int clamped_beyond(const int32_t *tab, unsigned k)
{
    int found = tab[k > 64 ? 64 : k];
    return k > 63 ? tab[63] : found;
}

int clamped_first(const int32_t *tab, unsigned k)
{
    return k < 63 ? tab[k] : tab[63];
}

int prefix(const uint8_t *s, unsigned todo)
{
    int t = 0;
    if (todo > 16) todo = 16;
    for (unsigned i = 0; i < todo; i++) t += s[i];
    return t;
}

int prefix_whole(const uint8_t *s, unsigned todo)
{
    int t = 0;
    for (unsigned i = 0; i < 16; i++) t += i < todo ? s[i] : s[i] & 0;
    return t;
}

uint64_t loaded(const uint8_t *s, unsigned k)
{
    uint64_t v = 0;
    if (k > 8) k = 8;
    memcpy(&v, s, k);
    return v;
}

uint64_t loaded_whole(const uint8_t *s, unsigned k)
{
    uint64_t v;
    memcpy(&v, s, 8);
    return k > 7 ? v : v & ((1ull << 8 * k) - 1);
}
