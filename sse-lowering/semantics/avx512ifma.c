/* AVX-512IFMA: 52-bit products (avx512ifmaintrin.h, avx512ifmavlintrin.h). */

/* a plus the low or the high 52 bits of the product of the low 52 bits of b and c. */
#define LOW52 ((1ul << 52) - 1)
#define MULTIPLY_ADD_52(a, b, c, half)                                         \
  ({                                                                           \
    __typeof__(a) r_ = (a);                                                    \
    UNROLL for (int i_ = 0; i_ < LANES(r_); i_++) {                            \
      unsigned __int128 product_ = (unsigned __int128)((b)[i_] & LOW52) * ((c)[i_] & LOW52); \
      r_[i_] += (m64)(product_ >> 52 * (half)) & LOW52;                        \
    }                                                                          \
    r_;                                                                        \
  })

// _mm_madd52hi_epu64, _mm_mask_madd52hi_epu64, _mm_maskz_madd52hi_epu64
u64x2 x86_avx512_vpmadd52h_uq_128(u64x2 a, u64x2 b, u64x2 c) { return MULTIPLY_ADD_52(a, b, c, 1); }
// _mm256_madd52hi_epu64, _mm256_mask_madd52hi_epu64, _mm256_maskz_madd52hi_epu64
u64x4 x86_avx512_vpmadd52h_uq_256(u64x4 a, u64x4 b, u64x4 c) { return MULTIPLY_ADD_52(a, b, c, 1); }
// _mm512_madd52hi_epu64, _mm512_mask_madd52hi_epu64, _mm512_maskz_madd52hi_epu64
u64x8 x86_avx512_vpmadd52h_uq_512(u64x8 a, u64x8 b, u64x8 c) { return MULTIPLY_ADD_52(a, b, c, 1); }
// _mm_madd52lo_epu64, _mm_mask_madd52lo_epu64, _mm_maskz_madd52lo_epu64
u64x2 x86_avx512_vpmadd52l_uq_128(u64x2 a, u64x2 b, u64x2 c) { return MULTIPLY_ADD_52(a, b, c, 0); }
// _mm256_madd52lo_epu64, _mm256_mask_madd52lo_epu64, _mm256_maskz_madd52lo_epu64
u64x4 x86_avx512_vpmadd52l_uq_256(u64x4 a, u64x4 b, u64x4 c) { return MULTIPLY_ADD_52(a, b, c, 0); }
// _mm512_madd52lo_epu64, _mm512_mask_madd52lo_epu64, _mm512_maskz_madd52lo_epu64
u64x8 x86_avx512_vpmadd52l_uq_512(u64x8 a, u64x8 b, u64x8 c) { return MULTIPLY_ADD_52(a, b, c, 0); }
