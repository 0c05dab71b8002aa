/* <string.h> but for the block operations, which the executor models. */
#include <stddef.h>

void *malloc(size_t);

size_t strlen(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

size_t strnlen(const char *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n]) n++;
    return n;
}

int strcmp(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

int strncmp(const char *a, const char *b, size_t limit) {
    for (; limit; a++, b++, limit--)
        if (!*a || *a != *b) return (unsigned char)*a - (unsigned char)*b;
    return 0;
}

static int lower(unsigned char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

int strcasecmp(const char *a, const char *b) {
    while (*a && lower(*a) == lower(*b)) a++, b++;
    return lower(*a) - lower(*b);
}

int strncasecmp(const char *a, const char *b, size_t limit) {
    for (; limit; a++, b++, limit--)
        if (!*a || lower(*a) != lower(*b)) return lower(*a) - lower(*b);
    return 0;
}

char *stpcpy(char *to, const char *from) {
    while ((*to = *from)) to++, from++;
    return to;
}

char *strcpy(char *to, const char *from) {
    stpcpy(to, from);
    return to;
}

char *strncpy(char *to, const char *from, size_t limit) {
    size_t i = 0;
    for (; i < limit && from[i]; i++) to[i] = from[i];
    for (; i < limit; i++) to[i] = 0;
    return to;
}

char *strcat(char *to, const char *from) {
    stpcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *to, const char *from, size_t limit) {
    char *end = to + strlen(to);
    for (; limit && *from; limit--) *end++ = *from++;
    *end = 0;
    return to;
}

void *memchr(const void *block, int c, size_t n) {
    const unsigned char *p = block;
    for (; n; p++, n--)
        if (*p == (unsigned char)c) return (void *)p;
    return 0;
}

char *strchr(const char *s, int c) {
    for (; *s != (char)c; s++)
        if (!*s) return 0;
    return (char *)s;
}

char *strrchr(const char *s, int c) {
    const char *last = 0;
    for (;; s++) {
        if (*s == (char)c) last = s;
        if (!*s) return (char *)last;
    }
}

char *strstr(const char *s, const char *part) {
    size_t n = strlen(part);
    for (;; s++) {
        if (!strncmp(s, part, n)) return (char *)s;
        if (!*s) return 0;
    }
}

size_t strspn(const char *s, const char *set) {
    size_t n = 0;
    while (s[n] && strchr(set, s[n])) n++;
    return n;
}

size_t strcspn(const char *s, const char *set) {
    size_t n = 0;
    while (s[n] && !strchr(set, s[n])) n++;
    return n;
}

char *strpbrk(const char *s, const char *set) {
    s += strcspn(s, set);
    return *s ? (char *)s : 0;
}

char *strtok_r(char *s, const char *set, char **rest) {
    if (!s) s = *rest;
    s += strspn(s, set);
    char *end = s + strcspn(s, set);
    *rest = *end ? end + 1 : end;
    *end = 0;
    return end == s ? 0 : s;
}

char *strtok(char *s, const char *set) {
    static char *rest;
    return strtok_r(s, set, &rest);
}

char *strdup(const char *s) {
    char *copy = malloc(strlen(s) + 1);
    return copy ? strcpy(copy, s) : 0;
}

char *strndup(const char *s, size_t limit) {
    size_t n = strnlen(s, limit);
    char *copy = malloc(n + 1);
    if (!copy) return 0;
    for (size_t i = 0; i < n; i++) copy[i] = s[i];
    copy[n] = 0;
    return copy;
}

/* What the GNU library and BSD have besides. */

void *memrchr(const void *block, int c, size_t n) {
    const unsigned char *p = block;
    while (n--)
        if (p[n] == (unsigned char)c) return (void *)(p + n);
    return 0;
}

void *rawmemchr(const void *block, int c) {
    const unsigned char *p = block;
    while (*p != (unsigned char)c) p++;
    return (void *)p;
}

void *memmem(const void *block, size_t n, const void *part, size_t length) {
    const char *p = block, *q = part;
    for (; n >= length; p++, n--) {
        size_t same = 0;
        while (same < length && p[same] == q[same]) same++;
        if (same == length) return (void *)p;
    }
    return 0;
}

void *mempcpy(void *to, const void *from, size_t n) {
    for (size_t i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
    return (char *)to + n;
}

void *memccpy(void *to, const void *from, int last, size_t n) {
    char *p = to;
    for (const char *q = from; n > 0; n--, q++) {
        *p++ = *q;
        if (*q == (char)last) return p;
    }
    return 0;
}

void swab(const void *from, void *to, ptrdiff_t n) {
    const char *q = from;
    for (ptrdiff_t i = 0; i + 1 < n; i += 2) {
        char first = q[i];
        ((char *)to)[i] = q[i + 1];
        ((char *)to)[i + 1] = first;
    }
}

void bzero(void *block, size_t n) {
    for (size_t i = 0; i < n; i++) ((char *)block)[i] = 0;
}

char *stpncpy(char *to, const char *from, size_t limit) {
    strncpy(to, from, limit);
    return to + strnlen(from, limit);
}

char *strchrnul(const char *s, int c) {
    while (*s && *s != (char)c) s++;
    return (char *)s;
}

char *index(const char *s, int c) { return strchr(s, c); }
char *rindex(const char *s, int c) { return strrchr(s, c); }
int strcoll(const char *a, const char *b) { return strcmp(a, b); }

char *strcasestr(const char *s, const char *part) {
    size_t n = strlen(part);
    for (;; s++) {
        if (!strncasecmp(s, part, n)) return (char *)s;
        if (!*s) return 0;
    }
}

char *strsep(char **rest, const char *set) {
    char *s = *rest;
    if (!s) return 0;
    char *end = s + strcspn(s, set);
    *rest = *end ? end + 1 : 0;
    *end = 0;
    return s;
}
