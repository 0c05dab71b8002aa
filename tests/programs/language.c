/* What C compilers emit: structures by value and returned, bit-fields, variable
 * arrays, wide integers, aliases, weak symbols, unions, flexible arrays. */
#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <alloca.h>

struct small { short a; char b; };
struct pair { double x; long y; };
struct floats { float v[4]; };
struct big { int v[12]; };
struct mixed { char tag; union { float f; int i; double d; } u; };

static struct small make_small(int a) { return (struct small){a, a + 1}; }
static struct pair swap(struct pair p) { return (struct pair){p.y, (long)p.x}; }
static struct floats scale(struct floats f, float by) {
    for (int i = 0; i < 4; i++) f.v[i] *= by;
    return f;
}
__attribute__((noinline)) static struct big shift(struct big b, int by) {
    struct big result;
    for (int i = 0; i < 12; i++) result.v[i] = b.v[(i + by) % 12];
    b.v[0] = 99;
    return result;
}
static struct mixed (*volatile maker)(int);
static struct mixed make_mixed(int i) {
    struct mixed m = {'i'};
    m.u.i = i;
    return m;
}

struct bits {
    signed a : 5;
    unsigned b : 11;
    long long c : 45;
    _Bool d : 1;
    unsigned : 0;
    unsigned char e : 3;
} __attribute__((packed));

static int dynamic(int n) {
    int square[n][n], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) square[i][j] = i * j;
    for (int i = 0; i < n; i++) {
        char *text = alloca(i + 1);
        memset(text, i, i + 1);
        sum += text[i] + square[i][n - 1];
    }
    return sum;
}

static long variadic(const char *types, ...) {
    va_list list;
    long sum = 0;
    va_start(list, types);
    for (; *types; types++) switch (*types) {
        case 'i': sum += va_arg(list, int); break;
        case 'd': sum += (long)va_arg(list, double); break;
        case 's': sum += va_arg(list, struct small).b; break;
        case 'p': sum += va_arg(list, struct pair).y; break;
        case 'b': sum += va_arg(list, struct big).v[11]; break;
        case 'l': sum += (long)va_arg(list, long double); break;
        case 'w': sum += (long)(va_arg(list, __int128) >> 64); break;
        }
    va_end(list);
    return sum;
}

int strong(void) { return 1; }
int aliased(void) __attribute__((alias("strong")));
extern int absent(void) __attribute__((weak));
__attribute__((weak)) int overridable(void) { return 5; }
static _Thread_local int per_thread = 3;

struct flexible { int count; int items[]; };

static unsigned __int128 fibonacci(int n) {
    unsigned __int128 a = 0, b = 1;
    while (n--) {
        unsigned __int128 next = a + b;
        a = b;
        b = next;
    }
    return a;
}

static __attribute__((noinline)) int sign(__int128 x) { return (x > 0) - (x < 0); }

int main(void) {
    assert(make_small(3).b == 4);
    struct pair p = swap((struct pair){2.5, 7});
    assert(p.x == 7 && p.y == 2);
    assert(scale((struct floats){{1, 2, 3, 4}}, 0.5f).v[3] == 2);
    struct big b = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}};
    assert(shift(b, 3).v[10] == 1 && b.v[0] == 0);
    maker = make_mixed;
    assert(maker(5).u.i == 5);
    struct bits bits = {-3, 2000, -(1ll << 40), 1, 6};
    bits.b += 100;
    bits.a--;
    assert(bits.a == -4 && bits.b == 52 && bits.c == -(1ll << 40) && bits.d && bits.e == 6);
    assert(dynamic(6) == 15 + 75);
    assert(variadic("idspblwi", 1, 2.5, make_small(4), p, b, 8.5L, (__int128)3 << 64, -1) ==
           1 + 2 + 5 + 2 + 11 + 8 + 3 - 1);
    assert(aliased() == 1 && !absent && overridable() == 5);
    per_thread += 4;
    assert(per_thread == 7);
    struct flexible *flexible = malloc(sizeof *flexible + 3 * sizeof(int));
    flexible->count = 3;
    for (int i = 0; i < 3; i++) flexible->items[i] = i;
    assert(flexible->items[2] == 2);
    free(flexible);

    unsigned __int128 f = fibonacci(150);
    assert((uint64_t)(f >> 64) > 0 && f % 1000000007 == fibonacci(149) % 1000000007 + fibonacci(148) % 1000000007 - (fibonacci(149) % 1000000007 + fibonacci(148) % 1000000007 >= 1000000007 ? 1000000007 : 0));
    __int128 w = -((__int128)1 << 100);
    assert(w / 3 * 3 + w % 3 == w && w >> 90 == -1024 && sign(w) == -1 && sign(-w) == 1);
    assert((double)w == -0x1p100 && (__int128)0x1p90 == (__int128)1 << 90 && (float)f > 9e30f);
    unsigned __int128 product = (unsigned __int128)0xfedcba9876543210ull * 0x123456789abcdefull;
    assert((uint64_t)product == 0xfedcba9876543210ull * 0x123456789abcdefull);
    int carry = __builtin_add_overflow(INT64_MAX, 1, &(int64_t){0});
    __int128 wide;
    assert(carry && __builtin_mul_overflow((__int128)1 << 100, (__int128)1 << 30, &wide));
    assert(__builtin_popcountll(0xff00ff) == 16 && __builtin_clz(1) == 31 && __builtin_ctzll(8) == 3);
    assert(__builtin_bswap32(0x12345678) == 0x78563412 && __builtin_bitreverse8(1) == 128);
    volatile int zero = 0;
    int chosen = zero ? 1 / zero : 2;
    assert(chosen == 2);
    return 0;
}
