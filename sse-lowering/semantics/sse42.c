/* SSE4.2: llvm.x86.sse42.* (crc32intrin.h, smmintrin.h). */

/* CRC-32C, reflected: polynomial 0x82f63b78. */
static inline unsigned crc32c(unsigned crc, unsigned long data, int bits) {
  UNROLL for (int i = 0; i < bits; i++) {
    crc = crc >> 1 ^ ((crc ^ data) & 1 ? 0x82f63b78u : 0);
    data >>= 1;
  }
  return crc;
}
// _mm_crc32_u8
unsigned x86_sse42_crc32_32_8(unsigned crc, unsigned char data) { return crc32c(crc, data, 8); }
// _mm_crc32_u16
unsigned x86_sse42_crc32_32_16(unsigned crc, unsigned short data) { return crc32c(crc, data, 16); }
// _mm_crc32_u32
unsigned x86_sse42_crc32_32_32(unsigned crc, unsigned data) { return crc32c(crc, data, 32); }
// _mm_crc32_u64: the upper half of crc is not looked at
unsigned long x86_sse42_crc32_64_64(unsigned long crc, unsigned long data) {
  return crc32c((unsigned)crc, data, 64);
}

/* String comparison (SDM volume 2, 4.1). The characters of a register, in the format
 * imm[1:0], one in each lane; further lanes are zero. */
#define WORDS_16(v) SHUFFLE(CONVERT(v, i32x8), (i32x8)0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
static inline i32x16 characters(u8x16 v, unsigned char imm) {
  switch (imm & 3) {
  case 0: return CONVERT(v, i32x16);
  case 1: return WORDS_16((u16x8)v);
  case 2: return CONVERT((i8x16)v, i32x16);
  default: return WORDS_16((i16x8)v);
  }
}
#define CHARACTERS(imm) ((imm) & 1 ? 8 : 16)
static const i32x16 LANE = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/* All-ones for the lanes of b that match a, with the polarity imm[5:4]. */
static inline i32x16 match(i32x16 a, int a_length, i32x16 b, int b_length, unsigned char imm) {
  i32x16 in_a = LANE < a_length, in_b = LANE < b_length, r;
  switch (imm >> 2 & 3) {
  case 0: /* equal to any character of a */
    r = 0;
    UNROLL for (int i = 0; i < 16; i++) r |= (b == a[i]) & in_a[i];
    r &= in_b;
    break;
  case 1: /* within one of the ranges a[0]..a[1], a[2]..a[3], … */
    r = 0;
    UNROLL for (int i = 0; i < 16; i += 2) r |= (b >= a[i]) & (b <= a[i + 1]) & in_a[i + 1];
    r &= in_b;
    break;
  case 2: /* equal to the character of a at this index; indices past both ends match */
    r = ((a == b) & in_a & in_b) | (~in_a & ~in_b);
    break;
  default: /* start of an occurrence of a, which may go on past b's register */
    r = -1;
    UNROLL for (int i = 0; i < 16; i++) {
      r &= ((b == a[i]) & in_b) | ~in_a[i] | (LANE >= CHARACTERS(imm) - i);
      b = SHUFFLE(b, b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0);
      in_b = SHUFFLE(in_b, in_b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0);
    }
  }
  i32x16 inverted = imm & 16 ? (imm & 32 ? LANE < b_length : (i32x16)-1) : (i32x16)0;
  return (r ^ inverted) & (LANE < CHARACTERS(imm));
}

static inline unsigned bits(i32x16 lanes) {
  return MASK16(lanes);
}
static inline int index(i32x16 lanes, unsigned char imm) {
  int first = CHARACTERS(imm), last = first;
  UNROLL for (int i = 15; i >= 0; i--) first = lanes[i] ? i : first;
  UNROLL for (int i = 0; i < 16; i++) last = lanes[i] ? i : last;
  return imm & 64 ? last : first;
}
static inline u8x16 mask(i32x16 lanes, unsigned char imm) {
  return !(imm & 64) ? (u8x16)(u64x2){bits(lanes), 0}
         : imm & 1   ? (u8x16)CONVERT(lanes.lo, i16x8)
                     : (u8x16)CONVERT(lanes, i8x16);
}
/* The number of characters before the first zero. */
static inline int implicit(i32x16 v, unsigned char imm) {
  int length = CHARACTERS(imm);
  UNROLL for (int i = 15; i >= 0; i--) length = v[i] == 0 && i < CHARACTERS(imm) ? i : length;
  return length;
}
/* |length|, limited to the number of characters of a register, also for INT_MIN. */
static inline int explicit(int length, unsigned char imm) {
  unsigned most = CHARACTERS(imm), magnitude = length < 0 ? 0u - length : length;
  return magnitude < most ? magnitude : most;
}

