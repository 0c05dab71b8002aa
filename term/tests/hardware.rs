//! `apply` against hardware: x86-64 conversions, AVX-512's embedded roundings and the x87 unit,
//! and against the C library's quad arithmetic.
#![cfg(target_arch = "x86_64")]

use simdiff_term::{Format, Op, Outcomes, Rounding, Spec, apply};
use std::arch::asm;
use std::arch::x86_64::*;

fn floats() -> Vec<f64> {
    let mut values = vec![
        0.0,
        -0.0,
        0.5,
        -0.5,
        1.5,
        2.5,
        -2.5,
        0.49999999999999994,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
    ];
    for limit in [31, 32, 63, 64] {
        for sign in [1.0, -1.0] {
            let x = sign * 2f64.powi(limit);
            values.extend([x, x.next_up(), x.next_down(), x - 0.5, x + 0.5, x - 1.0]);
        }
    }
    let mut random = fastrand::Rng::with_seed(8);
    values.extend((0..2_000).map(|_| (random.f64() - 0.5) * 2f64.powi(random.i32(-3..66))));
    values
}

/// `cvttsd2si`/`cvtsd2si`: truncation, nearest even, and 0x80…0 when out of range.
#[test]
fn conversion_to_signed_integer() {
    for x in floats() {
        let convert = |rounding, width| {
            let spec = Spec::to_int(Op::FToSi, Format::Double, rounding, width);
            apply(spec, &[64], &[x.to_bits().into()]) as u64
        };
        // SAFETY: SSE2 is part of x86-64.
        unsafe {
            let v = _mm_set_sd(x);
            assert_eq!(
                convert(Rounding::TowardZero, 32) as u32,
                _mm_cvttsd_si32(v) as u32,
                "{x}"
            );
            assert_eq!(
                convert(Rounding::TowardZero, 64),
                _mm_cvttsd_si64(v) as u64,
                "{x}"
            );
            assert_eq!(
                convert(Rounding::NearestEven, 32) as u32,
                _mm_cvtsd_si32(v) as u32,
                "{x}"
            );
            assert_eq!(
                convert(Rounding::NearestEven, 64),
                _mm_cvtsd_si64(v) as u64,
                "{x}"
            );
        }
    }
}

#[test]
fn conversion_of_single_to_signed_integer() {
    for x in floats() {
        let x = x as f32;
        let spec = Spec::to_int(Op::FToSi, Format::Single, Rounding::NearestEven, 32);
        // SAFETY: SSE2 is part of x86-64.
        let hardware = unsafe { _mm_cvtss_si32(_mm_set_ss(x)) };
        assert_eq!(
            apply(spec, &[32], &[x.to_bits().into()]) as u32,
            hardware as u32,
            "{x}"
        );
    }
}

#[test]
fn conversion_to_unsigned_integer() {
    if !is_x86_feature_detected!("avx512f") {
        return;
    }
    #[target_feature(enable = "avx512f")]
    fn hardware(x: f64) -> (u32, u64) {
        let v = _mm_set_sd(x);
        (_mm_cvttsd_u32(v), _mm_cvttsd_u64(v))
    }
    for x in floats() {
        let convert = |width| {
            let spec = Spec::to_int(Op::FToUi, Format::Double, Rounding::TowardZero, width);
            apply(spec, &[64], &[x.to_bits().into()]) as u64
        };
        // SAFETY: the feature was detected.
        let (narrow, wide) = unsafe { hardware(x) };
        assert_eq!(convert(32) as u32, narrow, "{x}");
        assert_eq!(convert(64), wide, "{x}");
    }
}

#[test]
fn conversion_to_half() {
    if !is_x86_feature_detected!("f16c") {
        return;
    }
    #[target_feature(enable = "f16c")]
    fn hardware(x: f32) -> u16 {
        _mm_extract_epi16::<0>(_mm_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(_mm_set1_ps(x))) as u16
    }
    let mut random = fastrand::Rng::with_seed(9);
    for i in 0..100_000u32 {
        // Around the range of a half: exponents 2^-26 to 2^17.
        let bits = random.u32(..) & 0x807f_ffff | (100 + i % 45) << 23;
        let spec = Spec::fconvert(Format::Single, Format::Half, Rounding::NearestEven);
        // SAFETY: the feature was detected.
        let expected = unsafe { hardware(f32::from_bits(bits)) };
        assert_eq!(
            apply(spec, &[32], &[bits.into()]),
            expected.into(),
            "{bits:#x}"
        );
    }
}

