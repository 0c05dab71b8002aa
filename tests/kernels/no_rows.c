// simdiff: check --reference inverted --port rows_first => different
// simdiff: check --reference inverted --port rows_counted => equivalent
// simdiff: check --reference inverted --port rows_counted --size w=0..4,h=0..2,st=4 => equivalent
// simdiff: check --reference earlier --port earlier_first => defect
// An image without rows has no elements, however long its rows are; the inferred lengths are
// negative there.
#include <stdint.h>

void inverted(const uint8_t *s, uint8_t *d, int w, int h, int st)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            d[y * st + x] = (uint8_t)(255 - s[y * st + x]);
}

static void row(const uint8_t *s, uint8_t *d, int w)
{
    for (int x = 0; x < w; x++)
        d[x] = (uint8_t)(255 - s[x]);
}

void rows_first(const uint8_t *s, uint8_t *d, int w, int h, int st)
{
    if (w == st) {
        row(s, d, w * h);
        return;
    }
    do {
        row(s, d, w);
        s += st;
        d += st;
    } while (--h > 0);
}

void rows_counted(const uint8_t *s, uint8_t *d, int w, int h, int st)
{
    if (w == st) {
        row(s, d, w * h);
        return;
    }
    while (h-- > 0) {
        row(s, d, w);
        s += st;
        d += st;
    }
}

// At n = 0 the inferred length of both arrays is at most zero.
void earlier(const uint8_t *s, uint8_t *d, int n)
{
    for (int i = 8; i < n; i++)
        d[i - 8] = s[i - 8];
}

void earlier_first(const uint8_t *s, uint8_t *d, int n)
{
    int i = 8;
    do {
        d[i - 8] = s[i - 8];
        i++;
    } while (i < n);
}
