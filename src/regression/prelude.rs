//! The text with which C and C++ tests begin.

/// Headers.
pub(super) const PRELUDE_TYPES: &str = r"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
";

/// Conversion of a returned pointer to a comparable number.
pub(super) const PRELUDE_ADDRESS: &str = r"
/* Where a pointer points to: 0 for null, all ones outside of all buffers; else the number
 * of the buffer, from 1, in the upper 16 bits, and the distance from its start. */
static uint64_t address(const void *pointer, size_t count, const void *const *starts,
                        const size_t *sizes)
{
    for (size_t i = 0; i < count; ++i) {
        uint64_t offset = (uint64_t)pointer - (uint64_t)starts[i];
        if (offset <= sizes[i])
            return ((uint64_t)(i + 1) << 48) + offset;
    }
    return pointer ? UINT64_MAX : 0;
}
";

/// Pointers in C++.
pub(super) const PRELUDE_CPP: &str = r"
#include <utility>

/* A pointer to whatever the function takes. */
namespace {
struct Pointer {
    unsigned char *at;
    template <class T> operator T *() const { return reinterpret_cast<T *>(at); }
    explicit operator uintptr_t() const { return reinterpret_cast<uintptr_t>(at); }
};
}
#define POINTER(at) (Pointer{(unsigned char *)(at)})
";

/// Memory for structures and rows, and assignment to members, constant ones included.
pub(super) const PRELUDE_MEMORY: &str = r"
#include <stdlib.h>

#ifndef __cplusplus
int posix_memalign(void **at, size_t alignment, size_t size);
#endif

/* All blocks, which a leak checker is to reach. */
static struct simdiff_block {
    struct simdiff_block *next;
    void *at;
} *simdiff_blocks;

/* Zeroed memory. */
__attribute__((unused)) static void *simdiff_make(size_t size)
{
    struct simdiff_block *block = (struct simdiff_block *)malloc(sizeof *block);
    if (!block || posix_memalign(&block->at, 64, size))
        abort();
    block->next = simdiff_blocks;
    simdiff_blocks = block;
    return memset(block->at, 0, size);
}

/* A copy of memory. Of no bytes, it lies at the end of a block, as a sanitizer lets a block
 * of no bytes have one. */
__attribute__((unused)) static void *simdiff_copy(const void *from, size_t size)
{
    if (size == 0)
        return (unsigned char *)simdiff_make(64) + 64;
    return memcpy(simdiff_make(size), from, size);
}

#define SIMDIFF_SET(member, value) \
    do { \
        __typeof__(value) simdiff_value = (value); \
        memcpy((void *)&(member), (const void *)&simdiff_value, sizeof simdiff_value); \
    } while (0)

/* Replaces a pointer by the number of bytes that it was moved by. */
#define SIMDIFF_MOVED(member, start) \
    SIMDIFF_SET(member, (uint64_t)(uintptr_t)(member) - (uint64_t)(uintptr_t)(start))
";

/// Construction of containers.
pub(super) const PRELUDE_CONTAINERS: &str = r"
#include <new>
#include <vector>

/* Constructs a container with these elements, or a view of them. */
namespace {
template <class T, class A>
__attribute__((unused)) void simdiff_fill(const std::vector<T, A> &at, void *from, size_t count)
{
    const T *first = static_cast<const T *>(from);
    new (const_cast<std::vector<T, A> *>(&at)) std::vector<T, A>(first, first + count);
}
template <class C> void simdiff_fill(const C &at, void *from, size_t count)
{
    new (const_cast<C *>(&at)) C((decltype(at.data()))from, count);
}
}
";

/// Alignment, and floats by their bits.
pub(super) const PRELUDE_NUMBERS: &str = r"
#ifdef __cplusplus
#define ALIGNED alignas(64)
#else
#define ALIGNED _Alignas(64)
#define POINTER(at) ((void *)(at))
#endif

/* Floats by their bits. */
#define SIMDIFF_FLOAT(name, number, whole) \
    __attribute__((unused)) static number name(whole bits) \
    { \
        number value; \
        memcpy(&value, &bits, sizeof value); \
        return value; \
    }
SIMDIFF_FLOAT(simdiff_f32, float, uint32_t)
SIMDIFF_FLOAT(simdiff_f64, double, uint64_t)
#ifdef __FLT16_MAX__
SIMDIFF_FLOAT(simdiff_f16, _Float16, uint16_t)
#endif
";

/// Comparisons.
pub(super) const PRELUDE: &str = r#"
static int is_nan(const unsigned char *x, size_t size)
{
    uint64_t bits = 0, exponent = size == 8 ? 0x7ff0000000000000 : size == 4 ? 0x7f800000 : 0x7c00;
    memcpy(&bits, x, size);
    return (bits & ~((uint64_t)1 << (8 * size - 1))) > exponent;
}

/* Whether two floats that are not the same are close enough. */
static int close_enough(const unsigned char *x, const unsigned char *y, size_t size)
{
    uint64_t a = 0, b = 0, sign = (uint64_t)1 << (8 * size - 1);
    memcpy(&a, x, size);
    memcpy(&b, y, size);
    uint64_t m = a & ~sign, n = b & ~sign;
    uint64_t ulps = (a ^ b) & sign ? m + n : m > n ? m - n : n - m;
    double reference = 0, port = 0, most;
    if (size == 8) {
        memcpy(&reference, x, size);
        memcpy(&port, y, size);
    } else if (size == 4) {
        float r, p;
        memcpy(&r, x, size);
        memcpy(&p, y, size);
        reference = r, port = p;
    } else {
        return 0;
    }
    most = SIMDIFF_RELATIVE * fabs(reference) + SIMDIFF_ABSOLUTE;
    return isfinite(reference) && isfinite(port) &&
           ((SIMDIFF_ULPS > 0 && ulps <= SIMDIFF_ULPS) || (most > 0 && fabs(port - reference) <= most));
}

/* Prints a number: of floats the value, of others the bits. */
static void show(const unsigned char *x, size_t size, int is_float)
{
    float single;
    double value;
    if (is_float && size == sizeof single) {
        memcpy(&single, x, size);
        printf("%.9g", (double)single);
    } else if (is_float && size == sizeof value) {
        memcpy(&value, x, size);
        printf("%.17g", value);
    } else {
        printf("0x");
        for (size_t i = size; i-- > 0;)
            printf("%02x", x[i]);
    }
}

/* Says which elements differ in the member at `offset`. */
static int differ(const char *name, const void *left, const void *right, size_t count,
                  size_t step, size_t offset, size_t size, int is_float)
{
    int failed = 0;
    for (size_t i = 0; i < count; ++i) {
        const unsigned char *x = (const unsigned char *)left + i * step + offset;
        const unsigned char *y = (const unsigned char *)right + i * step + offset;
        int same = memcmp(x, y, size) == 0 || (is_float && ((is_nan(x, size) && is_nan(y, size)) || close_enough(x, y, size)));
        if (!same) {
            printf("%s differs in element %zu: ", name, i);
            show(x, size, is_float);
            printf(" and ");
            show(y, size, is_float);
            printf("\n");
            failed = 1;
        }
    }
    return failed;
}
"#;

/// Comparison of the sizes of containers.
pub(super) const PRELUDE_SIZES: &str = r#"
#include <algorithm>

/* Says that sizes differ. */
__attribute__((unused)) static int simdiff_sizes(const char *name, size_t left, size_t right)
{
    if (left != right)
        printf("%s differs: %zu and %zu\n", name, left, right);
    return left != right;
}
"#;
