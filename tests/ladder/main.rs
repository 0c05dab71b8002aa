//! Random claims in small widths through the whole ladder, every input of them
//! tried: what is proved holds, and what refutes does differ.
//!
//! The ladder is given few samples, so that claims that differ reach the steps
//! that prove. `SIMDIFF_FUZZ` asks for more claims than the usual ones.

mod certificates;
mod floats;
mod integers;
mod operations;
mod random;
mod reals;

use std::collections::BTreeMap;
use std::time::Duration;

use rewrite_rules::{Builder, RuleSet};
use simdiff::equiv::{
    Assumptions, Budget, Compare, Decision, Ladder, Obligation, Options, Witness,
};
use simdiff::solver;
use term::{Arena, Cone, Evaluator, Format, SymbolId, TermId};

use random::Random;

/// Claims of each kind.
fn claims(usual: u64) -> u64 {
    let asked = std::env::var("SIMDIFF_FUZZ").ok();
    asked.map_or(usual, |n| n.parse().expect("SIMDIFF_FUZZ is a number"))
}

/// One claim, and the ladder that is to decide it.
struct Case {
    builder: Builder,
    /// The ladder declares more symbols, which are no inputs.
    inputs: Vec<SymbolId>,
    claim: Obligation,
    assumptions: Assumptions,
    seed: u64,
}

/// What became of the claims, by the step that decided.
#[derive(Default, Debug)]
struct Tally {
    proved: BTreeMap<String, u64>,
    refuted: BTreeMap<String, u64>,
    undecided_equal: u64,
    undecided_different: u64,
}

/// No more than a few samples, no enumeration of all inputs, small queries.
fn budget(random: &mut Random) -> Budget {
    let usual = Budget::default();
    let queries = solver::Limits {
        resources: 50_000,
        ..usual.small
    };
    let none = solver::Limits {
        resources: 1,
        ..queries
    };
    Budget {
        samples: 1,
        deep_samples: 1,
        exhaustive_bits: 0,
        last_bits: 0,
        last_time: Duration::ZERO,
        // The solver decides most of what it is asked: some claims are kept from it.
        solver: if random.below(2) == 0 { none } else { queries },
        small: if random.below(3) == 0 { none } else { queries },
        ..usual
    }
}

impl Case {
    fn decide(&mut self, random: &mut Random) -> Decision {
        let options = Options {
            assumptions: self.assumptions,
            budget: budget(random),
            ..Options::default()
        };
        let mut ladder = Ladder::new(RuleSet::builtin(), options);
        ladder.decide(&mut self.builder, &self.claim)
    }

    /// The first input on which the claim does not hold, all of them tried.
    fn counterexample(&self) -> Option<Witness> {
        let arena = self.builder.arena();
        let width = |&id: &SymbolId| arena.width(arena.symbol(id).term);
        let widths: Vec<u8> = self.inputs.iter().map(width).collect();
        let bits: u8 = widths.iter().sum();
        let cone = Cone::of(arena, &self.roots());
        let mut evaluator = Evaluator::new(arena, &cone);
        (0..1u128 << bits).find_map(|mut number| {
            let mut witness = Witness::default();
            for (&id, &width) in self.inputs.iter().zip(&widths) {
                witness.values.insert(id, number & integers::mask(width));
                number >>= width;
            }
            self.refuted_by(&mut evaluator, &witness).then_some(witness)
        })
    }

    fn roots(&self) -> Vec<TermId> {
        let mut roots = self.claim.path.clone();
        roots.extend([self.claim.left, self.claim.right]);
        roots
    }

    fn refuted_by(&self, evaluator: &mut Evaluator<'_>, witness: &Witness) -> bool {
        evaluator.run(witness);
        let holds = self.claim.path.iter().all(|&c| evaluator.value(c) == 1);
        let [left, right] = [self.claim.left, self.claim.right].map(|t| evaluator.value(t));
        if !holds || left == right {
            return false;
        }
        let seen = evaluator.run_monitored(&self.roots(), witness);
        let made = self.assumptions;
        let explained = seen.inexact && made.is_algebraic() && !self.is_apart(evaluator, witness);
        let excluded = seen.nan && made.exclude_nans()
            || seen.infinite && made.contains(Assumptions::FINITE)
            || seen.negative_zero && made.contains(Assumptions::POSITIVE_ZERO)
            || explained
            || made.contains(Assumptions::DISTRIBUTIVE)
                && (seen.nan || seen.infinite || seen.negative_zero);
        let alike = match self.claim.compare {
            Compare::Bits => false,
            Compare::Float(format) => {
                let zero = |bits: u128| bits & !format.sign_mask() == 0;
                let zeros = made.contains(Assumptions::POSITIVE_ZERO) && zero(left) && zero(right);
                zeros || format.is_nan(left) && format.is_nan(right)
            }
        };
        !excluded && !alike
    }

