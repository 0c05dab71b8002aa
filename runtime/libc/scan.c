/* The scanf family, as glibc has it: characters of a text or of a file, one at a time.
 * Wide characters are not covered. */
#include <ctype.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct file FILE;
extern FILE *stdin;
extern int fgetc(FILE *);
extern int ungetc(int, FILE *);

/* Ends the path: what is not covered. */
extern _Noreturn void simdiff_unsupported(const char *function, const char *what);

enum { END = -1, LONGEST = 512 };

/* Where characters come from; `left` more may be taken for this conversion. */
struct source {
    const char *text;
    FILE *file;
    long taken, left;
};

static int next(struct source *from) {
    if (from->left == 0) return END;
    int c = from->text ? (unsigned char)*from->text : fgetc(from->file);
    if (from->text && c == 0) c = END;
    if (c == END) return END;
    if (from->text) from->text++;
    from->left--;
    from->taken++;
    return c;
}

static void back(struct source *from, int c) {
    if (c == END) return;
    if (from->text)
        from->text--;
    else
        ungetc(c, from->file);
    from->left++;
    from->taken--;
}

static int is_at_end(struct source *from) {
    int c = next(from);
    back(from, c);
    return c == END;
}

static void skip_blanks(struct source *from) {
    int c;
    from->left = -1;
    do c = next(from);
    while (c != END && isspace(c));
    back(from, c);
}

/* The characters of a number. */
struct number {
    char text[LONGEST];
    int length;
};

/* Takes the next character if it is one of these; returns it, or zero. */
static int take(struct source *from, struct number *number, const char *these) {
    int c = next(from);
    for (; *these && c != END; these++)
        if (c == *these) {
            if (number->length == LONGEST - 1)
                simdiff_unsupported("scanf", "a number of more than 500 characters");
            number->text[number->length++] = (char)c;
            return c;
        }
    back(from, c);
    return 0;
}

/* Takes a word, in capitals or not. */
static int take_word(struct source *from, struct number *number, const char *word) {
    for (; *word; word++) {
        char both[3] = {*word, (char)toupper(*word), 0};
        if (!take(from, number, both)) return 0;
    }
    return 1;
}

#define DIGITS "0123456789"
#define HEXADECIMAL DIGITS "abcdefABCDEF"

