//! How far from each pointer argument a function reaches, in terms of its integers.
//!
//! Loop variables are replaced by their bounds, so that `src[3*i+2]` for `i < n`
//! reaches `3*n` elements and `p[y*stride+x]` reaches `stride*(h-1)+w`. Only a
//! proposal for the contract, which the user sees: wrap-around and branches are
//! not considered, and an answer of `None` means to fall back on names.

use std::collections::{HashMap, HashSet};

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{
    LLVMABISizeOfType, LLVMGetModuleDataLayout, LLVMOffsetOfElement, LLVMStoreSizeOfType,
    LLVMTargetDataRef,
};
use inkwell::llvm_sys::{LLVMIntPredicate, LLVMOpcode, LLVMTypeKind, LLVMValueKind};
use inkwell::values::{AsValueRef, FunctionValue};

use super::poly::{Poly, Symbol};
use crate::llvm;

/// Loops nest no deeper than this.
const MAX_LOOPS: usize = 16;

/// Expressions nested deeper than this are given up.
const MAX_DEPTH: u32 = 32;

/// The bytes reached from each argument; arguments that are missing are unknown.
pub(super) fn of_function(function: FunctionValue<'_>) -> HashMap<u32, Poly> {
    let raw = function.as_value_ref();
    // SAFETY: the function is alive, and so is everything reached from it.
    unsafe {
        let mut analysis = Analysis {
            layout: LLVMGetModuleDataLayout(LLVMGetGlobalParent(raw)),
            arguments: (0..function.count_params())
                .map(|i| (LLVMGetParam(raw, i), i))
                .collect(),
            loops: Vec::new(),
            depth: 0,
        };
        let mut reached: HashMap<u32, Option<Poly>> = HashMap::new();
        for block in llvm::blocks(raw) {
            for instruction in llvm::instructions(block) {
                analysis.visit(instruction, &mut reached);
            }
        }
        reached
            .into_iter()
            .filter_map(|(index, poly)| Some((index, poly?)))
            .collect()
    }
}

struct Analysis {
    layout: LLVMTargetDataRef,
    arguments: HashMap<LLVMValueRef, u32>,
    /// The phis met so far; a [`Symbol::Loop`] is an index into them.
    loops: Vec<LLVMValueRef>,
    /// How deep the expression at hand is nested.
    depth: u32,
}

/// The function has to be alive and unchanged: the contract of every unsafe function
/// here.
impl Analysis {
    /// Records what one instruction reaches.
    unsafe fn visit(
        &mut self,
        instruction: LLVMValueRef,
        reached: &mut HashMap<u32, Option<Poly>>,
    ) {
        // SAFETY: the contract of the analysis.
        unsafe {
            match llvm::opcode(instruction) {
                LLVMOpcode::LLVMLoad => {
                    let size = LLVMStoreSizeOfType(self.layout, LLVMTypeOf(instruction));
                    let size = Some(Poly::constant(size as i64));
                    self.access(llvm::operand(instruction, 0), size, reached);
                }
                LLVMOpcode::LLVMStore => {
                    let stored = LLVMTypeOf(llvm::operand(instruction, 0));
                    let size = LLVMStoreSizeOfType(self.layout, stored);
                    let size = Some(Poly::constant(size as i64));
                    self.access(llvm::operand(instruction, 1), size, reached);
                    self.access(llvm::operand(instruction, 0), None, reached);
                }
                LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke => {
                    let callee = llvm::name(LLVMGetCalledValue(instruction));
                    let quiet = [
                        "llvm.lifetime.",
                        "llvm.dbg.",
                        "llvm.assume",
                        "llvm.prefetch",
                    ];
                    if quiet.iter().any(|prefix| callee.starts_with(prefix)) {
                        return;
                    }
                    let size = match callee.starts_with("llvm.mem") {
                        true => self.value(llvm::operand(instruction, 2)),
                        false => None,
                    };
                    for index in 0..LLVMGetNumArgOperands(instruction) {
                        self.access(llvm::operand(instruction, index), size.clone(), reached);
                    }
                }
                LLVMOpcode::LLVMAtomicRMW
                | LLVMOpcode::LLVMAtomicCmpXchg
                | LLVMOpcode::LLVMPtrToInt
                | LLVMOpcode::LLVMRet => {
                    for operand in llvm::operands(instruction) {
                        self.access(operand, None, reached);
                    }
                }
                _ => {}
            }
        }
    }

