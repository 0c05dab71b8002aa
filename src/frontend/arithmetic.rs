//! Protects arithmetic with undefined behaviour from simplification by LLVM.
//!
//! A pass that knows `nsw` folds `a + 1 > a` to true, and one that need not quiet
//! signalling NaNs folds `x - 0.0` to `x`. Before passes run, [`hide`] replaces overflowing
//! arithmetic by opaque calls, puts fences around the operands of float arithmetic, and
//! calls before `unreachable`; [`restore`] puts the operations back. The executor sees
//! `nsw` on the source's arithmetic, the metadata [`CHECKED`] on its shifts and its
//! conversions to integers, and calls of [`ASSUME`], [`BIT_SCAN`], [`UNREACHABLE`] and
//! those of [`super::arrays`] (`docs/decisions/0041`). No pass removes an opaque call whose
//! result is unused, so an unused operation is observed as well.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMAttributeFunctionIndex, LLVMIntPredicate, LLVMOpcode, LLVMTypeKind};
use inkwell::module::Module;

use super::arrays;
use super::bit_scan::is_undefined_for_zero;
use super::editor::{Editor, INACCESSIBLE, NO_MEMORY};
use crate::llvm;

/// `void (i1)`: the condition that the program promises with `__builtin_assume`.
const ASSUME: &str = "simdiff.assume";
/// `void ()`, before every `unreachable` of the source.
const UNREACHABLE: &str = "simdiff.unreachable";
/// Metadata on the source's shifts and conversions of floats to integers.
const CHECKED: &str = "simdiff.checked";
/// The prefix of the names of functions that stand for an operation.
const OPAQUE: &str = "simdiff.opaque.";
const FENCE: &str = "llvm.arithmetic.fence";

/// `void (iN)`, for every width: called before a bit scan of an integer that must not be
/// zero.
const BIT_SCAN: &str = "simdiff.bit.scan";

/// Float functions that a pass may replace by one of their operands.
const FOLDED: [&str; 7] = [
    "llvm.fma.",
    "llvm.fmuladd.",
    "llvm.minnum.",
    "llvm.maxnum.",
    "llvm.minimum.",
    "llvm.maximum.",
    "llvm.powi.",
];

/// Makes operations that passes could simplify opaque to them.
pub(super) fn hide(module: &Module<'_>) {
    let editor = Editor::new(module);
    // SAFETY: values of the live module; `each` collects before anything changes.
    unsafe {
        editor.each(|instruction| match llvm::opcode(instruction) {
            LLVMOpcode::LLVMAdd | LLVMOpcode::LLVMSub | LLVMOpcode::LLVMMul
                if LLVMGetNSW(instruction) != 0 =>
            {
                editor.hide_operation(instruction, 2);
            }
            _ if llvm::may_shift_too_far(instruction) => editor.hide_operation(instruction, 2),
            LLVMOpcode::LLVMFPToSI | LLVMOpcode::LLVMFPToUI => {
                editor.hide_operation(instruction, 1);
            }
            LLVMOpcode::LLVMFAdd
            | LLVMOpcode::LLVMFSub
            | LLVMOpcode::LLVMFMul
            | LLVMOpcode::LLVMFDiv
            | LLVMOpcode::LLVMFRem
            | LLVMOpcode::LLVMFPTrunc => editor.fence(instruction),
            LLVMOpcode::LLVMUnreachable if !follows_the_end(instruction) => {
                editor.call(UNREACHABLE, instruction, &[], None, INACCESSIBLE);
            }
            LLVMOpcode::LLVMCall => editor.hide_call(instruction),
            _ => {}
        });
        editor.each(|instruction| arrays::observe(&editor, instruction));
    }
}

/// Fences the constant operands of float arithmetic, and the operands of truncations, off
/// from code generation, which would otherwise fold a multiplication by one and a rounding
/// to another format.
pub(super) fn fence_constants(module: &Module<'_>) {
    use LLVMOpcode::{LLVMFAdd, LLVMFDiv, LLVMFMul, LLVMFSub};
    let editor = Editor::new(module);
    // SAFETY: values of the live module; `each` collects before anything changes.
    unsafe {
        editor.each(|instruction| {
            let opcode = llvm::opcode(instruction);
            if opcode == LLVMOpcode::LLVMFPTrunc
                && is_common(LLVMTypeOf(llvm::operand(instruction, 0)))
            {
                editor.fence_operand(instruction, 0);
            }
            if matches!(opcode, LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv) {
                for index in 0..2 {
                    let operand = llvm::operand(instruction, index);
                    if LLVMIsConstant(operand) != 0 && is_common(LLVMTypeOf(operand)) {
                        editor.fence_operand(instruction, index);
                    }
                }
            }
        });
    }
}

