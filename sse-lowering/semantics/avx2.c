/* AVX2: llvm.x86.avx2.* (avx2intrin.h). Most are SSE operations on each half. */

// _mm256_packs_epi16
i8x32 x86_avx2_packsswb(i16x16 a, i16x16 b) { return HALVES(i8x32, x86_sse2_packsswb_128, a, b); }
// _mm256_packus_epi16
i8x32 x86_avx2_packuswb(i16x16 a, i16x16 b) { return HALVES(i8x32, x86_sse2_packuswb_128, a, b); }
// _mm256_packs_epi32
i16x16 x86_avx2_packssdw(i32x8 a, i32x8 b) { return HALVES(i16x16, x86_sse2_packssdw_128, a, b); }
// _mm256_packus_epi32
i16x16 x86_avx2_packusdw(i32x8 a, i32x8 b) { return HALVES(i16x16, x86_sse41_packusdw, a, b); }
// _mm256_avg_epu8
u8x32 x86_avx2_pavg_b(u8x32 a, u8x32 b) { return HALVES(u8x32, x86_sse2_pavg_b, a, b); }
// _mm256_avg_epu16
u16x16 x86_avx2_pavg_w(u16x16 a, u16x16 b) { return HALVES(u16x16, x86_sse2_pavg_w, a, b); }
// _mm256_madd_epi16
i32x8 x86_avx2_pmadd_wd(i16x16 a, i16x16 b) { return HALVES(i32x8, x86_sse2_pmadd_wd, a, b); }
// _mm256_mulhi_epi16
i16x16 x86_avx2_pmulh_w(i16x16 a, i16x16 b) { return HALVES(i16x16, x86_sse2_pmulh_w, a, b); }
// _mm256_mulhi_epu16
u16x16 x86_avx2_pmulhu_w(u16x16 a, u16x16 b) { return HALVES(u16x16, x86_sse2_pmulhu_w, a, b); }
// _mm256_sad_epu8
u64x4 x86_avx2_psad_bw(u8x32 a, u8x32 b) { return HALVES(u64x4, x86_sse2_psad_bw, a, b); }
// _mm256_hadd_epi16
i16x16 x86_avx2_phadd_w(i16x16 a, i16x16 b) { return HALVES(i16x16, x86_ssse3_phadd_w_128, a, b); }
// _mm256_hadd_epi32
i32x8 x86_avx2_phadd_d(i32x8 a, i32x8 b) { return HALVES(i32x8, x86_ssse3_phadd_d_128, a, b); }
// _mm256_hadds_epi16
i16x16 x86_avx2_phadd_sw(i16x16 a, i16x16 b) { return HALVES(i16x16, x86_ssse3_phadd_sw_128, a, b); }
// _mm256_hsub_epi16
i16x16 x86_avx2_phsub_w(i16x16 a, i16x16 b) { return HALVES(i16x16, x86_ssse3_phsub_w_128, a, b); }
// _mm256_hsub_epi32
i32x8 x86_avx2_phsub_d(i32x8 a, i32x8 b) { return HALVES(i32x8, x86_ssse3_phsub_d_128, a, b); }
// _mm256_hsubs_epi16
i16x16 x86_avx2_phsub_sw(i16x16 a, i16x16 b) { return HALVES(i16x16, x86_ssse3_phsub_sw_128, a, b); }
// _mm256_maddubs_epi16
i16x16 x86_avx2_pmadd_ub_sw(u8x32 a, i8x32 b) { return HALVES(i16x16, x86_ssse3_pmadd_ub_sw_128, a, b); }
// _mm256_mulhrs_epi16
i16x16 x86_avx2_pmul_hr_sw(i16x16 a, i16x16 b) { return HALVES(i16x16, x86_ssse3_pmul_hr_sw_128, a, b); }
// _mm256_shuffle_epi8
i8x32 x86_avx2_pshuf_b(i8x32 a, i8x32 b) { return HALVES(i8x32, x86_ssse3_pshuf_b_128, a, b); }
// _mm256_sign_epi8
i8x32 x86_avx2_psign_b(i8x32 a, i8x32 b) { return HALVES(i8x32, x86_ssse3_psign_b_128, a, b); }
// _mm256_sign_epi16
i16x16 x86_avx2_psign_w(i16x16 a, i16x16 b) { return HALVES(i16x16, x86_ssse3_psign_w_128, a, b); }
// _mm256_sign_epi32
i32x8 x86_avx2_psign_d(i32x8 a, i32x8 b) { return HALVES(i32x8, x86_ssse3_psign_d_128, a, b); }
// _mm256_blendv_epi8
i8x32 x86_avx2_pblendvb(i8x32 a, i8x32 b, i8x32 mask) { return mask < 0 ? b : a; }
// _mm256_mpsadbw_epu8: imm[2:0] for the low half, imm[5:3] for the high one
u16x16 x86_avx2_mpsadbw(u8x32 a, u8x32 b, unsigned char imm) {
  u16x16 r;
  r.lo = x86_sse41_mpsadbw(a.lo, b.lo, imm);
  r.hi = x86_sse41_mpsadbw(a.hi, b.hi, imm >> 3);
  return r;
}
// _mm256_movemask_epi8
int x86_avx2_pmovmskb(i8x32 a) {
  return x86_sse2_pmovmskb_128(a.lo) | x86_sse2_pmovmskb_128(a.hi) << 16;
}
// _mm256_permutevar8x32_epi32
i32x8 x86_avx2_permd(i32x8 a, i32x8 order) {
  i32x8 r;
  UNROLL for (int i = 0; i < 8; i++) r[i] = a[order[i] & 7];
  return r;
}
// _mm256_permutevar8x32_ps
f32x8 x86_avx2_permps(f32x8 a, i32x8 order) { return (f32x8)x86_avx2_permd((i32x8)a, order); }

