// simdiff: check --reference chosen --port chosen_from_five => different "wrong_conditions.c:23:" "they agree with `>` in place of `>=` here"
// simdiff: check --reference largest --port largest_last --size n=1..12 => different "wrong_conditions.c:50:" "they agree with `>` in place of `>=` here"
// simdiff: check --reference filtered --port filtered_at_beta => different "wrong_conditions.c:73:" "they agree with `>=` in place of `>` here"
// simdiff: check --reference expanded --port expanded_by_bit_6 => different "wrong_conditions.c:95:" "they agree with 0x80 in place of 0x40 here"
// simdiff: check --reference digits --port digits_and_colon --size n=0..6 => different "wrong_conditions.c:111:" "they agree with `>=` in place of `>` here"
// simdiff: check --reference doubled --port doubled_in_fours => different "wrong_conditions.c:130:" "they agree with 2 in place of 3 here"
// A wrong condition, with which the port executes other code than the right one: the report names
// the condition, not what it leads to. Only another loop that does the work of the wrong code is
// no repair.
#include <stdint.h>
#include <stdlib.h>

int32_t chosen(int32_t x, int32_t k) {
    if (k > 5) {
        return (x >> 2) + 3;
    }
    return (x >> 1) - 1;
}


int32_t chosen_from_five(int32_t x, int32_t k) {
    int32_t r;
    if (k >= 5) {
        r = (x >> 2) + 3;
    } else {
        r = (x >> 1) - 1;
    }
    return r;
}

int largest(const int *v, int n) {
    int at = 0;
    for (int i = 1; i < n; i++) {
        if (v[i] > v[at]) {
            at = i;
        }
    }
    return at;
}

int largest_last(const int *v, int n) {
    int best = v[0], at = 0;
    int i = 1;
    for (; i + 1 < n; i += 2) {
        int x = v[i], y = v[i + 1];
        if (x > best) {
            best = x;
            at = i;
        }
        if (y >= best) {
            best = y;
            at = i + 1;
        }
    }
    if (i < n && v[i] > best) {
        at = i;
    }
    return at;
}

void filtered(uint8_t *p, int beta, int tc) {
    tc &= 15;
    if (abs(p[0] - p[1]) < beta) {
        int d = (p[1] - p[0] + 4) >> 3;
        p[0] = (uint8_t)(p[0] + (d > tc ? tc : d < -tc ? -tc : d));
    }
}

void filtered_at_beta(uint8_t *p, int beta, int tc) {
    tc &= 15;
    const int p0 = p[0];
    const int p1 = p[1];
    if (abs(p0 - p1) > beta) {
        return;
    }
    int d = (p1 - p0 + 4) >> 3;
    if (d < -tc) {
        d = -tc;
    } else if (d > tc) {
        d = tc;
    }
    p[0] = (uint8_t)(p0 + d);
}

int16_t expanded(uint8_t u) {
    u = (uint8_t)~u;
    int t = (((u & 15) << 3) + 0x84) << ((u & 0x70) >> 4);
    return (int16_t)(u & 0x80 ? 0x84 - t : t - 0x84);
}

int16_t expanded_by_bit_6(uint8_t u) {
    unsigned v = u ^ 0xffu;
    int m = (int)((v & 15) << 1 | 33) << 2;
    m = (m << (v >> 4 & 7)) - 132;
    return (int16_t)(v & 0x40 ? -m : m);
}

int digits(const char *s, int n) {
    unsigned v = 0;
    for (int i = 0; i < n && s[i] >= '0' && s[i] <= '9'; i++) {
        v = v * 10 + (unsigned)(s[i] - '0');
    }
    return (int)v;
}

int digits_and_colon(const char *s, int n) {
    const char *end = s + n;
    unsigned v = 0;
    while (s < end) {
        unsigned d = (unsigned char)*s++ - '0';
        if (d > 10) {
            break;
        }
        v = v * 10 + d;
    }
    return (int)v;
}

void doubled(int *d, const int *s, int n) {
    for (int i = 0; i < n; i++) {
        d[i] = (int)((unsigned)s[i] * 2);
    }
}

void doubled_in_fours(int *d, const int *s, int n) {
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        d[i] = (int)((unsigned)s[i] * 2);
        d[i + 1] = (int)((unsigned)s[i + 1] * 2);
        d[i + 2] = (int)((unsigned)s[i + 2] * 3);
        d[i + 3] = (int)((unsigned)s[i + 3] * 2);
    }
    for (; i < n; i++) {
        d[i] = (int)((unsigned)s[i] * 2);
    }
}
