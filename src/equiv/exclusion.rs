//! The inputs of a claim on which an excluded value is met, as one condition.
//!
//! [`admissible`] has conditions of the floats that are met on every input; here those that a
//! select, an `and` or an `or` may leave out of account count where they are met. Invariant: the
//! judge excludes every input that the condition excludes.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Cone, Op, TermId};

use super::Assumptions;
use super::admissible;
use super::claim::Claim;
use super::ladder::Ladder;
use crate::budgets::proof::EXCLUSION_TERMS;
use crate::solver::{Answer, Limits};

impl Ladder {
    /// The solver's answer to a query about a claim, among the inputs on which the claim meets no
    /// excluded value. `None` if no assumption excludes any, the claim has too many terms, or it is
    /// a subgoal: the conditions of one may mention floats that the claim does not meet.
    pub(super) fn ask_among_admitted(
        &mut self,
        builder: &mut Builder,
        claim: &Claim,
        (mut query, limits): (Vec<TermId>, Limits),
    ) -> Option<Answer> {
        if self.depth > 1 {
            return None;
        }
        query.push(admitted(builder, claim, self.options.assumptions)?);
        Some(self.solver.check(builder.arena(), &query, limits))
    }
}

/// A one-bit term that holds where *ordered*, *finite* and *positive zero* admit what a claim
/// meets.
fn admitted(builder: &mut Builder, claim: &Claim, assumptions: Assumptions) -> Option<TermId> {
    if !assumptions.exclude_values() {
        return None;
    }
    let roots = claim.roots();
    let cone = Cone::of(builder.arena(), &roots);
    if cone.len() > EXCLUSION_TERMS {
        return None;
    }
    let never = builder.bool(false);
    let mut excluded: FxHashMap<TermId, TermId> = FxHashMap::default();
    for &term in &cone.terms {
        let node = builder.arena().node(term);
        let (spec, children) = (node.spec(), node.children().to_vec());
        let of = |at: usize| excluded.get(&children[at]).copied().unwrap_or(never);
        let mut met = match (spec.op, &*children) {
            (Op::Select, &[condition, _, _]) => {
                let chosen = builder.select(condition, of(1), of(2));
                builder.or(of(0), chosen)
            }
            (op @ (Op::And | Op::Or), &[x, y]) => {
                let deciding = match op {
                    Op::And => 0,
                    _ => u128::MAX,
                };
                let deciding = builder.constant(spec.width, deciding);
                let [by_x, by_y] = [x, y].map(|operand| builder.eq(operand, deciding));
                let (either, both) = (builder.or(of(0), of(1)), builder.and(of(0), of(1)));
                let one = builder.select(by_x, of(0), either);
                let decided = builder.select(by_x, both, of(1));
                builder.select(by_y, decided, one)
            }
            _ => {
                let operands = (0..children.len()).map(of).collect::<Vec<_>>();
                operands
                    .into_iter()
                    .fold(never, |all, operand| builder.or(all, operand))
            }
        };
        for float in admissible::floats_at(builder.arena(), term) {
            for admits in admissible::admits(builder, float, assumptions) {
                let is_excluded = builder.not(admits);
                met = builder.or(met, is_excluded);
            }
        }
        if met != never {
            excluded.insert(term, met);
        }
    }
    let all = roots.iter().filter_map(|root| excluded.get(root).copied());
    let any = all.fold(never, |any, one| builder.or(any, one));
    Some(builder.not(any))
}