    /// An access of `size` bytes at a pointer; anything unknown spoils its argument.
    unsafe fn access(
        &mut self,
        pointer: LLVMValueRef,
        size: Option<Poly>,
        reached: &mut HashMap<u32, Option<Poly>>,
    ) {
        // SAFETY: the contract of the analysis.
        unsafe {
            if LLVMGetTypeKind(LLVMTypeOf(pointer)) != LLVMTypeKind::LLVMPointerTypeKind {
                return;
            }
            let roots = self.roots(pointer);
            let end = match (roots.len(), size) {
                (1, Some(size)) => self.value(pointer).and_then(|at| {
                    let end = at.add(&size)?;
                    self.highest(&end)
                }),
                _ => None,
            };
            for root in roots {
                let merged = match reached.remove(&root) {
                    None => end.clone(),
                    Some(before) => before.and_then(|b| larger(b, end.clone()?)),
                };
                reached.insert(root, merged);
            }
        }
    }

    /// The arguments that a pointer may come from.
    unsafe fn roots(&self, pointer: LLVMValueRef) -> HashSet<u32> {
        let (mut roots, mut seen, mut work) = (HashSet::new(), HashSet::new(), vec![pointer]);
        while let Some(value) = work.pop() {
            if let Some(index) = self.arguments.get(&value) {
                roots.insert(*index);
                continue;
            }
            // SAFETY: the contract of the analysis.
            unsafe {
                if !seen.insert(value)
                    || llvm::kind(value) != LLVMValueKind::LLVMInstructionValueKind
                {
                    continue;
                }
                match llvm::opcode(value) {
                    LLVMOpcode::LLVMGetElementPtr => work.push(llvm::operand(value, 0)),
                    LLVMOpcode::LLVMPHI | LLVMOpcode::LLVMSelect | LLVMOpcode::LLVMFreeze => {
                        work.extend(llvm::operands(value));
                    }
                    _ => {}
                }
            }
        }
        roots
    }

    /// The distance of a pointer from its argument in bytes.
    unsafe fn pointer(&mut self, value: LLVMValueRef) -> Option<Poly> {
        // SAFETY: the contract of the analysis.
        unsafe {
            if self.arguments.contains_key(&value) {
                return Some(Poly::default());
            }
            if llvm::kind(value) != LLVMValueKind::LLVMInstructionValueKind {
                return None;
            }
            match llvm::opcode(value) {
                LLVMOpcode::LLVMPHI => Some(self.loop_symbol(value)),
                LLVMOpcode::LLVMFreeze => self.value(llvm::operand(value, 0)),
                LLVMOpcode::LLVMGetElementPtr => {
                    let base = self.value(llvm::operand(value, 0))?;
                    base.add(&self.step(value)?)
                }
                _ => None,
            }
        }
    }

    /// What a `getelementptr` adds, in bytes.
    unsafe fn step(&mut self, gep: LLVMValueRef) -> Option<Poly> {
        // SAFETY: the contract of the analysis.
        unsafe {
            let mut ty = LLVMGetGEPSourceElementType(gep);
            let mut total = Poly::default();
            for (position, index) in llvm::operands(gep).skip(1).enumerate() {
                let index = self.value(index)?;
                if position > 0 && LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMStructTypeKind {
                    let field = u32::try_from(index.as_constant()?).ok()?;
                    let offset = LLVMOffsetOfElement(self.layout, ty, field);
                    total = total.add(&Poly::constant(offset as i64))?;
                    ty = LLVMStructGetTypeAtIndex(ty, field);
                    continue;
                }
                if position > 0 {
                    ty = LLVMGetElementType(ty);
                }
                let size = LLVMABISizeOfType(self.layout, ty);
                total = total.add(&index.scale(i64::try_from(size).ok()?, 1)?)?;
            }
            Some(total)
        }
    }

