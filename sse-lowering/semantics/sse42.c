/* SSE4.2: llvm.x86.sse42.crc32.* (crc32intrin.h). */

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
