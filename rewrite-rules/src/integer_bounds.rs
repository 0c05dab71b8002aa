//! Evaluation order of integer bounds: operands first, on an explicit stack, so that long chains
//! need no recursion and no bound is computed twice.

use term::{Arena, Node, Op, TermId};

use crate::category::{Analysis, View};
use crate::interval::Interval;

/// The terms that a node's integer bounds depend on.
fn operands<'a>(arena: &'a Arena, node: &'a Node) -> impl Iterator<Item = TermId> + 'a {
    let all = node.children();
    let (own, compared): (&[TermId], &[TermId]) = match node.op() {
        Op::Select => {
            let condition = arena.node(node.child(0));
            match condition.op() {
                Op::Ult | Op::Slt => (&all[1..], condition.children()),
                _ => (&all[1..], &[]),
            }
        }
        Op::Add | Op::Sub | Op::Mul | Op::UDiv | Op::URem => (all, &[]),
        Op::And | Op::Or | Op::Xor | Op::Shl | Op::LShr | Op::AShr => (all, &[]),
        Op::Concat | Op::Extract | Op::ZExt | Op::SExt => (all, &[]),
        _ => (&[], &[]),
    };
    own.iter().chain(compared).copied()
}

impl Analysis {
    /// Computes the intervals of everything below a term, operands first, and then its own.
    /// `depth` limits float operands only.
    pub(crate) fn operands_first(&mut self, view: View, term: TermId, depth: u8) -> Interval {
        let unknown = |this: &Analysis, term: &TermId| {
            view.arena.constant_value(*term).is_none() && this.intervals.get(*term).is_none()
        };
        let mut open: Vec<TermId> = operands(view.arena, view.arena.node(term))
            .filter(|operand| unknown(self, operand))
            .collect();
        while let Some(&next) = open.last() {
            let node = view.arena.node(next);
            let waiting = open.len();
            if unknown(self, &next) {
                open.extend(operands(view.arena, node).filter(|operand| unknown(self, operand)));
                if open.len() > waiting {
                    continue;
                }
                let interval = self.integer_node(view, next, node, depth);
                self.intervals.insert(next, interval);
            }
            open.pop();
        }
        let interval = self.integer_node(view, term, view.arena.node(term), depth);
        self.intervals.insert(term, interval);
        interval
    }

    /// The number of a term's interval; equal intervals have equal numbers.
    pub(crate) fn interval_number(&mut self, view: View, term: TermId) -> u32 {
        if let Some(known) = self.intervals.number_of(term) {
            return known;
        }
        let interval = self.interval(view, term);
        self.intervals.number(interval)
    }
}
