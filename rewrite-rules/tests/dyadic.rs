//! Random float arithmetic on integers: a term that is rewritten to integer arithmetic keeps its
//! value, −0 and all roundings included.

use std::sync::Arc;

use simdiff_rewrite_rules::category::Unbounded;
use simdiff_rewrite_rules::dyadic::in_integers;
use simdiff_rewrite_rules::{Assumptions, Builder, DirectedRules, RuleSet};
use term::{
    Assignment, Buffer, Cone, Evaluator, Format, Op, Outcomes, Rounding, Spec, SymbolId, TermId,
};

const FORMATS: [Format; 3] = [Format::Half, Format::Single, Format::Double];

struct Random(fastrand::Rng);

impl Random {
    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.0.usize(..items.len())]
    }

    fn rounding(&mut self) -> Rounding {
        match self.0.bool() {
            true => Rounding::NearestEven,
            false => self.pick(&Rounding::ALL),
        }
    }

    /// A float of the format over small integers.
    fn float(&mut self, b: &mut Builder, inputs: &[TermId], format: Format, depth: u8) -> TermId {
        if depth == 0 || self.0.u8(..8) == 0 {
            if self.0.u8(..4) == 0 {
                let values = [
                    0.0f64, -0.0, 1.0, -1.0, 0.5, 3.0, -0.25, 255.0, 1.5, 16.0, 0.1,
                ];
                let bits = u128::from(self.pick(&values).to_bits());
                let double = b.constant(64, bits);
                return b.fconvert(Format::Double, format, double);
            }
            let input = self.pick(inputs);
            let op = self.pick(&[Op::SiToF, Op::UiToF]);
            return b.build(Spec::from_int(op, format, self.rounding()), &[input]);
        }
        let below = |random: &mut Self, b: &mut Builder| random.float(b, inputs, format, depth - 1);
        let rounding = self.rounding();
        match self.0.u8(..12) {
            0..=6 => {
                let (x, y) = (below(self, b), below(self, b));
                let op = self.pick(&[Op::FAdd, Op::FSub, Op::FMul, Op::FMul]);
                b.build(Spec::float(op, format, rounding), &[x, y])
            }
            7 => {
                let args = [below(self, b), below(self, b), below(self, b)];
                b.build(Spec::float(Op::Fma, format, rounding), &args)
            }
            8 => {
                let x = below(self, b);
                match self.0.bool() {
                    true => b.fneg(format, x),
                    false => b.fabs(format, x),
                }
            }
            9 => {
                let x = below(self, b);
                b.fround(format, rounding, x)
            }
            10 => {
                let source = self.pick(&FORMATS);
                let x = self.float(b, inputs, source, depth - 1);
                b.build(Spec::fconvert(source, format, rounding), &[x])
            }
            _ => {
                let condition = self.condition(b, inputs, format, depth - 1);
                let (x, y) = (below(self, b), below(self, b));
                b.select(condition, x, y)
            }
        }
    }

    fn condition(
        &mut self,
        b: &mut Builder,
        inputs: &[TermId],
        format: Format,
        depth: u8,
    ) -> TermId {
        let x = self.float(b, inputs, format, depth);
        let y = self.float(b, inputs, format, depth);
        let outcomes = Outcomes::from_bits(self.0.u8(..16));
        b.fcmp(format, outcomes, x, y)
    }

    fn root(&mut self, b: &mut Builder, inputs: &[TermId]) -> TermId {
        let format = self.pick(&FORMATS);
        let depth = self.0.u8(1..5);
        match self.0.u8(..4) {
            0 => self.condition(b, inputs, format, depth),
            1 => self.float(b, inputs, format, depth),
            _ => {
                let x = self.float(b, inputs, format, depth);
                let op = self.pick(&[Op::FToSi, Op::FToSi, Op::FToUi]);
                let width = self.pick(&[8, 16, 32, 64]);
                b.build(Spec::to_int(op, format, self.rounding(), width), &[x])
            }
        }
    }
}

struct Sample(Vec<u128>);

impl Assignment for Sample {
    fn symbol(&self, id: SymbolId) -> u128 {
        self.0[id.0 as usize]
    }
}

#[test]
fn integer_arithmetic_has_the_value_of_the_float_arithmetic() {
    let mut random = Random(fastrand::Rng::with_seed(21));
    let rules = Arc::new(DirectedRules::new(
        RuleSet::builtin(),
        Assumptions::default(),
    ));
    let (mut without_floats, mut changed) = (0, 0);
    for _ in 0..1_200 {
        let mut b = Builder::new(RuleSet::builtin());
        let buffer = b.arena_mut().add_buffer(Buffer {
            name: "x".to_owned(),
            format: None,
            signed: false,
            scalar: false,
            undefined: false,
        });
        let widths = [8, 8, 3, 12];
        let inputs: Vec<TermId> = widths
            .iter()
            .zip(0..)
            .map(|(&width, i)| b.arena_mut().add_symbol(buffer, 4 * i, width))
            .collect();
        let root = random.root(&mut b, &inputs);
        let new = in_integers(&mut b, &[root], &rules, &Unbounded)[0];
        if new == root {
            continue;
        }
        changed += 1;
        let cone = Cone::of(b.arena(), &[root, new]);
        let floats = |root| {
            let cone = Cone::of(b.arena(), &[root]);
            cone.terms
                .iter()
                .filter(|&&t| b.arena().op(t).is_float())
                .count()
        };
        without_floats += usize::from(floats(new) == 0);
        let mut evaluator = Evaluator::new(b.arena(), &cone);
        for trial in 0..40 {
            let value = |&width: &u8| {
                let ones = u128::MAX >> (128 - width);
                match (trial, random.0.u8(..4)) {
                    (0, _) | (_, 0) => 0,
                    (1, _) | (_, 1) => ones,
                    _ => random.0.u128(..) & ones,
                }
            };
            let sample = Sample(widths.iter().map(value).collect());
            evaluator.run(&sample);
            let (old, new) = (evaluator.value(root), evaluator.value(new));
            assert_eq!(old, new, "{:?}: {old:#x} became {new:#x}", sample.0);
        }
    }
    assert!(
        changed > 200 && without_floats > 100,
        "{changed} {without_floats}"
    );
}

/// 3x − 2y − x of signed words: a positive factor makes no −0, so the result is
/// one conversion of an integer.
#[test]
fn a_weighted_difference_is_a_converted_integer() {
    let mut b = Builder::new(RuleSet::builtin());
    let buffer = b.arena_mut().add_buffer(Buffer {
        name: "x".to_owned(),
        format: None,
        signed: true,
        scalar: false,
        undefined: false,
    });
    let single = Format::Single;
    let [x, y] = [0, 4].map(|at| {
        let word = b.arena_mut().add_symbol(buffer, at, 16);
        b.sitof(single, word)
    });
    let three = b.constant(32, 0x4040_0000);
    let two = b.constant(32, 0x4000_0000);
    let tripled = b.fmul(single, three, x);
    let doubled = b.fmul(single, two, y);
    let difference = b.fsub(single, tripled, doubled);
    let root = b.fsub(single, difference, x);
    let rules = Arc::new(DirectedRules::new(
        RuleSet::builtin(),
        Assumptions::default(),
    ));
    let new = in_integers(&mut b, &[root], &rules, &Unbounded)[0];
    assert_eq!(b.arena().op(new), Op::SiToF);
}
