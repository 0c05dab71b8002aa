/* AVX-512-FP16: halves (avx512fp16intrin.h, avx512vlfp16intrin.h). Whatever MXCSR says of
 * subnormals, these instructions neither take them as zeros nor flush them. */

/* Arithmetic; the other forms compile to generic operations. */
// _mm512_add_round_ph
f16x32 x86_avx512fp16_add_ph_512(f16x32 a, f16x32 b, int R) { return NEAREST(R, a + b); }
// _mm_add_round_sh, _mm_mask_add_round_sh, _mm_maskz_add_round_sh
f16x8 x86_avx512fp16_mask_add_sh_round(f16x8 a, f16x8 b, f16x8 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, a.x + b.x), old);
}
// _mm512_sub_round_ph
f16x32 x86_avx512fp16_sub_ph_512(f16x32 a, f16x32 b, int R) { return NEAREST(R, a - b); }
// _mm_sub_round_sh, _mm_mask_sub_round_sh, _mm_maskz_sub_round_sh
f16x8 x86_avx512fp16_mask_sub_sh_round(f16x8 a, f16x8 b, f16x8 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, a.x - b.x), old);
}
// _mm512_mul_round_ph
f16x32 x86_avx512fp16_mul_ph_512(f16x32 a, f16x32 b, int R) { return NEAREST(R, a * b); }
// _mm_mul_round_sh, _mm_mask_mul_round_sh, _mm_maskz_mul_round_sh
f16x8 x86_avx512fp16_mask_mul_sh_round(f16x8 a, f16x8 b, f16x8 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, a.x * b.x), old);
}
// _mm512_div_round_ph
f16x32 x86_avx512fp16_div_ph_512(f16x32 a, f16x32 b, int R) { return NEAREST(R, a / b); }
// _mm_div_round_sh, _mm_mask_div_round_sh, _mm_maskz_div_round_sh
f16x8 x86_avx512fp16_mask_div_sh_round(f16x8 a, f16x8 b, f16x8 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, a.x / b.x), old);
}
// _mm_min_ph, _mm_mask_min_ph, _mm_maskz_min_ph: the second operand when unordered or equal
f16x8 x86_avx512fp16_min_ph_128(f16x8 a, f16x8 b) { return a < b ? a : b; }
// _mm256_min_ph, _mm256_mask_min_ph, _mm256_maskz_min_ph
f16x16 x86_avx512fp16_min_ph_256(f16x16 a, f16x16 b) { return a < b ? a : b; }
// _mm512_min_ph, _mm512_min_round_ph
f16x32 x86_avx512fp16_min_ph_512(f16x32 a, f16x32 b, int R) { return a < b ? a : b; }
// _mm_min_sh, _mm_mask_min_sh, _mm_maskz_min_sh
f16x8 x86_avx512fp16_mask_min_sh_round(f16x8 a, f16x8 b, f16x8 old, m8 k, int R) {
  return SCALAR(a, k, a.x < b.x ? a.x : b.x, old);
}
// _mm_max_ph, _mm_mask_max_ph, _mm_maskz_max_ph: the second operand when unordered or equal
f16x8 x86_avx512fp16_max_ph_128(f16x8 a, f16x8 b) { return a > b ? a : b; }
// _mm256_max_ph, _mm256_mask_max_ph, _mm256_maskz_max_ph
f16x16 x86_avx512fp16_max_ph_256(f16x16 a, f16x16 b) { return a > b ? a : b; }
// _mm512_max_ph, _mm512_max_round_ph
f16x32 x86_avx512fp16_max_ph_512(f16x32 a, f16x32 b, int R) { return a > b ? a : b; }
// _mm_max_sh, _mm_mask_max_sh, _mm_maskz_max_sh
f16x8 x86_avx512fp16_mask_max_sh_round(f16x8 a, f16x8 b, f16x8 old, m8 k, int R) {
  return SCALAR(a, k, a.x > b.x ? a.x : b.x, old);
}
// _mm512_sqrt_ph, _mm512_mask_sqrt_ph, _mm512_maskz_sqrt_ph
f16x32 x86_avx512fp16_sqrt_ph_512(f16x32 a, int R) { return NEAREST(R, __builtin_elementwise_sqrt(a)); }
// _mm_sqrt_sh, _mm_mask_sqrt_sh, _mm_maskz_sqrt_sh
f16x8 x86_avx512fp16_mask_sqrt_sh(f16x8 a, f16x8 b, f16x8 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, __builtin_elementwise_sqrt(b.x)), old);
}

/* Comparisons and classes. */
COMPARE(compare_f16x8, i16x8, f16x8)
// _mm_cmp_ph_mask, _mm_mask_cmp_ph_mask
m8 x86_avx512fp16_mask_cmp_ph_128(f16x8 a, f16x8 b, int imm, m8 k) {
  return BITS(compare_f16x8(a, b, imm)) & k;
}
COMPARE(compare_f16x16, i16x16, f16x16)
// _mm256_cmp_ph_mask, _mm256_mask_cmp_ph_mask
m16 x86_avx512fp16_mask_cmp_ph_256(f16x16 a, f16x16 b, int imm, m16 k) {
  return BITS(compare_f16x16(a, b, imm)) & k;
}
COMPARE(compare_f16x32, i16x32, f16x32)
// _mm512_cmp_round_ph_mask, _mm512_mask_cmp_round_ph_mask
m32 x86_avx512fp16_mask_cmp_ph_512(f16x32 a, f16x32 b, int imm, m32 k, int R) {
  return BITS(compare_f16x32(a, b, imm)) & k;
}
// _mm_cmp_round_sh_mask, _mm_mask_cmp_round_sh_mask, _mm_cmp_sh_mask
m8 x86_avx512fp16_mask_cmp_sh(f16x8 a, f16x8 b, int imm, m8 k, int R) {
  return compare_f16x8(a, b, imm).x & k & 1;
}
// _mm_comieq_sh, _mm_comilt_sh, _mm_comile_sh
int x86_avx512fp16_vcomi_sh(f16x8 a, f16x8 b, int imm, int R) { return compare_f16x8(a, b, imm).x & 1; }
// _mm_mask_fpclass_ph_mask, _mm_fpclass_ph_mask
m8 x86_avx512fp16_fpclass_ph_128(f16x8 a, int imm) { return BITS(CLASS(i16x8, a, imm, 16, 10)); }
// _mm256_mask_fpclass_ph_mask, _mm256_fpclass_ph_mask
m16 x86_avx512fp16_fpclass_ph_256(f16x16 a, int imm) { return BITS(CLASS(i16x16, a, imm, 16, 10)); }
// _mm512_mask_fpclass_ph_mask, _mm512_fpclass_ph_mask
m32 x86_avx512fp16_fpclass_ph_512(f16x32 a, int imm) { return BITS(CLASS(i16x32, a, imm, 16, 10)); }
// _mm_fpclass_sh_mask, _mm_mask_fpclass_sh_mask
m8 x86_avx512fp16_mask_fpclass_sh(f16x8 a, int imm, m8 k) { return CLASS(i16x8, a, imm, 16, 10).x & k & 1; }