/// Drops `nsw` from the module's arithmetic, so that it wraps around.
pub(super) fn wrap(module: &Module<'_>) {
    // SAFETY: values of the live module; the flags are read where there can be any.
    unsafe {
        for function in llvm::functions(module) {
            for instruction in llvm::blocks(function).flat_map(|b| llvm::instructions(b)) {
                if is_arithmetic(llvm::opcode(instruction)) {
                    LLVMSetNSW(instruction, 0);
                }
            }
        }
    }
}

/// Replaces the opaque calls by the operations again.
pub(super) fn restore(module: &Module<'_>) {
    let editor = Editor::new(module);
    // SAFETY: values of the live module; `each` collects before anything changes.
    unsafe {
        editor.each(|instruction| {
            if llvm::opcode(instruction) == LLVMOpcode::LLVMCall {
                editor.restore_call(instruction);
            }
        });
    }
}

/// Marks the source's conversions of floats to integers with [`CHECKED`].
pub(super) fn mark_conversions(module: &Module<'_>) {
    // SAFETY: values of the live module.
    unsafe {
        let context = LLVMGetModuleContext(module.as_mut_ptr());
        for function in llvm::functions(module) {
            for instruction in llvm::blocks(function).flat_map(|b| llvm::instructions(b)) {
                use LLVMOpcode::{LLVMFPToSI, LLVMFPToUI};
                if matches!(llvm::opcode(instruction), LLVMFPToSI | LLVMFPToUI) {
                    mark(context, instruction);
                }
            }
        }
    }
}

/// Marks an operation of the source with [`CHECKED`].
unsafe fn mark(context: LLVMContextRef, operation: LLVMValueRef) {
    // SAFETY: the operation is alive, and of the context.
    unsafe {
        let length = CHECKED.len() as u32;
        let kind = LLVMGetMDKindIDInContext(context, CHECKED.as_ptr().cast(), length);
        let empty = LLVMMDNodeInContext2(context, std::ptr::null_mut(), 0);
        LLVMSetMetadata(operation, kind, LLVMMetadataAsValue(context, empty));
    }
}

const fn is_arithmetic(opcode: LLVMOpcode) -> bool {
    matches!(
        opcode,
        LLVMOpcode::LLVMAdd | LLVMOpcode::LLVMSub | LLVMOpcode::LLVMMul
    )
}

/// Whether an `unreachable` follows a call that does not return.
unsafe fn follows_the_end(unreachable: LLVMValueRef) -> bool {
    // SAFETY: the instruction is alive.
    unsafe {
        let mut before = LLVMGetPreviousInstruction(unreachable);
        while !before.is_null() && llvm::opcode(before) == LLVMOpcode::LLVMCall {
            let callee = LLVMGetCalledValue(before);
            if !llvm::name(callee).starts_with("llvm.dbg.") {
                let name = "noreturn";
                let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
                let at = LLVMAttributeFunctionIndex;
                let here = LLVMGetCallSiteEnumAttribute(before, at, kind);
                return !here.is_null()
                    || !LLVMIsAFunction(callee).is_null()
                        && llvm::attribute(callee, None, name).is_some();
            }
            before = LLVMGetPreviousInstruction(before);
        }
        false
    }
}

/// The replacements of [`hide`] and [`restore`].
impl Editor {
    /// Replaces an operation by an opaque call with the same operands.
    unsafe fn hide_operation(&self, operation: LLVMValueRef, operands: u32) {
        // SAFETY: the contract of this type.
        unsafe {
            let what = match llvm::opcode(operation) {
                LLVMOpcode::LLVMAdd => "add",
                LLVMOpcode::LLVMSub => "sub",
                LLVMOpcode::LLVMMul => "mul",
                LLVMOpcode::LLVMShl => "shl",
                LLVMOpcode::LLVMLShr => "lshr",
                LLVMOpcode::LLVMAShr => "ashr",
                LLVMOpcode::LLVMFPToSI => "fptosi",
                LLVMOpcode::LLVMFPToUI => "fptoui",
                _ => "abs",
            };
            let ty = LLVMTypeOf(operation);
            let from = llvm::type_name(LLVMTypeOf(llvm::operand(operation, 0)));
            let name = format!("{OPAQUE}{what}.{from}.{}", llvm::type_name(ty));
            let operands: Vec<_> = (0..operands).map(|i| llvm::operand(operation, i)).collect();
            let call = self.call(&name, operation, &operands, Some(ty), NO_MEMORY);
            self.replace(operation, call);
        }
    }

