/* BMI2: llvm.x86.bmi.* (bmi2intrin.h). */

/* Clears the bits from n[7:0] on; none if n[7:0] is at least the width. */
#define BZHI(width, a, n)                                                      \
  (((n) & 255) < width ? (a) & ~(~(__typeof__(a))0 << ((n) & (width - 1))) : (a))
// _bzhi_u32
unsigned x86_bmi_bzhi_32(unsigned a, unsigned n) { return BZHI(32, a, n); }
// _bzhi_u64
unsigned long x86_bmi_bzhi_64(unsigned long a, unsigned long n) { return BZHI(64, a, n); }

/* Deposits the low bits of a, in order, at the set bits of the mask. */
#define PDEP(width, a, mask)                                                   \
  ({                                                                           \
    __typeof__(a) r_ = 0, rest_ = (a);                                         \
    UNROLL for (int i_ = 0; i_ < width; i_++) {                                \
      __typeof__(a) chosen_ = (mask) >> i_ & 1;                                \
      r_ |= (rest_ & chosen_) << i_;                                           \
      rest_ = chosen_ ? rest_ >> 1 : rest_;                                    \
    }                                                                          \
    r_;                                                                        \
  })
// _pdep_u32
unsigned x86_bmi_pdep_32(unsigned a, unsigned mask) { return PDEP(32, a, mask); }
// _pdep_u64
unsigned long x86_bmi_pdep_64(unsigned long a, unsigned long mask) { return PDEP(64, a, mask); }

/* Extracts the bits of a at the set bits of the mask into the low bits, in order. */
#define PEXT(width, a, mask)                                                   \
  ({                                                                           \
    __typeof__(a) r_ = 0;                                                      \
    UNROLL for (int i_ = width - 1; i_ >= 0; i_--)                             \
      r_ = (mask) >> i_ & 1 ? r_ << 1 | ((a) >> i_ & 1) : r_;                  \
    r_;                                                                        \
  })
// _pext_u32
unsigned x86_bmi_pext_32(unsigned a, unsigned mask) { return PEXT(32, a, mask); }
// _pext_u64
unsigned long x86_bmi_pext_64(unsigned long a, unsigned long mask) { return PEXT(64, a, mask); }