/* Shifts of all lanes by one count. */
#define SHIFT_HALVES(f, a, count)                                              \
  ({                                                                           \
    __typeof__(a) r_;                                                          \
    r_.lo = f((a).lo, count);                                                  \
    r_.hi = f((a).hi, count);                                                  \
    r_;                                                                        \
  })
// _mm256_sll_epi16
u16x16 x86_avx2_psll_w(u16x16 a, u16x8 count) { return SHIFT_HALVES(x86_sse2_psll_w, a, count); }
// _mm256_slli_epi16
u16x16 x86_avx2_pslli_w(u16x16 a, unsigned count) { return SHIFT_HALVES(x86_sse2_pslli_w, a, count); }
// _mm256_sll_epi32
u32x8 x86_avx2_psll_d(u32x8 a, u32x4 count) { return SHIFT_HALVES(x86_sse2_psll_d, a, count); }
// _mm256_slli_epi32
u32x8 x86_avx2_pslli_d(u32x8 a, unsigned count) { return SHIFT_HALVES(x86_sse2_pslli_d, a, count); }
// _mm256_sll_epi64
u64x4 x86_avx2_psll_q(u64x4 a, u64x2 count) { return SHIFT_HALVES(x86_sse2_psll_q, a, count); }
// _mm256_slli_epi64
u64x4 x86_avx2_pslli_q(u64x4 a, unsigned count) { return SHIFT_HALVES(x86_sse2_pslli_q, a, count); }
// _mm256_srl_epi16
u16x16 x86_avx2_psrl_w(u16x16 a, u16x8 count) { return SHIFT_HALVES(x86_sse2_psrl_w, a, count); }
// _mm256_srli_epi16
u16x16 x86_avx2_psrli_w(u16x16 a, unsigned count) { return SHIFT_HALVES(x86_sse2_psrli_w, a, count); }
// _mm256_srl_epi32
u32x8 x86_avx2_psrl_d(u32x8 a, u32x4 count) { return SHIFT_HALVES(x86_sse2_psrl_d, a, count); }
// _mm256_srli_epi32
u32x8 x86_avx2_psrli_d(u32x8 a, unsigned count) { return SHIFT_HALVES(x86_sse2_psrli_d, a, count); }
// _mm256_srl_epi64
u64x4 x86_avx2_psrl_q(u64x4 a, u64x2 count) { return SHIFT_HALVES(x86_sse2_psrl_q, a, count); }
// _mm256_srli_epi64
u64x4 x86_avx2_psrli_q(u64x4 a, unsigned count) { return SHIFT_HALVES(x86_sse2_psrli_q, a, count); }
// _mm256_sra_epi16
i16x16 x86_avx2_psra_w(i16x16 a, i16x8 count) { return SHIFT_HALVES(x86_sse2_psra_w, a, count); }
// _mm256_srai_epi16
i16x16 x86_avx2_psrai_w(i16x16 a, unsigned count) { return SHIFT_HALVES(x86_sse2_psrai_w, a, count); }
// _mm256_sra_epi32
i32x8 x86_avx2_psra_d(i32x8 a, i32x4 count) { return SHIFT_HALVES(x86_sse2_psra_d, a, count); }
// _mm256_srai_epi32
i32x8 x86_avx2_psrai_d(i32x8 a, unsigned count) { return SHIFT_HALVES(x86_sse2_psrai_d, a, count); }

