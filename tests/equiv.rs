//! The decision ladder on hand-built obligations.

use rewrite_rules::{Builder, RuleSet};
use simdiff::contract::Range;
use simdiff::equiv::{
    Assumptions, Compare, Decision, Feasible, Ladder, Obligation, Options, Ranges, Step, Suspicion,
    Witness, smallest_difference,
};
use simdiff::symex::depends_on_undefined;
use term::{Assignment, Buffer, Cone, Evaluator, Format, Op, Outcomes, Rounding, Spec, TermId};

const F32: Format = Format::Single;

struct Bench {
    builder: Builder,
    ladder: Ladder,
    bytes: u32,
}

impl Bench {
    fn new() -> Bench {
        Bench::with(Options::default())
    }

    fn under(assumptions: Assumptions) -> Bench {
        Bench::with(Options {
            assumptions,
            ..Options::default()
        })
    }

    fn with(options: Options) -> Bench {
        Bench {
            builder: Builder::new(RuleSet::builtin()),
            ladder: Ladder::new(RuleSet::builtin(), options),
            bytes: 0,
        }
    }

    fn input(&mut self, width: u8, format: Option<Format>, undefined: bool) -> TermId {
        let buffer = self.builder.arena_mut().add_buffer(Buffer {
            name: format!("x{}", self.bytes),
            format,
            signed: false,
            scalar: true,
            undefined,
        });
        self.bytes += 1;
        self.builder.arena_mut().add_symbol(buffer, 0, width)
    }

    fn int(&mut self, width: u8) -> TermId {
        self.input(width, None, false)
    }

    fn float(&mut self) -> TermId {
        self.input(32, Some(F32), false)
    }

    fn f32(&mut self, value: f32) -> TermId {
        self.builder.constant(32, u128::from(value.to_bits()))
    }

    fn decide(&mut self, left: TermId, right: TermId, compare: Compare) -> Decision {
        self.decide_on(&[], left, right, compare)
    }

    fn decide_on(
        &mut self,
        path: &[TermId],
        left: TermId,
        right: TermId,
        compare: Compare,
    ) -> Decision {
        let obligation = Obligation {
            path: path.to_vec(),
            left,
            right,
            compare,
        };
        let decision = self.ladder.decide(&mut self.builder, &obligation);
        if let Decision::Different { witness, .. } = &decision {
            self.confirm(&obligation, witness);
        }
        decision
    }

    /// The minimal sets of assumptions under which the floats are equal.
    fn diagnose(&mut self, left: TermId, right: TermId) -> Vec<String> {
        let obligation = Obligation {
            path: Vec::new(),
            left,
            right,
            compare: Compare::Float(F32),
        };
        let sets = self
            .ladder
            .diagnose(&mut self.builder, &obligation, &Witness::default());
        let names = |a: Assumptions| a.names().collect::<Vec<_>>().join(" ");
        sets.into_iter().map(names).collect()
    }

    /// A witness must hold up in an evaluation of our own.
    fn confirm(&self, obligation: &Obligation, witness: &Witness) {
        let mut roots = obligation.path.clone();
        roots.extend([obligation.left, obligation.right]);
        let cone = Cone::of(self.builder.arena(), &roots);
        let mut evaluator = Evaluator::new(self.builder.arena(), &cone);
        evaluator.run(witness);
        assert!(obligation.path.iter().all(|&t| evaluator.value(t) == 1));
        let values = [obligation.left, obligation.right].map(|t| evaluator.value(t));
        assert_ne!(values[0], values[1]);
    }

    fn value(&self, witness: &Witness, symbol: TermId) -> u128 {
        witness.symbol(self.builder.arena().symbol_id(symbol).unwrap())
    }

    fn value_f32(&self, witness: &Witness, symbol: TermId) -> f32 {
        f32::from_bits(self.value(witness, symbol) as u32)
    }

    /// min as SSE computes it: the second operand unless x < y.
    fn min(&mut self, x: TermId, y: TermId) -> TermId {
        let less = self.builder.fcmp(F32, Outcomes::LT, x, y);
        self.builder.select(less, x, y)
    }

    /// The low 8 bits of a 16-bit sum, or 255 when it does not fit.
    fn saturating_add(&mut self, x: TermId, y: TermId) -> TermId {
        let b = &mut self.builder;
        let (x, y) = (b.zext(x, 16), b.zext(y, 16));
        let sum = b.add(x, y);
        let limit = b.constant(16, 255);
        let over = b.ult(limit, sum);
        let clamped = b.select(over, limit, sum);
        b.trunc(clamped, 8)
    }
}

fn equal(decision: &Decision) -> bool {
    matches!(decision, Decision::Equal { .. })
}

