// simdiff: check --reference transpose --port transpose_blocks --arg out=out:f32[w][h] --arg rows=in:f32[h][w] --size h=0..5,w=0..5 => equivalent "rows=inout:f32[h][w]"
// simdiff: check --reference transpose --port transpose_square --arg out=out:f32[w][h] --arg rows=in:f32[h][w] --size h=2,w=3 => defect "a row of rows"
// simdiff: check --reference smooth --port smooth_ahead --arg rows=inout:u8[h][w] --size h=1..2,w=1..4 => different
// simdiff: check --reference smooth --port smooth_over --arg rows=inout:u8[h][w] --size h=2,w=1..4 => defect "a row of rows"
// simdiff: check --reference smooth --port smooth_swapped --arg rows=inout:u8[h][w] --size h=2,w=4 => undecided "a pointer behind a parameter"
// simdiff: check --reference fill --port fill_words --arg p->rows=out:u8[p->h][p->w] --size p->h=0..3,p->w=0..9 => equivalent "p->rows=out:u8[p->h][p->w]"
// simdiff: check --reference fill --port fill_first --arg p->rows=out:u8[p->h][p->w] --size p->h=2,p->w=4 => different
// Arrays of pointers to rows: each row is an object of its own, as tall as the contract says.
#include <emmintrin.h>
#include <stdint.h>
#include <string.h>

void transpose(float **out, float *const *rows, int h, int w)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) out[x][y] = rows[y][x];
}

void transpose_blocks(float **out, float *const *rows, int h, int w)
{
    int y = 0;
    for (; y + 4 <= h; y += 4) {
        int x = 0;
        for (; x + 4 <= w; x += 4) {
            __m128 a = _mm_loadu_ps(rows[y] + x), b = _mm_loadu_ps(rows[y + 1] + x);
            __m128 c = _mm_loadu_ps(rows[y + 2] + x), d = _mm_loadu_ps(rows[y + 3] + x);
            _MM_TRANSPOSE4_PS(a, b, c, d);
            _mm_storeu_ps(out[x] + y, a);
            _mm_storeu_ps(out[x + 1] + y, b);
            _mm_storeu_ps(out[x + 2] + y, c);
            _mm_storeu_ps(out[x + 3] + y, d);
        }
        for (; x < w; x++)
            for (int i = 0; i < 4; i++) out[x][y + i] = rows[y + i][x];
    }
    for (; y < h; y++)
        for (int x = 0; x < w; x++) out[x][y] = rows[y][x];
}

void transpose_square(float **out, float *const *rows, int h, int w)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x <= w; x++)
            if (x < w) out[x][y] = rows[y][x];
            else out[0][0] = out[0][0] + 0 * rows[y][x];
}

void smooth(uint8_t **rows, int h, int w)
{
    for (int y = 0; y < h; y++)
        for (int x = w - 1; x > 0; x--) rows[y][x] = (rows[y][x] + rows[y][x - 1]) / 2;
}

void smooth_ahead(uint8_t **rows, int h, int w)
{
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w; x++) rows[y][x] = (rows[y][x] + rows[y][x - 1]) / 2;
}

void smooth_over(uint8_t **rows, int h, int w)
{
    for (int y = 0; y < h; y++)
        for (int x = w; x > 0; x--) rows[y][x] = (rows[y][x] + rows[y][x - 1]) / 2;
}

void smooth_swapped(uint8_t **rows, int h, int w)
{
    smooth(rows, h, w);
    uint8_t *first = rows[0];
    rows[0] = rows[1];
    rows[1] = first;
}

struct picture {
    int w, h;
    uint8_t **rows;
};

void fill(struct picture *p, uint8_t value)
{
    for (int y = 0; y < p->h; y++)
        for (int x = 0; x < p->w; x++) p->rows[y][x] = value;
}

void fill_words(struct picture *p, uint8_t value)
{
    uint64_t all = value * 0x0101010101010101u;
    for (int y = 0; y < p->h; y++) {
        int x = 0;
        for (; x + 8 <= p->w; x += 8) memcpy(p->rows[y] + x, &all, 8);
        for (; x < p->w; x++) p->rows[y][x] = value;
    }
}

void fill_first(struct picture *p, uint8_t value)
{
    for (int y = 0; y < p->h; y++)
        for (int x = 0; x < p->w; x++) p->rows[0][x] = value;
}