/* Shifts of each lane by its own unsigned count. */
#define LOGICAL_SHIFTV(guard, a, n, width, op)                                 \
  ((n) < width ? (a) op guard((n) < width, n) : (__typeof__(a))0)
#define ARITHMETIC_SHIFTV(I, U, a, n) ((a) >> (I)MIN((U)(n), (U)31))
// _mm_sllv_epi32
u32x4 x86_avx2_psllv_d(u32x4 a, u32x4 n) { return LOGICAL_SHIFTV(guard_u32x4, a, n, 32, <<); }
// _mm256_sllv_epi32
u32x8 x86_avx2_psllv_d_256(u32x8 a, u32x8 n) { return LOGICAL_SHIFTV(guard_u32x8, a, n, 32, <<); }
// _mm_sllv_epi64
u64x2 x86_avx2_psllv_q(u64x2 a, u64x2 n) { return LOGICAL_SHIFTV(guard_u64x2, a, n, 64, <<); }
// _mm256_sllv_epi64
u64x4 x86_avx2_psllv_q_256(u64x4 a, u64x4 n) { return LOGICAL_SHIFTV(guard_u64x4, a, n, 64, <<); }
// _mm_srlv_epi32
u32x4 x86_avx2_psrlv_d(u32x4 a, u32x4 n) { return LOGICAL_SHIFTV(guard_u32x4, a, n, 32, >>); }
// _mm256_srlv_epi32
u32x8 x86_avx2_psrlv_d_256(u32x8 a, u32x8 n) { return LOGICAL_SHIFTV(guard_u32x8, a, n, 32, >>); }
// _mm_srlv_epi64
u64x2 x86_avx2_psrlv_q(u64x2 a, u64x2 n) { return LOGICAL_SHIFTV(guard_u64x2, a, n, 64, >>); }
// _mm256_srlv_epi64
u64x4 x86_avx2_psrlv_q_256(u64x4 a, u64x4 n) { return LOGICAL_SHIFTV(guard_u64x4, a, n, 64, >>); }
// _mm_srav_epi32
i32x4 x86_avx2_psrav_d(i32x4 a, i32x4 n) { return ARITHMETIC_SHIFTV(i32x4, u32x4, a, n); }
// _mm256_srav_epi32
i32x8 x86_avx2_psrav_d_256(i32x8 a, i32x8 n) { return ARITHMETIC_SHIFTV(i32x8, u32x8, a, n); }

// _mm_maskload_epi32
i32x4 x86_avx2_maskload_d(void *from, i32x4 mask) { return MASKLOAD(i32x4, int, 4, from, mask); }
// _mm_maskstore_epi32
void x86_avx2_maskstore_d(void *to, i32x4 mask, i32x4 a) { MASKSTORE(int, 4, to, mask, a); }
// _mm256_maskload_epi32
i32x8 x86_avx2_maskload_d_256(void *from, i32x8 mask) { return MASKLOAD(i32x8, int, 8, from, mask); }
// _mm256_maskstore_epi32
void x86_avx2_maskstore_d_256(void *to, i32x8 mask, i32x8 a) { MASKSTORE(int, 8, to, mask, a); }
// _mm_maskload_epi64
i64x2 x86_avx2_maskload_q(void *from, i64x2 mask) { return MASKLOAD(i64x2, long, 2, from, mask); }
// _mm_maskstore_epi64
void x86_avx2_maskstore_q(void *to, i64x2 mask, i64x2 a) { MASKSTORE(long, 2, to, mask, a); }
// _mm256_maskload_epi64
i64x4 x86_avx2_maskload_q_256(void *from, i64x4 mask) { return MASKLOAD(i64x4, long, 4, from, mask); }
// _mm256_maskstore_epi64
void x86_avx2_maskstore_q_256(void *to, i64x4 mask, i64x4 a) { MASKSTORE(long, 4, to, mask, a); }

