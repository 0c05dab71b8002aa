// simdiff: check --reference dot_rows --port dot_rows_ahead --size w=0..4,h=0..2 => defect "the reference reaches no more"
// simdiff: check --reference dot_rows --port dot_rows_by_rows --size w=0..4,h=0..2 => equivalent
// simdiff: check --reference sad_rows --port sad_rows_ahead --size w=0..8,h=0..2 --assume 'w % 4 == 0' => defect "the reference reaches no more"
// simdiff: check --reference sad_rows --port sad_rows_by_words --size w=0..4,h=1..2,sa=0..4,sb=0..4 --assume 'w % 4 == 0' => equivalent
// Rows of an even width, at distances whose names do not say so: the inferred length has an element
// more than the reference reaches.

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

int dot_rows(const int16_t *a, ptrdiff_t st, int w, int h)
{
    int sum = 0;
    assert(w % 2 == 0);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x += 2)
            sum += a[y * st + x] * a[y * st + x + 1];
    return sum;
}

int dot_rows_ahead(const int16_t *a, ptrdiff_t st, int w, int h)
{
    volatile int16_t next;
    if (w > 0 && h > 0)
        next = a[(h - 1) * st + w];
    return dot_rows(a, st, w, h);
}

int dot_rows_by_rows(const int16_t *a, ptrdiff_t st, int w, int h)
{
    int sum = 0;
    for (; h > 0; h--, a += st)
        for (int x = 0; x + 1 < w; x += 2)
            sum += a[x + 1] * a[x];
    return sum;
}

static int distance(uint8_t x, uint8_t y)
{
    return x > y ? x - y : y - x;
}

int sad_rows(const uint8_t *a, ptrdiff_t sa, const uint8_t *b, ptrdiff_t sb, int w, int h)
{
    int sum = 0;
    for (; h > 0; h--, a += sa, b += sb)
        for (int x = 0; x < w; x += 4)
            for (int k = 0; k < 4; k++)
                sum += distance(a[x + k], b[x + k]);
    return sum;
}

static int word_distance(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    uint64_t x, y;
    int sum = 0;
    memcpy(&x, a, bytes);
    memcpy(&y, b, bytes);
    for (int k = 0; k < 32; k += 8)
        sum += distance(x >> k & 255, y >> k & 255);
    return sum;
}

int sad_rows_ahead(const uint8_t *a, ptrdiff_t sa, const uint8_t *b, ptrdiff_t sb, int w, int h)
{
    int sum = 0;
    for (; h > 0; h--, a += sa, b += sb)
        for (int x = 0; x < w; x += 4)
            sum += word_distance(a + x, b + x, 7);
    return sum;
}

int sad_rows_by_words(const uint8_t *a, ptrdiff_t sa, const uint8_t *b, ptrdiff_t sb, int w, int h)
{
    int sum = 0;
    for (; h > 0; h--, a += sa, b += sb)
        for (int x = 0; x < w; x += 4)
            sum += word_distance(a + x, b + x, 4);
    return sum;
}
