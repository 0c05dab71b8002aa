/* AVX-512BITALG: bits of quadwords by index (avx512bitalgintrin.h,
 * avx512vlbitalgintrin.h). Its population counts compile to generic LLVM operations. */

/* Bit i of the result is a bit of quadword i/8 of a; byte i of b is its index. */
#define SHUFFLE_BITS(a, b)                                                     \
  ({                                                                           \
    m64 r_ = 0;                                                                \
    UNROLL for (int i_ = 0; i_ < LANES(b); i_++) r_ |= ((m64)(a)[i_ / 8] >> ((b)[i_] & 63) & 1) << i_; \
    r_;                                                                        \
  })

// _mm_bitshuffle_epi64_mask, _mm_mask_bitshuffle_epi64_mask
m16 x86_avx512_vpshufbitqmb_128(u8x16 a, u8x16 b) { return SHUFFLE_BITS((u64x2)a, b); }
// _mm256_bitshuffle_epi64_mask, _mm256_mask_bitshuffle_epi64_mask
m32 x86_avx512_vpshufbitqmb_256(u8x32 a, u8x32 b) { return SHUFFLE_BITS((u64x4)a, b); }
// _mm512_bitshuffle_epi64_mask, _mm512_mask_bitshuffle_epi64_mask
m64 x86_avx512_vpshufbitqmb_512(u8x64 a, u8x64 b) { return SHUFFLE_BITS((u64x8)a, b); }