    /// An integer, or an upper bound of it.
    unsafe fn integer(&mut self, value: LLVMValueRef) -> Option<Poly> {
        // SAFETY: the contract of the analysis.
        unsafe {
            if !LLVMIsAConstantInt(value).is_null() {
                return (LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64)
                    .then(|| Poly::constant(LLVMConstIntGetSExtValue(value)));
            }
            if let Some(index) = self.arguments.get(&value) {
                return Some(Poly::symbol(Symbol::Argument(*index)));
            }
            if llvm::kind(value) != LLVMValueKind::LLVMInstructionValueKind {
                return None;
            }
            let opcode = llvm::opcode(value);
            if opcode == LLVMOpcode::LLVMPHI {
                return Some(self.loop_symbol(value));
            }
            let binary = LLVMGetNumOperands(value) == 2;
            if opcode == LLVMOpcode::LLVMAnd {
                return self.masked(value);
            }
            let left = match opcode {
                LLVMOpcode::LLVMZExt => {
                    let inner = llvm::operand(value, 0);
                    let width = LLVMGetIntTypeWidth(LLVMTypeOf(inner));
                    // A byte from memory is at most 255, whatever it is.
                    let most = (width <= 16).then(|| Poly::constant((1 << width) - 1));
                    return self.value(inner).or(most);
                }
                LLVMOpcode::LLVMSExt | LLVMOpcode::LLVMTrunc | LLVMOpcode::LLVMFreeze => {
                    return self.value(llvm::operand(value, 0));
                }
                _ if binary => self.value(llvm::operand(value, 0))?,
                _ => return None,
            };
            let right = self.value(llvm::operand(value, 1))?;
            let constant = right.as_constant();
            let power = |k: i64| (0..62).contains(&k).then(|| 1i64 << k);
            match opcode {
                LLVMOpcode::LLVMAdd | LLVMOpcode::LLVMOr => left.add(&right),
                LLVMOpcode::LLVMSub => left.sub(&right),
                LLVMOpcode::LLVMMul => left.mul(&right),
                LLVMOpcode::LLVMShl => left.scale(power(constant?)?, 1),
                LLVMOpcode::LLVMSDiv | LLVMOpcode::LLVMUDiv => {
                    left.scale(1, constant.filter(|c| *c > 0)?)
                }
                LLVMOpcode::LLVMAShr | LLVMOpcode::LLVMLShr => left.scale(1, power(constant?)?),
                _ => None,
            }
        }
    }

    /// `n & ~3` is at most `n`, `x & 15` at most 15.
    unsafe fn masked(&mut self, and: LLVMValueRef) -> Option<Poly> {
        /// A mask from here on is one of alignment, not of an index.
        const WIDE: i64 = 1 << 20;
        // SAFETY: the contract of the analysis.
        unsafe {
            let mask = self.value(llvm::operand(and, 1))?;
            match mask.as_constant()? {
                0..WIDE => Some(mask),
                _ => self.value(llvm::operand(and, 0)),
            }
        }
    }

    fn loop_symbol(&mut self, phi: LLVMValueRef) -> Poly {
        let known = self.loops.iter().position(|p| *p == phi);
        let number = known.unwrap_or_else(|| {
            self.loops.push(phi);
            self.loops.len() - 1
        });
        Poly::symbol(Symbol::Loop(number))
    }

    /// An integer or a pointer's distance.
    unsafe fn value(&mut self, value: LLVMValueRef) -> Option<Poly> {
        if self.depth > MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        // SAFETY: the contract of the analysis.
        let poly = unsafe {
            match LLVMGetTypeKind(LLVMTypeOf(value)) {
                LLVMTypeKind::LLVMPointerTypeKind => self.pointer(value),
                LLVMTypeKind::LLVMIntegerTypeKind => self.integer(value),
                _ => None,
            }
        };
        self.depth -= 1;
        poly
    }

    /// The largest value over all iterations.
    unsafe fn highest(&mut self, poly: &Poly) -> Option<Poly> {
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

    /// Start and step of a loop variable.
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

    /// Smallest and largest value of a loop variable.
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

    /// How often the loop of this phi goes round again, told by another variable of it.
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

    /// The last value in the loop's body, from the comparison that ends the loop.
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
            // A test in the latch sees the value of the next round.
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

    /// The last value of a loop variable that a comparison lets pass; `next` is how far
    /// ahead of the body's value the loop has moved when it compares.
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
            // Whether the loop may go on at the bound itself: `<=`, or an exit on `>`.
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
            // The compared value is `ahead` of the variable; a late test that lets pass
            // makes the variable move on by `next`.
            bound.add(&Poly::constant(next - ahead - slack))
        }
    }
}

/// The larger of two polynomials, if one always is.
fn larger(a: Poly, b: Poly) -> Option<Poly> {
    let difference = a.sub(&b)?;
    if difference.is_nonnegative() {
        Some(a)
    } else if difference.scale(-1, 1)?.is_nonnegative() {
        Some(b)
    } else {
        None
    }
}
