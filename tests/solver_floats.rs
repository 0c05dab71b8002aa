//! Bit-precise float queries: what the text says of each operation is what the
//! evaluator computes, on random operands and the values where they differ.

use simdiff::solver::{Answer, FloatLimits, Solver};
use term::{Arena, Buffer, Format, Op, Outcomes, Rounding, Spec, TermId, apply};

fn buffer() -> Buffer {
    Buffer {
        name: "x".to_owned(),
        format: None,
        signed: false,
        scalar: false,
        undefined: false,
    }
}

fn bit(arena: &mut Arena, op: Op, x: TermId, y: TermId) -> TermId {
    arena.term(Spec::int(op, 1), &[x, y])
}

/// Asks for an operand tuple of the list on which the operation gives anything
/// but what the evaluator computes.
fn contradicts(spec: Spec, widths: &[u8], points: &[Vec<u128>]) -> Answer {
    let mut arena = Arena::new();
    let pool = arena.add_buffer(buffer());
    let mut at = 0;
    let operands: Vec<TermId> = widths
        .iter()
        .map(|&width| {
            at += 16;
            arena.add_symbol(pool, at, width)
        })
        .collect();
    let result = arena.term(spec, &operands);
    let one = arena.constant(1, 1);
    let mut anywhere = arena.constant(1, 0);
    for point in points {
        let expected = arena.constant(spec.width, apply(spec, widths, point));
        let agrees = bit(&mut arena, Op::Eq, result, expected);
        let mut here = bit(&mut arena, Op::Xor, agrees, one);
        for ((&operand, &width), &value) in operands.iter().zip(widths).zip(point) {
            let value = arena.constant(width, value);
            let same = bit(&mut arena, Op::Eq, operand, value);
            here = bit(&mut arena, Op::And, here, same);
        }
        anywhere = bit(&mut arena, Op::Or, anywhere, here);
    }
    let limits = FloatLimits {
        terms: 4_000,
        ..FloatLimits::default()
    };
    Solver::new().check_floats(&arena, &[anywhere], limits)
}

fn agrees(spec: Spec, widths: &[u8], points: &[Vec<u128>]) {
    let answer = contradicts(spec, widths, points);
    assert!(matches!(answer, Answer::Unsat), "{spec:?}: {answer:?}");
}

/// Zeros, the ends of the subnormal and normal numbers, one and its neighbours,
/// a half, an integer beyond the precision, infinity and NaNs; either sign.
fn special(format: Format) -> Vec<u128> {
    let (one, infinity) = (format.one(), format.infinity());
    let least_normal = 1 << (format.precision() - 1);
    let half = one - least_normal;
    let beyond = one + (u128::from(format.precision()) << (format.precision() - 1));
    let magnitudes = [
        0,
        1,
        least_normal - 1,
        least_normal,
        half,
        half + 1,
        one - 1,
        one,
        one + 1,
        one | least_normal >> 1,
        beyond + 1,
        infinity - 1,
        infinity,
        infinity + 1,
        format.canonical_nan(),
    ];
    magnitudes
        .into_iter()
        .flat_map(|m| [m, m | format.sign_mask()])
        .collect()
}

fn points(
    random: &mut fastrand::Rng,
    format: Format,
    arity: usize,
    count: usize,
) -> Vec<Vec<u128>> {
    let special = special(format);
    let mask = u128::MAX >> (128 - format.width());
    let mut value = |near: u128| match random.u8(..4) {
        0 => random.choice(&special).copied().unwrap_or(0),
        1 => random.u128(..) & mask,
        // Operands of like magnitude cancel and round.
        _ => (near ^ (random.u128(..) & ((1 << format.precision()) - 1))) & mask,
    };
    let point = |_| {
        let first = value(format.one());
        let mut point = vec![first];
        point.resize_with(arity, || value(first));
        point
    };
    (0..count).map(point).collect()
}

#[test]
fn arithmetic_is_what_the_evaluator_computes() {
    let mut random = fastrand::Rng::with_seed(11);
    use Rounding::{NearestAway, NearestEven, TowardNegative, TowardPositive, TowardZero};
    let cases = [
        (Op::FAdd, 2, 60, TowardNegative),
        (Op::FSub, 2, 60, TowardZero),
        (Op::FMul, 2, 40, TowardPositive),
        (Op::FDiv, 2, 12, NearestAway),
        (Op::FSqrt, 1, 12, TowardZero),
        (Op::Fma, 3, 12, TowardPositive),
        (Op::FRound, 1, 60, NearestAway),
    ];
    for (op, arity, count, directed) in cases {
        // Z3's circuit that rounds a bfloat16 to integral takes more than its time.
        for (format, rounding) in [
            (Format::Half, NearestEven),
            (Format::Half, directed),
            (Format::Single, NearestEven),
        ] {
            let points = points(&mut random, format, arity, count);
            let widths = [format.width(); 3];
            agrees(Spec::float(op, format, rounding), &widths[..arity], &points);
        }
    }
}

