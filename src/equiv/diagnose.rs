//! Diagnosis of a difference: the minimal assumption sets under which the two results are equal.

use rewrite_rules::Builder;
use term::{Assignment, Cone, TermId};

use super::Assumptions;
use super::admissible;
use super::boundary;
use super::claim::{Claim, Obligation};
use super::judge::{Judge, Judgement};
use super::ladder::Ladder;
use super::portfolio::Portfolio;
use super::sampler::{self, Findings};
use crate::budgets::diagnosis::{
    ACCEPTING_SAMPLES, CIRCUIT_SETS, CIRCUIT_TERMS, DIAGNOSED_CHOICES, PATH_SAMPLES, SET_SAMPLES,
};
use crate::solver::{Answer, Limits};

/// The paper's four assumptions.
pub(super) const DIAGNOSED: Assumptions = Assumptions::all()
    .difference(Assumptions::DISTRIBUTIVE)
    .difference(Assumptions::CONTRACTION)
    .difference(Assumptions::RECIPROCAL);

impl Ladder {
    /// Returns the minimal sets of the paper's four assumptions (KLEE-CL §6.1) under which the
    /// obligation is proved by canonical forms or by a small solver query, smallest first; if
    /// there is none, the minimal sets of laws of real numbers that give a common form. The
    /// assumptions already in force are part of every set. Empty when no set was found to
    /// suffice. `witness` is an input on which the results differ.
    pub fn diagnose(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        witness: &dyn Assignment,
    ) -> Vec<Assumptions> {
        let given = self.options.assumptions;
        let claim = self.claim(builder, obligation);
        let mut minimal: Vec<Assumptions> = Vec::new();
        let mut circuits = CIRCUIT_SETS;
        for set in supersets(given, DIAGNOSED) {
            if self.expired().is_some() {
                break;
            }
            if minimal.iter().any(|&smaller| set.contains(smaller)) {
                continue;
            }
            if self.holds_under(builder, &claim, set, witness, &mut circuits) {
                minimal.push(set);
            }
        }
        if minimal.is_empty() {
            minimal = self.laws(builder, &claim, witness);
        }
        minimal
    }

    /// Returns the smallest set of *ordered*, *finite* and *positive zero* that excludes the
    /// witness and every differing sample, for a difference for which no set is proved to
    /// suffice.
    pub(super) fn excluding(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        witness: &dyn Assignment,
    ) -> Option<Assumptions> {
        let given = self.options.assumptions;
        let claim = self.claim(builder, obligation);
        let arena = builder.arena();
        let excluding = DIAGNOSED - Assumptions::ALGEBRAIC;
        supersets(given, excluding).find(|&assumptions| {
            let judgement = Judge::new(arena, &claim, assumptions).judge(witness);
            judgement == Judgement::Excluded
                && self.expired().is_none()
                && !self.differs_under(builder, &claim, assumptions, ACCEPTING_SAMPLES)
        })
    }

    /// Whether the given results are equal on the witness and on every sample, although samples
    /// show that the obligation's own results differ.
    pub(super) fn agrees_instead(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        [left, right]: [TermId; 2],
        witness: &dyn Assignment,
    ) -> bool {
        let other = Obligation {
            left,
            right,
            ..obligation.clone()
        };
        self.agrees_on(builder, &other, witness)
            && self.expired().is_none()
            && self.differs_somewhere(builder, obligation)
            && self.agrees_often(builder, &other)
    }

    /// Whether some sample that the assumptions in force admit shows a difference.
    pub(super) fn differs_somewhere(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
    ) -> bool {
        let claim = self.claim(builder, obligation);
        self.differs_under(builder, &claim, self.options.assumptions, ACCEPTING_SAMPLES)
    }

    /// Whether many samples take the path and none shows a difference of numbers (NaNs and signs
    /// of zeros aside).
    pub(super) fn agrees_often(&mut self, builder: &mut Builder, obligation: &Obligation) -> bool {
        let claim = self.claim(builder, obligation);
        let numbers = Assumptions::ORDERED | Assumptions::POSITIVE_ZERO;
        let assumptions = self.options.assumptions | numbers;
        let found = self.sampled(builder, &claim, assumptions, ACCEPTING_SAMPLES);
        let differs = found.witness.or(found.invented).is_some();
        !differs && found.admitted >= PATH_SAMPLES
    }

