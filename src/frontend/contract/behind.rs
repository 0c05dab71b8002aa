//! Bounds on accesses from the comparisons that guard them.

use inkwell::llvm_sys::LLVMIntPredicate;

use super::extent::{Analysis, larger};
use super::poly::{Poly, Symbol};
use crate::budgets::contract::BRANCHES_ABOVE;
use crate::llvm::{Block, Value};

impl<'m> Analysis<'m> {
    /// The largest value of a polynomial over all iterations that execute the block.
    pub(super) fn feasible(&mut self, poly: Poly, block: Block<'m>) -> Option<Poly> {
        let mut least = self.highest(&poly);
        for (small, large) in self.behind(block) {
            let Some(bounded) = replaced(&poly, &small, &large) else {
                continue;
            };
            least = match (least, self.highest(&bounded)) {
                (Some(a), Some(b)) => match larger(a.clone(), b.clone()) {
                    Some(larger) if larger == a => Some(b),
                    _ => Some(a),
                },
                (a, b) => a.or(b),
            };
        }
        least
    }

    /// Pairs of polynomials of which the first is at most the second whenever the block is
    /// executed.
    fn behind(&mut self, mut block: Block<'m>) -> Vec<(Poly, Poly)> {
        let mut found = Vec::new();
        for _ in 0..BRANCHES_ABOVE {
            let Some(before) = block.only_predecessor() else {
                break;
            };
            if let Some(branch) = before.terminator()
                && let Some(condition) = branch.condition()
                && let [then, otherwise] = branch.successors()[..]
                && then != otherwise
            {
                self.passes(condition, then == block, &mut found);
            }
            block = before;
        }
        found
    }

    /// Adds the pairs that follow from the outcome of a condition.
    fn passes(&mut self, condition: Value<'m>, holds: bool, found: &mut Vec<(Poly, Poly)>) {
        use LLVMIntPredicate::*;
        let Some(predicate) = condition.predicate() else {
            return;
        };
        let (Some(x), Some(y)) = (
            self.value(condition.operand(0)),
            self.value(condition.operand(1)),
        ) else {
            return;
        };
        // The smaller value, the larger value, and the least distance between them.
        let pair = match (predicate, holds) {
            (LLVMIntSLT | LLVMIntULT, true) | (LLVMIntSGE | LLVMIntUGE, false) => (x, y, 1),
            (LLVMIntSLE | LLVMIntULE, true) | (LLVMIntSGT | LLVMIntUGT, false) => (x, y, 0),
            (LLVMIntSGT | LLVMIntUGT, true) | (LLVMIntSLE | LLVMIntULE, false) => (y, x, 1),
            (LLVMIntSGE | LLVMIntUGE, true) | (LLVMIntSLT | LLVMIntULT, false) => (y, x, 0),
            (LLVMIntEQ, true) | (LLVMIntNE, false) => (x, y, 0),
            // `x` is not `y`, which is its highest value.
            (LLVMIntNE, true) | (LLVMIntEQ, false)
                if self.highest(&x).is_some_and(|highest| highest == y) =>
            {
                (x, y, 1)
            }
            _ => return,
        };
        found.extend(
            pair.1
                .sub(&Poly::constant(pair.2))
                .map(|large| (pair.0, large)),
        );
    }
}

/// An upper bound: the polynomial with `small` replaced by `large`, which is not less.
fn replaced(poly: &Poly, small: &Poly, large: &Poly) -> Option<Poly> {
    let symbol = Symbol::Loop(small.loop_variable()?);
    let (own, _) = small.split(symbol)?;
    let (factor, _) = poly.split(symbol)?;
    let (own, factor) = (own.as_constant()?, factor.as_constant()?);
    if own == 0 || factor % own != 0 || factor / own <= 0 {
        return None;
    }
    let times = factor / own;
    let rest = poly.sub(&small.scale(times, 1)?)?;
    rest.add(&large.scale(times, 1)?)
}