#[track_caller]
fn witness(decision: Decision) -> Witness {
    match decision {
        Decision::Different { witness, .. } => witness,
        other => panic!("expected a difference, got {other:?}"),
    }
}

#[test]
fn the_same_term_is_equal_at_once() {
    let mut t = Bench::new();
    let x = t.float();
    let decision = t.decide(x, x, Compare::Float(F32));
    assert_eq!(
        decision,
        Decision::Equal {
            step: Step::Identical
        }
    );
}

#[test]
fn min_by_either_comparison_is_the_same() {
    let mut t = Bench::new();
    let (x, y) = (t.float(), t.float());
    let left = t.min(x, y);
    // y > x ? x : y
    let greater = t.builder.fcmp(F32, Outcomes::GT, y, x);
    let right = t.builder.select(greater, x, y);
    assert!(equal(&t.decide(left, right, Compare::Float(F32))));
}

#[test]
fn min_with_a_negated_comparison_is_the_same() {
    let mut t = Bench::new();
    let (x, y) = (t.float(), t.float());
    let left = t.min(x, y);
    let not_less = t.builder.fcmp(F32, Outcomes::LT.complement(), x, y);
    let right = t.builder.select(not_less, y, x);
    assert!(equal(&t.decide(left, right, Compare::Float(F32))));
}

#[test]
fn min_with_operands_exchanged_differs_on_nan_or_zeros() {
    let mut t = Bench::new();
    let (x, y) = (t.float(), t.float());
    let left = t.min(x, y);
    let right = t.min(y, x);
    let found = witness(t.decide(left, right, Compare::Float(F32)));
    let (x, y) = (t.value_f32(&found, x), t.value_f32(&found, y));
    assert!(x.is_nan() || y.is_nan() || x == 0.0 && y == 0.0, "{x} {y}");
}

#[test]
fn min_is_idempotent() {
    let mut t = Bench::new();
    let (x, y) = (t.float(), t.float());
    let inner = t.min(x, y);
    let left = t.min(inner, y);
    let decision = t.decide(left, inner, Compare::Float(F32));
    assert!(equal(&decision), "{decision:?}");
}

#[test]
fn results_that_are_both_nan_are_equal() {
    let mut t = Bench::new();
    let x = t.float();
    let nan = t.builder.constant(32, 0x7fc0_0000);
    let other = t.builder.constant(32, 0xffc0_1234);
    let is_nan = t.builder.is_nan(F32, x);
    let left = t.builder.select(is_nan, nan, x);
    let right = t.builder.select(is_nan, other, x);
    assert!(equal(&t.decide(left, right, Compare::Float(F32))));
    witness(t.decide(left, right, Compare::Bits));
}

#[test]
fn a_product_with_one_is_the_number_but_not_its_bits() {
    let mut t = Bench::new();
    let x = t.float();
    let one = t.f32(1.0);
    let product = t.builder.fmul(F32, x, one);
    assert!(equal(&t.decide(product, x, Compare::Float(F32))));
    witness(t.decide(product, x, Compare::Bits));
}

/// A sign test by integer operations, as `movmskps` does it.
#[test]
fn the_sign_of_a_nan_is_seen_through_arithmetic() {
    let mut t = Bench::new();
    let x = t.float();
    let one = t.f32(1.0);
    let product = t.builder.fmul(F32, x, one);
    let left = t.builder.extract(product, 31, 1);
    let right = t.builder.extract(x, 31, 1);
    let found = witness(t.decide(left, right, Compare::Bits));
    assert!(t.value_f32(&found, x).is_nan());
}

/// A select keeps the bits of a NaN that it passes on, a sum does not.
#[test]
fn a_nan_passed_on_by_a_select_is_the_number_but_not_its_bits() {
    let mut t = Bench::new();
    let (x, y) = (t.float(), t.float());
    let zero = t.f32(-0.0);
    let less = t.builder.fcmp(F32, Outcomes::LT, x, y);
    let sum = t.builder.fadd(F32, x, zero);
    let left = t.builder.select(less, y, sum);
    let right = t.builder.select(less, y, x);
    assert!(equal(&t.decide(left, right, Compare::Float(F32))));
    witness(t.decide(left, right, Compare::Bits));
}

