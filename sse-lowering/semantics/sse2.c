/* SSE2: llvm.x86.sse2.* (emmintrin.h). */

// _mm_min_pd: the second operand when unordered or equal
f64x2 x86_sse2_min_pd(f64x2 a, f64x2 b) { return a < b ? a : b; }
// _mm_max_pd: the second operand when unordered or equal
f64x2 x86_sse2_max_pd(f64x2 a, f64x2 b) { return a > b ? a : b; }
// _mm_min_sd
f64x2 x86_sse2_min_sd(f64x2 a, f64x2 b) { a.x = a.x < b.x ? a.x : b.x; return a; }
// _mm_max_sd
f64x2 x86_sse2_max_sd(f64x2 a, f64x2 b) { a.x = a.x > b.x ? a.x : b.x; return a; }

COMPARE(compare_f64x2, i64x2, f64x2)
// _mm_cmp_pd
f64x2 x86_sse2_cmp_pd(f64x2 a, f64x2 b, unsigned char imm) {
  return (f64x2)compare_f64x2(a, b, imm);
}
// _mm_cmp_sd, _mm_cmpeq_sd, _mm_cmplt_sd, _mm_cmple_sd, _mm_cmpgt_sd,
// _mm_cmpge_sd, _mm_cmpneq_sd, _mm_cmpnlt_sd, _mm_cmpnle_sd, _mm_cmpngt_sd,
// _mm_cmpnge_sd, _mm_cmpord_sd, _mm_cmpunord_sd
f64x2 x86_sse2_cmp_sd(f64x2 a, f64x2 b, unsigned char imm) {
  a.x = ((f64x2)compare_f64x2(a, b, imm)).x;
  return a;
}

// _mm_comieq_sd
int x86_sse2_comieq_sd(f64x2 a, f64x2 b) { return a.x == b.x; }
// _mm_comilt_sd
int x86_sse2_comilt_sd(f64x2 a, f64x2 b) { return a.x < b.x; }
// _mm_comile_sd
int x86_sse2_comile_sd(f64x2 a, f64x2 b) { return a.x <= b.x; }
// _mm_comigt_sd
int x86_sse2_comigt_sd(f64x2 a, f64x2 b) { return a.x > b.x; }
// _mm_comige_sd
int x86_sse2_comige_sd(f64x2 a, f64x2 b) { return a.x >= b.x; }
// _mm_comineq_sd: true when unordered
int x86_sse2_comineq_sd(f64x2 a, f64x2 b) { return a.x != b.x; }
// _mm_ucomieq_sd
int x86_sse2_ucomieq_sd(f64x2 a, f64x2 b) { return a.x == b.x; }
// _mm_ucomilt_sd
int x86_sse2_ucomilt_sd(f64x2 a, f64x2 b) { return a.x < b.x; }
// _mm_ucomile_sd
int x86_sse2_ucomile_sd(f64x2 a, f64x2 b) { return a.x <= b.x; }
// _mm_ucomigt_sd
int x86_sse2_ucomigt_sd(f64x2 a, f64x2 b) { return a.x > b.x; }
// _mm_ucomige_sd
int x86_sse2_ucomige_sd(f64x2 a, f64x2 b) { return a.x >= b.x; }
// _mm_ucomineq_sd: true when unordered
int x86_sse2_ucomineq_sd(f64x2 a, f64x2 b) { return a.x != b.x; }

// _mm_cvtps_epi32
i32x4 x86_sse2_cvtps2dq(f32x4 a) { return lrint_i32x4_f32x4(a); }
// _mm_cvttps_epi32
i32x4 x86_sse2_cvttps2dq(f32x4 a) { return lrint_i32x4_f32x4(__builtin_elementwise_trunc(a)); }
// _mm_cvtpd_epi32: the upper half of the result is zero
i32x4 x86_sse2_cvtpd2dq(f64x2 a) { return (i32x4){lrint_i32_f64(a.x), lrint_i32_f64(a.y), 0, 0}; }
// _mm_cvttpd_epi32: the upper half of the result is zero
i32x4 x86_sse2_cvttpd2dq(f64x2 a) { return x86_sse2_cvtpd2dq(__builtin_elementwise_trunc(a)); }
// _mm_cvtsd_si32
int x86_sse2_cvtsd2si(f64x2 a) { return lrint_i32_f64(a.x); }
// _mm_cvttsd_si32
int x86_sse2_cvttsd2si(f64x2 a) { return lrint_i32_f64(__builtin_trunc(a.x)); }
// _mm_cvtsd_si64
long x86_sse2_cvtsd2si64(f64x2 a) { return lrint_i64_f64(a.x); }
// _mm_cvttsd_si64
long x86_sse2_cvttsd2si64(f64x2 a) { return lrint_i64_f64(__builtin_trunc(a.x)); }
// _mm_cvtsd_ss
f32x4 x86_sse2_cvtsd2ss(f32x4 a, f64x2 b) { a.x = (float)b.x; return a; }
// _mm_cvtpd_ps: the upper half of the result is zero
f32x4 x86_sse2_cvtpd2ps(f64x2 a) { return SHUFFLE(CONVERT(a, f32x2), (f32x2)0, 0, 1, 2, 3); }

