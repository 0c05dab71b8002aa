/* MMX: llvm.x86.mmx.* (mmintrin.h, and what SSE, SSE2 and SSSE3 add to it in xmmintrin.h,
 * emmintrin.h and tmmintrin.h). LLVM's type of a register has no lanes, and a parameter of 64
 * bits is one. */

// _mm_empty, _m_empty: only x87 instructions see which registers are in use
void x86_mmx_emms(void) {}

// _mm_add_pi8
u8x8 x86_mmx_padd_b(u8x8 a, u8x8 b) { return a + b; }
// _mm_add_pi16
u16x4 x86_mmx_padd_w(u16x4 a, u16x4 b) { return a + b; }
// _mm_add_pi32
u32x2 x86_mmx_padd_d(u32x2 a, u32x2 b) { return a + b; }
// _mm_add_si64
u64x1 x86_mmx_padd_q(u64x1 a, u64x1 b) { return a + b; }
// _mm_sub_pi8
u8x8 x86_mmx_psub_b(u8x8 a, u8x8 b) { return a - b; }
// _mm_sub_pi16
u16x4 x86_mmx_psub_w(u16x4 a, u16x4 b) { return a - b; }
// _mm_sub_pi32
u32x2 x86_mmx_psub_d(u32x2 a, u32x2 b) { return a - b; }
// _mm_sub_si64
u64x1 x86_mmx_psub_q(u64x1 a, u64x1 b) { return a - b; }
// _mm_adds_pi8
i8x8 x86_mmx_padds_b(i8x8 a, i8x8 b) { return __builtin_elementwise_add_sat(a, b); }
// _mm_adds_pi16
i16x4 x86_mmx_padds_w(i16x4 a, i16x4 b) { return __builtin_elementwise_add_sat(a, b); }
// _mm_adds_pu8
u8x8 x86_mmx_paddus_b(u8x8 a, u8x8 b) { return __builtin_elementwise_add_sat(a, b); }
// _mm_adds_pu16
u16x4 x86_mmx_paddus_w(u16x4 a, u16x4 b) { return __builtin_elementwise_add_sat(a, b); }
// _mm_subs_pi8
i8x8 x86_mmx_psubs_b(i8x8 a, i8x8 b) { return __builtin_elementwise_sub_sat(a, b); }
// _mm_subs_pi16
i16x4 x86_mmx_psubs_w(i16x4 a, i16x4 b) { return __builtin_elementwise_sub_sat(a, b); }
// _mm_subs_pu8
u8x8 x86_mmx_psubus_b(u8x8 a, u8x8 b) { return __builtin_elementwise_sub_sat(a, b); }
// _mm_subs_pu16
u16x4 x86_mmx_psubus_w(u16x4 a, u16x4 b) { return __builtin_elementwise_sub_sat(a, b); }

// _mm_mulhi_pi16
i16x4 x86_mmx_pmulh_w(i16x4 a, i16x4 b) {
  return CONVERT((CONVERT(a, i32x4) * CONVERT(b, i32x4)) >> 16, i16x4);
}
// _mm_mulhi_pu16
u16x4 x86_mmx_pmulhu_w(u16x4 a, u16x4 b) {
  return CONVERT((CONVERT(a, u32x4) * CONVERT(b, u32x4)) >> 16, u16x4);
}
// _mm_mullo_pi16
u16x4 x86_mmx_pmull_w(u16x4 a, u16x4 b) { return a * b; }
// _mm_mul_su32: of the lower doublewords
u64x1 x86_mmx_pmulu_dq(u32x2 a, u32x2 b) { return (u64x1)((unsigned long)a.x * b.x); }
// _mm_madd_pi16: only -32768 * -32768 twice wraps
i32x2 x86_mmx_pmadd_wd(i16x4 a, i16x4 b) {
  i32x4 p = CONVERT(a, i32x4) * CONVERT(b, i32x4);
  return p.even + p.odd;
}

// _mm_and_si64
u64x1 x86_mmx_pand(u64x1 a, u64x1 b) { return a & b; }
// _mm_andnot_si64: the first operand is inverted
u64x1 x86_mmx_pandn(u64x1 a, u64x1 b) { return ~a & b; }
// _mm_or_si64
u64x1 x86_mmx_por(u64x1 a, u64x1 b) { return a | b; }
// _mm_xor_si64
u64x1 x86_mmx_pxor(u64x1 a, u64x1 b) { return a ^ b; }

