/* Products and quotients of complex numbers that clang makes calls of, as libgcc
 * computes them: quotients of floats in double, others by Smith's method with the
 * scaling of Baudin and Smith (2012); then the infinities of C23 annex G. */
#define INFINITY __builtin_inf()
#define ABS(x) ((x) < 0 ? -(x) : (x))
#define IS_NAN(x) ((x) != (x))
#define IS_INFINITE(x) (ABS(x) == INFINITY)
#define IS_FINITE(x) (!IS_NAN(x) && !IS_INFINITE(x))

/* Infinity is a direction, any other number none. */
#define DIRECTION(T, copysign, x) copysign((T)(IS_INFINITE(x) ? 1 : 0), x)
/* Where an operand is infinite, a NaN beside it is a zero. */
#define ZERO_NAN(T, copysign, x)                                                                   \
    if (IS_NAN(x)) x = copysign((T)0, x)

#define PRODUCT(name, T, copysign)                                                                 \
    T _Complex name(T a, T b, T c, T d) {                                                          \
        T ac = a * c, bd = b * d, ad = a * d, bc = b * c, x = ac - bd, y = ad + bc;                \
        if (!IS_NAN(x) || !IS_NAN(y)) return __builtin_complex(x, y);                              \
        int again = 0;                                                                             \
        if (IS_INFINITE(a) || IS_INFINITE(b)) {                                                    \
            a = DIRECTION(T, copysign, a), b = DIRECTION(T, copysign, b);                          \
            ZERO_NAN(T, copysign, c);                                                              \
            ZERO_NAN(T, copysign, d);                                                              \
            again = 1;                                                                             \
        }                                                                                          \
        if (IS_INFINITE(c) || IS_INFINITE(d)) {                                                    \
            c = DIRECTION(T, copysign, c), d = DIRECTION(T, copysign, d);                          \
            ZERO_NAN(T, copysign, a);                                                              \
            ZERO_NAN(T, copysign, b);                                                              \
            again = 1;                                                                             \
        }                                                                                          \
        if (!again &&                                                                              \
            (IS_INFINITE(ac) || IS_INFINITE(bd) || IS_INFINITE(ad) || IS_INFINITE(bc))) {          \
            ZERO_NAN(T, copysign, a);                                                              \
            ZERO_NAN(T, copysign, b);                                                              \
            ZERO_NAN(T, copysign, c);                                                              \
            ZERO_NAN(T, copysign, d);                                                              \
            again = 1;                                                                             \
        }                                                                                          \
        if (again) {                                                                               \
            x = (T)INFINITY * (a * c - b * d);                                                     \
            y = (T)INFINITY * (a * d + b * c);                                                     \
        }                                                                                          \
        return __builtin_complex(x, y);                                                            \
    }

/* The infinities and zeros among quotients that came out as NaNs. */
#define RECOVER(T, copysign)                                                                       \
    if (IS_NAN(x) && IS_NAN(y)) {                                                                  \
        if (c == 0 && d == 0 && (!IS_NAN(a) || !IS_NAN(b))) {                                      \
            x = copysign((T)INFINITY, c) * a;                                                      \
            y = copysign((T)INFINITY, c) * b;                                                      \
        } else if ((IS_INFINITE(a) || IS_INFINITE(b)) && IS_FINITE(c) && IS_FINITE(d)) {           \
            a = DIRECTION(T, copysign, a), b = DIRECTION(T, copysign, b);                          \
            x = (T)INFINITY * (a * c + b * d);                                                     \
            y = (T)INFINITY * (b * c - a * d);                                                     \
        } else if ((IS_INFINITE(c) || IS_INFINITE(d)) && IS_FINITE(a) && IS_FINITE(b)) {           \
            c = DIRECTION(T, copysign, c), d = DIRECTION(T, copysign, d);                          \
            x = 0 * (a * c + b * d);                                                               \
            y = 0 * (b * c - a * d);                                                               \
        }                                                                                          \
    }

#define SCALE(by) (a *= (by), b *= (by), c *= (by), d *= (by))
#define QUOTIENT(name, T, copysign, max, min, epsilon)                                             \
    T _Complex name(T a, T b, T c, T d) {                                                          \
        const T large = max / 2, modest = large * epsilon;                                         \
        if (ABS(c) < ABS(d)) {                                                                     \
            /* Both over i, so that the real part of the divisor is the larger. */                 \
            T real = a, divisor = c;                                                               \
            a = b, b = -real, c = d, d = -divisor;                                                 \
        }                                                                                          \
        if (ABS(c) >= large) SCALE((T)0.5);                                                        \
        if (ABS(c) < epsilon)                                                                      \
            SCALE(1 / epsilon);                                                                    \
        else if (ABS(c) < modest && ((ABS(a) < min && ABS(b) < modest) ||                          \
                                     (ABS(b) < min && ABS(a) < modest)))                           \
            SCALE(1 / epsilon);                                                                    \
        T ratio = d / c, divisor = d * ratio + c, x, y;                                            \
        if (ABS(ratio) > min) {                                                                    \
            x = (b * ratio + a) / divisor;                                                         \
            y = (b - a * ratio) / divisor;                                                         \
        } else {                                                                                   \
            x = (a + d * (b / c)) / divisor;                                                       \
            y = (b - d * (a / c)) / divisor;                                                       \
        }                                                                                          \
        RECOVER(T, copysign)                                                                       \
        return __builtin_complex(x, y);                                                            \
    }

PRODUCT(__mulsc3, float, __builtin_copysignf)
PRODUCT(__muldc3, double, __builtin_copysign)
PRODUCT(__mulxc3, long double, __builtin_copysignl)
QUOTIENT(__divdc3, double, __builtin_copysign, __DBL_MAX__, __DBL_MIN__, __DBL_EPSILON__)
QUOTIENT(__divxc3, long double, __builtin_copysignl, __LDBL_MAX__, __LDBL_MIN__, __LDBL_EPSILON__)

float _Complex __divsc3(float a, float b, float c, float d) {
    double divisor = (double)c * c + (double)d * d;
    float x = (float)(((double)a * c + (double)b * d) / divisor);
    float y = (float)(((double)b * c - (double)a * d) / divisor);
    RECOVER(float, __builtin_copysignf)
    return __builtin_complex(x, y);
}
