//! The extent of the accesses through each pointer argument, as a polynomial in the
//! function's integers.
//!
//! Loop variables are replaced by their bounds, so that `src[3*i+2]` for `i < n` reaches
//! `3*n` elements and `p[y*stride+x]` reaches `stride*(h-1)+w`; a comparison that guards an
//! access, such as `i + 1 < n`, bounds it too. The result is only a proposal for the
//! contract, which the user sees: wrap-around is not considered, and `None` means to fall
//! back on names.

use std::collections::{HashMap, HashSet};

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{LLVMGetModuleDataLayout, LLVMStoreSizeOfType, LLVMTargetDataRef};
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind, LLVMValueKind};
use inkwell::values::{AsValueRef, FunctionValue};

use super::poly::Poly;
use crate::guard;
use crate::llvm;

/// The number of bytes reached from each argument; arguments that are missing are unknown.
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

/// One function under analysis.
pub(super) struct Analysis {
    pub(super) layout: LLVMTargetDataRef,
    pub(super) arguments: HashMap<LLVMValueRef, u32>,
    /// The phis met so far; a loop symbol is an index into them.
    pub(super) loops: Vec<LLVMValueRef>,
    /// The nesting depth of the current expression.
    pub(super) depth: u32,
}

/// The function has to be alive and unchanged: the contract of every unsafe function
/// here.
impl Analysis {
    /// Records the accesses of one instruction.
    unsafe fn visit(
        &mut self,
        instruction: LLVMValueRef,
        reached: &mut HashMap<u32, Option<Poly>>,
    ) {
        // SAFETY: the contract of the analysis.
        unsafe {
            let block = LLVMGetInstructionParent(instruction);
            match llvm::opcode(instruction) {
                LLVMOpcode::LLVMLoad => {
                    let size = LLVMStoreSizeOfType(self.layout, LLVMTypeOf(instruction));
                    let size = Some(Poly::constant(size as i64));
                    self.access(llvm::operand(instruction, 0), size, block, reached);
                }
                LLVMOpcode::LLVMStore => {
                    let stored = LLVMTypeOf(llvm::operand(instruction, 0));
                    let size = LLVMStoreSizeOfType(self.layout, stored);
                    let size = Some(Poly::constant(size as i64));
                    self.access(llvm::operand(instruction, 1), size, block, reached);
                    self.access(llvm::operand(instruction, 0), None, block, reached);
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
                    let measured = callee.starts_with("llvm.mem") || guard::is_guard(instruction);
                    let size = match measured {
                        true => self.value(llvm::operand(instruction, 2)),
                        false => None,
                    };
                    for index in 0..LLVMGetNumArgOperands(instruction) {
                        let operand = llvm::operand(instruction, index);
                        self.access(operand, size.clone(), block, reached);
                    }
                }
                LLVMOpcode::LLVMAtomicRMW
                | LLVMOpcode::LLVMAtomicCmpXchg
                | LLVMOpcode::LLVMPtrToInt
                | LLVMOpcode::LLVMRet => {
                    for operand in llvm::operands(instruction) {
                        self.access(operand, None, block, reached);
                    }
                }
                _ => {}
            }
        }
    }

    /// Records an access of `size` bytes at a pointer; an unknown extent makes its argument
    /// unknown.
    unsafe fn access(
        &mut self,
        pointer: LLVMValueRef,
        size: Option<Poly>,
        block: LLVMBasicBlockRef,
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
                    self.feasible(end, block)
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

    /// The arguments that a pointer may derive from.
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
}

/// The larger of two polynomials, if one is always at least the other.
pub(super) fn larger(a: Poly, b: Poly) -> Option<Poly> {
    let difference = a.sub(&b)?;
    if difference.is_nonnegative() {
        Some(a)
    } else if difference.scale(-1, 1)?.is_nonnegative() {
        Some(b)
    } else {
        None
    }
}