/// Clamped, then converted; and converted with the ends told apart by branches.
/// Two inputs, so that no enumeration is in reach.
#[test]
fn a_clamped_conversion_is_proved_case_by_case() {
    let mut t = Bench::new();
    let (x, y) = (t.float(), t.float());
    let v = t.builder.fmul(F32, x, y);
    let (zero, top) = (t.f32(0.0), t.f32(255.0));
    let truncate = |t: &mut Bench, x| {
        let word = t.builder.ftosi(F32, Rounding::TowardZero, x, 32);
        t.builder.extract(word, 0, 8)
    };
    let (none, all) = (t.builder.constant(8, 0), t.builder.constant(8, 255));
    let below = t.builder.fcmp(F32, Outcomes::LT, v, zero);
    let above = t.builder.fcmp(F32, Outcomes::LT, top, v);
    let plain = truncate(&mut t, v);
    let upper = t.builder.select(above, all, plain);
    let left = t.builder.select(below, none, upper);
    let positive = t.builder.fcmp(F32, Outcomes::LT, zero, v);
    let floor = t.builder.select(positive, v, zero);
    let under = t.builder.fcmp(F32, Outcomes::LT, floor, top);
    let clamped = t.builder.select(under, floor, top);
    let right = truncate(&mut t, clamped);
    let decision = t.decide(left, right, Compare::Bits);
    assert_eq!(decision, Decision::Equal { step: Step::Split });
    // Rounded up at the top it is another function.
    let lower = t.builder.constant(8, 254);
    let upper = t.builder.select(above, lower, plain);
    let left = t.builder.select(below, none, upper);
    witness(t.decide(left, right, Compare::Bits));
}

fn abs_by_mask_and_by_branch(t: &mut Bench) -> (TermId, TermId, TermId) {
    let x = t.float();
    let mask = t.builder.constant(32, 0x7fff_ffff);
    let sign = t.builder.constant(32, 0x8000_0000);
    let left = t.builder.and(x, mask);
    let zero = t.f32(0.0);
    let negative = t.builder.fcmp(F32, Outcomes::LT, x, zero);
    let negated = t.builder.xor(x, sign);
    let right = t.builder.select(negative, negated, x);
    (x, left, right)
}

#[test]
fn abs_by_branch_keeps_negative_zero() {
    let mut t = Bench::new();
    let (x, left, right) = abs_by_mask_and_by_branch(&mut t);
    let found = witness(t.decide(left, right, Compare::Float(F32)));
    assert_eq!(t.value(&found, x), 0x8000_0000);
}

#[test]
fn abs_by_branch_is_abs_where_zeros_are_alike() {
    let mut t = Bench::under(Assumptions::POSITIVE_ZERO);
    let (_, left, right) = abs_by_mask_and_by_branch(&mut t);
    let decision = t.decide(left, right, Compare::Float(F32));
    assert!(equal(&decision), "{decision:?}");
}

#[test]
fn saturating_add_by_carry_mask_is_saturating_add() {
    let mut t = Bench::new();
    let (x, y) = (t.int(8), t.int(8));
    let left = t.saturating_add(x, y);
    let b = &mut t.builder;
    let sum = b.add(x, y);
    let carry = b.ult(sum, x);
    let mask = b.sext(carry, 8);
    let right = b.or(sum, mask);
    assert!(equal(&t.decide(left, right, Compare::Bits)));
}

#[test]
fn saturating_add_with_a_wrong_carry_differs() {
    let mut t = Bench::new();
    let (x, y) = (t.int(8), t.int(8));
    let left = t.saturating_add(x, y);
    let b = &mut t.builder;
    let sum = b.add(x, y);
    let carry = b.ule(sum, x);
    let mask = b.sext(carry, 8);
    let right = b.or(sum, mask);
    witness(t.decide(left, right, Compare::Bits));
}

#[test]
fn saturating_add_chain_of_wide_inputs_is_proved_without_enumeration() {
    // 32-bit saturating add: 64 free bits.
    let mut t = Bench::new();
    let (x, y) = (t.int(32), t.int(32));
    let b = &mut t.builder;
    let (wide_x, wide_y) = (b.zext(x, 64), b.zext(y, 64));
    let wide = b.add(wide_x, wide_y);
    let limit = b.constant(64, u128::from(u32::MAX));
    let over = b.ult(limit, wide);
    let clamped = b.select(over, limit, wide);
    let left = b.trunc(clamped, 32);
    let sum = b.add(x, y);
    let carry = b.ult(sum, x);
    let mask = b.sext(carry, 32);
    let right = b.or(sum, mask);
    let decision = t.decide(left, right, Compare::Bits);
    assert!(equal(&decision), "{decision:?}");
}

/// ((0 + x0 y0) + x1 y1) … against pairs.
fn dot(t: &mut Bench) -> (Vec<TermId>, TermId, TermId) {
    let inputs: Vec<TermId> = (0..8).map(|_| t.float()).collect();
    let products: Vec<TermId> = (0..4)
        .map(|i| t.builder.fmul(F32, inputs[i], inputs[i + 4]))
        .collect();
    let mut left = t.f32(0.0);
    for &p in &products {
        left = t.builder.fadd(F32, left, p);
    }
    let low = t.builder.fadd(F32, products[0], products[2]);
    let high = t.builder.fadd(F32, products[1], products[3]);
    let right = t.builder.fadd(F32, low, high);
    (inputs, left, right)
}

