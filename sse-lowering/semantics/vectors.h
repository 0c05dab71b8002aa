/* Definitions shared by the semantics files: vector types, predicates, guards.
 *
 * Traps.
 * - A vector comparison gives lanes of all-ones or zero, as wide as the operands';
 *   `mask ? x : y` selects by lane.
 * - A float-to-int cast of a value out of range is undefined: use `lrint_*`.
 * - A shift by the lane width or more is undefined, even in a lane that a later select
 *   drops: guard the count. `guard_*` returns x where ok and zero elsewhere, and stays out
 *   of line while this file is optimised, so that the guard is not optimised away.
 */
typedef signed char i8x8 __attribute__((ext_vector_type(8)));
typedef unsigned char u8x8 __attribute__((ext_vector_type(8)));
typedef signed char i8x16 __attribute__((ext_vector_type(16)));
typedef signed char i8x32 __attribute__((ext_vector_type(32)));
typedef unsigned char u8x16 __attribute__((ext_vector_type(16)));
typedef unsigned char u8x32 __attribute__((ext_vector_type(32)));
typedef short i16x4 __attribute__((ext_vector_type(4)));
typedef unsigned short u16x4 __attribute__((ext_vector_type(4)));
typedef short i16x8 __attribute__((ext_vector_type(8)));
typedef short i16x16 __attribute__((ext_vector_type(16)));
typedef unsigned short u16x8 __attribute__((ext_vector_type(8)));
typedef unsigned short u16x16 __attribute__((ext_vector_type(16)));
typedef int i32x2 __attribute__((ext_vector_type(2)));
typedef unsigned int u32x2 __attribute__((ext_vector_type(2)));
typedef int i32x4 __attribute__((ext_vector_type(4)));
typedef int i32x8 __attribute__((ext_vector_type(8)));
typedef int i32x16 __attribute__((ext_vector_type(16)));
typedef unsigned int u32x4 __attribute__((ext_vector_type(4)));
typedef unsigned int u32x8 __attribute__((ext_vector_type(8)));
typedef unsigned long u64x1 __attribute__((ext_vector_type(1)));
typedef long i64x2 __attribute__((ext_vector_type(2)));
typedef long i64x4 __attribute__((ext_vector_type(4)));
typedef unsigned long u64x2 __attribute__((ext_vector_type(2)));
typedef unsigned long u64x4 __attribute__((ext_vector_type(4)));
typedef _Float16 f16x8 __attribute__((ext_vector_type(8)));
typedef float f32x4 __attribute__((ext_vector_type(4)));
typedef float f32x8 __attribute__((ext_vector_type(8)));
typedef float f32x2 __attribute__((ext_vector_type(2)));
typedef double f64x2 __attribute__((ext_vector_type(2)));
typedef double f64x4 __attribute__((ext_vector_type(4)));

#define SHUFFLE __builtin_shufflevector
#define CONVERT __builtin_convertvector
#define MIN __builtin_elementwise_min
#define MAX __builtin_elementwise_max
/* Every integer lane of x, clamped to lo..hi. MIN comes first, so that clang compiles
 * `x < lo ? lo : x > hi ? hi : x` to identical code. */
#define CLAMP(x, lo, hi) MAX(MIN(x, (__typeof__(x))(hi)), (__typeof__(x))(lo))

/* The i-th T from an address of any alignment. */
#define UNALIGNED(T, from, i) (((struct __attribute__((packed)) { T value; } *)(from))[i].value)

/* f applied to both halves of 256-bit operands. */
#define HALVES(R, f, a, b)                                                     \
  ({                                                                           \
    R r_;                                                                      \
    r_.lo = f((a).lo, (b).lo);                                                 \
    r_.hi = f((a).hi, (b).hi);                                                 \
    r_;                                                                        \
  })
#define HALVES1(R, f, a)                                                       \
  ({                                                                           \
    R r_;                                                                      \
    r_.lo = f((a).lo);                                                         \
    r_.hi = f((a).hi);                                                         \
    r_;                                                                        \
  })

/* Lanes whose mask has a clear sign are not accessed; a load makes them zero. */
#define MASKLOAD(V, Lane, lanes, from, mask)                                   \
  ({                                                                           \
    V r_ = 0;                                                                  \
    UNROLL for (int i_ = 0; i_ < lanes; i_++)                                  \
      if ((mask)[i_] < 0) r_[i_] = UNALIGNED(Lane, from, i_);                \
    r_;                                                                        \
  })
#define MASKSTORE(Lane, lanes, to, mask, a)                                    \
  UNROLL for (int i_ = 0; i_ < lanes; i_++)                                    \
    if ((mask)[i_] < 0) UNALIGNED(Lane, to, i_) = (a)[i_]

