/* AVX-512VNNI: dot products added to doublewords (avx512vnniintrin.h,
 * avx512vlvnniintrin.h). Sums are exact until the final wrap or saturation. */

#define WRAPPED(x) (x)
#define SATURATED(x) MAX(MIN(x, 2147483647l), -2147483648l)
#define DOT(n, clamp, sum, a, b)                                               \
  ({                                                                           \
    __typeof__(sum) r_;                                                        \
    UNROLL for (int i_ = 0; i_ < LANES(r_); i_++) {                            \
      long lane_ = (sum)[i_];                                                  \
      UNROLL for (int j_ = n * i_; j_ < n * (i_ + 1); j_++) lane_ += (long)(a)[j_] * (b)[j_]; \
      r_[i_] = clamp(lane_);                                                   \
    }                                                                          \
    r_;                                                                        \
  })
/* Callers pass unsigned bytes in a and signed bytes in b. */
#define DOT_BYTES(clamp, sum, a, b) DOT(4, clamp, sum, a, b)
#define DOT_WORDS(clamp, sum, a, b) DOT(2, clamp, sum, a, b)

// _mm_dpbusd_epi32, _mm_mask_dpbusd_epi32, _mm_maskz_dpbusd_epi32
i32x4 x86_avx512_vpdpbusd_128(i32x4 sum, i32x4 a, i32x4 b) {
  return DOT_BYTES(WRAPPED, sum, (u8x16)a, (i8x16)b);
}
// _mm256_dpbusd_epi32, _mm256_mask_dpbusd_epi32, _mm256_maskz_dpbusd_epi32
i32x8 x86_avx512_vpdpbusd_256(i32x8 sum, i32x8 a, i32x8 b) {
  return DOT_BYTES(WRAPPED, sum, (u8x32)a, (i8x32)b);
}
// _mm512_dpbusd_epi32, _mm512_mask_dpbusd_epi32, _mm512_maskz_dpbusd_epi32
i32x16 x86_avx512_vpdpbusd_512(i32x16 sum, i32x16 a, i32x16 b) {
  return DOT_BYTES(WRAPPED, sum, (u8x64)a, (i8x64)b);
}
// _mm_dpbusds_epi32, _mm_mask_dpbusds_epi32, _mm_maskz_dpbusds_epi32
i32x4 x86_avx512_vpdpbusds_128(i32x4 sum, i32x4 a, i32x4 b) {
  return DOT_BYTES(SATURATED, sum, (u8x16)a, (i8x16)b);
}
// _mm256_dpbusds_epi32, _mm256_mask_dpbusds_epi32, _mm256_maskz_dpbusds_epi32
i32x8 x86_avx512_vpdpbusds_256(i32x8 sum, i32x8 a, i32x8 b) {
  return DOT_BYTES(SATURATED, sum, (u8x32)a, (i8x32)b);
}
// _mm512_dpbusds_epi32, _mm512_mask_dpbusds_epi32, _mm512_maskz_dpbusds_epi32
i32x16 x86_avx512_vpdpbusds_512(i32x16 sum, i32x16 a, i32x16 b) {
  return DOT_BYTES(SATURATED, sum, (u8x64)a, (i8x64)b);
}
// _mm_dpwssd_epi32, _mm_mask_dpwssd_epi32, _mm_maskz_dpwssd_epi32
i32x4 x86_avx512_vpdpwssd_128(i32x4 sum, i32x4 a, i32x4 b) {
  return DOT_WORDS(WRAPPED, sum, (i16x8)a, (i16x8)b);
}
// _mm256_dpwssd_epi32, _mm256_mask_dpwssd_epi32, _mm256_maskz_dpwssd_epi32
i32x8 x86_avx512_vpdpwssd_256(i32x8 sum, i32x8 a, i32x8 b) {
  return DOT_WORDS(WRAPPED, sum, (i16x16)a, (i16x16)b);
}
// _mm512_dpwssd_epi32, _mm512_mask_dpwssd_epi32, _mm512_maskz_dpwssd_epi32
i32x16 x86_avx512_vpdpwssd_512(i32x16 sum, i32x16 a, i32x16 b) {
  return DOT_WORDS(WRAPPED, sum, (i16x32)a, (i16x32)b);
}
// _mm_dpwssds_epi32, _mm_mask_dpwssds_epi32, _mm_maskz_dpwssds_epi32
i32x4 x86_avx512_vpdpwssds_128(i32x4 sum, i32x4 a, i32x4 b) {
  return DOT_WORDS(SATURATED, sum, (i16x8)a, (i16x8)b);
}
// _mm256_dpwssds_epi32, _mm256_mask_dpwssds_epi32, _mm256_maskz_dpwssds_epi32
i32x8 x86_avx512_vpdpwssds_256(i32x8 sum, i32x8 a, i32x8 b) {
  return DOT_WORDS(SATURATED, sum, (i16x16)a, (i16x16)b);
}
// _mm512_dpwssds_epi32, _mm512_mask_dpwssds_epi32, _mm512_maskz_dpwssds_epi32
i32x16 x86_avx512_vpdpwssds_512(i32x16 sum, i32x16 a, i32x16 b) {
  return DOT_WORDS(SATURATED, sum, (i16x32)a, (i16x32)b);
}