#[test]
fn reassociated_dot_product_differs() {
    let mut t = Bench::new();
    let (_, left, right) = dot(&mut t);
    witness(t.decide(left, right, Compare::Float(F32)));
}

#[test]
fn reassociated_dot_product_is_equal_where_addition_associates() {
    let mut t = Bench::under(Assumptions::ASSOCIATIVE | Assumptions::POSITIVE_ZERO);
    let (_, left, right) = dot(&mut t);
    let decision = t.decide(left, right, Compare::Float(F32));
    assert_eq!(
        decision,
        Decision::Equal {
            step: Step::Canonical
        }
    );
}

#[test]
fn a_maximum_over_many_is_the_same_in_any_order() {
    // 9 × 16 free bits: too many to enumerate, too symmetric for the solver.
    let mut t = Bench::new();
    let inputs: Vec<TermId> = (0..9).map(|_| t.int(16)).collect();
    let max = |t: &mut Bench, x: TermId, y: TermId| {
        let less = t.builder.ult(x, y);
        t.builder.select(less, y, x)
    };
    let left = inputs
        .iter()
        .copied()
        .reduce(|x, y| max(&mut t, x, y))
        .unwrap();
    let columns: Vec<TermId> = (0..3)
        .map(|i| {
            let pair = max(&mut t, inputs[i + 6], inputs[i]);
            max(&mut t, pair, inputs[i + 3])
        })
        .collect();
    let pair = max(&mut t, columns[2], columns[0]);
    let right = max(&mut t, pair, columns[1]);
    assert!(equal(&t.decide(left, right, Compare::Bits)));
    let wrong = max(&mut t, pair, columns[0]);
    witness(t.decide(left, wrong, Compare::Bits));
}

#[test]
fn a_sum_cut_into_bytes_is_put_together_again() {
    // What a byte shift of a vector of words does to a sum of products.
    let mut t = Bench::new();
    let inputs: Vec<TermId> = (0..4).map(|_| t.int(16)).collect();
    let wide: Vec<TermId> = inputs.iter().map(|&x| t.builder.sext(x, 32)).collect();
    let products = [0, 2].map(|i| t.builder.mul(wide[i], wide[i + 1]));
    let sum = t.builder.add(products[0], products[1]);
    let pair = t.builder.concat(sum, products[0]);
    let mut whole = t.builder.extract(pair, 32, 8);
    for offset in [40, 48, 56] {
        let byte = t.builder.extract(pair, offset, 8);
        whole = t.builder.concat(byte, whole);
    }
    assert_eq!(
        t.decide(sum, whole, Compare::Bits),
        Decision::Equal {
            step: Step::Identical
        }
    );
    let mut half = t.builder.extract(sum, 8, 8);
    let high = t.builder.extract(sum, 24, 8);
    half = t.builder.concat(high, half);
    let whole = t.builder.extract(sum, 8, 16);
    witness(t.decide(half, whole, Compare::Bits));
}

#[test]
fn a_dropped_summand_differs_even_under_associativity() {
    let mut t = Bench::under(Assumptions::ASSOCIATIVE);
    let (inputs, left, _) = dot(&mut t);
    let products: Vec<TermId> = (0..3)
        .map(|i| t.builder.fmul(F32, inputs[i], inputs[i + 4]))
        .collect();
    let sum = t.builder.fadd(F32, products[0], products[1]);
    let right = t.builder.fadd(F32, sum, products[2]);
    let found = witness(t.decide(left, right, Compare::Float(F32)));
    assert_ne!(t.value(&found, inputs[3]), 0);
}

#[test]
fn fixed_point_grey_without_rounding_differs() {
    let mut t = Bench::new();
    let (r, g, b) = (t.int(8), t.int(8), t.int(8));
    let build = &mut t.builder;
    let mut sum = build.constant(32, 0);
    for (channel, weight) in [(r, 77), (g, 150), (b, 29)] {
        let wide = build.zext(channel, 32);
        let weight = build.constant(32, weight);
        let product = build.mul(wide, weight);
        sum = build.add(sum, product);
    }
    let eight = build.constant(32, 8);
    let half = build.constant(32, 128);
    let rounded = build.add(sum, half);
    let left = build.lshr(rounded, eight);
    let right = build.lshr(sum, eight);
    let (left, right) = (build.trunc(left, 8), build.trunc(right, 8));
    let found = witness(t.decide(left, right, Compare::Bits));
    let inputs = [r, g, b].map(|x| t.value(&found, x));
    assert!(
        inputs.iter().filter(|&&x| x != 0).count() <= 2,
        "{inputs:?}"
    );
}

