/* AVX: llvm.x86.avx.* (avxintrin.h). Most are SSE operations on each half. */

// _mm256_min_ps
f32x8 x86_avx_min_ps_256(f32x8 a, f32x8 b) { return a < b ? a : b; }
// _mm256_max_ps
f32x8 x86_avx_max_ps_256(f32x8 a, f32x8 b) { return a > b ? a : b; }
// _mm256_min_pd
f64x4 x86_avx_min_pd_256(f64x4 a, f64x4 b) { return a < b ? a : b; }
// _mm256_max_pd
f64x4 x86_avx_max_pd_256(f64x4 a, f64x4 b) { return a > b ? a : b; }

COMPARE(compare_f32x8, i32x8, f32x8)
COMPARE(compare_f64x4, i64x4, f64x4)
// _mm256_cmp_ps
f32x8 x86_avx_cmp_ps_256(f32x8 a, f32x8 b, unsigned char imm) {
  return (f32x8)compare_f32x8(a, b, imm);
}
// _mm256_cmp_pd
f64x4 x86_avx_cmp_pd_256(f64x4 a, f64x4 b, unsigned char imm) {
  return (f64x4)compare_f64x4(a, b, imm);
}

// _mm256_addsub_ps
f32x8 x86_avx_addsub_ps_256(f32x8 a, f32x8 b) { return HALVES(f32x8, x86_sse3_addsub_ps, a, b); }
// _mm256_addsub_pd
f64x4 x86_avx_addsub_pd_256(f64x4 a, f64x4 b) { return HALVES(f64x4, x86_sse3_addsub_pd, a, b); }
// _mm256_hadd_ps
f32x8 x86_avx_hadd_ps_256(f32x8 a, f32x8 b) { return HALVES(f32x8, x86_sse3_hadd_ps, a, b); }
// _mm256_hadd_pd
f64x4 x86_avx_hadd_pd_256(f64x4 a, f64x4 b) { return HALVES(f64x4, x86_sse3_hadd_pd, a, b); }
// _mm256_hsub_ps
f32x8 x86_avx_hsub_ps_256(f32x8 a, f32x8 b) { return HALVES(f32x8, x86_sse3_hsub_ps, a, b); }
// _mm256_hsub_pd
f64x4 x86_avx_hsub_pd_256(f64x4 a, f64x4 b) { return HALVES(f64x4, x86_sse3_hsub_pd, a, b); }
// _mm256_rcp_ps
f32x8 x86_avx_rcp_ps_256(f32x8 a) { return HALVES1(f32x8, x86_sse_rcp_ps, a); }
// _mm256_rsqrt_ps
f32x8 x86_avx_rsqrt_ps_256(f32x8 a) { return HALVES1(f32x8, x86_sse_rsqrt_ps, a); }
// _mm256_round_ps, _mm256_floor_ps, _mm256_ceil_ps
f32x8 x86_avx_round_ps_256(f32x8 a, int imm) { return ROUND(a, imm); }
// _mm256_round_pd, _mm256_floor_pd, _mm256_ceil_pd
f64x4 x86_avx_round_pd_256(f64x4 a, int imm) { return ROUND(a, imm); }
// _mm256_blendv_ps
f32x8 x86_avx_blendv_ps_256(f32x8 a, f32x8 b, f32x8 mask) { return (i32x8)mask < 0 ? b : a; }
// _mm256_blendv_pd
f64x4 x86_avx_blendv_pd_256(f64x4 a, f64x4 b, f64x4 mask) { return (i64x4)mask < 0 ? b : a; }
// _mm256_dp_ps
f32x8 x86_avx_dp_ps_256(f32x8 a, f32x8 b, unsigned char imm) {
  f32x8 r;
  r.lo = x86_sse41_dpps(a.lo, b.lo, imm);
  r.hi = x86_sse41_dpps(a.hi, b.hi, imm);
  return r;
}

// _mm256_cvtps_epi32
i32x8 x86_avx_cvt_ps2dq_256(f32x8 a) { return HALVES1(i32x8, x86_sse2_cvtps2dq, a); }
// _mm256_cvttps_epi32
i32x8 x86_avx_cvtt_ps2dq_256(f32x8 a) { return HALVES1(i32x8, x86_sse2_cvttps2dq, a); }
// _mm256_cvtpd_epi32
i32x4 x86_avx_cvt_pd2dq_256(f64x4 a) {
  return SHUFFLE(x86_sse2_cvtpd2dq(a.lo), x86_sse2_cvtpd2dq(a.hi), 0, 1, 4, 5);
}
// _mm256_cvttpd_epi32
i32x4 x86_avx_cvtt_pd2dq_256(f64x4 a) {
  return SHUFFLE(x86_sse2_cvttpd2dq(a.lo), x86_sse2_cvttpd2dq(a.hi), 0, 1, 4, 5);
}
// _mm256_cvtpd_ps
f32x4 x86_avx_cvt_pd2_ps_256(f64x4 a) { return CONVERT(a, f32x4); }

// _mm256_movemask_ps
int x86_avx_movmsk_ps_256(f32x8 a) {
  return x86_sse_movmsk_ps(a.lo) | x86_sse_movmsk_ps(a.hi) << 4;
}
// _mm256_movemask_pd
int x86_avx_movmsk_pd_256(f64x4 a) {
  return x86_sse2_movmsk_pd(a.lo) | x86_sse2_movmsk_pd(a.hi) << 2;
}

