// Macros that the chapters of the device library share.
//
// A macro that defines a function for one type takes the number of lanes first (nothing for
// a scalar): `F(N, T, ...)` defines the function for `T##N`.

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

#define OVERLOADED __attribute__((overloadable, always_inline))
#define PURE __attribute__((overloadable, always_inline, const))

#define EACH_VECTOR(F, ...) \
    F(2, __VA_ARGS__) F(3, __VA_ARGS__) F(4, __VA_ARGS__) F(8, __VA_ARGS__) F(16, __VA_ARGS__)
#define EACH_SIZE(F, ...) F(, __VA_ARGS__) EACH_VECTOR(F, __VA_ARGS__)

// F(N, T, U, ...): U is the unsigned type of T's width.
#define EACH_SIGNED(E, F, ...)                                                  \
    E(F, char, uchar, __VA_ARGS__) E(F, short, ushort, __VA_ARGS__)             \
    E(F, int, uint, __VA_ARGS__) E(F, long, ulong, __VA_ARGS__)
#define EACH_UNSIGNED(E, F, ...)                                                \
    E(F, uchar, uchar, __VA_ARGS__) E(F, ushort, ushort, __VA_ARGS__)           \
    E(F, uint, uint, __VA_ARGS__) E(F, ulong, ulong, __VA_ARGS__)
#define EACH_INTEGER(E, F, ...) EACH_SIGNED(E, F, __VA_ARGS__) EACH_UNSIGNED(E, F, __VA_ARGS__)

// F(N, T, I, S, ...): I is the signed integer type of T's width, S the suffix of T in
// names.
#define EACH_FLOAT(E, F, ...)                                                   \
    E(F, half, short, f16, __VA_ARGS__) E(F, float, int, f32, __VA_ARGS__)      \
    E(F, double, long, f64, __VA_ARGS__)

// Conversion of scalars, and of vectors lane by lane.
#define CAST(N, T, x) CAST_##N(T, x)
#define CAST_(T, x) ((T)(x))
#define CAST_2(T, x) __builtin_convertvector(x, T##2)
#define CAST_3(T, x) __builtin_convertvector(x, T##3)
#define CAST_4(T, x) __builtin_convertvector(x, T##4)
#define CAST_8(T, x) __builtin_convertvector(x, T##8)
#define CAST_16(T, x) __builtin_convertvector(x, T##16)

// A function of scalars applied to every lane of one, two or three operands.
#define MAP1(N, R, f, x) MAP1_##N(R, f, x)
#define MAP1_(R, f, x) f(x)
#define MAP1_2(R, f, x) (R##2)(f((x).s0), f((x).s1))
#define MAP1_3(R, f, x) (R##3)(f((x).s0), f((x).s1), f((x).s2))
#define MAP1_4(R, f, x) (R##4)(f((x).s0), f((x).s1), f((x).s2), f((x).s3))
#define MAP1_8(R, f, x) (R##8)(MAP1_4(R, f, (x).lo), MAP1_4(R, f, (x).hi))
#define MAP1_16(R, f, x) (R##16)(MAP1_8(R, f, (x).lo), MAP1_8(R, f, (x).hi))

#define MAP2(N, R, f, x, y) MAP2_##N(R, f, x, y)
#define MAP2_(R, f, x, y) f(x, y)
#define MAP2_2(R, f, x, y) (R##2)(f((x).s0, (y).s0), f((x).s1, (y).s1))
#define MAP2_3(R, f, x, y) (R##3)(f((x).s0, (y).s0), f((x).s1, (y).s1), f((x).s2, (y).s2))
#define MAP2_4(R, f, x, y) (R##4)(MAP2_2(R, f, (x).lo, (y).lo), MAP2_2(R, f, (x).hi, (y).hi))
#define MAP2_8(R, f, x, y) (R##8)(MAP2_4(R, f, (x).lo, (y).lo), MAP2_4(R, f, (x).hi, (y).hi))
#define MAP2_16(R, f, x, y) (R##16)(MAP2_8(R, f, (x).lo, (y).lo), MAP2_8(R, f, (x).hi, (y).hi))

#define MAP3(N, R, f, x, y, z) MAP3_##N(R, f, x, y, z)
#define MAP3_(R, f, x, y, z) f(x, y, z)
#define MAP3_2(R, f, x, y, z) (R##2)(f((x).s0, (y).s0, (z).s0), f((x).s1, (y).s1, (z).s1))
#define MAP3_3(R, f, x, y, z) \
    (R##3)(f((x).s0, (y).s0, (z).s0), f((x).s1, (y).s1, (z).s1), f((x).s2, (y).s2, (z).s2))
#define MAP3_4(R, f, x, y, z) \
    (R##4)(MAP3_2(R, f, (x).lo, (y).lo, (z).lo), MAP3_2(R, f, (x).hi, (y).hi, (z).hi))
#define MAP3_8(R, f, x, y, z) \
    (R##8)(MAP3_4(R, f, (x).lo, (y).lo, (z).lo), MAP3_4(R, f, (x).hi, (y).hi, (z).hi))
#define MAP3_16(R, f, x, y, z) \
    (R##16)(MAP3_8(R, f, (x).lo, (y).lo, (z).lo), MAP3_8(R, f, (x).hi, (y).hi, (z).hi))

// Functions whose accuracy the specification bounds or leaves open: uninterpreted functions
// of the name `simdiff.approx.opencl.NAME.TYPE`.
#define INEXACT(name) __asm("simdiff.approx.opencl." name) __attribute__((const))
// The same function by a formula that a user assumes.
#define FORMULA(name) __asm("simdiff.approx.opencl." name) __attribute__((always_inline))

// Shared by chapters that do not include one another.
#define IS_NAN(x) ((x) != (x))
