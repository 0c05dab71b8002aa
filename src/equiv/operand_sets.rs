//! Minima and maxima of the same operand sets as shared unknown values (KLEE-CL
//! §6.3: `minOps` and `maxOps` in Fig. 11).
//!
//! A chain of sixteen minima in another order defeats a solver that sees the
//! comparisons. Here it sees that both chains are one number, and no more.
//!
//! Invariant: a relaxed query has a model whenever the query has, so that
//! *unsatisfiable* proves; a model of it says nothing.

use rewrite_rules::{Alike, Builder};
use rustc_hash::FxHashMap;
use term::{Arena, Format, Op, Spec, TermId};

use super::claim::Claim;
use super::cut::replace;
use crate::certificate::{Set, Step};

/// A relaxed query, and how it came about.
pub(super) struct Relaxed {
    pub(super) query: Vec<TermId>,
    /// The sets as variables, and the conditions of a claim over them.
    pub(super) proof: Step,
}

/// A query about a claim with the alike minima and maxima as free variables,
/// which are equal, or both a zero; `None` when there are none.
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
                // Integers are equal bit for bit: one variable is enough.
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

/// A new variable in the place of a term.
fn free(arena: &mut Arena, term: TermId, format: Option<Format>) -> TermId {
    arena.add_variable(format!("set{}", term.index()), arena.width(term), format)
}

/// Whether two floats have the same bits or are zeros of either sign.
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