/* One bit for each of 16 lanes: whether the lane is nonzero. */
typedef _Bool b16 __attribute__((ext_vector_type(16)));
#define MASK16(lanes)                                                          \
  ({                                                                           \
    b16 r_ = CONVERT(lanes, b16);                                              \
    *(unsigned short *)&r_;                                                    \
  })

#define UNROLL _Pragma("clang loop unroll(full)")

#define GUARD(name, Mask, T)                                                   \
  static __attribute__((noinline, unused)) T name(Mask ok, T x) {              \
    return ok ? x : (T)0;                                                      \
  }
GUARD(guard_u32x4, i32x4, u32x4)
GUARD(guard_u32x8, i32x8, u32x8)
GUARD(guard_u64x2, i64x2, u64x2)
GUARD(guard_u64x4, i64x4, u64x4)

/* Rounds by MXCSR's mode. NaN and values out of range give 0x80…0, as in C's lrint on x86-64;
 * LLVM's lrint leaves them unspecified, and LLVM does not fold it. */
#define LRINT(name, I, F, suffix)                                              \
  I name(F) __asm__("llvm.lrint." suffix) __attribute__((const));
LRINT(lrint_i32_f32, int, float, "i32.f32")
LRINT(lrint_i32_f64, int, double, "i32.f64")
LRINT(lrint_i64_f32, long, float, "i64.f32")
LRINT(lrint_i64_f64, long, double, "i64.f64")
/* By lane, because under -frounding-math LLVM has no constrained form for vectors. */
static inline i32x4 lrint_i32x4_f32x4(f32x4 x) {
  return (i32x4){lrint_i32_f32(x.x), lrint_i32_f32(x.y), lrint_i32_f32(x.z), lrint_i32_f32(x.w)};
}

/* x rounded to an integral value. imm[2] selects MXCSR's rounding mode, as rint does, else
 * imm[1:0] is the mode; imm[3] only suppresses an exception. */
#define ROUND(x, imm)                                                          \
  ((imm) & 4                     ? __builtin_elementwise_rint(x)               \
   : ((imm) & 3) == 0            ? __builtin_elementwise_roundeven(x)          \
   : ((imm) & 3) == 1            ? __builtin_elementwise_floor(x)              \
   : ((imm) & 3) == 2            ? __builtin_elementwise_ceil(x)               \
                                 : __builtin_elementwise_trunc(x))

/* Converts floats to halves H and returns their bits I, with imm as in VCVTPS2PH. A half is
 * first rounded to nearest even; if imm[1:0] rounds down, up or to zero and the half lies on
 * the other side, its bits are then changed by one. This is right because the magnitudes of
 * halves are ordered like their bits, ∞ above the largest. imm[2] selects MXCSR's mode. */
#define HALF(I, H, a, imm)                                                          \
  ({                                                                           \
    __typeof__(a) back_ = CONVERT(CONVERT(a, H), __typeof__(a));           \
    I half_ = (I)CONVERT(a, H);                                    \
    int mode_ = (imm) & 4 ? 0 : (imm) & 3;                                     \
    I below_ = CONVERT(back_ < (a), I), above_ = CONVERT(back_ > (a), I); \
    I away_ = half_ < 0 ? above_ & (I)-(mode_ == 1) : below_ & (I)-(mode_ == 2); \
    I inward_ = half_ < 0 ? below_ & (I)-(mode_ >= 2) : above_ & (I)-(mode_ & 1); \
    half_ - away_ + inward_;                                                   \
  })

/* Comparison predicate imm[4:0] of CMPPS and VCMPPS. Bit 4 only selects which
 * NaNs raise an exception; predicates from 8 on need AVX. */
#define COMPARE(name, Mask, T)                                                 \
  static inline Mask name(T a, T b, unsigned char imm) {                       \
    switch (imm & 15) {                                                        \
    case 0x0: return a == b;                                                   \
    case 0x1: return a < b;                                                    \
    case 0x2: return a <= b;                                                   \
    case 0x3: return (a != a) | (b != b);                                      \
    case 0x4: return a != b;                                                   \
    case 0x5: return ~(a < b);                                                 \
    case 0x6: return ~(a <= b);                                                \
    case 0x7: return (a == a) & (b == b);                                      \
    case 0x8: return ~((a < b) | (a > b));                                     \
    case 0x9: return ~(a >= b);                                                \
    case 0xa: return ~(a > b);                                                 \
    case 0xb: return 0;                                                        \
    case 0xc: return (a < b) | (a > b);                                        \
    case 0xd: return a >= b;                                                   \
    case 0xe: return a > b;                                                    \
    default: return -1;                                                        \
    }                                                                          \
  }
