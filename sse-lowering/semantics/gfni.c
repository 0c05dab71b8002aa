/* GFNI: bytes as elements of the field modulo x^8 + x^4 + x^3 + x + 1, and as vectors of
 * bits (gfniintrin.h). */
typedef signed char i8x64_ __attribute__((ext_vector_type(64)));
typedef unsigned char u8x64_ __attribute__((ext_vector_type(64)));

/* The product in the field, for each lane. */
#define FIELD_PRODUCT(V, I, a, b)                                              \
  ({                                                                           \
    V x_ = (a), y_ = (b), product_ = 0;                                        \
    UNROLL for (int i_ = 0; i_ < 8; i_++) {                                    \
      product_ ^= (V)-(y_ >> (V)i_ & (V)1) & x_;                               \
      x_ = x_ << (V)1 ^ ((I)x_ < 0 ? (V)0x1b : (V)0);                          \
    }                                                                          \
    product_;                                                                  \
  })

/* a^254, which is the inverse of a in the field, and 0 for 0. */
#define FIELD_INVERSE(V, I, a)                                                 \
  ({                                                                           \
    V power_ = (a), inverse_ = (V)1;                                           \
    UNROLL for (int k_ = 0; k_ < 7; k_++) {                                    \
      power_ = FIELD_PRODUCT(V, I, power_, power_);                            \
      inverse_ = FIELD_PRODUCT(V, I, inverse_, power_);                        \
    }                                                                          \
    inverse_;                                                                  \
  })

/* The product of a matrix and each byte of a, plus imm. The matrix of a byte is its
 * quadword of `matrix`: bit i of the product is the parity of the byte AND matrix byte
 * 7 - i. */
#define AFFINE(V, n, a, matrix, imm)                                           \
  ({                                                                           \
    V v_ = (a), m_ = (matrix), r_ = 0;                                         \
    UNROLL for (int bit_ = 0; bit_ < 8; bit_++) {                              \
      V row_;                                                                  \
      UNROLL for (int j_ = 0; j_ < n; j_++) row_[j_] = m_[(j_ & ~7) + 7 - bit_]; \
      row_ &= v_;                                                              \
      row_ ^= row_ >> (V)4;                                                    \
      row_ ^= row_ >> (V)2;                                                    \
      row_ ^= row_ >> (V)1;                                                    \
      r_ |= (row_ & (V)1) << (V)bit_;                                          \
    }                                                                          \
    r_ ^ (V)(imm);                                                             \
  })

// _mm_gf2p8affineinv_epi64_epi8, _mm_mask_gf2p8affineinv_epi64_epi8
u8x16 x86_vgf2p8affineinvqb_128(u8x16 a, u8x16 matrix, unsigned char imm) {
  return AFFINE(u8x16, 16, FIELD_INVERSE(u8x16, i8x16, a), matrix, imm);
}
// _mm_gf2p8affine_epi64_epi8, _mm_mask_gf2p8affine_epi64_epi8
u8x16 x86_vgf2p8affineqb_128(u8x16 a, u8x16 matrix, unsigned char imm) {
  return AFFINE(u8x16, 16, a, matrix, imm);
}
// _mm_gf2p8mul_epi8, _mm_mask_gf2p8mul_epi8, _mm_maskz_gf2p8mul_epi8
u8x16 x86_vgf2p8mulb_128(u8x16 a, u8x16 b) { return FIELD_PRODUCT(u8x16, i8x16, a, b); }
// _mm256_gf2p8affineinv_epi64_epi8, _mm256_mask_gf2p8affineinv_epi64_epi8
u8x32 x86_vgf2p8affineinvqb_256(u8x32 a, u8x32 matrix, unsigned char imm) {
  return AFFINE(u8x32, 32, FIELD_INVERSE(u8x32, i8x32, a), matrix, imm);
}
// _mm256_gf2p8affine_epi64_epi8, _mm256_mask_gf2p8affine_epi64_epi8
u8x32 x86_vgf2p8affineqb_256(u8x32 a, u8x32 matrix, unsigned char imm) {
  return AFFINE(u8x32, 32, a, matrix, imm);
}
// _mm256_gf2p8mul_epi8, _mm256_mask_gf2p8mul_epi8, _mm256_maskz_gf2p8mul_epi8
u8x32 x86_vgf2p8mulb_256(u8x32 a, u8x32 b) { return FIELD_PRODUCT(u8x32, i8x32, a, b); }
// _mm512_gf2p8affineinv_epi64_epi8, _mm512_mask_gf2p8affineinv_epi64_epi8
u8x64_ x86_vgf2p8affineinvqb_512(u8x64_ a, u8x64_ matrix, unsigned char imm) {
  return AFFINE(u8x64_, 64, FIELD_INVERSE(u8x64_, i8x64_, a), matrix, imm);
}
// _mm512_gf2p8affine_epi64_epi8, _mm512_mask_gf2p8affine_epi64_epi8
u8x64_ x86_vgf2p8affineqb_512(u8x64_ a, u8x64_ matrix, unsigned char imm) {
  return AFFINE(u8x64_, 64, a, matrix, imm);
}
// _mm512_gf2p8mul_epi8, _mm512_mask_gf2p8mul_epi8, _mm512_maskz_gf2p8mul_epi8
u8x64_ x86_vgf2p8mulb_512(u8x64_ a, u8x64_ b) { return FIELD_PRODUCT(u8x64_, i8x64_, a, b); }
