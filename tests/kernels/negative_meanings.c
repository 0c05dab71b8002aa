// simdiff: check --reference sum --port sum_in_pairs => undecided "negative sizes lead there"
// simdiff: check --reference sum --port sum_in_pairs --arg 'x=in:u32[16]' --size n=-2..16 => different
// simdiff: check --reference sum_of_some --port sum_in_pairs => equivalent
// simdiff: check --reference spaces --port spaces_counted => undecided "may run at sizes above"
// A count of minus one stands for eight elements: the contract's empty buffer hides that.

#include <stddef.h>
#include <string.h>

size_t spaces_counted(const char *s, size_t n) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++) count += s[i] == ' ';
    return count;
}

size_t spaces(const char *s, size_t n) {
    return spaces_counted(s, n == (size_t)-1 ? strlen(s) : n);
}

unsigned sum_of_some(const unsigned *x, int n) {
    unsigned s = 0;
    for (int i = 0; i < n; i++) s += x[i];
    return s;
}

unsigned sum(const unsigned *x, int n) { return sum_of_some(x, n == -1 ? 8 : n); }

unsigned sum_in_pairs(const unsigned *x, int n) {
    unsigned s = 0;
    int i = 0;
    for (; i + 2 <= n; i += 2) s += x[i] + x[i + 1];
    return i < n ? s + x[i] : s;
}
