/* VAES: AES on each 128-bit lane of wider registers (vaesintrin.h). */
typedef unsigned long u64x8_ __attribute__((ext_vector_type(8)));

// _mm256_aesdec_epi128
u64x4 x86_aesni_aesdec_256(u64x4 state, u64x4 key) { return HALVES(u64x4, x86_aesni_aesdec, state, key); }
// _mm512_aesdec_epi128
u64x8_ x86_aesni_aesdec_512(u64x8_ state, u64x8_ key) {
  return HALVES(u64x8_, x86_aesni_aesdec_256, state, key);
}
// _mm256_aesdeclast_epi128
u64x4 x86_aesni_aesdeclast_256(u64x4 state, u64x4 key) { return HALVES(u64x4, x86_aesni_aesdeclast, state, key); }
// _mm512_aesdeclast_epi128
u64x8_ x86_aesni_aesdeclast_512(u64x8_ state, u64x8_ key) {
  return HALVES(u64x8_, x86_aesni_aesdeclast_256, state, key);
}
// _mm256_aesenc_epi128
u64x4 x86_aesni_aesenc_256(u64x4 state, u64x4 key) { return HALVES(u64x4, x86_aesni_aesenc, state, key); }
// _mm512_aesenc_epi128
u64x8_ x86_aesni_aesenc_512(u64x8_ state, u64x8_ key) {
  return HALVES(u64x8_, x86_aesni_aesenc_256, state, key);
}
// _mm256_aesenclast_epi128
u64x4 x86_aesni_aesenclast_256(u64x4 state, u64x4 key) { return HALVES(u64x4, x86_aesni_aesenclast, state, key); }
// _mm512_aesenclast_epi128
u64x8_ x86_aesni_aesenclast_512(u64x8_ state, u64x8_ key) {
  return HALVES(u64x8_, x86_aesni_aesenclast_256, state, key);
}
