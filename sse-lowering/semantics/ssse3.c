/* SSSE3: llvm.x86.ssse3.*.128 (tmmintrin.h). */

/* The even or odd lanes of a, then those of b. */
#define EVEN_W(a, b) SHUFFLE(a, b, 0, 2, 4, 6, 8, 10, 12, 14)
#define ODD_W(a, b) SHUFFLE(a, b, 1, 3, 5, 7, 9, 11, 13, 15)
#define EVEN_D(a, b) SHUFFLE(a, b, 0, 2, 4, 6)
#define ODD_D(a, b) SHUFFLE(a, b, 1, 3, 5, 7)
#define WIDE_W(v) CONVERT(v, i32x8)
#define SATURATE_W(v) CONVERT(CLAMP(v, -32768, 32767), i16x8)

// _mm_hadd_epi16
i16x8 x86_ssse3_phadd_w_128(i16x8 a, i16x8 b) { return EVEN_W(a, b) + ODD_W(a, b); }
// _mm_hadd_epi32
i32x4 x86_ssse3_phadd_d_128(i32x4 a, i32x4 b) { return EVEN_D(a, b) + ODD_D(a, b); }
// _mm_hadds_epi16
i16x8 x86_ssse3_phadd_sw_128(i16x8 a, i16x8 b) {
  return SATURATE_W(WIDE_W(EVEN_W(a, b)) + WIDE_W(ODD_W(a, b)));
}
// _mm_hsub_epi16
i16x8 x86_ssse3_phsub_w_128(i16x8 a, i16x8 b) { return EVEN_W(a, b) - ODD_W(a, b); }
// _mm_hsub_epi32
i32x4 x86_ssse3_phsub_d_128(i32x4 a, i32x4 b) { return EVEN_D(a, b) - ODD_D(a, b); }
// _mm_hsubs_epi16
i16x8 x86_ssse3_phsub_sw_128(i16x8 a, i16x8 b) {
  return SATURATE_W(WIDE_W(EVEN_W(a, b)) - WIDE_W(ODD_W(a, b)));
}
// _mm_maddubs_epi16: bytes of a are unsigned, of b signed
i16x8 x86_ssse3_pmadd_ub_sw_128(u8x16 a, i8x16 b) {
  i32x16 p = CONVERT(a, i32x16) * CONVERT(b, i32x16);
  return SATURATE_W(p.even + p.odd);
}
// _mm_mulhrs_epi16: -32768 * -32768 wraps
i16x8 x86_ssse3_pmul_hr_sw_128(i16x8 a, i16x8 b) {
  return CONVERT(((WIDE_W(a) * WIDE_W(b) >> 14) + 1) >> 1, i16x8);
}
// _mm_shuffle_epi8
i8x16 x86_ssse3_pshuf_b_128(i8x16 a, i8x16 order) {
  i8x16 r;
  UNROLL for (int i = 0; i < 16; i++) r[i] = order[i] < 0 ? 0 : a[order[i] & 15];
  return r;
}
#define SIGN(a, b) ((b) < 0 ? -(a) : (b) == 0 ? (__typeof__(a))0 : (a))
// _mm_sign_epi8
i8x16 x86_ssse3_psign_b_128(i8x16 a, i8x16 b) { return SIGN(a, b); }
// _mm_sign_epi16
i16x8 x86_ssse3_psign_w_128(i16x8 a, i16x8 b) { return SIGN(a, b); }
// _mm_sign_epi32
i32x4 x86_ssse3_psign_d_128(i32x4 a, i32x4 b) { return SIGN(a, b); }

/* The forms on MMX registers. */
#define SATURATE64(v) CONVERT(CLAMP(v, -32768, 32767), i16x4)
// _mm_abs_pi8
i8x8 x86_ssse3_pabs_b(i8x8 a) { return a < 0 ? -a : a; }
// _mm_abs_pi16
i16x4 x86_ssse3_pabs_w(i16x4 a) { return a < 0 ? -a : a; }
// _mm_abs_pi32
i32x2 x86_ssse3_pabs_d(i32x2 a) { return a < 0 ? -a : a; }
// _mm_hadd_pi16
i16x4 x86_ssse3_phadd_w(i16x4 a, i16x4 b) {
  i16x8 both = SHUFFLE(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
  return both.even + both.odd;
}
// _mm_hadd_pi32
i32x2 x86_ssse3_phadd_d(i32x2 a, i32x2 b) { return SHUFFLE(a, b, 0, 2) + SHUFFLE(a, b, 1, 3); }
// _mm_hadds_pi16
i16x4 x86_ssse3_phadd_sw(i16x4 a, i16x4 b) {
  i32x8 both = CONVERT(SHUFFLE(a, b, 0, 1, 2, 3, 4, 5, 6, 7), i32x8);
  return SATURATE64(both.even + both.odd);
}
// _mm_hsub_pi16
i16x4 x86_ssse3_phsub_w(i16x4 a, i16x4 b) {
  i16x8 both = SHUFFLE(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
  return both.even - both.odd;
}
// _mm_hsub_pi32
i32x2 x86_ssse3_phsub_d(i32x2 a, i32x2 b) { return SHUFFLE(a, b, 0, 2) - SHUFFLE(a, b, 1, 3); }
// _mm_hsubs_pi16
i16x4 x86_ssse3_phsub_sw(i16x4 a, i16x4 b) {
  i32x8 both = CONVERT(SHUFFLE(a, b, 0, 1, 2, 3, 4, 5, 6, 7), i32x8);
  return SATURATE64(both.even - both.odd);
}
// _mm_maddubs_pi16: bytes of a are unsigned, of b signed
i16x4 x86_ssse3_pmadd_ub_sw(u8x8 a, i8x8 b) {
  i32x8 p = CONVERT(a, i32x8) * CONVERT(b, i32x8);
  return SATURATE64(p.even + p.odd);
}
// _mm_mulhrs_pi16: -32768 * -32768 wraps
i16x4 x86_ssse3_pmul_hr_sw(i16x4 a, i16x4 b) {
  return CONVERT(((CONVERT(a, i32x4) * CONVERT(b, i32x4) >> 14) + 1) >> 1, i16x4);
}
// _mm_shuffle_pi8
i8x8 x86_ssse3_pshuf_b(i8x8 a, i8x8 order) {
  i8x8 r;
  UNROLL for (int i = 0; i < 8; i++) r[i] = order[i] < 0 ? 0 : a[order[i] & 7];
  return r;
}
// _mm_sign_pi8
i8x8 x86_ssse3_psign_b(i8x8 a, i8x8 b) { return SIGN(a, b); }
// _mm_sign_pi16
i16x4 x86_ssse3_psign_w(i16x4 a, i16x4 b) { return SIGN(a, b); }
// _mm_sign_pi32
i32x2 x86_ssse3_psign_d(i32x2 a, i32x2 b) { return SIGN(a, b); }
// _mm_alignr_pi8: bytes of a above those of b, from byte n on
u8x8 x86_mmx_palignr_b(u8x8 a, u8x8 b, unsigned char n) {
  u8x8 r;
  UNROLL for (int i = 0; i < 8; i++) r[i] = n + i < 8 ? b[(n + i) & 7] : n + i < 16 ? a[(n + i) & 7] : 0;
  return r;
}
