//! The batch evaluator against the one-at-a-time evaluator.

use simdiff_term::*;

struct Values<'a>(&'a [u128]);

impl Assignment for Values<'_> {
    fn symbol(&self, id: SymbolId) -> u128 {
        self.0[id.0 as usize]
    }
}

fn symbols(arena: &mut Arena, widths: &[u8]) -> Vec<TermId> {
    let buffer = arena.add_buffer(Buffer {
        name: "x".into(),
        format: None,
        signed: false,
        scalar: false,
        undefined: false,
    });
    let add = |(i, &width)| arena.add_symbol(buffer, 16 * i as u32, width);
    widths.iter().enumerate().map(add).collect()
}

/// Runs the tape once on random and special values and compares every lane of
/// every root with [`Evaluator`].
fn compare(arena: &Arena, roots: &[TermId], random: &mut fastrand::Rng) {
    let cone = Cone::of(arena, roots);
    let mut tape = Tape::compile(arena, &cone, roots).expect("compiles");
    let mut evaluator = Evaluator::new(arena, &cone);
    let ids = tape.symbols().to_vec();
    for (i, &id) in ids.iter().enumerate() {
        let width = arena.width(arena.symbol(id).term);
        tape.inputs_mut(i).fill_with(|| value(width, random));
    }
    let inputs: Vec<Column> = (0..ids.len()).map(|i| *tape.inputs_mut(i)).collect();
    tape.run();
    for lane in 0..LANES {
        let mut values = vec![0; arena.symbols().len()];
        for (id, column) in ids.iter().zip(&inputs) {
            values[id.0 as usize] = column[lane].into();
        }
        evaluator.run(&Values(&values));
        for (i, &root) in roots.iter().enumerate() {
            let tape_value = u128::from(tape.output(i)[lane]);
            let spec = arena.node(root).spec();
            assert_eq!(tape_value, evaluator.value(root), "{spec:?} {values:#x?}");
        }
    }
}

/// Random bits, small integers, and floats near special values. Bits above the width are set,
/// too; the tape must drop them.
fn value(width: u8, random: &mut fastrand::Rng) -> u64 {
    match random.u8(..6) {
        0 => random.u64(..),
        1 => random.u64(..5),
        2 => u64::MAX - random.u64(..3),
        3 => 1u64.rotate_left(random.u32(..64)),
        _ => {
            let specials = [
                0.0,
                0.5,
                1.0,
                1.5,
                f32::NAN,
                f32::INFINITY,
                2147483648.0,
                1e-42,
            ];
            let x = match random.bool() {
                true => specials[random.usize(..specials.len())],
                false => random.i32(-4000..4000) as f32 / 16.0,
            };
            let x = if random.bool() { x } else { -x };
            match width {
                64 => f64::from(x).to_bits(),
                16 => u64::from(x.to_bits() >> 16),
                _ => u64::from(x.to_bits()),
            }
        }
    }
}

const INTEGER: [Op; 16] = [
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
    Op::Eq,
    Op::Ult,
    Op::Slt,
];

#[test]
fn integer_operators() {
    let mut random = fastrand::Rng::with_seed(1);
    for width in [1, 7, 8, 16, 31, 32, 63, 64] {
        let mut arena = Arena::new();
        let x = symbols(&mut arena, &[width, width, 1]);
        let mut roots: Vec<TermId> = INTEGER
            .iter()
            .map(|&op| {
                let bool = matches!(op, Op::Eq | Op::Ult | Op::Slt);
                arena.term(Spec::int(op, if bool { 1 } else { width }), &x[..2])
            })
            .collect();
        roots.push(arena.term(Spec::int(Op::Select, width), &[x[2], x[0], x[1]]));
        roots.push(arena.term(Spec::int(Op::SExt, 64), &x[..1]));
        roots.push(arena.term(Spec::int(Op::ZExt, 64), &x[..1]));
        roots.push(arena.term(Spec::extract(width / 2, width - width / 2), &x[..1]));
        if width <= 32 {
            roots.push(arena.term(Spec::int(Op::Concat, 2 * width), &x[..2]));
        }
        for _ in 0..8 {
            compare(&arena, &roots, &mut random);
        }
    }
}

#[test]
fn float_operators() {
    let mut random = fastrand::Rng::with_seed(2);
    let formats = [Format::Half, Format::BFloat, Format::Single, Format::Double];
    for format in formats {
        let mut arena = Arena::new();
        let x = symbols(&mut arena, &[format.width(); 3]);
        let mut roots = Vec::new();
        for rounding in Rounding::ALL {
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
                roots.push(arena.term(Spec::float(op, format, rounding), &x[..op.arity()]));
            }
            for to in formats {
                roots.push(arena.term(Spec::fconvert(format, to, rounding), &x[..1]));
            }
            for op in [Op::FToSi, Op::FToUi] {
                for width in [8, 32, 64] {
                    roots.push(arena.term(Spec::to_int(op, format, rounding, width), &x[..1]));
                }
            }
            for op in [Op::SiToF, Op::UiToF] {
                for to in formats {
                    roots.push(arena.term(Spec::from_int(op, to, rounding), &x[..1]));
                }
            }
        }
        for bits in 0..16 {
            let spec = Spec::fcmp(format, Outcomes::from_bits(bits));
            roots.push(arena.term(spec, &x[..2]));
        }
        for _ in 0..2 {
            compare(&arena, &roots, &mut random);
        }
    }
}

/// Deep random terms, whose evaluation reuses columns while others are still needed.
#[test]
fn random_terms() {
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..40 {
        let mut arena = Arena::new();
        let mut terms = symbols(&mut arena, &[32; 4]);
        terms.push(arena.constant(32, 0x3f80_0000));
        for _ in 0..60 {
            let [x, y, z] = [(); 3].map(|()| terms[random.usize(..terms.len())]);
            let rne = Rounding::NearestEven;
            let term = match random.u8(..5) {
                0 => arena.term(Spec::float(Op::FAdd, Format::Single, rne), &[x, y]),
                1 => arena.term(Spec::float(Op::FMul, Format::Single, rne), &[x, y]),
                2 => {
                    let test = arena.term(Spec::fcmp(Format::Single, Outcomes::LT), &[x, y]);
                    arena.term(Spec::int(Op::Select, 32), &[test, y, z])
                }
                _ => arena.term(Spec::int(INTEGER[random.usize(..13)], 32), &[x, y]),
            };
            terms.push(term);
        }
        let roots = [terms[64], terms[40], terms[64], terms[2]];
        compare(&arena, &roots, &mut random);
    }
}

#[test]
fn inputs_stay_from_run_to_run() {
    let mut arena = Arena::new();
    let x = symbols(&mut arena, &[8, 8]);
    let root = arena.term(Spec::int(Op::Add, 8), &x);
    let mut tape = Tape::compile(&arena, &Cone::of(&arena, &[root]), &[root]).expect("compiles");
    tape.inputs_mut(0).fill(250);
    for y in [5, 6] {
        tape.inputs_mut(1).fill(y);
        tape.run();
        assert_eq!(tape.output(0)[LANES - 1], (250 + y) & 255);
    }
}

#[test]
fn uninterpreted_functions_and_wide_terms_are_refused() {
    let mut arena = Arena::new();
    let x = symbols(&mut arena, &[32, 64]);
    let sine = arena.function("sinf").expect("there is room");
    let sine = arena.apply(sine, 32, &x[..1]);
    let wide = arena.term(Spec::int(Op::ZExt, 65), &x[1..]);
    for root in [sine, wide] {
        assert!(Tape::compile(&arena, &Cone::of(&arena, &[root]), &[root]).is_none());
    }
}
