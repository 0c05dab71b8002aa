/* AVX-512BW: bytes and words, of all widths (avx512bwintrin.h,
 * avx512vlbwintrin.h). */

/* Each word is a sum of absolute differences of four bytes. Words 0 and 1 of a quadword
 * take the bytes of a from byte 0 of the quadword, words 2 and 3 from byte 4. Word w takes
 * the bytes of b from byte w, after imm has permuted b's doublewords in each 16 bytes. */
#define BLOCK_SAD(V, a, b, imm)                                                \
  ({                                                                           \
    V r_;                                                                      \
    __typeof__(b) ordered_;                                                    \
    UNROLL for (int i_ = 0; i_ < LANES(ordered_); i_++)                        \
      ordered_[i_] = (b)[(i_ & ~15) + 4 * ((imm) >> 2 * (i_ / 4 & 3) & 3) + (i_ & 3)]; \
    UNROLL for (int i_ = 0; i_ < LANES(r_); i_++) {                            \
      int x_ = i_ / 4 * 8 + (i_ & 2) * 2, y_ = i_ / 4 * 8 + (i_ & 3);          \
      unsigned short sum_ = 0;                                                 \
      UNROLL for (int j_ = 0; j_ < 4; j_++) sum_ += __builtin_abs((a)[x_ + j_] - ordered_[y_ + j_]); \
      r_[i_] = sum_;                                                           \
    }                                                                          \
    r_;                                                                        \
  })