// _mm_movemask_pd
int x86_sse2_movmsk_pd(f64x2 a) {
  i64x2 bits = (i64x2)a;
  return (bits.x < 0) | (bits.y < 0) << 1;
}
// _mm_movemask_epi8
int x86_sse2_pmovmskb_128(i8x16 a) {
  int mask = 0;
  UNROLL for (int i = 0; i < 16; i++) mask |= (a[i] < 0) << i;
  return mask;
}

// _mm_packs_epi16
i8x16 x86_sse2_packsswb_128(i16x8 a, i16x8 b) {
  i16x16 both = SHUFFLE(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return CONVERT(CLAMP(both, -128, 127), i8x16);
}
// _mm_packus_epi16: the words are signed, the bytes unsigned
i8x16 x86_sse2_packuswb_128(i16x8 a, i16x8 b) {
  i16x16 both = SHUFFLE(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return CONVERT(CLAMP(both, 0, 255), i8x16);
}
// _mm_packs_epi32
i16x8 x86_sse2_packssdw_128(i32x4 a, i32x4 b) {
  i32x8 both = SHUFFLE(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
  return CONVERT(CLAMP(both, -32768, 32767), i16x8);
}

// _mm_madd_epi16: only -32768 * -32768 twice wraps
i32x4 x86_sse2_pmadd_wd(i16x8 a, i16x8 b) {
  i32x8 p = CONVERT(a, i32x8) * CONVERT(b, i32x8);
  return p.even + p.odd;
}
// _mm_mulhi_epi16
i16x8 x86_sse2_pmulh_w(i16x8 a, i16x8 b) {
  return CONVERT((CONVERT(a, i32x8) * CONVERT(b, i32x8)) >> 16, i16x8);
}
// _mm_mulhi_epu16
u16x8 x86_sse2_pmulhu_w(u16x8 a, u16x8 b) {
  return CONVERT((CONVERT(a, u32x8) * CONVERT(b, u32x8)) >> 16, u16x8);
}
// _mm_avg_epu8
u8x16 x86_sse2_pavg_b(u8x16 a, u8x16 b) {
  return CONVERT((CONVERT(a, u16x16) + CONVERT(b, u16x16) + (u16x16)1) >> 1, u8x16);
}
// _mm_avg_epu16
u16x8 x86_sse2_pavg_w(u16x8 a, u16x8 b) {
  return CONVERT((CONVERT(a, u32x8) + CONVERT(b, u32x8) + (u32x8)1) >> 1, u16x8);
}
// _mm_sad_epu8
u64x2 x86_sse2_psad_bw(u8x16 a, u8x16 b) {
  unsigned low = 0, high = 0;
  UNROLL for (int i = 0; i < 8; i++) {
    low += __builtin_abs(a[i] - b[i]);
    high += __builtin_abs(a[i + 8] - b[i + 8]);
  }
  return (u64x2){low, high};
}

/* Shifts of all lanes by one count: the unsigned low half of a register, or an immediate.
 * Counts of at least the lane width give zero, or copies of the sign. */
#define COUNT(v) (((u64x2)(v)).x)
#define LOGICAL_SHIFT(name, T, Lane, width, op)                                \
  static inline T name(T a, unsigned long count) {                             \
    T shifted = a op (T)(Lane)(count < width ? count : 0);                     \
    return count < width ? shifted : (T)0;                                     \
  }
#define ARITHMETIC_SHIFT(name, T, Lane, width)                                 \
  static inline T name(T a, unsigned long count) {                             \
    return a >> (T)(Lane)(count < width ? count : width - 1);                  \
  }
LOGICAL_SHIFT(sll_w, u16x8, unsigned short, 16, <<)
LOGICAL_SHIFT(sll_d, u32x4, unsigned, 32, <<)
LOGICAL_SHIFT(sll_q, u64x2, unsigned long, 64, <<)
LOGICAL_SHIFT(srl_w, u16x8, unsigned short, 16, >>)
LOGICAL_SHIFT(srl_d, u32x4, unsigned, 32, >>)
LOGICAL_SHIFT(srl_q, u64x2, unsigned long, 64, >>)
ARITHMETIC_SHIFT(sra_w, i16x8, short, 16)
ARITHMETIC_SHIFT(sra_d, i32x4, int, 32)

// _mm_sll_epi16
u16x8 x86_sse2_psll_w(u16x8 a, u16x8 count) { return sll_w(a, COUNT(count)); }
// _mm_sll_epi32
u32x4 x86_sse2_psll_d(u32x4 a, u32x4 count) { return sll_d(a, COUNT(count)); }
// _mm_sll_epi64
u64x2 x86_sse2_psll_q(u64x2 a, u64x2 count) { return sll_q(a, COUNT(count)); }
// _mm_srl_epi16
u16x8 x86_sse2_psrl_w(u16x8 a, u16x8 count) { return srl_w(a, COUNT(count)); }
// _mm_srl_epi32
u32x4 x86_sse2_psrl_d(u32x4 a, u32x4 count) { return srl_d(a, COUNT(count)); }
// _mm_srl_epi64
u64x2 x86_sse2_psrl_q(u64x2 a, u64x2 count) { return srl_q(a, COUNT(count)); }
// _mm_sra_epi16
i16x8 x86_sse2_psra_w(i16x8 a, i16x8 count) { return sra_w(a, COUNT(count)); }
// _mm_sra_epi32
i32x4 x86_sse2_psra_d(i32x4 a, i32x4 count) { return sra_d(a, COUNT(count)); }
// _mm_slli_epi16
u16x8 x86_sse2_pslli_w(u16x8 a, unsigned count) { return sll_w(a, count); }
// _mm_slli_epi32
u32x4 x86_sse2_pslli_d(u32x4 a, unsigned count) { return sll_d(a, count); }
// _mm_slli_epi64
u64x2 x86_sse2_pslli_q(u64x2 a, unsigned count) { return sll_q(a, count); }
// _mm_srli_epi16
u16x8 x86_sse2_psrli_w(u16x8 a, unsigned count) { return srl_w(a, count); }
// _mm_srli_epi32
u32x4 x86_sse2_psrli_d(u32x4 a, unsigned count) { return srl_d(a, count); }
// _mm_srli_epi64
u64x2 x86_sse2_psrli_q(u64x2 a, unsigned count) { return srl_q(a, count); }
// _mm_srai_epi16
i16x8 x86_sse2_psrai_w(i16x8 a, unsigned count) { return sra_w(a, count); }
// _mm_srai_epi32
i32x4 x86_sse2_psrai_d(i32x4 a, unsigned count) { return sra_d(a, count); }

// _mm_maskmoveu_si128: bytes whose mask is clear are not touched
void x86_sse2_maskmov_dqu(i8x16 data, i8x16 mask, signed char *to) {
  UNROLL for (int i = 0; i < 16; i++)
    if (mask[i] < 0) to[i] = data[i];
}

// _mm_lfence
void x86_sse2_lfence(void) {}
// _mm_mfence
void x86_sse2_mfence(void) {}
// _mm_pause
void x86_sse2_pause(void) {}
// _mm_clflush
void x86_sse2_clflush(void const *line) { (void)line; }

// _mm_cvtpd_pi32
i32x2 x86_sse_cvtpd2pi(f64x2 a) { return (i32x2){lrint_i32_f64(a.x), lrint_i32_f64(a.y)}; }
// _mm_cvttpd_pi32
i32x2 x86_sse_cvttpd2pi(f64x2 a) { return x86_sse_cvtpd2pi(__builtin_elementwise_trunc(a)); }
// _mm_cvtpi32_pd
f64x2 x86_sse_cvtpi2pd(i32x2 a) { return CONVERT(a, f64x2); }