/// A double: random bits, ordinary magnitudes, and values whose sums and products are rounded or
/// overflow.
fn double(random: &mut fastrand::Rng) -> f64 {
    let specials = [
        0.0,
        1.0,
        f64::MIN_POSITIVE,
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
        5e-324,
    ];
    let x = match random.u8(..5) {
        0 => f64::from_bits(random.u64(..)),
        1 => specials[random.usize(..specials.len())],
        2 => f64::from(random.i32(-1000..1000)) / 8.0,
        // A magnitude that a single can nearly represent, for narrowing.
        3 => random.f64() * 2f64.powi(random.i32(-150..130)),
        _ => random.f64() + 1.0,
    };
    if random.bool() { -x } else { x }
}

fn single_bits(x: f32) -> u128 {
    if x.is_nan() {
        Format::Single.canonical_nan()
    } else {
        x.to_bits().into()
    }
}

fn double_bits(x: f64) -> u128 {
    if x.is_nan() {
        Format::Double.canonical_nan()
    } else {
        x.to_bits().into()
    }
}

/// One test for each rounding that an AVX-512 instruction can embed.
macro_rules! embedded_rounding {
    ($($test:ident $rounding:ident $mode:ident;)*) => {$(
        #[test]
        fn $test() {
            const MODE: i32 = $mode | _MM_FROUND_NO_EXC;

            #[target_feature(enable = "avx512f")]
            fn doubles(x: f64, y: f64, z: f64) -> ([f64; 6], f32, i32, u64) {
                let [x, y, z] = [_mm_set_sd(x), _mm_set_sd(y), _mm_set_sd(z)];
                let results = [
                    _mm_add_round_sd::<MODE>(x, y),
                    _mm_sub_round_sd::<MODE>(x, y),
                    _mm_mul_round_sd::<MODE>(x, y),
                    _mm_div_round_sd::<MODE>(x, y),
                    _mm_sqrt_round_sd::<MODE>(x, x),
                    _mm_fmadd_round_sd::<MODE>(x, y, z),
                ];
                (
                    results.map(|r| _mm_cvtsd_f64(r)),
                    _mm_cvtss_f32(_mm_cvt_roundsd_ss::<MODE>(_mm_setzero_ps(), x)),
                    _mm_cvt_roundsd_i32::<MODE>(x),
                    _mm_cvt_roundsd_u64::<MODE>(x),
                )
            }

            #[target_feature(enable = "avx512f")]
            fn singles(x: f32, y: f32, z: f32) -> [f32; 6] {
                let [x, y, z] = [_mm_set_ss(x), _mm_set_ss(y), _mm_set_ss(z)];
                let results = [
                    _mm_add_round_ss::<MODE>(x, y),
                    _mm_sub_round_ss::<MODE>(x, y),
                    _mm_mul_round_ss::<MODE>(x, y),
                    _mm_div_round_ss::<MODE>(x, y),
                    _mm_sqrt_round_ss::<MODE>(x, x),
                    _mm_fmadd_round_ss::<MODE>(x, y, z),
                ];
                results.map(|r| _mm_cvtss_f32(r))
            }

            if !is_x86_feature_detected!("avx512f") {
                return;
            }
            let rounding = Rounding::$rounding;
            let ops = [Op::FAdd, Op::FSub, Op::FMul, Op::FDiv, Op::FSqrt, Op::Fma];
            let mut random = fastrand::Rng::with_seed(10);
            for _ in 0..20_000 {
                let [x, y, z] = [(); 3].map(|()| double(&mut random));
                let args = [x, y, z].map(|x| u128::from(x.to_bits()));
                // SAFETY: the feature was detected.
                let (results, narrowed, int, unsigned) = unsafe { doubles(x, y, z) };
                for (op, result) in ops.into_iter().zip(results) {
                    let spec = Spec::float(op, Format::Double, rounding);
                    assert_eq!(apply(spec, &[64; 3], &args), double_bits(result), "{op:?} {x:e} {y:e} {z:e}");
                }
                let spec = Spec::fconvert(Format::Double, Format::Single, rounding);
                assert_eq!(apply(spec, &[64], &args), single_bits(narrowed), "{x:e}");
                let spec = Spec::to_int(Op::FToSi, Format::Double, rounding, 32);
                assert_eq!(apply(spec, &[64], &args), (int as u32).into(), "{x:e}");
                let spec = Spec::to_int(Op::FToUi, Format::Double, rounding, 64);
                assert_eq!(apply(spec, &[64], &args), unsigned.into(), "{x:e}");

                let [x, y, z] = [x, y, z].map(|x| x as f32);
                let args = [x, y, z].map(|x| u128::from(x.to_bits()));
                // SAFETY: the feature was detected.
                let results = unsafe { singles(x, y, z) };
                for (op, result) in ops.into_iter().zip(results) {
                    let spec = Spec::float(op, Format::Single, rounding);
                    assert_eq!(apply(spec, &[32; 3], &args), single_bits(result), "{op:?} {x:e} {y:e} {z:e}");
                }
            }
        }
    )*};
}

