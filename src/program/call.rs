//! Decoding of calls, those of constrained float intrinsics included.

use term::{Op, Outcomes};

use super::function::{Decoded, FunctionDecoder};
use super::instruction::*;
use super::operation::fast_math;
use super::operator::Cast;
use crate::llvm::{Block, Value};

impl<'m> FunctionDecoder<'_, 'm> {
    pub(super) fn call(&mut self, block: Block<'m>, value: Value<'m>) -> Decoded<Kind> {
        let callee = value.callee().ok_or("a call without a callee")?;
        if callee.is_assembly() {
            return self.assembly(value, callee);
        }
        let name = callee.name();
        if value.bundle_count() > 0 && name != "llvm.assume" {
            return Err("operand bundles".to_owned());
        }
        if name.starts_with("llvm.va_start") && is_microsofts(value) {
            return Err("variable arguments of the calling convention ms_abi".to_owned());
        }
        if let Some(what) = name.strip_prefix("llvm.experimental.constrained.")
            && let Some(kind) = self.constrained(value, what)?
        {
            return Ok(kind);
        }
        // Constrained intrinsics have their metadata arguments last.
        let arguments: Vec<Value<'m>> = value
            .arguments()
            .take_while(|argument| !argument.is_metadata())
            .collect();
        let callee = match self.decoder.function_ids.get(&callee) {
            Some(&id) => Callee::Function(id),
            None => Callee::Pointer(self.operand(callee)?),
        };
        let mut operands = Vec::new();
        let mut types = Vec::new();
        let mut by_value = Vec::new();
        for (i, argument) in (0..).zip(arguments) {
            types.push(self.type_of(argument)?);
            operands.push(self.operand(argument)?);
            let pointee = value.call_attribute_type(i, self.decoder.by_value);
            let align = value.call_attribute(Some(i), self.decoder.align);
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
        let unwind = match value.unwind() {
            Some(target) => Some(self.edge(block, target)?),
            None => None,
        };
        Ok(Kind::Call(Box::new(Call {
            callee,
            arguments: operands.into(),
            types: types.into(),
            by_value: by_value.into(),
            result: self.type_of(value)?,
            fast: fast_math(value),
            unused: !value.is_used(),
            unwind: unwind.map(Box::new),
        })))
    }

    /// Decodes a constrained intrinsic of `-frounding-math` as an operation: the executor
    /// always honours the current rounding direction. `None` if it is a function instead.
    fn constrained(&mut self, value: Value<'m>, what: &str) -> Decoded<Option<Kind>> {
        let base = what.split('.').next().unwrap_or(what);
        Ok(Some(match base {
            "fadd" => self.float(Op::FAdd, value)?,
            "fsub" => self.float(Op::FSub, value)?,
            "fmul" => self.float(Op::FMul, value)?,
            "fdiv" => self.float(Op::FDiv, value)?,
            "frem" => self.float(Op::FRem, value)?,
            "fcmp" | "fcmps" => {
                let predicate = value.operand(2).metadata_text();
                Kind::FloatCompare {
                    format: self.format(value.operand(0))?,
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
fn is_microsofts(instruction: Value<'_>) -> bool {
    const WIN64: u32 = 79;
    let function = instruction.function();
    function.is_some_and(|function| function.convention() == WIN64)
}
