//! Addresses that a condition selects: `condition ? x : y`.
//!
//! If the compiler merges two stores into one, the same condition may select the pointer
//! and the row distance. So the condition's value is substituted in the whole address.

use rewrite_rules::Builder;
use term::{Arena, Op, TermId};

use crate::budgets::execution::CHOICE_DEPTH;

/// Returns the condition that selects among the pointers in the sum that an address is.
pub(super) fn condition(arena: &Arena, address: TermId) -> Option<TermId> {
    let node = arena.node(address);
    match node.op() {
        Op::Select => Some(node.child(0)),
        Op::Add => {
            let mut operands = node.children().iter();
            operands.find_map(|operand| condition(arena, *operand))
        }
        _ => None,
    }
}

/// Returns the parts of an address of the form `condition ? x : y`.
pub(super) fn arms(builder: &mut Builder, address: TermId) -> Option<(TermId, TermId, TermId)> {
    let condition = condition(builder.arena(), address)?;
    let [x, y] = [true, false].map(|holds| given(builder, address, condition, holds, CHOICE_DEPTH));
    Some((condition, x, y))
}

/// Returns a term simplified under the assumption that `condition` is `holds`.
fn given(
    builder: &mut Builder,
    term: TermId,
    condition: TermId,
    holds: bool,
    depth: u32,
) -> TermId {
    let node = *builder.arena().node(term);
    let passes = matches!(
        node.op(),
        Op::Select | Op::Add | Op::Sub | Op::Mul | Op::Shl | Op::Concat | Op::SExt | Op::ZExt
    );
    if !passes || depth == 0 {
        return term;
    }
    let mut below = |operand| given(builder, operand, condition, holds, depth - 1);
    if node.op() == Op::Select && node.child(0) == condition {
        return below(node.child(if holds { 1 } else { 2 }));
    }
    let operands: Vec<TermId> = node.children().iter().map(|t| below(*t)).collect();
    match operands == node.children() {
        true => term,
        false => builder.build(node.spec(), &operands),
    }
}