/* The text of an integer without its 0x; the base if it has one. */
static int integer(struct source *from, struct number *number, int base) {
    number->length = 0;
    take(from, number, "+-");
    int sign = number->length;
    if (take(from, number, "0")) {
        if ((base == 0 || base == 16) && take(from, number, "xX")) {
            number->length--;
            base = 16;
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0) base = 10;
    while (take(from, number, base == 16 ? HEXADECIMAL : base == 8 ? "01234567" : DIGITS)) {
    }
    number->text[number->length] = 0;
    return number->length > sign ? base : 0;
}

/* The text of a float; whether it is one. */
static int real(struct source *from, struct number *number) {
    number->length = 0;
    take(from, number, "+-");
    if (take(from, number, "nN")) return take_word(from, number, "an");
    if (take(from, number, "iI")) {
        if (!take_word(from, number, "nf")) return 0;
        return take(from, number, "iI") ? take_word(from, number, "nity") : 1;
    }
    const char *digits = DIGITS, *mark = "eE";
    int any = 0, is_hexadecimal = 0;
    if (take(from, number, "0")) {
        if (take(from, number, "xX")) {
            is_hexadecimal = 1;
            digits = HEXADECIMAL;
            mark = "pP";
        } else {
            any = 1;
        }
    }
    while (take(from, number, digits)) any = 1;
    if (take(from, number, ".")) {
        /* `0x.` is zero, for some reason. */
        any |= is_hexadecimal;
        while (take(from, number, digits)) any = 1;
    }
    if (!any) return 0;
    if (take(from, number, mark)) {
        take(from, number, "+-");
        while (take(from, number, DIGITS)) {
        }
    }
    return 1;
}

/* Characters that a conversion takes: not blanks, all, or those of a set. */
struct set {
    unsigned char has[256];
};

/* Reads `[…]` behind its bracket, and returns what follows. */
static const char *read_set(const char *format, struct set *set) {
    int excludes = *format == '^';
    format += excludes;
    for (int c = 0; c < 256; c++) set->has[c] = excludes;
    const char *first = format;
    for (; *format && (*format != ']' || format == first); format++) {
        int low = (unsigned char)*format, high = low;
        if (format[1] == '-' && format[2] && format[2] != ']') {
            high = (unsigned char)format[2];
            if (high >= low) format += 2;
            else high = low;
        }
        for (int c = low; c <= high; c++) set->has[c] = !excludes;
    }
    return *format ? format + 1 : format;
}

/* Copies characters of the set, to a block of its own if `allocates`, or nowhere.
 * Returns how many there were. */
static long copy(struct source *from, const struct set *set, void *to, int allocates, int ends) {
    long count = 0, room = 0;
    char *text = allocates ? 0 : to;
    for (int c; (c = next(from)) != END; count++) {
        if (!set->has[c]) {
            back(from, c);
            break;
        }
        if (allocates && count + 2 > room) text = realloc(text, room = 2 * count + 100);
        if (text) text[count] = (char)c;
    }
    if (count && text && ends) text[count] = 0;
    if (count && allocates) *(char **)to = text;
    return count;
}

/* Length modifiers as sizes of integers. */
static const char *read_size(const char *format, int *size, int *is_long_double) {
    *size = 4;
    *is_long_double = 0;
    switch (*format) {
    case 'h':
        *size = format[1] == 'h' ? 1 : 2;
        return format + (*size == 1 ? 2 : 1);
    case 'l':
        *size = 8;
        return format + (format[1] == 'l' ? 2 : 1);
    case 'L':
    case 'q':
        *is_long_double = 1;
        /* fallthrough */
    case 'j':
    case 'z':
    case 't':
        *size = 8;
        return format + 1;
    }
    return format;
}

static void put(void *to, int size, uint64_t value) {
    switch (size) {
    case 1: *(uint8_t *)to = (uint8_t)value; break;
    case 2: *(uint16_t *)to = (uint16_t)value; break;
    case 4: *(uint32_t *)to = (uint32_t)value; break;
    default: *(uint64_t *)to = value;
    }
}

/* How many values were assigned, END if the input ends before the first. */
static int scan(struct source *from, const char *format, va_list values) {
    int assigned = 0;
    while (*format) {
        from->left = -1;
        if (isspace((unsigned char)*format)) {
            skip_blanks(from);
            format++;
            continue;
        }
        int expected = (unsigned char)*format++;
        if (expected != '%' || *format == '%') {
            if (expected == '%') {
                skip_blanks(from);
                format++;
            }
            int c = next(from);
            if (c == END) return assigned ? assigned : END;
            if (c == expected) continue;
            back(from, c);
            return assigned;
        }
        int size, is_long_double, is_kept = 1, allocates = 0;
        long width = 0;
        if (*format == '*') {
            is_kept = 0;
            format++;
        }
        while (isdigit((unsigned char)*format)) width = width * 10 + *format++ - '0';
        if (*format == 'm') {
            allocates = is_kept;
            format++;
        }
        format = read_size(format, &size, &is_long_double);
        char kind = *format++;
        if (kind == 'n') {
            if (is_kept) put(va_arg(values, void *), size, from->taken);
            continue;
        }
        if (kind != 'c' && kind != '[') skip_blanks(from);
        from->left = -1;
        if (is_at_end(from)) return assigned ? assigned : END;
        from->left = width ? width : -1;
        void *to = is_kept ? va_arg(values, void *) : 0;
        struct number number;
        struct set set;
        int base = 10;
        switch (kind) {
        case 'p':
            size = 8;
            /* fallthrough */
        case 'x':
        case 'X': base = 16; goto integers;
        case 'o': base = 8; goto integers;
        case 'i': base = 0; goto integers;
        case 'd':
        case 'u':
        integers:
            base = integer(from, &number, base);
            if (!base) return assigned;
            if (is_kept)
                put(to, size, kind == 'd' || kind == 'i' ? (uint64_t)strtol(number.text, 0, base)
                                                         : strtoul(number.text, 0, base));
            break;
        case 'a':
        case 'A':
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
            if (!real(from, &number)) return assigned;
            number.text[number.length] = 0;
            if (!is_kept) break;
            if (is_long_double)
                *(long double *)to = strtold(number.text, 0);
            else if (size == 8)
                *(double *)to = strtod(number.text, 0);
            else
                *(float *)to = strtof(number.text, 0);
            break;
        case 'c':
            if (!width) from->left = 1;
            for (int c = 0; c < 256; c++) set.has[c] = 1;
            goto characters;
        case 's':
            for (int c = 0; c < 256; c++) set.has[c] = !isspace(c);
            goto characters;
        case '[':
            format = read_set(format, &set);
        characters:
            if (size == 8) simdiff_unsupported("scanf", "wide characters");
            if (copy(from, &set, to, allocates, kind != 'c') == 0) return assigned;
            break;
        default: simdiff_unsupported("scanf", "this conversion");
        }
        assigned += is_kept;
    }
    return assigned;
}

int vsscanf(const char *text, const char *format, va_list values) {
    struct source from = {text, 0, 0, -1};
    return scan(&from, format, values);
}

int vfscanf(FILE *file, const char *format, va_list values) {
    struct source from = {0, file, 0, -1};
    return scan(&from, format, values);
}

int vscanf(const char *format, va_list values) { return vfscanf(stdin, format, values); }

#define VARIADIC(name, first, call)  \
    int name first {                 \
        va_list values;              \
        va_start(values, format);    \
        int assigned = call;         \
        va_end(values);              \
        return assigned;             \
    }

#define FAMILY(prefix)                                                                   \
    VARIADIC(prefix##sscanf, (const char *text, const char *format, ...),                \
             vsscanf(text, format, values))                                              \
    VARIADIC(prefix##fscanf, (FILE * file, const char *format, ...),                     \
             vfscanf(file, format, values))                                              \
    VARIADIC(prefix##scanf, (const char *format, ...), vscanf(format, values))

#define LISTS(prefix)                                                                    \
    int prefix##vsscanf(const char *text, const char *format, va_list values) {          \
        return vsscanf(text, format, values);                                            \
    }                                                                                    \
    int prefix##vfscanf(FILE *file, const char *format, va_list values) {                \
        return vfscanf(file, format, values);                                            \
    }                                                                                    \
    int prefix##vscanf(const char *format, va_list values) { return vscanf(format, values); }

FAMILY()
FAMILY(__isoc99_)
LISTS(__isoc99_)
