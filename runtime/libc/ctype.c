/* <ctype.h> in the C locale. */
int isupper(int c) { return c >= 'A' && c <= 'Z'; }
int islower(int c) { return c >= 'a' && c <= 'z'; }
int isalpha(int c) { return (unsigned)(c | 32) - 'a' < 26; }
int isdigit(int c) { return (unsigned)c - '0' < 10; }
int isxdigit(int c) { return ((unsigned)c - '0' < 10) | ((unsigned)(c | 32) - 'a' < 6); }
int isalnum(int c) { return ((unsigned)c - '0' < 10) | ((unsigned)(c | 32) - 'a' < 26); }
int isspace(int c) { return (c == ' ') | ((unsigned)c - '\t' < 5); }
int isblank(int c) { return (c == ' ') | (c == '\t'); }
int iscntrl(int c) { return ((unsigned)c < 32) | (c == 127); }
int isprint(int c) { return (unsigned)c - 32 < 95; }
int isgraph(int c) { return (unsigned)c - 33 < 94; }
int ispunct(int c) { return isgraph(c) && !isalnum(c); }
int isascii(int c) { return (unsigned)c < 128; }
int tolower(int c) { return (unsigned)c - 'A' < 26 ? c | 32 : c; }
int toupper(int c) { return (unsigned)c - 'a' < 26 ? c & ~32 : c; }
int toascii(int c) { return c & 127; }

/* What glibc's macros index, from -128 on: a bit for each class. */
static unsigned short simdiff_ctype_classes[384];
static int simdiff_ctype_lowers[384], simdiff_ctype_uppers[384];
static const unsigned short *simdiff_ctype_classes_at;
static const int *simdiff_ctype_lowers_at, *simdiff_ctype_uppers_at;

static void fill(void) {
    if (simdiff_ctype_classes_at) return;
    for (int c = 0; c < 128; c++)
        simdiff_ctype_classes[128 + c] = (isupper(c) ? 1 << 8 : 0) | (islower(c) ? 1 << 9 : 0) |
                           (isalpha(c) ? 1 << 10 : 0) | (isdigit(c) ? 1 << 11 : 0) |
                           (isxdigit(c) ? 1 << 12 : 0) | (isspace(c) ? 1 << 13 : 0) |
                           (isprint(c) ? 1 << 14 : 0) | (isgraph(c) ? 1 << 15 : 0) |
                           (isblank(c) ? 1 << 0 : 0) | (iscntrl(c) ? 1 << 1 : 0) |
                           (ispunct(c) ? 1 << 2 : 0) | (isalnum(c) ? 1 << 3 : 0);
    for (int c = -128; c < 256; c++) {
        simdiff_ctype_lowers[128 + c] = tolower(c);
        simdiff_ctype_uppers[128 + c] = toupper(c);
    }
    simdiff_ctype_classes_at = simdiff_ctype_classes + 128;
    simdiff_ctype_lowers_at = simdiff_ctype_lowers + 128;
    simdiff_ctype_uppers_at = simdiff_ctype_uppers + 128;
}

const unsigned short **__ctype_b_loc(void) {
    fill();
    return &simdiff_ctype_classes_at;
}

const int **__ctype_tolower_loc(void) {
    fill();
    return &simdiff_ctype_lowers_at;
}

const int **__ctype_toupper_loc(void) {
    fill();
    return &simdiff_ctype_uppers_at;
}
