// simdiff: check --reference scale_scalar --port scale_dispatched --size n=1..9 --instrument-simd => equivalent "the processor that the code asks about is what the port was compiled for" "any size"
// simdiff: check --cpu haswell --reference scale_scalar --port scale_dispatched --size n=1..9 --instrument-simd => equivalent "the processor that the code asks about is haswell" "n < 8"
// simdiff: check --cpu haswell --reference scale_scalar --port scale_by_cpuid --size n=1..9 --instrument-simd => equivalent "n < 8"
// simdiff: check --cpu x86-64-v2 --reference scale_scalar --port scale_by_cpuid --size n=1..9 --instrument-simd => equivalent "any size"
// A port that chooses its path by what the processor can do.
#include <cpuid.h>
#include <immintrin.h>

void scale_scalar(const float *src, float *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = src[i] * 0.5f;
}

__attribute__((target("avx2"))) static void scale_avx2(const float *src, float *dst, int n) {
    int i = 0;
    for (; i + 8 <= n; i += 8)
        _mm256_storeu_ps(dst + i, _mm256_mul_ps(_mm256_loadu_ps(src + i), _mm256_set1_ps(0.5f)));
    for (; i < n; i++) dst[i] = src[i] * 0.5f;
}

void scale_dispatched(const float *src, float *dst, int n) {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2"))
        scale_avx2(src, dst, n);
    else
        scale_scalar(src, dst, n);
}

static int has_avx2(void) {
    unsigned a, b, c, d, low, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !(c & bit_AVX)) return 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if ((low & 6) != 6) return 0;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2);
}

void scale_by_cpuid(const float *src, float *dst, int n) {
    if (has_avx2())
        scale_avx2(src, dst, n);
    else
        scale_scalar(src, dst, n);
}
