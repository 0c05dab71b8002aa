/* BMI: llvm.x86.bmi.bextr.* (bmiintrin.h). The others compile to generic operations. */

/* control[15:8] bits of a, from bit control[7:0] on. */
#define BEXTR(width, a, control)                                               \
  ({                                                                           \
    unsigned start_ = (control) & 255, length_ = (control) >> 8 & 255;         \
    __typeof__(a) shifted_ = start_ < width ? (a) >> (start_ & (width - 1)) : 0; \
    length_ < width ? shifted_ & ~(~(__typeof__(a))0 << (length_ & (width - 1))) : shifted_; \
  })
// _bextr_u32, __bextr_u32, _bextr2_u32
unsigned x86_bmi_bextr_32(unsigned a, unsigned control) { return BEXTR(32, a, control); }
// _bextr_u64, __bextr_u64, _bextr2_u64
unsigned long x86_bmi_bextr_64(unsigned long a, unsigned long control) { return BEXTR(64, a, control); }
