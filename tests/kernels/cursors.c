// simdiff: check --reference varint --port varint_unrolled => equivalent "p[0]=in:u8[5]"
// simdiff: check --reference varint --port varint_stuck => different "p[0] (bytes moved)"
// simdiff: check --reference digits --port digits_unsigned => equivalent "end=out:pointer[1]"
// simdiff: check --reference digits --port digits_short => different "&text["
// simdiff: check --reference digits --port digits_lost => different "NULL"
// simdiff: check --reference total --port total_pairs --arg end=&p[0][n] --size n=0..9 => equivalent
// simdiff: check --reference total --port total_left --arg end=&p[0][n] --size n=1..5 => different
// simdiff: check --reference item --port item_with_next --size n=0..4 => defect "read outside tag"
// Pointers that a call advances (`const uint8_t **p`) or returns through a parameter (`const
// char **end`) are compared by what they point to.

#include <stddef.h>
#include <stdint.h>

uint32_t varint(const uint8_t **p)
{
    uint32_t value = 0;
    for (int i = 0; i < 5; i++) {
        uint8_t byte = *(*p)++;
        value |= (uint32_t)(byte & 127) << 7 * i;
        if (byte < 128) break;
    }
    return value;
}

uint32_t varint_unrolled(const uint8_t **p)
{
    const uint8_t *at = *p;
    uint32_t value = at[0] & 127;
    int length = 1;
    if (at[0] & 128) value |= (uint32_t)(at[1] & 127) << 7, length = 2;
    if (length == 2 && at[1] & 128) value |= (uint32_t)(at[2] & 127) << 14, length = 3;
    if (length == 3 && at[2] & 128) value |= (uint32_t)(at[3] & 127) << 21, length = 4;
    if (length == 4 && at[3] & 128) value |= (uint32_t)(at[4] & 127) << 28, length = 5;
    *p = at + length;
    return value;
}

uint32_t varint_stuck(const uint8_t **p)
{
    const uint8_t *at = *p;
    if (at[0] < 128) return at[0];
    return varint(p);
}

int32_t digits(const char text[4], const char **end)
{
    int32_t value = 0;
    int i = 0;
    while (i < 4 && text[i] >= '0' && text[i] <= '9') value = 10 * value + text[i++] - '0';
    *end = text + i;
    return value;
}

int32_t digits_unsigned(const char text[4], const char **end)
{
    int32_t value = 0;
    int i = 0;
    for (; i < 4; i++) {
        unsigned digit = (unsigned char)text[i] - '0';
        if (digit > 9) break;
        value = 10 * value + (int32_t)digit;
    }
    *end = &text[i];
    return value;
}

int32_t digits_short(const char text[4], const char **end)
{
    int32_t value = digits_unsigned(text, end);
    if (*end == text + 4) --*end;
    return value;
}

int32_t digits_lost(const char text[4], const char **end)
{
    int32_t value = digits_unsigned(text, end);
    if (*end == text) *end = NULL;
    return value;
}

uint32_t total(const uint8_t **p, const uint8_t *end)
{
    uint32_t sum = 0;
    while (*p < end) sum += *(*p)++;
    return sum;
}

uint32_t total_pairs(const uint8_t **p, const uint8_t *end)
{
    uint32_t sum = 0;
    const uint8_t *at = *p;
    for (; end - at >= 2; at += 2) sum += at[0] + at[1];
    if (at < end) sum += *at++;
    *p = at;
    return sum;
}

uint32_t total_left(const uint8_t **p, const uint8_t *end)
{
    uint32_t sum = 0;
    const uint8_t *at = *p;
    for (; end - at >= 2; at += 2) sum += at[0] + at[1];
    *p = at;
    if (at < end) sum += *at;
    return sum;
}

int item(const uint8_t **p, const uint8_t *end, uint32_t *tag)
{
    if (end - *p < 2) return -1;
    uint8_t type = (*p)[0], length = (*p)[1];
    if (end - *p < 2 + length) return -1;
    *tag = type;
    *p += 2 + length;
    return length;
}

int item_with_next(const uint8_t **p, const uint8_t *end, uint32_t *tag)
{
    uint32_t next = end - *p > 2 ? tag[1] : 0;
    int length = item(p, end, tag);
    return next == 1 ? length : length + 0 * (int)next;
}
