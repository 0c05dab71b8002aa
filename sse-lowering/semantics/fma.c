/* FMA: llvm.x86.fma.* (fmaintrin.h). The other forms compile to llvm.fma. */

#define FMA __builtin_elementwise_fma
// _mm_fmaddsub_ps: even lanes subtract, odd lanes add
f32x4 x86_fma_vfmaddsub_ps(f32x4 a, f32x4 b, f32x4 c) {
  return SHUFFLE(FMA(a, b, -c), FMA(a, b, c), 0, 5, 2, 7);
}
// _mm_fmaddsub_pd
f64x2 x86_fma_vfmaddsub_pd(f64x2 a, f64x2 b, f64x2 c) {
  return SHUFFLE(FMA(a, b, -c), FMA(a, b, c), 0, 3);
}
// _mm256_fmaddsub_ps
f32x8 x86_fma_vfmaddsub_ps_256(f32x8 a, f32x8 b, f32x8 c) {
  return SHUFFLE(FMA(a, b, -c), FMA(a, b, c), 0, 9, 2, 11, 4, 13, 6, 15);
}
// _mm256_fmaddsub_pd
f64x4 x86_fma_vfmaddsub_pd_256(f64x4 a, f64x4 b, f64x4 c) {
  return SHUFFLE(FMA(a, b, -c), FMA(a, b, c), 0, 5, 2, 7);
}
