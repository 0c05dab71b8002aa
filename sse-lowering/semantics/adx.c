/* Sums and differences with a carry: llvm.x86.addcarry.*, llvm.x86.subborrow.*
 * (adcintrin.h, adxintrin.h). They store the result and return the carry. */

// _addcarry_u32, _addcarryx_u32
unsigned char x86_addcarry_32(unsigned char carry, unsigned a, unsigned b, unsigned *sum) {
  unsigned long all = (unsigned long)a + b + (carry != 0);
  *sum = all;
  return all >> 32;
}
// _addcarry_u64, _addcarryx_u64
unsigned char x86_addcarry_64(unsigned char carry, unsigned long a, unsigned long b, unsigned long *sum) {
  unsigned __int128 all = (unsigned __int128)a + b + (carry != 0);
  *sum = all;
  return all >> 64;
}
// _subborrow_u32
unsigned char x86_subborrow_32(unsigned char borrow, unsigned a, unsigned b, unsigned *difference) {
  unsigned long all = (unsigned long)a - b - (borrow != 0);
  *difference = all;
  return all >> 63;
}
// _subborrow_u64
unsigned char x86_subborrow_64(unsigned char borrow, unsigned long a, unsigned long b, unsigned long *difference) {
  unsigned __int128 all = (unsigned __int128)a - b - (borrow != 0);
  *difference = all;
  return all >> 127;
}