/* Parts of numbers. */
// _mm_getexp_ph, _mm_mask_getexp_ph, _mm_maskz_getexp_ph
f16x8 x86_avx512fp16_mask_getexp_ph_128(f16x8 a, f16x8 old, m8 k) {
  return MASKED(k, GETEXP(f16x8, i16x8, a, 16, 10), old);
}
// _mm256_getexp_ph, _mm256_mask_getexp_ph, _mm256_maskz_getexp_ph
f16x16 x86_avx512fp16_mask_getexp_ph_256(f16x16 a, f16x16 old, m16 k) {
  return MASKED(k, GETEXP(f16x16, i16x16, a, 16, 10), old);
}
// _mm512_getexp_ph, _mm512_mask_getexp_ph, _mm512_maskz_getexp_ph
f16x32 x86_avx512fp16_mask_getexp_ph_512(f16x32 a, f16x32 old, m32 k, int R) {
  return MASKED(k, GETEXP(f16x32, i16x32, a, 16, 10), old);
}
// _mm_getexp_sh, _mm_mask_getexp_sh, _mm_maskz_getexp_sh
f16x8 x86_avx512fp16_mask_getexp_sh(f16x8 a, f16x8 b, f16x8 old, m8 k, int R) {
  return SCALAR(a, k, GETEXP(f16x8, i16x8, b, 16, 10).x, old);
}
// _mm_getmant_ph, _mm_mask_getmant_ph, _mm_maskz_getmant_ph
f16x8 x86_avx512fp16_mask_getmant_ph_128(f16x8 a, int imm, f16x8 old, m8 k) {
  return MASKED(k, GETMANT(f16x8, i16x8, a, imm, 16, 10), old);
}
// _mm256_getmant_ph, _mm256_mask_getmant_ph, _mm256_maskz_getmant_ph
f16x16 x86_avx512fp16_mask_getmant_ph_256(f16x16 a, int imm, f16x16 old, m16 k) {
  return MASKED(k, GETMANT(f16x16, i16x16, a, imm, 16, 10), old);
}
// _mm512_getmant_ph, _mm512_mask_getmant_ph, _mm512_maskz_getmant_ph
f16x32 x86_avx512fp16_mask_getmant_ph_512(f16x32 a, int imm, f16x32 old, m32 k, int R) {
  return MASKED(k, GETMANT(f16x32, i16x32, a, imm, 16, 10), old);
}
// _mm_getmant_round_sh, _mm_getmant_sh, _mm_mask_getmant_sh
f16x8 x86_avx512fp16_mask_getmant_sh(f16x8 a, f16x8 b, int imm, f16x8 old, m8 k, int R) {
  return SCALAR(a, k, GETMANT(f16x8, i16x8, b, imm, 16, 10).x, old);
}
// _mm_roundscale_ph, _mm_mask_roundscale_ph, _mm_maskz_roundscale_ph
f16x8 x86_avx512fp16_mask_rndscale_ph_128(f16x8 a, int imm, f16x8 old, m8 k) {
  return MASKED(k, ROUND_SCALED(a, imm), old);
}
// _mm256_roundscale_ph, _mm256_mask_roundscale_ph, _mm256_maskz_roundscale_ph
f16x16 x86_avx512fp16_mask_rndscale_ph_256(f16x16 a, int imm, f16x16 old, m16 k) {
  return MASKED(k, ROUND_SCALED(a, imm), old);
}
// _mm512_roundscale_ph, _mm512_mask_roundscale_ph, _mm512_maskz_roundscale_ph
f16x32 x86_avx512fp16_mask_rndscale_ph_512(f16x32 a, int imm, f16x32 old, m32 k, int R) {
  return MASKED(k, ROUND_SCALED(a, imm), old);
}
// _mm_roundscale_round_sh, _mm_roundscale_sh, _mm_mask_roundscale_sh
f16x8 x86_avx512fp16_mask_rndscale_sh(f16x8 a, f16x8 b, f16x8 old, m8 k, int imm, int R) {
  return SCALAR(a, k, ROUND_SCALED(b.x, imm), old);
}
// _mm_reduce_ph, _mm_mask_reduce_ph, _mm_maskz_reduce_ph
f16x8 x86_avx512fp16_mask_reduce_ph_128(f16x8 a, int imm, f16x8 old, m8 k) {
  return MASKED(k, REDUCE(f16x8, i16x8, a, imm, 16, 10), old);
}
// _mm256_reduce_ph, _mm256_mask_reduce_ph, _mm256_maskz_reduce_ph
f16x16 x86_avx512fp16_mask_reduce_ph_256(f16x16 a, int imm, f16x16 old, m16 k) {
  return MASKED(k, REDUCE(f16x16, i16x16, a, imm, 16, 10), old);
}
// _mm512_reduce_ph, _mm512_mask_reduce_ph, _mm512_maskz_reduce_ph
f16x32 x86_avx512fp16_mask_reduce_ph_512(f16x32 a, int imm, f16x32 old, m32 k, int R) {
  return MASKED(k, REDUCE(f16x32, i16x32, a, imm, 16, 10), old);
}
// _mm_reduce_sh, _mm_mask_reduce_sh, _mm_maskz_reduce_sh
f16x8 x86_avx512fp16_mask_reduce_sh(f16x8 a, f16x8 b, f16x8 old, m8 k, int imm, int R) {
  return SCALAR(a, k, REDUCE(f16x8, i16x8, b, imm, 16, 10).x, old);
}
// _mm_scalef_ph, _mm_mask_scalef_ph, _mm_maskz_scalef_ph
f16x8 x86_avx512fp16_mask_scalef_ph_128(f16x8 a, f16x8 b, f16x8 old, m8 k) {
  return MASKED(k, SCALEF_HALF(8, a, b), old);
}
// _mm256_scalef_ph, _mm256_mask_scalef_ph, _mm256_maskz_scalef_ph
f16x16 x86_avx512fp16_mask_scalef_ph_256(f16x16 a, f16x16 b, f16x16 old, m16 k) {
  return MASKED(k, SCALEF_HALF(16, a, b), old);
}
// _mm512_scalef_ph, _mm512_mask_scalef_ph, _mm512_maskz_scalef_ph
f16x32 x86_avx512fp16_mask_scalef_ph_512(f16x32 a, f16x32 b, f16x32 old, m32 k, int R) {
  return MASKED(k, NEAREST(R, SCALEF_HALF(32, a, b)), old);
}
// _mm_scalef_sh, _mm_mask_scalef_sh, _mm_maskz_scalef_sh
f16x8 x86_avx512fp16_mask_scalef_sh(f16x8 a, f16x8 b, f16x8 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, SCALEF_HALF(8, a, b).x), old);
}