#define ANY4(v) (((v).x | (v).y | (v).z | (v).w) != 0)
// _mm256_testz_si256
int x86_avx_ptestz_256(i64x4 a, i64x4 b) { return !ANY4(a & b); }
// _mm256_testc_si256
int x86_avx_ptestc_256(i64x4 a, i64x4 b) { return !ANY4(~a & b); }
// _mm256_testnzc_si256
int x86_avx_ptestnzc_256(i64x4 a, i64x4 b) { return ANY4(a & b) & ANY4(~a & b); }

/* VTESTPS and VTESTPD test only the sign bits. */
#define TESTZ(signs, a, b) ((signs(a) & signs(b)) == 0)
#define TESTC(signs, a, b) ((~signs(a) & signs(b)) == 0)
#define TESTNZC(signs, a, b) (!TESTZ(signs, a, b) & !TESTC(signs, a, b))
// _mm_testz_ps
int x86_avx_vtestz_ps(f32x4 a, f32x4 b) { return TESTZ(x86_sse_movmsk_ps, a, b); }
// _mm_testc_ps
int x86_avx_vtestc_ps(f32x4 a, f32x4 b) { return TESTC(x86_sse_movmsk_ps, a, b); }
// _mm_testnzc_ps
int x86_avx_vtestnzc_ps(f32x4 a, f32x4 b) { return TESTNZC(x86_sse_movmsk_ps, a, b); }
// _mm_testz_pd
int x86_avx_vtestz_pd(f64x2 a, f64x2 b) { return TESTZ(x86_sse2_movmsk_pd, a, b); }
// _mm_testc_pd
int x86_avx_vtestc_pd(f64x2 a, f64x2 b) { return TESTC(x86_sse2_movmsk_pd, a, b); }
// _mm_testnzc_pd
int x86_avx_vtestnzc_pd(f64x2 a, f64x2 b) { return TESTNZC(x86_sse2_movmsk_pd, a, b); }
// _mm256_testz_ps
int x86_avx_vtestz_ps_256(f32x8 a, f32x8 b) { return TESTZ(x86_avx_movmsk_ps_256, a, b); }
// _mm256_testc_ps
int x86_avx_vtestc_ps_256(f32x8 a, f32x8 b) { return TESTC(x86_avx_movmsk_ps_256, a, b); }
// _mm256_testnzc_ps
int x86_avx_vtestnzc_ps_256(f32x8 a, f32x8 b) { return TESTNZC(x86_avx_movmsk_ps_256, a, b); }
// _mm256_testz_pd
int x86_avx_vtestz_pd_256(f64x4 a, f64x4 b) { return TESTZ(x86_avx_movmsk_pd_256, a, b); }
// _mm256_testc_pd
int x86_avx_vtestc_pd_256(f64x4 a, f64x4 b) { return TESTC(x86_avx_movmsk_pd_256, a, b); }
// _mm256_testnzc_pd
int x86_avx_vtestnzc_pd_256(f64x4 a, f64x4 b) { return TESTNZC(x86_avx_movmsk_pd_256, a, b); }

// _mm_permutevar_ps
f32x4 x86_avx_vpermilvar_ps(f32x4 a, i32x4 order) {
  f32x4 r;
  UNROLL for (int i = 0; i < 4; i++) r[i] = a[order[i] & 3];
  return r;
}
// _mm_permutevar_pd: bit 1 chooses
f64x2 x86_avx_vpermilvar_pd(f64x2 a, i64x2 order) {
  f64x2 r;
  UNROLL for (int i = 0; i < 2; i++) r[i] = a[order[i] >> 1 & 1];
  return r;
}
// _mm256_permutevar_ps
f32x8 x86_avx_vpermilvar_ps_256(f32x8 a, i32x8 order) {
  return HALVES(f32x8, x86_avx_vpermilvar_ps, a, order);
}
// _mm256_permutevar_pd
f64x4 x86_avx_vpermilvar_pd_256(f64x4 a, i64x4 order) {
  return HALVES(f64x4, x86_avx_vpermilvar_pd, a, order);
}

// _mm256_lddqu_si256
i8x32 x86_avx_ldu_dq_256(void *from) { return UNALIGNED(i8x32, from, 0); }
// _mm_maskload_ps
f32x4 x86_avx_maskload_ps(void *from, i32x4 mask) { return MASKLOAD(f32x4, float, 4, from, mask); }
// _mm_maskload_pd
f64x2 x86_avx_maskload_pd(void *from, i64x2 mask) { return MASKLOAD(f64x2, double, 2, from, mask); }
// _mm256_maskload_ps
f32x8 x86_avx_maskload_ps_256(void *from, i32x8 mask) { return MASKLOAD(f32x8, float, 8, from, mask); }
// _mm256_maskload_pd
f64x4 x86_avx_maskload_pd_256(void *from, i64x4 mask) { return MASKLOAD(f64x4, double, 4, from, mask); }
// _mm_maskstore_ps
void x86_avx_maskstore_ps(void *to, i32x4 mask, f32x4 a) { MASKSTORE(float, 4, to, mask, a); }
// _mm_maskstore_pd
void x86_avx_maskstore_pd(void *to, i64x2 mask, f64x2 a) { MASKSTORE(double, 2, to, mask, a); }
// _mm256_maskstore_ps
void x86_avx_maskstore_ps_256(void *to, i32x8 mask, f32x8 a) { MASKSTORE(float, 8, to, mask, a); }
// _mm256_maskstore_pd
void x86_avx_maskstore_pd_256(void *to, i64x4 mask, f64x4 a) { MASKSTORE(double, 4, to, mask, a); }

// _mm256_zeroall: registers, not values
void x86_avx_vzeroall(void) {}
// _mm256_zeroupper: registers, not values
void x86_avx_vzeroupper(void) {}
