/* Definitions shared by the AVX-512 files.
 *
 * Masks are integers, as in C: bit i belongs to lane i, and further bits are ignored. A
 * parameter R is embedded rounding; in operations that do not round it only suppresses
 * exceptions. */

typedef signed char i8x64 __attribute__((ext_vector_type(64)));
typedef unsigned char u8x64 __attribute__((ext_vector_type(64)));
typedef short i16x32 __attribute__((ext_vector_type(32)));
typedef unsigned short u16x32 __attribute__((ext_vector_type(32)));
typedef unsigned int u32x16 __attribute__((ext_vector_type(16)));
typedef long i64x8 __attribute__((ext_vector_type(8)));
typedef long i64x16 __attribute__((ext_vector_type(16)));
typedef unsigned long u64x8 __attribute__((ext_vector_type(8)));
typedef int i32x32 __attribute__((ext_vector_type(32)));
typedef _Float16 f16x16 __attribute__((ext_vector_type(16)));
typedef _Float16 f16x32 __attribute__((ext_vector_type(32)));
typedef float f32x32 __attribute__((ext_vector_type(32)));
typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef double f64x8 __attribute__((ext_vector_type(8)));
typedef double f64x16 __attribute__((ext_vector_type(16)));
typedef __bf16 bf16x8 __attribute__((ext_vector_type(8)));
typedef __bf16 bf16x16 __attribute__((ext_vector_type(16)));
typedef __bf16 bf16x32 __attribute__((ext_vector_type(32)));
typedef unsigned char m8;
typedef unsigned short m16;
typedef unsigned int m32;
typedef unsigned long m64;

#define LANES(v) (sizeof(v) / sizeof((v)[0]))

/* The lanes of `value` where the mask is set, those of `old` elsewhere. */
#define MASKED(k, value, old)                                                  \
  ({                                                                           \
    __typeof__(old) new_ = (value), old_ = (old);                              \
    typedef _Bool b_ __attribute__((ext_vector_type(LANES(old_))));            \
    m64 k_ = (k);                                                              \
    CONVERT(*(b_ *)&k_, __typeof__(new_ == new_)) != 0 ? new_ : old_;          \
  })

/* The mask of the nonzero lanes. */
#define BITS(v)                                                                \
  ({                                                                           \
    __typeof__(v) v_ = (v);                                                    \
    typedef _Bool b_ __attribute__((ext_vector_type(LANES(v_))));              \
    m64 k_ = 0;                                                                \
    if (LANES(v_) >= 8)                                                        \
      *(b_ *)&k_ = CONVERT(v_, b_);                                            \
    else                                                                       \
      UNROLL for (int i_ = 0; i_ < LANES(v_); i_++) k_ |= (m64)(v_[i_] != 0) << i_; \
    k_;                                                                        \
  })

/* Scalar forms: lane 0 is `value`, or old's if the mask is clear; the other lanes are a's. */
#define SCALAR(a, k, value, old)                                               \
  ({                                                                           \
    __typeof__(a) r_ = (a);                                                    \
    r_.x = (k) & 1 ? (value) : (old).x;                                        \
    r_;                                                                        \
  })

/* A vector V of f applied to the first n lanes; its other lanes are zero. */
#define EACH(V, n, f, a)                                                       \
  ({                                                                           \
    V r_ = 0;                                                                  \
    UNROLL for (int i_ = 0; i_ < n; i_++) r_[i_] = f((a)[i_]);                 \
    r_;                                                                        \
  })
/* The mask with all bits from n on set, because lanes without a source are zero whatever
 * their mask. */
#define ABOVE(n, k) ((k) | ~((1u << n) - 1))

/* Bit 2 of R selects MXCSR's mode, which LLVM's operations use; otherwise R[1:0] is the
 * mode. Only to nearest even is supported, and only if it is MXCSR's mode too. */
void refuse_rounding(void) __asm__("simdiff.refused.embedded rounding other than to nearest even");
#define NEAREST(R, x)                                                          \
  ({                                                                           \
    if (!((R) & 4) && (((R) & 3) || __builtin_flt_rounds() != 1)) refuse_rounding(); \
    (x);                                                                       \
  })

/* Converts integral floats to integers. Values out of range give 0x80…0 in a signed result,
 * all ones in an unsigned one. */
