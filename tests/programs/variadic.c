/* Variable arguments, where registers and memory meet and alignments differ. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    long at[4];
} __attribute__((aligned(32))) Block;
typedef struct {
    char at[64];
} __attribute__((aligned(64))) Line;
typedef struct {
    long low;
    double high;
} Mixed;
typedef struct {
    double x, y;
} Point;
typedef struct {
    long at[2];
} __attribute__((aligned(16))) Pair;

/* The wide number after `skip` ints. */
__attribute__((noinline)) static __int128 wide_after(int skip, ...) {
    va_list list;
    va_start(list, skip);
    while (skip--) (void)va_arg(list, int);
    __int128 value = va_arg(list, __int128);
    int next = va_arg(list, int);
    va_end(list);
    return value + next;
}

__attribute__((noinline)) static long blocks(Mixed first, int count, ...) {
    va_list list;
    long sum = first.low;
    va_start(list, count);
    for (int i = 0; i < count; ++i) {
        sum = 10 * sum + va_arg(list, Block).at[3];
        sum = 10 * sum + va_arg(list, Line).at[63];
        sum = 10 * sum + va_arg(list, int);
    }
    va_end(list);
    return sum;
}

__attribute__((noinline)) static double kinds(const char *what, ...) {
    va_list list, copy;
    double sum = 0;
    va_start(list, what);
    va_copy(copy, list);
    for (const char *p = what; *p; ++p) switch (*p) {
            case 'i': sum = 3 * sum + va_arg(list, int); break;
            case 'd': sum = 3 * sum + va_arg(list, double); break;
            case 'x': sum = 3 * sum + (double)va_arg(list, long double); break;
            case 'm': {
                Mixed mixed = va_arg(list, Mixed);
                sum = 3 * sum + mixed.low + mixed.high;
                break;
            }
            case 'p': {
                Point point = va_arg(list, Point);
                sum = 3 * sum + point.x - point.y;
                break;
            }
            case 'a': {
                Pair pair = va_arg(list, Pair);
                sum = 3 * sum + pair.at[0] - pair.at[1];
                break;
            }
            default: assert(0);
        }
    if (*what == 'i') sum += va_arg(copy, int);
    va_end(copy);
    va_end(list);
    return sum;
}

__attribute__((noinline)) static int printed(char *into, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = vsprintf(into, format, list);
    va_end(list);
    return length;
}

int main(void) {
    Block block = {{1, 2, 3, 4}};
    Line line = {{0}};
    Mixed mixed = {5, 0.25};
    Point point = {2, 0.5};
    Pair pair = {{9, 4}};
    line.at[63] = 7;

    assert(wide_after(0, (__int128)40, 2) == 42);
    assert(wide_after(1, 1, (__int128)40, 2) == 42);
    assert(wide_after(5, 1, 2, 3, 4, 5, (__int128)1 << 90, 2) == ((__int128)1 << 90) + 2);
    assert(wide_after(6, 1, 2, 3, 4, 5, 6, (__int128)40, 2) == 42);

    assert(blocks(mixed, 2, block, line, 8, block, line, 9) == 5478479);

    assert(kinds("") == 0);
    assert(kinds("i", 4) == 8);
    assert(kinds("iiiiiii", 1, 1, 1, 1, 1, 1, 2) == 1095);
    assert(kinds("ddddddddd", 1., 1., 1., 1., 1., 1., 1., 1., 2.) == 9842);
    assert(kinds("xid", 1.5L, 2, 3.) == 22.5);
    assert(kinds("mmmm", mixed, mixed, mixed, mixed) == 5.25 * 40);
    assert(kinds("iiiima", 1, 1, 1, 1, mixed, pair) == 40 * 9 + 1 + 5.25 * 3 + 5);
    assert(kinds("iiiiaai", 1, 1, 1, 1, pair, pair, 2) == 40 * 27 + 1 + 45 + 15 + 2);
    assert(kinds("dddddddpp", 0., 0., 0., 0., 0., 0., 0., point, point) == 6);

    char text[64];
    assert(printed(text, "%d %s %.2f %Lg %ld", 1, "two", 3.5, 4.5L, 5L) == 16);
    assert(strcmp(text, "1 two 3.50 4.5 5") == 0);
    assert(printed(text, "%d%d%d%d%d%d%d", 1, 2, 3, 4, 5, 6, 7) == 7);
    assert(strcmp(text, "1234567") == 0);
}
