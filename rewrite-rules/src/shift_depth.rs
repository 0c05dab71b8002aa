//! Depth of sums shifted within sums.
//!
//! The low bits of a sum are the sum of the low bits, so extracts from sums are rewritten to
//! narrower sums, down to the inputs. Where bits are extracted from sums of bits that were
//! themselves extracted from sums, each level multiplies the number of narrower sums; guards use
//! the depth to stop there.

use term::{Arena, Op, TermId};

use crate::category::Analysis;

impl Analysis {
    /// The greatest number of nested sums and products, among the terms that the bits of a term
    /// are computed from, from which bits are extracted.
    pub(crate) fn shift_depth(&mut self, arena: &Arena, term: TermId) -> u8 {
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            if self.shift_depths.contains_key(&next) {
                open.pop();
                continue;
            }
            let node = arena.node(next);
            let waiting = open.len();
            let mut deepest = 0;
            for child in parts(node.op(), node.children()) {
                match self.shift_depths.get(child) {
                    Some(&depth) => deepest = deepest.max(depth),
                    None => open.push(*child),
                }
            }
            if open.len() == waiting {
                let cuts = node.op() == Op::Extract && is_arithmetic(arena.op(node.child(0)));
                let depth = deepest.saturating_add(cuts.into());
                self.shift_depths.insert(next, depth);
                open.pop();
            }
        }
        self.shift_depths[&term]
    }
}

/// The operands whose bits become bits of the result or are added up to it.
fn parts(op: Op, children: &[TermId]) -> &[TermId] {
    match op {
        Op::Extract | Op::Concat | Op::ZExt | Op::SExt => children,
        Op::Add | Op::Sub | Op::Mul | Op::And | Op::Or | Op::Xor => children,
        Op::Select => &children[1..],
        _ => &[],
    }
}

fn is_arithmetic(op: Op) -> bool {
    matches!(op, Op::Add | Op::Sub | Op::Mul)
}
