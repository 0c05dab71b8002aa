//! Equality saturation on an e-graph, with the rules of the same table, for goals that neither
//! the directed rules nor the normal forms decide.
//!
//! Invariant: a proof is returned only for terms that are equal under the assumptions. Results
//! depend on the terms and the limits alone, not on time or the machine.

mod algebra;
mod explanation;
mod extraction;
mod language;
mod matcher;
mod order;
mod saturation;

use rustc_hash::FxHashSet;
use term::{Arena, Cone, TermId};

use crate::assumptions::Assumptions;
use crate::rules::RuleSet;
use saturation::Search;

pub use algebra::{Algebra, expand};

/// Limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Number of e-nodes, at most.
    pub nodes: usize,
    /// Number of rounds in which every rule is applied, at most.
    pub rounds: usize,
    /// Number of matches of one rule in a round, at most.
    pub matches: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            nodes: 10_000,
            rounds: 6,
            matches: 300,
        }
    }
}

/// Two terms that a law makes equal, exactly as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The first term.
    pub from: TermId,
    /// The second term.
    pub to: TermId,
    /// The law.
    pub by: Law,
}

/// Why two terms are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Law {
    /// They are the sides of the rule with this name, in either order.
    Rule(String),
    /// They are an operation with its operands exchanged.
    Commutativity,
    /// They are an operation on constants and its value.
    Folding,
    /// They are float sums of the same summands, or products of the same factors.
    Order,
}

/// Whether two terms are proved equal under the assumptions. The first attempt treats subterms
/// that both share as leaves, the second expands them.
pub fn equal(
    arena: &Arena,
    a: TermId,
    b: TermId,
    rules: &RuleSet,
    assumptions: Assumptions,
    limits: Limits,
) -> bool {
    proof(arena, (a, b), rules, assumptions, limits).is_some()
}

/// Returns the proof that [`equal`] finds: the terms are equal by these links and by congruence.
/// Intermediate terms are added to the arena exactly as they are written.
pub fn explain(
    arena: &mut Arena,
    a: TermId,
    b: TermId,
    rules: &RuleSet,
    assumptions: Assumptions,
    limits: Limits,
) -> Option<Vec<Link>> {
    let cut = proof(arena, (a, b), rules, assumptions, limits)?;
    // Repeats the search with the bookkeeping that explanations need.
    let mut search = Search::new(arena, rules, assumptions, limits, true);
    let (a, b) = search.run(a, b, &cut)?;
    let explanation = search.egraph.explain_id_equivalence(a, b);
    let mut links = Vec::new();
    explanation::links(arena, &explanation.explanation_trees, &mut links);
    Some(links)
}

/// The subterms that have to be leaves for a proof to be found; `None` if none is found.
fn proof(
    arena: &Arena,
    (a, b): (TermId, TermId),
    rules: &RuleSet,
    assumptions: Assumptions,
    limits: Limits,
) -> Option<FxHashSet<TermId>> {
    if arena.width(a) != arena.width(b) {
        return None;
    }
    let (left, right) = (Cone::of(arena, &[a]), Cone::of(arena, &[b]));
    let size = left.len() + right.len();
    let left: FxHashSet<TermId> = left.terms.into_iter().collect();
    let shared = right.terms.iter().filter(|t| left.contains(t));
    let shared: FxHashSet<TermId> = shared.copied().collect();
    let cuts = [
        (shared, size <= limits.nodes / 2),
        (FxHashSet::default(), size <= limits.nodes / 8),
    ];
    let affordable = cuts.into_iter().filter(|(_, affordable)| *affordable);
    affordable.map(|(cut, _)| cut).find(|cut| {
        let mut search = Search::new(arena, rules, assumptions, limits, false);
        search.run(a, b, cut).is_some()
    })
}

#[cfg(test)]
mod tests;
