// equivalent: printf and scanf of every conversion, as the system's library has them.
#include <assert.h>
#include <errno.h>
#include <float.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned hash = 2166136261u;

static void note(const char *text) {
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 16777619u;
    hash = (hash ^ 10) * 16777619u;
}

static void print(const char *format, ...) {
    char text[6000];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    assert(length == (int)strlen(text));
    note(text);
}

static const long double values[] = {
    0.0L, -0.0L, 1.0L, 0.5L, 2.5L, 0.1L, 9.9999995L, 123456.789L, 1e15L, 1e16L, 1e-5L, 12345e-9L,
    0x1.fffffffffffffp0L, 0x1.ffffffffffffffffp0L, 0x1.8p1L, LDBL_MAX, LDBL_MIN, LDBL_TRUE_MIN,
    DBL_MAX, DBL_MIN, DBL_TRUE_MIN, -3.0e-310L, __builtin_infl(), -__builtin_infl(),
};

static void floats(void) {
    const char *extended[] = {"%Lf", "%Le", "%Lg", "%La", "%.0Lf", "%#.0Le", "%.3La", "%.0La",
                              "%+.20Lg", "%-30.4Lf|", "%030Le", "%#Lg", "%LE", "%.18LA", "% LG"};
    const char *doubles[] = {"%f", "%e", "%g", "%a", "%.0f", "%#.0e", "%.3a", "%.0a",
                             "%+.20g", "%-30.4f|", "%030e", "%#g", "%E", "%.18A", "% G"};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
        for (unsigned j = 0; j < sizeof extended / sizeof *extended; j++) {
            print(extended[j], values[i]);
            print(doubles[j], (double)values[i]);
        }
    print("%d %Lf %d %Lg %f", 1, 2.5L, 3, 4.5L, 5.5);
}

static void integers(void) {
    print("%d %5d %-5d| %05d %+d % d %.3d %5.3d", 42, 42, 42, 42, 42, 42, 42, 42);
    print("%x %#x %X %#o %o %.0d %#.3o", 255, 255, 255, 8, 8, 0, 8);
    print("%hhd %hd %ld %lld %zu %jd %td", 300, 70000, -1l, -2ll, (size_t)3, (long)4, (long)5);
    print("%c%5c%-5c|%s|%8.3s|%-8s|%%|%p", 'a', 'b', 'c', "text", "longer", "left", (void *)0);
    print("%*d %-*d| %.*f", 6, 7, 6, 7, 2, 3.14159);
}

static void numbers(void) {
    int a = 0, b = 0, c = 0, n = 0;
    unsigned u = 0;
    long l = 0;
    assert(sscanf("12 -7 0x1F", "%d %d %i", &a, &b, &c) == 3 && a == 12 && b == -7 && c == 31);
    assert(sscanf("077", "%i", &a) == 1 && a == 63);
    assert(sscanf("12345", "%2d%3d", &a, &b) == 2 && a == 12 && b == 345);
    assert(sscanf("ff,10", "%x,%o%n", &u, &b, &n) == 2 && u == 255 && b == 8 && n == 5);
    assert(sscanf("5 apples", "%d pears", &a) == 1);
    assert(sscanf("", "%d", &a) == EOF && sscanf("x", "%d", &a) == 0);
    assert(sscanf("7 8 9", "%*d %d %*d", &a) == 1 && a == 8);
    assert(sscanf("99999999999999999999", "%ld", &l) == 1 && l == 9223372036854775807);
    signed char tiny;
    short small;
    assert(sscanf("300 70000", "%hhd %hd", &tiny, &small) == 2 && tiny == 44 && small == 4464);
    float f;
    double d;
    long double e;
    assert(sscanf("1.5 -2.25e2 0x1.8p1", "%f %lf %Lf", &f, &d, &e) == 3);
    assert(f == 1.5f && d == -225 && e == 3);
    assert(sscanf("0.1 inf 3.25", "%Lf %lf %4f", &e, &d, &f) == 3 && e == 0.1L && d > DBL_MAX);
}

static void words(void) {
    char a[20], b[20], c, *own;
    assert(sscanf("  one two;three", "%s %[^;];%c", a, b, &c) == 3);
    assert(!strcmp(a, "one") && !strcmp(b, "two") && c == 't');
    assert(sscanf("abc123", "%3s%2[0-9]", a, b) == 2 && !strcmp(a, "abc") && !strcmp(b, "12"));
    assert(sscanf("a-]b", "%[]a-]%c", a, &c) == 2 && !strcmp(a, "a-]") && c == 'b');
    assert(sscanf("key = value", "%[a-z] = %ms", a, &own) == 2 && !strcmp(own, "value"));
    free(own);
    memset(a, 'x', sizeof a);
    assert(sscanf("12345", "%3c", a) == 1 && !memcmp(a, "123xx", 5));
    int year, month, day;
    assert(sscanf("2024-02-29", "%4d-%2d-%2d", &year, &month, &day) == 3);
    assert(year == 2024 && month == 2 && day == 29);
}

static void texts(void) {
    char *end;
    assert(strtod("  -1.5e3x", &end) == -1500 && *end == 'x');
    assert(strtod("0x1.8p-1", &end) == 0.75 && !*end);
    assert(strtod("none", &end) == 0 && *end == 'n');
    assert(strtold("0.1", 0) == 0.1L && strtof("0.1", 0) == 0.1f && atof("2.5") == 2.5);
    errno = 0;
    assert(strtod("1e400", 0) > DBL_MAX && errno == ERANGE);
    errno = 0;
    assert(strtod("1e-320", 0) > 0 && errno == ERANGE);
    errno = 0;
    assert(strtod("4.5", 0) == 4.5 && errno == 0);
}

int main(void) {
    floats();
    integers();
    numbers();
    words();
    texts();
    assert(hash == 0x948f631fu);
}
