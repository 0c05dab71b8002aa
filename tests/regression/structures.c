#include <stdint.h>

struct plane {
    uint8_t *pixels;
    int w, h;
};

struct image {
    const struct plane *luma;
    struct plane chroma;
    int gain;
};

void brighten(struct image *im)
{
    for (int i = 0; i < im->luma->w * im->luma->h; i++) {
        int v = im->luma->pixels[i] + im->gain;
        im->luma->pixels[i] = v > 255 ? 255 : v < 0 ? 0 : v;
    }
    for (int i = 0; i < im->chroma.w; i++)
        im->chroma.pixels[i] ^= 1;
    im->gain = 0;
}

void brighten_port(struct image *im)
{
    for (int i = 0; i < im->luma->w * im->luma->h; i++) {
        int v = im->luma->pixels[i] + im->gain;
#ifdef RIGHT
        v = v > 255 ? 255 : v < 0 ? 0 : v;
#endif
        im->luma->pixels[i] = v;
    }
    for (int i = 0; i < im->chroma.w; i++)
        im->chroma.pixels[i] ^= 1;
    im->gain = 0;
}

/* A cursor: the pointer is moved. */
struct cursor {
    const uint8_t *at;
    int left;
};

int next(struct cursor *c)
{
    if (c->left == 0)
        return -1;
    c->left--;
    return *c->at++;
}

int next_port(struct cursor *c)
{
    if (c->left == 0)
        return -1;
    c->left--;
#ifdef RIGHT
    return *c->at++;
#else
    return *c->at;
#endif
}

void negate(uint8_t **rows, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            rows[y][x] = 255 - rows[y][x];
}

void negate_port(uint8_t **rows, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
#ifdef RIGHT
            rows[y][x] = 255 - rows[y][x];
#else
            rows[y][x] = 255 - rows[0][x];
#endif
}

void overrun_port(uint8_t **rows, int w, int h)
{
    for (int y = 0; y < h; y++)
#ifdef RIGHT
        for (int x = 0; x < w; x++)
#else
        for (int x = 0; x <= w; x++)
#endif
            rows[y][x] = 255 - rows[y][x];
}

struct view {
    const float *x;
    int n;
};

float total(struct view v)
{
    float sum = 0;
    for (int i = 0; i < v.n; i++)
        sum += v.x[i];
    return sum;
}

float total_port(struct view v)
{
    float sum = 0;
#ifdef RIGHT
    for (int i = 0; i < v.n; i++)
#else
    for (int i = 1; i < v.n; i++)
#endif
        sum += v.x[i];
    return sum;
}
