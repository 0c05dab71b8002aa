//! Decoding of calls, those of constrained float intrinsics included.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind, LLVMValueKind};
use term::{Op, Outcomes};

use super::function::{Decoded, FunctionDecoder};
use super::instruction::*;
use super::operation::fast_math;
use super::operator::Cast;
use super::raw::{self, opcode};

impl FunctionDecoder<'_, '_> {
    pub(super) fn call(&mut self, block: LLVMBasicBlockRef, value: LLVMValueRef) -> Decoded<Kind> {
        // SAFETY: the value is a call or invoke.
        let (callee, count) = unsafe { (LLVMGetCalledValue(value), LLVMGetNumArgOperands(value)) };
        if raw::kind(callee) == LLVMValueKind::LLVMInlineAsmValueKind {
            return self.assembly(value, callee);
        }
        // SAFETY: the value is a call or invoke.
        if unsafe { LLVMGetNumOperandBundles(value) } > 0 && raw::name(callee) != "llvm.assume" {
            return Err("operand bundles".to_owned());
        }
        if raw::name(callee).starts_with("llvm.va_start") && is_microsofts(value) {
            return Err("variable arguments of the calling convention ms_abi".to_owned());
        }
        if let Some(what) = raw::name(callee).strip_prefix("llvm.experimental.constrained.")
            && let Some(kind) = self.constrained(value, what)?
        {
            return Ok(kind);
        }
        // Constrained intrinsics have their metadata arguments last.
        let is_metadata = |i: &u32| {
            // SAFETY: the type of an operand of the live module.
            let kind = unsafe { LLVMGetTypeKind(raw::type_of(raw::operand(value, *i))) };
            kind == LLVMTypeKind::LLVMMetadataTypeKind
        };
        let count = (0..count).take_while(|i| !is_metadata(i)).count() as u32;
        let callee = match self.decoder.function_ids.get(&callee) {
            Some(&id) => Callee::Function(id),
            None => Callee::Pointer(self.operand(callee)?),
        };
        let mut arguments = Vec::new();
        let mut types = Vec::new();
        let mut by_value = Vec::new();
        for i in 0..count {
            types.push(self.type_of(raw::operand(value, i))?);
            arguments.push(self.arg(value, i)?);
            // SAFETY: argument attributes start at index 1; nulls are handled.
            let (pointee, align) = unsafe {
                let of = |kind| LLVMGetCallSiteEnumAttribute(value, i + 1, kind);
                let (pointee, align) = (of(self.decoder.by_value), of(self.decoder.align));
                (
                    (!pointee.is_null()).then(|| LLVMGetTypeAttributeValue(pointee)),
                    (!align.is_null()).then(|| LLVMGetEnumAttributeValue(align)),
                )
            };
            if let Some(pointee) = pointee {
                let ty = self.supported(pointee)?;
                let align = align.unwrap_or_else(|| self.decoder.program.ty(ty).align);
                by_value.push(ByValue {
                    index: i,
                    ty,
                    align,
                });
            }
        }
        let unwind = match opcode(value) {
            // SAFETY: the value is an invoke.
            LLVMOpcode::LLVMInvoke => Some(self.edge(block, unsafe { LLVMGetUnwindDest(value) })?),
            _ => None,
        };
        Ok(Kind::Call(Box::new(Call {
            callee,
            arguments: arguments.into(),
            types: types.into(),
            by_value: by_value.into(),
            result: self.type_of(value)?,
            fast: fast_math(value),
            // SAFETY: the value is an instruction.
            unused: unsafe { LLVMGetFirstUse(value).is_null() },
            unwind: unwind.map(Box::new),
        })))
    }

    /// Decodes a constrained intrinsic of `-frounding-math` as an operation: the executor
    /// always honours the current rounding direction. `None` if it is a function instead.
    fn constrained(&mut self, value: LLVMValueRef, what: &str) -> Decoded<Option<Kind>> {
        let base = what.split('.').next().unwrap_or(what);
        Ok(Some(match base {
            "fadd" => self.float(Op::FAdd, value)?,
            "fsub" => self.float(Op::FSub, value)?,
            "fmul" => self.float(Op::FMul, value)?,
            "fdiv" => self.float(Op::FDiv, value)?,
            "frem" => self.float(Op::FRem, value)?,
            "fcmp" | "fcmps" => {
                let predicate = raw::metadata_text(raw::operand(value, 2));
                Kind::FloatCompare {
                    format: self.format(raw::operand(value, 0))?,
                    outcomes: outcomes(&predicate)
                        .ok_or_else(|| format!("comparison {predicate}"))?,
                    fast: fast_math(value),
                    args: self.args(value)?,
                }
            }
            "fptrunc" | "fpext" => self.cast(Cast::Float, value)?,
            "fptosi" => self.cast(Cast::FloatToSigned, value)?,
            "fptoui" => self.cast(Cast::FloatToUnsigned, value)?,
            "sitofp" => self.cast(Cast::SignedToFloat, value)?,
            "uitofp" => self.cast(Cast::UnsignedToFloat, value)?,
            _ => return Ok(None),
        }))
    }
}

/// Returns the outcomes for which a float predicate holds, by its name.
fn outcomes(predicate: &str) -> Option<Outcomes> {
    const NAMES: [&str; 14] = [
        "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge", "ult", "ule",
        "une",
    ];
    let at = NAMES.iter().position(|name| *name == predicate)?;
    Some(Outcomes::from_bits(at as u8 + 1))
}

/// Whether an instruction's function has the calling convention `ms_abi`.
fn is_microsofts(instruction: LLVMValueRef) -> bool {
    const WIN64: u32 = 79;
    // SAFETY: the value is an instruction of a function.
    unsafe {
        let function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
        LLVMGetFunctionCallConv(function) == WIN64
    }
}
