//! Assembly of moves and integer arithmetic, from a constant, an input or an output to an
//! output, to memory or to a clobbered register.

use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

use super::Assembly;
use super::text::{Action, From, Step, To, steps};

/// Replaces such assembly at the builder's position. Returns whether it did.
pub(super) unsafe fn replace(builder: LLVMBuilderRef, assembly: &Assembly) -> bool {
    let Some(steps) = steps(&assembly.text) else {
        return false;
    };
    if assembly.labels > 0 || assembly.outputs.iter().any(|c| c.contains('*')) {
        return false;
    }
    // SAFETY: values and types of the live call, before which the builder is.
    unsafe {
        let ty = LLVMTypeOf(assembly.call);
        let count = assembly.outputs.len();
        let types: Vec<LLVMTypeRef> = match count {
            0 => Vec::new(),
            1 => vec![ty],
            n => (0..n as u32)
                .map(|i| LLVMStructGetTypeAtIndex(ty, i))
                .collect(),
        };
        let before = |at| Some(LLVMGetOperand(assembly.call, assembly.tied(at)? as u32));
        let mut registers = Registers {
            builder,
            assembly,
            types,
            outputs: (0..count).map(before).collect(),
            written: vec![false; count],
        };
        let before = LLVMGetPreviousInstruction(assembly.call);
        let done = steps.iter().all(|step| registers.run(step).is_some());
        if done {
            registers.give();
            return true;
        }
        loop {
            let built = LLVMGetPreviousInstruction(assembly.call);
            if built == before {
                return false;
            }
            LLVMInstructionEraseFromParent(built);
        }
    }
}

/// The operands while the steps run.
struct Registers<'a> {
    builder: LLVMBuilderRef,
    assembly: &'a Assembly,
    /// The types of the outputs.
    types: Vec<LLVMTypeRef>,
    /// The current value of each output; `None` before the first write to it.
    outputs: Vec<Option<LLVMValueRef>>,
    /// Whether each output was written.
    written: Vec<bool>,
}

