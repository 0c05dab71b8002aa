/* AVX-512VL: the 128- and 256-bit forms of AVX-512F (avx512vlintrin.h). */

COMPARE(compare_f64x2, i64x2, f64x2)
// _mm_cmp_pd_mask
m8 x86_avx512_mask_cmp_pd_128(f64x2 a, f64x2 b, int imm, m8 k) { return BITS(compare_f64x2(a, b, imm)) & k; }
COMPARE(compare_f64x4, i64x4, f64x4)
// _mm256_cmp_pd_mask
m8 x86_avx512_mask_cmp_pd_256(f64x4 a, f64x4 b, int imm, m8 k) { return BITS(compare_f64x4(a, b, imm)) & k; }
COMPARE(compare_f32x4, i32x4, f32x4)
// _mm_cmp_ps_mask
m8 x86_avx512_mask_cmp_ps_128(f32x4 a, f32x4 b, int imm, m8 k) { return BITS(compare_f32x4(a, b, imm)) & k; }
COMPARE(compare_f32x8, i32x8, f32x8)
// _mm256_cmp_ps_mask
m8 x86_avx512_mask_cmp_ps_256(f32x8 a, f32x8 b, int imm, m8 k) { return BITS(compare_f32x8(a, b, imm)) & k; }
// _mm_mask_compress_pd, _mm_maskz_compress_pd
f64x2 x86_avx512_mask_compress_v2f64(f64x2 a, f64x2 old, m8 k) { return COMPRESS(a, old, k); }
// _mm_mask_compress_epi64, _mm_maskz_compress_epi64
i64x2 x86_avx512_mask_compress_v2i64(i64x2 a, i64x2 old, m8 k) { return COMPRESS(a, old, k); }
// _mm_mask_compress_ps, _mm_maskz_compress_ps
f32x4 x86_avx512_mask_compress_v4f32(f32x4 a, f32x4 old, m8 k) { return COMPRESS(a, old, k); }
// _mm256_mask_compress_pd, _mm256_maskz_compress_pd
f64x4 x86_avx512_mask_compress_v4f64(f64x4 a, f64x4 old, m8 k) { return COMPRESS(a, old, k); }
// _mm_mask_compress_epi32, _mm_maskz_compress_epi32
i32x4 x86_avx512_mask_compress_v4i32(i32x4 a, i32x4 old, m8 k) { return COMPRESS(a, old, k); }
// _mm256_mask_compress_epi64, _mm256_maskz_compress_epi64
i64x4 x86_avx512_mask_compress_v4i64(i64x4 a, i64x4 old, m8 k) { return COMPRESS(a, old, k); }
// _mm256_mask_compress_ps, _mm256_maskz_compress_ps
f32x8 x86_avx512_mask_compress_v8f32(f32x8 a, f32x8 old, m8 k) { return COMPRESS(a, old, k); }
// _mm256_mask_compress_epi32, _mm256_maskz_compress_epi32
i32x8 x86_avx512_mask_compress_v8i32(i32x8 a, i32x8 old, m8 k) { return COMPRESS(a, old, k); }
// _mm_mask_cvtpd_epi32, _mm_maskz_cvtpd_epi32
i32x4 x86_avx512_mask_cvtpd2dq_128(f64x2 a, i32x4 old, m8 k) {
  return MASKED(ABOVE(2, k), EACH(i32x4, 2, to_i32_d, ROUND(a, 4)), old);
}
// _mm_mask_cvtpd_ps, _mm_maskz_cvtpd_ps
f32x4 x86_avx512_mask_cvtpd2ps(f64x2 a, f32x4 old, m8 k) {
  return MASKED(ABOVE(2, k), EACH(f32x4, 2, (float), a), old);
}
// _mm_cvtpd_epu32, _mm_mask_cvtpd_epu32, _mm_maskz_cvtpd_epu32
u32x4 x86_avx512_mask_cvtpd2udq_128(f64x2 a, u32x4 old, m8 k) {
  return MASKED(ABOVE(2, k), EACH(u32x4, 2, to_u32_d, ROUND(a, 4)), old);
}
// _mm256_cvtpd_epu32, _mm256_mask_cvtpd_epu32, _mm256_maskz_cvtpd_epu32
u32x4 x86_avx512_mask_cvtpd2udq_256(f64x4 a, u32x4 old, m8 k) {
  return MASKED(k, EACH(u32x4, 4, to_u32_d, ROUND(a, 4)), old);
}
// _mm_cvtps_epu32, _mm_mask_cvtps_epu32, _mm_maskz_cvtps_epu32
u32x4 x86_avx512_mask_cvtps2udq_128(f32x4 a, u32x4 old, m8 k) {
  return MASKED(k, EACH(u32x4, 4, to_u32_f, ROUND(a, 4)), old);
}
// _mm256_cvtps_epu32, _mm256_mask_cvtps_epu32, _mm256_maskz_cvtps_epu32
u32x8 x86_avx512_mask_cvtps2udq_256(f32x8 a, u32x8 old, m8 k) {
  return MASKED(k, EACH(u32x8, 8, to_u32_f, ROUND(a, 4)), old);
}
// _mm_mask_cvttpd_epi32, _mm_maskz_cvttpd_epi32
i32x4 x86_avx512_mask_cvttpd2dq_128(f64x2 a, i32x4 old, m8 k) {
  return MASKED(ABOVE(2, k), EACH(i32x4, 2, to_i32_d, ROUND(a, 3)), old);
}
// _mm_cvttpd_epu32, _mm_mask_cvttpd_epu32, _mm_maskz_cvttpd_epu32
u32x4 x86_avx512_mask_cvttpd2udq_128(f64x2 a, u32x4 old, m8 k) {
  return MASKED(ABOVE(2, k), EACH(u32x4, 2, to_u32_d, ROUND(a, 3)), old);
}
// _mm256_cvttpd_epu32, _mm256_mask_cvttpd_epu32, _mm256_maskz_cvttpd_epu32
u32x4 x86_avx512_mask_cvttpd2udq_256(f64x4 a, u32x4 old, m8 k) {
  return MASKED(k, EACH(u32x4, 4, to_u32_d, ROUND(a, 3)), old);
}
// _mm_cvttps_epu32, _mm_mask_cvttps_epu32, _mm_maskz_cvttps_epu32
u32x4 x86_avx512_mask_cvttps2udq_128(f32x4 a, u32x4 old, m8 k) {
  return MASKED(k, EACH(u32x4, 4, to_u32_f, ROUND(a, 3)), old);
}
// _mm256_cvttps_epu32, _mm256_mask_cvttps_epu32, _mm256_maskz_cvttps_epu32
u32x8 x86_avx512_mask_cvttps2udq_256(f32x8 a, u32x8 old, m8 k) {
  return MASKED(k, EACH(u32x8, 8, to_u32_f, ROUND(a, 3)), old);
}
// _mm_mask_expand_pd, _mm_maskz_expand_pd
f64x2 x86_avx512_mask_expand_v2f64(f64x2 a, f64x2 old, m8 k) { return EXPAND(a, old, k); }
// _mm_mask_expand_epi64, _mm_maskz_expand_epi64
i64x2 x86_avx512_mask_expand_v2i64(i64x2 a, i64x2 old, m8 k) { return EXPAND(a, old, k); }
// _mm_mask_expand_ps, _mm_maskz_expand_ps
f32x4 x86_avx512_mask_expand_v4f32(f32x4 a, f32x4 old, m8 k) { return EXPAND(a, old, k); }
// _mm256_mask_expand_pd, _mm256_maskz_expand_pd
f64x4 x86_avx512_mask_expand_v4f64(f64x4 a, f64x4 old, m8 k) { return EXPAND(a, old, k); }
// _mm_mask_expand_epi32, _mm_maskz_expand_epi32
i32x4 x86_avx512_mask_expand_v4i32(i32x4 a, i32x4 old, m8 k) { return EXPAND(a, old, k); }
// _mm256_mask_expand_epi64, _mm256_maskz_expand_epi64
i64x4 x86_avx512_mask_expand_v4i64(i64x4 a, i64x4 old, m8 k) { return EXPAND(a, old, k); }
// _mm256_mask_expand_ps, _mm256_maskz_expand_ps
f32x8 x86_avx512_mask_expand_v8f32(f32x8 a, f32x8 old, m8 k) { return EXPAND(a, old, k); }
// _mm256_mask_expand_epi32, _mm256_maskz_expand_epi32
i32x8 x86_avx512_mask_expand_v8i32(i32x8 a, i32x8 old, m8 k) { return EXPAND(a, old, k); }
// _mm_mmask_i64gather_pd
f64x2 x86_avx512_mask_gather3div2_df(f64x2 old, void *base, i64x2 at, m8 k, int scale) {
  return GATHER_MASKED(f64x2, double, 2, old, base, at, k, scale);
}
// _mm_mmask_i64gather_epi64
i64x2 x86_avx512_mask_gather3div2_di(i64x2 old, void *base, i64x2 at, m8 k, int scale) {
  return GATHER_MASKED(i64x2, long, 2, old, base, at, k, scale);
}
// _mm256_mmask_i64gather_pd
f64x4 x86_avx512_mask_gather3div4_df(f64x4 old, void *base, i64x4 at, m8 k, int scale) {
  return GATHER_MASKED(f64x4, double, 4, old, base, at, k, scale);
}
// _mm256_mmask_i64gather_epi64
i64x4 x86_avx512_mask_gather3div4_di(i64x4 old, void *base, i64x4 at, m8 k, int scale) {
  return GATHER_MASKED(i64x4, long, 4, old, base, at, k, scale);
}
// _mm_mmask_i64gather_ps
f32x4 x86_avx512_mask_gather3div4_sf(f32x4 old, void *base, i64x2 at, m8 k, int scale) {
  return GATHER_MASKED(f32x4, float, 2, old, base, at, k, scale);
}
// _mm_mmask_i64gather_epi32
i32x4 x86_avx512_mask_gather3div4_si(i32x4 old, void *base, i64x2 at, m8 k, int scale) {
  return GATHER_MASKED(i32x4, int, 2, old, base, at, k, scale);
}
// _mm256_mmask_i64gather_ps
f32x4 x86_avx512_mask_gather3div8_sf(f32x4 old, void *base, i64x4 at, m8 k, int scale) {
  return GATHER_MASKED(f32x4, float, 4, old, base, at, k, scale);
}
// _mm256_mmask_i64gather_epi32
i32x4 x86_avx512_mask_gather3div8_si(i32x4 old, void *base, i64x4 at, m8 k, int scale) {
  return GATHER_MASKED(i32x4, int, 4, old, base, at, k, scale);
}
// _mm_mmask_i32gather_pd
f64x2 x86_avx512_mask_gather3siv2_df(f64x2 old, void *base, i32x4 at, m8 k, int scale) {
  return GATHER_MASKED(f64x2, double, 2, old, base, at, k, scale);
}
// _mm_mmask_i32gather_epi64
i64x2 x86_avx512_mask_gather3siv2_di(i64x2 old, void *base, i32x4 at, m8 k, int scale) {
  return GATHER_MASKED(i64x2, long, 2, old, base, at, k, scale);
}
// _mm256_mmask_i32gather_pd
f64x4 x86_avx512_mask_gather3siv4_df(f64x4 old, void *base, i32x4 at, m8 k, int scale) {
  return GATHER_MASKED(f64x4, double, 4, old, base, at, k, scale);
}
// _mm256_mmask_i32gather_epi64
i64x4 x86_avx512_mask_gather3siv4_di(i64x4 old, void *base, i32x4 at, m8 k, int scale) {
  return GATHER_MASKED(i64x4, long, 4, old, base, at, k, scale);
}
// _mm_mmask_i32gather_ps
f32x4 x86_avx512_mask_gather3siv4_sf(f32x4 old, void *base, i32x4 at, m8 k, int scale) {
  return GATHER_MASKED(f32x4, float, 4, old, base, at, k, scale);
}
// _mm_mmask_i32gather_epi32
i32x4 x86_avx512_mask_gather3siv4_si(i32x4 old, void *base, i32x4 at, m8 k, int scale) {
  return GATHER_MASKED(i32x4, int, 4, old, base, at, k, scale);
}
// _mm256_mmask_i32gather_ps
f32x8 x86_avx512_mask_gather3siv8_sf(f32x8 old, void *base, i32x8 at, m8 k, int scale) {
  return GATHER_MASKED(f32x8, float, 8, old, base, at, k, scale);
}
// _mm256_mmask_i32gather_epi32
i32x8 x86_avx512_mask_gather3siv8_si(i32x8 old, void *base, i32x8 at, m8 k, int scale) {
  return GATHER_MASKED(i32x8, int, 8, old, base, at, k, scale);
}
// _mm_mask_cvtepi32_epi8, _mm_maskz_cvtepi32_epi8
i8x16 x86_avx512_mask_pmov_db_128(i32x4 a, i8x16 old, m8 k) {
  return MASKED(ABOVE(4, k), NARROW(i8x16, 4, KEPT, 127, a), old);
}
// _mm256_mask_cvtepi32_epi8, _mm256_maskz_cvtepi32_epi8
i8x16 x86_avx512_mask_pmov_db_256(i32x8 a, i8x16 old, m8 k) {
  return MASKED(ABOVE(8, k), NARROW(i8x16, 8, KEPT, 127, a), old);
}
// _mm_mask_cvtepi32_storeu_epi8
void x86_avx512_mask_pmov_db_mem_128(void *to, i32x4 a, m8 k) {
  STORE_MASKED(signed char, 4, to, NARROW(i8x16, 4, KEPT, 127, a), k);
}
// _mm256_mask_cvtepi32_storeu_epi8
void x86_avx512_mask_pmov_db_mem_256(void *to, i32x8 a, m8 k) {
  STORE_MASKED(signed char, 8, to, NARROW(i8x16, 8, KEPT, 127, a), k);
}
// _mm_mask_cvtepi32_epi16, _mm_maskz_cvtepi32_epi16
i16x8 x86_avx512_mask_pmov_dw_128(i32x4 a, i16x8 old, m8 k) {
  return MASKED(ABOVE(4, k), NARROW(i16x8, 4, KEPT, 32767, a), old);
}
// _mm256_mask_cvtepi32_epi16, _mm256_maskz_cvtepi32_epi16
i16x8 x86_avx512_mask_pmov_dw_256(i32x8 a, i16x8 old, m8 k) {
  return MASKED(k, NARROW(i16x8, 8, KEPT, 32767, a), old);
}
// _mm_mask_cvtepi32_storeu_epi16
void x86_avx512_mask_pmov_dw_mem_128(void *to, i32x4 a, m8 k) {
  STORE_MASKED(short, 4, to, NARROW(i16x8, 4, KEPT, 32767, a), k);
}
// _mm256_mask_cvtepi32_storeu_epi16
void x86_avx512_mask_pmov_dw_mem_256(void *to, i32x8 a, m8 k) {
  STORE_MASKED(short, 8, to, NARROW(i16x8, 8, KEPT, 32767, a), k);
}
// _mm_mask_cvtepi64_epi8, _mm_maskz_cvtepi64_epi8
i8x16 x86_avx512_mask_pmov_qb_128(i64x2 a, i8x16 old, m8 k) {
  return MASKED(ABOVE(2, k), NARROW(i8x16, 2, KEPT, 127, a), old);
}
// _mm256_mask_cvtepi64_epi8, _mm256_maskz_cvtepi64_epi8
i8x16 x86_avx512_mask_pmov_qb_256(i64x4 a, i8x16 old, m8 k) {
  return MASKED(ABOVE(4, k), NARROW(i8x16, 4, KEPT, 127, a), old);
}
// _mm_mask_cvtepi64_storeu_epi8
void x86_avx512_mask_pmov_qb_mem_128(void *to, i64x2 a, m8 k) {
  STORE_MASKED(signed char, 2, to, NARROW(i8x16, 2, KEPT, 127, a), k);
}
// _mm256_mask_cvtepi64_storeu_epi8
void x86_avx512_mask_pmov_qb_mem_256(void *to, i64x4 a, m8 k) {
  STORE_MASKED(signed char, 4, to, NARROW(i8x16, 4, KEPT, 127, a), k);
}
// _mm_mask_cvtepi64_epi32, _mm_maskz_cvtepi64_epi32
i32x4 x86_avx512_mask_pmov_qd_128(i64x2 a, i32x4 old, m8 k) {
  return MASKED(ABOVE(2, k), NARROW(i32x4, 2, KEPT, 2147483647l, a), old);
}
// _mm_mask_cvtepi64_storeu_epi32
void x86_avx512_mask_pmov_qd_mem_128(void *to, i64x2 a, m8 k) {
  STORE_MASKED(int, 2, to, NARROW(i32x4, 2, KEPT, 2147483647l, a), k);
}
// _mm256_mask_cvtepi64_storeu_epi32
void x86_avx512_mask_pmov_qd_mem_256(void *to, i64x4 a, m8 k) {
  STORE_MASKED(int, 4, to, NARROW(i32x4, 4, KEPT, 2147483647l, a), k);
}
// _mm_mask_cvtepi64_epi16, _mm_maskz_cvtepi64_epi16
i16x8 x86_avx512_mask_pmov_qw_128(i64x2 a, i16x8 old, m8 k) {
  return MASKED(ABOVE(2, k), NARROW(i16x8, 2, KEPT, 32767, a), old);
}
// _mm256_mask_cvtepi64_epi16, _mm256_maskz_cvtepi64_epi16
i16x8 x86_avx512_mask_pmov_qw_256(i64x4 a, i16x8 old, m8 k) {
  return MASKED(ABOVE(4, k), NARROW(i16x8, 4, KEPT, 32767, a), old);
}
// _mm_mask_cvtepi64_storeu_epi16
void x86_avx512_mask_pmov_qw_mem_128(void *to, i64x2 a, m8 k) {
  STORE_MASKED(short, 2, to, NARROW(i16x8, 2, KEPT, 32767, a), k);
}
// _mm256_mask_cvtepi64_storeu_epi16
void x86_avx512_mask_pmov_qw_mem_256(void *to, i64x4 a, m8 k) {
  STORE_MASKED(short, 4, to, NARROW(i16x8, 4, KEPT, 32767, a), k);
}
// _mm_cvtsepi32_epi8, _mm_mask_cvtsepi32_epi8, _mm_maskz_cvtsepi32_epi8
i8x16 x86_avx512_mask_pmovs_db_128(i32x4 a, i8x16 old, m8 k) {
  return MASKED(ABOVE(4, k), NARROW(i8x16, 4, SIGNED, 127, a), old);
}
// _mm256_cvtsepi32_epi8, _mm256_mask_cvtsepi32_epi8, _mm256_maskz_cvtsepi32_epi8
i8x16 x86_avx512_mask_pmovs_db_256(i32x8 a, i8x16 old, m8 k) {
  return MASKED(ABOVE(8, k), NARROW(i8x16, 8, SIGNED, 127, a), old);
}
// _mm_mask_cvtsepi32_storeu_epi8
void x86_avx512_mask_pmovs_db_mem_128(void *to, i32x4 a, m8 k) {
  STORE_MASKED(signed char, 4, to, NARROW(i8x16, 4, SIGNED, 127, a), k);
}
// _mm256_mask_cvtsepi32_storeu_epi8
void x86_avx512_mask_pmovs_db_mem_256(void *to, i32x8 a, m8 k) {
  STORE_MASKED(signed char, 8, to, NARROW(i8x16, 8, SIGNED, 127, a), k);
}
// _mm_cvtsepi32_epi16, _mm_mask_cvtsepi32_epi16, _mm_maskz_cvtsepi32_epi16
i16x8 x86_avx512_mask_pmovs_dw_128(i32x4 a, i16x8 old, m8 k) {
  return MASKED(ABOVE(4, k), NARROW(i16x8, 4, SIGNED, 32767, a), old);
}
// _mm256_cvtsepi32_epi16, _mm256_mask_cvtsepi32_epi16, _mm256_maskz_cvtsepi32_epi16
i16x8 x86_avx512_mask_pmovs_dw_256(i32x8 a, i16x8 old, m8 k) {
  return MASKED(k, NARROW(i16x8, 8, SIGNED, 32767, a), old);
}
// _mm_mask_cvtsepi32_storeu_epi16
void x86_avx512_mask_pmovs_dw_mem_128(void *to, i32x4 a, m8 k) {
  STORE_MASKED(short, 4, to, NARROW(i16x8, 4, SIGNED, 32767, a), k);
}
// _mm256_mask_cvtsepi32_storeu_epi16
void x86_avx512_mask_pmovs_dw_mem_256(void *to, i32x8 a, m8 k) {
  STORE_MASKED(short, 8, to, NARROW(i16x8, 8, SIGNED, 32767, a), k);
}
// _mm_cvtsepi64_epi8, _mm_mask_cvtsepi64_epi8, _mm_maskz_cvtsepi64_epi8
i8x16 x86_avx512_mask_pmovs_qb_128(i64x2 a, i8x16 old, m8 k) {
  return MASKED(ABOVE(2, k), NARROW(i8x16, 2, SIGNED, 127, a), old);
}
// _mm256_cvtsepi64_epi8, _mm256_mask_cvtsepi64_epi8, _mm256_maskz_cvtsepi64_epi8
i8x16 x86_avx512_mask_pmovs_qb_256(i64x4 a, i8x16 old, m8 k) {
  return MASKED(ABOVE(4, k), NARROW(i8x16, 4, SIGNED, 127, a), old);
}
// _mm_mask_cvtsepi64_storeu_epi8
void x86_avx512_mask_pmovs_qb_mem_128(void *to, i64x2 a, m8 k) {
  STORE_MASKED(signed char, 2, to, NARROW(i8x16, 2, SIGNED, 127, a), k);
}
// _mm256_mask_cvtsepi64_storeu_epi8
void x86_avx512_mask_pmovs_qb_mem_256(void *to, i64x4 a, m8 k) {
  STORE_MASKED(signed char, 4, to, NARROW(i8x16, 4, SIGNED, 127, a), k);
}
// _mm_cvtsepi64_epi32, _mm_mask_cvtsepi64_epi32, _mm_maskz_cvtsepi64_epi32
i32x4 x86_avx512_mask_pmovs_qd_128(i64x2 a, i32x4 old, m8 k) {
  return MASKED(ABOVE(2, k), NARROW(i32x4, 2, SIGNED, 2147483647l, a), old);
}
// _mm256_cvtsepi64_epi32, _mm256_mask_cvtsepi64_epi32, _mm256_maskz_cvtsepi64_epi32
i32x4 x86_avx512_mask_pmovs_qd_256(i64x4 a, i32x4 old, m8 k) {
  return MASKED(k, NARROW(i32x4, 4, SIGNED, 2147483647l, a), old);
}
// _mm_mask_cvtsepi64_storeu_epi32
void x86_avx512_mask_pmovs_qd_mem_128(void *to, i64x2 a, m8 k) {
  STORE_MASKED(int, 2, to, NARROW(i32x4, 2, SIGNED, 2147483647l, a), k);
}
// _mm256_mask_cvtsepi64_storeu_epi32
void x86_avx512_mask_pmovs_qd_mem_256(void *to, i64x4 a, m8 k) {
  STORE_MASKED(int, 4, to, NARROW(i32x4, 4, SIGNED, 2147483647l, a), k);
}
// _mm_cvtsepi64_epi16, _mm_mask_cvtsepi64_epi16, _mm_maskz_cvtsepi64_epi16
i16x8 x86_avx512_mask_pmovs_qw_128(i64x2 a, i16x8 old, m8 k) {
  return MASKED(ABOVE(2, k), NARROW(i16x8, 2, SIGNED, 32767, a), old);
}
// _mm256_cvtsepi64_epi16, _mm256_mask_cvtsepi64_epi16, _mm256_maskz_cvtsepi64_epi16
i16x8 x86_avx512_mask_pmovs_qw_256(i64x4 a, i16x8 old, m8 k) {
  return MASKED(ABOVE(4, k), NARROW(i16x8, 4, SIGNED, 32767, a), old);
}
// _mm_mask_cvtsepi64_storeu_epi16
void x86_avx512_mask_pmovs_qw_mem_128(void *to, i64x2 a, m8 k) {
  STORE_MASKED(short, 2, to, NARROW(i16x8, 2, SIGNED, 32767, a), k);
}
// _mm256_mask_cvtsepi64_storeu_epi16
void x86_avx512_mask_pmovs_qw_mem_256(void *to, i64x4 a, m8 k) {
  STORE_MASKED(short, 4, to, NARROW(i16x8, 4, SIGNED, 32767, a), k);
}
// _mm_cvtusepi32_epi8, _mm_mask_cvtusepi32_epi8, _mm_maskz_cvtusepi32_epi8
i8x16 x86_avx512_mask_pmovus_db_128(i32x4 a, i8x16 old, m8 k) {
  return MASKED(ABOVE(4, k), NARROW(i8x16, 4, UNSIGNED, 127, a), old);
}
// _mm256_cvtusepi32_epi8, _mm256_mask_cvtusepi32_epi8, _mm256_maskz_cvtusepi32_epi8
i8x16 x86_avx512_mask_pmovus_db_256(i32x8 a, i8x16 old, m8 k) {
  return MASKED(ABOVE(8, k), NARROW(i8x16, 8, UNSIGNED, 127, a), old);
}
// _mm_mask_cvtusepi32_storeu_epi8
void x86_avx512_mask_pmovus_db_mem_128(void *to, i32x4 a, m8 k) {
  STORE_MASKED(signed char, 4, to, NARROW(i8x16, 4, UNSIGNED, 127, a), k);
}
// _mm256_mask_cvtusepi32_storeu_epi8
void x86_avx512_mask_pmovus_db_mem_256(void *to, i32x8 a, m8 k) {
  STORE_MASKED(signed char, 8, to, NARROW(i8x16, 8, UNSIGNED, 127, a), k);
}
// _mm_cvtusepi32_epi16, _mm_mask_cvtusepi32_epi16, _mm_maskz_cvtusepi32_epi16
i16x8 x86_avx512_mask_pmovus_dw_128(i32x4 a, i16x8 old, m8 k) {
  return MASKED(ABOVE(4, k), NARROW(i16x8, 4, UNSIGNED, 32767, a), old);
}
// _mm256_cvtusepi32_epi16, _mm256_mask_cvtusepi32_epi16, _mm256_maskz_cvtusepi32_epi16
i16x8 x86_avx512_mask_pmovus_dw_256(i32x8 a, i16x8 old, m8 k) {
  return MASKED(k, NARROW(i16x8, 8, UNSIGNED, 32767, a), old);
}
// _mm_mask_cvtusepi32_storeu_epi16
void x86_avx512_mask_pmovus_dw_mem_128(void *to, i32x4 a, m8 k) {
  STORE_MASKED(short, 4, to, NARROW(i16x8, 4, UNSIGNED, 32767, a), k);
}
// _mm256_mask_cvtusepi32_storeu_epi16
void x86_avx512_mask_pmovus_dw_mem_256(void *to, i32x8 a, m8 k) {
  STORE_MASKED(short, 8, to, NARROW(i16x8, 8, UNSIGNED, 32767, a), k);
}
// _mm_cvtusepi64_epi8, _mm_mask_cvtusepi64_epi8, _mm_maskz_cvtusepi64_epi8
i8x16 x86_avx512_mask_pmovus_qb_128(i64x2 a, i8x16 old, m8 k) {
  return MASKED(ABOVE(2, k), NARROW(i8x16, 2, UNSIGNED, 127, a), old);
}
// _mm256_cvtusepi64_epi8, _mm256_mask_cvtusepi64_epi8, _mm256_maskz_cvtusepi64_epi8
i8x16 x86_avx512_mask_pmovus_qb_256(i64x4 a, i8x16 old, m8 k) {
  return MASKED(ABOVE(4, k), NARROW(i8x16, 4, UNSIGNED, 127, a), old);
}
// _mm_mask_cvtusepi64_storeu_epi8
void x86_avx512_mask_pmovus_qb_mem_128(void *to, i64x2 a, m8 k) {
  STORE_MASKED(signed char, 2, to, NARROW(i8x16, 2, UNSIGNED, 127, a), k);
}
// _mm256_mask_cvtusepi64_storeu_epi8
void x86_avx512_mask_pmovus_qb_mem_256(void *to, i64x4 a, m8 k) {
  STORE_MASKED(signed char, 4, to, NARROW(i8x16, 4, UNSIGNED, 127, a), k);
}
// _mm_cvtusepi64_epi32, _mm_mask_cvtusepi64_epi32, _mm_maskz_cvtusepi64_epi32
i32x4 x86_avx512_mask_pmovus_qd_128(i64x2 a, i32x4 old, m8 k) {
  return MASKED(ABOVE(2, k), NARROW(i32x4, 2, UNSIGNED, 2147483647l, a), old);
}
// _mm256_cvtusepi64_epi32, _mm256_mask_cvtusepi64_epi32, _mm256_maskz_cvtusepi64_epi32
i32x4 x86_avx512_mask_pmovus_qd_256(i64x4 a, i32x4 old, m8 k) {
  return MASKED(k, NARROW(i32x4, 4, UNSIGNED, 2147483647l, a), old);
}
// _mm_mask_cvtusepi64_storeu_epi32
void x86_avx512_mask_pmovus_qd_mem_128(void *to, i64x2 a, m8 k) {
  STORE_MASKED(int, 2, to, NARROW(i32x4, 2, UNSIGNED, 2147483647l, a), k);
}
// _mm256_mask_cvtusepi64_storeu_epi32
void x86_avx512_mask_pmovus_qd_mem_256(void *to, i64x4 a, m8 k) {
  STORE_MASKED(int, 4, to, NARROW(i32x4, 4, UNSIGNED, 2147483647l, a), k);
}
// _mm_cvtusepi64_epi16, _mm_mask_cvtusepi64_epi16, _mm_maskz_cvtusepi64_epi16
i16x8 x86_avx512_mask_pmovus_qw_128(i64x2 a, i16x8 old, m8 k) {
  return MASKED(ABOVE(2, k), NARROW(i16x8, 2, UNSIGNED, 32767, a), old);
}
// _mm256_cvtusepi64_epi16, _mm256_mask_cvtusepi64_epi16, _mm256_maskz_cvtusepi64_epi16
i16x8 x86_avx512_mask_pmovus_qw_256(i64x4 a, i16x8 old, m8 k) {
  return MASKED(ABOVE(4, k), NARROW(i16x8, 4, UNSIGNED, 32767, a), old);
}
// _mm_mask_cvtusepi64_storeu_epi16
void x86_avx512_mask_pmovus_qw_mem_128(void *to, i64x2 a, m8 k) {
  STORE_MASKED(short, 2, to, NARROW(i16x8, 2, UNSIGNED, 32767, a), k);
}
// _mm256_mask_cvtusepi64_storeu_epi16
void x86_avx512_mask_pmovus_qw_mem_256(void *to, i64x4 a, m8 k) {
  STORE_MASKED(short, 4, to, NARROW(i16x8, 4, UNSIGNED, 32767, a), k);
}
// _mm_roundscale_pd, _mm_mask_roundscale_pd, _mm_maskz_roundscale_pd
f64x2 x86_avx512_mask_rndscale_pd_128(f64x2 a, int imm, f64x2 old, m8 k) {
  return MASKED(k, ROUND_SCALED(a, imm), old);
}
// _mm256_roundscale_pd, _mm256_mask_roundscale_pd, _mm256_maskz_roundscale_pd
f64x4 x86_avx512_mask_rndscale_pd_256(f64x4 a, int imm, f64x4 old, m8 k) {
  return MASKED(k, ROUND_SCALED(a, imm), old);
}
// _mm_roundscale_ps, _mm_mask_roundscale_ps, _mm_maskz_roundscale_ps
f32x4 x86_avx512_mask_rndscale_ps_128(f32x4 a, int imm, f32x4 old, m8 k) {
  return MASKED(k, ROUND_SCALED(a, imm), old);
}
// _mm256_roundscale_ps, _mm256_mask_roundscale_ps, _mm256_maskz_roundscale_ps
f32x8 x86_avx512_mask_rndscale_ps_256(f32x8 a, int imm, f32x8 old, m8 k) {
  return MASKED(k, ROUND_SCALED(a, imm), old);
}
// _mm_i64scatter_pd, _mm_mask_i64scatter_pd
void x86_avx512_mask_scatterdiv2_df(void *base, m8 k, i64x2 at, f64x2 a, int scale) {
  SCATTER_MASKED(double, 2, base, k, at, a, scale);
}
// _mm_i64scatter_epi64, _mm_mask_i64scatter_epi64
void x86_avx512_mask_scatterdiv2_di(void *base, m8 k, i64x2 at, i64x2 a, int scale) {
  SCATTER_MASKED(long, 2, base, k, at, a, scale);
}
// _mm256_i64scatter_pd, _mm256_mask_i64scatter_pd
void x86_avx512_mask_scatterdiv4_df(void *base, m8 k, i64x4 at, f64x4 a, int scale) {
  SCATTER_MASKED(double, 4, base, k, at, a, scale);
}
// _mm256_i64scatter_epi64, _mm256_mask_i64scatter_epi64
void x86_avx512_mask_scatterdiv4_di(void *base, m8 k, i64x4 at, i64x4 a, int scale) {
  SCATTER_MASKED(long, 4, base, k, at, a, scale);
}
// _mm_i64scatter_ps, _mm_mask_i64scatter_ps
void x86_avx512_mask_scatterdiv4_sf(void *base, m8 k, i64x2 at, f32x4 a, int scale) {
  SCATTER_MASKED(float, 2, base, k, at, a, scale);
}
// _mm_i64scatter_epi32, _mm_mask_i64scatter_epi32
void x86_avx512_mask_scatterdiv4_si(void *base, m8 k, i64x2 at, i32x4 a, int scale) {
  SCATTER_MASKED(int, 2, base, k, at, a, scale);
}
// _mm256_i64scatter_ps, _mm256_mask_i64scatter_ps
void x86_avx512_mask_scatterdiv8_sf(void *base, m8 k, i64x4 at, f32x4 a, int scale) {
  SCATTER_MASKED(float, 4, base, k, at, a, scale);
}
// _mm256_i64scatter_epi32, _mm256_mask_i64scatter_epi32
void x86_avx512_mask_scatterdiv8_si(void *base, m8 k, i64x4 at, i32x4 a, int scale) {
  SCATTER_MASKED(int, 4, base, k, at, a, scale);
}
// _mm_i32scatter_pd, _mm_mask_i32scatter_pd
void x86_avx512_mask_scattersiv2_df(void *base, m8 k, i32x4 at, f64x2 a, int scale) {
  SCATTER_MASKED(double, 2, base, k, at, a, scale);
}
// _mm_i32scatter_epi64, _mm_mask_i32scatter_epi64
void x86_avx512_mask_scattersiv2_di(void *base, m8 k, i32x4 at, i64x2 a, int scale) {
  SCATTER_MASKED(long, 2, base, k, at, a, scale);
}
// _mm256_i32scatter_pd, _mm256_mask_i32scatter_pd
void x86_avx512_mask_scattersiv4_df(void *base, m8 k, i32x4 at, f64x4 a, int scale) {
  SCATTER_MASKED(double, 4, base, k, at, a, scale);
}
// _mm256_i32scatter_epi64, _mm256_mask_i32scatter_epi64
void x86_avx512_mask_scattersiv4_di(void *base, m8 k, i32x4 at, i64x4 a, int scale) {
  SCATTER_MASKED(long, 4, base, k, at, a, scale);
}
// _mm_i32scatter_ps, _mm_mask_i32scatter_ps
void x86_avx512_mask_scattersiv4_sf(void *base, m8 k, i32x4 at, f32x4 a, int scale) {
  SCATTER_MASKED(float, 4, base, k, at, a, scale);
}
// _mm_i32scatter_epi32, _mm_mask_i32scatter_epi32
void x86_avx512_mask_scattersiv4_si(void *base, m8 k, i32x4 at, i32x4 a, int scale) {
  SCATTER_MASKED(int, 4, base, k, at, a, scale);
}
// _mm256_i32scatter_ps, _mm256_mask_i32scatter_ps
void x86_avx512_mask_scattersiv8_sf(void *base, m8 k, i32x8 at, f32x8 a, int scale) {
  SCATTER_MASKED(float, 8, base, k, at, a, scale);
}
// _mm256_i32scatter_epi32, _mm256_mask_i32scatter_epi32
void x86_avx512_mask_scattersiv8_si(void *base, m8 k, i32x8 at, i32x8 a, int scale) {
  SCATTER_MASKED(int, 8, base, k, at, a, scale);
}
// _mm_mask_cvt_roundps_ph, _mm_maskz_cvt_roundps_ph
i16x8 x86_avx512_mask_vcvtps2ph_128(f32x4 a, int imm, i16x8 old, m8 k) {
  return MASKED(ABOVE(4, k), HALF(i16x8, f16x8, SHUFFLE(a, (f32x4)0, 0, 1, 2, 3, 4, 5, 6, 7), imm), old);
}
// _mm256_mask_cvt_roundps_ph, _mm256_maskz_cvt_roundps_ph
i16x8 x86_avx512_mask_vcvtps2ph_256(f32x8 a, int imm, i16x8 old, m8 k) {
  return MASKED(k, HALF(i16x8, f16x8, a, imm), old);
}
// _mm256_permutexvar_pd, _mm256_mask_permutexvar_pd, _mm256_maskz_permutexvar_pd
f64x4 x86_avx512_permvar_df_256(f64x4 a, i64x4 at) { return PERMUTE(a, at); }
// _mm256_permutexvar_epi64, _mm256_mask_permutexvar_epi64, _mm256_maskz_permutexvar_epi64
i64x4 x86_avx512_permvar_di_256(i64x4 a, i64x4 at) { return PERMUTE(a, at); }
// _mm_sra_epi64, _mm_mask_sra_epi64, _mm_maskz_sra_epi64
i64x2 x86_avx512_psra_q_128(i64x2 a, u64x2 count) { return SHIFT_SIGN(64, i64x2, a, COUNT(count)); }
// _mm256_sra_epi64, _mm256_mask_sra_epi64, _mm256_maskz_sra_epi64
i64x4 x86_avx512_psra_q_256(i64x4 a, u64x2 count) { return SHIFT_SIGN(64, i64x4, a, COUNT(count)); }
// _mm_srai_epi64, _mm_mask_srai_epi64, _mm_maskz_srai_epi64
i64x2 x86_avx512_psrai_q_128(i64x2 a, unsigned count) { return SHIFT_SIGN(64, i64x2, a, count); }
// _mm256_srai_epi64, _mm256_mask_srai_epi64, _mm256_maskz_srai_epi64
i64x4 x86_avx512_psrai_q_256(i64x4 a, unsigned count) { return SHIFT_SIGN(64, i64x4, a, count); }
// _mm_srav_epi64, _mm_mask_srav_epi64, _mm_maskz_srav_epi64
i64x2 x86_avx512_psrav_q_128(i64x2 a, u64x2 n) { return a >> (__typeof__(a))MIN(n, (__typeof__(n))63); }
// _mm256_srav_epi64, _mm256_mask_srav_epi64, _mm256_maskz_srav_epi64
i64x4 x86_avx512_psrav_q_256(i64x4 a, u64x4 n) { return a >> (__typeof__(a))MIN(n, (__typeof__(n))63); }
// _mm_ternarylogic_epi32, _mm_mask_ternarylogic_epi32, _mm_maskz_ternarylogic_epi32
i32x4 x86_avx512_pternlog_d_128(i32x4 a, i32x4 b, i32x4 c, int imm) { return TERNARY(a, b, c, imm); }
// _mm256_ternarylogic_epi32, _mm256_mask_ternarylogic_epi32, _mm256_maskz_ternarylogic_epi32
i32x8 x86_avx512_pternlog_d_256(i32x8 a, i32x8 b, i32x8 c, int imm) { return TERNARY(a, b, c, imm); }
// _mm_ternarylogic_epi64, _mm_mask_ternarylogic_epi64, _mm_maskz_ternarylogic_epi64
i64x2 x86_avx512_pternlog_q_128(i64x2 a, i64x2 b, i64x2 c, int imm) { return TERNARY(a, b, c, imm); }
// _mm256_ternarylogic_epi64, _mm256_mask_ternarylogic_epi64, _mm256_maskz_ternarylogic_epi64
i64x4 x86_avx512_pternlog_q_256(i64x4 a, i64x4 b, i64x4 c, int imm) { return TERNARY(a, b, c, imm); }
// _mm_rcp14_pd, _mm_mask_rcp14_pd, _mm_maskz_rcp14_pd
f64x2 x86_avx512_rcp14_pd_128(f64x2 a, f64x2 old, m8 k) {
  return MASKED(k, EACH(f64x2, 2, approx_rcp14sd, a), old);
}
// _mm256_rcp14_pd, _mm256_mask_rcp14_pd, _mm256_maskz_rcp14_pd
f64x4 x86_avx512_rcp14_pd_256(f64x4 a, f64x4 old, m8 k) {
  return MASKED(k, EACH(f64x4, 4, approx_rcp14sd, a), old);
}
// _mm_rcp14_ps, _mm_mask_rcp14_ps, _mm_maskz_rcp14_ps
f32x4 x86_avx512_rcp14_ps_128(f32x4 a, f32x4 old, m8 k) {
  return MASKED(k, EACH(f32x4, 4, approx_rcp14ss, a), old);
}
// _mm256_rcp14_ps, _mm256_mask_rcp14_ps, _mm256_maskz_rcp14_ps
f32x8 x86_avx512_rcp14_ps_256(f32x8 a, f32x8 old, m8 k) {
  return MASKED(k, EACH(f32x8, 8, approx_rcp14ss, a), old);
}
// _mm_rsqrt14_pd, _mm_mask_rsqrt14_pd, _mm_maskz_rsqrt14_pd
f64x2 x86_avx512_rsqrt14_pd_128(f64x2 a, f64x2 old, m8 k) {
  return MASKED(k, EACH(f64x2, 2, approx_rsqrt14sd, a), old);
}
// _mm256_rsqrt14_pd, _mm256_mask_rsqrt14_pd, _mm256_maskz_rsqrt14_pd
f64x4 x86_avx512_rsqrt14_pd_256(f64x4 a, f64x4 old, m8 k) {
  return MASKED(k, EACH(f64x4, 4, approx_rsqrt14sd, a), old);
}
// _mm_rsqrt14_ps, _mm_mask_rsqrt14_ps, _mm_maskz_rsqrt14_ps
f32x4 x86_avx512_rsqrt14_ps_128(f32x4 a, f32x4 old, m8 k) {
  return MASKED(k, EACH(f32x4, 4, approx_rsqrt14ss, a), old);
}
// _mm256_rsqrt14_ps, _mm256_mask_rsqrt14_ps, _mm256_maskz_rsqrt14_ps
f32x8 x86_avx512_rsqrt14_ps_256(f32x8 a, f32x8 old, m8 k) {
  return MASKED(k, EACH(f32x8, 8, approx_rsqrt14ss, a), old);
}
// _mm_permutex2var_epi32, _mm_mask_permutex2var_epi32, _mm_mask2_permutex2var_epi32
i32x4 x86_avx512_vpermi2var_d_128(i32x4 a, i32x4 at, i32x4 b) { return PERMUTE2(a, at, b); }
// _mm256_permutex2var_epi32, _mm256_mask_permutex2var_epi32, _mm256_mask2_permutex2var_epi32
i32x8 x86_avx512_vpermi2var_d_256(i32x8 a, i32x8 at, i32x8 b) { return PERMUTE2(a, at, b); }
// _mm_permutex2var_pd, _mm_mask_permutex2var_pd, _mm_mask2_permutex2var_pd
f64x2 x86_avx512_vpermi2var_pd_128(f64x2 a, i64x2 at, f64x2 b) { return PERMUTE2(a, at, b); }
// _mm256_permutex2var_pd, _mm256_mask_permutex2var_pd, _mm256_mask2_permutex2var_pd
f64x4 x86_avx512_vpermi2var_pd_256(f64x4 a, i64x4 at, f64x4 b) { return PERMUTE2(a, at, b); }
// _mm_permutex2var_ps, _mm_mask_permutex2var_ps, _mm_mask2_permutex2var_ps
f32x4 x86_avx512_vpermi2var_ps_128(f32x4 a, i32x4 at, f32x4 b) { return PERMUTE2(a, at, b); }
// _mm256_permutex2var_ps, _mm256_mask_permutex2var_ps, _mm256_mask2_permutex2var_ps
f32x8 x86_avx512_vpermi2var_ps_256(f32x8 a, i32x8 at, f32x8 b) { return PERMUTE2(a, at, b); }
// _mm_permutex2var_epi64, _mm_mask_permutex2var_epi64, _mm_mask2_permutex2var_epi64
i64x2 x86_avx512_vpermi2var_q_128(i64x2 a, i64x2 at, i64x2 b) { return PERMUTE2(a, at, b); }
// _mm256_permutex2var_epi64, _mm256_mask_permutex2var_epi64, _mm256_mask2_permutex2var_epi64
i64x4 x86_avx512_vpermi2var_q_256(i64x4 a, i64x4 at, i64x4 b) { return PERMUTE2(a, at, b); }
// _mm_getexp_pd, _mm_mask_getexp_pd, _mm_maskz_getexp_pd
f64x2 x86_avx512_mask_getexp_pd_128(f64x2 a, f64x2 old, m8 k) {
  return MASKED(k, GETEXP(f64x2, i64x2, a, 64, 52), old);
}
// _mm256_getexp_pd, _mm256_mask_getexp_pd, _mm256_maskz_getexp_pd
f64x4 x86_avx512_mask_getexp_pd_256(f64x4 a, f64x4 old, m8 k) {
  return MASKED(k, GETEXP(f64x4, i64x4, a, 64, 52), old);
}
// _mm_getexp_ps, _mm_mask_getexp_ps, _mm_maskz_getexp_ps
f32x4 x86_avx512_mask_getexp_ps_128(f32x4 a, f32x4 old, m8 k) {
  return MASKED(k, GETEXP(f32x4, i32x4, a, 32, 23), old);
}
// _mm256_getexp_ps, _mm256_mask_getexp_ps, _mm256_maskz_getexp_ps
f32x8 x86_avx512_mask_getexp_ps_256(f32x8 a, f32x8 old, m8 k) {
  return MASKED(k, GETEXP(f32x8, i32x8, a, 32, 23), old);
}
// _mm_getmant_pd, _mm_mask_getmant_pd, _mm_maskz_getmant_pd
f64x2 x86_avx512_mask_getmant_pd_128(f64x2 a, int imm, f64x2 old, m8 k) {
  return MASKED(k, GETMANT(f64x2, i64x2, a, imm, 64, 52), old);
}
// _mm256_getmant_pd, _mm256_mask_getmant_pd, _mm256_maskz_getmant_pd
f64x4 x86_avx512_mask_getmant_pd_256(f64x4 a, int imm, f64x4 old, m8 k) {
  return MASKED(k, GETMANT(f64x4, i64x4, a, imm, 64, 52), old);
}
// _mm_getmant_ps, _mm_mask_getmant_ps, _mm_maskz_getmant_ps
f32x4 x86_avx512_mask_getmant_ps_128(f32x4 a, int imm, f32x4 old, m8 k) {
  return MASKED(k, GETMANT(f32x4, i32x4, a, imm, 32, 23), old);
}
// _mm256_getmant_ps, _mm256_mask_getmant_ps, _mm256_maskz_getmant_ps
f32x8 x86_avx512_mask_getmant_ps_256(f32x8 a, int imm, f32x8 old, m8 k) {
  return MASKED(k, GETMANT(f32x8, i32x8, a, imm, 32, 23), old);
}
// _mm_scalef_pd, _mm_mask_scalef_pd, _mm_maskz_scalef_pd
f64x2 x86_avx512_mask_scalef_pd_128(f64x2 a, f64x2 b, f64x2 old, m8 k) {
  return MASKED(k, SCALEF(f64x2, i64x2, a, b, 64, 52), old);
}
// _mm256_scalef_pd, _mm256_mask_scalef_pd, _mm256_maskz_scalef_pd
f64x4 x86_avx512_mask_scalef_pd_256(f64x4 a, f64x4 b, f64x4 old, m8 k) {
  return MASKED(k, SCALEF(f64x4, i64x4, a, b, 64, 52), old);
}
// _mm_scalef_ps, _mm_mask_scalef_ps, _mm_maskz_scalef_ps
f32x4 x86_avx512_mask_scalef_ps_128(f32x4 a, f32x4 b, f32x4 old, m8 k) {
  return MASKED(k, SCALEF(f32x4, i32x4, a, b, 32, 23), old);
}
// _mm256_scalef_ps, _mm256_mask_scalef_ps, _mm256_maskz_scalef_ps
f32x8 x86_avx512_mask_scalef_ps_256(f32x8 a, f32x8 b, f32x8 old, m8 k) {
  return MASKED(k, SCALEF(f32x8, i32x8, a, b, 32, 23), old);
}
// _mm_fixupimm_pd, _mm_mask_fixupimm_pd
f64x2 x86_avx512_mask_fixupimm_pd_128(f64x2 a, f64x2 b, i64x2 c, int imm, m8 k) {
  return MASKED(k, FIXUPIMM(f64x2, i64x2, a, b, c, 64, 52), a);
}
// _mm_maskz_fixupimm_pd
f64x2 x86_avx512_maskz_fixupimm_pd_128(f64x2 a, f64x2 b, i64x2 c, int imm, m8 k) {
  return MASKED(k, FIXUPIMM(f64x2, i64x2, a, b, c, 64, 52), (f64x2)0);
}
// _mm256_fixupimm_pd, _mm256_mask_fixupimm_pd
f64x4 x86_avx512_mask_fixupimm_pd_256(f64x4 a, f64x4 b, i64x4 c, int imm, m8 k) {
  return MASKED(k, FIXUPIMM(f64x4, i64x4, a, b, c, 64, 52), a);
}
// _mm256_maskz_fixupimm_pd
f64x4 x86_avx512_maskz_fixupimm_pd_256(f64x4 a, f64x4 b, i64x4 c, int imm, m8 k) {
  return MASKED(k, FIXUPIMM(f64x4, i64x4, a, b, c, 64, 52), (f64x4)0);
}
// _mm_fixupimm_ps, _mm_mask_fixupimm_ps
f32x4 x86_avx512_mask_fixupimm_ps_128(f32x4 a, f32x4 b, i32x4 c, int imm, m8 k) {
  return MASKED(k, FIXUPIMM(f32x4, i32x4, a, b, c, 32, 23), a);
}
// _mm_maskz_fixupimm_ps
f32x4 x86_avx512_maskz_fixupimm_ps_128(f32x4 a, f32x4 b, i32x4 c, int imm, m8 k) {
  return MASKED(k, FIXUPIMM(f32x4, i32x4, a, b, c, 32, 23), (f32x4)0);
}
// _mm256_fixupimm_ps, _mm256_mask_fixupimm_ps
f32x8 x86_avx512_mask_fixupimm_ps_256(f32x8 a, f32x8 b, i32x8 c, int imm, m8 k) {
  return MASKED(k, FIXUPIMM(f32x8, i32x8, a, b, c, 32, 23), a);
}
// _mm256_maskz_fixupimm_ps
f32x8 x86_avx512_maskz_fixupimm_ps_256(f32x8 a, f32x8 b, i32x8 c, int imm, m8 k) {
  return MASKED(k, FIXUPIMM(f32x8, i32x8, a, b, c, 32, 23), (f32x8)0);
}
