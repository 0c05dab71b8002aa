//! Results as minima and maxima of the same terms, by the 0-1 principle.
//!
//! Invariant: a minimum reaches a threshold if and only if both operands do, a maximum if at
//! least one does. Results that reach the same thresholds, for every set of leaves that does,
//! are equal. A greater constant reaches every threshold that a lesser one reaches.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Op, TermId};

use crate::fault::{Checked, not_checked, rejected, require};

/// Number of leaves of which all subsets are tried.
const MOST_LEAVES: usize = 28;

/// The kind of an extremum.
#[derive(Clone, Copy, PartialEq)]
enum Choice {
    Least,
    Greatest,
}

/// Checks that two terms are equal minima and maxima, read as signed or as unsigned numbers.
pub(super) fn same(arena: &Arena, left: TermId, right: TermId) -> Checked {
    match same_in(arena, left, right, Op::Ult) {
        Ok(()) => Ok(()),
        Err(_) => same_in(arena, left, right, Op::Slt),
    }
}

fn same_in(arena: &Arena, left: TermId, right: TermId, less: Op) -> Checked {
    let (mut leaves, mut constants) = (Vec::new(), Vec::new());
    let (mut seen, mut stack) = (FxHashSet::default(), vec![left, right]);
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        match (chosen(arena, term, less), value(arena, term, less)) {
            (Some((_, x, y)), _) => stack.extend([x, y]),
            (None, Some(value)) => constants.push(value),
            (None, None) => leaves.push(term),
        }
    }
    if leaves.len() > MOST_LEAVES {
        return not_checked("too many values to choose from");
    }
    constants.sort_unstable();
    constants.dedup();
    // 64 subsets at a time: the first six leaves vary within a word.
    let words = 1u64 << leaves.len().saturating_sub(6);
    for least in constants.iter().copied().chain([i128::MAX]) {
        for word in 0..words {
            let reaches = |i: usize| match i {
                0..6 => (0..64).fold(0, |bits, case: u64| bits | (case >> i & 1) << case),
                _ if word >> (i - 6) & 1 == 1 => u64::MAX,
                _ => 0,
            };
            let known = leaves
                .iter()
                .enumerate()
                .map(|(i, &leaf)| (leaf, reaches(i)));
            let mut known: FxHashMap<TermId, u64> = known.collect();
            let of = |term| value(arena, term, less).map(|v| if v < least { 0 } else { u64::MAX });
            let both = [left, right].map(|root| reached(arena, less, root, &of, &mut known));
            require(both[0] == both[1], || {
                "the results are other minima or maxima".into()
            })?;
        }
    }
    match chosen(arena, left, less).or(chosen(arena, right, less)) {
        Some(_) => Ok(()),
        None => rejected("the results are no minima or maxima"),
    }
}

/// The subsets of the leaves for which a term reaches a threshold, as bits.
fn reached(
    arena: &Arena,
    less: Op,
    term: TermId,
    of: &impl Fn(TermId) -> Option<u64>,
    known: &mut FxHashMap<TermId, u64>,
) -> u64 {
    if let Some(&bits) = known.get(&term) {
        return bits;
    }
    let bits = match chosen(arena, term, less) {
        Some((choice, x, y)) => {
            let (x, y) = (
                reached(arena, less, x, of, known),
                reached(arena, less, y, of, known),
            );
            match choice {
                Choice::Least => x & y,
                Choice::Greatest => x | y,
            }
        }
        None => of(term).unwrap_or(0),
    };
    known.insert(term, bits);
    bits
}

/// A constant as the comparison reads it.
fn value(arena: &Arena, term: TermId, less: Op) -> Option<i128> {
    let bits = arena.constant_value(term)?;
    match less {
        Op::Slt => Some(term::signed(bits, arena.width(term))),
        _ => i128::try_from(bits).ok(),
    }
}

/// The operands of a minimum or maximum: a select between two arms by their comparison. The
/// comparison may be with the constant next to an arm: `x < c + 1` for `x <= c`.
fn chosen(arena: &Arena, term: TermId, less: Op) -> Option<(Choice, TermId, TermId)> {
    let node = arena.node(term);
    if node.op() != Op::Select {
        return None;
    }
    let [mut condition, mut then, mut otherwise] = [0, 1, 2].map(|i| node.child(i));
    let outer = arena.node(condition);
    if outer.op() == Op::Xor && arena.constant_value(outer.child(1)) == Some(1) {
        condition = outer.child(0);
        (then, otherwise) = (otherwise, then);
    }
    let comparison = arena.node(condition);
    if comparison.op() != less {
        return None;
    }
    let (low, high) = (comparison.child(0), comparison.child(1));
    let apart = |above: TermId, below: TermId| {
        let values = value(arena, above, less).zip(value(arena, below, less));
        values.is_some_and(|(above, below)| above - below == 1)
    };
    let pairs = |x: TermId, y: TermId| {
        let exactly = low == x && high == y;
        exactly || low == x && apart(high, y) || high == y && apart(x, low)
    };
    if pairs(then, otherwise) {
        return Some((Choice::Least, then, otherwise));
    }
    // `low < high` selects the greater one; "above a constant" is "from the next one on".
    let exactly = low == otherwise && high == then;
    let next = low == otherwise && apart(high, then) || high == then && apart(otherwise, low);
    (exactly || next).then_some((Choice::Greatest, then, otherwise))
}
