/* PCLMUL: llvm.x86.pclmulqdq (wmmintrin.h). */

// _mm_clmulepi64_si128: imm[0] chooses the half of a, imm[4] of b
u64x2 x86_pclmulqdq(u64x2 a, u64x2 b, unsigned char imm) {
  unsigned long x = imm & 1 ? a.y : a.x, y = imm & 16 ? b.y : b.x;
  u64x2 product = {x & 1 ? y : 0, 0};
  UNROLL for (int i = 1; i < 64; i++)
    product ^= x >> i & 1 ? (u64x2){y << i, y >> (64 - i)} : (u64x2)0;
  return product;
}
