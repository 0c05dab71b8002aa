// simdiff: check --reference indent --port indent_by_return => equivalent
// simdiff: check --reference indent --port indent_by_return --cflags -O2 --size n=0..24 => equivalent
// simdiff: check --reference indent --port indent_wrong --cflags -O2 => different
// simdiff: check --reference trimmed --port trimmed_by_break --cflags -O2 --size n=0..24 => equivalent
// simdiff: check --reference trimmed --port trimmed_wrong => different "n = 45"
// simdiff: check --reference digits --port digits_by_set --cflags -O2 => equivalent
// Several comparisons lead on into the loop: their ways meet before the next element.

#include <stdint.h>

int indent(const char *s, int n)
{
    int i = 0;
    while (i < n && (s[i] == ' ' || s[i] == '\t')) i++;
    return i;
}
int indent_by_return(const char *s, int n)
{
    for (int i = 0; i < n; i++) {
        char c = s[i];
        if (c != ' ' && c != '\t') return i;
    }
    return n < 0 ? 0 : n;
}
int indent_wrong(const char *s, int n)
{
    for (int i = 0; i < n; i++) {
        char c = s[i];
        if (c != ' ' && (c != '\t' || i == 7)) return i;
    }
    return n < 0 ? 0 : n;
}
int trimmed(const char *s, int n)
{
    while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\r' || s[n - 1] == '\n')) n--;
    return n;
}
int trimmed_by_break(const char *s, int n)
{
    for (; n > 0; n--)
        if (s[n - 1] != ' ' && s[n - 1] != '\n' && s[n - 1] != '\r') break;
    return n;
}
int trimmed_wrong(const char *s, int n)
{
    for (; n > 0 && n != 45; n--)
        if (s[n - 1] != ' ' && s[n - 1] != '\n' && s[n - 1] != '\r') break;
    return n;
}
int digits(const char *s, int n)
{
    int i = 0;
    while (i < n && s[i] >= '0' && s[i] <= '9' && s[i] != '5') i++;
    return i;
}
int digits_by_set(const char *s, int n)
{
    int i = 0;
    for (; i < n; i++) {
        switch (s[i]) {
        case '0': case '1': case '2': case '3': case '4':
        case '6': case '7': case '8': case '9':
            continue;
        }
        break;
    }
    return i;
}
