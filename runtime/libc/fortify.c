/* What calls become under _FORTIFY_SOURCE: they know the room at their destination, and end the
 * program rather than pass it (Linux Standard Base 5.0, 13.5). */
#include <stddef.h>

void abort(void);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
size_t strlen(const char *);

void __chk_fail(void) { abort(); }

void *__memcpy_chk(void *to, const void *from, size_t n, size_t room) {
    if (n > room) __chk_fail();
    return memcpy(to, from, n);
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t room) {
    return (char *)__memcpy_chk(to, from, n, room) + n;
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t room) {
    if (n > room) __chk_fail();
    return memmove(to, from, n);
}

void *__memset_chk(void *to, int byte, size_t n, size_t room) {
    if (n > room) __chk_fail();
    return memset(to, byte, n);
}

char *__stpcpy_chk(char *to, const char *from, size_t room) {
    for (;; to++, from++, room--) {
        if (!room) __chk_fail();
        if (!(*to = *from)) return to;
    }
}

char *__strcpy_chk(char *to, const char *from, size_t room) {
    __stpcpy_chk(to, from, room);
    return to;
}

char *__stpncpy_chk(char *to, const char *from, size_t n, size_t room) {
    if (n > room) __chk_fail();
    size_t i = 0;
    for (; i < n && from[i]; i++) to[i] = from[i];
    for (size_t rest = i; rest < n; rest++) to[rest] = 0;
    return to + i;
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t room) {
    __stpncpy_chk(to, from, n, room);
    return to;
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t room) {
    size_t end = strlen(to);
    for (;; end++, from++, n--) {
        if (end >= room) __chk_fail();
        if (!(to[end] = n ? *from : 0)) return to;
    }
}

char *__strcat_chk(char *to, const char *from, size_t room) {
    return __strncat_chk(to, from, -1, room);
}