#[test]
fn fixed_point_grey_by_shared_products_is_equal() {
    // 77 r + 150 g + 29 b = 77 (r + g) + 73 g + 29 b, 24 free bits.
    let mut t = Bench::new();
    let channels = [t.int(8), t.int(8), t.int(8)];
    let b = &mut t.builder;
    let wide = channels.map(|c| b.zext(c, 32));
    let times = |b: &mut Builder, x: TermId, k: u128| {
        let k = b.constant(32, k);
        b.mul(x, k)
    };
    let (p, q, r) = (
        times(b, wide[0], 77),
        times(b, wide[1], 150),
        times(b, wide[2], 29),
    );
    let sum = b.add(p, q);
    let left = b.add(sum, r);
    let both = b.add(wide[0], wide[1]);
    let (p, q) = (times(b, both, 77), times(b, wide[1], 73));
    let sum = b.add(p, q);
    let right = b.add(sum, r);
    assert!(equal(&t.decide(left, right, Compare::Bits)));
    let off_by_one = times(&mut t.builder, wide[1], 74);
    let sum = t.builder.add(p, off_by_one);
    let wrong = t.builder.add(sum, r);
    let found = witness(t.decide(left, wrong, Compare::Bits));
    assert_eq!(channels.map(|c| t.value(&found, c)), [0, 1, 0]);
}

/// (u16) of x rounded to nearest: directly, and by the signed pack of x − 32768.
fn to_u16_by_offset(t: &mut Bench, x: TermId) -> (TermId, TermId) {
    let to_int = Spec::to_int(Op::FToSi, F32, Rounding::NearestEven, 32);
    let direct = t.builder.build(to_int, &[x]);
    let offset = t.f32(32768.0);
    let shifted = t.builder.fsub(F32, x, offset);
    let integer = t.builder.build(to_int, &[shifted]);
    let b = &mut t.builder;
    let back = b.constant(32, 32768);
    let restored = b.add(integer, back);
    (b.trunc(direct, 16), b.trunc(restored, 16))
}

#[test]
fn float_to_u16_by_offset_loses_bits_near_a_half() {
    let mut ranges = Ranges::default();
    let mut t = Bench::new();
    let x = t.float();
    let id = t.builder.arena().symbol_id(x).unwrap();
    ranges.insert(
        id,
        Range {
            low: 0.0,
            high: 65535.0,
        },
    );
    *t.ladder.ranges_mut() = ranges;
    let (left, right) = to_u16_by_offset(&mut t, x);
    let found = witness(t.decide(left, right, Compare::Bits));
    let x = t.value_f32(&found, x);
    assert!((x - x.floor() - 0.5).abs() < 0.01, "{x}");
}

#[test]
fn a_path_restricts_the_inputs() {
    let mut t = Bench::new();
    let (x, y) = (t.int(32), t.int(32));
    let magic = t.builder.constant(32, 0x1234_5678);
    let on_path = t.builder.eq(x, magic);
    let one = t.builder.constant(32, 1);
    let left = t.builder.add(y, one);
    let is_magic = t.builder.eq(x, magic);
    let right = t.builder.select(is_magic, left, y);
    assert!(equal(&t.decide_on(&[on_path], left, right, Compare::Bits)));
    let off_path = t.builder.not(on_path);
    let found = witness(t.decide_on(&[off_path], left, right, Compare::Bits));
    assert_ne!(t.value(&found, x), 0x1234_5678);
}

#[test]
fn a_witness_satisfies_a_narrow_path_over_other_inputs() {
    let mut t = Bench::new();
    let (x, y, z) = (t.int(32), t.int(32), t.int(32));
    let product = t.builder.mul(y, z);
    let value = t.builder.constant(32, 0x0fed_cba9);
    let narrow = t.builder.eq(product, value);
    let one = t.builder.constant(32, 1);
    let right = t.builder.add(x, one);
    let found = witness(t.decide_on(&[narrow], x, right, Compare::Bits));
    let product = t.value(&found, y).wrapping_mul(t.value(&found, z)) as u32;
    assert_eq!(product, 0x0fed_cba9);
}

#[test]
fn an_infeasible_path_proves_anything() {
    let mut t = Bench::new();
    let (x, y) = (t.float(), t.float());
    let less = t.builder.fcmp(F32, Outcomes::LT, x, y);
    let greater = t.builder.fcmp(F32, Outcomes::GT, x, y);
    let decision = t.decide_on(&[less, greater], x, y, Compare::Bits);
    assert!(equal(&decision), "{decision:?}");
}

