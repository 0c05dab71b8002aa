//! Replaces inline assembly that only moves values by the moves: from a constant, an input
//! or an output to an output or to a clobbered register.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMTypeKind, LLVMValueKind};
use inkwell::module::Module;

use self::text::{From, Move, To, moves};
use crate::llvm;

mod text;

/// Replaces every call of such inline assembly. The module is as clang emitted it, before
/// memory accesses are observed.
pub(super) fn replace(module: &Module<'_>) {
    // SAFETY: values of the live module; calls are collected before any is replaced.
    unsafe {
        let builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module.as_mut_ptr()));
        for function in llvm::functions(module).collect::<Vec<_>>() {
            let code = llvm::blocks(function).flat_map(|block| llvm::instructions(block));
            let calls = code.filter(|i| !LLVMIsACallInst(*i).is_null());
            for call in calls.collect::<Vec<_>>() {
                let Some(mut replaced) = Call::of(builder, call) else {
                    continue;
                };
                if let Some(results) = replaced.run() {
                    replaced.give(results);
                    LLVMInstructionEraseFromParent(call);
                }
            }
        }
        LLVMDisposeBuilder(builder);
    }
}

/// A call of inline assembly that only moves values.
struct Call {
    builder: LLVMBuilderRef,
    call: LLVMValueRef,
    moves: Vec<Move>,
    /// The current value of each output; `None` before the first move to it.
    outputs: Vec<Option<LLVMValueRef>>,
    /// The types of the outputs.
    types: Vec<LLVMTypeRef>,
    /// The constraints of the inputs, in the order of the call's arguments.
    inputs: Vec<String>,
    /// The registers that the assembly clobbers.
    given_up: Vec<String>,
}

impl Call {
    unsafe fn of(builder: LLVMBuilderRef, call: LLVMValueRef) -> Option<Call> {
        // SAFETY: the call is alive, and so are the texts of the assembly that it calls.
        unsafe {
            let callee = LLVMGetCalledValue(call);
            if LLVMGetValueKind(callee) != LLVMValueKind::LLVMInlineAsmValueKind {
                return None;
            }
            let (mut length, mut constraints_length) = (0, 0);
            let text = LLVMGetInlineAsmAsmString(callee, &mut length);
            let constraints = LLVMGetInlineAsmConstraintString(callee, &mut constraints_length);
            let moves = moves(&llvm::text(text, length))?;
            let constraints = llvm::text(constraints, constraints_length);
            let all = constraints.split(',').map(str::to_owned);
            let (given_up, all): (Vec<_>, Vec<_>) = all.partition(|c| c.starts_with('~'));
            let (outputs, inputs): (Vec<_>, Vec<_>) =
                all.into_iter().partition(|c| c.starts_with('='));
            if outputs.iter().any(|c| c.contains('*')) {
                return None;
            }
            let ty = LLVMTypeOf(call);
            let types: Vec<LLVMTypeRef> = match outputs.len() {
                0 => Vec::new(),
                1 => vec![ty],
                n => (0..n as u32)
                    .map(|i| LLVMStructGetTypeAtIndex(ty, i))
                    .collect(),
            };
            let before = |(at, output): (usize, &String)| {
                let register = output.trim_start_matches(['=', '&']);
                let bound = |input: &str| input.starts_with('{') && input == register;
                let same = |input: &String| input.parse() == Ok(at) || bound(input);
                let input = inputs.iter().position(same)?;
                Some(LLVMGetOperand(call, input as u32))
            };
            let outputs = outputs.iter().enumerate().map(before).collect();
            let given_up = given_up
                .iter()
                .map(|c| c.trim_matches(['~', '{', '}']).to_owned());
            LLVMPositionBuilderBefore(builder, call);
            Some(Call {
                builder,
                call,
                moves,
                outputs,
                types,
                given_up: given_up.collect(),
                inputs,
            })
        }
    }

