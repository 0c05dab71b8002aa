//! Whether a rule may be trusted: proofs for every width, format, rounding and outcome set that
//! it can match.
//!
//! Each of these choices gives a claim over free variables (`rewrite_rules::Claim`), and a rule
//! is proved if every claim is: by the built-in rules and normal forms, by Z3, or by
//! enumeration. Tests alone prove nothing.

use rewrite_rules::category::Unbounded;
use rewrite_rules::normal::{Bounds, normalise};
use rewrite_rules::prove::{Effort, Outcome};
use rewrite_rules::{
    Assumptions, Builder, Claim, DirectedRules, Rule, RuleSet, Sampler, Shape, Uncovered,
    Variables, every_shape, instances,
};
use std::sync::Arc;
use term::{Cone, Evaluator};

use super::laws;
use crate::budgets::rules::{
    CIRCUIT_BITS, RULE_BITS, RULE_REWRITES, RULE_SAMPLES, RULE_TIME, SHAPE_CIRCUIT_TIME,
    SHAPE_CIRCUITS_TIME, SHAPE_RESOURCES, SHAPE_SAMPLES, SHAPE_TIME,
};
use crate::deadline::Deadline;
use crate::solver::{Answer, FloatLimits, Limits, Model, Solver};

/// The proof status of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Proved for every value at each of this many choices of widths, formats, roundings and
    /// outcome sets, which are all that it can match.
    Proved {
        /// The number of choices.
        choices: u32,
    },
    /// Refuted by these values.
    Refuted(String),
    /// No values satisfy its guards.
    NeverApplies,
    /// Neither proved nor refuted, for this reason.
    Unproved(String),
}

/// Solver limits for one claim.
const LIMITS: Limits = Limits {
    resources: SHAPE_RESOURCES,
    timeout: SHAPE_TIME,
    rounds: 12,
    terms: 2_000,
};
/// Solver limits for one claim with floats as circuits.
const FLOATS: FloatLimits = FloatLimits {
    timeout: SHAPE_CIRCUIT_TIME,
    total: SHAPE_CIRCUITS_TIME,
    terms: 400,
};

/// Searches a proof or a refutation of a rule; `lemmas` are rules that the proof may use.
pub fn examine(rule: &Rule, lemmas: &RuleSet, deadline: &Deadline) -> Standing {
    let deadline = deadline.within(RULE_TIME);
    let mut shapes = Vec::new();
    let covered = every_shape(rule, &mut |shape| {
        shapes.push(shape);
        deadline.expired().is_none()
    });
    if let Some(values) = refutation(rule, &shapes, &deadline) {
        return Standing::Refuted(values);
    }
    // Both sides of a law of real numbers may round, so values can refute it on small integers
    // only.
    if (covered.is_err() || rounds_otherwise(rule))
        && let Outcome::Fails(values) = rule.prove(Effort::QUICK).outcome
    {
        return Standing::Refuted(values.to_string());
    }
    match covered {
        Ok(_) => {}
        Err(Uncovered::TooMany) => {
            return Standing::Unproved("it matches too many combinations of widths".to_owned());
        }
        Err(Uncovered::Constant(name)) => {
            return Standing::Unproved(format!(
                "no guard bounds {name}, from which widths or offsets are computed"
            ));
        }
        Err(Uncovered::Stopped) => return Standing::Unproved("time was up".to_owned()),
    }
    let mut prover = Prover::new(rule, lemmas, &deadline);
    let (mut choices, mut applies) = (0, false);
    for (number, shape) in shapes.iter().enumerate() {
        if deadline.expired().is_some() {
            let all = shapes.len();
            let why = format!("time was up after {number} of {all} choices of widths and formats");
            return Standing::Unproved(why);
        }
        let Some(claim) = shape.claim(&mut prover.builder, &mut prover.variables) else {
            continue;
        };
        match prover.decide(shape, &claim) {
            Decision::Holds => {}
            Decision::Refuted(values) => return Standing::Refuted(values),
            Decision::Open(why) => {
                return Standing::Unproved(format!("{why}{}", at(&prover.builder, &claim)));
            }
        }
        choices += 1;
        applies = applies || prover.is_satisfiable(&claim);
    }
    match applies {
        true => Standing::Proved { choices },
        false => Standing::NeverApplies,
    }
}

/// Whether the rules rewrite a left side of this rule endlessly, or nearly so.
pub fn is_endless(rule: &Rule, rules: &RuleSet) -> bool {
    let mut builder = Builder::new(rules);
    let found = instances(rule, builder.arena_mut(), 4, 500);
    let directed = Arc::new(DirectedRules::new(rules, rule.tiers));
    found.iter().any(|instance| {
        builder.rebuild(&[instance.left], &directed, &Unbounded);
        builder.longest_rewriting() > RULE_REWRITES
    })
}

/// Laws of real numbers other than the order of operations.
const RING: Assumptions = Assumptions::ALGEBRAIC.difference(Assumptions::ASSOCIATIVE);

/// Whether the sides round in other places: only the assumption promises that they are equal.
fn rounds_otherwise(rule: &Rule) -> bool {
    let reassociates = rule.tiers.contains(Assumptions::ASSOCIATIVE) && rule.associates();
    reassociates || rule.tiers.intersects(RING)
}