#define ISTR(a, b, imm)                                                        \
  i32x16 x = characters(a, imm), y = characters(b, imm);                       \
  int x_length = implicit(x, imm), y_length = implicit(y, imm);                \
  i32x16 r = match(x, x_length, y, y_length, imm)
#define ESTR(a, a_length, b, b_length, imm)                                    \
  i32x16 x = characters(a, imm), y = characters(b, imm);                       \
  int x_length = explicit(a_length, imm), y_length = explicit(b_length, imm);  \
  i32x16 r = match(x, x_length, y, y_length, imm)

// _mm_cmpistri
int x86_sse42_pcmpistri128(u8x16 a, u8x16 b, unsigned char imm) { ISTR(a, b, imm); return index(r, imm); }
// _mm_cmpistrm
u8x16 x86_sse42_pcmpistrm128(u8x16 a, u8x16 b, unsigned char imm) { ISTR(a, b, imm); return mask(r, imm); }
// _mm_cmpistra: nothing matches and b does not end
int x86_sse42_pcmpistria128(u8x16 a, u8x16 b, unsigned char imm) {
  ISTR(a, b, imm);
  return bits(r) == 0 && y_length == CHARACTERS(imm);
}
// _mm_cmpistrc: anything matches
int x86_sse42_pcmpistric128(u8x16 a, u8x16 b, unsigned char imm) { ISTR(a, b, imm); return bits(r) != 0; }
// _mm_cmpistro: the first character matches
int x86_sse42_pcmpistrio128(u8x16 a, u8x16 b, unsigned char imm) { ISTR(a, b, imm); return bits(r) & 1; }
// _mm_cmpistrs: a ends
int x86_sse42_pcmpistris128(u8x16 a, u8x16 b, unsigned char imm) {
  return implicit(characters(a, imm), imm) < CHARACTERS(imm);
}
// _mm_cmpistrz: b ends
int x86_sse42_pcmpistriz128(u8x16 a, u8x16 b, unsigned char imm) {
  return implicit(characters(b, imm), imm) < CHARACTERS(imm);
}

// _mm_cmpestri
int x86_sse42_pcmpestri128(u8x16 a, int la, u8x16 b, int lb, unsigned char imm) {
  ESTR(a, la, b, lb, imm);
  return index(r, imm);
}
// _mm_cmpestrm
u8x16 x86_sse42_pcmpestrm128(u8x16 a, int la, u8x16 b, int lb, unsigned char imm) {
  ESTR(a, la, b, lb, imm);
  return mask(r, imm);
}
// _mm_cmpestra: nothing matches and b fills its register
int x86_sse42_pcmpestria128(u8x16 a, int la, u8x16 b, int lb, unsigned char imm) {
  ESTR(a, la, b, lb, imm);
  return bits(r) == 0 && y_length == CHARACTERS(imm);
}
// _mm_cmpestrc: anything matches
int x86_sse42_pcmpestric128(u8x16 a, int la, u8x16 b, int lb, unsigned char imm) {
  ESTR(a, la, b, lb, imm);
  return bits(r) != 0;
}
// _mm_cmpestro: the first character matches
int x86_sse42_pcmpestrio128(u8x16 a, int la, u8x16 b, int lb, unsigned char imm) {
  ESTR(a, la, b, lb, imm);
  return bits(r) & 1;
}
// _mm_cmpestrs: a does not fill its register
int x86_sse42_pcmpestris128(u8x16 a, int la, u8x16 b, int lb, unsigned char imm) {
  return explicit(la, imm) < CHARACTERS(imm);
}
// _mm_cmpestrz: b does not fill its register
int x86_sse42_pcmpestriz128(u8x16 a, int la, u8x16 b, int lb, unsigned char imm) {
  return explicit(lb, imm) < CHARACTERS(imm);
}