#[test]
fn comparisons_are_what_the_evaluator_computes() {
    let mut random = fastrand::Rng::with_seed(12);
    for bits in 0..16 {
        let spec = Spec::fcmp(Format::Single, Outcomes::from_bits(bits));
        let points = points(&mut random, Format::Single, 2, 60);
        agrees(spec, &[32, 32], &points);
    }
}

#[test]
fn conversions_between_formats_are_what_the_evaluator_computes() {
    let mut random = fastrand::Rng::with_seed(13);
    let formats = [Format::Half, Format::BFloat, Format::Single, Format::Double];
    for from in formats {
        for to in formats {
            for rounding in [Rounding::NearestEven, Rounding::TowardNegative] {
                let points = points(&mut random, from, 1, 60);
                agrees(Spec::fconvert(from, to, rounding), &[from.width()], &points);
            }
        }
    }
}

/// Widths whose ends lie inside, at and outside the format's range.
#[test]
fn conversions_to_integers_are_what_the_evaluator_computes() {
    let mut random = fastrand::Rng::with_seed(14);
    for op in [Op::FToSi, Op::FToUi] {
        for (format, width) in [
            (Format::Half, 8),
            (Format::Half, 16),
            (Format::Half, 17),
            (Format::Half, 32),
            (Format::Single, 1),
            (Format::Single, 8),
            (Format::Single, 32),
        ] {
            for rounding in [
                Rounding::TowardZero,
                Rounding::NearestEven,
                Rounding::TowardNegative,
            ] {
                let mut points = points(&mut random, format, 1, 40);
                // Around both ends of the integer type.
                let unsigned = u8::from(op == Op::FToUi);
                let end = (i32::from(width + unsigned) - 1).min(format.max_exponent());
                let end = format.one() + ((end as u128) << (format.precision() - 1));
                for bits in [end - 1, end, end + 1] {
                    points.extend([vec![bits], vec![bits | format.sign_mask()]]);
                }
                let spec = Spec::to_int(op, format, rounding, width);
                agrees(spec, &[format.width()], &points);
            }
        }
    }
}

#[test]
fn conversions_from_integers_are_what_the_evaluator_computes() {
    let mut random = fastrand::Rng::with_seed(15);
    for op in [Op::SiToF, Op::UiToF] {
        for format in [Format::Half, Format::Single] {
            for width in [1, 17, 32] {
                let mask = u128::MAX >> (128 - width);
                let mut points: Vec<Vec<u128>> =
                    (0..50).map(|_| vec![random.u128(..) & mask]).collect();
                points.extend([vec![0], vec![mask], vec![mask >> 1], vec![(mask >> 1) + 1]]);
                for rounding in [Rounding::NearestEven, Rounding::TowardZero] {
                    agrees(Spec::from_int(op, format, rounding), &[width], &points);
                }
            }
        }
    }
}

/// `x - y` for `x > y`, which underflow never takes to zero: a proof about
/// all pairs of singles, and the model where flushing would.
#[test]
fn a_property_of_rounding_is_proved_and_a_false_one_gets_a_model() {
    let mut arena = Arena::new();
    let pool = arena.add_buffer(buffer());
    let [x, y] = [0, 4].map(|at| arena.add_symbol(pool, at, 32));
    let single = Format::Single;
    let difference = arena.term(
        Spec::float(Op::FSub, single, Rounding::NearestEven),
        &[x, y],
    );
    let zero = arena.constant(32, 0);
    let above = arena.term(Spec::fcmp(single, Outcomes::GT), &[x, y]);
    let positive = arena.term(Spec::fcmp(single, Outcomes::GT), &[difference, zero]);
    let unlike = bit(&mut arena, Op::Xor, above, positive);
    let limits = FloatLimits::default();
    let answer = Solver::new().check_floats(&arena, &[unlike], limits);
    assert!(matches!(answer, Answer::Unsat), "{answer:?}");

    let least = arena.constant(32, 0x0080_0000);
    let normal = arena.term(Spec::fcmp(single, Outcomes::GT), &[difference, least]);
    let unlike = bit(&mut arena, Op::Xor, above, normal);
    let answer = Solver::new().check_floats(&arena, &[unlike], limits);
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
}

/// C's remainder is none of SMT-LIB's operations.
#[test]
fn an_operation_without_counterpart_has_no_answer() {
    let mut arena = Arena::new();
    let pool = arena.add_buffer(buffer());
    let [x, y] = [0, 4].map(|at| arena.add_symbol(pool, at, 32));
    let spec = Spec::float(Op::FRem, Format::Single, Rounding::NearestEven);
    let remainder = arena.term(spec, &[x, y]);
    let differ = arena.term(Spec::fcmp(Format::Single, Outcomes::LT), &[remainder, x]);
    let answer = Solver::new().check_floats(&arena, &[differ], FloatLimits::default());
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
}