/// Random values that refute the rule, if some are found.
fn refutation(rule: &Rule, shapes: &[Shape<'_>], deadline: &Deadline) -> Option<String> {
    if shapes.is_empty() || rounds_otherwise(rule) {
        return None;
    }
    let each = (RULE_SAMPLES / shapes.len() as u32).max(SHAPE_SAMPLES);
    let mut sampler = Sampler::default();
    let found = shapes.iter().find_map(|shape| {
        if deadline.expired().is_some() {
            return None;
        }
        shape.refute(&mut sampler, each)
    });
    found.map(|counterexample| counterexample.to_string())
}

enum Decision {
    Holds,
    Refuted(String),
    /// Undecided, for this reason.
    Open(&'static str),
}

struct Prover {
    builder: Builder,
    variables: Variables,
    solver: Solver,
    /// Directed rules for normal forms.
    rules: Arc<DirectedRules>,
    algebraic: bool,
    /// Whether laws of real numbers may prove the rule.
    ring: bool,
    tiers: Assumptions,
    /// Whether the rule claims every operand value: it has neither the *ordered* nor the
    /// *finite* tier.
    unconditional_tiers: bool,
    deadline: Deadline,
}

impl Prover {
    fn new(rule: &Rule, lemmas: &RuleSet, deadline: &Deadline) -> Prover {
        // Assumptions about values are conditions on the left side; laws of real numbers are not.
        let algebraic = rule.tiers.is_algebraic();
        let assumed = match algebraic {
            true => rule.tiers,
            false => Assumptions::empty(),
        };
        let reorders = rule.tiers.contains(Assumptions::ASSOCIATIVE);
        Prover {
            builder: Builder::new(lemmas),
            variables: Variables::default(),
            solver: Solver::until(deadline.clone()),
            rules: Arc::new(DirectedRules::new(lemmas, assumed)),
            algebraic,
            ring: rule.tiers.intersects(RING) && (reorders || !rule.associates()),
            tiers: rule.tiers,
            unconditional_tiers: !rule.tiers.exclude_nans(),
            deadline: deadline.clone(),
        }
    }

    /// Whether both sides are equal by the laws that the rule names.
    fn is_lawful(&mut self, claim: &Claim) -> bool {
        let sides = claim.right.map(|right| [claim.left, right]);
        sides.is_some_and(|sides| laws::equal(&mut self.builder, sides, self.tiers))
    }

    fn decide(&mut self, shape: &Shape<'_>, claim: &Claim) -> Decision {
        let value = |b: &Builder, term| b.constant_value(term);
        if value(&self.builder, claim.differ) == Some(0) {
            return Decision::Holds;
        }
        let mut goal = claim.differ;
        if let Some(right) = claim.right {
            let sides = [claim.left, right];
            let normal = normalise(
                &mut self.builder,
                &sides,
                &self.rules,
                &Unbounded,
                Bounds::default(),
            );
            if normal[0] == normal[1] {
                goal = self.builder.not(claim.possible);
            }
        }
        if value(&self.builder, goal) == Some(0) {
            return Decision::Holds;
        }
        if self.ring && self.is_lawful(claim) {
            return Decision::Holds;
        }
        if self.algebraic && goal == claim.differ {
            return Decision::Open("the sides are not made equal by the laws that it assumes");
        }
        let mut query = claim.given.clone();
        query.push(goal);
        match self.solver.check(self.builder.arena(), &query, LIMITS) {
            Answer::Unsat => return Decision::Holds,
            Answer::Sat(model) if claim.is_exact => {
                return Decision::Refuted(self.shown(claim, &model));
            }
            Answer::Sat(_) => {
                return Decision::Open("what its guards ask of constants is not understood here");
            }
            Answer::Unknown(_) => {}
        }
        let bits = shape.bits();
        if bits <= RULE_BITS && self.unconditional_tiers && shape.is_unconditional() {
            return match shape.exhaust() {
                Ok(()) => Decision::Holds,
                Err(counterexample) => Decision::Refuted(counterexample.to_string()),
            };
        }
        let open = Decision::Open("neither rules nor the solver prove it");
        if bits > CIRCUIT_BITS || self.deadline.expired().is_some() {
            return open;
        }
        match self
            .solver
            .check_floats(self.builder.arena(), &query, FLOATS)
        {
            Answer::Unsat => Decision::Holds,
            Answer::Sat(model) if claim.is_exact => Decision::Refuted(self.shown(claim, &model)),
            _ => open,
        }
    }

    fn is_satisfiable(&mut self, claim: &Claim) -> bool {
        claim.given.is_empty()
            || !matches!(
                self.solver
                    .check(self.builder.arena(), &claim.given, LIMITS),
                Answer::Unsat
            )
    }

    /// The values of a model, formatted as a counterexample.
    fn shown(&self, claim: &Claim, model: &Model) -> String {
        let arena = self.builder.arena();
        let value_of = |term| {
            let cone = Cone::of(arena, &[term]);
            let mut evaluator = Evaluator::new(arena, &cone);
            evaluator.run(model);
            format!("{}:{:#x}", arena.width(term), evaluator.value(term))
        };
        let named = claim.named.iter();
        let named = named.map(|(name, term)| (name.clone(), value_of(*term)));
        let mut parts: Vec<String> = named
            .chain(claim.chosen.iter().cloned())
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let right = claim.right.filter(|_| value_of(claim.possible) == "1:0x1");
        parts.push(format!(
            "left {} but right {}",
            value_of(claim.left),
            right.map_or("ill-sorted".to_owned(), value_of)
        ));
        parts.join(", ")
    }
}

/// The choice of widths and attributes of a claim, as a clause.
fn at(builder: &Builder, claim: &Claim) -> String {
    let arena = builder.arena();
    let widths = claim.named.iter().filter(|(name, _)| name.starts_with('?'));
    let widths = widths.map(|(name, term)| format!("{name} of {} bits", arena.width(*term)));
    let chosen = claim.chosen.iter();
    let chosen = chosen.map(|(name, value)| format!("{name} = {value}"));
    let all: Vec<String> = widths.chain(chosen).collect();
    match all.is_empty() {
        true => String::new(),
        false => format!(", for {}", all.join(", ")),
    }
}