/* The reciprocal and the reciprocal square root, with a relative error below 2^-11 + 2^-14:
 * functions without a body. */
_Float16 approx_rcpsh(_Float16) __asm__("simdiff.approx.rcpsh") __attribute__((const));
_Float16 approx_rsqrtsh(_Float16) __asm__("simdiff.approx.rsqrtsh") __attribute__((const));
// _mm_rcp_ph, _mm_mask_rcp_ph, _mm_maskz_rcp_ph
f16x8 x86_avx512fp16_mask_rcp_ph_128(f16x8 a, f16x8 old, m8 k) {
  return MASKED(k, EACH(f16x8, 8, approx_rcpsh, a), old);
}
// _mm256_rcp_ph, _mm256_mask_rcp_ph, _mm256_maskz_rcp_ph
f16x16 x86_avx512fp16_mask_rcp_ph_256(f16x16 a, f16x16 old, m16 k) {
  return MASKED(k, EACH(f16x16, 16, approx_rcpsh, a), old);
}
// _mm512_rcp_ph, _mm512_mask_rcp_ph, _mm512_maskz_rcp_ph
f16x32 x86_avx512fp16_mask_rcp_ph_512(f16x32 a, f16x32 old, m32 k) {
  return MASKED(k, EACH(f16x32, 32, approx_rcpsh, a), old);
}
// _mm_rcp_sh, _mm_mask_rcp_sh, _mm_maskz_rcp_sh
f16x8 x86_avx512fp16_mask_rcp_sh(f16x8 a, f16x8 b, f16x8 old, m8 k) {
  return SCALAR(a, k, approx_rcpsh(b.x), old);
}
// _mm_rsqrt_ph, _mm_mask_rsqrt_ph, _mm_maskz_rsqrt_ph
f16x8 x86_avx512fp16_mask_rsqrt_ph_128(f16x8 a, f16x8 old, m8 k) {
  return MASKED(k, EACH(f16x8, 8, approx_rsqrtsh, a), old);
}
// _mm256_rsqrt_ph, _mm256_mask_rsqrt_ph, _mm256_maskz_rsqrt_ph
f16x16 x86_avx512fp16_mask_rsqrt_ph_256(f16x16 a, f16x16 old, m16 k) {
  return MASKED(k, EACH(f16x16, 16, approx_rsqrtsh, a), old);
}
// _mm512_rsqrt_ph, _mm512_mask_rsqrt_ph, _mm512_maskz_rsqrt_ph
f16x32 x86_avx512fp16_mask_rsqrt_ph_512(f16x32 a, f16x32 old, m32 k) {
  return MASKED(k, EACH(f16x32, 32, approx_rsqrtsh, a), old);
}
// _mm_rsqrt_sh, _mm_mask_rsqrt_sh, _mm_maskz_rsqrt_sh
f16x8 x86_avx512fp16_mask_rsqrt_sh(f16x8 a, f16x8 b, f16x8 old, m8 k) {
  return SCALAR(a, k, approx_rsqrtsh(b.x), old);
}

/* Conversions from and to floats. */
// _mm_cvtxph_ps, _mm_mask_cvtxph_ps, _mm_maskz_cvtxph_ps
f32x4 x86_avx512fp16_mask_vcvtph2psx_128(f16x8 a, f32x4 old, m8 k) {
  return MASKED(k, EACH(f32x4, 4, (float), a), old);
}
// _mm256_cvtxph_ps, _mm256_mask_cvtxph_ps, _mm256_maskz_cvtxph_ps
f32x8 x86_avx512fp16_mask_vcvtph2psx_256(f16x8 a, f32x8 old, m8 k) {
  return MASKED(k, EACH(f32x8, 8, (float), a), old);
}
// _mm512_cvtxph_ps, _mm512_mask_cvtxph_ps, _mm512_maskz_cvtxph_ps
f32x16 x86_avx512fp16_mask_vcvtph2psx_512(f16x16 a, f32x16 old, m16 k, int R) {
  return MASKED(k, EACH(f32x16, 16, (float), a), old);
}
// _mm_cvtph_pd, _mm_mask_cvtph_pd, _mm_maskz_cvtph_pd
f64x2 x86_avx512fp16_mask_vcvtph2pd_128(f16x8 a, f64x2 old, m8 k) {
  return MASKED(k, EACH(f64x2, 2, (double), a), old);
}
// _mm256_cvtph_pd, _mm256_mask_cvtph_pd, _mm256_maskz_cvtph_pd
f64x4 x86_avx512fp16_mask_vcvtph2pd_256(f16x8 a, f64x4 old, m8 k) {
  return MASKED(k, EACH(f64x4, 4, (double), a), old);
}
// _mm512_cvtph_pd, _mm512_mask_cvtph_pd, _mm512_maskz_cvtph_pd
f64x8 x86_avx512fp16_mask_vcvtph2pd_512(f16x8 a, f64x8 old, m8 k, int R) {
  return MASKED(k, EACH(f64x8, 8, (double), a), old);
}
// _mm_cvtxps_ph, _mm_mask_cvtxps_ph, _mm_maskz_cvtxps_ph
f16x8 x86_avx512fp16_mask_vcvtps2phx_128(f32x4 a, f16x8 old, m8 k) {
  return MASKED(ABOVE(4, k), EACH(f16x8, 4, (_Float16), a), old);
}
// _mm256_cvtxps_ph, _mm256_mask_cvtxps_ph, _mm256_maskz_cvtxps_ph
f16x8 x86_avx512fp16_mask_vcvtps2phx_256(f32x8 a, f16x8 old, m8 k) {
  return MASKED(k, EACH(f16x8, 8, (_Float16), a), old);
}
// _mm512_cvtxps_ph, _mm512_mask_cvtxps_ph, _mm512_maskz_cvtxps_ph
f16x16 x86_avx512fp16_mask_vcvtps2phx_512(f32x16 a, f16x16 old, m16 k, int R) {
  return MASKED(k, NEAREST(R, EACH(f16x16, 16, (_Float16), a)), old);
}
// _mm_cvtpd_ph, _mm_mask_cvtpd_ph, _mm_maskz_cvtpd_ph
f16x8 x86_avx512fp16_mask_vcvtpd2ph_128(f64x2 a, f16x8 old, m8 k) {
  return MASKED(ABOVE(2, k), EACH(f16x8, 2, (_Float16), a), old);
}
// _mm256_cvtpd_ph, _mm256_mask_cvtpd_ph, _mm256_maskz_cvtpd_ph
f16x8 x86_avx512fp16_mask_vcvtpd2ph_256(f64x4 a, f16x8 old, m8 k) {
  return MASKED(ABOVE(4, k), EACH(f16x8, 4, (_Float16), a), old);
}
// _mm512_cvtpd_ph, _mm512_mask_cvtpd_ph, _mm512_maskz_cvtpd_ph
f16x8 x86_avx512fp16_mask_vcvtpd2ph_512(f64x8 a, f16x8 old, m8 k, int R) {
  return MASKED(k, NEAREST(R, EACH(f16x8, 8, (_Float16), a)), old);
}
// _mm_cvtsh_ss, _mm_mask_cvtsh_ss, _mm_maskz_cvtsh_ss
f32x4 x86_avx512fp16_mask_vcvtsh2ss_round(f32x4 a, f16x8 b, f32x4 old, m8 k, int R) {
  return SCALAR(a, k, (float)b.x, old);
}
// _mm_cvtsh_sd, _mm_mask_cvtsh_sd, _mm_maskz_cvtsh_sd
f64x2 x86_avx512fp16_mask_vcvtsh2sd_round(f64x2 a, f16x8 b, f64x2 old, m8 k, int R) {
  return SCALAR(a, k, (double)b.x, old);
}
// _mm_cvtss_sh, _mm_mask_cvtss_sh, _mm_maskz_cvtss_sh
f16x8 x86_avx512fp16_mask_vcvtss2sh_round(f16x8 a, f32x4 b, f16x8 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, (_Float16)b.x), old);
}
// _mm_cvtsd_sh, _mm_mask_cvtsd_sh, _mm_maskz_cvtsd_sh
f16x8 x86_avx512fp16_mask_vcvtsd2sh_round(f16x8 a, f64x2 b, f16x8 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, (_Float16)b.x), old);
}

