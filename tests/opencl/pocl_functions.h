// Builtins that PoCL and the device library have to agree on bit for bit, each as an
// expression of a, b and c. RUN(name, result, types of a, b and c, expression).
#define INTEGER(T, U)                                                                   \
    RUN(abs_diff_##T, U, T, T, T, abs_diff(a, b)) RUN(add_sat_##T, T, T, T, T, add_sat(a, b)) \
    RUN(sub_sat_##T, T, T, T, T, sub_sat(a, b)) RUN(hadd_##T, T, T, T, T, hadd(a, b))   \
    RUN(rhadd_##T, T, T, T, T, rhadd(a, b)) RUN(rotate_##T, T, T, T, T, rotate(a, b))   \
    RUN(mul_hi_##T, T, T, T, T, mul_hi(a, b)) RUN(clz_##T, T, T, T, T, clz(a))          \
    RUN(popcount_##T, T, T, T, T, popcount(a)) RUN(min_##T, T, T, T, T, min(a, b))      \
    RUN(max_##T, T, T, T, T, max(a, b)) RUN(mad_sat_##T, T, T, T, T, mad_sat(a, b, c))  \
    RUN(mad_hi_##T, T, T, T, T, mad_hi(a, b, c)) RUN(abs_##T, U, T, T, T, abs(a))
INTEGER(char, uchar) INTEGER(uchar, uchar) INTEGER(short, ushort) INTEGER(ushort, ushort)
INTEGER(int, uint) INTEGER(uint, uint) INTEGER(long, ulong) INTEGER(ulong, ulong)
INTEGER(int4, uint4) INTEGER(ushort8, ushort8)
RUN(upsample_s, short, char, uchar, char, upsample(a, b))
RUN(upsample_u, ulong, uint, uint, uint, upsample(a, b))

#define FLOAT(T, I)                                                                     \
    RUN(ceil_##T, T, T, T, T, ceil(a)) RUN(floor_##T, T, T, T, T, floor(a))             \
    RUN(trunc_##T, T, T, T, T, trunc(a)) RUN(round_##T, T, T, T, T, round(a))           \
    RUN(rint_##T, T, T, T, T, rint(a)) RUN(fabs_##T, T, T, T, T, fabs(a))               \
    RUN(copysign_##T, T, T, T, T, copysign(a, b)) RUN(fma_##T, T, T, T, T, fma(a, b, c)) \
    RUN(fdim_##T, T, T, T, T, fdim(a, b)) RUN(nextafter_##T, T, T, T, T, nextafter(a, b)) \
    RUN(fmod_##T, T, T, T, T, fmod(a, b)) RUN(remainder_##T, T, T, T, T, remainder(a, b)) \
    RUN(logb_##T, T, T, T, T, logb(a)) RUN(sign_##T, T, T, T, T, sign(a))               \
    RUN(step_##T, T, T, T, T, step(a, b)) RUN(bitselect_##T, T, T, T, T, bitselect(a, b, c)) \
    RUN(isless_##T, I, T, T, T, isless(a, b)) RUN(isnan_##T, I, T, T, T, isnan(a))      \
    RUN(isfinite_##T, I, T, T, T, isfinite(a)) RUN(isnormal_##T, I, T, T, T, isnormal(a)) \
    RUN(signbit_##T, I, T, T, T, signbit(a)) RUN(select_##T, T, T, T, I, select(a, b, c))
FLOAT(float, int) FLOAT(float4, int4) FLOAT(double, long)

#define CONVERT(T, S)                                                                   \
    RUN(convert_##T##_from_##S, T, S, S, S, convert_##T##_sat(a))                       \
    RUN(convert_##T##_rte_from_##S, T, S, S, S, convert_##T##_sat_rte(a))               \
    RUN(convert_##T##_rtp_from_##S, T, S, S, S, convert_##T##_sat_rtp(a))               \
    RUN(convert_##T##_rtn_from_##S, T, S, S, S, convert_##T##_sat_rtn(a))
#define CONVERTS(S)                                                                     \
    CONVERT(char, S) CONVERT(uchar, S) CONVERT(short, S) CONVERT(ushort, S) CONVERT(int, S) \
    CONVERT(uint, S) CONVERT(long, S) CONVERT(ulong, S)
CONVERTS(int) CONVERTS(ulong) CONVERTS(float) CONVERTS(double)
RUN(convert_float_rtz, float, long, long, long, convert_float_rtz(a))
RUN(convert_float_rtp, float, double, double, double, convert_float_rtp(a))

RUN(shuffle_int4, int4, int4, uint4, int4, shuffle(a, b))
RUN(shuffle2_int4, int4, int4, int4, uint4, shuffle2(a, b, c))
RUN(vload_half4, float4, ushort4, ushort4, ushort4, vload_half4(0, (const half *)&a))
