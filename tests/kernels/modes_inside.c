// simdiff: check --reference pointed --port pointed_ahead --size n=0..4 => defect "where format->wide is 0, s has n elements"
// simdiff: check --reference pointed --port pointed_exact --size n=0..4 => equivalent "s=in:u8[2*n]"
// simdiff: check --reference passed --port passed_ahead --size n=0..4 => defect "where format.wide is 0, s has n elements"
// simdiff: check --reference passed --port passed_exact --size n=0..4 => equivalent "s=in:u8[2*n]"
// simdiff: check --reference large --port large_ahead --size n=0..4 => defect "where layout.wide is 0, s has n elements"
// simdiff: check --reference global --port global_ahead --size n=0..4 => defect "where wide is 0, s has n elements"
// simdiff: check --reference global --port global_exact --size n=0..4 => equivalent "s=in:u8[2*n]"
// simdiff: check --reference both --port both_ahead --size n=0..4 => defect "where stereo is 0 and deep is 0, s has n elements"
// simdiff: check --reference both --port both_exact --size n=0..4 => equivalent "s=in:u8[4*n]"
// simdiff: check --reference graded --port graded_ahead --size n=0..4 => defect "where kind is -77, s has n elements"
// simdiff: check --reference picked --port picked_ahead --size n=0..4 => defect "where format->wide is 0, s has n elements"
// simdiff: check --reference picked --port picked_backwards --size n=0..4 => equivalent "s=in:u8[2*n]"
// Integers that choose how memory is addressed are members, global variables, two together, or have
// values that only the port tells apart.

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct format {
    int gain;
    int wide;
};

static uint32_t pair(const uint8_t *s)
{
    uint16_t v;
    memcpy(&v, s, 2);
    return v;
}

uint32_t pointed(const struct format *format, const uint8_t *s, int n)
{
    uint32_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += format->wide ? s[2 * i] + 256u * s[2 * i + 1] : s[i];
    return sum * format->gain;
}

uint32_t pointed_ahead(const struct format *format, const uint8_t *s, int n)
{
    uint32_t sum = 0;
    for (int i = 0; i < n; i++) {
        uint32_t v = pair(format->wide ? s + 2 * i : s + i);
        sum += format->wide ? v : v & 255;
    }
    return sum * format->gain;
}

uint32_t pointed_exact(const struct format *format, const uint8_t *s, int n)
{
    uint32_t sum = 0;
    if (!format->wide) {
        for (int i = 0; i < n; i++)
            sum += *s++;
    } else {
        for (int i = 0; i < n; i++, s += 2)
            sum += pair(s);
    }
    return format->gain * sum;
}

uint32_t passed(struct format format, const uint8_t *s, int n)
{
    return pointed(&format, s, n);
}

uint32_t passed_ahead(struct format format, const uint8_t *s, int n)
{
    return pointed_ahead(&format, s, n);
}

uint32_t passed_exact(struct format format, const uint8_t *s, int n)
{
    return pointed_exact(&format, s, n);
}

struct layout {
    int32_t gains[5];
    bool wide;
};

uint32_t large(struct layout layout, const uint8_t *s, int n)
{
    uint32_t sum = layout.gains[0];
    for (int i = 0; i < n; i++)
        sum += layout.wide ? s[2 * i] + 256u * s[2 * i + 1] : s[i];
    return sum;
}

uint32_t large_ahead(struct layout layout, const uint8_t *s, int n)
{
    uint32_t sum = layout.gains[0];
    for (int i = 0; i < n; i++) {
        uint32_t v = pair(layout.wide ? s + 2 * i : s + i);
        sum += layout.wide ? v : v & 255;
    }
    return sum;
}

int wide;

void set_wide(int value)
{
    wide = value;
}

uint32_t global(const uint8_t *s, int n)
{
    struct format format = {1, wide};
    return pointed(&format, s, n);
}

uint32_t global_ahead(const uint8_t *s, int n)
{
    struct format format = {1, wide};
    return pointed_ahead(&format, s, n);
}

uint32_t global_exact(const uint8_t *s, int n)
{
    struct format format = {1, wide};
    return pointed_exact(&format, s, n);
}

uint32_t both(const uint8_t *s, int n, bool stereo, bool deep)
{
    uint32_t sum = 0;
    for (int i = 0; i < n; i++) {
        if (stereo && deep)
            sum += s[4 * i] + s[4 * i + 1] + s[4 * i + 2] + s[4 * i + 3];
        else if (stereo || deep)
            sum += s[2 * i] + s[2 * i + 1];
        else
            sum += s[i];
    }
    return sum;
}

uint32_t both_ahead(const uint8_t *s, int n, bool stereo, bool deep)
{
    uint32_t sum = 0;
    if (!stereo && !deep) {
        for (int i = 0; i < n; i++)
            sum += pair(s + i) & 255;
        return sum;
    }
    return both(s, n, stereo, deep);
}

uint32_t both_exact(const uint8_t *s, int n, bool stereo, bool deep)
{
    uint32_t sum = 0;
    int bytes = (stereo ? 2 : 1) * (deep ? 2 : 1);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < bytes; k++)
            sum += s[i * bytes + k];
    return sum;
}

uint32_t graded(const uint8_t *s, int n, int kind)
{
    uint32_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += kind > 0 ? s[2 * i] + 256u * s[2 * i + 1] : s[i];
    return sum;
}

uint32_t graded_ahead(const uint8_t *s, int n, int kind)
{
    uint32_t sum = 0;
    if (kind == -77) {
        for (int i = 0; i < n; i++)
            sum += pair(s + i) & 255;
        return sum;
    }
    return graded(s, n, kind);
}

uint32_t picked(const struct format *format, const uint8_t *s, int n)
{
    uint32_t sum = 0;
    for (int i = 0; i < n; i++)
        sum ^= s[format->wide ? 2 * i + 1 : i];
    return sum;
}

uint32_t picked_ahead(const struct format *format, const uint8_t *s, int n)
{
    uint32_t sum = 0;
    for (int i = 0; i < n; i++) {
        uint32_t v = pair(format->wide ? s + 2 * i : s + i);
        sum ^= format->wide ? v >> 8 : v & 255;
    }
    return sum;
}

uint32_t picked_backwards(const struct format *format, const uint8_t *s, int n)
{
    uint32_t sum = 0;
    for (int i = n; i-- > 0;)
        sum ^= format->wide ? s[2 * i + 1] : s[i];
    return sum;
}
