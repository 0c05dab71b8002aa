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
__attribute__((unused)) static void *simdiff_duplicate(const void *from, size_t size)
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
/* Floats of `size` bytes are told apart by the number of bits of their `exponent`, which is 0
 * for other numbers. That of 80 bits has the leading bit of its fraction. */
static int is_nan(const unsigned char *x, size_t size, int exponent)
{
    uint64_t bits[2] = {0, 0};
    memcpy(bits, x, size);
    if (size == 10)
        return (bits[1] & 0x7fff) == 0x7fff && bits[0] << 1 != 0;
    if (size == 16)
        return bits[1] << 1 > (uint64_t)0x7fff << 49 || (bits[1] << 1 == (uint64_t)0x7fff << 49 && bits[0] != 0);
    uint64_t sign = (uint64_t)1 << (8 * size - 1);
    return (bits[0] & ~sign) > sign - ((uint64_t)1 << (8 * size - 1 - exponent));
}

/* The value of a float of at most 8 bytes. */
static double simdiff_number(const unsigned char *x, size_t size, int exponent)
{
    uint64_t bits = 0;
    float single;
    double value;
    memcpy(&bits, x, size);
    if (size == sizeof single) {
        memcpy(&single, x, size);
        return single;
    }
    if (size == sizeof value) {
        memcpy(&value, x, size);
        return value;
    }
    int fraction = 15 - exponent, least = 2 - (1 << (exponent - 1)) - fraction;
    int power = (int)(bits >> fraction) & ((1 << exponent) - 1);
    double digits = (double)(bits & (((uint64_t)1 << fraction) - 1)), one = (double)(1 << fraction);
    if (power == (1 << exponent) - 1)
        value = digits > 0 ? NAN : INFINITY;
    else
        value = power > 0 ? ldexp(one + digits, power - 1 + least) : ldexp(digits, least);
    return bits >> 15 ? -value : value;
}

/* Whether two floats that are not the same are close enough. */
static int close_enough(const unsigned char *x, const unsigned char *y, size_t size, int exponent)
{
    if (size > 8)
        return 0;
    uint64_t a = 0, b = 0, sign = (uint64_t)1 << (8 * size - 1);
    memcpy(&a, x, size);
    memcpy(&b, y, size);
    uint64_t m = a & ~sign, n = b & ~sign;
    uint64_t ulps = (a ^ b) & sign ? m + n : m > n ? m - n : n - m;
    double reference = simdiff_number(x, size, exponent), port = simdiff_number(y, size, exponent);
    double most = SIMDIFF_RELATIVE * fabs(reference) + SIMDIFF_ABSOLUTE;
    return isfinite(reference) && isfinite(port) &&
           ((SIMDIFF_ULPS > 0 && ulps <= SIMDIFF_ULPS) || (most > 0 && fabs(port - reference) <= most));
}

/* Prints a number: of floats the value, of others the bits. */
static void show(const unsigned char *x, size_t size, int exponent)
{
    long double extended = 0;
    if (exponent > 0 && size <= 8) {
        printf("%.*g", size == 8 ? 17 : 9, simdiff_number(x, size, exponent));
    } else if (size == 10) {
        memcpy(&extended, x, size);
        printf("%.21Lg", extended);
    } else {
        printf("0x");
        for (size_t i = size; i-- > 0;)
            printf("%02x", x[i]);
    }
}

/* Says which elements differ in the member at `offset`. */
static int differ(const char *name, const void *left, const void *right, size_t count,
                  size_t step, size_t offset, size_t size, int exponent)
{
    int failed = 0;
    for (size_t i = 0; i < count; ++i) {
        const unsigned char *x = (const unsigned char *)left + i * step + offset;
        const unsigned char *y = (const unsigned char *)right + i * step + offset;
        int same = memcmp(x, y, size) == 0 ||
                   (exponent > 0 && ((is_nan(x, size, exponent) && is_nan(y, size, exponent)) ||
                                     close_enough(x, y, size, exponent)));
        if (!same) {
            printf("%s differs in element %zu: ", name, i);
            show(x, size, exponent);
            printf(" and ");
            show(y, size, exponent);
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
