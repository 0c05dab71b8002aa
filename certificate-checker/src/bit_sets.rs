//! Bitwise operations as sets of operands.
//!
//! Invariant: terms with the same constant and set are equal for every input.

use std::collections::{BTreeMap, BTreeSet};

use term::{Arena, Op, TermId};

use crate::integers::ones;

/// The constant and the set of operands of a bitwise operation (for exclusive or, the operands
/// that occur an odd number of times).
pub(crate) fn bits(arena: &Arena, op: Op, root: TermId) -> (u128, BTreeSet<TermId>) {
    let (constant, mut set) = flat(arena, op, root);
    if op != Op::Xor {
        absorb(arena, op, &mut set);
    }
    (constant, set)
}

/// The constant and the set of operands, without absorption.
fn flat(arena: &Arena, op: Op, root: TermId) -> (u128, BTreeSet<TermId>) {
    let width = arena.width(root);
    let full = ones(width);
    let mut constant = if op == Op::And { full } else { 0 };
    // Users have greater ids than their operands, so each term is met once.
    let mut open = BTreeMap::from([(root, true)]);
    let mut set = BTreeSet::new();
    while let Some((term, odd)) = open.pop_last() {
        let node = arena.node(term);
        if op == Op::Xor && !odd {
            continue;
        }
        if let Some(value) = arena.constant_value(term) {
            constant = match op {
                Op::And => constant & value,
                Op::Or => constant | value,
                _ => constant ^ value,
            };
        } else if node.op() == op && node.width() == width {
            for &child in node.children() {
                let odd = open.entry(child).or_insert(false);
                *odd = !*odd;
            }
        } else {
            set.insert(term);
        }
    }
    let negated = |x: &TermId| {
        let node = arena.node(*x);
        let negates = node.op() == Op::Xor && arena.constant_value(node.child(1)) == Some(full);
        negates && set.contains(&node.child(0))
    };
    let absorbing = if op == Op::And { 0 } else { full };
    if op != Op::Xor && (constant == absorbing || set.iter().any(negated)) {
        return (absorbing, BTreeSet::new());
    }
    (constant, set)
}

/// Removes members that another member absorbs: x | (x & y) = x.
fn absorb(arena: &Arena, op: Op, set: &mut BTreeSet<TermId>) {
    let dual = if op == Op::And { Op::Or } else { Op::And };
    if !set.iter().any(|&member| arena.op(member) == dual) {
        return;
    }
    let members: Vec<(TermId, (u128, BTreeSet<TermId>))> =
        set.iter().map(|&m| (m, flat(arena, dual, m))).collect();
    for (member, (constant, operands)) in &members {
        let within = |(other, (their, fewer)): &(TermId, (u128, BTreeSet<TermId>))| {
            let weaker = match dual {
                Op::And => constant & their == *constant,
                _ => constant | their == *constant,
            };
            other != member && set.contains(other) && weaker && fewer.is_subset(operands)
        };
        if members.iter().any(within) {
            set.remove(member);
        }
    }
}