#[test]
fn ranges_are_part_of_the_claim() {
    let mut t = Bench::new();
    let x = t.int(32);
    let limit = t.builder.constant(32, 100);
    let over = t.builder.ult(limit, x);
    let left = t.builder.select(over, limit, x);
    let id = t.builder.arena().symbol_id(x).unwrap();
    t.ladder.ranges_mut().insert(
        id,
        Range {
            low: 0.0,
            high: 100.0,
        },
    );
    assert!(equal(&t.decide(left, x, Compare::Bits)));

    let mut t = Bench::new();
    let x = t.int(32);
    let limit = t.builder.constant(32, 100);
    let over = t.builder.ult(limit, x);
    let left = t.builder.select(over, limit, x);
    let id = t.builder.arena().symbol_id(x).unwrap();
    t.ladder.ranges_mut().insert(
        id,
        Range {
            low: 0.0,
            high: 101.0,
        },
    );
    let found = witness(t.decide(left, x, Compare::Bits));
    assert_eq!(t.value(&found, x), 101);
}

#[test]
fn the_same_shape_is_decided_once() {
    let mut t = Bench::new();
    for _ in 0..5 {
        let (x, y) = (t.float(), t.float());
        let left = t.min(x, y);
        let right = t.min(y, x);
        let found = witness(t.decide(left, right, Compare::Float(F32)));
        assert!(found.values.keys().all(|&id| {
            let term = t.builder.arena().symbol(id).term;
            term == x || term == y
        }));
    }
    assert_eq!(t.ladder.statistics().reused, 4);
}

#[test]
fn different_roles_are_different_shapes() {
    let mut t = Bench::new();
    let (x, y) = (t.int(64), t.int(64));
    assert!(equal(&t.decide(x, x, Compare::Bits)));
    witness(t.decide(x, y, Compare::Bits));
    let sum = t.builder.add(x, y);
    witness(t.decide(sum, y, Compare::Bits));
    let product = t.builder.mul(x, y);
    witness(t.decide(product, sum, Compare::Bits));
    assert_eq!(t.ladder.statistics().reused, 0);
}

#[test]
fn undetermined_values_are_never_assumed_equal() {
    let mut t = Bench::new();
    let (a, b) = (t.input(32, None, true), t.input(32, None, true));
    let decision = t.decide(a, b, Compare::Bits);
    assert!(
        matches!(
            decision,
            Decision::Suspected {
                why: Suspicion::Undetermined,
                ..
            }
        ),
        "{decision:?}"
    );
    let one = t.builder.constant(32, 1);
    let sum = t.builder.add(a, one);
    assert!(depends_on_undefined(t.builder.arena(), sum).is_some());
    assert!(depends_on_undefined(t.builder.arena(), one).is_none());
}

#[test]
fn a_difference_inside_an_unknown_function_is_suspected_only() {
    let mut t = Bench::new();
    let (x, y) = (t.float(), t.float());
    let f = t
        .builder
        .arena_mut()
        .function("rcpps")
        .expect("there is room");
    let left = t.builder.arena_mut().apply(f, 32, &[x]);
    let right = t.builder.fdiv(F32, y, x);
    let decision = t.decide(left, right, Compare::Float(F32));
    assert!(
        matches!(
            decision,
            Decision::Suspected {
                why: Suspicion::Function,
                ..
            }
        ),
        "{decision:?}"
    );
    let again = t.builder.arena_mut().apply(f, 32, &[x]);
    assert!(equal(&t.decide(left, again, Compare::Float(F32))));
}

#[test]
fn enumeration_is_no_proof_about_unknown_functions() {
    // f is invented; whatever is invented, f(x) = f(x ^ 0) but not f(x) = x.
    let mut t = Bench::new();
    let x = t.int(8);
    let f = t
        .builder
        .arena_mut()
        .function("mystery")
        .expect("there is room");
    let left = t.builder.arena_mut().apply(f, 8, &[x]);
    assert!(!equal(&t.decide(left, x, Compare::Bits)));
}

#[test]
fn the_finite_assumption_excludes_infinite_witnesses() {
    // x − x is 0 unless x is infinite or NaN.
    let finite = Assumptions::FINITE;
    for (assumptions, differs) in [(Assumptions::default(), true), (finite, false)] {
        let mut t = Bench::under(assumptions);
        let x = t.input(64, Some(Format::Double), false);
        let left = t.builder.fsub(Format::Double, x, x);
        let right = t.builder.constant(64, 0);
        let decision = t.decide(left, right, Compare::Float(Format::Double));
        assert_eq!(
            matches!(decision, Decision::Different { .. }),
            differs,
            "{decision:?}"
        );
    }
}