// _mm_dbsad_epu8, _mm_mask_dbsad_epu8, _mm_maskz_dbsad_epu8
u16x8 x86_avx512_dbpsadbw_128(u8x16 a, u8x16 b, int imm) { return BLOCK_SAD(u16x8, a, b, imm); }
// _mm256_dbsad_epu8, _mm256_mask_dbsad_epu8, _mm256_maskz_dbsad_epu8
u16x16 x86_avx512_dbpsadbw_256(u8x32 a, u8x32 b, int imm) { return BLOCK_SAD(u16x16, a, b, imm); }
// _mm512_dbsad_epu8, _mm512_mask_dbsad_epu8, _mm512_maskz_dbsad_epu8
u16x32 x86_avx512_dbpsadbw_512(u8x64 a, u8x64 b, int imm) { return BLOCK_SAD(u16x32, a, b, imm); }
// _kadd_mask32
m32 x86_avx512_kadd_d(m32 a, m32 b) { return a + b; }
// _kadd_mask64
m64 x86_avx512_kadd_q(m64 a, m64 b) { return a + b; }
// _ktest_mask32_u8, _ktestc_mask32_u8
int x86_avx512_ktestc_d(m32 a, m32 b) { return (m32)(~a & b) == 0; }
// _ktest_mask64_u8, _ktestc_mask64_u8
int x86_avx512_ktestc_q(m64 a, m64 b) { return (m64)(~a & b) == 0; }
// _ktest_mask32_u8, _ktestz_mask32_u8
int x86_avx512_ktestz_d(m32 a, m32 b) { return (a & b) == 0; }
// _ktest_mask64_u8, _ktestz_mask64_u8
int x86_avx512_ktestz_q(m64 a, m64 b) { return (a & b) == 0; }
// _mm_mask_cvtepi16_epi8, _mm_maskz_cvtepi16_epi8
i8x16 x86_avx512_mask_pmov_wb_128(i16x8 a, i8x16 old, m8 k) {
  return MASKED(ABOVE(8, k), NARROW(i8x16, 8, KEPT, 127, a), old);
}
// _mm_mask_cvtepi16_storeu_epi8
void x86_avx512_mask_pmov_wb_mem_128(void *to, i16x8 a, m8 k) {
  STORE_MASKED(signed char, 8, to, NARROW(i8x16, 8, KEPT, 127, a), k);
}
// _mm256_mask_cvtepi16_storeu_epi8
void x86_avx512_mask_pmov_wb_mem_256(void *to, i16x16 a, m16 k) {
  STORE_MASKED(signed char, 16, to, NARROW(i8x16, 16, KEPT, 127, a), k);
}
// _mm512_mask_cvtepi16_storeu_epi8
void x86_avx512_mask_pmov_wb_mem_512(void *to, i16x32 a, int k) {
  STORE_MASKED(signed char, 32, to, NARROW(i8x32, 32, KEPT, 127, a), k);
}
// _mm_cvtsepi16_epi8, _mm_mask_cvtsepi16_epi8, _mm_maskz_cvtsepi16_epi8
i8x16 x86_avx512_mask_pmovs_wb_128(i16x8 a, i8x16 old, m8 k) {
  return MASKED(ABOVE(8, k), NARROW(i8x16, 8, SIGNED, 127, a), old);
}
// _mm256_cvtsepi16_epi8, _mm256_mask_cvtsepi16_epi8, _mm256_maskz_cvtsepi16_epi8
i8x16 x86_avx512_mask_pmovs_wb_256(i16x16 a, i8x16 old, m16 k) {
  return MASKED(k, NARROW(i8x16, 16, SIGNED, 127, a), old);
}
// _mm512_cvtsepi16_epi8, _mm512_mask_cvtsepi16_epi8, _mm512_maskz_cvtsepi16_epi8
i8x32 x86_avx512_mask_pmovs_wb_512(i16x32 a, i8x32 old, int k) {
  return MASKED(k, NARROW(i8x32, 32, SIGNED, 127, a), old);
}
// _mm_mask_cvtsepi16_storeu_epi8
void x86_avx512_mask_pmovs_wb_mem_128(void *to, i16x8 a, m8 k) {
  STORE_MASKED(signed char, 8, to, NARROW(i8x16, 8, SIGNED, 127, a), k);
}
// _mm256_mask_cvtsepi16_storeu_epi8
void x86_avx512_mask_pmovs_wb_mem_256(void *to, i16x16 a, m16 k) {
  STORE_MASKED(signed char, 16, to, NARROW(i8x16, 16, SIGNED, 127, a), k);
}
// _mm512_mask_cvtsepi16_storeu_epi8
void x86_avx512_mask_pmovs_wb_mem_512(void *to, i16x32 a, int k) {
  STORE_MASKED(signed char, 32, to, NARROW(i8x32, 32, SIGNED, 127, a), k);
}
// _mm_cvtusepi16_epi8, _mm_mask_cvtusepi16_epi8, _mm_maskz_cvtusepi16_epi8
i8x16 x86_avx512_mask_pmovus_wb_128(i16x8 a, i8x16 old, m8 k) {
  return MASKED(ABOVE(8, k), NARROW(i8x16, 8, UNSIGNED, 127, a), old);
}
// _mm256_cvtusepi16_epi8, _mm256_mask_cvtusepi16_epi8, _mm256_maskz_cvtusepi16_epi8
i8x16 x86_avx512_mask_pmovus_wb_256(i16x16 a, i8x16 old, m16 k) {
  return MASKED(k, NARROW(i8x16, 16, UNSIGNED, 127, a), old);
}
// _mm512_cvtusepi16_epi8, _mm512_mask_cvtusepi16_epi8, _mm512_maskz_cvtusepi16_epi8
i8x32 x86_avx512_mask_pmovus_wb_512(i16x32 a, i8x32 old, int k) {
  return MASKED(k, NARROW(i8x32, 32, UNSIGNED, 127, a), old);
}
// _mm_mask_cvtusepi16_storeu_epi8
void x86_avx512_mask_pmovus_wb_mem_128(void *to, i16x8 a, m8 k) {
  STORE_MASKED(signed char, 8, to, NARROW(i8x16, 8, UNSIGNED, 127, a), k);
}
// _mm256_mask_cvtusepi16_storeu_epi8
void x86_avx512_mask_pmovus_wb_mem_256(void *to, i16x16 a, m16 k) {
  STORE_MASKED(signed char, 16, to, NARROW(i8x16, 16, UNSIGNED, 127, a), k);
}
// _mm512_mask_cvtusepi16_storeu_epi8
void x86_avx512_mask_pmovus_wb_mem_512(void *to, i16x32 a, int k) {
  STORE_MASKED(signed char, 32, to, NARROW(i8x32, 32, UNSIGNED, 127, a), k);
}
// _mm512_packs_epi32, _mm512_mask_packs_epi32, _mm512_maskz_packs_epi32
i16x32 x86_avx512_packssdw_512(i32x16 a, i32x16 b) { return HALVES(i16x32, x86_avx2_packssdw, a, b); }
// _mm512_packs_epi16, _mm512_mask_packs_epi16, _mm512_maskz_packs_epi16
i8x64 x86_avx512_packsswb_512(i16x32 a, i16x32 b) { return HALVES(i8x64, x86_avx2_packsswb, a, b); }
// _mm512_packus_epi32, _mm512_mask_packus_epi32, _mm512_maskz_packus_epi32
i16x32 x86_avx512_packusdw_512(i32x16 a, i32x16 b) { return HALVES(i16x32, x86_avx2_packusdw, a, b); }
// _mm512_packus_epi16, _mm512_mask_packus_epi16, _mm512_maskz_packus_epi16
i8x64 x86_avx512_packuswb_512(i16x32 a, i16x32 b) { return HALVES(i8x64, x86_avx2_packuswb, a, b); }
// _mm512_avg_epu8, _mm512_mask_avg_epu8, _mm512_maskz_avg_epu8
u8x64 x86_avx512_pavg_b_512(u8x64 a, u8x64 b) { return HALVES(u8x64, x86_avx2_pavg_b, a, b); }
// _mm512_avg_epu16, _mm512_mask_avg_epu16, _mm512_maskz_avg_epu16
u16x32 x86_avx512_pavg_w_512(u16x32 a, u16x32 b) { return HALVES(u16x32, x86_avx2_pavg_w, a, b); }
// _mm_permutexvar_epi16, _mm_mask_permutexvar_epi16, _mm_maskz_permutexvar_epi16
i16x8 x86_avx512_permvar_hi_128(i16x8 a, i16x8 at) { return PERMUTE(a, at); }
// _mm256_permutexvar_epi16, _mm256_mask_permutexvar_epi16, _mm256_maskz_permutexvar_epi16
i16x16 x86_avx512_permvar_hi_256(i16x16 a, i16x16 at) { return PERMUTE(a, at); }
// _mm512_permutexvar_epi16, _mm512_mask_permutexvar_epi16, _mm512_maskz_permutexvar_epi16
i16x32 x86_avx512_permvar_hi_512(i16x32 a, i16x32 at) { return PERMUTE(a, at); }
// _mm512_maddubs_epi16, _mm512_mask_maddubs_epi16, _mm512_maskz_maddubs_epi16
i16x32 x86_avx512_pmaddubs_w_512(u8x64 a, i8x64 b) { return HALVES(i16x32, x86_avx2_pmadd_ub_sw, a, b); }
// _mm512_madd_epi16, _mm512_mask_madd_epi16, _mm512_maskz_madd_epi16
i32x16 x86_avx512_pmaddw_d_512(i16x32 a, i16x32 b) { return HALVES(i32x16, x86_avx2_pmadd_wd, a, b); }
// _mm512_mulhrs_epi16, _mm512_mask_mulhrs_epi16, _mm512_maskz_mulhrs_epi16
i16x32 x86_avx512_pmul_hr_sw_512(i16x32 a, i16x32 b) { return HALVES(i16x32, x86_avx2_pmul_hr_sw, a, b); }
// _mm512_mulhi_epi16, _mm512_mask_mulhi_epi16, _mm512_maskz_mulhi_epi16
i16x32 x86_avx512_pmulh_w_512(i16x32 a, i16x32 b) { return HALVES(i16x32, x86_avx2_pmulh_w, a, b); }
// _mm512_mulhi_epu16, _mm512_mask_mulhi_epu16, _mm512_maskz_mulhi_epu16
u16x32 x86_avx512_pmulhu_w_512(u16x32 a, u16x32 b) { return HALVES(u16x32, x86_avx2_pmulhu_w, a, b); }
// _mm512_sad_epu8
u64x8 x86_avx512_psad_bw_512(u8x64 a, u8x64 b) { return HALVES(u64x8, x86_avx2_psad_bw, a, b); }
// _mm512_shuffle_epi8, _mm512_mask_shuffle_epi8, _mm512_maskz_shuffle_epi8
i8x64 x86_avx512_pshuf_b_512(i8x64 a, i8x64 b) { return HALVES(i8x64, x86_avx2_pshuf_b, a, b); }
// _mm512_sll_epi16, _mm512_mask_sll_epi16, _mm512_maskz_sll_epi16
u16x32 x86_avx512_psll_w_512(u16x32 a, u16x8 count) { return SHIFT_LEFT(16, u16x32, a, COUNT(count)); }
// _mm512_slli_epi16, _mm512_mask_slli_epi16, _mm512_maskz_slli_epi16
u16x32 x86_avx512_pslli_w_512(u16x32 a, unsigned count) { return SHIFT_LEFT(16, u16x32, a, count); }
// _mm_sllv_epi16, _mm_mask_sllv_epi16, _mm_maskz_sllv_epi16
u16x8 x86_avx512_psllv_w_128(u16x8 a, u16x8 n) { return n < 16 ? a << (n & 15) : 0; }
// _mm256_sllv_epi16, _mm256_mask_sllv_epi16, _mm256_maskz_sllv_epi16
u16x16 x86_avx512_psllv_w_256(u16x16 a, u16x16 n) { return n < 16 ? a << (n & 15) : 0; }
// _mm512_sllv_epi16, _mm512_mask_sllv_epi16, _mm512_maskz_sllv_epi16
u16x32 x86_avx512_psllv_w_512(u16x32 a, u16x32 n) { return n < 16 ? a << (n & 15) : 0; }
// _mm512_sra_epi16, _mm512_mask_sra_epi16, _mm512_maskz_sra_epi16
i16x32 x86_avx512_psra_w_512(i16x32 a, u16x8 count) { return SHIFT_SIGN(16, i16x32, a, COUNT(count)); }
// _mm512_srai_epi16, _mm512_mask_srai_epi16, _mm512_maskz_srai_epi16
i16x32 x86_avx512_psrai_w_512(i16x32 a, unsigned count) { return SHIFT_SIGN(16, i16x32, a, count); }
// _mm_srav_epi16, _mm_mask_srav_epi16, _mm_maskz_srav_epi16
i16x8 x86_avx512_psrav_w_128(i16x8 a, u16x8 n) { return a >> (__typeof__(a))MIN(n, (__typeof__(n))15); }
// _mm256_srav_epi16, _mm256_mask_srav_epi16, _mm256_maskz_srav_epi16
i16x16 x86_avx512_psrav_w_256(i16x16 a, u16x16 n) { return a >> (__typeof__(a))MIN(n, (__typeof__(n))15); }
// _mm512_srav_epi16, _mm512_mask_srav_epi16, _mm512_maskz_srav_epi16
i16x32 x86_avx512_psrav_w_512(i16x32 a, u16x32 n) { return a >> (__typeof__(a))MIN(n, (__typeof__(n))15); }
// _mm512_srl_epi16, _mm512_mask_srl_epi16, _mm512_maskz_srl_epi16
u16x32 x86_avx512_psrl_w_512(u16x32 a, u16x8 count) { return SHIFT_RIGHT(16, u16x32, a, COUNT(count)); }
// _mm512_srli_epi16, _mm512_mask_srli_epi16, _mm512_maskz_srli_epi16
u16x32 x86_avx512_psrli_w_512(u16x32 a, unsigned count) { return SHIFT_RIGHT(16, u16x32, a, count); }
// _mm_srlv_epi16, _mm_mask_srlv_epi16, _mm_maskz_srlv_epi16
u16x8 x86_avx512_psrlv_w_128(u16x8 a, u16x8 n) { return n < 16 ? a >> (n & 15) : 0; }
// _mm256_srlv_epi16, _mm256_mask_srlv_epi16, _mm256_maskz_srlv_epi16
u16x16 x86_avx512_psrlv_w_256(u16x16 a, u16x16 n) { return n < 16 ? a >> (n & 15) : 0; }
// _mm512_srlv_epi16, _mm512_mask_srlv_epi16, _mm512_maskz_srlv_epi16
u16x32 x86_avx512_psrlv_w_512(u16x32 a, u16x32 n) { return n < 16 ? a >> (n & 15) : 0; }
// _mm_permutex2var_epi16, _mm_mask_permutex2var_epi16, _mm_mask2_permutex2var_epi16
i16x8 x86_avx512_vpermi2var_hi_128(i16x8 a, i16x8 at, i16x8 b) { return PERMUTE2(a, at, b); }
// _mm256_permutex2var_epi16, _mm256_mask_permutex2var_epi16, _mm256_mask2_permutex2var_epi16
i16x16 x86_avx512_vpermi2var_hi_256(i16x16 a, i16x16 at, i16x16 b) { return PERMUTE2(a, at, b); }
// _mm512_permutex2var_epi16, _mm512_mask_permutex2var_epi16, _mm512_mask2_permutex2var_epi16
i16x32 x86_avx512_vpermi2var_hi_512(i16x32 a, i16x32 at, i16x32 b) { return PERMUTE2(a, at, b); }
