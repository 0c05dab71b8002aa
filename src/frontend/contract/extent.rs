//! The extent of the accesses through each pointer argument, as a polynomial in the
//! function's integers.
//!
//! Loop variables are replaced by their bounds, so that `src[3*i+2]` for `i < n` reaches
//! `3*n` elements and `p[y*stride+x]` reaches `stride*(h-1)+w`; a comparison that guards an
//! access, such as `i + 1 < n`, bounds it too. The result is only a proposal for the
//! contract, which the user sees: wrap-around is not considered, and `None` means to fall
//! back on names.

use std::collections::{HashMap, HashSet};

use inkwell::llvm_sys::{LLVMOpcode, LLVMValueKind};
use inkwell::values::FunctionValue;

use super::named_lengths::Lengths;
use super::poly::Poly;
use crate::frontend::moved::MOVED;
use crate::guard;
use crate::llvm::{Block, Layout, Value};

/// The number of bytes reached from each argument; arguments that are missing are unknown.
pub(super) fn of_function(function: FunctionValue<'_>, lengths: Lengths) -> HashMap<u32, Poly> {
    let function = Value::from(function);
    let Some(module) = function.module() else {
        return HashMap::new();
    };
    let mut analysis = Analysis {
        layout: module.layout(),
        arguments: function.parameters().zip(0..).collect(),
        loops: Vec::new(),
        depth: 0,
        buffer: None,
        counts: false,
        lengths,
        entries: HashMap::new(),
    };
    let mut reached: HashMap<u32, Option<Poly>> = HashMap::new();
    for instruction in function.instructions() {
        analysis.visit(instruction, &mut reached);
    }
    reached
        .into_iter()
        .filter_map(|(index, poly)| Some((index, poly?)))
        .collect()
}

/// One function under analysis.
pub(super) struct Analysis<'m> {
    pub(super) layout: Layout<'m>,
    pub(super) arguments: HashMap<Value<'m>, u32>,
    /// The phis met so far; a loop symbol is an index into them.
    pub(super) loops: Vec<Value<'m>>,
    /// The nesting depth of the current expression.
    pub(super) depth: u32,
    /// The argument through which the current access is made, if it is known.
    pub(super) buffer: Option<u32>,
    /// Whether the current expression is a count, instead of an address.
    pub(super) counts: bool,
    /// The integers that are lengths by their names.
    pub(super) lengths: Lengths,
    /// For blocks with several predecessors, the only one that leads there from the function's
    /// entry, if there is one.
    pub(super) entries: HashMap<Block<'m>, Option<Block<'m>>>,
}

impl<'m> Analysis<'m> {
    /// Records the accesses of one instruction.
    fn visit(&mut self, instruction: Value<'m>, reached: &mut HashMap<u32, Option<Poly>>) {
        let Some(block) = instruction.block() else {
            return;
        };
        match instruction.opcode() {
            LLVMOpcode::LLVMLoad => {
                let size = self.layout.store_size(instruction.ty());
                let size = Some(Poly::constant(size as i64));
                self.access(instruction.operand(0), size, block, reached);
            }
            LLVMOpcode::LLVMStore => {
                let stored = instruction.operand(0).ty();
                let size = self.layout.store_size(stored);
                let size = Some(Poly::constant(size as i64));
                self.access(instruction.operand(1), size, block, reached);
                self.access(instruction.operand(0), None, block, reached);
            }
            LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke => {
                let callee = instruction.callee_name();
                let quiet = [
                    MOVED,
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
                    true => self.count(instruction.operand(2)),
                    false => None,
                };
                for index in 0..instruction.argument_count() {
                    let operand = instruction.operand(index);
                    self.access(operand, size.clone(), block, reached);
                }
            }
            LLVMOpcode::LLVMPtrToInt if is_measured(instruction) => {}
            LLVMOpcode::LLVMAtomicRMW
            | LLVMOpcode::LLVMAtomicCmpXchg
            | LLVMOpcode::LLVMPtrToInt => {
                for operand in instruction.operands() {
                    self.access(operand, None, block, reached);
                }
            }
            _ => {}
        }
    }

    /// Records an access of `size` bytes at a pointer; an unknown extent makes its argument
    /// unknown.
    fn access(
        &mut self,
        pointer: Value<'m>,
        size: Option<Poly>,
        block: Block<'m>,
        reached: &mut HashMap<u32, Option<Poly>>,
    ) {
        if !pointer.ty().is_pointer() {
            return;
        }
        let roots = self.roots(pointer);
        let only = roots.iter().next().filter(|_| roots.len() == 1);
        self.buffer = only.copied();
        let end = match (only, size) {
            (Some(buffer), Some(size)) => self.value(pointer).and_then(|at| {
                let end = at.add(&size)?;
                self.feasible(end, block, *buffer)
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

    /// A number of bytes or of iterations, which no constant bounds as it bounds an index.
    pub(super) fn count(&mut self, value: Value<'m>) -> Option<Poly> {
        let outer = std::mem::replace(&mut self.counts, true);
        let count = self.value(value);
        self.counts = outer;
        count
    }

    /// The arguments that a pointer may derive from.
    fn roots(&self, pointer: Value<'m>) -> HashSet<u32> {
        let (mut roots, mut seen, mut work) = (HashSet::new(), HashSet::new(), vec![pointer]);
        while let Some(value) = work.pop() {
            if let Some(index) = self.arguments.get(&value) {
                roots.insert(*index);
                continue;
            }
            if !seen.insert(value) || value.kind() != LLVMValueKind::LLVMInstructionValueKind {
                continue;
            }
            match value.opcode() {
                LLVMOpcode::LLVMGetElementPtr => work.push(value.operand(0)),
                LLVMOpcode::LLVMPHI | LLVMOpcode::LLVMSelect | LLVMOpcode::LLVMFreeze => {
                    work.extend(value.operands());
                }
                _ => {}
            }
        }
        roots
    }
}

/// Whether an address is only subtracted from another one or compared: that accesses nothing.
fn is_measured(address: Value<'_>) -> bool {
    let mut users = address.users().into_iter();
    users.all(|user| matches!(user.opcode(), LLVMOpcode::LLVMSub | LLVMOpcode::LLVMICmp))
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
