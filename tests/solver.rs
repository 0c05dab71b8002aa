//! The solver: exact operators, float abstraction and its refinement.

use simdiff::solver::{Answer, Limits, Solver};
use term::{Arena, Assignment, Buffer, Format, Op, Outcomes, Rounding, Spec, TermId, apply};

fn buffer(format: Option<Format>) -> Buffer {
    Buffer {
        name: "x".to_owned(),
        format,
        signed: false,
        scalar: false,
        undefined: false,
    }
}

/// An arena with `count` symbols of one width.
fn symbols(count: u32, width: u8, format: Option<Format>) -> (Arena, Vec<TermId>) {
    let mut arena = Arena::new();
    let buffer = arena.add_buffer(buffer(format));
    let bytes = u32::from(width.div_ceil(8));
    let terms = (0..count)
        .map(|i| arena.add_symbol(buffer, i * bytes, width))
        .collect();
    (arena, terms)
}

fn check(arena: &Arena, constraints: &[TermId]) -> Answer {
    Solver::new().check(arena, constraints, Limits::default())
}

fn eq(arena: &mut Arena, x: TermId, y: TermId) -> TermId {
    arena.term(Spec::int(Op::Eq, 1), &[x, y])
}

fn not(arena: &mut Arena, x: TermId) -> TermId {
    let one = arena.constant(1, 1);
    arena.term(Spec::int(Op::Xor, 1), &[x, one])
}

fn fcmp(arena: &mut Arena, outcomes: Outcomes, x: TermId, y: TermId) -> TermId {
    arena.term(Spec::fcmp(Format::Single, outcomes), &[x, y])
}

fn unsat(answer: &Answer) -> bool {
    matches!(answer, Answer::Unsat)
}

/// Pins the operands to constants and asks for any other result.
fn agrees(spec: Spec, widths: &[u8], operands: &[u128]) -> bool {
    let mut arena = Arena::new();
    let pool = arena.add_buffer(buffer(None));
    let mut constraints = Vec::new();
    let mut terms = Vec::new();
    for (&width, &operand) in widths.iter().zip(operands) {
        let symbol = arena.add_symbol(pool, 16 * terms.len() as u32, width);
        let value = arena.constant(width, operand);
        constraints.push(eq(&mut arena, symbol, value));
        terms.push(symbol);
    }
    let result = arena.term(spec, &terms);
    let expected = arena.constant(spec.width, apply(spec, widths, operands));
    let equal = eq(&mut arena, result, expected);
    constraints.push(not(&mut arena, equal));
    unsat(&check(&arena, &constraints))
}