    /// Whether the assumptions in force admit `witness` for an obligation.
    pub fn admits(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        witness: &dyn Assignment,
    ) -> bool {
        let given = self.options.assumptions;
        given == Assumptions::default() || {
            let claim = self.claim(builder, obligation);
            Judge::new(builder.arena(), &claim, given).admits(witness)
        }
    }

    pub(super) fn claim(&mut self, builder: &mut Builder, obligation: &Obligation) -> Claim {
        let independence = self.solver.independence();
        Claim::of(builder, independence, obligation, &self.options.ranges)
    }

    /// Whether some sample shows that the results differ under the given assumptions.
    pub(super) fn differs_under(
        &self,
        builder: &Builder,
        claim: &Claim,
        assumptions: Assumptions,
        samples: usize,
    ) -> bool {
        let found = self.sampled(builder, claim, assumptions, samples);
        found.witness.or(found.invented).is_some()
    }

    fn sampled(
        &self,
        builder: &Builder,
        claim: &Claim,
        assumptions: Assumptions,
        samples: usize,
    ) -> Findings {
        let (arena, options) = (builder.arena(), &self.options);
        let cone = Cone::of(arena, &claim.roots());
        let mut portfolio = Portfolio::new(arena, &cone, &options.ranges, options.seed);
        sampler::search(
            arena,
            claim,
            assumptions,
            &mut portfolio,
            samples,
            &options.deadline,
        )
    }

    /// Whether a sample at a boundary of float arithmetic shows that the results differ.
    fn differs_at_boundary(
        &self,
        builder: &Builder,
        claim: &Claim,
        assumptions: Assumptions,
    ) -> bool {
        let (arena, options) = (builder.arena(), &self.options);
        let cone = Cone::of(arena, &claim.roots());
        let mut portfolio = Portfolio::new(arena, &cone, &options.ranges, options.seed);
        let mut judge = Judge::new(arena, claim, assumptions);
        {
            let within = (SET_SAMPLES, &options.deadline);
            boundary::witness(arena, claim, &mut portfolio, within, &mut judge).is_some()
        }
    }

    fn holds_under(
        &mut self,
        builder: &mut Builder,
        claim: &Claim,
        assumptions: Assumptions,
        witness: &dyn Assignment,
        circuits: &mut u32,
    ) -> bool {
        let judgement = Judge::new(builder.arena(), claim, assumptions).judge(witness);
        if judgement == Judgement::Differs {
            return false;
        }
        let mut reduced = claim.clone();
        let ranges = &self.options.ranges;
        let canonical = &mut self.canonical;
        for _ in 0..DIAGNOSED_CHOICES {
            let reduction = canonical.reduce(builder, &mut reduced, ranges, assumptions);
            if reduction.equal {
                return true;
            }
            if reduced.narrow(builder).is_none() {
                break;
            }
        }
        if self.differs_under(builder, claim, assumptions, SET_SAMPLES) {
            return false;
        }
        // Laws of real numbers permit other roundings, and circuits of the results differ.
        let small = Cone::of(builder.arena(), &claim.roots()).len() <= CIRCUIT_TERMS;
        let as_circuits = small
            && !assumptions.is_algebraic()
            && *circuits > 0
            && !self.differs_under(builder, claim, assumptions, ACCEPTING_SAMPLES)
            && !self.differs_at_boundary(builder, claim, assumptions);
        let mut query = reduced.path.clone();
        query.extend(admissible::conditions(builder, claim, assumptions));
        query.push(reduced.mismatch(builder, assumptions.contains(Assumptions::POSITIVE_ZERO)));
        let limits: Limits = self.options.budget.small;
        let solver = &mut self.solver;
        if matches!(solver.check(builder.arena(), &query, limits), Answer::Unsat) {
            return true;
        }
        as_circuits && {
            *circuits -= 1;
            if self.options.deadline.expired().is_some() {
                return false;
            }
            let limits = self.options.budget.small_floats;
            let answer = solver.check_floats(builder.arena(), &query, limits);
            matches!(answer, Answer::Unsat)
        }
    }
}

/// Unions of `given` and each subset of `of` that is not empty and adds to `given` in all its
/// assumptions, smallest first.
pub(super) fn supersets(given: Assumptions, of: Assumptions) -> impl Iterator<Item = Assumptions> {
    let new = of - given;
    let subsets = (1..=new.bits()).filter_map(Assumptions::from_bits);
    let mut subsets: Vec<Assumptions> = subsets.filter(|&set| new.contains(set)).collect();
    subsets.sort_by_key(|set| (set.bits().count_ones(), set.bits()));
    subsets.into_iter().map(move |set| given | set)
}
