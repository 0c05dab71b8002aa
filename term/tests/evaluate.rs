//! Evaluation of cones, and the events that monitored runs report.

use simdiff_term::*;

struct Values(Vec<u128>);

impl Assignment for Values {
    fn symbol(&self, id: SymbolId) -> u128 {
        self.0[id.0 as usize]
    }
}

/// Two single-precision inputs `x`, `y`.
fn arena() -> (Arena, TermId, TermId) {
    let mut arena = Arena::new();
    let [x, y] =
        ["x", "y"].map(|name| arena.add_variable(name.to_owned(), 32, Some(Format::Single)));
    (arena, x, y)
}

fn float(op: Op) -> Spec {
    Spec::float(op, Format::Single, Rounding::NearestEven)
}

fn monitor(arena: &Arena, root: TermId, x: f32, y: f32) -> (f32, Seen) {
    let cone = Cone::of(arena, &[root]);
    let values = Values(vec![x.to_bits().into(), y.to_bits().into()]);
    let mut evaluator = Evaluator::new(arena, &cone);
    evaluator.run(&values);
    let plain = evaluator.value(root);
    let seen = evaluator.run_monitored(&[root], &values);
    assert_eq!(plain, evaluator.value(root), "both runs agree");
    (f32::from_bits(plain as u32), seen)
}

#[test]
fn cone_is_ascending_and_holds_only_what_the_roots_need() {
    let (mut arena, x, y) = arena();
    let sum = arena.term(float(Op::FAdd), &[x, y]);
    let product = arena.term(float(Op::FMul), &[x, x]);
    let root = arena.term(float(Op::FSub), &[product, x]);
    let cone = Cone::of(&arena, &[root]);
    assert_eq!(cone.terms, [x, product, root]);
    assert_eq!(cone.symbols(&arena), [SymbolId(0)]);
    assert_eq!(cone.position(sum), None);
}

#[test]
fn an_exact_run_sees_nothing() {
    let (mut arena, x, y) = arena();
    let root = arena.term(float(Op::FAdd), &[x, y]);
    assert_eq!(monitor(&arena, root, 1.5, 2.25), (3.75, Seen::default()));
}

#[test]
fn inexact_sum_is_seen() {
    let (mut arena, x, y) = arena();
    let root = arena.term(float(Op::FAdd), &[x, y]);
    let (value, seen) = monitor(&arena, root, 1.0, 1e-20);
    assert_eq!(value, 1.0);
    assert_eq!(
        seen,
        Seen {
            inexact: true,
            ..Seen::default()
        }
    );
}

#[test]
fn special_inputs_are_seen() {
    let (mut arena, x, y) = arena();
    let root = arena.term(float(Op::FAdd), &[x, y]);
    assert!(monitor(&arena, root, f32::NAN, 1.0).1.nan);
    assert!(monitor(&arena, root, f32::NEG_INFINITY, 1.0).1.infinite);
    assert!(monitor(&arena, root, -0.0, 1.0).1.negative_zero);
}

#[test]
fn special_results_are_seen() {
    let (mut arena, x, y) = arena();
    let root = arena.term(float(Op::FMul), &[x, y]);
    assert!(monitor(&arena, root, -1.0, 0.0).1.negative_zero);
    assert!(monitor(&arena, root, 1e38, 1e38).1.infinite);
}

/// A sign flipped by a bit operation is not a float operation, but the result is read as a
/// float.
#[test]
fn negative_zero_made_by_bit_operations_is_seen() {
    let (mut arena, x, y) = arena();
    let sign = arena.constant(32, Format::Single.sign_mask());
    let negated = arena.term(Spec::int(Op::Xor, 32), &[x, sign]);
    let root = arena.term(float(Op::FAdd), &[negated, y]);
    assert!(monitor(&arena, root, 0.0, 1.0).1.negative_zero);
}

#[test]
fn comparing_with_a_constant_infinity_is_no_infinity() {
    let (mut arena, x, _) = arena();
    let infinity = arena.constant(32, Format::Single.infinity());
    let root = arena.term(Spec::fcmp(Format::Single, Outcomes::LT), &[x, infinity]);
    assert!(!monitor(&arena, root, 1.0, 0.0).1.infinite);
}

#[test]
fn library_functions_are_computed_and_others_invented() {
    let (mut arena, x, y) = arena();
    let power = arena.function("powf").expect("there is room");
    let known = arena.apply(power, 32, &[x, y]);
    assert_eq!(monitor(&arena, known, 2.0, 10.0), (1024.0, Seen::default()));
    let approximate = arena.function("rcpps").expect("there is room");
    let unknown = arena.apply(approximate, 32, &[x]);
    assert!(monitor(&arena, unknown, 2.0, 0.0).1.uninterpreted);
}

#[test]
fn invented_values_depend_on_every_argument() {
    assert_eq!(invented("f", 32, &[1, 2]), invented("f", 32, &[1, 2]));
    assert_ne!(invented("f", 32, &[1, 2]), invented("f", 32, &[2, 1]));
    assert_ne!(invented("f", 32, &[1, 2]), invented("g", 32, &[1, 2]));
    assert!(invented("f", 3, &[1]) < 8);
}

#[test]
fn a_value_that_a_select_discards_is_not_met() {
    let (mut arena, x, y) = arena();
    let zero = arena.constant(32, 0);
    let negative = arena.term(Spec::fcmp(Format::Single, Outcomes::LT), &[y, zero]);
    let quotient = arena.term(float(Op::FDiv), &[x, y]);
    let root = arena.term(Spec::int(Op::Select, 32), &[negative, quotient, x]);
    let infinite = Seen {
        infinite: true,
        ..Seen::default()
    };
    assert_eq!(monitor(&arena, root, 1.0, 0.0).1, Seen::default());
    assert_eq!(monitor(&arena, root, f32::INFINITY, -1.0).1, infinite);
    let both = arena.term(float(Op::FAdd), &[root, quotient]);
    assert!(monitor(&arena, both, 1.0, 0.0).1.infinite);
}