/* Conversions from and to integers. A float holds every half. */
static inline int to_i32_h(_Float16 x) { return to_i32_f(x); }
static inline unsigned to_u32_h(_Float16 x) { return to_u32_f(x); }
static inline long to_i64_h(_Float16 x) { return to_i64_f(x); }
static inline unsigned long to_u64_h(_Float16 x) {
  long r = to_i64_f(x);
  return r >= 0 ? r : -1ul;
}
static inline short to_i16_h(_Float16 x) {
  int r = to_i32_f(x);
  return r == (short)r ? r : -32768;
}
static inline unsigned short to_u16_h(_Float16 x) {
  int r = to_i32_f(x);
  return r >= 0 && r <= 0xffff ? r : 0xffff;
}
// _mm_cvtph_epi16, _mm_mask_cvtph_epi16, _mm_maskz_cvtph_epi16
i16x8 x86_avx512fp16_mask_vcvtph2w_128(f16x8 a, i16x8 old, m8 k) {
  return MASKED(k, EACH(i16x8, 8, to_i16_h, ROUND(a, 4)), old);
}
// _mm256_cvtph_epi16, _mm256_mask_cvtph_epi16, _mm256_maskz_cvtph_epi16
i16x16 x86_avx512fp16_mask_vcvtph2w_256(f16x16 a, i16x16 old, m16 k) {
  return MASKED(k, EACH(i16x16, 16, to_i16_h, ROUND(a, 4)), old);
}
// _mm512_cvtph_epi16, _mm512_mask_cvtph_epi16, _mm512_maskz_cvtph_epi16
i16x32 x86_avx512fp16_mask_vcvtph2w_512(f16x32 a, i16x32 old, m32 k, int R) {
  return MASKED(k, EACH(i16x32, 32, to_i16_h, ROUND(a, R)), old);
}
// _mm_cvtph_epu16, _mm_mask_cvtph_epu16, _mm_maskz_cvtph_epu16
u16x8 x86_avx512fp16_mask_vcvtph2uw_128(f16x8 a, u16x8 old, m8 k) {
  return MASKED(k, EACH(u16x8, 8, to_u16_h, ROUND(a, 4)), old);
}
// _mm256_cvtph_epu16, _mm256_mask_cvtph_epu16, _mm256_maskz_cvtph_epu16
u16x16 x86_avx512fp16_mask_vcvtph2uw_256(f16x16 a, u16x16 old, m16 k) {
  return MASKED(k, EACH(u16x16, 16, to_u16_h, ROUND(a, 4)), old);
}
// _mm512_cvtph_epu16, _mm512_mask_cvtph_epu16, _mm512_maskz_cvtph_epu16
u16x32 x86_avx512fp16_mask_vcvtph2uw_512(f16x32 a, u16x32 old, m32 k, int R) {
  return MASKED(k, EACH(u16x32, 32, to_u16_h, ROUND(a, R)), old);
}
// _mm_cvtph_epi32, _mm_mask_cvtph_epi32, _mm_maskz_cvtph_epi32
i32x4 x86_avx512fp16_mask_vcvtph2dq_128(f16x8 a, i32x4 old, m8 k) {
  return MASKED(k, EACH(i32x4, 4, to_i32_h, ROUND(a, 4)), old);
}
// _mm256_cvtph_epi32, _mm256_mask_cvtph_epi32, _mm256_maskz_cvtph_epi32
i32x8 x86_avx512fp16_mask_vcvtph2dq_256(f16x8 a, i32x8 old, m8 k) {
  return MASKED(k, EACH(i32x8, 8, to_i32_h, ROUND(a, 4)), old);
}
// _mm512_cvtph_epi32, _mm512_mask_cvtph_epi32, _mm512_maskz_cvtph_epi32
i32x16 x86_avx512fp16_mask_vcvtph2dq_512(f16x16 a, i32x16 old, m16 k, int R) {
  return MASKED(k, EACH(i32x16, 16, to_i32_h, ROUND(a, R)), old);
}
// _mm_cvtph_epu32, _mm_mask_cvtph_epu32, _mm_maskz_cvtph_epu32
u32x4 x86_avx512fp16_mask_vcvtph2udq_128(f16x8 a, u32x4 old, m8 k) {
  return MASKED(k, EACH(u32x4, 4, to_u32_h, ROUND(a, 4)), old);
}
// _mm256_cvtph_epu32, _mm256_mask_cvtph_epu32, _mm256_maskz_cvtph_epu32
u32x8 x86_avx512fp16_mask_vcvtph2udq_256(f16x8 a, u32x8 old, m8 k) {
  return MASKED(k, EACH(u32x8, 8, to_u32_h, ROUND(a, 4)), old);
}
// _mm512_cvtph_epu32, _mm512_mask_cvtph_epu32, _mm512_maskz_cvtph_epu32
u32x16 x86_avx512fp16_mask_vcvtph2udq_512(f16x16 a, u32x16 old, m16 k, int R) {
  return MASKED(k, EACH(u32x16, 16, to_u32_h, ROUND(a, R)), old);
}
// _mm_cvtph_epi64, _mm_mask_cvtph_epi64, _mm_maskz_cvtph_epi64
i64x2 x86_avx512fp16_mask_vcvtph2qq_128(f16x8 a, i64x2 old, m8 k) {
  return MASKED(k, EACH(i64x2, 2, to_i64_h, ROUND(a, 4)), old);
}
// _mm256_cvtph_epi64, _mm256_mask_cvtph_epi64, _mm256_maskz_cvtph_epi64
i64x4 x86_avx512fp16_mask_vcvtph2qq_256(f16x8 a, i64x4 old, m8 k) {
  return MASKED(k, EACH(i64x4, 4, to_i64_h, ROUND(a, 4)), old);
}
// _mm512_cvtph_epi64, _mm512_mask_cvtph_epi64, _mm512_maskz_cvtph_epi64
i64x8 x86_avx512fp16_mask_vcvtph2qq_512(f16x8 a, i64x8 old, m8 k, int R) {
  return MASKED(k, EACH(i64x8, 8, to_i64_h, ROUND(a, R)), old);
}
// _mm_cvtph_epu64, _mm_mask_cvtph_epu64, _mm_maskz_cvtph_epu64
u64x2 x86_avx512fp16_mask_vcvtph2uqq_128(f16x8 a, u64x2 old, m8 k) {
  return MASKED(k, EACH(u64x2, 2, to_u64_h, ROUND(a, 4)), old);
}
// _mm256_cvtph_epu64, _mm256_mask_cvtph_epu64, _mm256_maskz_cvtph_epu64
u64x4 x86_avx512fp16_mask_vcvtph2uqq_256(f16x8 a, u64x4 old, m8 k) {
  return MASKED(k, EACH(u64x4, 4, to_u64_h, ROUND(a, 4)), old);
}
// _mm512_cvtph_epu64, _mm512_mask_cvtph_epu64, _mm512_maskz_cvtph_epu64
u64x8 x86_avx512fp16_mask_vcvtph2uqq_512(f16x8 a, u64x8 old, m8 k, int R) {
  return MASKED(k, EACH(u64x8, 8, to_u64_h, ROUND(a, R)), old);
}
// _mm_cvttph_epi16, _mm_mask_cvttph_epi16, _mm_maskz_cvttph_epi16
i16x8 x86_avx512fp16_mask_vcvttph2w_128(f16x8 a, i16x8 old, m8 k) {
  return MASKED(k, EACH(i16x8, 8, to_i16_h, ROUND(a, 3)), old);
}
// _mm256_cvttph_epi16, _mm256_mask_cvttph_epi16, _mm256_maskz_cvttph_epi16
i16x16 x86_avx512fp16_mask_vcvttph2w_256(f16x16 a, i16x16 old, m16 k) {
  return MASKED(k, EACH(i16x16, 16, to_i16_h, ROUND(a, 3)), old);
}
// _mm512_cvttph_epi16, _mm512_mask_cvttph_epi16, _mm512_maskz_cvttph_epi16
i16x32 x86_avx512fp16_mask_vcvttph2w_512(f16x32 a, i16x32 old, m32 k, int R) {
  return MASKED(k, EACH(i16x32, 32, to_i16_h, ROUND(a, 3)), old);
}
// _mm_cvttph_epu16, _mm_mask_cvttph_epu16, _mm_maskz_cvttph_epu16
u16x8 x86_avx512fp16_mask_vcvttph2uw_128(f16x8 a, u16x8 old, m8 k) {
  return MASKED(k, EACH(u16x8, 8, to_u16_h, ROUND(a, 3)), old);
}
// _mm256_cvttph_epu16, _mm256_mask_cvttph_epu16, _mm256_maskz_cvttph_epu16
u16x16 x86_avx512fp16_mask_vcvttph2uw_256(f16x16 a, u16x16 old, m16 k) {
  return MASKED(k, EACH(u16x16, 16, to_u16_h, ROUND(a, 3)), old);
}
// _mm512_cvttph_epu16, _mm512_mask_cvttph_epu16, _mm512_maskz_cvttph_epu16
u16x32 x86_avx512fp16_mask_vcvttph2uw_512(f16x32 a, u16x32 old, m32 k, int R) {
  return MASKED(k, EACH(u16x32, 32, to_u16_h, ROUND(a, 3)), old);
}
// _mm_cvttph_epi32, _mm_mask_cvttph_epi32, _mm_maskz_cvttph_epi32
i32x4 x86_avx512fp16_mask_vcvttph2dq_128(f16x8 a, i32x4 old, m8 k) {
  return MASKED(k, EACH(i32x4, 4, to_i32_h, ROUND(a, 3)), old);
}
// _mm256_cvttph_epi32, _mm256_mask_cvttph_epi32, _mm256_maskz_cvttph_epi32
i32x8 x86_avx512fp16_mask_vcvttph2dq_256(f16x8 a, i32x8 old, m8 k) {
  return MASKED(k, EACH(i32x8, 8, to_i32_h, ROUND(a, 3)), old);
}
// _mm512_cvttph_epi32, _mm512_mask_cvttph_epi32, _mm512_maskz_cvttph_epi32
i32x16 x86_avx512fp16_mask_vcvttph2dq_512(f16x16 a, i32x16 old, m16 k, int R) {
  return MASKED(k, EACH(i32x16, 16, to_i32_h, ROUND(a, 3)), old);
}
// _mm_cvttph_epu32, _mm_mask_cvttph_epu32, _mm_maskz_cvttph_epu32
u32x4 x86_avx512fp16_mask_vcvttph2udq_128(f16x8 a, u32x4 old, m8 k) {
  return MASKED(k, EACH(u32x4, 4, to_u32_h, ROUND(a, 3)), old);
}
// _mm256_cvttph_epu32, _mm256_mask_cvttph_epu32, _mm256_maskz_cvttph_epu32
u32x8 x86_avx512fp16_mask_vcvttph2udq_256(f16x8 a, u32x8 old, m8 k) {
  return MASKED(k, EACH(u32x8, 8, to_u32_h, ROUND(a, 3)), old);
}
// _mm512_cvttph_epu32, _mm512_mask_cvttph_epu32, _mm512_maskz_cvttph_epu32
u32x16 x86_avx512fp16_mask_vcvttph2udq_512(f16x16 a, u32x16 old, m16 k, int R) {
  return MASKED(k, EACH(u32x16, 16, to_u32_h, ROUND(a, 3)), old);
}
// _mm_cvttph_epi64, _mm_mask_cvttph_epi64, _mm_maskz_cvttph_epi64
i64x2 x86_avx512fp16_mask_vcvttph2qq_128(f16x8 a, i64x2 old, m8 k) {
  return MASKED(k, EACH(i64x2, 2, to_i64_h, ROUND(a, 3)), old);
}
// _mm256_cvttph_epi64, _mm256_mask_cvttph_epi64, _mm256_maskz_cvttph_epi64
i64x4 x86_avx512fp16_mask_vcvttph2qq_256(f16x8 a, i64x4 old, m8 k) {
  return MASKED(k, EACH(i64x4, 4, to_i64_h, ROUND(a, 3)), old);
}
// _mm512_cvttph_epi64, _mm512_mask_cvttph_epi64, _mm512_maskz_cvttph_epi64
i64x8 x86_avx512fp16_mask_vcvttph2qq_512(f16x8 a, i64x8 old, m8 k, int R) {
  return MASKED(k, EACH(i64x8, 8, to_i64_h, ROUND(a, 3)), old);
}
// _mm_cvttph_epu64, _mm_mask_cvttph_epu64, _mm_maskz_cvttph_epu64
u64x2 x86_avx512fp16_mask_vcvttph2uqq_128(f16x8 a, u64x2 old, m8 k) {
  return MASKED(k, EACH(u64x2, 2, to_u64_h, ROUND(a, 3)), old);
}
// _mm256_cvttph_epu64, _mm256_mask_cvttph_epu64, _mm256_maskz_cvttph_epu64
u64x4 x86_avx512fp16_mask_vcvttph2uqq_256(f16x8 a, u64x4 old, m8 k) {
  return MASKED(k, EACH(u64x4, 4, to_u64_h, ROUND(a, 3)), old);
}
// _mm512_cvttph_epu64, _mm512_mask_cvttph_epu64, _mm512_maskz_cvttph_epu64
u64x8 x86_avx512fp16_mask_vcvttph2uqq_512(f16x8 a, u64x8 old, m8 k, int R) {
  return MASKED(k, EACH(u64x8, 8, to_u64_h, ROUND(a, 3)), old);
}
// _mm_cvtsh_i32, _mm_cvt_roundsh_i32
int x86_avx512fp16_vcvtsh2si32(f16x8 a, int R) { return to_i32_h(ROUND(a.x, R)); }
// _mm_cvtsh_u32, _mm_cvt_roundsh_u32
unsigned x86_avx512fp16_vcvtsh2usi32(f16x8 a, int R) { return to_u32_h(ROUND(a.x, R)); }
// _mm_cvtsh_i64, _mm_cvt_roundsh_i64
long x86_avx512fp16_vcvtsh2si64(f16x8 a, int R) { return to_i64_h(ROUND(a.x, R)); }
// _mm_cvtsh_u64, _mm_cvt_roundsh_u64
unsigned long x86_avx512fp16_vcvtsh2usi64(f16x8 a, int R) { return to_u64_h(ROUND(a.x, R)); }
// _mm_cvttsh_i32, _mm_cvtt_roundsh_i32
int x86_avx512fp16_vcvttsh2si32(f16x8 a, int R) { return to_i32_h(ROUND(a.x, 3)); }
// _mm_cvttsh_u32, _mm_cvtt_roundsh_u32
unsigned x86_avx512fp16_vcvttsh2usi32(f16x8 a, int R) { return to_u32_h(ROUND(a.x, 3)); }
// _mm_cvttsh_i64, _mm_cvtt_roundsh_i64
long x86_avx512fp16_vcvttsh2si64(f16x8 a, int R) { return to_i64_h(ROUND(a.x, 3)); }
// _mm_cvttsh_u64, _mm_cvtt_roundsh_u64
unsigned long x86_avx512fp16_vcvttsh2usi64(f16x8 a, int R) { return to_u64_h(ROUND(a.x, 3)); }
// _mm_cvt_roundi32_sh
f16x8 x86_avx512fp16_vcvtsi2sh(f16x8 a, int b, int R) { return SCALAR(a, 1, NEAREST(R, (_Float16)b), a); }
// _mm_cvt_roundu32_sh
f16x8 x86_avx512fp16_vcvtusi2sh(f16x8 a, unsigned b, int R) { return SCALAR(a, 1, NEAREST(R, (_Float16)b), a); }
// _mm_cvt_roundi64_sh
f16x8 x86_avx512fp16_vcvtsi642sh(f16x8 a, long b, int R) { return SCALAR(a, 1, NEAREST(R, (_Float16)b), a); }
// _mm_cvt_roundu64_sh
f16x8 x86_avx512fp16_vcvtusi642sh(f16x8 a, unsigned long b, int R) {
  return SCALAR(a, 1, NEAREST(R, (_Float16)b), a);
}
// _mm_cvtepi32_ph, _mm_mask_cvtepi32_ph, _mm_maskz_cvtepi32_ph
f16x8 x86_avx512fp16_mask_vcvtdq2ph_128(i32x4 a, f16x8 old, m8 k) {
  return MASKED(ABOVE(4, k), EACH(f16x8, 4, (_Float16), a), old);
}
// _mm_cvtepu32_ph, _mm_mask_cvtepu32_ph, _mm_maskz_cvtepu32_ph
f16x8 x86_avx512fp16_mask_vcvtudq2ph_128(u32x4 a, f16x8 old, m8 k) {
  return MASKED(ABOVE(4, k), EACH(f16x8, 4, (_Float16), a), old);
}
// _mm_cvtepi64_ph, _mm_mask_cvtepi64_ph, _mm_maskz_cvtepi64_ph
f16x8 x86_avx512fp16_mask_vcvtqq2ph_128(i64x2 a, f16x8 old, m8 k) {
  return MASKED(ABOVE(2, k), EACH(f16x8, 2, (_Float16), a), old);
}
// _mm256_cvtepi64_ph, _mm256_mask_cvtepi64_ph, _mm256_maskz_cvtepi64_ph
f16x8 x86_avx512fp16_mask_vcvtqq2ph_256(i64x4 a, f16x8 old, m8 k) {
  return MASKED(ABOVE(4, k), EACH(f16x8, 4, (_Float16), a), old);
}
// _mm_cvtepu64_ph, _mm_mask_cvtepu64_ph, _mm_maskz_cvtepu64_ph
f16x8 x86_avx512fp16_mask_vcvtuqq2ph_128(u64x2 a, f16x8 old, m8 k) {
  return MASKED(ABOVE(2, k), EACH(f16x8, 2, (_Float16), a), old);
}
// _mm256_cvtepu64_ph, _mm256_mask_cvtepu64_ph, _mm256_maskz_cvtepu64_ph
f16x8 x86_avx512fp16_mask_vcvtuqq2ph_256(u64x4 a, f16x8 old, m8 k) {
  return MASKED(ABOVE(4, k), EACH(f16x8, 4, (_Float16), a), old);
}
// _mm512_cvtepi16_ph, _mm512_mask_cvtepi16_ph, _mm512_maskz_cvtepi16_ph
f16x32 x86_avx512_sitofp_round_v32f16_v32i16(i16x32 a, int R) { return NEAREST(R, CONVERT(a, f16x32)); }
// _mm512_cvtepi32_ph, _mm512_mask_cvtepi32_ph, _mm512_maskz_cvtepi32_ph
f16x16 x86_avx512_sitofp_round_v16f16_v16i32(i32x16 a, int R) { return NEAREST(R, CONVERT(a, f16x16)); }
// _mm512_cvtepi64_ph, _mm512_mask_cvtepi64_ph, _mm512_maskz_cvtepi64_ph
f16x8 x86_avx512_sitofp_round_v8f16_v8i64(i64x8 a, int R) { return NEAREST(R, CONVERT(a, f16x8)); }
// _mm512_cvtepu16_ph, _mm512_mask_cvtepu16_ph, _mm512_maskz_cvtepu16_ph
f16x32 x86_avx512_uitofp_round_v32f16_v32i16(u16x32 a, int R) { return NEAREST(R, CONVERT(a, f16x32)); }
// _mm512_cvtepu32_ph, _mm512_mask_cvtepu32_ph, _mm512_maskz_cvtepu32_ph
f16x16 x86_avx512_uitofp_round_v16f16_v16i32(u32x16 a, int R) { return NEAREST(R, CONVERT(a, f16x16)); }
// _mm512_cvtepu64_ph, _mm512_mask_cvtepu64_ph, _mm512_maskz_cvtepu64_ph
f16x8 x86_avx512_uitofp_round_v8f16_v8i64(u64x8 a, int R) { return NEAREST(R, CONVERT(a, f16x8)); }

