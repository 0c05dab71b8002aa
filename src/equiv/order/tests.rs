mod extremes;

use rewrite_rules::{Builder, RuleSet};
use term::{Cone, Evaluator, TermId};

use super::narrow;
use crate::equiv::Witness;
use crate::equiv::claim::{Claim, Compare, Obligation};

const WIDTH: u8 = 5;
const INPUTS: usize = 3;

/// Random terms over inputs that are only compared and moved.
struct Terms {
    builder: Builder,
    inputs: Vec<TermId>,
    random: fastrand::Rng,
    signed: bool,
    constants: [u128; 2],
}

impl Terms {
    fn new(seed: u64) -> Terms {
        let mut builder = Builder::new(RuleSet::builtin());
        let inputs = (0..INPUTS).map(|i| {
            let arena = builder.arena_mut();
            arena.add_variable(format!("x{i}"), WIDTH, None)
        });
        let inputs = inputs.collect();
        let mut random = fastrand::Rng::with_seed(seed);
        let signed = random.bool();
        // Half of the time the constants are adjacent, because the number of values between them
        // matters.
        let first = random.u128(0..30);
        let second = first + random.u128(1..3);
        Terms {
            builder,
            inputs,
            random,
            signed,
            constants: [first, second.min(31)],
        }
    }

    fn value(&mut self, depth: u8) -> TermId {
        match self.random.u8(0..8) {
            0 => {
                let constant = self.random.choice(self.constants).unwrap_or(0);
                self.builder.constant(WIDTH, constant)
            }
            1..5 if depth > 0 => {
                let condition = self.condition(depth - 1);
                let (x, y) = (self.value(depth - 1), self.value(depth - 1));
                self.builder.select(condition, x, y)
            }
            _ => self.inputs[self.random.usize(0..INPUTS)],
        }
    }

    fn condition(&mut self, depth: u8) -> TermId {
        let (x, y) = (self.value(depth), self.value(depth));
        let compared = match self.random.u8(0..3) {
            0 => self.builder.eq(x, y),
            _ if self.signed => self.builder.slt(x, y),
            _ => self.builder.ult(x, y),
        };
        match self.random.bool() {
            true => self.builder.not(compared),
            false => compared,
        }
    }

    fn claim(&mut self) -> Claim {
        let results = match self.random.bool() {
            true => [self.value(2), self.value(2)],
            false => [self.condition(1), self.condition(1)],
        };
        let path = (0..self.random.usize(0..3)).map(|_| self.condition(1));
        Claim {
            path: path.collect(),
            left: results[0],
            right: results[1],
            compare: Compare::Bits,
            rest: Vec::new(),
        }
    }

    /// Whether a claim holds for every input.
    fn holds(&self, claim: &Obligation) -> bool {
        let arena = self.builder.arena();
        let mut roots = vec![claim.left, claim.right];
        roots.extend(&claim.path);
        let cone = Cone::of(arena, &roots);
        let symbols = cone.symbols(arena);
        let width = |id| u32::from(arena.width(arena.symbol(id).term));
        let bits: u32 = symbols.iter().map(|&id| width(id)).sum();
        let mut evaluator = Evaluator::new(arena, &cone);
        (0..1u128 << bits).all(|mut number| {
            let mut witness = Witness::default();
            for &id in &symbols {
                let mask = (1 << width(id)) - 1;
                witness.values.insert(id, number & mask);
                number >>= width(id);
            }
            evaluator.run(&witness);
            let taken = claim.path.iter().all(|&c| evaluator.value(c) == 1);
            !taken || evaluator.value(claim.left) == evaluator.value(claim.right)
        })
    }
}

/// A narrowed claim holds for all inputs if and only if the original claim does.
#[test]
fn narrow_claims_hold_when_wide_ones_do() {
    let (mut narrowed, mut held) = (0, 0);
    for seed in 0..800 {
        let mut terms = Terms::new(seed);
        let claim = terms.claim();
        let Some((narrow, _)) = narrow(&mut terms.builder, &claim) else {
            continue;
        };
        narrowed += 1;
        let holds = terms.holds(&claim.obligation());
        held += usize::from(holds);
        assert_eq!(terms.holds(&narrow), holds, "seed {seed}");
    }
    // The samples must include both claims that hold and claims that do not.
    assert!(
        narrowed > 100 && held > 10 && narrowed - held > 10,
        "{narrowed}, {held}"
    );
}

impl Terms {
    /// A minimum or maximum of random extrema, in one of several equivalent forms.
    fn extremum(&mut self, depth: u8) -> TermId {
        if depth == 0 || self.random.u8(0..4) == 0 {
            let constant = self.random.u8(0..6) == 0;
            return match constant {
                true => {
                    let constant = self.random.choice(self.constants).unwrap_or(0);
                    self.builder.constant(WIDTH, constant)
                }
                false => self.inputs[self.random.usize(0..INPUTS)],
            };
        }
        let (x, y) = (self.extremum(depth - 1), self.extremum(depth - 1));
        let (a, b) = if self.random.bool() { (x, y) } else { (y, x) };
        let less = match self.signed {
            true => self.builder.slt(a, b),
            false => self.builder.ult(a, b),
        };
        let (then, otherwise) = if self.random.bool() { (x, y) } else { (y, x) };
        match self.random.bool() {
            true => self.builder.select(less, then, otherwise),
            false => {
                let not = self.builder.not(less);
                self.builder.select(not, then, otherwise)
            }
        }
    }
}

/// Comparison by bits proves two extrema equal if and only if they are equal for every input.
#[test]
fn minima_and_maxima_are_equal_by_bits() {
    let (mut equal, mut unequal) = (0, 0);
    for seed in 0..2000 {
        let mut terms = Terms::new(seed);
        let claim = Claim {
            path: Vec::new(),
            left: terms.extremum(3),
            right: terms.extremum(3),
            compare: Compare::Bits,
            rest: Vec::new(),
        };
        let arena = terms.builder.arena();
        let choices = [claim.left, claim.right].map(|root| arena.op(root) == term::Op::Select);
        if claim.left == claim.right || choices == [false; 2] {
            continue;
        }
        let shown = super::equal_by_bits(arena, claim.left, claim.right);
        let holds = terms.holds(&claim.obligation());
        assert!(holds || !shown, "seed {seed}");
        // If a constant is the greatest value, no threshold above it exists, and the method may
        // be incomplete.
        let room = !terms.constants.iter().any(|&c| [15, 31].contains(&c));
        assert!(shown || !holds || !room, "seed {seed}: not shown");
        equal += usize::from(shown);
        unequal += usize::from(!holds);
    }
    assert!(equal > 20 && unequal > 200, "{equal}, {unequal}");
}
