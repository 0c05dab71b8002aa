//! Laws of real numbers under which two float results that differ have a common form.

use rewrite_rules::Builder;
use rewrite_rules::search::{self, Algebra};
use term::{Assignment, Cone, Op, TermId};

use super::Assumptions;
use super::canonical::cancels;
use super::claim::Claim;
use super::diagnose::{DIAGNOSED, supersets};
use super::judge::{Judge, Judgement};
use super::ladder::Ladder;
use crate::budgets::diagnosis::{LAW_TERMS, SET_SAMPLES};

impl Ladder {
    /// Returns the minimal sets of laws of real numbers, *distributive* or *contraction* among
    /// them, under which the results have a common form; empty for a claim of many terms.
    pub(super) fn laws(
        &mut self,
        builder: &mut Builder,
        claim: &Claim,
        witness: &dyn Assignment,
    ) -> Vec<Assumptions> {
        let given = self.options.assumptions;
        let arena = builder.arena();
        let cone = Cone::of(arena, &[claim.left, claim.right]);
        let multiplies = |&term: &TermId| matches!(arena.node(term).op(), Op::FMul | Op::Fma);
        if cone.len() > LAW_TERMS || !cone.terms.iter().any(multiplies) {
            return Vec::new();
        }
        let divides = |&term: &TermId| arena.node(term).op() == Op::FDiv;
        let laws = match cone.terms.iter().any(divides) {
            true => Assumptions::ALGEBRAIC,
            false => Assumptions::ALGEBRAIC - Assumptions::RECIPROCAL,
        };
        let mut minimal: Vec<Assumptions> = Vec::new();
        for set in supersets(given, laws) {
            let is_new = (set - given).intersects(Assumptions::all() - DIAGNOSED);
            if self.expired().is_none()
                && is_new
                && !minimal.iter().any(|&smaller| set.contains(smaller))
                && self.has_common_form(builder, claim, set, witness)
            {
                minimal.push(set);
            }
        }
        minimal
    }

    fn has_common_form(
        &mut self,
        builder: &mut Builder,
        claim: &Claim,
        assumptions: Assumptions,
        witness: &dyn Assignment,
    ) -> bool {
        let judgement = Judge::new(builder.arena(), claim, assumptions).judge(witness);
        if judgement == Judgement::Differs
            || self.differs_under(builder, claim, assumptions, SET_SAMPLES)
        {
            return false;
        }
        let mut reduced = claim.clone();
        let (ranges, canonical) = (&self.options.ranges, &mut self.canonical);
        if canonical
            .reduce(builder, &mut reduced, ranges, assumptions)
            .equal
        {
            return true;
        }
        let algebra = Algebra {
            rules: canonical.rules(),
            assumptions,
            limits: self.options.budget.algebra,
            cancels: assumptions.contains(Assumptions::FINITE)
                && cancels(builder.arena(), &reduced),
        };
        let terms = [reduced.left, reduced.right];
        let stop = || self.options.deadline.expired().is_some();
        search::expand(builder.arena_mut(), terms, &algebra, &stop).is_some()
    }
}
