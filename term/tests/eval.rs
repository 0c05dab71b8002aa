//! `apply` against independent arithmetic.

use simdiff_term::{Format, Op, Outcomes, Rounding, Spec, apply};

fn int(op: Op, width: u8, x: u128, y: u128) -> u128 {
    apply(Spec::int(op, width), &[width; 2], &[x, y])
}

fn predicate(op: Op, width: u8, x: u128, y: u128) -> bool {
    apply(Spec::int(op, 1), &[width; 2], &[x, y]) == 1
}

/// Every operator at every pair of 8-bit values, against `u8` and `i8`.
#[test]
fn eight_bit_integers_exhaustively() {
    for a in 0..=255u8 {
        for b in 0..=255u8 {
            let (x, y) = (u128::from(a), u128::from(b));
            let (sa, sb) = (a as i8, b as i8);
            let expect =
                |op, value: u8| assert_eq!(int(op, 8, x, y), value.into(), "{op:?} {a} {b}");
            expect(Op::Add, a.wrapping_add(b));
            expect(Op::Sub, a.wrapping_sub(b));
            expect(Op::Mul, a.wrapping_mul(b));
            expect(Op::And, a & b);
            expect(Op::Or, a | b);
            expect(Op::Xor, a ^ b);
            expect(Op::Shl, if b < 8 { a << b } else { 0 });
            expect(Op::LShr, if b < 8 { a >> b } else { 0 });
            expect(Op::AShr, (sa >> b.min(7)) as u8);
            expect(Op::UDiv, a.checked_div(b).unwrap_or(255));
            expect(Op::URem, a.checked_rem(b).unwrap_or(a));
            let by_zero = if sa < 0 { 1 } else { 255 };
            expect(
                Op::SDiv,
                if b == 0 {
                    by_zero
                } else {
                    sa.wrapping_div(sb) as u8
                },
            );
            expect(Op::SRem, if b == 0 { a } else { sa.wrapping_rem(sb) as u8 });
            assert_eq!(predicate(Op::Eq, 8, x, y), a == b);
            assert_eq!(predicate(Op::Ult, 8, x, y), a < b);
            assert_eq!(predicate(Op::Slt, 8, x, y), sa < sb);
        }
    }
}

#[test]
fn widest_integers() {
    let min = 1u128 << 127;
    assert_eq!(int(Op::SDiv, 128, min, u128::MAX), min);
    assert_eq!(int(Op::SRem, 128, min, u128::MAX), 0);
    assert_eq!(int(Op::AShr, 128, min, 500), u128::MAX);
    assert_eq!(int(Op::Shl, 128, 1, 127), min);
    assert_eq!(int(Op::Shl, 128, 1, 128), 0);
    assert!(predicate(Op::Slt, 128, min, 0));
    assert_eq!(int(Op::Add, 128, u128::MAX, 1), 0);
}

#[test]
fn widths_change() {
    let x = 0xabcd;
    assert_eq!(apply(Spec::extract(4, 8), &[16], &[x]), 0xbc);
    assert_eq!(apply(Spec::int(Op::ZExt, 32), &[16], &[x]), 0xabcd);
    assert_eq!(apply(Spec::int(Op::SExt, 32), &[16], &[x]), 0xffff_abcd);
    assert_eq!(
        apply(Spec::int(Op::Concat, 24), &[16, 8], &[x, 0x12]),
        0xabcd12
    );
    assert_eq!(
        apply(Spec::int(Op::Select, 16), &[1, 16, 16], &[1, 2, 3]),
        2
    );
    assert_eq!(
        apply(Spec::int(Op::Select, 16), &[1, 16, 16], &[0, 2, 3]),
        3
    );
}

#[test]
fn comparison_outcomes() {
    let [nan, zero, minus_zero, one] = [f32::NAN, 0.0, -0.0, 1.0].map(|x| u128::from(x.to_bits()));
    for bits in 0..16 {
        let set = Outcomes::from_bits(bits);
        let holds = |x, y| apply(Spec::fcmp(Format::Single, set), &[32; 2], &[x, y]) == 1;
        assert_eq!(holds(zero, one), set.contains(Outcomes::LT));
        assert_eq!(holds(one, zero), set.contains(Outcomes::GT));
        assert_eq!(holds(zero, minus_zero), set.contains(Outcomes::EQ));
        assert_eq!(holds(one, nan), set.contains(Outcomes::UNO));
    }
}

#[test]
fn results_that_are_nan_are_canonical() {
    for format in Format::ALL {
        let signalling = format.infinity() | 1 | format.sign_mask();
        let args = [signalling, format.one(), format.one()];
        let widths = [format.width(); 3];
        for op in [
            Op::FAdd,
            Op::FSub,
            Op::FMul,
            Op::FDiv,
            Op::FRem,
            Op::FSqrt,
            Op::Fma,
            Op::FRound,
        ] {
            for rounding in Rounding::ALL {
                let value = apply(Spec::float(op, format, rounding), &widths, &args);
                assert_eq!(value, format.canonical_nan(), "{op:?} {format}");
            }
        }
        for to in Format::ALL {
            let spec = Spec::fconvert(format, to, Rounding::NearestEven);
            assert_eq!(apply(spec, &widths, &args), to.canonical_nan());
        }
    }
}

/// 2^53 + 1 needs 54 bits, so the roundings give different results.
#[test]
fn roundings_differ_as_named() {
    let convert = |x: i64, rounding| {
        let spec = Spec::from_int(Op::SiToF, Format::Double, rounding);
        f64::from_bits(apply(spec, &[64], &[x as u64 as u128]) as u64)
    };
    let two53 = 9_007_199_254_740_992.0;
    let up = two53 + 2.0;
    let x = (1 << 53) + 1;
    assert_eq!(convert(x, Rounding::NearestEven), two53);
    assert_eq!(convert(x, Rounding::NearestAway), up);
    assert_eq!(convert(x, Rounding::TowardZero), two53);
    assert_eq!(convert(x, Rounding::TowardPositive), up);
    assert_eq!(convert(x, Rounding::TowardNegative), two53);
    assert_eq!(convert(-x, Rounding::TowardPositive), -two53);
    assert_eq!(convert(-x, Rounding::TowardNegative), -up);
}

/// Widening a half and narrowing it again gives the same half; a NaN becomes canonical.
#[test]
fn every_half_survives_widening() {
    for format in [Format::Single, Format::Double, Format::X87, Format::Quad] {
        for bits in 0..=0xffff {
            let widen = Spec::fconvert(Format::Half, format, Rounding::NearestEven);
            let narrow = Spec::fconvert(format, Format::Half, Rounding::NearestEven);
            let wide = apply(widen, &[16], &[bits]);
            let back = apply(narrow, &[format.width()], &[wide]);
            let nan = bits & 0x7fff > 0x7c00;
            let expected = if nan {
                Format::Half.canonical_nan()
            } else {
                bits
            };
            assert_eq!(back, expected);
        }
    }
}

/// Widening of every half against its definition.
#[test]
fn every_half_has_its_value() {
    for bits in 0..0x7c00u32 {
        let widen = Spec::fconvert(Format::Half, Format::Single, Rounding::NearestEven);
        let value = f32::from_bits(apply(widen, &[16], &[bits.into()]) as u32);
        let (exponent, fraction) = ((bits >> 10) as i32, (bits & 0x3ff) as f32);
        let expected = match exponent {
            0 => fraction * 2f32.powi(-24),
            e => (1024.0 + fraction) * 2f32.powi(e - 25),
        };
        assert_eq!(value, expected, "{bits:#x}");
    }
}
