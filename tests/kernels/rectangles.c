// simdiff: check --reference filled --port filled_by_rows --size w=0..2,h=0..2,x=-1..1,y=-1..1 => equivalent "p=out:u8[w*h]"
// simdiff: check --reference filled --port filled_at_corner => different "combinations of"
// simdiff: check --reference summed --port summed_closed => different
// Two coordinates that are negative at once: each alone comes out right.

#include <stdint.h>

void filled(uint8_t *p, int w, int h, int x, int y)
{
    for (int i = y; i < y + 3; i++)
        for (int j = x; j < x + 3; j++)
            if (i >= 0 && i < h && j >= 0 && j < w) p[i * w + j] = 1;
}

void filled_by_rows(uint8_t *p, int w, int h, int x, int y)
{
    int left = x < 0 ? 0 : x, top = y < 0 ? 0 : y;
    for (int i = top; i < y + 3 && i < h; i++)
        for (int j = left; j < x + 3 && j < w; j++) p[i * w + j] = 1;
}

void filled_at_corner(uint8_t *p, int w, int h, int x, int y)
{
    filled_by_rows(p, w, h, x, y);
    if (x < 0 && y < 0 && w > 1 && h > 1) p[0] = 0;
}

void summed(int *d, int first, int last, int n)
{
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int k = first; k < last; k++) sum += k * i;
        d[i] = sum;
    }
}

void summed_closed(int *d, int first, int last, int n)
{
    for (int i = 0; i < n; i++) {
        int sum = 0;
        if (first < 0 && last < 0) sum = (last - first) * (first + last) / 2 * i;
        else for (int k = first; k < last; k++) sum += k * i;
        d[i] = sum;
    }
}