embedded_rounding! {
    rounding_to_nearest_even NearestEven _MM_FROUND_TO_NEAREST_INT;
    rounding_toward_zero TowardZero _MM_FROUND_TO_ZERO;
    rounding_toward_positive TowardPositive _MM_FROUND_TO_POS_INF;
    rounding_toward_negative TowardNegative _MM_FROUND_TO_NEG_INF;
}

/// A float of a wide format: a widened double with random low bits, or a special value.
fn wide(format: Format, random: &mut fastrand::Rng) -> u128 {
    let widen = Spec::fconvert(Format::Double, format, Rounding::NearestEven);
    let x = apply(widen, &[64], &[double(random).to_bits().into()]);
    let exponent = format.infinity();
    let special = x & exponent == exponent || x & !format.sign_mask() == 0;
    match random.u8(..4) {
        0 => x,
        _ if special => x,
        1 => x ^ u128::from(random.u8(..)),
        2 => x ^ u128::from(random.u64(..)) >> 2,
        // The smallest and largest exponents of the format.
        _ => match random.bool() {
            true => x & !exponent & !(1 << 63) | u128::from(random.u8(..2)),
            false => x | exponent & exponent << 1,
        },
    }
}

fn canonical(format: Format, bits: u128) -> u128 {
    let spec = Spec::fcmp(format, Outcomes::UNO);
    let nan = apply(spec, &[format.width(); 2], &[bits, bits]) == 1;
    if nan { format.canonical_nan() } else { bits }
}

/// Runs x87 instructions on `x` in st(1), `y` in st(0); the result is st(0).
macro_rules! x87 {
    ($x:expr, $y:expr, $($line:literal),+) => {{
        let (x, y, mut result): (u128, u128, u128) = ($x, $y, 0);
        // SAFETY: loads and stores ten bytes of live variables, and leaves the
        // register stack empty.
        unsafe {
            asm!(
                "fld tbyte ptr [{x}]",
                "fld tbyte ptr [{y}]",
                $($line,)+
                "fstp tbyte ptr [{result}]",
                x = in(reg) &x, y = in(reg) &y, result = in(reg) &mut result,
                out("ax") _,
                out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
            );
        }
        canonical(Format::X87, result)
    }};
}

