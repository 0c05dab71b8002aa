//! `apply` against the instructions of the processor that runs the tests: every operation, in
//! all widths, formats and roundings that the processor supports.

use simdiff_term::{Format, Op, Outcomes, Rounding, Spec, apply, on_processor};

/// Random bits, often with few of them set, or a special float.
fn value(random: &mut fastrand::Rng, width: u8, format: Option<Format>) -> u128 {
    let bits = random.u128(..) & (u128::MAX >> (128 - u32::from(width)));
    let Some(format) = format else {
        return match random.u8(..3) {
            0 => bits & 0x3f,
            1 => bits >> random.u8(..width),
            _ => bits,
        };
    };
    let sign = bits & format.sign_mask();
    let near = |x: u128| sign | x.wrapping_add(bits & 3).wrapping_sub(1) & (format.sign_mask() - 1);
    match random.u8(..8) {
        0 => sign,
        1 => near(format.infinity()),
        2 => near(format.one()),
        3 => near(1),
        4 => near(1 << (format.precision() - 1)),
        // Two such floats have similar magnitudes, so that their sum or difference cancels and
        // rounds.
        5 | 6 => sign | (format.one() + (bits & ((3 << format.precision()) - 1))),
        _ => bits,
    }
}

/// Compares one operation on random operands. Returns for how many the processor has an
/// instruction.
fn compare(spec: Spec, widths: &[u8], random: &mut fastrand::Rng) -> usize {
    let operands = spec.operand_format();
    let cases = (0..300).filter(|_| {
        let args: Vec<u128> = widths.iter().map(|w| value(random, *w, operands)).collect();
        let processor = on_processor(spec, widths, &args);
        if let Some(processor) = processor {
            let expected = apply(spec, widths, &args);
            assert_eq!(processor, expected, "{spec:?} {widths:?} {args:#x?}");
        }
        processor.is_some()
    });
    cases.count()
}

#[test]
fn integers() {
    let mut random = fastrand::Rng::with_seed(1);
    let two = [
        Op::Add,
        Op::Sub,
        Op::Mul,
        Op::UDiv,
        Op::SDiv,
        Op::URem,
        Op::SRem,
        Op::And,
        Op::Or,
        Op::Xor,
        Op::Shl,
        Op::LShr,
        Op::AShr,
    ];
    for w in [8, 16, 32, 64] {
        for op in two {
            assert!(
                compare(Spec::int(op, w), &[w, w], &mut random) > 10,
                "{op:?}"
            );
        }
        for op in [Op::Eq, Op::Ult, Op::Slt] {
            assert_eq!(compare(Spec::int(op, 1), &[w, w], &mut random), 300);
        }
        assert_eq!(
            compare(Spec::int(Op::Select, w), &[1, w, w], &mut random),
            300
        );
        for wider in [8, 16, 32, 64].into_iter().filter(|wider| *wider > w) {
            assert_eq!(compare(Spec::int(Op::ZExt, wider), &[w], &mut random), 300);
            assert_eq!(compare(Spec::int(Op::SExt, wider), &[w], &mut random), 300);
            assert_eq!(compare(Spec::extract(3, w), &[wider], &mut random), 300);
        }
    }
    assert_eq!(
        compare(Spec::int(Op::Concat, 64), &[32, 32], &mut random),
        300
    );
}

#[cfg(target_arch = "x86_64")]
#[test]
fn floats() {
    let mut random = fastrand::Rng::with_seed(2);
    let arithmetic = [
        (Op::FAdd, 2),
        (Op::FSub, 2),
        (Op::FMul, 2),
        (Op::FDiv, 2),
        (Op::FSqrt, 1),
        (Op::FRound, 1),
        (Op::Fma, 3),
    ];
    let directions = Rounding::ALL
        .into_iter()
        .filter(|r| *r != Rounding::NearestAway);
    for rounding in directions {
        for format in [Format::Single, Format::Double] {
            let w = format.width();
            for (op, arity) in arithmetic {
                let cases = compare(
                    Spec::float(op, format, rounding),
                    &[w; 3][..arity],
                    &mut random,
                );
                assert!(cases == 300 || matches!(op, Op::Fma | Op::FRound), "{op:?}");
            }
            for integer in [32, 64] {
                let to = Spec::to_int(Op::FToSi, format, rounding, integer);
                assert_eq!(compare(to, &[w], &mut random), 300);
                let to = Spec::to_int(Op::FToUi, format, rounding, integer);
                compare(to, &[w], &mut random);
                let from = Spec::from_int(Op::SiToF, format, rounding);
                assert_eq!(compare(from, &[integer], &mut random), 300);
            }
            let from = Spec::from_int(Op::UiToF, format, rounding);
            assert_eq!(compare(from, &[32], &mut random), 300);
        }
        let pairs = [
            (Format::Single, Format::Double),
            (Format::Double, Format::Single),
            (Format::Half, Format::Single),
            (Format::Single, Format::Half),
        ];
        for (from, to) in pairs {
            compare(
                Spec::fconvert(from, to, rounding),
                &[from.width()],
                &mut random,
            );
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn comparisons_of_floats() {
    let mut random = fastrand::Rng::with_seed(3);
    for format in [Format::Single, Format::Double] {
        for set in 0..16 {
            let spec = Spec::fcmp(format, Outcomes::from_bits(set));
            assert_eq!(compare(spec, &[format.width(); 2], &mut random), 300);
        }
    }
}
