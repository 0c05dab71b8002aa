// simdiff: check --reference low --port low_letter => equivalent
// simdiff: check --reference low --port low_any => different
// Functions of <ctype.h> in one version only leave nothing behind.

#include <ctype.h>

int low(int c)
{
    c &= 127;
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

int low_letter(int c) { return tolower(c & 127); }
int low_any(int c) { return (c & 127) | 32; }
