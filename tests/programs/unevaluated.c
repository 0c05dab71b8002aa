/* What is not evaluated is not executed; what is not needed may be undefined. */
#include <stdlib.h>

struct packed {
    unsigned kind : 8;
    int width : 24;
    unsigned flags : 8;
    unsigned base : 8;
    int precision : 16;
} __attribute__((packed));

const char *volatile word = "no";
int rounds = 3, count, wanted;

__attribute__((noinline)) static int is_literal(const char *text) {
    return __builtin_constant_p(text[12345]) + __builtin_constant_p(1 / (text[0] - 'n'));
}
__attribute__((noinline)) static int below(unsigned n, struct packed s) { return n < s.base; }
__attribute__((noinline)) static int filled(struct packed s) {
    s.base = 16;
    s.flags = 0;
    return below(100, s);
}

int main(void) {
    struct packed s;
    if (is_literal(word)) abort();
    if (filled(s)) abort();
    for (; rounds; --rounds) {
        int i;
        if (wanted && i) abort();
        for (i = 0; i < 2; ++i) ++count;
    }
    if (count != 6) abort();
}