/* Fused multiplication and addition. */
// _mm_fmadd_sh, _mm_mask_fmadd_sh, _mm_fmsub_sh
_Float16 x86_avx512fp16_vfmadd_f16(_Float16 a, _Float16 b, _Float16 c, int R) {
  return NEAREST(R, __builtin_elementwise_fma(a, b, c));
}
// _mm512_fmadd_ph, _mm512_mask_fmadd_ph, _mm512_fmsub_ph
f16x32 x86_avx512fp16_vfmadd_ph_512(f16x32 a, f16x32 b, f16x32 c, int R) {
  return NEAREST(R, __builtin_elementwise_fma(a, b, c));
}
// _mm_fmaddsub_ph, _mm_mask_fmaddsub_ph, _mm_mask3_fmaddsub_ph: even lanes subtract
f16x8 x86_avx512fp16_vfmaddsub_ph_128(f16x8 a, f16x8 b, f16x8 c) {
  return MASKED(0xaaaaaaaa, __builtin_elementwise_fma(a, b, c), __builtin_elementwise_fma(a, b, -c));
}
// _mm256_fmaddsub_ph, _mm256_mask_fmaddsub_ph, _mm256_mask3_fmaddsub_ph: even lanes subtract
f16x16 x86_avx512fp16_vfmaddsub_ph_256(f16x16 a, f16x16 b, f16x16 c) {
  return MASKED(0xaaaaaaaa, __builtin_elementwise_fma(a, b, c), __builtin_elementwise_fma(a, b, -c));
}
// _mm512_fmaddsub_ph, _mm512_mask_fmaddsub_ph, _mm512_fmsubadd_ph: even lanes subtract
f16x32 x86_avx512fp16_vfmaddsub_ph_512(f16x32 a, f16x32 b, f16x32 c, int R) {
  return NEAREST(R, MASKED(0xaaaaaaaa, __builtin_elementwise_fma(a, b, c), __builtin_elementwise_fma(a, b, -c)));
}

