/* SSE4a: llvm.x86.sse4a.* (ammintrin.h). AMD64 Architecture Programmer's Manual vol. 4, EXTRQ and
 * INSERTQ: a field of length bits from bit index on, where a length of zero is 64. The upper half
 * of the result is undefined, as is all of it where the field ends past bit 63. */

void refuse_field(void) __asm__("simdiff.refused.a field that ends past bit 63");

#define FIELD(length) (~0ul >> (-(length) & 63))
#define LOWER(value)                                                           \
  ({                                                                           \
    u64x2 r_ = {(value), 0};                                                   \
    SHUFFLE(r_, r_, 0, -1);                                                    \
  })

static inline void check_field(unsigned length, unsigned index) {
  if ((length ? length : 64) + index > 64) refuse_field();
}
static inline u64x2 extract_field(u64x2 a, unsigned length, unsigned index) {
  check_field(length, index);
  return LOWER(a.x >> index & FIELD(length));
}
static inline u64x2 insert_field(u64x2 a, u64x2 b, unsigned length, unsigned index) {
  check_field(length, index);
  unsigned long field = FIELD(length);
  return LOWER((a.x & ~(field << index)) | (b.x & field) << index);
}

// _mm_extract_si64
u64x2 x86_sse4a_extrq(u64x2 a, u8x16 field) { return extract_field(a, field[0] & 63, field[1] & 63); }
// _mm_extracti_si64
u64x2 x86_sse4a_extrqi(u64x2 a, unsigned char length, unsigned char index) {
  return extract_field(a, length & 63, index & 63);
}
// _mm_insert_si64: the field is named by the upper half of b
u64x2 x86_sse4a_insertq(u64x2 a, u64x2 b) { return insert_field(a, b, b.y & 63, b.y >> 8 & 63); }
// _mm_inserti_si64
u64x2 x86_sse4a_insertqi(u64x2 a, u64x2 b, unsigned char length, unsigned char index) {
  return insert_field(a, b, length & 63, index & 63);
}
