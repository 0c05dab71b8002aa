/* AVX-512CD: detection of equal lanes (avx512cdintrin.h, avx512vlcdintrin.h). */

/* Bit j of lane i is set if j < i and lane j of a is equal to lane i. */
#define CONFLICT(a)                                                            \
  ({                                                                           \
    __typeof__(a) r_ = 0;                                                      \
    UNROLL for (int i_ = 1; i_ < LANES(r_); i_++)                              \
      UNROLL for (int j_ = 0; j_ < i_; j_++) r_[i_] |= ((a)[i_] == (a)[j_]) << j_; \
    r_;                                                                        \
  })

// _mm_conflict_epi32
i32x4 x86_avx512_conflict_d_128(i32x4 a) { return CONFLICT(a); }
// _mm256_conflict_epi32
i32x8 x86_avx512_conflict_d_256(i32x8 a) { return CONFLICT(a); }
// _mm512_conflict_epi32
i32x16 x86_avx512_conflict_d_512(i32x16 a) { return CONFLICT(a); }
// _mm_conflict_epi64
i64x2 x86_avx512_conflict_q_128(i64x2 a) { return CONFLICT(a); }
// _mm256_conflict_epi64
i64x4 x86_avx512_conflict_q_256(i64x4 a) { return CONFLICT(a); }
// _mm512_conflict_epi64
i64x8 x86_avx512_conflict_q_512(i64x8 a) { return CONFLICT(a); }