static inline int to_i32_f(float x) { return lrint_i32_f32(x); }
static inline int to_i32_d(double x) { return lrint_i32_f64(x); }
static inline long to_i64_f(float x) { return lrint_i64_f32(x); }
static inline long to_i64_d(double x) { return lrint_i64_f64(x); }
static inline unsigned to_u32_d(double x) {
  long r = lrint_i64_f64(x);
  return r >= 0 && r <= 0xffffffff ? r : 0xffffffff;
}
static inline unsigned to_u32_f(float x) { return to_u32_d(x); }
static inline unsigned long to_u64_d(double x) {
  long low = lrint_i64_f64(x), high = lrint_i64_f64(x - 0x1p63);
  return x < 0x1p63 ? (low < 0 ? -1ul : low) : x < 0x1p64 ? high + (1ul << 63) : -1ul;
}
static inline unsigned long to_u64_f(float x) { return to_u64_d(x); }

/* Lane i is lane at[i] of a, modulo the number of lanes. */
#define PERMUTE(a, at)                                                         \
  ({                                                                           \
    __typeof__(a) a_ = (a), r_;                                                \
    UNROLL for (int i_ = 0; i_ < LANES(a_); i_++) r_[i_] = a_[(at)[i_] & (LANES(a_) - 1)]; \
    r_;                                                                        \
  })
/* Permutes the lanes of a and b: the bit above the lane index in at[i] selects b. */
#define PERMUTE2(a, at, b)                                                     \
  ({                                                                           \
    __typeof__(a) a_ = (a), b_ = (b), r_;                                      \
    UNROLL for (int i_ = 0; i_ < LANES(a_); i_++) {                            \
      int lane_ = (at)[i_] & (LANES(a_) - 1);                                  \
      r_[i_] = (at)[i_] & LANES(a_) ? b_[lane_] : a_[lane_];                   \
    }                                                                          \
    r_;                                                                        \
  })

/* Packs the lanes with a set mask at the start; the lanes after them are old's. */
#define COMPRESS(a, old, k)                                                    \
  ({                                                                           \
    __typeof__(a) a_ = (a), r_ = (old);                                        \
    int n_ = 0;                                                                \
    UNROLL for (int i_ = 0; i_ < LANES(a_); i_++) {                            \
      int chosen_ = (k) >> i_ & 1;                                             \
      r_[n_ & (LANES(a_) - 1)] = chosen_ ? a_[i_] : r_[n_ & (LANES(a_) - 1)];  \
      n_ += chosen_;                                                           \
    }                                                                          \
    r_;                                                                        \
  })
/* Moves the first lanes, in order, to the lanes with a set mask; the others are old's. */
#define EXPAND(a, old, k)                                                      \
  ({                                                                           \
    __typeof__(a) a_ = (a), r_ = (old);                                        \
    int n_ = 0;                                                                \
    UNROLL for (int i_ = 0; i_ < LANES(a_); i_++) {                            \
      int chosen_ = (k) >> i_ & 1;                                             \
      r_[i_] = chosen_ ? a_[n_ & (LANES(a_) - 1)] : r_[i_];                    \
      n_ += chosen_;                                                           \
    }                                                                          \
    r_;                                                                        \
  })

/* Lanes whose mask is clear are not accessed. Lanes of V without an index are zero. If a
 * scatter has equal addresses, the highest lane is written last. */
#define GATHER_MASKED(V, Lane, n, old, base, at, k, scale)                     \
  ({                                                                           \
    V r_ = 0;                                                                  \
    UNROLL for (int i_ = 0; i_ < n; i_++) {                                    \
      r_[i_] = (old)[i_];                                                      \
      if ((k) >> i_ & 1) r_[i_] = UNALIGNED(Lane, (base) + (long)(at)[i_] * (scale), 0); \
    }                                                                          \
    r_;                                                                        \
  })
#define SCATTER_MASKED(Lane, n, base, k, at, a, scale)                         \
  UNROLL for (int i_ = 0; i_ < n; i_++)                                        \
    if ((k) >> i_ & 1) UNALIGNED(Lane, (base) + (long)(at)[i_] * (scale), 0) = (a)[i_]
#define STORE_MASKED(Lane, n, to, a, k)                                        \
  UNROLL for (int i_ = 0; i_ < n; i_++)                                        \
    if ((k) >> i_ & 1) UNALIGNED(Lane, to, i_) = (a)[i_]

/* Conversion to narrower lanes; lanes of the result without a source are zero. KEPT
 * truncates; SIGNED and UNSIGNED saturate to the bounds of the narrower type. */