impl Registers<'_> {
    /// Executes a step; `None` if it is not supported.
    unsafe fn run(&mut self, step: &Step) -> Option<()> {
        // SAFETY: operands and types of the live call.
        unsafe {
            match &step.to {
                To::Register(name) => {
                    let clobbered = &self.assembly.clobbered;
                    return clobbered.contains(name).then_some(());
                }
                To::Pointee(pointer) => {
                    let width = step.width.filter(|w| w.is_multiple_of(8))?;
                    let input = pointer.checked_sub(self.outputs.len())?;
                    let address = self.input(input)?;
                    let kind = LLVMGetTypeKind(LLVMTypeOf(address));
                    if self.indirect(input) || kind != LLVMTypeKind::LLVMPointerTypeKind {
                        return None;
                    }
                    let ty = LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(address)), width);
                    let value = self.moved(step, ty)?;
                    let stored = LLVMBuildStore(self.builder, value, address);
                    LLVMSetAlignment(stored, 1);
                }
                To::Operand(output) => {
                    let ty = *self.types.get(*output)?;
                    let value = match (&step.from, step.action) {
                        (From::Symbol(name), Action::Move) => self.symbol(name, ty)?,
                        (From::Symbol(_), _) => return None,
                        (_, Action::Move) => self.moved(step, ty)?,
                        _ => self.calculated(step, *output, ty)?,
                    };
                    self.outputs[*output] = Some(value);
                    self.written[*output] = true;
                }
            }
            Some(())
        }
    }

    /// Whether the argument of an input is the address of its value.
    fn indirect(&self, input: usize) -> bool {
        self.assembly.inputs[input].contains('*')
    }

    /// The argument of an input; `None` if its register may have been overwritten, because an
    /// output without `&` may share the register of an input.
    unsafe fn input(&self, at: usize) -> Option<LLVMValueRef> {
        let constraint = self.assembly.inputs.get(at)?;
        let lost = |output: usize| {
            let shared = !self.assembly.outputs[output].contains('&');
            self.written[output] && (shared || self.assembly.tied(output) == Some(at))
        };
        let immediate = matches!(constraint.as_str(), "i" | "n");
        let known = immediate || !(0..self.outputs.len()).any(lost);
        // SAFETY: the arguments are the inputs, in order.
        known.then(|| unsafe { LLVMGetOperand(self.assembly.call, at as u32) })
    }

    unsafe fn symbol(&self, name: &str, ty: LLVMTypeRef) -> Option<LLVMValueRef> {
        // LLVM marks a name given by `asm` as not to be mangled.
        let names = [format!("{name}\0"), format!("\u{1}{name}\0")];
        // SAFETY: the builder is inside of a function of a live module; the names end in zero.
        unsafe {
            let function = LLVMGetBasicBlockParent(LLVMGetInsertBlock(self.builder));
            let module = LLVMGetGlobalParent(function);
            let found = names.iter().find_map(|name| {
                let name = name.as_ptr().cast();
                let function = LLVMGetNamedFunction(module, name);
                let global = LLVMGetNamedGlobal(module, name);
                [function, global].into_iter().find(|v| !v.is_null())
            })?;
            (LLVMTypeOf(found) == ty).then_some(found)
        }
    }

    /// The value that a move leaves in an output of type `ty`.
    unsafe fn moved(&self, step: &Step, ty: LLVMTypeRef) -> Option<LLVMValueRef> {
        // SAFETY: as the caller promises.
        unsafe {
            let result = bits(ty)?;
            let width = step.width.unwrap_or(result);
            let (from, own) = self.value(&step.from, width, result)?;
            let numbers = matches!(step.from, From::Number(_));
            let told = step.width.is_some() || own == result || numbers;
            // A write of the lower half of a register zeroes the upper half.
            let extends = result == 64 && width == 32 && own >= 32;
            let kept = if extends { 32 } else { result };
            if !told || !extends && result > width.min(own) {
                return None;
            }
            let value = self.resized(from, own, kept);
            let value = self.resized(value, kept, result);
            let name = c"".as_ptr();
            Some(LLVMBuildBitCast(self.builder, value, ty, name))
        }
    }

    /// The value that arithmetic leaves in an output of type `ty`.
    unsafe fn calculated(
        &self,
        step: &Step,
        output: usize,
        ty: LLVMTypeRef,
    ) -> Option<LLVMValueRef> {
        // SAFETY: as the caller promises.
        unsafe {
            if LLVMGetTypeKind(ty) != LLVMTypeKind::LLVMIntegerTypeKind {
                return None;
            }
            let result = bits(ty)?;
            let width = step.width.unwrap_or(result);
            let before = self.outputs[output]?;
            let least = match step.action {
                Action::ShiftLeft | Action::ShiftRight | Action::ShiftRightSigned => Some(0),
                Action::RotateLeft | Action::RotateRight => Some(1),
                _ => None,
            };
            if let Some(least) = least {
                match step.from {
                    From::Number(count) if (least..i64::from(width)).contains(&count) => {}
                    _ => return None,
                }
            }
            let (from, own) = self.value(&step.from, width, width)?;
            if own < width || width > result {
                return None;
            }
            let x = self.resized(before, result, width);
            let y = self.resized(from, own, width);
            let value = self.applied(step.action, x, y)?;
            let value = self.resized(value, width, result);
            // A write of 32 bits zeroes the upper half of the register; a narrower write keeps
            // the other bits.
            if width == result || width == 32 {
                return Some(value);
            }
            let name = c"".as_ptr();
            let upper = LLVMConstInt(ty, u64::MAX << width, 0);
            let upper = LLVMBuildAnd(self.builder, before, upper, name);
            Some(LLVMBuildOr(self.builder, upper, value, name))
        }
    }

    /// The result of an action with destination `x` and source `y`.
    unsafe fn applied(
        &self,
        action: Action,
        x: LLVMValueRef,
        y: LLVMValueRef,
    ) -> Option<LLVMValueRef> {
        let (b, name) = (self.builder, c"".as_ptr());
        // SAFETY: integers of one type; shifts are by less than its width.
        unsafe {
            Some(match action {
                Action::Move => return None,
                Action::Add => LLVMBuildAdd(b, x, y, name),
                Action::Subtract => LLVMBuildSub(b, x, y, name),
                Action::Reverse => LLVMBuildSub(b, y, x, name),
                Action::And => LLVMBuildAnd(b, x, y, name),
                Action::Or => LLVMBuildOr(b, x, y, name),
                Action::Xor => LLVMBuildXor(b, x, y, name),
                Action::ShiftLeft => LLVMBuildShl(b, x, y, name),
                Action::ShiftRight => LLVMBuildLShr(b, x, y, name),
                Action::ShiftRightSigned => LLVMBuildAShr(b, x, y, name),
                Action::RotateLeft | Action::RotateRight => {
                    let ty = LLVMTypeOf(x);
                    let width = LLVMConstInt(ty, LLVMGetIntTypeWidth(ty).into(), 0);
                    let rest = LLVMBuildSub(b, width, y, name);
                    let (left, right) = match action {
                        Action::RotateLeft => (y, rest),
                        _ => (rest, y),
                    };
                    let left = LLVMBuildShl(b, x, left, name);
                    LLVMBuildOr(b, left, LLVMBuildLShr(b, x, right, name), name)
                }
            })
        }
    }

    /// The value of a source, as an integer, and its width in bits. The instruction reads
    /// `width` bits to make a result of `result` bits.
    unsafe fn value(&self, from: &From, width: u32, result: u32) -> Option<(LLVMValueRef, u32)> {
        // SAFETY: as the caller promises.
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.assembly.call));
            let integer = |bits| LLVMIntTypeInContext(context, bits);
            let value = match from {
                From::Symbol(_) => return None,
                From::Number(number) => {
                    return Some((LLVMConstInt(integer(64), *number as u64, 0), 64));
                }
                From::Operand(at) if *at < self.outputs.len() => self.outputs[*at]?,
                From::Operand(at) => {
                    let at = at - self.outputs.len();
                    let value = self.input(at)?;
                    match self.indirect(at) {
                        false => value,
                        true if width != result || !result.is_multiple_of(8) => return None,
                        true => {
                            let loaded =
                                LLVMBuildLoad2(self.builder, integer(result), value, c"".as_ptr());
                            LLVMSetAlignment(loaded, 1);
                            loaded
                        }
                    }
                }
            };
            let own = bits(LLVMTypeOf(value))?;
            let whole = LLVMBuildBitCast(self.builder, value, integer(own), c"".as_ptr());
            Some((whole, own))
        }
    }

    /// An integer truncated or zero-extended to `to` bits.
    unsafe fn resized(&self, value: LLVMValueRef, from: u32, to: u32) -> LLVMValueRef {
        // SAFETY: as the caller promises.
        unsafe {
            let ty = LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(value)), to);
            match from > to {
                true => LLVMBuildTruncOrBitCast(self.builder, value, ty, c"".as_ptr()),
                false => LLVMBuildZExtOrBitCast(self.builder, value, ty, c"".as_ptr()),
            }
        }
    }

    /// Replaces the uses of the call's results.
    unsafe fn give(&self) {
        // SAFETY: values of the types that the call has.
        unsafe {
            let given = self.outputs.iter().zip(&self.types);
            let given: Vec<_> = given
                .map(|(v, ty)| v.unwrap_or_else(|| LLVMGetUndef(*ty)))
                .collect();
            let value = match given[..] {
                [] => return,
                [only] => only,
                _ => {
                    let mut all = LLVMGetUndef(LLVMTypeOf(self.assembly.call));
                    for (i, value) in given.iter().enumerate() {
                        let name = c"".as_ptr();
                        all = LLVMBuildInsertValue(self.builder, all, *value, i as u32, name);
                    }
                    all
                }
            };
            LLVMReplaceAllUsesWith(self.assembly.call, value);
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
