// What the executor's speed is measured on: loops on constants, straight-line
// code on inputs, and branches that split the path.

typedef unsigned char u8;
typedef unsigned int u32;
typedef float f32x4 __attribute__((vector_size(16)));
typedef int i32x4 __attribute__((vector_size(16)));

// Integer arithmetic and branches: the lengths of Collatz sequences.
u32 integers(u32 n) {
    u32 longest = 0;
    for (u32 start = 1; start <= n; start++) {
        u32 length = 0;
        for (u32 x = start; x != 1; length++)
            x = x % 2 ? 3 * x + 1 : x / 2;
        longest = length > longest ? length : longest;
    }
    return longest;
}

// Loads and stores: the sieve of Eratosthenes.
static u8 composite[1 << 16];
u32 memory(u32 n) {
    u32 primes = 0;
    for (u32 i = 0; i < n; i++)
        composite[i] = 0;
    for (u32 i = 2; i < n; i++) {
        if (composite[i])
            continue;
        primes++;
        for (u32 j = 2 * i; j < n; j += i)
            composite[j] = 1;
    }
    return primes;
}

// Calls with locals in memory.
__attribute__((noinline)) u32 calls(u32 n) {
    return n < 2 ? n : calls(n - 1) + calls(n - 2);
}

// Float arithmetic and conversions: the logistic map.
double floats(u32 n) {
    double x = 0.3, sum = 0;
    for (u32 i = 0; i < n; i++) {
        x = 3.75 * x * (1 - x);
        sum += x < 0.5 ? (float)x : -x;
    }
    return sum;
}

// Vectors of floats and integers.
float vectors(u32 n) {
    f32x4 x = {1, 2, 3, 4}, sum = {0, 0, 0, 0};
    i32x4 count = {0, 0, 0, 0}, step = {1, 3, 5, 7};
    for (u32 i = 0; i < n; i++) {
        x = x * 0.99f + 0.01f;
        sum += x;
        count = (count + step) ^ (step << 2);
    }
    f32x4 both = sum + __builtin_convertvector(count, f32x4);
    return both[0] + both[1] + both[2] + both[3];
}

// Float arithmetic on inputs; no rewrite rule applies.
void symbolic_floats(u32 n, const float *x, const float *y, float *out) {
    for (u32 i = 0; i < n; i++)
        out[i] = (x[i] * 3.0f + y[i]) * (x[i] - y[i]);
}

// Integer arithmetic on inputs.
void symbolic_integers(u32 n, const u32 *x, const u32 *y, u32 *out) {
    for (u32 i = 0; i < n; i++)
        out[i] = (x[i] * 5 + (y[i] ^ 0xff00)) ^ (x[i] >> 3);
}

// Saturating addition of bytes: nearly every operation is rewritten.
void symbolic_bytes(u32 n, const u8 *x, const u8 *y, u8 *out) {
    for (u32 i = 0; i < n; i++) {
        int sum = x[i] + y[i];
        out[i] = sum > 255 ? 255 : sum;
    }
}

// Every branch splits the path: 2^n paths.
void forks(u32 n, const int *x, int *out) {
    for (u32 i = 0; i < n; i++) {
        if (x[i] > 7)
            out[i] = x[i];
        else
            out[n - 1 - i]++;
    }
}

// The same below n calls with locals of their own.
void deep_forks(u32 n, const int *x, int *out, u32 depth) {
    volatile int local = depth;
    if (depth)
        deep_forks(n, x, out, depth - 1);
    else
        forks(n, x, out);
    out[0] += local;
}
