/* BMI2: llvm.x86.bmi.* (bmi2intrin.h). */

/* Only n[7:0] counts; from the width on nothing is cleared. */
#define BZHI(width, a, n)                                                      \
  (((n) & 255) < width ? (a) & ~(~(__typeof__(a))0 << ((n) & (width - 1))) : (a))
// _bzhi_u32
unsigned x86_bmi_bzhi_32(unsigned a, unsigned n) { return BZHI(32, a, n); }
// _bzhi_u64
unsigned long x86_bmi_bzhi_64(unsigned long a, unsigned long n) { return BZHI(64, a, n); }

/* The low bits of a go to the places of the mask's ones, in order. */
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

/* The bits of a at the mask's ones, moved together. */
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