#[test]
fn integer_operators_mean_what_the_evaluator_says() {
    const BINARY: [Op; 13] = [
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
    let interesting = [0, 1, 3, 7, 8, 0x7f, 0x80, 0x81, 0xff];
    for x in interesting {
        for y in interesting {
            for op in BINARY {
                assert!(agrees(Spec::int(op, 8), &[8, 8], &[x, y]), "{op:?} {x} {y}");
            }
            for op in [Op::Eq, Op::Ult, Op::Slt] {
                assert!(agrees(Spec::int(op, 1), &[8, 8], &[x, y]), "{op:?} {x} {y}");
            }
            assert!(agrees(Spec::int(Op::Concat, 16), &[8, 8], &[x, y]));
            assert!(agrees(Spec::int(Op::Select, 8), &[1, 8, 8], &[x & 1, x, y]));
        }
        assert!(agrees(Spec::extract(2, 5), &[8], &[x]));
        assert!(agrees(Spec::int(Op::ZExt, 96), &[8], &[x]));
        assert!(agrees(Spec::int(Op::SExt, 96), &[8], &[x]));
    }
}

#[test]
fn one_bit_logic_means_what_the_evaluator_says() {
    for bits in 0..8 {
        let operands = [bits & 1, bits >> 1 & 1, bits >> 2];
        for op in [Op::And, Op::Or, Op::Xor, Op::Eq, Op::Add, Op::Ult, Op::Slt] {
            assert!(agrees(Spec::int(op, 1), &[1, 1], &operands[..2]), "{op:?}");
        }
        assert!(agrees(Spec::int(Op::Select, 1), &[1, 1, 1], &operands));
    }
}

#[test]
fn wide_constants_survive() {
    let value = 0x0123_4567_89ab_cdef_0fed_cba9_8765_4321;
    assert!(agrees(
        Spec::int(Op::Add, 128),
        &[128, 128],
        &[value, 1 << 77]
    ));
    let (mut arena, x) = symbols(1, 128, None);
    let constant = arena.constant(128, value);
    let equal = eq(&mut arena, x[0], constant);
    let Answer::Sat(model) = check(&arena, &[equal]) else {
        panic!("satisfiable");
    };
    assert_eq!(model.symbol(arena.symbol_id(x[0]).unwrap()), value);
}

#[test]
fn contradictory_comparisons_are_infeasible() {
    let (mut arena, x) = symbols(2, 32, Some(Format::Single));
    let less = fcmp(&mut arena, Outcomes::LT, x[0], x[1]);
    let less_swapped = fcmp(&mut arena, Outcomes::LT, x[1], x[0]);
    let greater_swapped = fcmp(&mut arena, Outcomes::GT, x[1], x[0]);
    assert!(unsat(&check(&arena, &[less, less_swapped])));
    assert!(matches!(
        check(&arena, &[less, greater_swapped]),
        Answer::Sat(_)
    ));
}

#[test]
fn comparison_is_defined_on_bits() {
    // x < y, y < z, z < x
    let (mut arena, x) = symbols(3, 32, Some(Format::Single));
    let cycle: Vec<TermId> = (0..3)
        .map(|i| fcmp(&mut arena, Outcomes::LT, x[i], x[(i + 1) % 3]))
        .collect();
    assert!(unsat(&check(&arena, &cycle)));
}

#[test]
fn negative_zero_equals_zero() {
    let (mut arena, x) = symbols(2, 32, Some(Format::Single));
    let equal = fcmp(&mut arena, Outcomes::EQ, x[0], x[1]);
    let same = eq(&mut arena, x[0], x[1]);
    let differ = not(&mut arena, same);
    let Answer::Sat(model) = check(&arena, &[equal, differ]) else {
        panic!("the zeros differ in bits");
    };
    let value = |i: usize| model.symbol(arena.symbol_id(x[i]).unwrap());
    assert_eq!(value(0) | value(1), 0x8000_0000);
}

#[test]
fn float_operations_are_congruent() {
    let (mut arena, x) = symbols(3, 32, Some(Format::Single));
    let add = Spec::float(Op::FAdd, Format::Single, Rounding::NearestEven);
    let left = arena.term(add, &[x[0], x[1]]);
    let right = arena.term(add, &[x[1], x[2]]);
    let given = eq(&mut arena, x[0], x[2]);
    let same = eq(&mut arena, left, right);
    let differ = not(&mut arena, same);
    assert!(unsat(&check(&arena, &[given, differ])));
    assert!(!unsat(&check(&arena, &[differ])));
}

#[test]
fn subtraction_is_not_commutative() {
    let (mut arena, x) = symbols(2, 32, Some(Format::Single));
    let sub = Spec::float(Op::FSub, Format::Single, Rounding::NearestEven);
    let left = arena.term(sub, &[x[0], x[1]]);
    let right = arena.term(sub, &[x[1], x[0]]);
    let same = eq(&mut arena, left, right);
    let differ = not(&mut arena, same);
    assert!(!unsat(&check(&arena, &[differ])));
}

#[test]
fn models_hold_in_exact_semantics() {
    // x + 1 > 2 for floats: any model must really satisfy it.
    let (mut arena, x) = symbols(1, 32, Some(Format::Single));
    let one = arena.constant(32, Format::Single.one());
    let two = arena.constant(32, 0x4000_0000);
    let add = Spec::float(Op::FAdd, Format::Single, Rounding::NearestEven);
    let sum = arena.term(add, &[x[0], one]);
    let greater = fcmp(&mut arena, Outcomes::GT, sum, two);
    if let Answer::Sat(model) = check(&arena, &[greater]) {
        let bits = model.symbol(arena.symbol_id(x[0]).unwrap()) as u32;
        assert!(f32::from_bits(bits) + 1.0 > 2.0);
    }
}

#[test]
fn functions_are_congruent_and_nothing_more() {
    let (mut arena, x) = symbols(2, 32, Some(Format::Single));
    let f = arena.function("mystery").expect("there is room");
    let left = arena.apply(f, 32, &[x[0]]);
    let right = arena.apply(f, 32, &[x[1]]);
    let given = eq(&mut arena, x[0], x[1]);
    let same = eq(&mut arena, left, right);
    let differ = not(&mut arena, same);
    assert!(unsat(&check(&arena, &[given, differ])));
    assert!(matches!(check(&arena, &[differ]), Answer::Sat(_)));
}

#[test]
fn exhausted_resources_are_no_answer() {
    // The factors of a product of two 31-bit primes.
    let (mut arena, x) = symbols(2, 32, None);
    let wide: Vec<TermId> = x
        .iter()
        .map(|&x| arena.term(Spec::int(Op::ZExt, 64), &[x]))
        .collect();
    let product = arena.term(Spec::int(Op::Mul, 64), &wide);
    let value = arena.constant(64, 2_147_483_647 * 2_147_483_629);
    let factors = eq(&mut arena, product, value);
    let limits = Limits {
        resources: 20_000,
        ..Limits::default()
    };
    let answer = Solver::new().check(&arena, &[factors], limits);
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
}

#[test]
fn independent_parts_share_the_model() {
    let (mut arena, x) = symbols(2, 8, None);
    let values = [arena.constant(8, 7), arena.constant(8, 9)];
    let parts = [
        eq(&mut arena, x[0], values[0]),
        eq(&mut arena, x[1], values[1]),
    ];
    let mut solver = Solver::new();
    let Answer::Sat(model) = solver.check(&arena, &parts, Limits::default()) else {
        panic!("satisfiable");
    };
    assert_eq!(model.values.len(), 2);
    assert_eq!(solver.statistics().queries, 2);
    solver.check(&arena, &parts[1..], Limits::default());
    assert_eq!(solver.statistics().cached, 1);
}
