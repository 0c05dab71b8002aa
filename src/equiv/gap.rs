//! Refutation under *associative*: differences that no order of sums and products explains.
//!
//! Under *associative* a sample on which an operation rounds refutes nothing, since another
//! order would round differently. But association does not change real numbers: if both results
//! are close to their values without rounding, and these values are far apart, then the formulas
//! differ, by a constant or a missing term for instance.
//!
//! Invariant: on a witness the results differ, no other assumption excludes it, no function
//! value is invented, and each result is nearer to its own value in exact arithmetic, by a
//! factor of eight, than those values are to each other. Evaluation in quadruple precision
//! filters samples before exact arithmetic is tried.

use rewrite_rules::Builder;
use term::{Arena, Cone, Evaluator, Format, TermId};

use super::Assumptions;
use super::Witness;
use super::admissible;
use super::claim::{Claim, Compare};
use super::exact::{Exact, Real};
use super::judge::{Judge, Judgement};
use super::minimise::simplify;
use super::portfolio::Portfolio;
use super::real::Reals;
use super::separation::{distance, widened};
use crate::budgets::diagnosis::{GAP_OPERATIONS, GAP_SAMPLES};
use crate::deadline::Deadline;

/// Least ratio of the distance of the real values to the larger error of a result.
const FACTOR: f64 = 8.0;

/// Returns a simplified witness that the formulas of a claim differ, if a sample shows it.
pub(super) fn witness(
    builder: &mut Builder,
    claim: &Claim,
    assumptions: Assumptions,
    portfolio: &mut Portfolio,
    deadline: &Deadline,
) -> Option<Witness> {
    let Compare::Float(format) = claim.compare else {
        return None;
    };
    let mut reals = Reals::default();
    let results = [claim.left, claim.right];
    let wide = results.map(|root| reals.of(builder, format, root));
    // Assumptions about floats say nothing about real numbers.
    let assumed = admissible::conditions(builder, claim, assumptions);
    let arena = builder.arena();
    let path = claim.path.iter().copied().filter(|c| !assumed.contains(c));
    let mut gap = Gap::new(arena, claim, assumptions, format, wide);
    gap.path = path.collect();
    let mut sample = Vec::new();
    let samples = GAP_SAMPLES.min(GAP_OPERATIONS / gap.cone.len().max(1));
    let open = |_: &usize| deadline.expired().is_none();
    let found = (0..samples).take_while(open).find_map(|_| {
        portfolio.draw(&mut sample);
        let witness = Witness::new(portfolio.symbols(), &sample);
        gap.shows(&witness).then_some(witness)
    })?;
    let keep = |candidate: &Witness| gap.shows(candidate);
    Some(simplify(arena, claim, found, deadline, keep))
}

struct Gap<'a> {
    arena: &'a Arena,
    cone: Cone,
    /// The conditions that have to hold in exact arithmetic too.
    path: Vec<TermId>,
    judge: Judge<'a>,
    evaluator: Evaluator<'a>,
    format: Format,
    narrow: [TermId; 2],
    wide: [TermId; 2],
}

impl<'a> Gap<'a> {
    fn new(
        arena: &'a Arena,
        claim: &'a Claim,
        assumptions: Assumptions,
        format: Format,
        wide: [TermId; 2],
    ) -> Gap<'a> {
        let narrow = [claim.left, claim.right];
        let others = assumptions - Assumptions::ALGEBRAIC;
        let cone = Cone::of(arena, &[narrow, wide].concat());
        Gap {
            arena,
            path: claim.path.clone(),
            judge: Judge::new(arena, claim, others),
            cone: Cone::of(arena, &claim.roots()),
            evaluator: Evaluator::new(arena, &cone),
            format,
            narrow,
            wide,
        }
    }

    fn shows(&mut self, witness: &Witness) -> bool {
        if self.judge.judge(witness) != Judgement::Differs {
            return false;
        }
        self.evaluator.run(witness);
        let narrow = self.narrow.map(|term| self.evaluator.value(term));
        let wide = self.wide.map(|term| self.evaluator.value(term));
        let apart = distance(Format::Quad, wide);
        let errors = [0, 1].map(|side| {
            let result = widened(self.format, narrow[side]);
            distance(Format::Quad, [result, wide[side]])
        });
        let probable = match (apart, errors) {
            (Some(apart), [Some(first), Some(second)]) => {
                apart > 0.0 && first.max(second) * FACTOR < apart
            }
            _ => false,
        };
        probable && self.shows_exactly(witness, narrow) == Some(true)
    }

    /// Checks in exact arithmetic that the sample takes the path and separates the formulas;
    /// `None` when exact arithmetic does not tell.
    fn shows_exactly(&self, witness: &Witness, narrow: [u128; 2]) -> Option<bool> {
        let exact = Exact::of(self.arena, &self.cone, witness);
        if !self.path.iter().all(|&condition| exact.holds(condition)) {
            return None;
        }
        let [left, right] = self.narrow.map(|root| exact.real(self.format, root));
        let (left, right) = (left?, right?);
        let error = |side: usize, of: &Real| {
            Some(Real::of_float(self.format, narrow[side])?.at_most_apart(of))
        };
        let largest = error(0, &left)?.max(error(1, &right)?);
        Some(left.differs(&right) && largest * FACTOR < left.apart(&right))
    }
}
