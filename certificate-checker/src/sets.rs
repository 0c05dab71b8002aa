//! The step that replaces minima and maxima with equal operand sets by variables that are only
//! known to be equal.

use rustc_hash::FxHashSet;
use term::{Arena, Cone, Format, Op, Spec, TermId};

use crate::argument::Argument;
use crate::fault::{Checked, rejected, require};
use crate::ledger::EXACT;
use crate::normal::extrema;

/// Terms that are equal, as numbers of a format or as integers, with the variables that stand
/// for them.
pub(crate) struct Set {
    pub format: Option<Format>,
    pub members: Vec<(TermId, TermId)>,
}

/// Continues with variables in place of minima and maxima. The remaining claim then has to hold
/// for all values that are equal in the same sense as the terms.
pub(crate) fn sets(
    argument: &mut Argument,
    sets: &[Set],
    pairs: &[(TermId, TermId)],
    given: &[TermId],
) -> Checked {
    let arena = &argument.ledger.terms.arena;
    let cone = Cone::of(arena, &argument.now.roots());
    let facts = &mut argument.ledger.contexts[argument.context as usize];
    let mut taken = FxHashSet::default();
    for set in sets {
        let Some(&(first, shared)) = set.members.first() else {
            return rejected("a set of nothing");
        };
        for &(term, variable) in &set.members {
            let symbol = arena.symbol_id(variable);
            let free = symbol.is_some_and(|id| facts.range(id).is_none());
            let new = free && cone.position(variable).is_none();
            // Equal integers share one variable; floats equal as numbers have one each.
            let own = match set.format {
                Some(_) => taken.insert(variable),
                None => variable == shared && (term != first || taken.insert(variable)),
            };
            let width = arena.width(term);
            let sorted = width == arena.width(variable);
            let compares = |format: Format| {
                let test = arena.node(arena.node(term).child(0)).spec();
                test.op == Op::FCmp && test.format() == format && format.width() == width
            };
            let kind = arena.node(term).op() == Op::Select && set.format.is_none_or(compares);
            require(new && own && sorted && kind, || {
                "a variable is no new one".into()
            })?;
            if term != first {
                extrema(arena, facts, first, term, set.format.is_some())?;
            }
        }
        let float = arena.node(arena.node(first).child(0)).op() == Op::FCmp;
        require(float == set.format.is_some(), || {
            "a set of another kind".into()
        })?;
    }
    let held = |term: TermId, to: TermId| sets.iter().any(|s| s.members.contains(&(term, to)));
    let map = argument.replaced(EXACT, pairs, |_, term, to| held(term, to))?;
    let image = |c: &TermId| *map.get(c).unwrap_or(c);
    let mut known: Vec<TermId> = argument.now.given.iter().map(image).collect();
    let arena = &mut argument.ledger.terms.arena;
    for set in sets {
        let (Some(format), Some(&(_, first))) = (set.format, set.members.first()) else {
            continue;
        };
        for &(_, variable) in &set.members[1..] {
            known.push(same_number(arena, format, first, variable));
        }
    }
    require(given.iter().all(|c| known.contains(c)), || {
        "a condition that nothing implies".into()
    })?;
    argument.with(&map)?;
    argument.give(given.to_vec());
    Ok(())
}

/// A one-bit term: two floats have the same bits or are both zero.
fn same_number(arena: &mut Arena, format: Format, x: TermId, y: TermId) -> TermId {
    let width = format.width();
    let equal = arena.term(Spec::int(Op::Eq, 1), &[x, y]);
    let either = arena.term(Spec::int(Op::Or, width), &[x, y]);
    let magnitude = arena.constant(width, format.sign_mask() - 1);
    let either = arena.term(Spec::int(Op::And, width), &[either, magnitude]);
    let zero = arena.constant(width, 0);
    let zeros = arena.term(Spec::int(Op::Eq, 1), &[either, zero]);
    arena.term(Spec::int(Op::Or, 1), &[equal, zeros])
}
