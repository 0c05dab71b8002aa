/* qsort, as glibc has it: a stable merge sort; and bsearch. Each order of the elements
 * that the inputs allow is a path of its own. */
#include <stddef.h>

/* The executor's: whether a number is positive, known from here on. */
extern int simdiff_is_positive(int);
void *malloc(size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);

typedef int order(const void *, const void *, void *);

static void sort(char *a, size_t n, size_t size, order *compare, void *context, char *scratch) {
    if (n < 2) return;
    size_t half = n / 2;
    char *x = a, *y = a + half * size, *middle = y, *end = a + n * size, *out = scratch;
    sort(x, half, size, compare, context, scratch);
    sort(y, n - half, size, compare, context, scratch);
    while (x < middle && y < end) {
        char **from = simdiff_is_positive(compare(x, y, context)) ? &y : &x;
        memcpy(out, *from, size);
        *from += size;
        out += size;
    }
    memcpy(out, x, middle - x);
    memcpy(a, scratch, out + (middle - x) - scratch);
}

void qsort_r(void *base, size_t n, size_t size, order *compare, void *context) {
    char *scratch = malloc(n * size);
    sort(base, n, size, compare, context, scratch);
    free(scratch);
}

static int plain(const void *x, const void *y, void *compare) {
    return ((int (*)(const void *, const void *))compare)(x, y);
}

void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
    qsort_r(base, n, size, plain, (void *)compare);
}

void *bsearch(const void *key, const void *base, size_t n, size_t size,
              int (*compare)(const void *, const void *)) {
    const char *a = base;
    while (n) {
        const char *middle = a + n / 2 * size;
        int order = compare(key, middle);
        int after = simdiff_is_positive(order);
        if (!after && simdiff_is_positive(order == 0)) return (void *)middle;
        if (after) {
            a = middle + size;
            n -= n / 2 + 1;
        } else {
            n /= 2;
        }
    }
    return 0;
}
