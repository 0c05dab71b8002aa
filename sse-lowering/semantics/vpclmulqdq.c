/* VPCLMULQDQ: carry-less products in each 128-bit lane of wider registers
 * (vpclmulqdqintrin.h). */
typedef unsigned long u64x8_ __attribute__((ext_vector_type(8)));

// _mm256_clmulepi64_epi128
u64x4 x86_pclmulqdq_256(u64x4 a, u64x4 b, unsigned char imm) {
  u64x4 r;
  r.lo = x86_pclmulqdq(a.lo, b.lo, imm);
  r.hi = x86_pclmulqdq(a.hi, b.hi, imm);
  return r;
}
// _mm512_clmulepi64_epi128
u64x8_ x86_pclmulqdq_512(u64x8_ a, u64x8_ b, unsigned char imm) {
  u64x8_ r;
  r.lo = x86_pclmulqdq_256(a.lo, b.lo, imm);
  r.hi = x86_pclmulqdq_256(a.hi, b.hi, imm);
  return r;
}
