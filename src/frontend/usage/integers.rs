//! Follows an integer argument to what it bounds.

use inkwell::llvm_sys::{LLVMOpcode, LLVMValueKind};

use super::Walk;
use crate::frontend::counting;
use crate::llvm::Value;

/// The properties of an integer that is computed from the argument.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Way {
    /// It has passed a loop's phi, as in `while (n--)`.
    looped: bool,
    /// It has few values, whatever the argument: an address computed from it need not be
    /// concrete.
    few: bool,
}

impl<'m> Walk<'_, 'm> {
    /// Follows an integer until it bounds something.
    pub(super) fn integer(&mut self, value: Value<'m>, way: Way) {
        if self.usage.shapes || !self.followed.insert((value, way)) {
            return;
        }
        for user in value.users() {
            if user.kind() != LLVMValueKind::LLVMInstructionValueKind {
                continue;
            }
            match user.opcode() {
                LLVMOpcode::LLVMZExt
                | LLVMOpcode::LLVMSExt
                | LLVMOpcode::LLVMTrunc
                | LLVMOpcode::LLVMFreeze
                | LLVMOpcode::LLVMAdd
                | LLVMOpcode::LLVMSub
                | LLVMOpcode::LLVMAnd
                | LLVMOpcode::LLVMOr
                | LLVMOpcode::LLVMMul
                | LLVMOpcode::LLVMShl
                | LLVMOpcode::LLVMLShr
                | LLVMOpcode::LLVMAShr
                | LLVMOpcode::LLVMUDiv
                | LLVMOpcode::LLVMSDiv
                | LLVMOpcode::LLVMURem
                | LLVMOpcode::LLVMSRem
                | LLVMOpcode::LLVMSelect => {
                    let few = reduces(user) || way.few && keeps_few(user);
                    self.integer(user, Way { few, ..way });
                }
                LLVMOpcode::LLVMPHI => {
                    let looped = way.looped || counting::is_counter(user);
                    self.integer(user, Way { looped, few: false });
                }
                LLVMOpcode::LLVMICmp if counting::ends_loop(user) => {
                    let other = match user.operand(0) == value {
                        true => user.operand(1),
                        false => user.operand(0),
                    };
                    self.usage.shapes |= way.looped || counting::from_counter(other);
                }
                LLVMOpcode::LLVMGetElementPtr => {
                    let own = is_own_memory(user.operand(0));
                    self.usage.shapes |= !own && !way.few;
                }
                LLVMOpcode::LLVMAlloca => self.usage.shapes = true,
                LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke => {
                    self.integer_call(user, value, way);
                }
                _ => {}
            }
        }
    }

    fn integer_call(&mut self, call: Value<'m>, value: Value<'m>, way: Way) {
        let Some(callee) = call.callee().filter(|callee| callee.is_function()) else {
            return;
        };
        let name = callee.name();
        for index in 0..call.argument_count() {
            if call.operand(index) != value {
                continue;
            }
            let parameter = callee.parameter(index);
            if let Some(parameter) = parameter.filter(|_| !callee.is_declaration()) {
                self.integer(parameter, way);
            } else if name.starts_with("llvm.mem") {
                // The last but one operand is the length; before it, `memset` has a value.
                self.usage.shapes |= index == 2;
            } else if ["smin", "smax", "umin", "umax"]
                .iter()
                .any(|op| name.contains(op))
            {
                self.integer(call, Way { few: false, ..way });
            }
        }
    }
}

/// The largest number of values that counts as few.
const FEW: u64 = 1 << 12;

/// Whether an operation has few results for any operands: `x & 255`, `x >> 24`, `x % 10`, a
/// byte.
fn reduces(operation: Value<'_>) -> bool {
    let width = |value: Value<'_>| value.ty().width().map(u64::from);
    let is_few = |values: u64| values <= FEW;
    match operation.opcode() {
        LLVMOpcode::LLVMAnd => operation
            .operand(1)
            .unsigned()
            .is_some_and(|mask| mask < FEW),
        LLVMOpcode::LLVMURem => operation.operand(1).unsigned().is_some_and(is_few),
        LLVMOpcode::LLVMLShr => operation
            .operand(1)
            .unsigned()
            .and_then(|places| width(operation)?.checked_sub(places))
            .is_some_and(|left| left <= u64::from(FEW.ilog2())),
        LLVMOpcode::LLVMZExt => width(operation.operand(0)).is_some_and(|width| width <= 8),
        _ => false,
    }
}

/// Whether an operation on an integer of few values has few results, because its other
/// operand is constant.
fn keeps_few(operation: Value<'_>) -> bool {
    match operation.opcode() {
        LLVMOpcode::LLVMZExt
        | LLVMOpcode::LLVMSExt
        | LLVMOpcode::LLVMTrunc
        | LLVMOpcode::LLVMFreeze => true,
        LLVMOpcode::LLVMSelect => false,
        _ => operation
            .operands()
            .any(|operand| operand.unsigned().is_some()),
    }
}

/// Whether an address is inside a local or global variable: an index into a variable of
/// known size need not be concrete.
fn is_own_memory(mut address: Value<'_>) -> bool {
    loop {
        match address.kind() {
            LLVMValueKind::LLVMGlobalVariableValueKind => return true,
            LLVMValueKind::LLVMInstructionValueKind => match address.opcode() {
                LLVMOpcode::LLVMAlloca => return true,
                LLVMOpcode::LLVMGetElementPtr => address = address.operand(0),
                _ => return false,
            },
            _ => return false,
        }
    }
}
