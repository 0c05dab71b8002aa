/* AVX-512BF16: conversions to bfloat16 and dot products of its pairs (avx512bf16intrin.h,
 * avx512vlbf16intrin.h). Whatever MXCSR says, these instructions take subnormal operands as
 * zeros, round to nearest even and flush subnormal results. */

/* The floats x, with zeros of their signs for subnormals. */
#define FLUSHED(V, U, x)                                                       \
  ({                                                                           \
    V x__ = (x);                                                               \
    __builtin_elementwise_abs(x__) < 0x1p-126f ? (V)((U)x__ & 0x80000000) : x__; \
  })
/* A normal float has no subnormal bfloat16, because the formats share their exponents. */
#define TO_BF16(B, V, U, a) CONVERT(FLUSHED(V, U, a), B)

// _mm_cvtne2ps_pbh, _mm_mask_cvtne2ps_pbh, _mm_maskz_cvtne2ps_pbh: a in the upper half
bf16x8 x86_avx512bf16_cvtne2ps2bf16_128(f32x4 a, f32x4 b) {
  return TO_BF16(bf16x8, f32x8, u32x8, SHUFFLE(b, a, 0, 1, 2, 3, 4, 5, 6, 7));
}
// _mm256_cvtne2ps_pbh, _mm256_mask_cvtne2ps_pbh, _mm256_maskz_cvtne2ps_pbh
bf16x16 x86_avx512bf16_cvtne2ps2bf16_256(f32x8 a, f32x8 b) {
  bf16x16 r;
  r.lo = TO_BF16(bf16x8, f32x8, u32x8, b);
  r.hi = TO_BF16(bf16x8, f32x8, u32x8, a);
  return r;
}
// _mm512_cvtne2ps_pbh, _mm512_mask_cvtne2ps_pbh, _mm512_maskz_cvtne2ps_pbh
bf16x32 x86_avx512bf16_cvtne2ps2bf16_512(f32x16 a, f32x16 b) {
  bf16x32 r;
  r.lo = TO_BF16(bf16x16, f32x16, u32x16, b);
  r.hi = TO_BF16(bf16x16, f32x16, u32x16, a);
  return r;
}
// _mm_mask_cvtneps_pbh, _mm_maskz_cvtneps_pbh
bf16x8 x86_avx512bf16_mask_cvtneps2bf16_128(f32x4 a, bf16x8 old, m8 k) {
  f32x8 wide = SHUFFLE(a, (f32x4)0, 0, 1, 2, 3, 4, 5, 6, 7);
  return MASKED(ABOVE(4, k), TO_BF16(bf16x8, f32x8, u32x8, wide), old);
}
// _mm256_mask_cvtneps_pbh, _mm256_maskz_cvtneps_pbh
bf16x8 x86_avx512bf16_cvtneps2bf16_256(f32x8 a) { return TO_BF16(bf16x8, f32x8, u32x8, a); }
// _mm512_cvtneps_pbh, _mm512_mask_cvtneps_pbh, _mm512_maskz_cvtneps_pbh
bf16x16 x86_avx512bf16_cvtneps2bf16_512(f32x16 a) { return TO_BF16(bf16x16, f32x16, u32x16, a); }
// _mm_cvtneps_pbh, _mm_cvtneps_avx_pbh: an instruction of AVX-NE-CONVERT too
bf16x8 x86_vcvtneps2bf16128(f32x4 a) {
  return TO_BF16(bf16x8, f32x8, u32x8, SHUFFLE(a, (f32x4)0, 0, 1, 2, 3, 4, 5, 6, 7));
}
// _mm256_cvtneps_pbh, _mm256_cvtneps_avx_pbh: an instruction of AVX-NE-CONVERT too
bf16x8 x86_vcvtneps2bf16256(f32x8 a) { return TO_BF16(bf16x8, f32x8, u32x8, a); }

void refuse_dot(void) __asm__("simdiff.refused.a dot product of bfloat16 where MXCSR does not round to nearest even");
/* sum + x · y, rounded once. It is subnormal if the exact value, which a double tells from
 * the limit, would be when rounded with an unbounded exponent: half a unit of the float's
 * precision below the smallest normal number. */
#define STEP(V, D, U, sum, x, y)                                               \
  ({                                                                           \
    V a_ = FLUSHED(V, U, sum), x_ = FLUSHED(V, U, x), y_ = FLUSHED(V, U, y);   \
    V r_ = __builtin_elementwise_fma(x_, y_, a_);                              \
    D exact_ = CONVERT(x_, D) * CONVERT(y_, D) + CONVERT(a_, D);               \
    U tiny_ = CONVERT(__builtin_elementwise_abs(exact_) < 0x1.ffffffp-127, U); \
    tiny_ != 0 ? (V)((U)r_ & 0x80000000) : r_;                                 \
  })
/* Adds the product of the odd lanes first. */
#define DOT_BF16(V, D, U, sum, a, b)                                           \
  ({                                                                           \
    if (__builtin_flt_rounds() != 1) refuse_dot();                             \
    V odd_ = STEP(V, D, U, sum, CONVERT((a).odd, V), CONVERT((b).odd, V));     \
    STEP(V, D, U, odd_, CONVERT((a).even, V), CONVERT((b).even, V));           \
  })
// _mm_dpbf16_ps, _mm_mask_dpbf16_ps, _mm_maskz_dpbf16_ps
f32x4 x86_avx512bf16_dpbf16ps_128(f32x4 sum, bf16x8 a, bf16x8 b) {
  return DOT_BF16(f32x4, f64x4, u32x4, sum, a, b);
}
// _mm256_dpbf16_ps, _mm256_mask_dpbf16_ps, _mm256_maskz_dpbf16_ps
f32x8 x86_avx512bf16_dpbf16ps_256(f32x8 sum, bf16x16 a, bf16x16 b) {
  return DOT_BF16(f32x8, f64x8, u32x8, sum, a, b);
}
// _mm512_dpbf16_ps, _mm512_mask_dpbf16_ps, _mm512_maskz_dpbf16_ps
f32x16 x86_avx512bf16_dpbf16ps_512(f32x16 sum, bf16x32 a, bf16x32 b) {
  return DOT_BF16(f32x16, f64x16, u32x16, sum, a, b);
}
