//! Minima and maxima of equal operand sets as shared unknown values (KLEE-CL §6.3: `minOps` and
//! `maxOps` in Fig. 11).
//!
//! Reordered chains of many minima defeat a solver that sees their comparisons. The relaxed
//! query tells it only that such chains are the same number.
//!
//! Invariant: a relaxed query has a model whenever the original query has one. So
//! *unsatisfiable* is a proof, and a model of the relaxed query proves nothing.

use rewrite_rules::{Alike, Builder};
use rustc_hash::FxHashMap;
use term::{Arena, Format, Op, Spec, TermId};

use super::claim::Claim;
use super::cut::replace;
use crate::certificate::{Set, Step};

/// A relaxed query with its justification.
pub(super) struct Relaxed {
    pub(super) query: Vec<TermId>,
    /// The proof step: sets as variables, and the conditions of the claim over them.
    pub(super) proof: Step,
}

/// Relaxes a query about a claim: minima and maxima with equal operand sets become free
/// variables constrained to be equal (floats: equal or both zero). `None` when there are none.
pub(super) fn relaxed(
    builder: &mut Builder,
    claim: &Claim,
    query: &[TermId],
    alike: &[Alike],
) -> Option<Relaxed> {
    if alike.is_empty() {
        return None;
    }
    let mut variables = FxHashMap::default();
    let mut conditions = Vec::new();
    let mut sets = Vec::new();
    for Alike { format, terms } in alike {
        let arena = builder.arena_mut();
        let mut first = None;
        let mut members = Vec::new();
        for &term in terms {
            let variable = match (first, format) {
                // Integers are equal bit for bit, so they share one variable.
                (Some(first), None) => first,
                _ => free(arena, term, *format),
            };
            if let (Some(first), Some(format)) = (first, format) {
                conditions.push(same_number(arena, *format, first, variable));
            }
            first.get_or_insert(variable);
            variables.insert(term, variable);
            members.push((term, variable));
        }
        sets.push(Set {
            format: *format,
            members,
        });
    }
    let roots = [query, &claim.roots()].concat();
    let (mut query_and_claim, map) = replace(builder, &roots, variables);
    let mut given = query_and_claim.split_off(query.len()).split_off(2);
    let mut query = query_and_claim;
    query.extend(&conditions);
    given.extend(conditions);
    let proof = Step::Sets { sets, map, given };
    Some(Relaxed { query, proof })
}

/// A fresh variable that replaces a term.
fn free(arena: &mut Arena, term: TermId, format: Option<Format>) -> TermId {
    arena.add_variable(format!("set{}", term.index()), arena.width(term), format)
}

/// A one-bit term: two floats have the same bits or are both zero.
fn same_number(arena: &mut Arena, format: Format, x: TermId, y: TermId) -> TermId {
    let width = format.width();
    let equal = arena.term(Spec::int(Op::Eq, 1), &[x, y]);
    let both = arena.term(Spec::int(Op::Or, width), &[x, y]);
    let magnitude = arena.constant(width, format.sign_mask() - 1);
    let both = arena.term(Spec::int(Op::And, width), &[both, magnitude]);
    let zero = arena.constant(width, 0);
    let zeros = arena.term(Spec::int(Op::Eq, 1), &[both, zero]);
    arena.term(Spec::int(Op::Or, 1), &[equal, zeros])
}
