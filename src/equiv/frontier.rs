//! Choice of the terms to cut a claim at, so that few bits remain free.

use rustc_hash::FxHashSet;
use term::{Arena, Op, TermId};

use crate::budgets::proof::{FRONTIER_ROUNDS, FRONTIER_VISITS};

/// Reduces a frontier to fewer bits that still determine everything above it: drops a term that
/// the others determine, and replaces a term by its operands where those are narrower.
pub(super) fn narrowed(arena: &Arena, mut frontier: FxHashSet<TermId>) -> FxHashSet<TermId> {
    for _ in 0..FRONTIER_ROUNDS {
        let mut terms: Vec<TermId> = frontier.iter().copied().collect();
        // Users before their operands.
        terms.sort_unstable_by(|a, b| b.cmp(a));
        let mut changed = false;
        for term in terms {
            if arena.node(term).children().is_empty() {
                continue;
            }
            frontier.remove(&term);
            if is_determined(arena, term, &frontier) {
                changed = true;
                continue;
            }
            let below = operands(arena, term);
            let fresh = below.iter().filter(|operand| !frontier.contains(*operand));
            let bits: u32 = fresh.map(|operand| u32::from(arena.width(*operand))).sum();
            if bits < u32::from(arena.width(term)) {
                changed = true;
                frontier.extend(below);
            } else {
                frontier.insert(term);
            }
        }
        if !changed {
            break;
        }
    }
    frontier
}

/// Whether a term is a function of the terms in the set.
fn is_determined(arena: &Arena, term: TermId, set: &FxHashSet<TermId>) -> bool {
    let mut seen = FxHashSet::default();
    let mut open = arena.node(term).children().to_vec();
    while let Some(term) = open.pop() {
        if set.contains(&term) || arena.op(term) == Op::Const || !seen.insert(term) {
            continue;
        }
        let operands = arena.node(term).children();
        if operands.is_empty() || seen.len() > FRONTIER_VISITS {
            return false;
        }
        open.extend(operands);
    }
    true
}

/// The operands of a term, looking through concatenations and extensions, constants left out.
fn operands(arena: &Arena, term: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut open = arena.node(term).children().to_vec();
    while let Some(term) = open.pop() {
        match arena.op(term) {
            Op::Const => {}
            Op::Concat | Op::ZExt | Op::SExt => open.extend(arena.node(term).children()),
            _ if found.contains(&term) => {}
            _ => found.push(term),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use rewrite_rules::{Builder, RuleSet};

    /// Bytes extended and added: the bytes, not the wide terms.
    #[test]
    fn extended_bytes_are_cut_as_bytes() {
        let mut b = Builder::new(RuleSet::builtin());
        let [x, y, z] =
            ["x", "y", "z"].map(|name| b.arena_mut().add_variable(name.into(), 8, None));
        let [p, q] = [x, y].map(|byte| b.zext(byte, 32));
        let sum = b.add(p, q);
        let cut = |terms: &[TermId]| narrowed(b.arena(), terms.iter().copied().collect());
        let bytes = |terms: &[TermId]| FxHashSet::from_iter(terms.iter().copied());
        assert_eq!(cut(&[p, z]), bytes(&[x, z]));
        assert_eq!(cut(&[sum]), bytes(&[x, y]));
        assert_eq!(cut(&[sum, p, q, z]), bytes(&[x, y, z]));
    }

    /// A byte of a product of words is fewer bits than the words.
    #[test]
    fn a_narrow_result_stays_whole() {
        let mut b = Builder::new(RuleSet::builtin());
        let [x, y] = ["x", "y"].map(|name| b.arena_mut().add_variable(name.into(), 32, None));
        let product = b.mul(x, y);
        let byte = b.extract(product, 24, 8);
        let cut = narrowed(b.arena(), FxHashSet::from_iter([byte]));
        assert_eq!(cut, FxHashSet::from_iter([byte]));
    }
}
