/* Assembly without an instruction, which hides values from the optimiser, and moves; calls that
 * ask where they are; sums and products of more than 64 bits that overflow. */
#include <assert.h>

typedef __int128 wide;

__attribute__((noinline)) static char *here(void) { return __builtin_frame_address(0); }
__attribute__((noinline)) static void *back(void) { return __builtin_return_address(0); }

int main(int count, char **arguments) {
    int x = 5, y = 6, z;
    double d = 1.5;
    __asm__("" : "+r"(x));
    __asm__("" : "+r"(x), "+r"(y));
    __asm__("# nothing" : "+x"(d) : : "memory");
    __asm__("" : "=r"(z) : "0"(x + y));
    __asm__ volatile("" : "+m"(y) : "r"(&z) : "memory");
    assert(x == 5 && y == 6 && d == 1.5 && z == 11);

    register int held __asm__("r10") = x, moved;
    __asm__("" : "+r"(held));
    __asm__("mov{l}\t{%1, %0|%0, %1}" : "=r"(moved) : "r"(held));
    assert(moved == 5);
    __asm__("mov %1, %0\n\t" : "=r"(moved) : "m"(y));
    assert(moved == 6);
    __asm__ volatile("prefetcht0 %0" : : "m"(y));

    assert(here() && here() != __builtin_frame_address(0));
    assert(__builtin_frame_address(0) == __builtin_frame_address(0));
    assert(back());

    wide large = (wide)1 << 126, result, small = count ? 3 : 0;
    assert(__builtin_add_overflow(large, large, &result) && result < 0);
    assert(!__builtin_add_overflow(large, small, &result) && result == large + 3);
    assert(__builtin_sub_overflow(-large - large, small, &result));
    assert(!__builtin_sub_overflow(small, large, &result));
    assert(__builtin_mul_overflow(large, small, &result));
    assert(!__builtin_mul_overflow((wide)1 << 60, (wide)-(1l << 62), &result));
    assert(result == -((wide)1 << 122));
    unsigned __int128 most = -1, product;
    assert(__builtin_add_overflow(most, (unsigned __int128)1, &product) && product == 0);
    assert(__builtin_sub_overflow((unsigned __int128)0, (unsigned __int128)1, &product));
    assert(__builtin_mul_overflow(most, (unsigned __int128)2, &product));
    assert(!__builtin_mul_overflow(most / 7, (unsigned __int128)7, &product));
    return arguments == 0;
}