    unsafe fn hide_call(&self, call: LLVMValueRef) {
        // SAFETY: the contract of this type.
        unsafe {
            let name = llvm::name(LLVMGetCalledValue(call));
            if name.starts_with("llvm.abs.") && is_true(llvm::operand(call, 1)) {
                self.hide_operation(call, 1);
            } else if is_undefined_for_zero(call) {
                let x = llvm::operand(call, 0);
                let name = format!("{BIT_SCAN}.{}", llvm::type_name(LLVMTypeOf(x)));
                self.call(&name, call, &[x], None, INACCESSIBLE);
            } else if name == "llvm.assume" {
                for condition in self.promised(call) {
                    self.call(ASSUME, call, &[condition], None, INACCESSIBLE);
                }
                LLVMInstructionEraseFromParent(call);
            } else if FOLDED.iter().any(|folded| name.starts_with(folded)) {
                self.fence(call);
            }
        }
    }

    /// Puts fences around the float operands of an operation.
    unsafe fn fence(&self, operation: LLVMValueRef) {
        // SAFETY: the contract of this type.
        unsafe {
            let count = match llvm::opcode(operation) {
                LLVMOpcode::LLVMCall => LLVMGetNumArgOperands(operation),
                _ => LLVMGetNumOperands(operation).max(0) as u32,
            };
            for index in 0..count {
                if llvm::is_float(LLVMTypeOf(llvm::operand(operation, index))) {
                    self.fence_operand(operation, index);
                }
            }
        }
    }

    unsafe fn fence_operand(&self, operation: LLVMValueRef, index: u32) {
        // SAFETY: the contract of this type.
        unsafe {
            let mut operand = llvm::operand(operation, index);
            let mut ty = LLVMTypeOf(operand);
            let id = LLVMLookupIntrinsicID(FENCE.as_ptr().cast(), FENCE.len());
            let fence = LLVMGetIntrinsicDeclaration(self.module, id, &mut ty, 1);
            let signature = LLVMIntrinsicGetType(self.context, id, &mut ty, 1);
            self.position(operation);
            let name = c"".as_ptr();
            let fenced = LLVMBuildCall2(self.builder, signature, fence, &mut operand, 1, name);
            LLVMSetOperand(operation, index, fenced);
        }
    }

    unsafe fn restore_call(&self, call: LLVMValueRef) {
        // SAFETY: the contract of this type.
        unsafe {
            let name = llvm::name(LLVMGetCalledValue(call));
            if name.starts_with(FENCE) {
                LLVMReplaceAllUsesWith(call, llvm::operand(call, 0));
                LLVMInstructionEraseFromParent(call);
                return;
            }
            let Some(what) = name.strip_prefix(OPAQUE) else {
                return;
            };
            self.position(call);
            let empty = c"".as_ptr();
            let (builder, ty) = (self.builder, LLVMTypeOf(call));
            // A builder would fold constant operands: it is given frozen ones, which are
            // replaced.
            let count = LLVMGetNumArgOperands(call);
            let frozen: Vec<LLVMValueRef> = (0..count)
                .map(|index| LLVMBuildFreeze(builder, llvm::operand(call, index), empty))
                .collect();
            let (x, y) = (frozen[0], frozen[frozen.len() - 1]);
            let value = match what.split('.').next() {
                Some("add") => LLVMBuildNSWAdd(builder, x, y, empty),
                Some("sub") => LLVMBuildNSWSub(builder, x, y, empty),
                Some("mul") => LLVMBuildNSWMul(builder, x, y, empty),
                Some("shl") => LLVMBuildShl(builder, x, y, empty),
                Some("lshr") => LLVMBuildLShr(builder, x, y, empty),
                Some("ashr") => LLVMBuildAShr(builder, x, y, empty),
                Some("fptosi") => LLVMBuildFPToSI(builder, x, ty, empty),
                Some("fptoui") => LLVMBuildFPToUI(builder, x, ty, empty),
                _ => self.absolute(x),
            };
            if what.starts_with("fpto") || what.contains("sh") {
                mark(self.context, value);
            }
            for (index, frozen) in frozen.into_iter().enumerate() {
                LLVMSetOperand(value, index as u32, llvm::operand(call, index as u32));
                LLVMInstructionEraseFromParent(frozen);
            }
            self.replace(call, value);
        }
    }

