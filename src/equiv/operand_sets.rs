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
use term::{Arena, Buffer, Format, Op, Spec, TermId};

use super::cut::replace;

/// A query with the alike minima and maxima as free variables, which are equal,
/// or both a zero; `None` when there are none.
pub(super) fn relaxed(
    builder: &mut Builder,
    query: &[TermId],
    alike: &[Alike],
) -> Option<Vec<TermId>> {
    if alike.is_empty() {
        return None;
    }
    let mut variables = FxHashMap::default();
    let mut conditions = Vec::new();
    for Alike { format, terms } in alike {
        let arena = builder.arena_mut();
        let mut first = None;
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
        }
    }
    let (mut relaxed, _) = replace(builder, query, variables);
    relaxed.extend(conditions);
    Some(relaxed)
}

/// A new variable in the place of a term.
fn free(arena: &mut Arena, term: TermId, format: Option<Format>) -> TermId {
    let buffer = arena.add_buffer(Buffer {
        name: format!("set{}", term.index()),
        format,
        signed: false,
        scalar: true,
        undefined: false,
    });
    arena.add_symbol(buffer, 0, arena.width(term))
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
