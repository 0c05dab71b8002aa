/* SSE4.1: llvm.x86.sse41.* (smmintrin.h). */

// _mm_blendv_ps: b where the mask's sign is set
f32x4 x86_sse41_blendvps(f32x4 a, f32x4 b, f32x4 mask) { return (i32x4)mask < 0 ? b : a; }
// _mm_blendv_pd
f64x2 x86_sse41_blendvpd(f64x2 a, f64x2 b, f64x2 mask) { return (i64x2)mask < 0 ? b : a; }
// _mm_blendv_epi8
i8x16 x86_sse41_pblendvb(i8x16 a, i8x16 b, i8x16 mask) { return mask < 0 ? b : a; }

// _mm_dp_ps: a lane not chosen by imm[7:4] counts as +0
f32x4 x86_sse41_dpps(f32x4 a, f32x4 b, unsigned char imm) {
  i32x4 bits = {imm, imm, imm, imm};
  f32x4 p = (bits & (i32x4){16, 32, 64, 128}) != 0 ? a * b : (f32x4)0;
  f32x4 sum = (p.x + p.y) + (p.z + p.w);
  return (bits & (i32x4){1, 2, 4, 8}) != 0 ? sum : (f32x4)0;
}
// _mm_dp_pd
f64x2 x86_sse41_dppd(f64x2 a, f64x2 b, unsigned char imm) {
  i64x2 bits = {imm, imm};
  f64x2 p = (bits & (i64x2){16, 32}) != 0 ? a * b : (f64x2)0;
  f64x2 sum = p.x + p.y;
  return (bits & (i64x2){1, 2}) != 0 ? sum : (f64x2)0;
}

// _mm_insert_ps: imm[7:6] chooses from b, imm[5:4] the lane, imm[3:0] zeroes
f32x4 x86_sse41_insertps(f32x4 a, f32x4 b, unsigned char imm) {
  a[imm >> 4 & 3] = b[imm >> 6];
  i32x4 bits = {imm, imm, imm, imm};
  return (bits & (i32x4){1, 2, 4, 8}) != 0 ? (f32x4)0 : a;
}

// _mm_mpsadbw_epu8
u16x8 x86_sse41_mpsadbw(u8x16 a, u8x16 b, unsigned char imm) {
  int from = imm & 4, block = 4 * (imm & 3);
  u16x8 sums;
  UNROLL for (int i = 0; i < 8; i++) {
    unsigned short sum = 0;
    UNROLL for (int k = 0; k < 4; k++) {
      unsigned char x = a[from + i + k], y = b[block + k];
      sum += x > y ? x - y : y - x;
    }
    sums[i] = sum;
  }
  return sums;
}

// _mm_packus_epi32: the doublewords are signed, the words unsigned
i16x8 x86_sse41_packusdw(i32x4 a, i32x4 b) {
  i32x8 both = SHUFFLE(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
  return CONVERT(CLAMP(both, 0, 65535), i16x8);
}

// _mm_minpos_epu16: the first of equal ones
u16x8 x86_sse41_phminposuw(u16x8 a) {
  unsigned short least = a[0], at = 0;
  UNROLL for (unsigned short i = 1; i < 8; i++) {
    at = a[i] < least ? i : at;
    least = a[i] < least ? a[i] : least;
  }
  return (u16x8){least, at, 0, 0, 0, 0, 0, 0};
}

#define NONE(v) (((v).x | (v).y) == 0)
// _mm_testz_si128, _mm_test_all_zeros
int x86_sse41_ptestz(i64x2 a, i64x2 b) { return NONE(a & b); }
// _mm_testc_si128, _mm_test_all_ones
int x86_sse41_ptestc(i64x2 a, i64x2 b) { return NONE(~a & b); }
// _mm_testnzc_si128, _mm_test_mix_ones_zeros
int x86_sse41_ptestnzc(i64x2 a, i64x2 b) { return !NONE(a & b) & !NONE(~a & b); }

// _mm_round_ps, _mm_floor_ps, _mm_ceil_ps
f32x4 x86_sse41_round_ps(f32x4 a, int imm) { return ROUND(a, imm); }
// _mm_round_pd, _mm_floor_pd, _mm_ceil_pd
f64x2 x86_sse41_round_pd(f64x2 a, int imm) { return ROUND(a, imm); }
// _mm_round_ss, _mm_floor_ss, _mm_ceil_ss
f32x4 x86_sse41_round_ss(f32x4 a, f32x4 b, int imm) { a.x = ROUND(b.x, imm); return a; }
// _mm_round_sd, _mm_floor_sd, _mm_ceil_sd
f64x2 x86_sse41_round_sd(f64x2 a, f64x2 b, int imm) { a.x = ROUND(b.x, imm); return a; }
