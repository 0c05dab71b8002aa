//! Which assumptions would make two differing results equal.

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
use crate::solver::{Answer, Limits};

/// Samples that may show a set of assumptions not to suffice.
const SAMPLES: usize = 512;
/// Samples that must agree where nothing else speaks for a set.
const MANY_SAMPLES: usize = 8192;
/// Samples on the path that are enough to say that results agree there.
const ENOUGH: usize = 32;
/// Sets that are asked about with floats as circuits.
const CIRCUITS: u32 = 3;
/// Outer choices taken off a claim.
const MAX_CHOICES: usize = 4;
/// Terms of the claims of which that is asked.
const CIRCUIT_TERMS: usize = 64;

impl Ladder {
    /// The minimal sets of the paper's four assumptions (§6.1) under which the
    /// obligation is proved by canonical forms or by a small solver query,
    /// smallest first; those already in force are part of every set. Empty when
    /// no set was found to suffice. On `witness` the results differ.
    pub fn diagnose(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        witness: &dyn Assignment,
    ) -> Vec<Assumptions> {
        let given = self.options.assumptions;
        let claim = self.claim(builder, obligation);
        let mut minimal: Vec<u8> = Vec::new();
        let mut circuits = CIRCUITS;
        let mut sets: Vec<u8> = (1..16).collect();
        sets.sort_by_key(|set| (set.count_ones(), *set));
        for set in sets {
            if self.expired().is_some() {
                break;
            }
            if minimal.iter().any(|&smaller| set | smaller == set) || bits(given) & set != 0 {
                continue;
            }
            if self.holds_under(builder, &claim, with(given, set), witness, &mut circuits) {
                minimal.push(set);
            }
        }
        minimal.into_iter().map(|set| with(given, set)).collect()
    }

    /// The smallest set of *ordered*, *finite* and *positive zero* that excludes
    /// the witness and every sample that differs, where none is known to suffice.
    pub(super) fn excluding(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        witness: &dyn Assignment,
    ) -> Option<Assumptions> {
        let given = self.options.assumptions;
        let claim = self.claim(builder, obligation);
        let arena = builder.arena();
        let mut sets: Vec<u8> = (1..8).map(|set| set << 1).collect();
        sets.sort_by_key(|set| (set.count_ones(), *set));
        let sets = sets.into_iter().filter(|set| bits(given) & set == 0);
        sets.map(|set| with(given, set)).find(|&assumptions| {
            let judgement = Judge::new(arena, &claim, assumptions).judge(witness);
            judgement == Judgement::Excluded
                && self.expired().is_none()
                && !self.differs_under(builder, &claim, assumptions, MANY_SAMPLES)
        })
    }

    /// Whether other results are equal on the witness and on every sample, where some
    /// show that those of the obligation are not.
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
        self.differs_under(builder, &claim, self.options.assumptions, MANY_SAMPLES)
    }

    /// Whether many samples take the path, and none shows a difference of numbers.
    pub(super) fn agrees_often(&mut self, builder: &mut Builder, obligation: &Obligation) -> bool {
        let claim = self.claim(builder, obligation);
        let assumptions = Assumptions {
            ordered: true,
            positive_zero: true,
            ..self.options.assumptions
        };
        let found = self.sampled(builder, &claim, assumptions, MANY_SAMPLES);
        let differs = found.witness.or(found.invented).is_some();
        !differs && found.admitted >= ENOUGH
    }

    /// Whether the assumptions in force admit an input to an obligation.
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

    /// Whether a sample shows that the results differ under assumptions.
    fn differs_under(
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

    /// The same of samples at boundaries of float arithmetic.
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
            let within = (SAMPLES, &options.deadline);
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
        for _ in 0..MAX_CHOICES {
            let reduction = canonical.reduce(builder, &mut reduced, ranges, assumptions, false);
            if reduction.equal {
                return true;
            }
            if reduced.narrow(builder).is_none() {
                break;
            }
        }
        if self.differs_under(builder, claim, assumptions, SAMPLES) {
            return false;
        }
        // Reordered sums are no circuits of the same value.
        let small = Cone::of(builder.arena(), &claim.roots()).len() <= CIRCUIT_TERMS;
        let as_circuits = small
            && !assumptions.associative
            && *circuits > 0
            && !self.differs_under(builder, claim, assumptions, MANY_SAMPLES)
            && !self.differs_at_boundary(builder, claim, assumptions);
        let mut query = reduced.path.clone();
        query.extend(admissible::conditions(builder, claim, assumptions));
        query.push(reduced.mismatch(builder, assumptions.positive_zero));
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

fn bits(a: Assumptions) -> u8 {
    let flags = [a.associative, a.ordered, a.finite, a.positive_zero];
    (0..4).filter(|&i| flags[i]).map(|i| 1 << i).sum()
}

fn with(given: Assumptions, set: u8) -> Assumptions {
    Assumptions {
        associative: given.associative || set & 1 != 0,
        ordered: given.ordered || set & 2 != 0,
        finite: given.finite || set & 4 != 0,
        positive_zero: given.positive_zero || set & 8 != 0,
    }
}