// _mm_avg_pu8
u8x8 x86_mmx_pavg_b(u8x8 a, u8x8 b) {
  return CONVERT((CONVERT(a, u16x8) + CONVERT(b, u16x8) + (u16x8)1) >> 1, u8x8);
}
// _mm_avg_pu16
u16x4 x86_mmx_pavg_w(u16x4 a, u16x4 b) {
  return CONVERT((CONVERT(a, u32x4) + CONVERT(b, u32x4) + (u32x4)1) >> 1, u16x4);
}
// _mm_max_pu8
u8x8 x86_mmx_pmaxu_b(u8x8 a, u8x8 b) { return MAX(a, b); }
// _mm_max_pi16
i16x4 x86_mmx_pmaxs_w(i16x4 a, i16x4 b) { return MAX(a, b); }
// _mm_min_pu8
u8x8 x86_mmx_pminu_b(u8x8 a, u8x8 b) { return MIN(a, b); }
// _mm_min_pi16
i16x4 x86_mmx_pmins_w(i16x4 a, i16x4 b) { return MIN(a, b); }
// _mm_sad_pu8
u64x1 x86_mmx_psad_bw(u8x8 a, u8x8 b) {
  unsigned sum = 0;
  UNROLL for (int i = 0; i < 8; i++) sum += __builtin_abs(a[i] - b[i]);
  return (u64x1)(unsigned long)sum;
}

/* Shifts of all lanes by one count: an immediate, or a register of 64 bits. Counts of at
 * least the lane width give zero, or copies of the sign. */
#define COUNT64(v) (((u64x1)(v)).x)
#define LOGICAL64(T, Lane, width, a, op, count)                                \
  ({                                                                           \
    unsigned long n_ = (count);                                                \
    T shifted_ = (a) op (T)(Lane)(n_ < width ? n_ : 0);                        \
    n_ < width ? shifted_ : (T)0;                                              \
  })
#define ARITHMETIC64(T, Lane, width, a, count)                                 \
  ({                                                                           \
    unsigned long n_ = (count);                                                \
    (a) >> (T)(Lane)(n_ < width ? n_ : width - 1);                             \
  })
GUARD(guard_u64, _Bool, unsigned long)
#define QUADWORD(a, op, count)                                                 \
  ({                                                                           \
    unsigned long n_ = (count), shifted_ = COUNT64(a) op guard_u64(n_ < 64, n_); \
    (u64x1)(n_ < 64 ? shifted_ : 0);                                           \
  })
// _mm_sll_pi16
u16x4 x86_mmx_psll_w(u16x4 a, u16x4 n) { return LOGICAL64(u16x4, unsigned short, 16, a, <<, COUNT64(n)); }
// _mm_sll_pi32
u32x2 x86_mmx_psll_d(u32x2 a, u32x2 n) { return LOGICAL64(u32x2, unsigned, 32, a, <<, COUNT64(n)); }
// _mm_sll_si64
u64x1 x86_mmx_psll_q(u64x1 a, u64x1 n) { return QUADWORD(a, <<, COUNT64(n)); }
// _mm_srl_pi16
u16x4 x86_mmx_psrl_w(u16x4 a, u16x4 n) { return LOGICAL64(u16x4, unsigned short, 16, a, >>, COUNT64(n)); }
// _mm_srl_pi32
u32x2 x86_mmx_psrl_d(u32x2 a, u32x2 n) { return LOGICAL64(u32x2, unsigned, 32, a, >>, COUNT64(n)); }
// _mm_srl_si64
u64x1 x86_mmx_psrl_q(u64x1 a, u64x1 n) { return QUADWORD(a, >>, COUNT64(n)); }
// _mm_sra_pi16
i16x4 x86_mmx_psra_w(i16x4 a, i16x4 n) { return ARITHMETIC64(i16x4, short, 16, a, COUNT64(n)); }
// _mm_sra_pi32
i32x2 x86_mmx_psra_d(i32x2 a, i32x2 n) { return ARITHMETIC64(i32x2, int, 32, a, COUNT64(n)); }
// _mm_slli_pi16
u16x4 x86_mmx_pslli_w(u16x4 a, unsigned n) { return LOGICAL64(u16x4, unsigned short, 16, a, <<, n); }
// _mm_slli_pi32
u32x2 x86_mmx_pslli_d(u32x2 a, unsigned n) { return LOGICAL64(u32x2, unsigned, 32, a, <<, n); }
// _mm_slli_si64
u64x1 x86_mmx_pslli_q(u64x1 a, unsigned n) { return QUADWORD(a, <<, n); }
// _mm_srli_pi16
u16x4 x86_mmx_psrli_w(u16x4 a, unsigned n) { return LOGICAL64(u16x4, unsigned short, 16, a, >>, n); }
// _mm_srli_pi32
u32x2 x86_mmx_psrli_d(u32x2 a, unsigned n) { return LOGICAL64(u32x2, unsigned, 32, a, >>, n); }
// _mm_srli_si64
u64x1 x86_mmx_psrli_q(u64x1 a, unsigned n) { return QUADWORD(a, >>, n); }
// _mm_srai_pi16
i16x4 x86_mmx_psrai_w(i16x4 a, unsigned n) { return ARITHMETIC64(i16x4, short, 16, a, n); }
// _mm_srai_pi32
i32x2 x86_mmx_psrai_d(i32x2 a, unsigned n) { return ARITHMETIC64(i32x2, int, 32, a, n); }

