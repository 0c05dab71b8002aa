/* F16C: llvm.x86.vcvtps2ph.* (f16cintrin.h). The way back is generic. */

/* Rounded to nearest even, then moved by one where imm[1:0] rounds down, up or
 * to zero and the half is on the other side. The magnitudes of halves are as
 * ordered as their bits, ∞ above the largest. imm[2] takes MXCSR's mode. */
#define HALF(a, imm)                                                           \
  ({                                                                           \
    __typeof__(a) back_ = CONVERT(CONVERT(a, f16x8), __typeof__(a));           \
    i16x8 half_ = (i16x8)CONVERT(a, f16x8);                                    \
    int mode_ = (imm) & 4 ? 0 : (imm) & 3;                                     \
    i16x8 below_ = CONVERT(back_ < (a), i16x8), above_ = CONVERT(back_ > (a), i16x8); \
    i16x8 away_ = half_ < 0 ? above_ & (i16x8)-(mode_ == 1) : below_ & (i16x8)-(mode_ == 2); \
    i16x8 inward_ = half_ < 0 ? below_ & (i16x8)-(mode_ >= 2) : above_ & (i16x8)-(mode_ & 1); \
    half_ - away_ + inward_;                                                   \
  })
// _mm_cvtps_ph, _cvtss_sh: the upper half of the result is zero
i16x8 x86_vcvtps2ph_128(f32x4 a, int imm) {
  return HALF(SHUFFLE(a, (f32x4)0, 0, 1, 2, 3, 4, 5, 6, 7), imm);
}
// _mm256_cvtps_ph
i16x8 x86_vcvtps2ph_256(f32x8 a, int imm) { return HALF(a, imm); }