    /// The conditions that an `llvm.assume` promises, its alignment bundles included.
    unsafe fn promised(&self, call: LLVMValueRef) -> Vec<LLVMValueRef> {
        // SAFETY: the contract of this type; bundles are indexed below their number, and
        // disposed of once.
        unsafe {
            let mut all = vec![llvm::operand(call, 0)];
            for index in 0..LLVMGetNumOperandBundles(call) {
                let bundle = LLVMGetOperandBundleAtIndex(call, index);
                let mut length = 0;
                let tag = LLVMGetOperandBundleTag(bundle, &mut length);
                let tag = std::slice::from_raw_parts(tag.cast::<u8>(), length);
                let count = LLVMGetNumOperandBundleArgs(bundle);
                let args = (0..count).map(|i| LLVMGetOperandBundleArgAtIndex(bundle, i));
                if let (b"align", [address, align, offset @ ..]) = (tag, &*args.collect::<Vec<_>>())
                {
                    all.push(self.aligned(call, [*address, *align], offset.first().copied()));
                }
                LLVMDisposeOperandBundle(bundle);
            }
            all
        }
    }

    /// The condition that an address, less an offset, is a multiple of a power of two.
    unsafe fn aligned(
        &self,
        before: LLVMValueRef,
        [address, align]: [LLVMValueRef; 2],
        offset: Option<LLVMValueRef>,
    ) -> LLVMValueRef {
        // SAFETY: the contract of this type; both numbers are integers.
        unsafe {
            self.position(before);
            let (builder, name) = (self.builder, c"".as_ptr());
            let long = LLVMInt64TypeInContext(self.context);
            let mut at = LLVMBuildPtrToInt(builder, address, long, name);
            if let Some(offset) = offset {
                let offset = LLVMBuildIntCast2(builder, offset, long, 1, name);
                at = LLVMBuildSub(builder, at, offset, name);
            }
            let align = LLVMBuildIntCast2(builder, align, long, 0, name);
            let low = LLVMBuildSub(builder, align, LLVMConstInt(long, 1, 0), name);
            let rest = LLVMBuildAnd(builder, at, low, name);
            let zero = LLVMConstInt(long, 0, 0);
            LLVMBuildICmp(builder, LLVMIntPredicate::LLVMIntEQ, rest, zero, name)
        }
    }

    /// A call of `llvm.abs` that is undefined for the least integer.
    unsafe fn absolute(&self, x: LLVMValueRef) -> LLVMValueRef {
        // SAFETY: the contract of this type.
        unsafe {
            let mut ty = LLVMTypeOf(x);
            let name = "llvm.abs";
            let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            let function = LLVMGetIntrinsicDeclaration(self.module, id, &mut ty, 1);
            let signature = LLVMIntrinsicGetType(self.context, id, &mut ty, 1);
            let mut arguments = [x, LLVMConstInt(LLVMInt1TypeInContext(self.context), 1, 0)];
            let arguments = arguments.as_mut_ptr();
            LLVMBuildCall2(
                self.builder,
                signature,
                function,
                arguments,
                2,
                c"".as_ptr(),
            )
        }
    }
}

unsafe fn is_true(value: LLVMValueRef) -> bool {
    // SAFETY: the value is alive.
    unsafe { !LLVMIsAConstantInt(value).is_null() && LLVMConstIntGetZExtValue(value) != 0 }
}

/// Whether a type is `float` or `double`.
unsafe fn is_common(ty: LLVMTypeRef) -> bool {
    // SAFETY: the type is alive.
    let kind = unsafe { LLVMGetTypeKind(ty) };
    matches!(
        kind,
        LLVMTypeKind::LLVMFloatTypeKind | LLVMTypeKind::LLVMDoubleTypeKind
    )
}