#define KEPT(x, low, high) (x)
#define SIGNED(x, low, high) ((x) < (low) ? (low) : (x) > (high) ? (high) : (x))
#define UNSIGNED(x, low, high)                                                 \
  ({                                                                           \
    m64 x_ = (x) & (sizeof(x) == 8 ? -1ul : (1ul << 8 * (sizeof(x) & 7)) - 1); \
    x_ < 2 * (high) + 1 ? x_ : 2 * (high) + 1;                                 \
  })
#define NARROW(V, n, clamp, high, a)                                           \
  ({                                                                           \
    V r_ = 0;                                                                  \
    UNROLL for (int i_ = 0; i_ < n; i_++) r_[i_] = clamp((a)[i_], -(high)-1, high); \
    r_;                                                                        \
  })

/* The bitwise function of three operands with the truth table imm. */
#define TERNARY(a, b, c, imm)                                                  \
  ({                                                                           \
    __typeof__(a) r_ = 0;                                                      \
    UNROLL for (int i_ = 0; i_ < 8; i_++)                                      \
      if ((imm) >> i_ & 1)                                                     \
        r_ |= (i_ & 4 ? (a) : ~(a)) & (i_ & 2 ? (b) : ~(b)) & (i_ & 1 ? (c) : ~(c)); \
    r_;                                                                        \
  })

/* Shifts of all lanes by one count. */
#define COUNT(v) (((u64x2)(v)).x)
#define SPLAT(V, n) ((V)(__typeof__(((V)0)[0]))(n))
#define SHIFT(width, V, a, op, n)                                              \
  ({                                                                           \
    m64 n_ = (n);                                                              \
    V shifted_ = (a) op SPLAT(V, n_ < width ? n_ : 0);                         \
    n_ < width ? shifted_ : (V)0;                                              \
  })
#define SHIFT_LEFT(width, V, a, n) SHIFT(width, V, a, <<, n)
#define SHIFT_RIGHT(width, V, a, n) SHIFT(width, V, a, >>, n)
#define SHIFT_SIGN(width, V, a, n) ((a) >> SPLAT(V, (n) < width ? (n) : width - 1))

/* x rounded to imm[7:4] binary places. If scaling overflows, x has no fraction and is the
 * result. */
#define ROUND_SCALED(x, imm)                                                   \
  ({                                                                           \
    __typeof__(x) up_ = 1 << ((imm) >> 4 & 15), infinite__ = __builtin_inff(); \
    __typeof__(x) scaled_ = (x) * up_, rounded_ = ROUND(scaled_, (imm) & 7) / up_; \
    __builtin_elementwise_abs(scaled_) == infinite__ ? (x) : rounded_;         \
  })

/* The reciprocal and the reciprocal square root, with a relative error of at most 2^-14:
 * functions without a body. */
float approx_rcp14ss(float) __asm__("simdiff.approx.rcp14ss") __attribute__((const));
double approx_rcp14sd(double) __asm__("simdiff.approx.rcp14sd") __attribute__((const));
float approx_rsqrt14ss(float) __asm__("simdiff.approx.rsqrt14ss") __attribute__((const));
double approx_rsqrt14sd(double) __asm__("simdiff.approx.rsqrt14sd") __attribute__((const));

/* The fields of a float: I is the integer vector with the lane width of V, and `fraction` the
 * number of fraction bits. Subnormals are normalised by converting their fraction, an
 * integer, to float. */
#define BIAS(I, width, fraction) ((I)((1l << ((width)-fraction - 2)) - 1))
#define SIGN(I, width) ((I)(1ul << ((width)-1)))
#define INFINITE(I, width, fraction) ((I)((1ul << ((width)-1)) - (1ul << (fraction))))
#define QUIET(I, fraction) ((I)(1ul << ((fraction)-1)))
#define INDEFINITE(I, width, fraction) (SIGN(I, width) | INFINITE(I, width, fraction) | QUIET(I, fraction))
#define MAGNITUDE(I, a, width) ((I)(a) & ~SIGN(I, width))
#define IS_NAN(V, I, a, width, fraction)                                       \
  (MAGNITUDE(I, a, width) > INFINITE(I, width, fraction))
/* The bits of a float whose fraction is normalised; and the unbiased exponent of a. */
#define NORMALISED(V, I, a, width, fraction)                                   \
  ({                                                                           \
    I n_ = MAGNITUDE(I, a, width);                                             \
    n_ < (I)(1ul << (fraction)) ? (I)CONVERT(n_, V) : n_;                      \
  })