    /// The final values of the outputs; `None` if some move is not supported.
    unsafe fn run(&mut self) -> Option<Vec<Option<LLVMValueRef>>> {
        let mut written = false;
        for moved in std::mem::take(&mut self.moves) {
            match &moved.to {
                To::Register(name) if self.given_up.contains(name) => {}
                To::Register(_) => return None,
                To::Operand(output) => {
                    let ty = *self.types.get(*output)?;
                    // SAFETY: operands and types of the live call.
                    let value = unsafe { self.moved(&moved, ty, written)? };
                    self.outputs[*output] = Some(value);
                    written = true;
                }
            }
        }
        Some(std::mem::take(&mut self.outputs))
    }

    /// The value that a move leaves in an output of type `ty`. An output may share the
    /// register of an input, so inputs are no longer known once an output is written.
    unsafe fn moved(&self, moved: &Move, ty: LLVMTypeRef, written: bool) -> Option<LLVMValueRef> {
        // SAFETY: as the caller promises.
        unsafe {
            let result = bits(ty)?;
            let width = moved.width.unwrap_or(result);
            let integer = |bits| LLVMIntTypeInContext(LLVMGetTypeContext(ty), bits);
            let name = c"".as_ptr();
            let (from, own) = match moved.from {
                From::Number(number) => (LLVMConstInt(integer(64), number as u64, 0), 64),
                From::Operand(at) if at < self.outputs.len() => {
                    let value = self.outputs[at]?;
                    (value, bits(LLVMTypeOf(value))?)
                }
                From::Operand(at) => {
                    let at = at - self.outputs.len();
                    let (input, value) =
                        (self.inputs.get(at)?, LLVMGetOperand(self.call, at as u32));
                    if written && LLVMIsConstant(value) == 0 {
                        return None;
                    }
                    if input.contains('*') {
                        if width != result || result % 8 != 0 {
                            return None;
                        }
                        let value = LLVMBuildLoad2(self.builder, integer(result), value, name);
                        LLVMSetAlignment(value, 1);
                        (value, result)
                    } else {
                        (value, bits(LLVMTypeOf(value))?)
                    }
                }
            };
            let numbers = matches!(moved.from, From::Number(_));
            let told = moved.width.is_some() || own == result || numbers;
            // A write of the lower half of a register zeroes the upper half.
            let extends = result == 64 && width == 32 && own >= 32;
            let kept = if extends { 32 } else { result };
            if !told || !extends && result > width.min(own) {
                return None;
            }
            let whole = LLVMBuildBitCast(self.builder, from, integer(own), name);
            let value = LLVMBuildTruncOrBitCast(self.builder, whole, integer(kept), name);
            let value = LLVMBuildZExtOrBitCast(self.builder, value, integer(result), name);
            Some(LLVMBuildBitCast(self.builder, value, ty, name))
        }
    }

    /// Replaces the uses of the call's results.
    unsafe fn give(&self, results: Vec<Option<LLVMValueRef>>) {
        // SAFETY: values of the types that the call has.
        unsafe {
            let given = results.iter().zip(&self.types);
            let given: Vec<_> = given
                .map(|(v, ty)| v.unwrap_or_else(|| LLVMGetUndef(*ty)))
                .collect();
            let value = match given[..] {
                [] => return,
                [only] => only,
                _ => {
                    let mut all = LLVMGetUndef(LLVMTypeOf(self.call));
                    for (i, value) in given.iter().enumerate() {
                        all =
                            LLVMBuildInsertValue(self.builder, all, *value, i as u32, c"".as_ptr());
                    }
                    all
                }
            };
            LLVMReplaceAllUsesWith(self.call, value);
        }
    }
}

/// The width in bits of an integer or a mask.
unsafe fn bits(ty: LLVMTypeRef) -> Option<u32> {
    // SAFETY: a live type; a vector's element is asked for only of one.
    unsafe {
        match LLVMGetTypeKind(ty) {
            LLVMTypeKind::LLVMIntegerTypeKind => Some(LLVMGetIntTypeWidth(ty)),
            LLVMTypeKind::LLVMVectorTypeKind if bits(LLVMGetElementType(ty)) == Some(1) => {
                Some(LLVMGetVectorSize(ty))
            }
            _ => None,
        }
    }
}
