/* SSE3: llvm.x86.sse3.* (pmmintrin.h). */

// _mm_addsub_ps: even lanes subtract, odd lanes add
f32x4 x86_sse3_addsub_ps(f32x4 a, f32x4 b) { return SHUFFLE(a - b, a + b, 0, 5, 2, 7); }
// _mm_addsub_pd
f64x2 x86_sse3_addsub_pd(f64x2 a, f64x2 b) { return SHUFFLE(a - b, a + b, 0, 3); }
// _mm_hadd_ps
f32x4 x86_sse3_hadd_ps(f32x4 a, f32x4 b) {
  return SHUFFLE(a, b, 0, 2, 4, 6) + SHUFFLE(a, b, 1, 3, 5, 7);
}
// _mm_hadd_pd
f64x2 x86_sse3_hadd_pd(f64x2 a, f64x2 b) { return SHUFFLE(a, b, 0, 2) + SHUFFLE(a, b, 1, 3); }
// _mm_hsub_ps
f32x4 x86_sse3_hsub_ps(f32x4 a, f32x4 b) {
  return SHUFFLE(a, b, 0, 2, 4, 6) - SHUFFLE(a, b, 1, 3, 5, 7);
}
// _mm_hsub_pd
f64x2 x86_sse3_hsub_pd(f64x2 a, f64x2 b) { return SHUFFLE(a, b, 0, 2) - SHUFFLE(a, b, 1, 3); }

// _mm_lddqu_si128
i8x16 x86_sse3_ldu_dq(void *from) { return UNALIGNED(i8x16, from, 0); }
