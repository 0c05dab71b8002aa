//! Integers and pointer offsets as polynomials.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{LLVMABISizeOfType, LLVMOffsetOfElement};
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind, LLVMValueKind};

use super::extent::Analysis;
use super::poly::{Poly, Symbol};
use crate::llvm;

/// The largest nesting depth of an expression.
const MAX_DEPTH: u32 = 32;

/// The function has to be alive and unchanged: the contract of every unsafe function
/// here.
impl Analysis {
    /// The offset in bytes of a pointer from its argument.
    pub(super) unsafe fn pointer(&mut self, value: LLVMValueRef) -> Option<Poly> {
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

    /// The number of bytes that a `getelementptr` adds.
    pub(super) unsafe fn step(&mut self, gep: LLVMValueRef) -> Option<Poly> {
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

    /// An integer, or an upper bound on it.
    pub(super) unsafe fn integer(&mut self, value: LLVMValueRef) -> Option<Poly> {
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
            if let Some(most) = self.most(value) {
                return Some(Poly::constant(most));
            }
            let left = match opcode {
                LLVMOpcode::LLVMZExt => {
                    let inner = llvm::operand(value, 0);
                    let width = LLVMGetIntTypeWidth(LLVMTypeOf(inner));
                    // A byte from memory is at most 255.
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

    /// An upper bound on a masked value: `n` for `n & ~3`, 15 for `x & 15`.
    pub(super) unsafe fn masked(&mut self, and: LLVMValueRef) -> Option<Poly> {
        /// A mask from this value on aligns, and bounds no index.
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

    /// The largest result of an operation with few possible results, for any operand: a
    /// table index such as `phase >> 24` or `x % 10`.
    unsafe fn most(&mut self, operation: LLVMValueRef) -> Option<i64> {
        /// A right shift by at least this distance makes a table index; a shorter one may
        /// count blocks of elements.
        const FAR: i64 = 8;
        /// The largest width in bits of a table index.
        const INDEX: i64 = 12;
        // SAFETY: the contract of the analysis.
        unsafe {
            let opcode = llvm::opcode(operation);
            if !matches!(opcode, LLVMOpcode::LLVMLShr | LLVMOpcode::LLVMURem) {
                return None;
            }
            let right = self.value(llvm::operand(operation, 1))?.as_constant()?;
            if opcode == LLVMOpcode::LLVMURem {
                return (1..=1 << INDEX).contains(&right).then(|| right - 1);
            }
            let left = i64::from(LLVMGetIntTypeWidth(LLVMTypeOf(operation))) - right;
            (right >= FAR && (1..=INDEX).contains(&left)).then(|| (1 << left) - 1)
        }
    }

    pub(super) fn loop_symbol(&mut self, phi: LLVMValueRef) -> Poly {
        let known = self.loops.iter().position(|p| *p == phi);
        let number = known.unwrap_or_else(|| {
            self.loops.push(phi);
            self.loops.len() - 1
        });
        Poly::symbol(Symbol::Loop(number))
    }

    /// An integer, or a pointer's offset.
    pub(super) unsafe fn value(&mut self, value: LLVMValueRef) -> Option<Poly> {
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
}