#define EXPONENT(V, I, a, width, fraction)                                     \
  ({                                                                           \
    I m_ = MAGNITUDE(I, a, width), bias_ = BIAS(I, width, fraction);           \
    I e_ = (NORMALISED(V, I, a, width, fraction) >> (I)(fraction)) - bias_;    \
    m_ < (I)(1ul << (fraction)) ? e_ + 1 - bias_ - (I)(fraction) : e_;         \
  })

/* All-ones for the lanes in a class that imm selects: from bit 0 on quiet NaN, +0, -0,
 * +inf, -inf, denormal, negative finite other than zero, signalling NaN. */
#define CLASS(I, a, imm, width, fraction)                                      \
  ({                                                                           \
    I bits_ = (I)(a), magnitude_ = bits_ & ((1ul << (width - 1)) - 1), r_ = 0; \
    I infinity_ = (1ul << (width - 1)) - (1ul << fraction);                    \
    I negative_ = bits_ < 0;                                                   \
    if ((imm) & 1) r_ |= magnitude_ >= (infinity_ | 1l << (fraction - 1));     \
    if ((imm) & 2) r_ |= bits_ == 0;                                           \
    if ((imm) & 4) r_ |= (magnitude_ == 0) & negative_;                        \
    if ((imm) & 8) r_ |= bits_ == infinity_;                                   \
    if ((imm) & 16) r_ |= (magnitude_ == infinity_) & negative_;               \
    if ((imm) & 32) r_ |= (magnitude_ != 0) & (magnitude_ < 1l << fraction);   \
    if ((imm) & 64) r_ |= negative_ & (magnitude_ != 0) & (magnitude_ < infinity_); \
    if ((imm) & 128) r_ |= (magnitude_ > infinity_) & (magnitude_ < (infinity_ | 1l << (fraction - 1))); \
    r_;                                                                        \
  })

/* The exponent as a float: -∞ for zero, ∞ for ±∞. */
#define GETEXP(V, I, a, width, fraction)                                       \
  ({                                                                           \
    V x_ = (a);                                                                \
    I bits_ = (I)x_, infinite_ = INFINITE(I, width, fraction);                 \
    I r_ = (I)CONVERT(EXPONENT(V, I, x_, width, fraction), V);                 \
    r_ = x_ == 0 ? SIGN(I, width) | infinite_ : r_;                            \
    r_ = MAGNITUDE(I, x_, width) == infinite_ ? infinite_ : r_;                \
    (V)(IS_NAN(V, I, x_, width, fraction) ? bits_ | QUIET(I, fraction) : r_);  \
  })

/* The significand in [1, 2), [1/2, 2), [1/2, 1) or [3/4, 3/2) for imm[1:0] from 0 to 3, and
 * 1 for zero and infinity. imm[2] clears the sign; imm[3] gives NaN for negative numbers. */
#define GETMANT(V, I, a, imm, width, fraction)                                 \
  ({                                                                           \
    V x_ = (a);                                                                \
    I bits_ = (I)x_, bias__ = BIAS(I, width, fraction);                        \
    I part_ = NORMALISED(V, I, x_, width, fraction) & (I)((1ul << (fraction)) - 1); \
    I odd_ = EXPONENT(V, I, x_, width, fraction) & 1;                          \
    I below_ = ((imm) & 3) == 0   ? (I)0                                       \
               : ((imm) & 3) == 1 ? odd_                                       \
               : ((imm) & 3) == 2 ? (I)1                                       \
                                  : part_ >> (I)((fraction)-1);                \
    I zero_ = x_ == 0, one_ = zero_ | (MAGNITUDE(I, x_, width) == INFINITE(I, width, fraction)); \
    I r_ = one_ ? bias__ << (I)(fraction) : (bias__ - below_) << (I)(fraction) | part_; \
    if (!((imm) & 4)) r_ |= bits_ & SIGN(I, width);                            \
    if ((imm) & 8) r_ = ((bits_ < 0) & ~zero_) ? INDEFINITE(I, width, fraction) : r_; \
    (V)(IS_NAN(V, I, x_, width, fraction) ? bits_ | QUIET(I, fraction) : r_);  \
  })

/* a · 2^floor(b), rounded once. With the sign and significand m_ of a and the exponent t_, which
 * is limited to -past..past, SCALED takes `product` for m_ · 2^t_. */