#[test]
fn extended_precision() {
    let mut random = fastrand::Rng::with_seed(11);
    for _ in 0..20_000 {
        let [x, y] = [(); 2].map(|()| wide(Format::X87, &mut random));
        let value = |op| {
            let spec = Spec::float(op, Format::X87, Rounding::NearestEven);
            apply(spec, &[80; 2], &[x, y])
        };
        assert_eq!(
            value(Op::FAdd),
            x87!(x, y, "faddp st(1), st"),
            "{x:#x} + {y:#x}"
        );
        assert_eq!(
            value(Op::FSub),
            x87!(x, y, "fsubp st(1), st"),
            "{x:#x} - {y:#x}"
        );
        assert_eq!(
            value(Op::FMul),
            x87!(x, y, "fmulp st(1), st"),
            "{x:#x} * {y:#x}"
        );
        assert_eq!(
            value(Op::FDiv),
            x87!(x, y, "fdivp st(1), st"),
            "{x:#x} / {y:#x}"
        );
        assert_eq!(
            value(Op::FSqrt),
            x87!(y, x, "fsqrt", "fstp st(1)"),
            "sqrt {x:#x}"
        );
        assert_eq!(
            value(Op::FRound),
            x87!(y, x, "frndint", "fstp st(1)"),
            "rint {x:#x}"
        );
    }
}

#[test]
fn extended_precision_remainder() {
    let mut random = fastrand::Rng::with_seed(12);
    for _ in 0..500 {
        let [x, y] = [(); 2].map(|()| wide(Format::X87, &mut random));
        let spec = Spec::float(Op::FRem, Format::X87, Rounding::NearestEven);
        // `fprem` reduces by at most 2^63 at a time and sets C2 until it is done.
        let expected = x87!(
            y,
            x,
            "2:",
            "fprem",
            "fnstsw ax",
            "test ah, 4",
            "jnz 2b",
            "fstp st(1)"
        );
        assert_eq!(
            apply(spec, &[80; 2], &[x, y]),
            expected,
            "fmod {x:#x} {y:#x}"
        );
    }
}

#[cfg(target_env = "gnu")]
mod quad {
    use super::*;

    // Declared without their parameters: a quad has no Rust type. They are only
    // called from assembly, operands and result in xmm registers.
    unsafe extern "C" {
        fn __addtf3();
        fn __subtf3();
        fn __multf3();
        fn __divtf3();
        fn sqrtf128();
        fn fmaf128();
        fn fmodf128();
        fn rintf128();
    }

    macro_rules! call {
        ($function:ident, $args:expr) => {{
            let [x, y, z]: [u128; 3] = $args;
            let result: __m128i;
            // SAFETY: the functions take up to three quads and return one; a
            // quad and 128 bits of integers share registers and layout.
            unsafe {
                asm!(
                    "call {function}",
                    function = sym $function,
                    inlateout("xmm0") std::mem::transmute::<u128, __m128i>(x) => result,
                    inlateout("xmm1") std::mem::transmute::<u128, __m128i>(y) => _,
                    inlateout("xmm2") std::mem::transmute::<u128, __m128i>(z) => _,
                    clobber_abi("C"),
                );
                canonical(Format::Quad, std::mem::transmute::<__m128i, u128>(result))
            }
        }};
    }

    #[test]
    fn quad_precision() {
        let mut random = fastrand::Rng::with_seed(13);
        for _ in 0..5_000 {
            let args = [(); 3].map(|()| wide(Format::Quad, &mut random));
            let check = |op, expected| {
                let spec = Spec::float(op, Format::Quad, Rounding::NearestEven);
                assert_eq!(apply(spec, &[128; 3], &args), expected, "{op:?} {args:#x?}");
            };
            check(Op::FAdd, call!(__addtf3, args));
            check(Op::FSub, call!(__subtf3, args));
            check(Op::FMul, call!(__multf3, args));
            check(Op::FDiv, call!(__divtf3, args));
            check(Op::FSqrt, call!(sqrtf128, args));
            check(Op::Fma, call!(fmaf128, args));
            check(Op::FRound, call!(rintf128, args));
        }
    }

    #[test]
    fn quad_precision_remainder() {
        let mut random = fastrand::Rng::with_seed(14);
        for _ in 0..200 {
            let args = [(); 3].map(|()| wide(Format::Quad, &mut random));
            let spec = Spec::float(Op::FRem, Format::Quad, Rounding::NearestEven);
            assert_eq!(
                apply(spec, &[128; 3], &args),
                call!(fmodf128, args),
                "{args:#x?}"
            );
        }
    }
}
