/* XOP: llvm.x86.xop.* (xopintrin.h). AMD64 Architecture Programmer's Manual vol. 4 and 6. */

typedef signed char i8x4 __attribute__((ext_vector_type(4)));
typedef signed char i8x8 __attribute__((ext_vector_type(8)));
typedef unsigned char u8x4 __attribute__((ext_vector_type(4)));
typedef unsigned char u8x8 __attribute__((ext_vector_type(8)));
typedef short i16x2 __attribute__((ext_vector_type(2)));
typedef short i16x4 __attribute__((ext_vector_type(4)));
typedef unsigned short u16x2 __attribute__((ext_vector_type(2)));
typedef unsigned short u16x4 __attribute__((ext_vector_type(4)));
typedef int i32x2 __attribute__((ext_vector_type(2)));
typedef unsigned int u32x2 __attribute__((ext_vector_type(2)));

/* Sums of two, four and eight neighbours, none of which overflows in R. */
#define SUM2(R, a) (CONVERT((a).even, R) + CONVERT((a).odd, R))
#define SUM4(R, a) (SUM2(R, (a).even) + SUM2(R, (a).odd))
#define SUM8(R, a) (SUM4(R, (a).even) + SUM4(R, (a).odd))

// _mm_haddw_epi8
i16x8 x86_xop_vphaddbw(i8x16 a) { return SUM2(i16x8, a); }
// _mm_haddd_epi8
i32x4 x86_xop_vphaddbd(i8x16 a) { return SUM4(i32x4, a); }
// _mm_haddq_epi8
i64x2 x86_xop_vphaddbq(i8x16 a) { return SUM8(i64x2, a); }
// _mm_haddd_epi16
i32x4 x86_xop_vphaddwd(i16x8 a) { return SUM2(i32x4, a); }
// _mm_haddq_epi16
i64x2 x86_xop_vphaddwq(i16x8 a) { return SUM4(i64x2, a); }
// _mm_haddq_epi32
i64x2 x86_xop_vphadddq(i32x4 a) { return SUM2(i64x2, a); }
// _mm_haddw_epu8
u16x8 x86_xop_vphaddubw(u8x16 a) { return SUM2(u16x8, a); }
// _mm_haddd_epu8
u32x4 x86_xop_vphaddubd(u8x16 a) { return SUM4(u32x4, a); }
// _mm_haddq_epu8
u64x2 x86_xop_vphaddubq(u8x16 a) { return SUM8(u64x2, a); }
// _mm_haddd_epu16
u32x4 x86_xop_vphadduwd(u16x8 a) { return SUM2(u32x4, a); }
// _mm_haddq_epu16
u64x2 x86_xop_vphadduwq(u16x8 a) { return SUM4(u64x2, a); }
// _mm_haddq_epu32
u64x2 x86_xop_vphaddudq(u32x4 a) { return SUM2(u64x2, a); }

/* The upper of two neighbours taken from the lower. */
#define DIFFERENCE(R, a) (CONVERT((a).even, R) - CONVERT((a).odd, R))
// _mm_hsubw_epi8
i16x8 x86_xop_vphsubbw(i8x16 a) { return DIFFERENCE(i16x8, a); }
// _mm_hsubd_epi16
i32x4 x86_xop_vphsubwd(i16x8 a) { return DIFFERENCE(i32x4, a); }
// _mm_hsubq_epi32
i64x2 x86_xop_vphsubdq(i32x4 a) { return DIFFERENCE(i64x2, a); }

/* VPERMIL2: bit 2 of a selector chooses b, the bits below the element within 128 bits (of doubles
 * bit 1). With imm[1] set, an element whose selector has a bit 3 other than imm[0] is zero. */
#define PERMUTE2(a, b, selector, imm, lanes, within, shift)                    \
  ({                                                                           \
    __typeof__(a) r_;                                                          \
    UNROLL for (int i_ = 0; i_ < lanes; i_++) {                                \
      __typeof__((selector)[0]) s_ = (selector)[i_];                           \
      int from_ = (i_ & ~(within - 1)) + (s_ >> shift & (within - 1));         \
      __typeof__((a)[0]) first_ = (a)[from_], second_ = (b)[from_];            \
      int zero_ = (((imm) & 2) != 0) & ((s_ >> 3 & 1) != ((imm) & 1));         \
      r_[i_] = zero_ ? 0 : s_ & 4 ? second_ : first_;                          \
    }                                                                          \
    r_;                                                                        \
  })
// _mm_permute2_pd
f64x2 x86_xop_vpermil2pd(f64x2 a, f64x2 b, i64x2 selector, unsigned char imm) {
  return PERMUTE2(a, b, selector, imm, 2, 2, 1);
}
// _mm256_permute2_pd
f64x4 x86_xop_vpermil2pd_256(f64x4 a, f64x4 b, i64x4 selector, unsigned char imm) {
  return PERMUTE2(a, b, selector, imm, 4, 2, 1);
}
// _mm_permute2_ps
f32x4 x86_xop_vpermil2ps(f32x4 a, f32x4 b, i32x4 selector, unsigned char imm) {
  return PERMUTE2(a, b, selector, imm, 4, 4, 0);
}
// _mm256_permute2_ps
f32x8 x86_xop_vpermil2ps_256(f32x8 a, f32x8 b, i32x8 selector, unsigned char imm) {
  return PERMUTE2(a, b, selector, imm, 8, 4, 0);
}
