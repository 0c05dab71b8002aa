/* Assembly without an instruction, which hides values from the optimiser, moves, arithmetic, jumps
 * and roundings by the x87 unit; calls that ask where they are; sums and products of more than
 * 64 bits that overflow. */
#include <assert.h>

typedef __int128 wide;

__attribute__((noinline)) static char *here(void) { return __builtin_frame_address(0); }
__attribute__((noinline)) static void *back(void) { return __builtin_return_address(0); }

static int plus(int, int) __asm__("plus");
__attribute__((used)) static int plus(int x, int y) { return x + y; }

static void instructions(int x) {
    long wide;
    int stored = 0, result;
    __asm__("movl %1, %k0; salq $32, %0 # up" : "=r"(wide) : "r"(x));
    assert(wide == 5l << 32);
    __asm__("movl $6, (%1)\n\txorl %0, %0" : "=r"(result) : "r"(&stored) : "memory");
    assert(result == 0 && stored == 6);
    __asm__("mov %2, %0; add %3, %0" : "=&r"(result), "+r"(x) : "r"(stored), "r"(x));
    assert(result == 11);
    __asm__("negl %0; sub $1, %0; notl %0; incl %0" : "+r"(result));
    assert(result == 12);
    unsigned bytes = 0x12345678;
    __asm__("rorw $8, %w0; rorl $16, %0; rorw $8, %w0" : "+r"(bytes));
    assert(bytes == 0x78563412);
    __asm__("rol $8, %0; shr $4, %0; or $1, %0; and $255, %0" : "+r"(bytes));
    assert(bytes == 0x27);
    int (*function)(int, int);
    __asm__("leaq plus(%%rip), %0" : "=r"(function));
    assert(function(2, 3) == 5);
    __asm__ goto("jmp %l0" : : : : out);
    assert(0);
out:;
}

static double rounded(double x, unsigned direction) {
    unsigned short saved, new;
    __asm__("fnstcw %0" : "=m"(saved));
    new = (saved & ~0xc3f) | 0x3f | direction << 10;
    __asm__("fldcw %2\n\tfrndint\n\tfldcw %3" : "=t"(x) : "0"(x), "m"(new), "m"(saved));
    return x;
}

int main(int count, char **arguments) {
    instructions(5);
    assert(rounded(2.5, 0) == 2 && rounded(2.5, 1) == 2 && rounded(2.5, 2) == 3);
    assert(rounded(-2.5, 1) == -3 && rounded(-2.75, 3) == -2);
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
