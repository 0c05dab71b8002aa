/* printf into a block of its own size; the rest of the family is the executor's. */
#include <stdarg.h>
#include <stddef.h>

void *malloc(size_t);
int vsnprintf(char *, size_t, const char *, va_list);

int vasprintf(char **text, const char *format, va_list values) {
    va_list again;
    va_copy(again, values);
    int length = vsnprintf(0, 0, format, values);
    *text = malloc(length + 1);
    vsnprintf(*text, length + 1, format, again);
    va_end(again);
    return length;
}

int asprintf(char **text, const char *format, ...) {
    va_list values;
    va_start(values, format);
    int length = vasprintf(text, format, values);
    va_end(values);
    return length;
}
