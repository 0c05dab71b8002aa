/* AVX-512F: the 512-bit and the scalar forms of llvm.x86.avx512.*
 * (avx512fintrin.h). */

// _mm512_add_round_pd, _mm512_mask_add_round_pd, _mm512_maskz_add_round_pd
f64x8 x86_avx512_add_pd_512(f64x8 a, f64x8 b, int R) { return NEAREST(R, a + b); }
// _mm512_add_round_ps, _mm512_mask_add_round_ps, _mm512_maskz_add_round_ps
f32x16 x86_avx512_add_ps_512(f32x16 a, f32x16 b, int R) { return NEAREST(R, a + b); }
// _mm_cvt_roundi64_sd, _mm_cvt_roundsi64_sd
f64x2 x86_avx512_cvtsi2sd64(f64x2 a, long b, int R) { return SCALAR(a, 1, NEAREST(R, (double)b), a); }
// _mm_cvt_roundi32_ss, _mm_cvt_roundsi32_ss
f32x4 x86_avx512_cvtsi2ss32(f32x4 a, int b, int R) { return SCALAR(a, 1, NEAREST(R, (float)b), a); }
// _mm_cvt_roundi64_ss, _mm_cvt_roundsi64_ss
f32x4 x86_avx512_cvtsi2ss64(f32x4 a, long b, int R) { return SCALAR(a, 1, NEAREST(R, (float)b), a); }
// _mm_cvttsd_i32, _mm_cvtt_roundsd_i32, _mm_cvtt_roundsd_si32
int x86_avx512_cvttsd2si(f64x2 a, int R) { return to_i32_d(ROUND(a.x, 3)); }
// _mm_cvttsd_i64, _mm_cvtt_roundsd_i64, _mm_cvtt_roundsd_si64
long x86_avx512_cvttsd2si64(f64x2 a, int R) { return to_i64_d(ROUND(a.x, 3)); }
// _mm_cvttsd_u32, _mm_cvtt_roundsd_u32
unsigned x86_avx512_cvttsd2usi(f64x2 a, int R) { return to_u32_d(ROUND(a.x, 3)); }
// _mm_cvttsd_u64, _mm_cvtt_roundsd_u64
unsigned long x86_avx512_cvttsd2usi64(f64x2 a, int R) { return to_u64_d(ROUND(a.x, 3)); }
// _mm_cvttss_i32, _mm_cvtt_roundss_i32, _mm_cvtt_roundss_si32
int x86_avx512_cvttss2si(f32x4 a, int R) { return to_i32_f(ROUND(a.x, 3)); }
// _mm_cvttss_i64, _mm_cvtt_roundss_i64, _mm_cvtt_roundss_si64
long x86_avx512_cvttss2si64(f32x4 a, int R) { return to_i64_f(ROUND(a.x, 3)); }
// _mm_cvttss_u32, _mm_cvtt_roundss_u32
unsigned x86_avx512_cvttss2usi(f32x4 a, int R) { return to_u32_f(ROUND(a.x, 3)); }
// _mm_cvttss_u64, _mm_cvtt_roundss_u64
unsigned long x86_avx512_cvttss2usi64(f32x4 a, int R) { return to_u64_f(ROUND(a.x, 3)); }
// _mm_cvt_roundu32_ss
f32x4 x86_avx512_cvtusi2ss(f32x4 a, unsigned b, int R) { return SCALAR(a, 1, NEAREST(R, (float)b), a); }
// _mm_cvt_roundu64_sd
f64x2 x86_avx512_cvtusi642sd(f64x2 a, unsigned long b, int R) {
  return SCALAR(a, 1, NEAREST(R, (double)b), a);
}
// _mm_cvt_roundu64_ss
f32x4 x86_avx512_cvtusi642ss(f32x4 a, unsigned long b, int R) {
  return SCALAR(a, 1, NEAREST(R, (float)b), a);
}
// _mm512_div_round_pd, _mm512_mask_div_round_pd, _mm512_maskz_div_round_pd
f64x8 x86_avx512_div_pd_512(f64x8 a, f64x8 b, int R) { return NEAREST(R, a / b); }
// _mm512_div_round_ps, _mm512_mask_div_round_ps, _mm512_maskz_div_round_ps
f32x16 x86_avx512_div_ps_512(f32x16 a, f32x16 b, int R) { return NEAREST(R, a / b); }
// _mm_add_round_sd, _mm_mask_add_round_sd, _mm_maskz_add_round_sd
f64x2 x86_avx512_mask_add_sd_round(f64x2 a, f64x2 b, f64x2 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, a.x + b.x), old);
}
// _mm_add_round_ss, _mm_mask_add_round_ss, _mm_maskz_add_round_ss
f32x4 x86_avx512_mask_add_ss_round(f32x4 a, f32x4 b, f32x4 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, a.x + b.x), old);
}
COMPARE(compare_f64x8, i64x8, f64x8)
// _mm512_cmp_pd_mask
m8 x86_avx512_mask_cmp_pd_512(f64x8 a, f64x8 b, int imm, m8 k, int R) {
  return BITS(compare_f64x8(a, b, imm)) & k;
}
COMPARE(compare_f32x16, i32x16, f32x16)
// _mm512_cmp_ps_mask
m16 x86_avx512_mask_cmp_ps_512(f32x16 a, f32x16 b, int imm, m16 k, int R) {
  return BITS(compare_f32x16(a, b, imm)) & k;
}
// _mm_cmp_sd_mask, _mm_cmp_round_sd_mask, _mm_mask_cmp_sd_mask
m8 x86_avx512_mask_cmp_sd(f64x2 a, f64x2 b, int imm, m8 k, int R) {
  return compare_f64x2(a, b, imm).x & k & 1;
}
// _mm_cmp_ss_mask, _mm_cmp_round_ss_mask, _mm_mask_cmp_ss_mask
m8 x86_avx512_mask_cmp_ss(f32x4 a, f32x4 b, int imm, m8 k, int R) {
  return compare_f32x4(a, b, imm).x & k & 1;
}
// _mm512_mask_compress_ps, _mm512_maskz_compress_ps
f32x16 x86_avx512_mask_compress_v16f32(f32x16 a, f32x16 old, m16 k) { return COMPRESS(a, old, k); }
// _mm512_mask_compress_epi32, _mm512_maskz_compress_epi32
i32x16 x86_avx512_mask_compress_v16i32(i32x16 a, i32x16 old, m16 k) { return COMPRESS(a, old, k); }
// _mm512_mask_compress_pd, _mm512_maskz_compress_pd
f64x8 x86_avx512_mask_compress_v8f64(f64x8 a, f64x8 old, m8 k) { return COMPRESS(a, old, k); }
// _mm512_cvtpd_epi32, _mm512_cvt_roundpd_epi32, _mm512_mask_cvtpd_epi32
i32x8 x86_avx512_mask_cvtpd2dq_512(f64x8 a, i32x8 old, m8 k, int R) {
  return MASKED(k, EACH(i32x8, 8, to_i32_d, ROUND(a, R)), old);
}
// _mm512_cvtpd_ps, _mm512_cvtpd_pslo, _mm512_cvt_roundpd_ps
f32x8 x86_avx512_mask_cvtpd2ps_512(f64x8 a, f32x8 old, m8 k, int R) {
  return MASKED(k, NEAREST(R, CONVERT(a, f32x8)), old);
}
// _mm512_cvtpd_epu32, _mm512_cvt_roundpd_epu32, _mm512_mask_cvtpd_epu32
u32x8 x86_avx512_mask_cvtpd2udq_512(f64x8 a, u32x8 old, m8 k, int R) {
  return MASKED(k, EACH(u32x8, 8, to_u32_d, ROUND(a, R)), old);
}
// _mm512_cvtps_epi32, _mm512_cvt_roundps_epi32, _mm512_mask_cvtps_epi32
i32x16 x86_avx512_mask_cvtps2dq_512(f32x16 a, i32x16 old, m16 k, int R) {
  return MASKED(k, EACH(i32x16, 16, to_i32_f, ROUND(a, R)), old);
}
// _mm512_cvt_roundps_pd, _mm512_mask_cvt_roundps_pd, _mm512_maskz_cvt_roundps_pd
f64x8 x86_avx512_mask_cvtps2pd_512(f32x8 a, f64x8 old, m8 k, int R) {
  return MASKED(k, CONVERT(a, f64x8), old);
}
// _mm512_cvtps_epu32, _mm512_cvt_roundps_epu32, _mm512_mask_cvtps_epu32
u32x16 x86_avx512_mask_cvtps2udq_512(f32x16 a, u32x16 old, m16 k, int R) {
  return MASKED(k, EACH(u32x16, 16, to_u32_f, ROUND(a, R)), old);
}
// _mm_cvt_roundsd_ss, _mm_mask_cvtsd_ss, _mm_maskz_cvtsd_ss
f32x4 x86_avx512_mask_cvtsd2ss_round(f32x4 a, f64x2 b, f32x4 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, (float)b.x), old);
}
// _mm_cvt_roundss_sd, _mm_mask_cvtss_sd, _mm_maskz_cvtss_sd
f64x2 x86_avx512_mask_cvtss2sd_round(f64x2 a, f32x4 b, f64x2 old, m8 k, int R) {
  return SCALAR(a, k, (double)b.x, old);
}
// _mm512_cvttpd_epi32, _mm512_cvtt_roundpd_epi32, _mm512_mask_cvttpd_epi32
i32x8 x86_avx512_mask_cvttpd2dq_512(f64x8 a, i32x8 old, m8 k, int R) {
  return MASKED(k, EACH(i32x8, 8, to_i32_d, ROUND(a, 3)), old);
}
// _mm512_cvttpd_epu32, _mm512_cvtt_roundpd_epu32, _mm512_mask_cvttpd_epu32
u32x8 x86_avx512_mask_cvttpd2udq_512(f64x8 a, u32x8 old, m8 k, int R) {
  return MASKED(k, EACH(u32x8, 8, to_u32_d, ROUND(a, 3)), old);
}
// _mm512_cvttps_epi32, _mm512_cvtt_roundps_epi32, _mm512_mask_cvttps_epi32
i32x16 x86_avx512_mask_cvttps2dq_512(f32x16 a, i32x16 old, m16 k, int R) {
  return MASKED(k, EACH(i32x16, 16, to_i32_f, ROUND(a, 3)), old);
}
// _mm512_cvttps_epu32, _mm512_cvtt_roundps_epu32, _mm512_mask_cvttps_epu32
u32x16 x86_avx512_mask_cvttps2udq_512(f32x16 a, u32x16 old, m16 k, int R) {
  return MASKED(k, EACH(u32x16, 16, to_u32_f, ROUND(a, 3)), old);
}
// _mm_div_round_sd, _mm_mask_div_round_sd, _mm_maskz_div_round_sd
f64x2 x86_avx512_mask_div_sd_round(f64x2 a, f64x2 b, f64x2 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, a.x / b.x), old);
}
// _mm_div_round_ss, _mm_mask_div_round_ss, _mm_maskz_div_round_ss
f32x4 x86_avx512_mask_div_ss_round(f32x4 a, f32x4 b, f32x4 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, a.x / b.x), old);
}
// _mm512_mask_expand_ps, _mm512_maskz_expand_ps
f32x16 x86_avx512_mask_expand_v16f32(f32x16 a, f32x16 old, m16 k) { return EXPAND(a, old, k); }
// _mm512_mask_expand_epi32, _mm512_maskz_expand_epi32
i32x16 x86_avx512_mask_expand_v16i32(i32x16 a, i32x16 old, m16 k) { return EXPAND(a, old, k); }
// _mm512_mask_expand_pd, _mm512_maskz_expand_pd
f64x8 x86_avx512_mask_expand_v8f64(f64x8 a, f64x8 old, m8 k) { return EXPAND(a, old, k); }
// _mm512_i32gather_pd, _mm512_mask_i32gather_pd
f64x8 x86_avx512_mask_gather_dpd_512(f64x8 old, void *base, i32x8 at, m8 k, int scale) {
  return GATHER_MASKED(f64x8, double, 8, old, base, at, k, scale);
}
// _mm512_i32gather_epi32, _mm512_mask_i32gather_epi32
i32x16 x86_avx512_mask_gather_dpi_512(i32x16 old, void *base, i32x16 at, m16 k, int scale) {
  return GATHER_MASKED(i32x16, int, 16, old, base, at, k, scale);
}
// _mm512_i32gather_epi64, _mm512_mask_i32gather_epi64
i64x8 x86_avx512_mask_gather_dpq_512(i64x8 old, void *base, i32x8 at, m8 k, int scale) {
  return GATHER_MASKED(i64x8, long, 8, old, base, at, k, scale);
}
// _mm512_i32gather_ps, _mm512_mask_i32gather_ps
f32x16 x86_avx512_mask_gather_dps_512(f32x16 old, void *base, i32x16 at, m16 k, int scale) {
  return GATHER_MASKED(f32x16, float, 16, old, base, at, k, scale);
}
// _mm512_i64gather_pd, _mm512_mask_i64gather_pd
f64x8 x86_avx512_mask_gather_qpd_512(f64x8 old, void *base, i64x8 at, m8 k, int scale) {
  return GATHER_MASKED(f64x8, double, 8, old, base, at, k, scale);
}
// _mm512_i64gather_epi32, _mm512_mask_i64gather_epi32
i32x8 x86_avx512_mask_gather_qpi_512(i32x8 old, void *base, i64x8 at, m8 k, int scale) {
  return GATHER_MASKED(i32x8, int, 8, old, base, at, k, scale);
}
// _mm512_i64gather_epi64, _mm512_mask_i64gather_epi64
i64x8 x86_avx512_mask_gather_qpq_512(i64x8 old, void *base, i64x8 at, m8 k, int scale) {
  return GATHER_MASKED(i64x8, long, 8, old, base, at, k, scale);
}
// _mm512_i64gather_ps, _mm512_mask_i64gather_ps
f32x8 x86_avx512_mask_gather_qps_512(f32x8 old, void *base, i64x8 at, m8 k, int scale) {
  return GATHER_MASKED(f32x8, float, 8, old, base, at, k, scale);
}
// _mm_max_round_sd, _mm_mask_max_sd, _mm_maskz_max_sd
f64x2 x86_avx512_mask_max_sd_round(f64x2 a, f64x2 b, f64x2 old, m8 k, int R) {
  return SCALAR(a, k, a.x > b.x ? a.x : b.x, old);
}
// _mm_max_round_ss, _mm_mask_max_ss, _mm_maskz_max_ss
f32x4 x86_avx512_mask_max_ss_round(f32x4 a, f32x4 b, f32x4 old, m8 k, int R) {
  return SCALAR(a, k, a.x > b.x ? a.x : b.x, old);
}
// _mm_min_round_sd, _mm_mask_min_sd, _mm_maskz_min_sd
f64x2 x86_avx512_mask_min_sd_round(f64x2 a, f64x2 b, f64x2 old, m8 k, int R) {
  return SCALAR(a, k, a.x < b.x ? a.x : b.x, old);
}
// _mm_min_round_ss, _mm_mask_min_ss, _mm_maskz_min_ss
f32x4 x86_avx512_mask_min_ss_round(f32x4 a, f32x4 b, f32x4 old, m8 k, int R) {
  return SCALAR(a, k, a.x < b.x ? a.x : b.x, old);
}
// _mm_mul_round_sd, _mm_mask_mul_round_sd, _mm_maskz_mul_round_sd
f64x2 x86_avx512_mask_mul_sd_round(f64x2 a, f64x2 b, f64x2 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, a.x * b.x), old);
}
// _mm_mul_round_ss, _mm_mask_mul_round_ss, _mm_maskz_mul_round_ss
f32x4 x86_avx512_mask_mul_ss_round(f32x4 a, f32x4 b, f32x4 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, a.x * b.x), old);
}
// _mm512_mask_cvtepi32_epi8, _mm512_maskz_cvtepi32_epi8
i8x16 x86_avx512_mask_pmov_db_512(i32x16 a, i8x16 old, m16 k) {
  return MASKED(k, NARROW(i8x16, 16, KEPT, 127, a), old);
}
// _mm512_mask_cvtepi32_storeu_epi8
void x86_avx512_mask_pmov_db_mem_512(void *to, i32x16 a, m16 k) {
  STORE_MASKED(signed char, 16, to, NARROW(i8x16, 16, KEPT, 127, a), k);
}
// _mm512_mask_cvtepi32_epi16, _mm512_maskz_cvtepi32_epi16
i16x16 x86_avx512_mask_pmov_dw_512(i32x16 a, i16x16 old, m16 k) {
  return MASKED(k, NARROW(i16x16, 16, KEPT, 32767, a), old);
}
// _mm512_mask_cvtepi32_storeu_epi16
void x86_avx512_mask_pmov_dw_mem_512(void *to, i32x16 a, m16 k) {
  STORE_MASKED(short, 16, to, NARROW(i16x16, 16, KEPT, 32767, a), k);
}
// _mm512_cvtepi64_epi8, _mm512_mask_cvtepi64_epi8, _mm512_maskz_cvtepi64_epi8
i8x16 x86_avx512_mask_pmov_qb_512(i64x8 a, i8x16 old, m8 k) {
  return MASKED(ABOVE(8, k), NARROW(i8x16, 8, KEPT, 127, a), old);
}
// _mm512_mask_cvtepi64_storeu_epi8
void x86_avx512_mask_pmov_qb_mem_512(void *to, i64x8 a, m8 k) {
  STORE_MASKED(signed char, 8, to, NARROW(i8x16, 8, KEPT, 127, a), k);
}
// _mm512_mask_cvtepi64_storeu_epi32
void x86_avx512_mask_pmov_qd_mem_512(void *to, i64x8 a, m8 k) {
  STORE_MASKED(int, 8, to, NARROW(i32x8, 8, KEPT, 2147483647l, a), k);
}
// _mm512_mask_cvtepi64_epi16, _mm512_maskz_cvtepi64_epi16
i16x8 x86_avx512_mask_pmov_qw_512(i64x8 a, i16x8 old, m8 k) {
  return MASKED(k, NARROW(i16x8, 8, KEPT, 32767, a), old);
}
// _mm512_mask_cvtepi64_storeu_epi16
void x86_avx512_mask_pmov_qw_mem_512(void *to, i64x8 a, m8 k) {
  STORE_MASKED(short, 8, to, NARROW(i16x8, 8, KEPT, 32767, a), k);
}
// _mm512_cvtsepi32_epi8, _mm512_mask_cvtsepi32_epi8, _mm512_maskz_cvtsepi32_epi8
i8x16 x86_avx512_mask_pmovs_db_512(i32x16 a, i8x16 old, m16 k) {
  return MASKED(k, NARROW(i8x16, 16, SIGNED, 127, a), old);
}
// _mm512_mask_cvtsepi32_storeu_epi8
void x86_avx512_mask_pmovs_db_mem_512(void *to, i32x16 a, m16 k) {
  STORE_MASKED(signed char, 16, to, NARROW(i8x16, 16, SIGNED, 127, a), k);
}
// _mm512_cvtsepi32_epi16, _mm512_mask_cvtsepi32_epi16, _mm512_maskz_cvtsepi32_epi16
i16x16 x86_avx512_mask_pmovs_dw_512(i32x16 a, i16x16 old, m16 k) {
  return MASKED(k, NARROW(i16x16, 16, SIGNED, 32767, a), old);
}
// _mm512_mask_cvtsepi32_storeu_epi16
void x86_avx512_mask_pmovs_dw_mem_512(void *to, i32x16 a, m16 k) {
  STORE_MASKED(short, 16, to, NARROW(i16x16, 16, SIGNED, 32767, a), k);
}
// _mm512_cvtsepi64_epi8, _mm512_mask_cvtsepi64_epi8, _mm512_maskz_cvtsepi64_epi8
i8x16 x86_avx512_mask_pmovs_qb_512(i64x8 a, i8x16 old, m8 k) {
  return MASKED(ABOVE(8, k), NARROW(i8x16, 8, SIGNED, 127, a), old);
}
// _mm512_mask_cvtsepi64_storeu_epi8
void x86_avx512_mask_pmovs_qb_mem_512(void *to, i64x8 a, m8 k) {
  STORE_MASKED(signed char, 8, to, NARROW(i8x16, 8, SIGNED, 127, a), k);
}
// _mm512_cvtsepi64_epi32, _mm512_mask_cvtsepi64_epi32, _mm512_maskz_cvtsepi64_epi32
i32x8 x86_avx512_mask_pmovs_qd_512(i64x8 a, i32x8 old, m8 k) {
  return MASKED(k, NARROW(i32x8, 8, SIGNED, 2147483647l, a), old);
}
// _mm512_mask_cvtsepi64_storeu_epi32
void x86_avx512_mask_pmovs_qd_mem_512(void *to, i64x8 a, m8 k) {
  STORE_MASKED(int, 8, to, NARROW(i32x8, 8, SIGNED, 2147483647l, a), k);
}
// _mm512_cvtsepi64_epi16, _mm512_mask_cvtsepi64_epi16, _mm512_maskz_cvtsepi64_epi16
i16x8 x86_avx512_mask_pmovs_qw_512(i64x8 a, i16x8 old, m8 k) {
  return MASKED(k, NARROW(i16x8, 8, SIGNED, 32767, a), old);
}
// _mm512_mask_cvtsepi64_storeu_epi16
void x86_avx512_mask_pmovs_qw_mem_512(void *to, i64x8 a, m8 k) {
  STORE_MASKED(short, 8, to, NARROW(i16x8, 8, SIGNED, 32767, a), k);
}
// _mm512_cvtusepi32_epi8, _mm512_mask_cvtusepi32_epi8, _mm512_maskz_cvtusepi32_epi8
i8x16 x86_avx512_mask_pmovus_db_512(i32x16 a, i8x16 old, m16 k) {
  return MASKED(k, NARROW(i8x16, 16, UNSIGNED, 127, a), old);
}
// _mm512_mask_cvtusepi32_storeu_epi8
void x86_avx512_mask_pmovus_db_mem_512(void *to, i32x16 a, m16 k) {
  STORE_MASKED(signed char, 16, to, NARROW(i8x16, 16, UNSIGNED, 127, a), k);
}
// _mm512_cvtusepi32_epi16, _mm512_mask_cvtusepi32_epi16, _mm512_maskz_cvtusepi32_epi16
i16x16 x86_avx512_mask_pmovus_dw_512(i32x16 a, i16x16 old, m16 k) {
  return MASKED(k, NARROW(i16x16, 16, UNSIGNED, 32767, a), old);
}
// _mm512_mask_cvtusepi32_storeu_epi16
void x86_avx512_mask_pmovus_dw_mem_512(void *to, i32x16 a, m16 k) {
  STORE_MASKED(short, 16, to, NARROW(i16x16, 16, UNSIGNED, 32767, a), k);
}
// _mm512_cvtusepi64_epi8, _mm512_mask_cvtusepi64_epi8, _mm512_maskz_cvtusepi64_epi8
i8x16 x86_avx512_mask_pmovus_qb_512(i64x8 a, i8x16 old, m8 k) {
  return MASKED(ABOVE(8, k), NARROW(i8x16, 8, UNSIGNED, 127, a), old);
}
// _mm512_mask_cvtusepi64_storeu_epi8
void x86_avx512_mask_pmovus_qb_mem_512(void *to, i64x8 a, m8 k) {
  STORE_MASKED(signed char, 8, to, NARROW(i8x16, 8, UNSIGNED, 127, a), k);
}
// _mm512_cvtusepi64_epi32, _mm512_mask_cvtusepi64_epi32, _mm512_maskz_cvtusepi64_epi32
i32x8 x86_avx512_mask_pmovus_qd_512(i64x8 a, i32x8 old, m8 k) {
  return MASKED(k, NARROW(i32x8, 8, UNSIGNED, 2147483647l, a), old);
}
// _mm512_mask_cvtusepi64_storeu_epi32
void x86_avx512_mask_pmovus_qd_mem_512(void *to, i64x8 a, m8 k) {
  STORE_MASKED(int, 8, to, NARROW(i32x8, 8, UNSIGNED, 2147483647l, a), k);
}
// _mm512_cvtusepi64_epi16, _mm512_mask_cvtusepi64_epi16, _mm512_maskz_cvtusepi64_epi16
i16x8 x86_avx512_mask_pmovus_qw_512(i64x8 a, i16x8 old, m8 k) {
  return MASKED(k, NARROW(i16x8, 8, UNSIGNED, 32767, a), old);
}
// _mm512_mask_cvtusepi64_storeu_epi16
void x86_avx512_mask_pmovus_qw_mem_512(void *to, i64x8 a, m8 k) {
  STORE_MASKED(short, 8, to, NARROW(i16x8, 8, UNSIGNED, 32767, a), k);
}
// _mm512_ceil_pd, _mm512_floor_pd, _mm512_roundscale_pd, _mm512_roundscale_round_pd
f64x8 x86_avx512_mask_rndscale_pd_512(f64x8 a, int imm, f64x8 old, m8 k, int R) {
  return MASKED(k, ROUND_SCALED(a, imm), old);
}
// _mm512_ceil_ps, _mm512_floor_ps, _mm512_roundscale_ps, _mm512_roundscale_round_ps
f32x16 x86_avx512_mask_rndscale_ps_512(f32x16 a, int imm, f32x16 old, m16 k, int R) {
  return MASKED(k, ROUND_SCALED(a, imm), old);
}
// _mm_roundscale_sd, _mm_roundscale_round_sd, _mm_mask_roundscale_sd
f64x2 x86_avx512_mask_rndscale_sd(f64x2 a, f64x2 b, f64x2 old, m8 k, int imm, int R) {
  return SCALAR(a, k, ROUND_SCALED(b.x, imm), old);
}
// _mm_roundscale_ss, _mm_roundscale_round_ss, _mm_mask_roundscale_ss
f32x4 x86_avx512_mask_rndscale_ss(f32x4 a, f32x4 b, f32x4 old, m8 k, int imm, int R) {
  return SCALAR(a, k, ROUND_SCALED(b.x, imm), old);
}
// _mm512_i32scatter_pd, _mm512_mask_i32scatter_pd
void x86_avx512_mask_scatter_dpd_512(void *base, m8 k, i32x8 at, f64x8 a, int scale) {
  SCATTER_MASKED(double, 8, base, k, at, a, scale);
}
// _mm512_i32scatter_epi32, _mm512_mask_i32scatter_epi32
void x86_avx512_mask_scatter_dpi_512(void *base, m16 k, i32x16 at, i32x16 a, int scale) {
  SCATTER_MASKED(int, 16, base, k, at, a, scale);
}
// _mm512_i32scatter_epi64, _mm512_mask_i32scatter_epi64
void x86_avx512_mask_scatter_dpq_512(void *base, m8 k, i32x8 at, i64x8 a, int scale) {
  SCATTER_MASKED(long, 8, base, k, at, a, scale);
}
// _mm512_i32scatter_ps, _mm512_mask_i32scatter_ps
void x86_avx512_mask_scatter_dps_512(void *base, m16 k, i32x16 at, f32x16 a, int scale) {
  SCATTER_MASKED(float, 16, base, k, at, a, scale);
}
// _mm512_i64scatter_pd, _mm512_mask_i64scatter_pd
void x86_avx512_mask_scatter_qpd_512(void *base, m8 k, i64x8 at, f64x8 a, int scale) {
  SCATTER_MASKED(double, 8, base, k, at, a, scale);
}
// _mm512_i64scatter_epi32, _mm512_mask_i64scatter_epi32
void x86_avx512_mask_scatter_qpi_512(void *base, m8 k, i64x8 at, i32x8 a, int scale) {
  SCATTER_MASKED(int, 8, base, k, at, a, scale);
}
// _mm512_i64scatter_epi64, _mm512_mask_i64scatter_epi64
void x86_avx512_mask_scatter_qpq_512(void *base, m8 k, i64x8 at, i64x8 a, int scale) {
  SCATTER_MASKED(long, 8, base, k, at, a, scale);
}
// _mm512_i64scatter_ps, _mm512_mask_i64scatter_ps
void x86_avx512_mask_scatter_qps_512(void *base, m8 k, i64x8 at, f32x8 a, int scale) {
  SCATTER_MASKED(float, 8, base, k, at, a, scale);
}
// _mm_sqrt_round_sd, _mm_mask_sqrt_round_sd, _mm_maskz_sqrt_round_sd
f64x2 x86_avx512_mask_sqrt_sd(f64x2 a, f64x2 b, f64x2 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, __builtin_elementwise_sqrt(b.x)), old);
}
// _mm_sqrt_round_ss, _mm_mask_sqrt_round_ss, _mm_maskz_sqrt_round_ss
f32x4 x86_avx512_mask_sqrt_ss(f32x4 a, f32x4 b, f32x4 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, __builtin_elementwise_sqrt(b.x)), old);
}
// _mm_sub_round_sd, _mm_mask_sub_round_sd, _mm_maskz_sub_round_sd
f64x2 x86_avx512_mask_sub_sd_round(f64x2 a, f64x2 b, f64x2 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, a.x - b.x), old);
}
// _mm_sub_round_ss, _mm_mask_sub_round_ss, _mm_maskz_sub_round_ss
f32x4 x86_avx512_mask_sub_ss_round(f32x4 a, f32x4 b, f32x4 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, a.x - b.x), old);
}
// _mm512_cvt_roundph_ps, _mm512_mask_cvt_roundph_ps, _mm512_maskz_cvt_roundph_ps
f32x16 x86_avx512_mask_vcvtph2ps_512(i16x16 a, f32x16 old, m16 k, int R) {
  return MASKED(k, CONVERT((f16x16)a, f32x16), old);
}
// _mm512_cvt_roundps_ph, _mm512_mask_cvt_roundps_ph, _mm512_maskz_cvt_roundps_ph
i16x16 x86_avx512_mask_vcvtps2ph_512(f32x16 a, int imm, i16x16 old, m16 k) {
  return MASKED(k, HALF(i16x16, f16x16, a, imm), old);
}
// _mm512_max_pd, _mm512_max_round_pd, _mm512_mask_max_pd: the second operand when unordered or equal
f64x8 x86_avx512_max_pd_512(f64x8 a, f64x8 b, int R) { return a > b ? a : b; }
// _mm512_max_ps, _mm512_max_round_ps, _mm512_mask_max_ps: the second operand when unordered or equal
f32x16 x86_avx512_max_ps_512(f32x16 a, f32x16 b, int R) { return a > b ? a : b; }
// _mm512_min_pd, _mm512_min_round_pd, _mm512_mask_min_pd: the second operand when unordered or equal
f64x8 x86_avx512_min_pd_512(f64x8 a, f64x8 b, int R) { return a < b ? a : b; }
// _mm512_min_ps, _mm512_min_round_ps, _mm512_mask_min_ps: the second operand when unordered or equal
f32x16 x86_avx512_min_ps_512(f32x16 a, f32x16 b, int R) { return a < b ? a : b; }
// _mm512_mul_round_pd, _mm512_mask_mul_round_pd, _mm512_maskz_mul_round_pd
f64x8 x86_avx512_mul_pd_512(f64x8 a, f64x8 b, int R) { return NEAREST(R, a * b); }
// _mm512_mul_round_ps, _mm512_mask_mul_round_ps, _mm512_maskz_mul_round_ps
f32x16 x86_avx512_mul_ps_512(f32x16 a, f32x16 b, int R) { return NEAREST(R, a * b); }
// _mm512_permutexvar_pd, _mm512_mask_permutexvar_pd, _mm512_maskz_permutexvar_pd
f64x8 x86_avx512_permvar_df_512(f64x8 a, i64x8 at) { return PERMUTE(a, at); }
// _mm512_permutexvar_epi64, _mm512_mask_permutexvar_epi64, _mm512_maskz_permutexvar_epi64
i64x8 x86_avx512_permvar_di_512(i64x8 a, i64x8 at) { return PERMUTE(a, at); }
// _mm512_permutexvar_ps, _mm512_mask_permutexvar_ps, _mm512_maskz_permutexvar_ps
f32x16 x86_avx512_permvar_sf_512(f32x16 a, i32x16 at) { return PERMUTE(a, at); }
// _mm512_permutexvar_epi32, _mm512_mask_permutexvar_epi32, _mm512_maskz_permutexvar_epi32
i32x16 x86_avx512_permvar_si_512(i32x16 a, i32x16 at) { return PERMUTE(a, at); }
// _mm512_sll_epi32, _mm512_mask_sll_epi32, _mm512_maskz_sll_epi32
u32x16 x86_avx512_psll_d_512(u32x16 a, u32x4 count) { return SHIFT_LEFT(32, u32x16, a, COUNT(count)); }
// _mm512_sll_epi64, _mm512_mask_sll_epi64, _mm512_maskz_sll_epi64
u64x8 x86_avx512_psll_q_512(u64x8 a, u64x2 count) { return SHIFT_LEFT(64, u64x8, a, COUNT(count)); }
// _mm512_slli_epi32, _mm512_mask_slli_epi32, _mm512_maskz_slli_epi32
u32x16 x86_avx512_pslli_d_512(u32x16 a, unsigned count) { return SHIFT_LEFT(32, u32x16, a, count); }
// _mm512_slli_epi64, _mm512_mask_slli_epi64, _mm512_maskz_slli_epi64
u64x8 x86_avx512_pslli_q_512(u64x8 a, unsigned count) { return SHIFT_LEFT(64, u64x8, a, count); }
// _mm512_sllv_epi32, _mm512_mask_sllv_epi32, _mm512_maskz_sllv_epi32
u32x16 x86_avx512_psllv_d_512(u32x16 a, u32x16 n) { return n < 32 ? a << (n & 31) : 0; }
// _mm512_sllv_epi64, _mm512_mask_sllv_epi64, _mm512_maskz_sllv_epi64
u64x8 x86_avx512_psllv_q_512(u64x8 a, u64x8 n) { return n < 64 ? a << (n & 63) : 0; }
// _mm512_sra_epi32, _mm512_mask_sra_epi32, _mm512_maskz_sra_epi32
i32x16 x86_avx512_psra_d_512(i32x16 a, u32x4 count) { return SHIFT_SIGN(32, i32x16, a, COUNT(count)); }
// _mm512_sra_epi64, _mm512_mask_sra_epi64, _mm512_maskz_sra_epi64
i64x8 x86_avx512_psra_q_512(i64x8 a, u64x2 count) { return SHIFT_SIGN(64, i64x8, a, COUNT(count)); }
// _mm512_srai_epi32, _mm512_mask_srai_epi32, _mm512_maskz_srai_epi32
i32x16 x86_avx512_psrai_d_512(i32x16 a, unsigned count) { return SHIFT_SIGN(32, i32x16, a, count); }
// _mm512_srai_epi64, _mm512_mask_srai_epi64, _mm512_maskz_srai_epi64
i64x8 x86_avx512_psrai_q_512(i64x8 a, unsigned count) { return SHIFT_SIGN(64, i64x8, a, count); }
// _mm512_srav_epi32, _mm512_mask_srav_epi32, _mm512_maskz_srav_epi32
i32x16 x86_avx512_psrav_d_512(i32x16 a, u32x16 n) { return a >> (__typeof__(a))MIN(n, (__typeof__(n))31); }
// _mm512_srav_epi64, _mm512_mask_srav_epi64, _mm512_maskz_srav_epi64
i64x8 x86_avx512_psrav_q_512(i64x8 a, u64x8 n) { return a >> (__typeof__(a))MIN(n, (__typeof__(n))63); }
// _mm512_srl_epi32, _mm512_mask_srl_epi32, _mm512_maskz_srl_epi32
u32x16 x86_avx512_psrl_d_512(u32x16 a, u32x4 count) { return SHIFT_RIGHT(32, u32x16, a, COUNT(count)); }
// _mm512_srl_epi64, _mm512_mask_srl_epi64, _mm512_maskz_srl_epi64
u64x8 x86_avx512_psrl_q_512(u64x8 a, u64x2 count) { return SHIFT_RIGHT(64, u64x8, a, COUNT(count)); }
// _mm512_srli_epi32, _mm512_mask_srli_epi32, _mm512_maskz_srli_epi32
u32x16 x86_avx512_psrli_d_512(u32x16 a, unsigned count) { return SHIFT_RIGHT(32, u32x16, a, count); }
// _mm512_srli_epi64, _mm512_mask_srli_epi64, _mm512_maskz_srli_epi64
u64x8 x86_avx512_psrli_q_512(u64x8 a, unsigned count) { return SHIFT_RIGHT(64, u64x8, a, count); }
// _mm512_srlv_epi32, _mm512_mask_srlv_epi32, _mm512_maskz_srlv_epi32
u32x16 x86_avx512_psrlv_d_512(u32x16 a, u32x16 n) { return n < 32 ? a >> (n & 31) : 0; }
// _mm512_srlv_epi64, _mm512_mask_srlv_epi64, _mm512_maskz_srlv_epi64
u64x8 x86_avx512_psrlv_q_512(u64x8 a, u64x8 n) { return n < 64 ? a >> (n & 63) : 0; }
// _mm512_ternarylogic_epi32, _mm512_mask_ternarylogic_epi32, _mm512_maskz_ternarylogic_epi32
i32x16 x86_avx512_pternlog_d_512(i32x16 a, i32x16 b, i32x16 c, int imm) { return TERNARY(a, b, c, imm); }
// _mm512_ternarylogic_epi64, _mm512_mask_ternarylogic_epi64, _mm512_maskz_ternarylogic_epi64
i64x8 x86_avx512_pternlog_q_512(i64x8 a, i64x8 b, i64x8 c, int imm) { return TERNARY(a, b, c, imm); }
// _mm512_rcp14_pd, _mm512_mask_rcp14_pd, _mm512_maskz_rcp14_pd
f64x8 x86_avx512_rcp14_pd_512(f64x8 a, f64x8 old, m8 k) {
  return MASKED(k, EACH(f64x8, 8, approx_rcp14sd, a), old);
}
// _mm512_rcp14_ps, _mm512_mask_rcp14_ps, _mm512_maskz_rcp14_ps
f32x16 x86_avx512_rcp14_ps_512(f32x16 a, f32x16 old, m16 k) {
  return MASKED(k, EACH(f32x16, 16, approx_rcp14ss, a), old);
}
// _mm_rcp14_sd, _mm_mask_rcp14_sd, _mm_maskz_rcp14_sd
f64x2 x86_avx512_rcp14_sd(f64x2 a, f64x2 b, f64x2 old, m8 k) {
  return SCALAR(a, k, approx_rcp14sd(b.x), old);
}
// _mm_rcp14_ss, _mm_mask_rcp14_ss, _mm_maskz_rcp14_ss
f32x4 x86_avx512_rcp14_ss(f32x4 a, f32x4 b, f32x4 old, m8 k) {
  return SCALAR(a, k, approx_rcp14ss(b.x), old);
}
// _mm512_rsqrt14_pd, _mm512_mask_rsqrt14_pd, _mm512_maskz_rsqrt14_pd
f64x8 x86_avx512_rsqrt14_pd_512(f64x8 a, f64x8 old, m8 k) {
  return MASKED(k, EACH(f64x8, 8, approx_rsqrt14sd, a), old);
}
// _mm512_rsqrt14_ps, _mm512_mask_rsqrt14_ps, _mm512_maskz_rsqrt14_ps
f32x16 x86_avx512_rsqrt14_ps_512(f32x16 a, f32x16 old, m16 k) {
  return MASKED(k, EACH(f32x16, 16, approx_rsqrt14ss, a), old);
}
// _mm_rsqrt14_sd, _mm_mask_rsqrt14_sd, _mm_maskz_rsqrt14_sd
f64x2 x86_avx512_rsqrt14_sd(f64x2 a, f64x2 b, f64x2 old, m8 k) {
  return SCALAR(a, k, approx_rsqrt14sd(b.x), old);
}
// _mm_rsqrt14_ss, _mm_mask_rsqrt14_ss, _mm_maskz_rsqrt14_ss
f32x4 x86_avx512_rsqrt14_ss(f32x4 a, f32x4 b, f32x4 old, m8 k) {
  return SCALAR(a, k, approx_rsqrt14ss(b.x), old);
}
// _mm512_cvt_roundepi32_ps, _mm512_mask_cvt_roundepi32_ps, _mm512_maskz_cvt_roundepi32_ps
f32x16 x86_avx512_sitofp_round_v16f32_v16i32(i32x16 a, int R) { return NEAREST(R, CONVERT(a, f32x16)); }
// _mm512_sqrt_round_pd, _mm512_mask_sqrt_round_pd, _mm512_maskz_sqrt_round_pd
f64x8 x86_avx512_sqrt_pd_512(f64x8 a, int R) { return NEAREST(R, __builtin_elementwise_sqrt(a)); }
// _mm512_sqrt_round_ps, _mm512_mask_sqrt_round_ps, _mm512_maskz_sqrt_round_ps
f32x16 x86_avx512_sqrt_ps_512(f32x16 a, int R) { return NEAREST(R, __builtin_elementwise_sqrt(a)); }
// _mm512_sub_round_pd, _mm512_mask_sub_round_pd, _mm512_maskz_sub_round_pd
f64x8 x86_avx512_sub_pd_512(f64x8 a, f64x8 b, int R) { return NEAREST(R, a - b); }
// _mm512_sub_round_ps, _mm512_mask_sub_round_ps, _mm512_maskz_sub_round_ps
f32x16 x86_avx512_sub_ps_512(f32x16 a, f32x16 b, int R) { return NEAREST(R, a - b); }
// _mm512_cvt_roundepu32_ps, _mm512_mask_cvt_roundepu32_ps, _mm512_maskz_cvt_roundepu32_ps
f32x16 x86_avx512_uitofp_round_v16f32_v16i32(u32x16 a, int R) { return NEAREST(R, CONVERT(a, f32x16)); }
// _mm_comi_round_sd
int x86_avx512_vcomi_sd(f64x2 a, f64x2 b, int imm, int R) { return compare_f64x2(a, b, imm).x & 1; }
// _mm_comi_round_ss
int x86_avx512_vcomi_ss(f32x4 a, f32x4 b, int imm, int R) { return compare_f32x4(a, b, imm).x & 1; }
// _mm_cvt_roundsd_i32, _mm_cvt_roundsd_si32
int x86_avx512_vcvtsd2si32(f64x2 a, int R) { return to_i32_d(ROUND(a.x, R)); }
// _mm_cvt_roundsd_i64, _mm_cvt_roundsd_si64
long x86_avx512_vcvtsd2si64(f64x2 a, int R) { return to_i64_d(ROUND(a.x, R)); }
// _mm_cvtsd_u32, _mm_cvt_roundsd_u32
unsigned x86_avx512_vcvtsd2usi32(f64x2 a, int R) { return to_u32_d(ROUND(a.x, R)); }
// _mm_cvtsd_u64, _mm_cvt_roundsd_u64
unsigned long x86_avx512_vcvtsd2usi64(f64x2 a, int R) { return to_u64_d(ROUND(a.x, R)); }
// _mm_cvt_roundss_i32, _mm_cvt_roundss_si32
int x86_avx512_vcvtss2si32(f32x4 a, int R) { return to_i32_f(ROUND(a.x, R)); }
// _mm_cvt_roundss_i64, _mm_cvt_roundss_si64
long x86_avx512_vcvtss2si64(f32x4 a, int R) { return to_i64_f(ROUND(a.x, R)); }
// _mm_cvtss_u32, _mm_cvt_roundss_u32
unsigned x86_avx512_vcvtss2usi32(f32x4 a, int R) { return to_u32_f(ROUND(a.x, R)); }
// _mm_cvtss_u64, _mm_cvt_roundss_u64
unsigned long x86_avx512_vcvtss2usi64(f32x4 a, int R) { return to_u64_f(ROUND(a.x, R)); }
// _mm_fmadd_round_ss, _mm_fmsub_round_ss, _mm_fnmadd_round_ss, _mm_fnmsub_round_ss
float x86_avx512_vfmadd_f32(float a, float b, float c, int R) {
  return NEAREST(R, __builtin_elementwise_fma(a, b, c));
}
// _mm_fmadd_round_sd, _mm_fmsub_round_sd, _mm_fnmadd_round_sd, _mm_fnmsub_round_sd
double x86_avx512_vfmadd_f64(double a, double b, double c, int R) {
  return NEAREST(R, __builtin_elementwise_fma(a, b, c));
}
// _mm512_fmadd_round_pd, _mm512_fmsub_round_pd, _mm512_fnmadd_round_pd, _mm512_fnmsub_round_pd
f64x8 x86_avx512_vfmadd_pd_512(f64x8 a, f64x8 b, f64x8 c, int R) {
  return NEAREST(R, __builtin_elementwise_fma(a, b, c));
}
// _mm512_fmadd_round_ps, _mm512_fmsub_round_ps, _mm512_fnmadd_round_ps, _mm512_fnmsub_round_ps
f32x16 x86_avx512_vfmadd_ps_512(f32x16 a, f32x16 b, f32x16 c, int R) {
  return NEAREST(R, __builtin_elementwise_fma(a, b, c));
}
// _mm512_fmaddsub_pd, _mm512_fmsubadd_pd, _mm512_fmaddsub_round_pd, _mm512_fmsubadd_round_pd: even lanes subtract
f64x8 x86_avx512_vfmaddsub_pd_512(f64x8 a, f64x8 b, f64x8 c, int R) {
  return NEAREST(R, MASKED(0xaa, __builtin_elementwise_fma(a, b, c), __builtin_elementwise_fma(a, b, -c)));
}
// _mm512_fmaddsub_ps, _mm512_fmsubadd_ps, _mm512_fmaddsub_round_ps, _mm512_fmsubadd_round_ps: even lanes subtract
f32x16 x86_avx512_vfmaddsub_ps_512(f32x16 a, f32x16 b, f32x16 c, int R) {
  return NEAREST(R, MASKED(0xaaaa, __builtin_elementwise_fma(a, b, c), __builtin_elementwise_fma(a, b, -c)));
}
// _mm512_permutex2var_epi32, _mm512_mask_permutex2var_epi32, _mm512_mask2_permutex2var_epi32
i32x16 x86_avx512_vpermi2var_d_512(i32x16 a, i32x16 at, i32x16 b) { return PERMUTE2(a, at, b); }
// _mm512_permutex2var_pd, _mm512_mask_permutex2var_pd, _mm512_mask2_permutex2var_pd
f64x8 x86_avx512_vpermi2var_pd_512(f64x8 a, i64x8 at, f64x8 b) { return PERMUTE2(a, at, b); }
// _mm512_permutex2var_ps, _mm512_mask_permutex2var_ps, _mm512_mask2_permutex2var_ps
f32x16 x86_avx512_vpermi2var_ps_512(f32x16 a, i32x16 at, f32x16 b) { return PERMUTE2(a, at, b); }
// _mm512_permutex2var_epi64, _mm512_mask_permutex2var_epi64, _mm512_mask2_permutex2var_epi64
i64x8 x86_avx512_vpermi2var_q_512(i64x8 a, i64x8 at, i64x8 b) { return PERMUTE2(a, at, b); }
// _mm512_permutevar_pd, _mm512_mask_permutevar_pd, _mm512_maskz_permutevar_pd
f64x8 x86_avx512_vpermilvar_pd_512(f64x8 a, i64x8 at) {
  return HALVES(f64x8, x86_avx_vpermilvar_pd_256, a, at);
}
// _mm512_permutevar_ps, _mm512_mask_permutevar_ps, _mm512_maskz_permutevar_ps
f32x16 x86_avx512_vpermilvar_ps_512(f32x16 a, i32x16 at) {
  return HALVES(f32x16, x86_avx_vpermilvar_ps_256, a, at);
}
// _mm512_getexp_pd, _mm512_mask_getexp_pd, _mm512_maskz_getexp_pd
f64x8 x86_avx512_mask_getexp_pd_512(f64x8 a, f64x8 old, m8 k, int R) {
  return MASKED(k, GETEXP(f64x8, i64x8, a, 64, 52), old);
}
// _mm_getexp_sd, _mm_mask_getexp_sd, _mm_maskz_getexp_sd
f64x2 x86_avx512_mask_getexp_sd(f64x2 a, f64x2 b, f64x2 old, m8 k, int R) {
  return SCALAR(a, k, GETEXP(f64x2, i64x2, b, 64, 52).x, old);
}
// _mm512_getexp_ps, _mm512_mask_getexp_ps, _mm512_maskz_getexp_ps
f32x16 x86_avx512_mask_getexp_ps_512(f32x16 a, f32x16 old, m16 k, int R) {
  return MASKED(k, GETEXP(f32x16, i32x16, a, 32, 23), old);
}
// _mm_getexp_ss, _mm_mask_getexp_ss, _mm_maskz_getexp_ss
f32x4 x86_avx512_mask_getexp_ss(f32x4 a, f32x4 b, f32x4 old, m8 k, int R) {
  return SCALAR(a, k, GETEXP(f32x4, i32x4, b, 32, 23).x, old);
}
// _mm512_getmant_pd, _mm512_mask_getmant_pd, _mm512_maskz_getmant_pd
f64x8 x86_avx512_mask_getmant_pd_512(f64x8 a, int imm, f64x8 old, m8 k, int R) {
  return MASKED(k, GETMANT(f64x8, i64x8, a, imm, 64, 52), old);
}
// _mm_getmant_sd, _mm_mask_getmant_sd, _mm_maskz_getmant_sd
f64x2 x86_avx512_mask_getmant_sd(f64x2 a, f64x2 b, int imm, f64x2 old, m8 k, int R) {
  return SCALAR(a, k, GETMANT(f64x2, i64x2, b, imm, 64, 52).x, old);
}
// _mm512_getmant_ps, _mm512_mask_getmant_ps, _mm512_maskz_getmant_ps
f32x16 x86_avx512_mask_getmant_ps_512(f32x16 a, int imm, f32x16 old, m16 k, int R) {
  return MASKED(k, GETMANT(f32x16, i32x16, a, imm, 32, 23), old);
}
// _mm_getmant_ss, _mm_mask_getmant_ss, _mm_maskz_getmant_ss
f32x4 x86_avx512_mask_getmant_ss(f32x4 a, f32x4 b, int imm, f32x4 old, m8 k, int R) {
  return SCALAR(a, k, GETMANT(f32x4, i32x4, b, imm, 32, 23).x, old);
}
// _mm512_scalef_pd, _mm512_mask_scalef_pd, _mm512_maskz_scalef_pd
f64x8 x86_avx512_mask_scalef_pd_512(f64x8 a, f64x8 b, f64x8 old, m8 k, int R) {
  return MASKED(k, NEAREST(R, SCALEF(f64x8, i64x8, a, b, 64, 52)), old);
}
// _mm_scalef_sd, _mm_mask_scalef_sd, _mm_maskz_scalef_sd
f64x2 x86_avx512_mask_scalef_sd(f64x2 a, f64x2 b, f64x2 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, SCALEF(f64x2, i64x2, a, b, 64, 52).x), old);
}
// _mm512_scalef_ps, _mm512_mask_scalef_ps, _mm512_maskz_scalef_ps
f32x16 x86_avx512_mask_scalef_ps_512(f32x16 a, f32x16 b, f32x16 old, m16 k, int R) {
  return MASKED(k, NEAREST(R, SCALEF(f32x16, i32x16, a, b, 32, 23)), old);
}
// _mm_scalef_ss, _mm_mask_scalef_ss, _mm_maskz_scalef_ss
f32x4 x86_avx512_mask_scalef_ss(f32x4 a, f32x4 b, f32x4 old, m8 k, int R) {
  return SCALAR(a, k, NEAREST(R, SCALEF(f32x4, i32x4, a, b, 32, 23).x), old);
}
// _mm512_fixupimm_pd, _mm512_mask_fixupimm_pd
f64x8 x86_avx512_mask_fixupimm_pd_512(f64x8 a, f64x8 b, i64x8 c, int imm, m8 k, int R) {
  return MASKED(k, FIXUPIMM(f64x8, i64x8, a, b, c, 64, 52), a);
}
// _mm512_maskz_fixupimm_pd
f64x8 x86_avx512_maskz_fixupimm_pd_512(f64x8 a, f64x8 b, i64x8 c, int imm, m8 k, int R) {
  return MASKED(k, FIXUPIMM(f64x8, i64x8, a, b, c, 64, 52), (f64x8)0);
}
// _mm_fixupimm_sd, _mm_mask_fixupimm_sd
f64x2 x86_avx512_mask_fixupimm_sd(f64x2 a, f64x2 b, i64x2 c, int imm, m8 k, int R) {
  return SCALAR(b, k, FIXUPIMM(f64x2, i64x2, a, b, c, 64, 52).x, a);
}
// _mm_maskz_fixupimm_sd
f64x2 x86_avx512_maskz_fixupimm_sd(f64x2 a, f64x2 b, i64x2 c, int imm, m8 k, int R) {
  return SCALAR(b, k, FIXUPIMM(f64x2, i64x2, a, b, c, 64, 52).x, (f64x2)0);
}
// _mm512_fixupimm_ps, _mm512_mask_fixupimm_ps
f32x16 x86_avx512_mask_fixupimm_ps_512(f32x16 a, f32x16 b, i32x16 c, int imm, m16 k, int R) {
  return MASKED(k, FIXUPIMM(f32x16, i32x16, a, b, c, 32, 23), a);
}
// _mm512_maskz_fixupimm_ps
f32x16 x86_avx512_maskz_fixupimm_ps_512(f32x16 a, f32x16 b, i32x16 c, int imm, m16 k, int R) {
  return MASKED(k, FIXUPIMM(f32x16, i32x16, a, b, c, 32, 23), (f32x16)0);
}
// _mm_fixupimm_ss, _mm_mask_fixupimm_ss
f32x4 x86_avx512_mask_fixupimm_ss(f32x4 a, f32x4 b, i32x4 c, int imm, m8 k, int R) {
  return SCALAR(b, k, FIXUPIMM(f32x4, i32x4, a, b, c, 32, 23).x, a);
}
// _mm_maskz_fixupimm_ss
f32x4 x86_avx512_maskz_fixupimm_ss(f32x4 a, f32x4 b, i32x4 c, int imm, m8 k, int R) {
  return SCALAR(b, k, FIXUPIMM(f32x4, i32x4, a, b, c, 32, 23).x, (f32x4)0);
}