#define POWER(V, I, n, width, fraction) ((V)((BIAS(I, width, fraction) + (n)) << (I)(fraction)))
#define SCALED(V, I, a, b, width, fraction, past, product)                     \
  ({                                                                           \
    V x_ = (a), y_ = (b);                                                      \
    I xs_ = (I)x_, ys_ = (I)y_, most_ = BIAS(I, width, fraction);              \
    I infinite_ = INFINITE(I, width, fraction), sign_ = xs_ & SIGN(I, width);  \
    V far_ = CONVERT(4 * most_, V), by_ = y_ > far_ ? far_ : y_ > -far_ ? y_ : -far_; \
    I t_ = EXPONENT(V, I, x_, width, fraction) + CONVERT(__builtin_elementwise_floor(by_), I); \
    I past_ = (past);                                                          \
    t_ = t_ > past_ ? past_ : t_ < -past_ ? -past_ : t_;                       \
    V m_ = (V)(sign_ | most_ << (I)(fraction) | (NORMALISED(V, I, x_, width, fraction) & (I)((1ul << (fraction)) - 1))); \
    I r_ = (I)(product);                                                       \
    I x_zero_ = x_ == 0, x_infinite_ = MAGNITUDE(I, x_, width) == infinite_;   \
    r_ = (x_zero_ | x_infinite_) ? xs_ : r_;                                     \
    I up_ = ys_ == infinite_, down_ = ys_ == (infinite_ | SIGN(I, width));     \
    r_ = up_ ? (x_zero_ ? INDEFINITE(I, width, fraction) : sign_ | infinite_) : r_; \
    r_ = down_ ? (x_infinite_ ? INDEFINITE(I, width, fraction) : sign_) : r_;  \
    r_ = IS_NAN(V, I, y_, width, fraction) ? ys_ | QUIET(I, fraction) : r_;    \
    I quiet_ = (xs_ & QUIET(I, fraction)) != 0;                                \
    I nan_ = (quiet_ & up_) ? infinite_ : (quiet_ & down_) ? (I)0 : xs_ | QUIET(I, fraction); \
    (V)(IS_NAN(V, I, x_, width, fraction) ? nan_ : r_);                        \
  })
/* Two powers of two, of which the product with the first is exact. */
#define SCALEF(V, I, a, b, width, fraction)                                    \
  SCALED(V, I, a, b, width, fraction, most_ + (most_ >> 2), ({                 \
    I half_ = t_ > most_ >> 1 ? most_ >> 1 : t_ < -(most_ >> 1) ? -(most_ >> 1) : (I)0; \
    m_ * POWER(V, I, half_, width, fraction) * POWER(V, I, t_ - half_, width, fraction); \
  }))