    /// Whether the results differ without rounding.
    fn is_apart(&self, evaluator: &mut Evaluator<'_>, witness: &Witness) -> bool {
        let Compare::Float(format) = self.claim.compare else {
            return false;
        };
        let arena = self.builder.arena();
        let cone = Cone::of(arena, &self.roots());
        evaluator.run(witness);
        let results = [self.claim.left, self.claim.right];
        reals::are_apart(arena, &cone, evaluator, format, results)
    }

    fn check(mut self, random: &mut Random, tally: &mut Tally) {
        let decision = self.decide(random);
        let counterexample = self.counterexample();
        match (&decision, counterexample) {
            (Decision::Equal { step }, None) => {
                *tally.proved.entry(step.to_string()).or_default() += 1;
            }
            (Decision::Equal { step }, Some(witness)) => panic!(
                "seed {}: {step} proves what is wrong for {:?}\n{}",
                self.seed,
                witness.values,
                self.text()
            ),
            (Decision::Different { witness, step }, _) => {
                let cone = Cone::of(self.builder.arena(), &self.roots());
                let mut evaluator = Evaluator::new(self.builder.arena(), &cone);
                assert!(
                    self.refuted_by(&mut evaluator, witness),
                    "seed {}: {step} refutes by an input that does not, {:?} under {:?}\n{}",
                    self.seed,
                    witness.values,
                    self.assumptions,
                    self.text()
                );
                *tally.refuted.entry(step.to_string()).or_default() += 1;
            }
            (_, None) => tally.undecided_equal += 1,
            (_, Some(_)) => tally.undecided_different += 1,
        }
    }

    fn text(&self) -> String {
        let printer = term::Printer::new(self.builder.arena());
        let rendered = printer.render(&self.roots(), &term::Style::default());
        format!("conditions, left and right:\n{rendered}")
    }
}

fn all_inputs(arena: &Arena) -> Vec<SymbolId> {
    (0..arena.symbols().len() as u32).map(SymbolId).collect()
}

fn input(builder: &mut Builder, name: &str, width: u8, format: Option<Format>) -> TermId {
    let arena = builder.arena_mut();
    arena.add_variable(name.to_owned(), width, format)
}

/// Two versions of a formula over three small integers, one of them with a slip
/// in every other claim.
fn integer_case(random: &mut Random, seed: u64) -> Case {
    let mut builder = Builder::new(RuleSet::builtin());
    let width = 3 + random.below(5) as u8;
    let inputs = ["x", "y", "z"].map(|name| {
        let own = width.min(2 + random.below(3) as u8);
        let symbol = input(&mut builder, name, own, None);
        match random.below(2) {
            0 => builder.zext(symbol, width),
            _ => builder.sext(symbol, width),
        }
    });
    let depth = 2 + random.below(3);
    let mut formula = integers::formula(random, depth, width);
    let conditions = (0..random.below(3).saturating_sub(1))
        .map(|_| [(); 2].map(|()| integers::formula(random, 1, width)));
    let conditions: Vec<[integers::Formula; 2]> = conditions.collect();
    let slip = random.below(2) == 0;
    let mut maker = integers::Maker {
        builder: &mut builder,
        random,
        inputs,
        width,
    };
    let path = conditions.iter().map(|[x, y]| {
        let [x, y] = [x, y].map(|formula| maker.make(formula));
        maker.builder.ule(x, y)
    });
    let path = path.collect();
    let left = maker.make(&formula);
    let right = if slip {
        let right = formula.clone();
        formula.mutate(maker.random, width);
        maker.rarely(&formula, &right)
    } else {
        maker.make(&formula)
    };
    let claim = Obligation {
        path,
        left,
        right,
        compare: Compare::Bits,
    };
    Case {
        inputs: all_inputs(builder.arena()),
        builder,
        claim,
        assumptions: Assumptions::default(),
        seed,
    }
}

#[test]
fn integers_are_what_all_inputs_say() {
    let mut tally = Tally::default();
    for seed in 0..claims(120) {
        let mut random = Random(fastrand::Rng::with_seed(seed));
        let case = integer_case(&mut random, seed);
        case.check(&mut random, &mut tally);
    }
    println!("integers: {tally:#?}");
    let steps = tally.proved.keys().filter(|step| *step != "identical");
    assert!(steps.count() >= 4, "{tally:?}");
}

#[test]
fn floats_are_what_all_inputs_say() {
    let mut tally = Tally::default();
    for seed in 0..claims(120) {
        let mut random = Random(fastrand::Rng::with_seed(seed));
        let case = floats::case(&mut random, seed);
        case.check(&mut random, &mut tally);
    }
    println!("floats: {tally:#?}");
    let steps = tally.proved.keys().filter(|step| *step != "identical");
    assert!(steps.count() >= 3, "{tally:?}");
}
