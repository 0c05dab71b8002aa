//! Steps that use inner equalities: merged terms, and differences that add up.

use term::TermId;

use crate::argument::Argument;
use crate::fault::{Checked, not_checked, require};
use crate::ledger::EXACT;
use crate::polynomial;

/// Replaces terms by terms that lemmas prove equal.
pub(crate) fn merge(
    argument: &mut Argument,
    pairs: &[(TermId, TermId)],
    merged: &[(TermId, TermId, u32)],
) -> Checked {
    for &(from, to, lemma) in merged {
        let claim = argument.cite(lemma, &[])?;
        argument.leaves_out_nothing(lemma, None)?;
        let says = claim.compare.is_none() && (claim.left, claim.right) == (from, to);
        require(says, || format!("lemma {lemma} is about other terms"))?;
    }
    let mut map = rustc_hash::FxHashMap::default();
    let mut ways: rustc_hash::FxHashMap<TermId, Vec<TermId>> = Default::default();
    for &(from, to, _) in merged {
        ways.entry(to).or_default().push(from);
    }
    for &(term, to) in pairs {
        let node = *argument.ledger.terms.arena.node(term);
        let args: Vec<TermId> = node
            .children()
            .iter()
            .map(|c| *map.get(c).unwrap_or(c))
            .collect();
        let inner = !args.is_empty();
        let mut middles = ways.get(&to).into_iter().flatten().chain([&to]);
        let holds = middles.any(|&middle| {
            term == middle || inner && argument.ledger.makes(EXACT, node.spec(), &args, middle)
        });
        if !holds {
            return not_checked("nothing that is written leads to a replacement");
        }
        map.insert(term, to);
    }
    argument.with(&map)
}

/// Checks that the difference of the results is the sum of differences that lemmas prove to be
/// zero.
pub(crate) fn cancels(argument: &mut Argument, lemmas: &[u32]) -> Checked {
    require(argument.now.compare.is_none(), || {
        "only integers are taken apart".into()
    })?;
    let mut equal = Vec::new();
    for &lemma in lemmas {
        let claim = argument.cite(lemma, &[])?;
        argument.leaves_out_nothing(lemma, None)?;
        if claim.compare.is_some() {
            return not_checked("a part of a sum is no integer");
        }
        equal.push((claim.left, claim.right));
    }
    let results = (argument.now.left, argument.now.right);
    let arena = &argument.ledger.terms.arena;
    let facts = &mut argument.ledger.contexts[argument.context as usize];
    match polynomial::difference(arena, facts, results, &equal)? {
        Some(0) => Ok(()),
        Some(_) => crate::fault::rejected("the parts do not add up to nothing"),
        None => not_checked("the difference is another sum"),
    }
}
