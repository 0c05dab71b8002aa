//! Decision by a common form under laws of real numbers: associativity, distributivity,
//! contraction.
//!
//! The e-graph multiplies products out and moves signs, selects and fused operations; the
//! cheapest terms of both classes are extracted, and their sums and products put in order, which
//! takes the place of rules of associativity and keeps the e-graph small. This is repeated until
//! both terms are one, or nothing changes.

use rustc_hash::FxHashSet;
use term::{Arena, Op, TermId};

use super::extraction::cheapest;
use super::order::ordered;
use super::saturation::Search;
use super::{Limits, Link, explanation};
use crate::assumptions::Assumptions;
use crate::pattern::{Pattern, Rule};
use crate::rules::RuleSet;

/// What the decision by a common form may use.
pub struct Algebra<'a> {
    /// All rules; those about floats that the assumptions allow are used.
    pub rules: &'a RuleSet,
    /// The assumptions in force.
    pub assumptions: Assumptions,
    /// Limits of each round of the e-graph.
    pub limits: Limits,
    /// Whether summands that are both added and subtracted may be dropped: no value is infinite,
    /// and nothing reads the sign of a zero.
    pub cancels: bool,
}

/// Extractions, at most.
const EXTRACTIONS: usize = 16;

/// Brings two terms to a common form; returns the links that make them equal by congruence, or
/// `None` if no common form was found before `stop` held. Intermediate terms are added to the
/// arena exactly as they are written.
pub fn expand(
    arena: &mut Arena,
    terms: [TermId; 2],
    algebra: &Algebra<'_>,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Link>> {
    let mut links = Vec::new();
    let mut now = terms;
    for _ in 0..EXTRACTIONS {
        if algebra.assumptions.contains(Assumptions::ASSOCIATIVE) {
            now = ordered(arena, now, algebra.cancels, &mut links);
        }
        if now[0] == now[1] {
            return Some(links);
        }
        if stop() {
            return None;
        }
        let (rules, assumptions) = (algebra.rules, algebra.assumptions);
        let mut search = Search::new(arena, rules, assumptions, algebra.limits, true);
        search.retain(is_algebra);
        let ids = search.saturate(now, &FxHashSet::default(), stop)?;
        let egraph = &mut search.egraph;
        if egraph.find(ids[0]) == egraph.find(ids[1]) {
            let proof = egraph.explain_id_equivalence(ids[0], ids[1]);
            explanation::links(arena, &proof.explanation_trees, &mut links)?;
            return Some(links);
        }
        let found = cheapest(egraph, ids);
        let mut proofs = Vec::new();
        for (id, term) in ids.into_iter().zip(&found) {
            let other = egraph.add_expr_uncanonical(term);
            proofs.push(egraph.explain_id_equivalence(id, other).explanation_trees);
        }
        let before = now;
        for (term, proof) in now.iter_mut().zip(&proofs) {
            *term = explanation::links(arena, proof, &mut links)?;
        }
        if now == before {
            return None;
        }
    }
    None
}

/// Whether a rewrite is about floats and leads towards the common form: order takes the place of
/// associativity, except for constants.
fn is_algebra(rule: &Rule, from: &Pattern) -> bool {
    fn any(pattern: &Pattern, wanted: fn(&Pattern) -> bool) -> bool {
        let inner = match pattern {
            Pattern::Node(_, _, args) => args.as_slice(),
            _ => &[],
        };
        wanted(pattern) || inner.iter().any(|arg| any(arg, wanted))
    }
    let computes = |p: &Pattern| matches!(p, Pattern::Node(op, ..) if op.yields_float());
    let is_constant = |p: &Pattern| matches!(p, Pattern::Const(..));
    let reorders = rule.tiers.contains(Assumptions::ASSOCIATIVE) && !any(from, is_constant);
    any(from, computes) && !reorders && !is_difference(from)
}

/// Whether a side is any difference: order finds the signs of summands.
fn is_difference(side: &Pattern) -> bool {
    match side {
        Pattern::Node(Op::FSub, _, args) => args.iter().all(|arg| matches!(arg, Pattern::Var(_))),
        _ => false,
    }
}
