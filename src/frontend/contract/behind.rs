//! Bounds on accesses from the comparisons that guard them.

use std::collections::HashSet;

use inkwell::llvm_sys::{LLVMIntPredicate, LLVMOpcode};

use super::extent::{Analysis, larger};
use super::poly::{Poly, Symbol};
use crate::budgets::contract::BRANCHES_ABOVE;
use crate::llvm::{Block, Value};

impl<'m> Analysis<'m> {
    /// The largest value of an offset in the buffer of an argument over all iterations that
    /// execute the block.
    pub(super) fn feasible(&mut self, poly: Poly, block: Block<'m>, buffer: u32) -> Option<Poly> {
        let pairs = self.behind(block);
        let direct: HashSet<u32> = poly.arguments().collect();
        let mut least = self.highest(&poly);
        for (small, large) in &pairs {
            let Some(bounded) = replaced(&poly, small, large) else {
                continue;
            };
            least = match (least, self.highest(&bounded)) {
                (Some(a), Some(b)) => match larger(a.clone(), b.clone()) {
                    Some(larger) if larger == a => Some(b),
                    None if self.lengths.belongs(&b, buffer)
                        && !self.lengths.belongs(&a, buffer) =>
                    {
                        Some(b)
                    }
                    _ => Some(a),
                },
                (a, b) => a.or(b),
            };
        }
        // All guards together: `x < w` and `y < h` of `p[y * w + x]`.
        let telling = pairs.iter().filter(|(_, large)| self.lengths.tells(large));
        let all = telling.fold(poly, |poly, (small, large)| {
            replaced(&poly, small, large).unwrap_or(poly)
        });
        let all = self.highest(&all);
        let all = all.filter(|all| self.lengths.belongs(all, buffer));
        let shortest = |poly: Poly| self.lengths.shortest(poly, &pairs, (buffer, &direct));
        match (least.map(shortest), all.map(shortest)) {
            (Some(least), Some(all)) if all.mentioned() < least.mentioned() => Some(all),
            (least, all) => least.or(all),
        }
    }

    /// Pairs of polynomials of which the first is at most the second whenever the block is
    /// executed.
    fn behind(&mut self, mut block: Block<'m>) -> Vec<(Poly, Poly)> {
        let mut found = Vec::new();
        for _ in 0..BRANCHES_ABOVE {
            let Some(before) = self.above(block) else {
                break;
            };
            if let Some(branch) = before.terminator()
                && let Some(condition) = branch.condition()
                && let [then, otherwise] = branch.successors()[..]
                && then != otherwise
            {
                let mut pairs = Vec::new();
                self.passes(condition, then == block, &mut pairs);
                // Where the condition ends a loop, its variable is one step further than in the
                // loop's body.
                pairs.retain(|(_, large)| {
                    let mut phis = before.phis();
                    !phis.any(|phi| large.mentions(self.symbol(phi)))
                });
                found.extend(pairs);
            }
            block = before;
        }
        found
    }

    /// The block that every execution of a block passes just before: its only predecessor, or
    /// the one from which a loop is entered.
    fn above(&mut self, block: Block<'m>) -> Option<Block<'m>> {
        if let Some(only) = block.only_predecessor() {
            return Some(only);
        }
        if let Some(known) = self.entries.get(&block) {
            return *known;
        }
        let mut before: Vec<Block<'m>> = Vec::new();
        let (mut seen, mut open) = (HashSet::new(), Vec::new());
        open.extend(
            block
                .function()
                .into_iter()
                .flat_map(|function| function.blocks().next()),
        );
        while let Some(at) = open.pop() {
            if at == block || !seen.insert(at) {
                continue;
            }
            let next = at.successors();
            if next.contains(&block) {
                before.push(at);
            }
            open.extend(next);
        }
        let entry = match before[..] {
            [entry] => Some(entry),
            _ => None,
        };
        self.entries.insert(block, entry);
        entry
    }

    /// Adds the pairs that follow from the outcome of a condition.
    fn passes(&mut self, condition: Value<'m>, holds: bool, found: &mut Vec<(Poly, Poly)>) {
        use LLVMIntPredicate::*;
        if let Some(parts) = conjunction(condition, holds) {
            return parts
                .into_iter()
                .for_each(|part| self.passes(part, holds, found));
        }
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
    let own = own.as_constant()?;
    let times = match factor.as_constant() {
        Some(factor) if own != 0 && factor % own == 0 && factor / own > 0 => {
            Poly::constant(factor / own)
        }
        None if own == 1 && factor.is_nonnegative() => factor,
        _ => return None,
    };
    let rest = poly.sub(&small.mul(&times)?)?;
    rest.add(&large.mul(&times)?)
}

/// The conditions that all have the outcome `holds` of a condition that joins them: of `a && b`
/// if it is true, and of `a || b` if it is false.
fn conjunction(condition: Value<'_>, holds: bool) -> Option<[Value<'_>; 2]> {
    let both = || [0, 1].map(|at| condition.operand(at));
    match (condition.opcode(), holds) {
        (LLVMOpcode::LLVMAnd, true) | (LLVMOpcode::LLVMOr, false) => Some(both()),
        (LLVMOpcode::LLVMSelect, true) => {
            let is_false = condition.operand(2).unsigned() == Some(0);
            is_false.then(both)
        }
        (LLVMOpcode::LLVMSelect, false) => {
            let is_true = condition.operand(1).unsigned() == Some(1);
            is_true.then(|| [condition.operand(0), condition.operand(2)])
        }
        _ => None,
    }
}