#[test]
fn half_precision_is_enumerated_under_assumptions() {
    // x + 0 = x for every half but −0.
    for (assumptions, expected) in [
        (Assumptions::empty(), false),
        (Assumptions::POSITIVE_ZERO, true),
    ] {
        let mut t = Bench::under(assumptions);
        let x = t.input(16, Some(Format::Half), false);
        let zero = t.builder.constant(16, 0);
        let left = t.builder.fadd(Format::Half, x, zero);
        let decision = t.decide(left, x, Compare::Float(Format::Half));
        assert_eq!(equal(&decision), expected, "{decision:?}");
    }
}

#[test]
fn the_smallest_difference_is_inside() {
    let mut t = Bench::new();
    let (x, y, z) = (t.float(), t.float(), t.float());
    let good = t.builder.fmul(F32, x, y);
    let bad = t.builder.fmul(F32, x, z);
    let left = t.builder.fadd(F32, good, z);
    let right = t.builder.fadd(F32, bad, z);
    let found = witness(t.decide(left, right, Compare::Float(F32)));
    let pair = smallest_difference(t.builder.arena(), left, right, &found);
    assert!(pair == (good, bad) || pair == (y, z), "{pair:?}");
}

#[test]
fn inner_equalities_are_swept_before_a_hard_product() {
    // ((x | y) − (x & y)) z against (x ^ y) z, 96 free bits.
    let mut t = Bench::new();
    let (x, y, z) = (t.int(32), t.int(32), t.int(32));
    let b = &mut t.builder;
    let (either, both) = (b.or(x, y), b.and(x, y));
    let difference = b.sub(either, both);
    let left = b.mul(difference, z);
    let exclusive = b.xor(x, y);
    let right = b.mul(exclusive, z);
    t.ladder = Ladder::new(RuleSet::builtin(), {
        let mut options = Options::default();
        options.budget.solver.resources = 20_000;
        options
    });
    let decision = t.decide(left, right, Compare::Bits);
    assert!(equal(&decision), "{decision:?}");
}

#[test]
fn maximum_is_symmetric_when_ordered_and_zeros_are_alike() {
    let (ordered, positive_zero) = (Assumptions::ORDERED, Assumptions::POSITIVE_ZERO);
    for (assumptions, expected) in [
        (Assumptions::empty(), false),
        (ordered, false),
        (positive_zero, false),
        (ordered | positive_zero, true),
    ] {
        let mut t = Bench::under(assumptions);
        let (x, y) = (t.float(), t.float());
        let left = t.min(x, y);
        let right = t.min(y, x);
        let decision = t.decide(left, right, Compare::Float(F32));
        assert_eq!(equal(&decision), expected, "{assumptions:?} {decision:?}");
    }
}

/// The path knows a minimum of the same inputs in another order (KLEE-CL §6.3).
#[test]
fn a_minimum_in_a_condition_is_that_of_the_same_operands() {
    let mut t = Bench::under(Assumptions::ORDERED);
    let inputs: Vec<TermId> = (0..16).map(|_| t.float()).collect();
    let (limit, x, y) = (t.float(), t.int(32), t.int(32));
    let forwards = inputs.iter().copied().reduce(|a, b| t.min(a, b));
    let backwards = inputs.iter().rev().copied().reduce(|a, b| t.min(b, a));
    let below = [forwards, backwards].map(|minimum| {
        let minimum = minimum.expect("there are inputs");
        t.builder.fcmp(F32, Outcomes::LT, minimum, limit)
    });
    let chosen = t.builder.select(below[1], x, y);
    let decision = t.decide_on(&below[..1], chosen, x, Compare::Bits);
    assert!(equal(&decision), "{decision:?}");
    // Without the condition it is not.
    let decision = t.decide(chosen, x, Compare::Bits);
    assert!(
        matches!(decision, Decision::Different { .. }),
        "{decision:?}"
    );
}

#[test]
fn diagnosis_names_the_smallest_sets_of_assumptions() {
    let mut t = Bench::new();
    let x = t.float();
    let zero = t.f32(0.0);
    let left = t.builder.fadd(F32, x, zero);
    assert_eq!(t.diagnose(left, x), ["positive-zero"]);
    let left = t.builder.fmul(F32, x, zero);
    let sets = ["ordered positive-zero", "finite positive-zero"];
    assert_eq!(t.diagnose(left, zero), sets);
    let y = t.float();
    let left = t.min(x, y);
    let right = t.min(y, x);
    assert_eq!(t.diagnose(left, right), sets);
    assert!(t.diagnose(x, y).is_empty());
}