/* Gathers. Lanes whose mask is clear keep the old value and are not read; lanes without
 * an index become zero. */
#define GATHER(name, V, Lane, Mask, Index, lanes)                              \
  V name(V old, void *base, Index at, V mask, unsigned char scale) {           \
    Mask chosen = (Mask)mask;                                                  \
    V r = 0;                                                                   \
    UNROLL for (int i = 0; i < lanes; i++) {                                   \
      r[i] = old[i];                                                           \
      if (chosen[i] < 0) r[i] = UNALIGNED(Lane, base + (long)at[i] * scale, 0); \
    }                                                                          \
    return r;                                                                  \
  }
// _mm_i32gather_epi32, _mm_mask_i32gather_epi32
GATHER(x86_avx2_gather_d_d, i32x4, int, i32x4, i32x4, 4)
// _mm256_i32gather_epi32, _mm256_mask_i32gather_epi32
GATHER(x86_avx2_gather_d_d_256, i32x8, int, i32x8, i32x8, 8)
// _mm_i32gather_epi64, _mm_mask_i32gather_epi64
GATHER(x86_avx2_gather_d_q, i64x2, long, i64x2, i32x4, 2)
// _mm256_i32gather_epi64, _mm256_mask_i32gather_epi64
GATHER(x86_avx2_gather_d_q_256, i64x4, long, i64x4, i32x4, 4)
// _mm_i32gather_ps, _mm_mask_i32gather_ps
GATHER(x86_avx2_gather_d_ps, f32x4, float, i32x4, i32x4, 4)
// _mm256_i32gather_ps, _mm256_mask_i32gather_ps
GATHER(x86_avx2_gather_d_ps_256, f32x8, float, i32x8, i32x8, 8)
// _mm_i32gather_pd, _mm_mask_i32gather_pd
GATHER(x86_avx2_gather_d_pd, f64x2, double, i64x2, i32x4, 2)
// _mm256_i32gather_pd, _mm256_mask_i32gather_pd
GATHER(x86_avx2_gather_d_pd_256, f64x4, double, i64x4, i32x4, 4)
// _mm_i64gather_epi32, _mm_mask_i64gather_epi32
GATHER(x86_avx2_gather_q_d, i32x4, int, i32x4, i64x2, 2)
// _mm256_i64gather_epi32, _mm256_mask_i64gather_epi32
GATHER(x86_avx2_gather_q_d_256, i32x4, int, i32x4, i64x4, 4)
// _mm_i64gather_epi64, _mm_mask_i64gather_epi64
GATHER(x86_avx2_gather_q_q, i64x2, long, i64x2, i64x2, 2)
// _mm256_i64gather_epi64, _mm256_mask_i64gather_epi64
GATHER(x86_avx2_gather_q_q_256, i64x4, long, i64x4, i64x4, 4)
// _mm_i64gather_ps, _mm_mask_i64gather_ps
GATHER(x86_avx2_gather_q_ps, f32x4, float, i32x4, i64x2, 2)
// _mm256_i64gather_ps, _mm256_mask_i64gather_ps
GATHER(x86_avx2_gather_q_ps_256, f32x4, float, i32x4, i64x4, 4)
// _mm_i64gather_pd, _mm_mask_i64gather_pd
GATHER(x86_avx2_gather_q_pd, f64x2, double, i64x2, i64x2, 2)
// _mm256_i64gather_pd, _mm256_mask_i64gather_pd
GATHER(x86_avx2_gather_q_pd_256, f64x4, double, i64x4, i64x4, 4)
