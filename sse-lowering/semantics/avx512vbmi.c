/* AVX-512VBMI: bytes by index (avx512vbmiintrin.h, avx512vbmivlintrin.h). */

/* Byte i is the low byte of its quadword of b, rotated right by at[i]. */
#define MULTISHIFT(at, b)                                                      \
  ({                                                                           \
    __typeof__(b) r_;                                                          \
    UNROLL for (int i_ = 0; i_ < LANES(r_); i_++) {                            \
      m64 quad_ = 0;                                                           \
      UNROLL for (int j_ = 0; j_ < 8; j_++) quad_ |= (m64)(b)[(i_ & ~7) + j_] << 8 * j_; \
      m64 n_ = (at)[i_] & 63;                                                  \
      r_[i_] = quad_ >> n_ | quad_ << (-n_ & 63);                              \
    }                                                                          \
    r_;                                                                        \
  })

// _mm_permutexvar_epi8, _mm_mask_permutexvar_epi8, _mm_maskz_permutexvar_epi8
i8x16 x86_avx512_permvar_qi_128(i8x16 a, i8x16 at) { return PERMUTE(a, at); }
// _mm256_permutexvar_epi8, _mm256_mask_permutexvar_epi8, _mm256_maskz_permutexvar_epi8
i8x32 x86_avx512_permvar_qi_256(i8x32 a, i8x32 at) { return PERMUTE(a, at); }
// _mm512_permutexvar_epi8, _mm512_mask_permutexvar_epi8, _mm512_maskz_permutexvar_epi8
i8x64 x86_avx512_permvar_qi_512(i8x64 a, i8x64 at) { return PERMUTE(a, at); }
// _mm_multishift_epi64_epi8, _mm_mask_multishift_epi64_epi8, _mm_maskz_multishift_epi64_epi8
u8x16 x86_avx512_pmultishift_qb_128(u8x16 at, u8x16 b) { return MULTISHIFT(at, b); }
// _mm256_multishift_epi64_epi8, _mm256_mask_multishift_epi64_epi8, _mm256_maskz_multishift_epi64_epi8
u8x32 x86_avx512_pmultishift_qb_256(u8x32 at, u8x32 b) { return MULTISHIFT(at, b); }
// _mm512_multishift_epi64_epi8, _mm512_mask_multishift_epi64_epi8, _mm512_maskz_multishift_epi64_epi8
u8x64 x86_avx512_pmultishift_qb_512(u8x64 at, u8x64 b) { return MULTISHIFT(at, b); }
// _mm_permutex2var_epi8, _mm_mask_permutex2var_epi8, _mm_mask2_permutex2var_epi8
i8x16 x86_avx512_vpermi2var_qi_128(i8x16 a, i8x16 at, i8x16 b) { return PERMUTE2(a, at, b); }
// _mm256_permutex2var_epi8, _mm256_mask_permutex2var_epi8, _mm256_mask2_permutex2var_epi8
i8x32 x86_avx512_vpermi2var_qi_256(i8x32 a, i8x32 at, i8x32 b) { return PERMUTE2(a, at, b); }
// _mm512_permutex2var_epi8, _mm512_mask_permutex2var_epi8, _mm512_mask2_permutex2var_epi8
i8x64 x86_avx512_vpermi2var_qi_512(i8x64 a, i8x64 at, i8x64 b) { return PERMUTE2(a, at, b); }
