/* SHA: llvm.x86.sha* (shaintrin.h), FIPS 180-4. The variables of a register and the words of
 * a SHA-1 message are in descending order of lanes, the first in the highest lane; the words
 * of a SHA-256 message are in ascending order. */

#define ROTL(v, n) ((v) << (n) | (v) >> (32 - (n)))
#define ROTR(v, n) ROTL(v, 32 - (n))

static inline unsigned parity(unsigned x, unsigned y, unsigned z) { return x ^ y ^ z; }
static inline unsigned choose(unsigned x, unsigned y, unsigned z) { return (x & y) ^ (~x & z); }
static inline unsigned majority(unsigned x, unsigned y, unsigned z) { return (x & y) ^ (x & z) ^ (y & z); }

// _mm_sha1msg1_epu32
u32x4 x86_sha1msg1(u32x4 a, u32x4 b) { return a ^ SHUFFLE(a, b, 6, 7, 0, 1); }
// _mm_sha1msg2_epu32: the last word needs the first one of this result
u32x4 x86_sha1msg2(u32x4 a, u32x4 b) {
  u32x4 r = a ^ SHUFFLE((u32x4)0, b, 0, 4, 5, 6);
  r = ROTL(r, 1);
  r.x ^= ROTL(r.w, 1);
  return r;
}
// _mm_sha1nexte_epu32
u32x4 x86_sha1nexte(u32x4 a, u32x4 b) { b.w += ROTL(a.w, 30); return b; }
// _mm_sha1rnds4_epu32: E is already added to the first word
u32x4 x86_sha1rnds4(u32x4 abcd, u32x4 words, unsigned char imm) {
  unsigned a = abcd.w, b = abcd.z, c = abcd.y, d = abcd.x, e = 0;
  unsigned char stage = imm & 3;
  unsigned k = stage == 0 ? 0x5a827999 : stage == 1 ? 0x6ed9eba1 : stage == 2 ? 0x8f1bbcdc : 0xca62c1d6;
  UNROLL for (int i = 3; i >= 0; i--) {
    unsigned f = stage == 0 ? choose(b, c, d) : stage == 2 ? majority(b, c, d) : parity(b, c, d);
    unsigned next = f + ROTL(a, 5) + e + words[i] + k;
    e = d, d = c, c = ROTL(b, 30), b = a, a = next;
  }
  return (u32x4){d, c, b, a};
}

#define SIGMA0(v) (ROTR(v, 7) ^ ROTR(v, 18) ^ (v) >> 3)
#define SIGMA1(v) (ROTR(v, 17) ^ ROTR(v, 19) ^ (v) >> 10)
// _mm_sha256msg1_epu32
u32x4 x86_sha256msg1(u32x4 a, u32x4 b) {
  u32x4 next = SHUFFLE(a, b, 1, 2, 3, 4);
  return a + SIGMA0(next);
}
// _mm_sha256msg2_epu32: the upper words need the lower ones of this result
u32x4 x86_sha256msg2(u32x4 a, u32x4 b) {
  a.x += SIGMA1(b.z);
  a.y += SIGMA1(b.w);
  a.z += SIGMA1(a.x);
  a.w += SIGMA1(a.y);
  return a;
}
// _mm_sha256rnds2_epu32
u32x4 x86_sha256rnds2(u32x4 cdgh, u32x4 abef, u32x4 words) {
  unsigned a = abef.w, b = abef.z, c = cdgh.w, d = cdgh.z;
  unsigned e = abef.y, f = abef.x, g = cdgh.y, h = cdgh.x;
  UNROLL for (int i = 0; i < 2; i++) {
    unsigned t1 = h + (ROTR(e, 6) ^ ROTR(e, 11) ^ ROTR(e, 25)) + choose(e, f, g) + words[i];
    unsigned t2 = (ROTR(a, 2) ^ ROTR(a, 13) ^ ROTR(a, 22)) + majority(a, b, c);
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  return (u32x4){f, e, b, a};
}
