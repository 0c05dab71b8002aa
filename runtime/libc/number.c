/* Text to numbers: strtol, strtod, atoi and their like. */
#include <limits.h>

enum { RANGE = 34 };

static int simdiff_errno;

/* Tells the executor that the program uses errno: it does not model what mathematical functions
 * set it to. */
extern void simdiff_errno_used(void);

int *__errno_location(void) {
    simdiff_errno_used();
    return &simdiff_errno;
}
int klee_get_errno(void) { return *__errno_location(); }

static int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return 99;
}

/* The magnitude, sign and end of the number at `s`; `limit` caps the magnitude. */
static unsigned long number(const char *s, char **end, int base, int *negative, int *over) {
    const char *p = s;
    unsigned long value = 0;
    *over = 0;
    while (*p == ' ' || (*p >= '\t' && *p <= '\r')) p++;
    *negative = *p == '-';
    if (*p == '-' || *p == '+') p++;
    if ((base == 0 || base == 16) && p[0] == '0' && (p[1] | 32) == 'x' && digit(p[2]) < 16) {
        p += 2;
        base = 16;
    } else if (base == 0) {
        base = *p == '0' ? 8 : 10;
    }
    const char *first = p;
    for (; digit(*p) < base; p++) {
        if (value > (ULONG_MAX - digit(*p)) / base) *over = 1;
        value = value * base + digit(*p);
    }
    if (end) *end = (char *)(p == first ? s : p);
    return value;
}

long strtol(const char *s, char **end, int base) {
    int negative, over;
    unsigned long value = number(s, end, base, &negative, &over);
    if (over || value > (unsigned long)LONG_MAX + negative) {
        simdiff_errno = RANGE;
        return negative ? LONG_MIN : LONG_MAX;
    }
    return negative ? (long)-value : (long)value;
}

unsigned long strtoul(const char *s, char **end, int base) {
    int negative, over;
    unsigned long value = number(s, end, base, &negative, &over);
    if (over) {
        simdiff_errno = RANGE;
        return ULONG_MAX;
    }
    return negative ? -value : value;
}

long long strtoll(const char *s, char **end, int base) { return strtol(s, end, base); }
unsigned long long strtoull(const char *s, char **end, int base) { return strtoul(s, end, base); }
long __isoc23_strtol(const char *s, char **end, int base) { return strtol(s, end, base); }
long long __isoc23_strtoll(const char *s, char **end, int base) { return strtol(s, end, base); }
unsigned long __isoc23_strtoul(const char *s, char **end, int base) { return strtoul(s, end, base); }
unsigned long long __isoc23_strtoull(const char *s, char **end, int base) {
    return strtoul(s, end, base);
}
int atoi(const char *s) { return (int)strtol(s, 0, 10); }
long atol(const char *s) { return strtol(s, 0, 10); }
long long atoll(const char *s) { return strtol(s, 0, 10); }

/* A text without leading blanks as a float of 32, 64 or 80 bits, correctly rounded;
 * whether it is out of range. At *end is the text itself if it is no number. */
extern int simdiff_parse_float(const char *text, char **end, int bits, void *value);

#define FLOAT(name, type, bits)                                     \
    type name(const char *s, char **end) {                          \
        const char *p = s;                                          \
        char *stop;                                                 \
        type value;                                                 \
        while (*p == ' ' || (*p >= '\t' && *p <= '\r')) p++;        \
        if (simdiff_parse_float(p, &stop, bits, &value)) simdiff_errno = RANGE; \
        if (end) *end = stop == p ? (char *)s : stop;               \
        return value;                                               \
    }
FLOAT(strtof, float, 32)
FLOAT(strtod, double, 64)
FLOAT(strtold, long double, 80)
double atof(const char *s) { return strtod(s, 0); }

/* Quotient and remainder of a division that C defines. */
#define DIVISION(name, type)                                    \
    struct name##_result { type quotient, remainder; };         \
    struct name##_result name(type x, type y) {                 \
        return (struct name##_result){x / y, x % y};            \
    }
DIVISION(div, int)
DIVISION(ldiv, long)
DIVISION(lldiv, long long)
