//! The step that replaces terms by variables.

use term::{Cone, Op, TermId};

use crate::argument::Argument;
use crate::fault::{Checked, not_checked, rejected, require};
use crate::ledger::EXACT;
use crate::pieces::{pieces, possible, subject};

/// Continues with variables in place of terms. The remaining claim then has to hold for every
/// value of the variables within their ranges, and these include the values of the terms.
pub(crate) fn cut(
    argument: &mut Argument,
    variables: &[(TermId, TermId)],
    pairs: &[(TermId, TermId)],
    given: &[TermId],
) -> Checked {
    let arena = &argument.ledger.terms.arena;
    let cone = Cone::of(arena, &argument.now.roots());
    for &(term, variable) in variables {
        let node = *arena.node(term);
        let symbol = arena.symbol_id(variable);
        let fresh = symbol.is_some() && cone.position(variable).is_none();
        let twice = variables.iter().filter(|(_, v)| *v == variable).count() > 1;
        require(fresh && !twice, || "a variable is no new one".into())?;
        let alike = node.width() == arena.width(variable) && node.op() != Op::Const;
        require(alike, || "a variable has another width".into())?;
        let Some(id) = symbol else { continue };
        let buffer = arena.buffer(arena.symbol(id).buffer);
        let spec = node.spec();
        let computed = spec.op.yields_float().then(|| spec.format());
        let same = buffer.format.is_none() || buffer.format == computed;
        require(same, || "a variable has another format".into())?;
        if let Some(format) = computed {
            argument.computed.insert(variable, format);
        }
    }
    let context = argument.context as usize;
    for &(term, variable) in variables {
        let arena = &argument.ledger.terms.arena;
        let facts = &mut argument.ledger.contexts[context];
        let computed = argument.computed.get(&variable).copied();
        let (inner, outer) = (
            possible(arena, facts, term, None),
            possible(arena, facts, variable, computed),
        );
        let within = inner.iter().all(|&(low, high)| {
            outer
                .iter()
                .any(|&(least, most)| least <= low && high <= most)
        });
        if !within {
            return not_checked("a term may leave the range of its variable");
        }
    }
    let map = argument.replaced(EXACT, pairs, |_, term, to| variables.contains(&(term, to)))?;
    let images: Vec<TermId> = argument
        .now
        .given
        .iter()
        .map(|c| *map.get(c).unwrap_or(c))
        .collect();
    for condition in given {
        if !images.contains(condition) {
            bound(argument, variables, *condition)?;
        }
    }
    argument.with(&map)?;
    argument.give(given.to_vec());
    Ok(())
}

/// Checks a condition on a variable that always holds for its term.
fn bound(argument: &mut Argument, variables: &[(TermId, TermId)], condition: TermId) -> Checked {
    let arena = &argument.ledger.terms.arena;
    let of = subject(arena, condition);
    let Some(&(term, variable)) = variables.iter().find(|(_, v)| Some(*v) == of) else {
        return rejected("a condition that nothing implies");
    };
    let facts = &mut argument.ledger.contexts[argument.context as usize];
    let values = possible(arena, facts, term, None);
    let tried = pieces(arena, &[condition], variable, &values, &[])?;
    match tried.iter().all(|(_, holds)| holds[0]) {
        true => Ok(()),
        false => not_checked("a bound of a term is not known"),
    }
}
