/* SSE: llvm.x86.sse.* (xmmintrin.h). */

// _mm_min_ps: the second operand when unordered or equal
f32x4 x86_sse_min_ps(f32x4 a, f32x4 b) { return a < b ? a : b; }
// _mm_max_ps: the second operand when unordered or equal
f32x4 x86_sse_max_ps(f32x4 a, f32x4 b) { return a > b ? a : b; }
// _mm_min_ss
f32x4 x86_sse_min_ss(f32x4 a, f32x4 b) { a.x = a.x < b.x ? a.x : b.x; return a; }
// _mm_max_ss
f32x4 x86_sse_max_ss(f32x4 a, f32x4 b) { a.x = a.x > b.x ? a.x : b.x; return a; }

COMPARE(compare_f32x4, i32x4, f32x4)
// _mm_cmp_ps
f32x4 x86_sse_cmp_ps(f32x4 a, f32x4 b, unsigned char imm) {
  return (f32x4)compare_f32x4(a, b, imm);
}
// _mm_cmp_ss, _mm_cmpeq_ss, _mm_cmplt_ss, _mm_cmple_ss, _mm_cmpgt_ss,
// _mm_cmpge_ss, _mm_cmpneq_ss, _mm_cmpnlt_ss, _mm_cmpnle_ss, _mm_cmpngt_ss,
// _mm_cmpnge_ss, _mm_cmpord_ss, _mm_cmpunord_ss
f32x4 x86_sse_cmp_ss(f32x4 a, f32x4 b, unsigned char imm) {
  a.x = ((f32x4)compare_f32x4(a, b, imm)).x;
  return a;
}

// _mm_comieq_ss
int x86_sse_comieq_ss(f32x4 a, f32x4 b) { return a.x == b.x; }
// _mm_comilt_ss
int x86_sse_comilt_ss(f32x4 a, f32x4 b) { return a.x < b.x; }
// _mm_comile_ss
int x86_sse_comile_ss(f32x4 a, f32x4 b) { return a.x <= b.x; }
// _mm_comigt_ss
int x86_sse_comigt_ss(f32x4 a, f32x4 b) { return a.x > b.x; }
// _mm_comige_ss
int x86_sse_comige_ss(f32x4 a, f32x4 b) { return a.x >= b.x; }
// _mm_comineq_ss: true when unordered
int x86_sse_comineq_ss(f32x4 a, f32x4 b) { return a.x != b.x; }
// _mm_ucomieq_ss
int x86_sse_ucomieq_ss(f32x4 a, f32x4 b) { return a.x == b.x; }
// _mm_ucomilt_ss
int x86_sse_ucomilt_ss(f32x4 a, f32x4 b) { return a.x < b.x; }
// _mm_ucomile_ss
int x86_sse_ucomile_ss(f32x4 a, f32x4 b) { return a.x <= b.x; }
// _mm_ucomigt_ss
int x86_sse_ucomigt_ss(f32x4 a, f32x4 b) { return a.x > b.x; }
// _mm_ucomige_ss
int x86_sse_ucomige_ss(f32x4 a, f32x4 b) { return a.x >= b.x; }
// _mm_ucomineq_ss: true when unordered
int x86_sse_ucomineq_ss(f32x4 a, f32x4 b) { return a.x != b.x; }

// _mm_cvtss_si32, _mm_cvt_ss2si
int x86_sse_cvtss2si(f32x4 a) { return lrint_i32_f32(a.x); }
// _mm_cvtss_si64
long x86_sse_cvtss2si64(f32x4 a) { return lrint_i64_f32(a.x); }
// _mm_cvttss_si32, _mm_cvtt_ss2si
int x86_sse_cvttss2si(f32x4 a) { return lrint_i32_f32(__builtin_truncf(a.x)); }
// _mm_cvttss_si64
long x86_sse_cvttss2si64(f32x4 a) { return lrint_i64_f32(__builtin_truncf(a.x)); }

// _mm_movemask_ps
int x86_sse_movmsk_ps(f32x4 a) {
  int mask = 0;
  UNROLL for (int i = 0; i < 4; i++) mask |= (((i32x4)a)[i] < 0) << i;
  return mask;
}

/* The relative error is at most 1.5 * 2^-12, and the results of vendors differ: each lane
 * is a call of a function without a body. */
float approx_rcpss(float) __asm__("simdiff.approx.rcpss") __attribute__((const));
float approx_rsqrtss(float) __asm__("simdiff.approx.rsqrtss") __attribute__((const));
// _mm_rcp_ss
f32x4 x86_sse_rcp_ss(f32x4 a) { a.x = approx_rcpss(a.x); return a; }
// _mm_rsqrt_ss
f32x4 x86_sse_rsqrt_ss(f32x4 a) { a.x = approx_rsqrtss(a.x); return a; }
// _mm_rcp_ps
f32x4 x86_sse_rcp_ps(f32x4 a) {
  UNROLL for (int i = 0; i < 4; i++) a[i] = approx_rcpss(a[i]);
  return a;
}
// _mm_rsqrt_ps
f32x4 x86_sse_rsqrt_ps(f32x4 a) {
  UNROLL for (int i = 0; i < 4; i++) a[i] = approx_rsqrtss(a[i]);
  return a;
}

// _mm_sfence
void x86_sse_sfence(void) {}

// _mm_cvtps_pi32, _mm_cvt_ps2pi: of the lower half
i32x2 x86_sse_cvtps2pi(f32x4 a) { return (i32x2){lrint_i32_f32(a.x), lrint_i32_f32(a.y)}; }
// _mm_cvttps_pi32, _mm_cvtt_ps2pi: of the lower half
i32x2 x86_sse_cvttps2pi(f32x4 a) { return x86_sse_cvtps2pi(__builtin_elementwise_trunc(a)); }
// _mm_cvtpi32_ps, _mm_cvt_pi2ps: into the lower half
f32x4 x86_sse_cvtpi2ps(f32x4 a, i32x2 b) { a.lo = CONVERT(b, f32x2); return a; }
// _mm_shuffle_pi16
u16x4 x86_sse_pshuf_w(u16x4 a, unsigned char order) {
  return (u16x4){a[order & 3], a[order >> 2 & 3], a[order >> 4 & 3], a[order >> 6]};
}
