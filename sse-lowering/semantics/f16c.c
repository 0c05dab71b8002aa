/* F16C: llvm.x86.vcvtps2ph.* (f16cintrin.h). The conversions to float
 * compile to generic operations. */

// _mm_cvtps_ph, _cvtss_sh: the upper half of the result is zero
i16x8 x86_vcvtps2ph_128(f32x4 a, int imm) {
  return HALF(i16x8, f16x8, SHUFFLE(a, (f32x4)0, 0, 1, 2, 3, 4, 5, 6, 7), imm);
}
// _mm256_cvtps_ph
i16x8 x86_vcvtps2ph_256(f32x8 a, int imm) { return HALF(i16x8, f16x8, a, imm); }