// _mm_packs_pi16
i8x8 x86_mmx_packsswb(i16x4 a, i16x4 b) {
  i16x8 both = SHUFFLE(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
  return CONVERT(CLAMP(both, -128, 127), i8x8);
}
// _mm_packs_pi32
i16x4 x86_mmx_packssdw(i32x2 a, i32x2 b) {
  i32x4 both = SHUFFLE(a, b, 0, 1, 2, 3);
  return CONVERT(CLAMP(both, -32768, 32767), i16x4);
}
// _mm_packs_pu16: the words are signed, the bytes unsigned
i8x8 x86_mmx_packuswb(i16x4 a, i16x4 b) {
  i16x8 both = SHUFFLE(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
  return CONVERT(CLAMP(both, 0, 255), i8x8);
}
// _mm_unpackhi_pi8
u8x8 x86_mmx_punpckhbw(u8x8 a, u8x8 b) { return SHUFFLE(a, b, 4, 12, 5, 13, 6, 14, 7, 15); }
// _mm_unpackhi_pi16
u16x4 x86_mmx_punpckhwd(u16x4 a, u16x4 b) { return SHUFFLE(a, b, 2, 6, 3, 7); }
// _mm_unpackhi_pi32
u32x2 x86_mmx_punpckhdq(u32x2 a, u32x2 b) { return SHUFFLE(a, b, 1, 3); }
// _mm_unpacklo_pi8
u8x8 x86_mmx_punpcklbw(u8x8 a, u8x8 b) { return SHUFFLE(a, b, 0, 8, 1, 9, 2, 10, 3, 11); }
// _mm_unpacklo_pi16
u16x4 x86_mmx_punpcklwd(u16x4 a, u16x4 b) { return SHUFFLE(a, b, 0, 4, 1, 5); }
// _mm_unpacklo_pi32
u32x2 x86_mmx_punpckldq(u32x2 a, u32x2 b) { return SHUFFLE(a, b, 0, 2); }
// _mm_extract_pi16
int x86_mmx_pextr_w(u16x4 a, int n) { return a[n & 3]; }
// _mm_insert_pi16
u16x4 x86_mmx_pinsr_w(u16x4 a, int value, int n) { a[n & 3] = value; return a; }

// _mm_cmpeq_pi8
i8x8 x86_mmx_pcmpeq_b(i8x8 a, i8x8 b) { return (i8x8)(a == b); }
// _mm_cmpeq_pi16
i16x4 x86_mmx_pcmpeq_w(i16x4 a, i16x4 b) { return a == b; }
// _mm_cmpeq_pi32
i32x2 x86_mmx_pcmpeq_d(i32x2 a, i32x2 b) { return a == b; }
// _mm_cmpgt_pi8
i8x8 x86_mmx_pcmpgt_b(i8x8 a, i8x8 b) { return (i8x8)(a > b); }
// _mm_cmpgt_pi16
i16x4 x86_mmx_pcmpgt_w(i16x4 a, i16x4 b) { return a > b; }
// _mm_cmpgt_pi32
i32x2 x86_mmx_pcmpgt_d(i32x2 a, i32x2 b) { return a > b; }
// _mm_movemask_pi8
int x86_mmx_pmovmskb(i8x8 a) {
  int mask = 0;
  UNROLL for (int i = 0; i < 8; i++) mask |= (a[i] < 0) << i;
  return mask;
}

// _mm_maskmove_si64: bytes whose mask has a clear sign are not accessed
void x86_mmx_maskmovq(i8x8 a, i8x8 mask, void *to) { MASKSTORE(signed char, 8, to, mask, a); }
// _mm_stream_pi
void x86_mmx_movnt_dq(void *to, u64x1 a) { UNALIGNED(u64x1, to, 0) = a; }