#[test]
fn branches_are_decided_where_they_can_be() {
    let mut t = Bench::new();
    let (x, y) = (t.int(32), t.int(32));
    let limits = [10, 20].map(|limit| t.builder.constant(32, limit));
    let below = limits.map(|limit| t.builder.ult(x, limit));
    let mut feasible = |path: &[TermId], condition: TermId| {
        let found = t.ladder.feasible(&mut t.builder, path, condition);
        (found.taken, found.not_taken)
    };
    assert_eq!(feasible(&[], below[0]), (Some(true), Some(true)));
    assert_eq!(feasible(&[below[0]], below[1]), (Some(true), Some(false)));
    assert_eq!(feasible(&[below[0]], below[0]), (Some(true), Some(false)));
    let above = t.builder.not(below[1]);
    let found = t.ladder.feasible(&mut t.builder, &[below[0]], above);
    assert_eq!(found.taken, Some(false));
    let independent = t.builder.ult(y, limits[0]);
    let found = t.ladder.feasible(&mut t.builder, &[below[0]], independent);
    let both = Feasible {
        taken: Some(true),
        not_taken: Some(true),
    };
    assert_eq!(found, both);
}

#[test]
fn a_large_space_is_enumerated_to_the_least_witness() {
    // 20 bits; they differ where x y = 0xfffff mod 2²⁰, the solver is kept out.
    let mut t = Bench::new();
    t.ladder = Ladder::new(RuleSet::builtin(), {
        let mut options = Options::default();
        options.budget.samples = 0;
        options
    });
    let (x, y) = (t.int(10), t.int(10));
    let b = &mut t.builder;
    let (wide_x, wide_y) = (b.zext(x, 20), b.zext(y, 20));
    let product = b.mul(wide_x, wide_y);
    let value = b.constant(20, 1021 * 1019);
    let hit = b.eq(product, value);
    let left = b.zext(hit, 8);
    let right = b.constant(8, 0);
    let found = witness(t.decide(left, right, Compare::Bits));
    assert_eq!(t.value(&found, x) * t.value(&found, y), 1021 * 1019);
    let wrong = t.builder.constant(20, 1021 * 1021 + 2);
    let never = t.builder.eq(product, wrong);
    let left = t.builder.zext(never, 8);
    let decision = t.decide(left, right, Compare::Bits);
    assert_eq!(
        decision,
        Decision::Equal {
            step: Step::Exhaustive
        }
    );
}

/// Random integer expressions over the inputs, of one width.
fn random_term(t: &mut Bench, seed: &mut u64, inputs: &[TermId], depth: u32) -> TermId {
    let mut next = |bound: u64| {
        *seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) % bound
    };
    let width = t.builder.width(inputs[0]);
    if depth == 0 || next(8) == 0 {
        return match next(4) {
            0 => {
                let value = u128::from(next(16));
                t.builder.constant(width, value)
            }
            _ => inputs[next(inputs.len() as u64) as usize],
        };
    }
    let op = next(14);
    let x = random_term(t, seed, inputs, depth - 1);
    let y = random_term(t, seed, inputs, depth - 1);
    let b = &mut t.builder;
    match op {
        0 | 1 => b.add(x, y),
        2 => b.sub(x, y),
        3 => b.mul(x, y),
        4 => b.and(x, y),
        5 => b.or(x, y),
        6 => b.xor(x, y),
        7 => b.shl(x, y),
        8 => b.lshr(x, y),
        9 => b.udiv(x, y),
        10 => b.ashr(x, y),
        11 => {
            let less = b.slt(x, y);
            b.select(less, x, y)
        }
        12 => {
            let less = b.ult(x, y);
            b.select(less, y, x)
        }
        _ => b.not(x),
    }
}

#[test]
fn the_ladder_agrees_with_the_truth_on_small_integers() {
    let mut seed = 1;
    // Without enumeration the solver has to find out.
    let mut options = Options::default();
    options.budget.exhaustive_bits = 0;
    options.budget.samples = 16;
    let mut t = Bench::with(options);
    for round in 0..300 {
        let width = 1 + (round % 4) as u8;
        let inputs = [t.int(width), t.int(width)];
        let left = random_term(&mut t, &mut seed, &inputs, 3);
        let right = random_term(&mut t, &mut seed, &inputs, 3);
        let decision = t.decide(left, right, Compare::Bits);
        let cone = Cone::of(t.builder.arena(), &[left, right, inputs[0], inputs[1]]);
        let mut evaluator = Evaluator::new(t.builder.arena(), &cone);
        let ids = inputs.map(|x| t.builder.arena().symbol_id(x).unwrap());
        let truth = (0..1u128 << (2 * width)).all(|bits| {
            evaluator.run(&Witness::new(
                &ids,
                &[bits & ((1 << width) - 1), bits >> width],
            ));
            evaluator.value(left) == evaluator.value(right)
        });
        match decision {
            Decision::Equal { .. } => assert!(truth, "round {round}"),
            Decision::Different { .. } => assert!(!truth, "round {round}"),
            other => panic!("round {round}: {other:?}"),
        }
    }
}
