//! Minimal assumption sets over several results: a set under which one output agrees does not
//! help if another output still differs under it.

use rewrite_rules::Builder;
use rustc_hash::FxHashSet;

use super::Assumptions;
use super::Witness;
use super::allowance::{Allowance, Effort};
use super::claim::{Claim, Obligation};
use super::decision::{Decision, Step};
use super::ladder::Ladder;
use super::shape::Shape;
use crate::budgets::diagnosis::DIAGNOSED_SHAPES;

/// The sets of assumptions under which several refuted obligations hold together.
#[derive(Debug, Default)]
pub struct Agreement {
    /// The minimal sets under which all obligations agree; empty when none was found.
    pub sets: Vec<Assumptions>,
    /// The index, witness and step of the obligation with the more severe difference: none of
    /// the first obligation's sets suffices for it.
    pub worse: Option<(usize, Witness, Step)>,
}

impl Ladder {
    /// Joins the minimal sets of a refuted obligation with the sets of those of `others` that
    /// the quick steps refute.
    pub fn agreement(
        &mut self,
        builder: &mut Builder,
        sets: Vec<Assumptions>,
        others: &[Obligation],
    ) -> Agreement {
        let mut severity = severity(&sets);
        let mut agreement = Agreement { sets, worse: None };
        let mut seen = FxHashSet::default();
        for (place, other) in others.iter().enumerate() {
            if agreement.sets.is_empty() || self.expired().is_some() {
                break;
            }
            let independence = self.solver.independence();
            let claim = Claim::of(builder, independence, other, &self.options.ranges);
            let terms = self.options.budget.shape_terms;
            let shape = Shape::of(builder.arena(), &claim, terms);
            let new = shape.is_some_and(|shape| seen.insert(shape.key));
            if !new {
                continue;
            }
            if seen.len() > DIAGNOSED_SHAPES {
                break;
            }
            let Some((witness, step)) = self.refuted_soon(builder, other) else {
                continue;
            };
            let own = self.diagnose(builder, other, &witness);
            let joined = joined(&agreement.sets, &own);
            if joined != agreement.sets && self::severity(&own) > severity {
                severity = self::severity(&own);
                agreement.worse = Some((place, witness, step));
            }
            agreement.sets = joined;
        }
        agreement
    }

    /// Refutes an obligation by the quick steps alone, without recording a proof.
    fn refuted_soon(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
    ) -> Option<(Witness, Step)> {
        let recorder = self.recorder.take();
        let quick = Allowance {
            effort: Effort::Quick,
            ..self.allowance
        };
        let decision = self.decide_within(quick, builder, obligation);
        self.recorder = recorder;
        match decision {
            Decision::Different { witness, step } => Some((witness, step)),
            _ => None,
        }
    }
}

/// Ranks a difference: 2 when no assumption explains it, 1 when laws of real numbers do, 0
/// otherwise.
fn severity(sets: &[Assumptions]) -> u8 {
    match sets.first() {
        None => 2,
        Some(set) => u8::from(set.is_algebraic()),
    }
}

/// Returns the minimal unions of one set of each list.
fn joined(sets: &[Assumptions], others: &[Assumptions]) -> Vec<Assumptions> {
    let pairs = sets.iter().flat_map(|a| others.iter().map(|&b| *a | b));
    let mut all: Vec<Assumptions> = Vec::new();
    for set in pairs {
        if !all.contains(&set) {
            all.push(set);
        }
    }
    let minimal = |set: &Assumptions| {
        let mut smaller = all.iter().filter(|other| *other != set);
        !smaller.any(|&other| set.contains(other))
    };
    all.iter().copied().filter(minimal).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_sets_are_minimal() {
        let ordered = Assumptions::ORDERED;
        let finite = Assumptions::FINITE;
        let zero = Assumptions::POSITIVE_ZERO;
        let both = ordered | zero;
        assert_eq!(joined(&[ordered], &[ordered, zero]), [ordered]);
        assert_eq!(joined(&[ordered], &[zero]), [both]);
        assert_eq!(joined(&[ordered, finite], &[zero]), [both, finite | zero]);
        assert!(joined(&[ordered], &[]).is_empty());
    }
}
