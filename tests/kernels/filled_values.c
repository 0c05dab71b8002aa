// simdiff: check --reference fill --port fill_in_words => equivalent "v=i32"
// simdiff: check --reference fill --port fill_in_signed_words => different
// The value that memory is filled with is a number, and no size: all its values count.

#include <string.h>

void fill(unsigned char *to, int v, int n) {
    if (n > 0) memset(to, v, n);
}

void fill_in_words(unsigned char *to, int v, int n) {
    unsigned word = (unsigned char)v * 0x01010101u;
    int i = 0;
    for (; i + 4 <= n; i += 4) memcpy(to + i, &word, 4);
    for (; i < n; i++) to[i] = v;
}

void fill_in_signed_words(unsigned char *to, int v, int n) {
    int word = (int)((signed char)v * 0x01010101u);
    int i = 0;
    for (; i + 4 <= n; i += 4) memcpy(to + i, &word, 4);
    for (; i < n; i++) to[i] = v;
}
