//! The ranges of loop variables, from the conditions that end the loops.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMIntPredicate, LLVMOpcode};

use super::extent::Analysis;
use super::poly::{Poly, Symbol};
use crate::llvm;

/// The largest number of nested loops.
const MAX_LOOPS: usize = 16;

/// The function has to be alive and unchanged: the contract of every unsafe function
/// here.
impl Analysis {
    /// The largest value of a polynomial over all iterations.
    pub(super) unsafe fn highest(&mut self, poly: &Poly) -> Option<Poly> {
        let mut poly = poly.clone();
        for _ in 0..MAX_LOOPS {
            let Some(number) = poly.loop_variable() else {
                return Some(poly);
            };
            let (factor, rest) = poly.split(Symbol::Loop(number))?;
            // SAFETY: the contract of the analysis.
            let bound = unsafe {
                if factor.is_nonnegative() {
                    self.bounds(number)?.1
                } else if factor.scale(-1, 1)?.is_nonnegative() {
                    self.bounds(number)?.0
                } else {
                    None
                }
            };
            poly = rest.add(&factor.mul(&bound?)?)?;
        }
        None
    }

    /// The start and the step of a loop variable.
    unsafe fn progress(&mut self, number: usize) -> Option<(Poly, Poly)> {
        let phi = *self.loops.get(number)?;
        let own = Poly::symbol(Symbol::Loop(number));
        let (mut start, mut step) = (None, None);
        // SAFETY: the contract of the analysis.
        unsafe {
            for index in 0..LLVMCountIncoming(phi) {
                let mut value = self.value(LLVMGetIncomingValue(phi, index))?;
                let target = match value.mentions(Symbol::Loop(number)) {
                    true => {
                        value = value.sub(&own)?;
                        &mut step
                    }
                    false => &mut start,
                };
                if target.replace(value.clone()).is_some_and(|v| v != value) {
                    return None;
                }
            }
        }
        Some((start?, step.filter(|s| s.loop_variable().is_none())?))
    }

    /// The smallest and the largest value of a loop variable, each if known.
    unsafe fn bounds(&mut self, number: usize) -> Option<(Option<Poly>, Option<Poly>)> {
        // SAFETY: the contract of the analysis.
        unsafe {
            let (start, step) = self.progress(number)?;
            let limit = match step.as_constant().and_then(|step| self.limit(number, step)) {
                Some(limit) => Some(limit),
                None => Some(start.add(&self.rounds(number)?.mul(&step)?)?),
            };
            if step.is_nonnegative() {
                Some((Some(start), limit))
            } else {
                step.scale(-1, 1)?
                    .is_nonnegative()
                    .then_some((limit, Some(start)))
            }
        }
    }

    /// The number of times the loop of this phi repeats, found from another variable of the
    /// loop.
    unsafe fn rounds(&mut self, number: usize) -> Option<Poly> {
        // SAFETY: the contract of the analysis.
        unsafe {
            let block = LLVMGetInstructionParent(*self.loops.get(number)?);
            let others: Vec<LLVMValueRef> = llvm::instructions(block)
                .take_while(|i| llvm::opcode(*i) == LLVMOpcode::LLVMPHI)
                .collect();
            for other in others {
                self.loop_symbol(other);
                let Some(at) = self.loops.iter().position(|p| *p == other) else {
                    continue;
                };
                let Some((start, step)) = self.progress(at) else {
                    continue;
                };
                let Some(step) = step.as_constant().filter(|s| *s != 0) else {
                    continue;
                };
                if let Some(limit) = self.limit(at, step) {
                    return limit.sub(&start)?.scale(1, step);
                }
            }
            None
        }
    }

    /// The last value of a loop variable in the loop's body, from the comparison that ends
    /// the loop.
    unsafe fn limit(&mut self, number: usize, step: i64) -> Option<Poly> {
        // SAFETY: the contract of the analysis.
        unsafe {
            let phi = *self.loops.get(number)?;
            let header = LLVMGetInstructionParent(phi);
            let latches: Vec<LLVMBasicBlockRef> = (0..LLVMCountIncoming(phi))
                .filter(|i| {
                    self.value(LLVMGetIncomingValue(phi, *i))
                        .is_some_and(|v| v.mentions(Symbol::Loop(number)))
                })
                .map(|i| LLVMGetIncomingBlock(phi, i))
                .collect();
            // A comparison in the latch sees the next iteration's value.
            let late = latches.contains(&header);
            let tests = [header].into_iter().chain(latches);
            for (block, late) in tests.enumerate().map(|(i, b)| (b, late || i > 0)) {
                let branch = LLVMGetBasicBlockTerminator(block);
                if llvm::opcode(branch) != LLVMOpcode::LLVMBr || LLVMIsConditional(branch) == 0 {
                    continue;
                }
                let next = if late { step } else { 0 };
                if let Some(limit) = self.compared(LLVMGetCondition(branch), number, step, next) {
                    return Some(limit);
                }
            }
            None
        }
    }

    /// The last value of a loop variable for which a comparison continues the loop. `next`
    /// is the variable's advance over its value in the body at the time of the comparison.
    unsafe fn compared(
        &mut self,
        condition: LLVMValueRef,
        number: usize,
        step: i64,
        next: i64,
    ) -> Option<Poly> {
        use LLVMIntPredicate::*;
        // SAFETY: the contract of the analysis.
        unsafe {
            if LLVMIsAICmpInst(condition).is_null() {
                return None;
            }
            let left = self.value(llvm::operand(condition, 0))?;
            let right = self.value(llvm::operand(condition, 1))?;
            let symbol = Symbol::Loop(number);
            let (own, bound, swapped) = match (left.mentions(symbol), right.mentions(symbol)) {
                (true, false) => (left, right, false),
                (false, true) => (right, left, true),
                _ => return None,
            };
            let ahead = own.sub(&Poly::symbol(symbol))?.as_constant()?;
            let predicate = LLVMGetICmpPredicate(condition);
            // Whether the loop continues at the bound itself: `<=`, or an exit on `>`.
            let (less_or_equal, greater_or_equal) = match predicate {
                LLVMIntSLE | LLVMIntULE | LLVMIntSGT | LLVMIntUGT => (!swapped, swapped),
                LLVMIntSGE | LLVMIntUGE | LLVMIntSLT | LLVMIntULT => (swapped, !swapped),
                _ => (false, false),
            };
            let exact = matches!(predicate, LLVMIntEQ | LLVMIntNE);
            let slack = match (exact, step > 0) {
                (true, _) => step,
                (false, true) => i64::from(!less_or_equal),
                (false, false) => -i64::from(!greater_or_equal),
            };
            // The compared value is `ahead` of the variable; at a late comparison the
            // variable has advanced by `next`.
            let shift = next.checked_sub(ahead)?.checked_sub(slack)?;
            bound.add(&Poly::constant(shift))
        }
    }
}