/* Of n halves: the product is exact as a float. */
#define SCALEF_HALF(n, a, b)                                                   \
  SCALED(f16x##n, i16x##n, a, b, 16, 10, most_ + 12,                           \
         CONVERT(CONVERT(m_, f32x##n) *                                        \
                     POWER(f32x##n, i32x##n, CONVERT(t_, i32x##n), 32, 23),    \
                 f16x##n))

/* The minimum (imm[0] = 0) or maximum, of the values or, if imm[1] is set, of the
 * magnitudes. imm[3:2] selects the sign: a's, the result's, plus, or minus. Zeros are ordered
 * by sign, and so are equal magnitudes. A quiet NaN and a number give the number; a
 * signalling NaN is made quiet and keeps its sign. */
#define RANGE(V, I, a, b, imm, width, fraction)                                \
  ({                                                                           \
    I xs_ = (I)(a), ys_ = (I)(b), sign_ = SIGN(I, width);                      \
    I xm_ = xs_ & ~sign_, ym_ = ys_ & ~sign_;                                  \
    I less_ = (xs_ < 0 ? -xm_ - 1 : xm_) <= (ys_ < 0 ? -ym_ - 1 : ym_);        \
    if ((imm) & 2) less_ = xm_ == ym_ ? less_ : xm_ < ym_;                     \
    I r_ = (imm) & 1 ? (less_ ? ys_ : xs_) : (less_ ? xs_ : ys_);              \
    I x_nan_ = IS_NAN(V, I, xs_, width, fraction), y_nan_ = IS_NAN(V, I, ys_, width, fraction); \
    r_ = y_nan_ ? xs_ : r_;                                                    \
    r_ = x_nan_ ? ys_ : r_;                                                    \
    I quiet_ = QUIET(I, fraction);                                             \
    r_ = (x_nan_ & y_nan_) ? xs_ : r_;                                           \
    I way_ = (I)((imm) >> 2 & 3);                                              \
    I signed_ = way_ == 0 ? (r_ & ~sign_) | (xs_ & sign_)                      \
                : way_ == 1 ? r_                                               \
                : way_ == 2 ? r_ & ~sign_                                      \
                            : r_ | sign_;                                      \
    signed_ = (y_nan_ & ((ys_ & quiet_) == 0)) ? ys_ | quiet_ : signed_;       \
    signed_ = (x_nan_ & ((xs_ & quiet_) == 0)) ? xs_ | quiet_ : signed_;       \
    (V)signed_;                                                                \
  })

/* The difference of a and a rounded to imm[7:4] binary places; 0 for an infinity. The
 * difference is rounded in imm's mode too: its error corrects the last bit, and a zero is
 * negative when rounding down. The computed error is exact only if MXCSR rounds to nearest
 * even. */
void refuse_reduction(void) __asm__("simdiff.refused.a reduction where MXCSR does not round to nearest even");
#define REDUCE(V, I, a, imm, width, fraction)                                  \
  ({                                                                           \
    if (__builtin_flt_rounds() != 1) refuse_reduction();                       \
    V x_ = (a), whole_ = ROUND_SCALED(x_, imm), left_ = x_ - whole_;           \
    V back_ = left_ - x_, error_ = (x_ - (left_ - back_)) + (-whole_ - back_); \
    I r_ = (I)left_;                                                           \
    if (((imm) & 7) == 1) r_ = error_ < 0 ? r_ - 1 : left_ == 0 ? SIGN(I, width) : r_; \
    if (((imm) & 7) == 2) r_ = error_ > 0 ? r_ - 1 : r_;                       \
    (V)(MAGNITUDE(I, x_, width) == INFINITE(I, width, fraction) ? (I)0 : r_);  \
  })

/* The class of x (quiet NaN, signalling NaN, zero, 1, -inf, inf, other negative, other
 * positive) selects four bits of the table, and these select the result: the old lane, x, x
 * as a quiet NaN, the indefinite NaN, or a constant. If a number becomes a NaN, the NaN's
 * payload is unspecified: some processors keep the bits of the number. The immediate, which
 * is not a parameter here, only selects exceptions. */
#define FIXUPIMM(V, I, old, x, table, width, fraction)                         \
  ({                                                                           \
    V x_ = (x);                                                                \
    I bits_ = (I)x_, infinite_ = INFINITE(I, width, fraction), quiet_ = QUIET(I, fraction); \
    I is_nan_ = IS_NAN(V, I, x_, width, fraction), sign_ = bits_ & SIGN(I, width); \
    I is_infinite_ = MAGNITUDE(I, x_, width) == infinite_;                     \
    I number_ = sign_ != 0 ? (is_infinite_ ? (I)4 : (I)6) : (is_infinite_ ? (I)5 : (I)7); \
    number_ = bits_ == BIAS(I, width, fraction) << (I)(fraction) ? (I)3 : number_; \
    number_ = MAGNITUDE(I, x_, width) == 0 ? (I)2 : number_;                   \
    I token_ = is_nan_ ? ((bits_ & quiet_) != 0 ? (I)0 : (I)1) : number_;      \
    I answer_ = ((I)(table) >> token_ * 4) & 15;                               \
    V none_ = x_ - x_, nan_ = none_ / none_;                                   \
    V r_ = answer_ == 0 ? (old) : x_;                                          \
    r_ = answer_ == 2 ? (is_nan_ ? (V)(bits_ | quiet_) : nan_) : r_;           \
    r_ = answer_ == 3 ? (V)INDEFINITE(I, width, fraction) : r_;                \
    r_ = answer_ == 4 ? (V)(infinite_ | SIGN(I, width)) : r_;                  \
    r_ = answer_ == 5 ? (V)infinite_ : r_;                                     \
    r_ = answer_ == 6 ? (V)(infinite_ | sign_) : r_;                           \
    r_ = answer_ == 7 ? (V)SIGN(I, width) : r_;                                \
    r_ = answer_ == 8 ? (V)(I)0 : r_;                                          \
    r_ = answer_ == 9 ? (V)-1.0 : r_;                                          \
    r_ = answer_ == 10 ? (V)1.0 : r_;                                          \
    r_ = answer_ == 11 ? (V)0.5 : r_;                                          \
    r_ = answer_ == 12 ? (V)90.0 : r_;                                         \
    r_ = answer_ == 13 ? (V)1.5707963267948966 : r_;                           \
    r_ = answer_ == 14 ? (V)(infinite_ - 1) : r_;                              \
    answer_ == 15 ? (V)((infinite_ - 1) | SIGN(I, width)) : r_;                \
  })
