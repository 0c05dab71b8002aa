/* AVX-512DQ: quadword conversions, float classes, 8-bit masks
 * (avx512dqintrin.h, avx512vldqintrin.h). */

#define CLASS32(I, a, imm) CLASS(I, a, imm, 32, 23)
#define CLASS64(I, a, imm) CLASS(I, a, imm, 64, 52)

// _mm_fpclass_pd_mask, _mm_mask_fpclass_pd_mask
m8 x86_avx512_fpclass_pd_128(f64x2 a, int imm) { return BITS(CLASS64(i64x2, a, imm)); }
// _mm256_fpclass_pd_mask, _mm256_mask_fpclass_pd_mask
m8 x86_avx512_fpclass_pd_256(f64x4 a, int imm) { return BITS(CLASS64(i64x4, a, imm)); }
// _mm512_fpclass_pd_mask, _mm512_mask_fpclass_pd_mask
m8 x86_avx512_fpclass_pd_512(f64x8 a, int imm) { return BITS(CLASS64(i64x8, a, imm)); }
// _mm_fpclass_ps_mask, _mm_mask_fpclass_ps_mask
m8 x86_avx512_fpclass_ps_128(f32x4 a, int imm) { return BITS(CLASS32(i32x4, a, imm)); }
// _mm256_fpclass_ps_mask, _mm256_mask_fpclass_ps_mask
m8 x86_avx512_fpclass_ps_256(f32x8 a, int imm) { return BITS(CLASS32(i32x8, a, imm)); }
// _mm512_fpclass_ps_mask, _mm512_mask_fpclass_ps_mask
m16 x86_avx512_fpclass_ps_512(f32x16 a, int imm) { return BITS(CLASS32(i32x16, a, imm)); }
// _kadd_mask8
m8 x86_avx512_kadd_b(m8 a, m8 b) { return a + b; }
// _kadd_mask16
m16 x86_avx512_kadd_w(m16 a, m16 b) { return a + b; }
// _ktest_mask8_u8, _ktestc_mask8_u8
int x86_avx512_ktestc_b(m8 a, m8 b) { return (m8)(~a & b) == 0; }
// _ktest_mask16_u8, _ktestc_mask16_u8
int x86_avx512_ktestc_w(m16 a, m16 b) { return (m16)(~a & b) == 0; }
// _ktest_mask8_u8, _ktestz_mask8_u8
int x86_avx512_ktestz_b(m8 a, m8 b) { return (a & b) == 0; }
// _ktest_mask16_u8, _ktestz_mask16_u8
int x86_avx512_ktestz_w(m16 a, m16 b) { return (a & b) == 0; }
// _mm512_mask_compress_epi64, _mm512_maskz_compress_epi64
i64x8 x86_avx512_mask_compress_v8i64(i64x8 a, i64x8 old, m8 k) { return COMPRESS(a, old, k); }
// _mm_cvtpd_epi64, _mm_mask_cvtpd_epi64, _mm_maskz_cvtpd_epi64
i64x2 x86_avx512_mask_cvtpd2qq_128(f64x2 a, i64x2 old, m8 k) {
  return MASKED(k, EACH(i64x2, 2, to_i64_d, ROUND(a, 4)), old);
}
// _mm256_cvtpd_epi64, _mm256_mask_cvtpd_epi64, _mm256_maskz_cvtpd_epi64
i64x4 x86_avx512_mask_cvtpd2qq_256(f64x4 a, i64x4 old, m8 k) {
  return MASKED(k, EACH(i64x4, 4, to_i64_d, ROUND(a, 4)), old);
}
// _mm512_cvtpd_epi64, _mm512_cvt_roundpd_epi64, _mm512_mask_cvtpd_epi64
i64x8 x86_avx512_mask_cvtpd2qq_512(f64x8 a, i64x8 old, m8 k, int R) {
  return MASKED(k, EACH(i64x8, 8, to_i64_d, ROUND(a, R)), old);
}
// _mm_cvtpd_epu64, _mm_mask_cvtpd_epu64, _mm_maskz_cvtpd_epu64
u64x2 x86_avx512_mask_cvtpd2uqq_128(f64x2 a, u64x2 old, m8 k) {
  return MASKED(k, EACH(u64x2, 2, to_u64_d, ROUND(a, 4)), old);
}
// _mm256_cvtpd_epu64, _mm256_mask_cvtpd_epu64, _mm256_maskz_cvtpd_epu64
u64x4 x86_avx512_mask_cvtpd2uqq_256(f64x4 a, u64x4 old, m8 k) {
  return MASKED(k, EACH(u64x4, 4, to_u64_d, ROUND(a, 4)), old);
}
// _mm512_cvtpd_epu64, _mm512_cvt_roundpd_epu64, _mm512_mask_cvtpd_epu64
u64x8 x86_avx512_mask_cvtpd2uqq_512(f64x8 a, u64x8 old, m8 k, int R) {
  return MASKED(k, EACH(u64x8, 8, to_u64_d, ROUND(a, R)), old);
}
// _mm_cvtps_epi64, _mm_mask_cvtps_epi64, _mm_maskz_cvtps_epi64
i64x2 x86_avx512_mask_cvtps2qq_128(f32x4 a, i64x2 old, m8 k) {
  return MASKED(k, EACH(i64x2, 2, to_i64_f, ROUND(a, 4)), old);
}
// _mm256_cvtps_epi64, _mm256_mask_cvtps_epi64, _mm256_maskz_cvtps_epi64
i64x4 x86_avx512_mask_cvtps2qq_256(f32x4 a, i64x4 old, m8 k) {
  return MASKED(k, EACH(i64x4, 4, to_i64_f, ROUND(a, 4)), old);
}
// _mm512_cvtps_epi64, _mm512_cvt_roundps_epi64, _mm512_mask_cvtps_epi64
i64x8 x86_avx512_mask_cvtps2qq_512(f32x8 a, i64x8 old, m8 k, int R) {
  return MASKED(k, EACH(i64x8, 8, to_i64_f, ROUND(a, R)), old);
}
// _mm_cvtps_epu64, _mm_mask_cvtps_epu64, _mm_maskz_cvtps_epu64
u64x2 x86_avx512_mask_cvtps2uqq_128(f32x4 a, u64x2 old, m8 k) {
  return MASKED(k, EACH(u64x2, 2, to_u64_f, ROUND(a, 4)), old);
}
// _mm256_cvtps_epu64, _mm256_mask_cvtps_epu64, _mm256_maskz_cvtps_epu64
u64x4 x86_avx512_mask_cvtps2uqq_256(f32x4 a, u64x4 old, m8 k) {
  return MASKED(k, EACH(u64x4, 4, to_u64_f, ROUND(a, 4)), old);
}
// _mm512_cvtps_epu64, _mm512_cvt_roundps_epu64, _mm512_mask_cvtps_epu64
u64x8 x86_avx512_mask_cvtps2uqq_512(f32x8 a, u64x8 old, m8 k, int R) {
  return MASKED(k, EACH(u64x8, 8, to_u64_f, ROUND(a, R)), old);
}
// _mm_cvtepi64_ps, _mm_mask_cvtepi64_ps, _mm_maskz_cvtepi64_ps
f32x4 x86_avx512_mask_cvtqq2ps_128(i64x2 a, f32x4 old, m8 k) {
  return MASKED(ABOVE(2, k), EACH(f32x4, 2, (float), a), old);
}
// _mm_cvttpd_epi64, _mm_mask_cvttpd_epi64, _mm_maskz_cvttpd_epi64
i64x2 x86_avx512_mask_cvttpd2qq_128(f64x2 a, i64x2 old, m8 k) {
  return MASKED(k, EACH(i64x2, 2, to_i64_d, ROUND(a, 3)), old);
}
// _mm256_cvttpd_epi64, _mm256_mask_cvttpd_epi64, _mm256_maskz_cvttpd_epi64
i64x4 x86_avx512_mask_cvttpd2qq_256(f64x4 a, i64x4 old, m8 k) {
  return MASKED(k, EACH(i64x4, 4, to_i64_d, ROUND(a, 3)), old);
}
// _mm512_cvttpd_epi64, _mm512_cvtt_roundpd_epi64, _mm512_mask_cvttpd_epi64
i64x8 x86_avx512_mask_cvttpd2qq_512(f64x8 a, i64x8 old, m8 k, int R) {
  return MASKED(k, EACH(i64x8, 8, to_i64_d, ROUND(a, 3)), old);
}
// _mm_cvttpd_epu64, _mm_mask_cvttpd_epu64, _mm_maskz_cvttpd_epu64
u64x2 x86_avx512_mask_cvttpd2uqq_128(f64x2 a, u64x2 old, m8 k) {
  return MASKED(k, EACH(u64x2, 2, to_u64_d, ROUND(a, 3)), old);
}
// _mm256_cvttpd_epu64, _mm256_mask_cvttpd_epu64, _mm256_maskz_cvttpd_epu64
u64x4 x86_avx512_mask_cvttpd2uqq_256(f64x4 a, u64x4 old, m8 k) {
  return MASKED(k, EACH(u64x4, 4, to_u64_d, ROUND(a, 3)), old);
}
// _mm512_cvttpd_epu64, _mm512_cvtt_roundpd_epu64, _mm512_mask_cvttpd_epu64
u64x8 x86_avx512_mask_cvttpd2uqq_512(f64x8 a, u64x8 old, m8 k, int R) {
  return MASKED(k, EACH(u64x8, 8, to_u64_d, ROUND(a, 3)), old);
}
// _mm_cvttps_epi64, _mm_mask_cvttps_epi64, _mm_maskz_cvttps_epi64
i64x2 x86_avx512_mask_cvttps2qq_128(f32x4 a, i64x2 old, m8 k) {
  return MASKED(k, EACH(i64x2, 2, to_i64_f, ROUND(a, 3)), old);
}
// _mm256_cvttps_epi64, _mm256_mask_cvttps_epi64, _mm256_maskz_cvttps_epi64
i64x4 x86_avx512_mask_cvttps2qq_256(f32x4 a, i64x4 old, m8 k) {
  return MASKED(k, EACH(i64x4, 4, to_i64_f, ROUND(a, 3)), old);
}
// _mm512_cvttps_epi64, _mm512_cvtt_roundps_epi64, _mm512_mask_cvttps_epi64
i64x8 x86_avx512_mask_cvttps2qq_512(f32x8 a, i64x8 old, m8 k, int R) {
  return MASKED(k, EACH(i64x8, 8, to_i64_f, ROUND(a, 3)), old);
}
// _mm_cvttps_epu64, _mm_mask_cvttps_epu64, _mm_maskz_cvttps_epu64
u64x2 x86_avx512_mask_cvttps2uqq_128(f32x4 a, u64x2 old, m8 k) {
  return MASKED(k, EACH(u64x2, 2, to_u64_f, ROUND(a, 3)), old);
}
// _mm256_cvttps_epu64, _mm256_mask_cvttps_epu64, _mm256_maskz_cvttps_epu64
u64x4 x86_avx512_mask_cvttps2uqq_256(f32x4 a, u64x4 old, m8 k) {
  return MASKED(k, EACH(u64x4, 4, to_u64_f, ROUND(a, 3)), old);
}
// _mm512_cvttps_epu64, _mm512_cvtt_roundps_epu64, _mm512_mask_cvttps_epu64
u64x8 x86_avx512_mask_cvttps2uqq_512(f32x8 a, u64x8 old, m8 k, int R) {
  return MASKED(k, EACH(u64x8, 8, to_u64_f, ROUND(a, 3)), old);
}
// _mm_cvtepu64_ps, _mm_mask_cvtepu64_ps, _mm_maskz_cvtepu64_ps
f32x4 x86_avx512_mask_cvtuqq2ps_128(u64x2 a, f32x4 old, m8 k) {
  return MASKED(ABOVE(2, k), EACH(f32x4, 2, (float), a), old);
}
// _mm512_mask_expand_epi64, _mm512_maskz_expand_epi64
i64x8 x86_avx512_mask_expand_v8i64(i64x8 a, i64x8 old, m8 k) { return EXPAND(a, old, k); }
// _mm_fpclass_sd_mask, _mm_mask_fpclass_sd_mask
m8 x86_avx512_mask_fpclass_sd(f64x2 a, int imm, m8 k) { return CLASS64(i64x2, a, imm).x & k & 1; }
// _mm_fpclass_ss_mask, _mm_mask_fpclass_ss_mask
m8 x86_avx512_mask_fpclass_ss(f32x4 a, int imm, m8 k) { return CLASS32(i32x4, a, imm).x & k & 1; }
// _mm512_cvt_roundepi64_ps, _mm512_mask_cvt_roundepi64_ps, _mm512_maskz_cvt_roundepi64_ps
f32x8 x86_avx512_sitofp_round_v8f32_v8i64(i64x8 a, int R) { return NEAREST(R, CONVERT(a, f32x8)); }
// _mm512_cvt_roundepi64_pd, _mm512_mask_cvt_roundepi64_pd, _mm512_maskz_cvt_roundepi64_pd
f64x8 x86_avx512_sitofp_round_v8f64_v8i64(i64x8 a, int R) { return NEAREST(R, CONVERT(a, f64x8)); }
// _mm512_cvt_roundepu64_ps, _mm512_mask_cvt_roundepu64_ps, _mm512_maskz_cvt_roundepu64_ps
f32x8 x86_avx512_uitofp_round_v8f32_v8i64(u64x8 a, int R) { return NEAREST(R, CONVERT(a, f32x8)); }
// _mm512_cvt_roundepu64_pd, _mm512_mask_cvt_roundepu64_pd, _mm512_maskz_cvt_roundepu64_pd
f64x8 x86_avx512_uitofp_round_v8f64_v8i64(u64x8 a, int R) { return NEAREST(R, CONVERT(a, f64x8)); }
// _mm_range_pd, _mm_mask_range_pd, _mm_maskz_range_pd
f64x2 x86_avx512_mask_range_pd_128(f64x2 a, f64x2 b, int imm, f64x2 old, m8 k) {
  return MASKED(k, RANGE(f64x2, i64x2, a, b, imm, 64, 52), old);
}
// _mm256_range_pd, _mm256_mask_range_pd, _mm256_maskz_range_pd
f64x4 x86_avx512_mask_range_pd_256(f64x4 a, f64x4 b, int imm, f64x4 old, m8 k) {
  return MASKED(k, RANGE(f64x4, i64x4, a, b, imm, 64, 52), old);
}
// _mm512_range_pd, _mm512_mask_range_pd, _mm512_maskz_range_pd
f64x8 x86_avx512_mask_range_pd_512(f64x8 a, f64x8 b, int imm, f64x8 old, m8 k, int R) {
  return MASKED(k, RANGE(f64x8, i64x8, a, b, imm, 64, 52), old);
}
// _mm_range_sd, _mm_mask_range_sd, _mm_maskz_range_sd
f64x2 x86_avx512_mask_range_sd(f64x2 a, f64x2 b, f64x2 old, m8 k, int imm, int R) {
  return SCALAR(a, k, RANGE(f64x2, i64x2, a, b, imm, 64, 52).x, old);
}
// _mm_range_ps, _mm_mask_range_ps, _mm_maskz_range_ps
f32x4 x86_avx512_mask_range_ps_128(f32x4 a, f32x4 b, int imm, f32x4 old, m8 k) {
  return MASKED(k, RANGE(f32x4, i32x4, a, b, imm, 32, 23), old);
}
// _mm256_range_ps, _mm256_mask_range_ps, _mm256_maskz_range_ps
f32x8 x86_avx512_mask_range_ps_256(f32x8 a, f32x8 b, int imm, f32x8 old, m8 k) {
  return MASKED(k, RANGE(f32x8, i32x8, a, b, imm, 32, 23), old);
}
// _mm512_range_ps, _mm512_mask_range_ps, _mm512_maskz_range_ps
f32x16 x86_avx512_mask_range_ps_512(f32x16 a, f32x16 b, int imm, f32x16 old, m16 k, int R) {
  return MASKED(k, RANGE(f32x16, i32x16, a, b, imm, 32, 23), old);
}
// _mm_range_ss, _mm_mask_range_ss, _mm_maskz_range_ss
f32x4 x86_avx512_mask_range_ss(f32x4 a, f32x4 b, f32x4 old, m8 k, int imm, int R) {
  return SCALAR(a, k, RANGE(f32x4, i32x4, a, b, imm, 32, 23).x, old);
}
// _mm_reduce_pd, _mm_mask_reduce_pd, _mm_maskz_reduce_pd
f64x2 x86_avx512_mask_reduce_pd_128(f64x2 a, int imm, f64x2 old, m8 k) {
  return MASKED(k, REDUCE(f64x2, i64x2, a, imm, 64, 52), old);
}
// _mm256_reduce_pd, _mm256_mask_reduce_pd, _mm256_maskz_reduce_pd
f64x4 x86_avx512_mask_reduce_pd_256(f64x4 a, int imm, f64x4 old, m8 k) {
  return MASKED(k, REDUCE(f64x4, i64x4, a, imm, 64, 52), old);
}
// _mm512_reduce_pd, _mm512_mask_reduce_pd, _mm512_maskz_reduce_pd
f64x8 x86_avx512_mask_reduce_pd_512(f64x8 a, int imm, f64x8 old, m8 k, int R) {
  return MASKED(k, REDUCE(f64x8, i64x8, a, imm, 64, 52), old);
}
// _mm_reduce_sd, _mm_mask_reduce_sd, _mm_maskz_reduce_sd
f64x2 x86_avx512_mask_reduce_sd(f64x2 a, f64x2 b, f64x2 old, m8 k, int imm, int R) {
  return SCALAR(a, k, REDUCE(f64x2, i64x2, b, imm, 64, 52).x, old);
}
// _mm_reduce_ps, _mm_mask_reduce_ps, _mm_maskz_reduce_ps
f32x4 x86_avx512_mask_reduce_ps_128(f32x4 a, int imm, f32x4 old, m8 k) {
  return MASKED(k, REDUCE(f32x4, i32x4, a, imm, 32, 23), old);
}
// _mm256_reduce_ps, _mm256_mask_reduce_ps, _mm256_maskz_reduce_ps
f32x8 x86_avx512_mask_reduce_ps_256(f32x8 a, int imm, f32x8 old, m8 k) {
  return MASKED(k, REDUCE(f32x8, i32x8, a, imm, 32, 23), old);
}
// _mm512_reduce_ps, _mm512_mask_reduce_ps, _mm512_maskz_reduce_ps
f32x16 x86_avx512_mask_reduce_ps_512(f32x16 a, int imm, f32x16 old, m16 k, int R) {
  return MASKED(k, REDUCE(f32x16, i32x16, a, imm, 32, 23), old);
}
// _mm_reduce_ss, _mm_mask_reduce_ss, _mm_maskz_reduce_ss
f32x4 x86_avx512_mask_reduce_ss(f32x4 a, f32x4 b, f32x4 old, m8 k, int imm, int R) {
  return SCALAR(a, k, REDUCE(f32x4, i32x4, b, imm, 32, 23).x, old);
}
