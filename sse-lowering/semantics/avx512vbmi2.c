/* AVX-512VBMI2: compression and expansion of bytes and words (avx512vbmi2intrin.h,
 * avx512vlvbmi2intrin.h). Its shifts compile to LLVM's
 * funnel shifts. */

// _mm_mask_compress_epi8, _mm_maskz_compress_epi8
i8x16 x86_avx512_mask_compress_v16i8(i8x16 a, i8x16 old, m16 k) { return COMPRESS(a, old, k); }
// _mm256_mask_compress_epi8, _mm256_maskz_compress_epi8
i8x32 x86_avx512_mask_compress_v32i8(i8x32 a, i8x32 old, m32 k) { return COMPRESS(a, old, k); }
// _mm512_mask_compress_epi8, _mm512_maskz_compress_epi8
i8x64 x86_avx512_mask_compress_v64i8(i8x64 a, i8x64 old, m64 k) { return COMPRESS(a, old, k); }
// _mm_mask_compress_epi16, _mm_maskz_compress_epi16
i16x8 x86_avx512_mask_compress_v8i16(i16x8 a, i16x8 old, m8 k) { return COMPRESS(a, old, k); }
// _mm256_mask_compress_epi16, _mm256_maskz_compress_epi16
i16x16 x86_avx512_mask_compress_v16i16(i16x16 a, i16x16 old, m16 k) { return COMPRESS(a, old, k); }
// _mm512_mask_compress_epi16, _mm512_maskz_compress_epi16
i16x32 x86_avx512_mask_compress_v32i16(i16x32 a, i16x32 old, m32 k) { return COMPRESS(a, old, k); }
// _mm_mask_expand_epi8, _mm_maskz_expand_epi8
i8x16 x86_avx512_mask_expand_v16i8(i8x16 a, i8x16 old, m16 k) { return EXPAND(a, old, k); }
// _mm256_mask_expand_epi8, _mm256_maskz_expand_epi8
i8x32 x86_avx512_mask_expand_v32i8(i8x32 a, i8x32 old, m32 k) { return EXPAND(a, old, k); }
// _mm512_mask_expand_epi8, _mm512_maskz_expand_epi8
i8x64 x86_avx512_mask_expand_v64i8(i8x64 a, i8x64 old, m64 k) { return EXPAND(a, old, k); }
// _mm_mask_expand_epi16, _mm_maskz_expand_epi16
i16x8 x86_avx512_mask_expand_v8i16(i16x8 a, i16x8 old, m8 k) { return EXPAND(a, old, k); }
// _mm256_mask_expand_epi16, _mm256_maskz_expand_epi16
i16x16 x86_avx512_mask_expand_v16i16(i16x16 a, i16x16 old, m16 k) { return EXPAND(a, old, k); }
// _mm512_mask_expand_epi16, _mm512_maskz_expand_epi16
i16x32 x86_avx512_mask_expand_v32i16(i16x32 a, i16x32 old, m32 k) { return EXPAND(a, old, k); }
