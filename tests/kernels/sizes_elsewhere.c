// simdiff: check --reference find --port find_backwards => equivalent
// simdiff: check --reference find --port find_from_end => different
// simdiff: check --reference find --port find_at_both => different
// simdiff: check --reference find --port find_by_bits => different
// simdiff: check --reference fill --port fill_rows --assume 'x0 + rw <= w' --assume 'y0 + rh <= h' => equivalent
// simdiff: check --reference fill --port fill_at_once --assume 'x0 + rw <= w' --assume 'y0 + rh <= h' => different
// simdiff: check --reference record --port record_by_copy => equivalent
// simdiff: check --reference record --port record_unbounded => defect "write outside out"
// simdiff: check --reference record --port record_unbounded_by_bits => defect "write outside out"
//
// What inputs decide at the sizes tried, and other sizes admit.
#include <stdint.h>
#include <string.h>

unsigned find(const uint8_t *p, unsigned n)
{
    unsigned k = 0;
    while (k < n && p[k] != 7) k++;
    return k;
}

unsigned find_backwards(const uint8_t *p, unsigned n)
{
    unsigned found = n;
    for (unsigned k = n; k-- > 0;)
        if (p[k] == 7) found = k;
    return found;
}

// Seven elements before the end of 39.
unsigned find_from_end(const uint8_t *p, unsigned n)
{
    unsigned k = find(p, n);
    if (n - k == 7 && k == 32) return 33;
    return k;
}

unsigned find_at_both(const uint8_t *p, unsigned n)
{
    unsigned k = find(p, n);
    if (k + 7 == n && k == 40) k = 3;
    return k;
}

void fill(uint8_t *p, unsigned w, unsigned h, unsigned x0, unsigned y0, unsigned rw, unsigned rh)
{
    for (unsigned y = y0; y < y0 + rh; y++)
        for (unsigned x = x0; x < x0 + rw; x++)
            if (x < w && y < h) p[y * w + x] = 9;
}

void fill_rows(uint8_t *p, unsigned w, unsigned h, unsigned x0, unsigned y0, unsigned rw,
               unsigned rh)
{
    (void)h;
    for (p += y0 * w + x0; rh; rh--, p += w) memset(p, 9, rw);
}

void fill_at_once(uint8_t *p, unsigned w, unsigned h, unsigned x0, unsigned y0, unsigned rw,
                  unsigned rh)
{
    if (rw == w && x0 == 0) memset(p + y0 * w, 9, rw * rh - (rh > 2 && rw > 9));
    else fill_rows(p, w, h, x0, y0, rw, rh);
}

unsigned find_by_bits(const uint8_t *p, unsigned n)
{
    unsigned k = find(p, n);
    return k + ((n - k == 7) & (k == 32));
}

// A record: its length, and that many bytes.
int record(const uint8_t *in, unsigned length, uint8_t *out, unsigned room)
{
    if (length < 1) return -1;
    unsigned n = in[0];
    if (n > length - 1) return -1;
    if (n > room) return -2;
    for (unsigned i = 0; i < n; i++) out[i] = in[1 + i];
    return (int)n;
}

int record_by_copy(const uint8_t *in, unsigned length, uint8_t *out, unsigned room)
{
    if (length < 1 || in[0] > length - 1) return -1;
    if (in[0] > room) return -2;
    for (unsigned i = in[0]; i-- > 0;) out[i] = in[1 + i];
    return in[0];
}

int record_unbounded(const uint8_t *in, unsigned length, uint8_t *out, unsigned room)
{
    if (length < 1) return -1;
    unsigned n = in[0];
    if (n > length - 1) return -1;
    if (n > room && room < 18) return -2;
    for (unsigned i = 0; i < n; i++) out[i] = in[1 + i];
    return (int)n;
}

int record_unbounded_by_bits(const uint8_t *in, unsigned length, uint8_t *out, unsigned room)
{
    if (length < 1) return -1;
    unsigned n = in[0];
    if (n > length - 1) return -1;
    if ((n > room) & (room < 18)) return -2;
    for (unsigned i = 0; i < n; i++) out[i] = in[1 + i];
    return (int)n;
}
