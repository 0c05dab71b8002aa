/* The C library's functions give what the system's own give. */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

/* <unistd.h> has it for X/Open only. */
void swab(const void *from, void *to, ssize_t n);

static int by_value(const void *x, const void *y) {
    int a = *(const int *)x, b = *(const int *)y;
    return (a > b) - (a < b);
}

static void characters(void) {
    unsigned hash = 0;
    for (int c = 0; c < 128; c++) {
        hash = hash * 31 + !!isalpha(c);
        hash = hash * 31 + !!isdigit(c);
        hash = hash * 31 + !!isspace(c);
        hash = hash * 31 + !!ispunct(c);
        hash = hash * 31 + !!isxdigit(c);
        hash = hash * 31 + !!iscntrl(c);
        hash = hash * 31 + toupper(c) + tolower(c);
    }
    assert(hash == 3647303423u);
}

static void strings(void) {
    char text[32] = "a,b;;c";
    assert(strlen(text) == 6 && strnlen(text, 3) == 3);
    assert(strcmp("abc", "abd") < 0 && strncmp("abc", "abd", 2) == 0);
    assert(strcasecmp("HeLLo", "hEllO") == 0);
    assert(strchr(text, 'b') == text + 2 && strrchr(text, ';') == text + 4);
    assert(strstr(text, ";;c") == text + 3 && !strstr(text, "x"));
    assert(strspn("aabc", "ab") == 3 && strcspn("aabc", "c") == 3);
    assert(!strcmp(strtok(text, ",;"), "a") && !strcmp(strtok(0, ",;"), "b"));
    assert(!strcmp(strtok(0, ",;"), "c") && !strtok(0, ",;"));
    char *copy = strdup("twice");
    strcat(strcpy(text, copy), copy);
    assert(!strcmp(text, "twicetwice") && memchr(text, 'e', 32) == text + 4);
    free(copy);
    volatile size_t room = sizeof text;
    __builtin___strcat_chk(__builtin___strcpy_chk(text, "ab", room), "c", room);
    __builtin___strncat_chk(text, "def", 2, room);
    assert(!strcmp(text, "abcde"));
    assert(__builtin___mempcpy_chk(text, "12", 2, room) == text + 2 && text[1] == '2');
    assert(__builtin___stpncpy_chk(text, "z", 3, room) == text + 1 && !text[2] && text[3] == 'd');
}

static void blocks(void) {
    char text[16] = "", swapped[16] = "";
    assert(memccpy(text, "one;two", ';', sizeof text) == text + 4 && !strcmp(text, "one;"));
    assert(!memccpy(text, "three;", ';', 5) && !strcmp(text, "three"));
    assert(!memccpy(text, "x", 'x', 0) && !strcmp(text, "three"));
    swab("abcdefg", swapped, 7);
    assert(!strcmp(swapped, "badcfe"));
    swab(swapped, swapped, 6);
    swab("zz", swapped, 1);
    swab("zz", swapped, -2);
    assert(!strcmp(swapped, "abcdef"));
}

static void numbers(void) {
    char *end;
    assert(strtol("  -0x1fz", &end, 0) == -31 && *end == 'z');
    assert(strtol("077", 0, 0) == 63 && strtoul("zz", 0, 36) == 1295);
    assert(strtol("99999999999999999999", 0, 10) == LONG_MAX && errno == ERANGE);
    assert(atoi("12ab") == 12 && strtol("ab", &end, 10) == 0 && *end == 'a');
    assert(strtod("1.5e2x", &end) == 150.0 && *end == 'x');
    assert(atof("0.1") == 0.1 && strtof("0.1", 0) == 0.1f);
}

static void print(void) {
    char text[128];
    assert(sprintf(text, "%d|%5d|%-5d|%05d|%+d|%x|%#X|%o|%u", -7, 42, 42, 42, 42, 255, 255, 8, 3u) == 37);
    assert(!strcmp(text, "-7|   42|42   |00042|+42|ff|0XFF|10|3"));
    sprintf(text, "%.3f|%8.2e|%g|%g|%G|%.0f|%s|%c|%%", 3.14159, 12345.678, 1e-5, 100000.0, 1e20, 2.5, "str", 'c');
    assert(!strcmp(text, "3.142|1.23e+04|1e-05|100000|1E+20|2|str|c|%"));
    assert(snprintf(text, 4, "%ld", 1234567890123L) == 13 && !strcmp(text, "123"));
    sprintf(text, "%*d|%.*s|%hhd|%zu", 4, 7, 2, "xyz", 300, sizeof(int));
    assert(!strcmp(text, "   7|xy|44|4"));
}

static void sorting(void) {
    int a[] = {5, 3, 9, -1, 7, 0, 3, 2};
    qsort(a, 8, sizeof a[0], by_value);
    for (int i = 1; i < 8; i++) assert(a[i - 1] <= a[i]);
    int key = 7;
    assert(*(int *)bsearch(&key, a, 8, sizeof a[0], by_value) == 7);
}

static void messages(void) {
    unsigned hash = 0;
    for (int number = -1; number <= 140; number++)
        for (const char *c = strerror(number); *c; c++) hash = hash * 31 + *c;
    assert(hash == 1753643567u);
    char text[8];
    assert(strerror_r(EDOM, text, sizeof text) == ERANGE && !strncmp(text, "Numeric", sizeof text - 1));
    struct timespec time = {0, 1000};
    assert(!nanosleep(&time, 0) && !usleep(1));
    time.tv_nsec = -1;
    assert(nanosleep(&time, 0) == -1 && errno == EINVAL);
}

int main(void) {
    characters();
    messages();
    strings();
    blocks();
    numbers();
    print();
    sorting();
    assert(rand() == 1804289383 && rand() == 846930886);
    srandom(7);
    long first = random();
    srandom(7);
    assert(random() == first);
    return 0;
}