/* Complex numbers, pairs of halves in the lanes of a float vector V. The real part of a times
 * that of b, or the sum of this product and c, is rounded before the imaginary part of b is
 * multiplied and added. S is the sign of that imaginary part; -1 conjugates b. */
#define PAIRS(V, H, S, a, b, real, imaginary)                                  \
  ({                                                                           \
    H a_ = (H)(a), b_ = (H)(b), r_;                                            \
    r_.even = __builtin_elementwise_fma(S(-a_.odd), b_.odd, real);             \
    r_.odd = __builtin_elementwise_fma(S(a_.even), b_.odd, imaginary);         \
    (V)r_;                                                                     \
  })
#define PLAIN(x) (x)
#define CONJUGATE(x) (-(x))
#define MULTIPLY(V, H, S, a, b) PAIRS(V, H, S, a, b, a_.even * b_.even, a_.odd * b_.even)
#define MULTIPLY_ADD(V, H, S, a, b, c)                                         \
  PAIRS(V, H, S, a, b, __builtin_elementwise_fma(a_.even, b_.even, ((H)(c)).even), \
        __builtin_elementwise_fma(a_.odd, b_.even, ((H)(c)).odd))
// _mm_fmul_pch, _mm_mask_fmul_pch, _mm_maskz_fmul_pch
f32x4 x86_avx512fp16_mask_vfmul_cph_128(f32x4 a, f32x4 b, f32x4 old, m8 k) {
  return MASKED(k, MULTIPLY(f32x4, f16x8, PLAIN, a, b), old);
}
// _mm256_fmul_pch, _mm256_mask_fmul_pch, _mm256_maskz_fmul_pch
f32x8 x86_avx512fp16_mask_vfmul_cph_256(f32x8 a, f32x8 b, f32x8 old, m8 k) {
  return MASKED(k, MULTIPLY(f32x8, f16x16, PLAIN, a, b), old);
}
// _mm512_fmul_pch, _mm512_mask_fmul_pch, _mm512_maskz_fmul_pch
f32x16 x86_avx512fp16_mask_vfmul_cph_512(f32x16 a, f32x16 b, f32x16 old, m16 k, int R) {
  return MASKED(k, NEAREST(R, MULTIPLY(f32x16, f16x32, PLAIN, a, b)), old);
}
// _mm_fmul_sch, _mm_mask_fmul_sch, _mm_maskz_fmul_sch
f32x4 x86_avx512fp16_mask_vfmul_csh(f32x4 a, f32x4 b, f32x4 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, MULTIPLY(f32x4, f16x8, PLAIN, a, b).x), old);
}
// _mm_fmadd_pch, _mm_mask_fmadd_pch, _mm_mask3_fmadd_pch
f32x4 x86_avx512fp16_mask_vfmadd_cph_128(f32x4 a, f32x4 b, f32x4 c, m8 k) {
  return MASKED(k, MULTIPLY_ADD(f32x4, f16x8, PLAIN, a, b, c), c);
}
// _mm256_fmadd_pch, _mm256_mask_fmadd_pch, _mm256_mask3_fmadd_pch
f32x8 x86_avx512fp16_mask_vfmadd_cph_256(f32x8 a, f32x8 b, f32x8 c, m8 k) {
  return MASKED(k, MULTIPLY_ADD(f32x8, f16x16, PLAIN, a, b, c), c);
}
// _mm512_fmadd_pch, _mm512_mask3_fmadd_pch, _mm512_fmadd_round_pch
f32x16 x86_avx512fp16_mask_vfmadd_cph_512(f32x16 a, f32x16 b, f32x16 c, m16 k, int R) {
  return MASKED(k, NEAREST(R, MULTIPLY_ADD(f32x16, f16x32, PLAIN, a, b, c)), c);
}
// _mm_fmadd_sch, _mm_fmadd_round_sch
f32x4 x86_avx512fp16_mask_vfmadd_csh(f32x4 a, f32x4 b, f32x4 c, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, MULTIPLY_ADD(f32x4, f16x8, PLAIN, a, b, c).x), c);
}
// _mm_maskz_fmadd_pch
f32x4 x86_avx512fp16_maskz_vfmadd_cph_128(f32x4 a, f32x4 b, f32x4 c, m8 k) {
  return MASKED(k, MULTIPLY_ADD(f32x4, f16x8, PLAIN, a, b, c), (f32x4)0);
}
// _mm256_maskz_fmadd_pch
f32x8 x86_avx512fp16_maskz_vfmadd_cph_256(f32x8 a, f32x8 b, f32x8 c, m8 k) {
  return MASKED(k, MULTIPLY_ADD(f32x8, f16x16, PLAIN, a, b, c), (f32x8)0);
}
// _mm512_maskz_fmadd_pch, _mm512_maskz_fmadd_round_pch
f32x16 x86_avx512fp16_maskz_vfmadd_cph_512(f32x16 a, f32x16 b, f32x16 c, m16 k, int R) {
  return MASKED(k, NEAREST(R, MULTIPLY_ADD(f32x16, f16x32, PLAIN, a, b, c)), (f32x16)0);
}
// _mm_maskz_fmadd_sch, _mm_maskz_fmadd_round_sch
f32x4 x86_avx512fp16_maskz_vfmadd_csh(f32x4 a, f32x4 b, f32x4 c, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, MULTIPLY_ADD(f32x4, f16x8, PLAIN, a, b, c).x), (f32x4)0);
}
// _mm_fcmul_pch, _mm_mask_fcmul_pch, _mm_maskz_fcmul_pch
f32x4 x86_avx512fp16_mask_vfcmul_cph_128(f32x4 a, f32x4 b, f32x4 old, m8 k) {
  return MASKED(k, MULTIPLY(f32x4, f16x8, CONJUGATE, a, b), old);
}
// _mm256_fcmul_pch, _mm256_mask_fcmul_pch, _mm256_maskz_fcmul_pch
f32x8 x86_avx512fp16_mask_vfcmul_cph_256(f32x8 a, f32x8 b, f32x8 old, m8 k) {
  return MASKED(k, MULTIPLY(f32x8, f16x16, CONJUGATE, a, b), old);
}
// _mm512_fcmul_pch, _mm512_mask_fcmul_pch, _mm512_maskz_fcmul_pch
f32x16 x86_avx512fp16_mask_vfcmul_cph_512(f32x16 a, f32x16 b, f32x16 old, m16 k, int R) {
  return MASKED(k, NEAREST(R, MULTIPLY(f32x16, f16x32, CONJUGATE, a, b)), old);
}
// _mm_fcmul_sch, _mm_mask_fcmul_sch, _mm_maskz_fcmul_sch
f32x4 x86_avx512fp16_mask_vfcmul_csh(f32x4 a, f32x4 b, f32x4 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, MULTIPLY(f32x4, f16x8, CONJUGATE, a, b).x), old);
}
// _mm_fcmadd_pch, _mm_mask_fcmadd_pch, _mm_mask3_fcmadd_pch
f32x4 x86_avx512fp16_mask_vfcmadd_cph_128(f32x4 a, f32x4 b, f32x4 c, m8 k) {
  return MASKED(k, MULTIPLY_ADD(f32x4, f16x8, CONJUGATE, a, b, c), c);
}
// _mm256_fcmadd_pch, _mm256_mask_fcmadd_pch, _mm256_mask3_fcmadd_pch
f32x8 x86_avx512fp16_mask_vfcmadd_cph_256(f32x8 a, f32x8 b, f32x8 c, m8 k) {
  return MASKED(k, MULTIPLY_ADD(f32x8, f16x16, CONJUGATE, a, b, c), c);
}
// _mm512_fcmadd_pch, _mm512_mask3_fcmadd_pch, _mm512_fcmadd_round_pch
f32x16 x86_avx512fp16_mask_vfcmadd_cph_512(f32x16 a, f32x16 b, f32x16 c, m16 k, int R) {
  return MASKED(k, NEAREST(R, MULTIPLY_ADD(f32x16, f16x32, CONJUGATE, a, b, c)), c);
}
// _mm_fcmadd_sch, _mm_fcmadd_round_sch
f32x4 x86_avx512fp16_mask_vfcmadd_csh(f32x4 a, f32x4 b, f32x4 c, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, MULTIPLY_ADD(f32x4, f16x8, CONJUGATE, a, b, c).x), c);
}
// _mm_maskz_fcmadd_pch
f32x4 x86_avx512fp16_maskz_vfcmadd_cph_128(f32x4 a, f32x4 b, f32x4 c, m8 k) {
  return MASKED(k, MULTIPLY_ADD(f32x4, f16x8, CONJUGATE, a, b, c), (f32x4)0);
}
// _mm256_maskz_fcmadd_pch
f32x8 x86_avx512fp16_maskz_vfcmadd_cph_256(f32x8 a, f32x8 b, f32x8 c, m8 k) {
  return MASKED(k, MULTIPLY_ADD(f32x8, f16x16, CONJUGATE, a, b, c), (f32x8)0);
}
// _mm512_maskz_fcmadd_pch, _mm512_maskz_fcmadd_round_pch
f32x16 x86_avx512fp16_maskz_vfcmadd_cph_512(f32x16 a, f32x16 b, f32x16 c, m16 k, int R) {
  return MASKED(k, NEAREST(R, MULTIPLY_ADD(f32x16, f16x32, CONJUGATE, a, b, c)), (f32x16)0);
}
// _mm_maskz_fcmadd_sch, _mm_maskz_fcmadd_round_sch
f32x4 x86_avx512fp16_maskz_vfcmadd_csh(f32x4 a, f32x4 b, f32x4 c, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, MULTIPLY_ADD(f32x4, f16x8, CONJUGATE, a, b, c).x), (f32x4)0);
}
