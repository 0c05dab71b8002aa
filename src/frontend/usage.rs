//! The uses of a function's arguments in its IR.
//!
//! For a pointer: whether memory is read and written through it, and the extent of the
//! accesses if all are at constant offsets. For an integer: whether it bounds a loop or
//! takes part in an address in a buffer, in which case it has to be concrete for execution
//! to be bounded. Invariant: an answer errs towards more (read, written, unknown extent);
//! nothing is proved from it later.

use std::collections::HashSet;

use inkwell::llvm_sys::{LLVMOpcode, LLVMValueKind};
use inkwell::values::FunctionValue;

use super::counting;
use super::unpack::MOVED;
use crate::guard;
use crate::llvm::{Type, Value, View};

/// The uses of one argument.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Memory is read through it.
    pub reads: bool,
    /// Memory is written through it.
    pub writes: bool,
    /// Some access is at an offset that is not constant, or not known at all.
    pub dynamic: bool,
    /// One past the last byte accessed at a constant offset.
    pub extent: u64,
    /// As an integer: it bounds a loop, an address or a length.
    pub shapes: bool,
    /// Some instruction uses it.
    pub used: bool,
}

impl Usage {
    fn unknown(&mut self) {
        self.reads = true;
        self.writes = true;
        self.dynamic = true;
    }
}

/// The uses of one argument of a defined function.
pub fn of_argument(function: FunctionValue<'_>, index: u32) -> Usage {
    let function = Value::from(function);
    let mut walk = Walk::new(function.module(), &|_| true);
    walk.inside.push(function);
    if let Some(argument) = function.parameter(index) {
        walk.usage.used = argument.is_used();
        walk.hint(function, index);
        match argument.ty().is_pointer() {
            true => walk.pointer(argument, Some(0)),
            false => walk.integer(argument, Way::default()),
        }
    }
    walk.usage
}

/// The uses of a global variable in the functions for which `counts` holds.
pub(super) fn of_global<'m>(global: Value<'m>, counts: &dyn Fn(Value<'m>) -> bool) -> Usage {
    let mut walk = Walk::new(global.module(), counts);
    walk.pointer(global, None);
    walk.usage
}

/// The properties of an integer that is computed from the argument.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Way {
    /// It has passed a loop's phi, as in `while (n--)`.
    looped: bool,
    /// It has few values, whatever the argument: an address computed from it need not be
    /// concrete.
    few: bool,
}

struct Walk<'f, 'm> {
    usage: Usage,
    seen: HashSet<(Value<'m>, Option<i64>)>,
    followed: HashSet<(Value<'m>, Way)>,
    module: Option<View<'m>>,
    /// Whether uses in a function count.
    counts: &'f dyn Fn(Value<'m>) -> bool,
    /// The functions that a pointer has been followed into.
    inside: Vec<Value<'m>>,
}

impl<'f, 'm> Walk<'f, 'm> {
    fn new(module: Option<View<'m>>, counts: &'f dyn Fn(Value<'m>) -> bool) -> Walk<'f, 'm> {
        Walk {
            usage: Usage::default(),
            seen: HashSet::new(),
            followed: HashSet::new(),
            module,
            counts,
            inside: Vec::new(),
        }
    }

    /// Takes the extent that `float m[static 16]` and references declare.
    fn hint(&mut self, function: Value<'m>, index: u32) {
        let bytes = function.attribute(Some(index), "dereferenceable");
        self.usage.extent = bytes.unwrap_or(0);
    }

    /// Follows a pointer at offset `offset` in the buffer; `None` is an unknown offset.
    fn pointer(&mut self, pointer: Value<'m>, offset: Option<i64>) {
        // A pointer that advances in a loop has ever larger offsets.
        let offset = offset.filter(|o| (0..1 << 32).contains(o));
        if self.seen.contains(&(pointer, None)) || !self.seen.insert((pointer, offset)) {
            return;
        }
        for user in pointer.users() {
            if user.kind() != LLVMValueKind::LLVMInstructionValueKind {
                self.constant(user);
                continue;
            }
            if !user
                .function()
                .is_some_and(|function| (self.counts)(function))
            {
                continue;
            }
            match user.opcode() {
                LLVMOpcode::LLVMLoad => {
                    self.usage.reads = true;
                    self.access(offset, user.ty());
                }
                LLVMOpcode::LLVMStore if user.operand(1) == pointer => {
                    let stored = user.operand(0);
                    if stored == pointer {
                        self.usage.unknown();
                    }
                    self.usage.writes = true;
                    self.access(offset, stored.ty());
                }
                LLVMOpcode::LLVMGetElementPtr => {
                    let moved = offset
                        .zip(
                            self.module
                                .and_then(|module| user.constant_offset(module.layout())),
                        )
                        .and_then(|(a, b)| a.checked_add(b));
                    self.pointer(user, moved);
                }
                LLVMOpcode::LLVMBitCast
                | LLVMOpcode::LLVMAddrSpaceCast
                | LLVMOpcode::LLVMFreeze
                | LLVMOpcode::LLVMSelect => self.pointer(user, offset),
                LLVMOpcode::LLVMPHI => self.pointer(user, None),
                LLVMOpcode::LLVMICmp => {}
                LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke => {
                    self.call(user, pointer, offset);
                }
                _ => self.usage.unknown(),
            }
        }
    }

    /// Follows a pointer into a constant that contains it.
    fn constant(&mut self, user: Value<'m>) {
        use LLVMValueKind::*;
        match user.kind() {
            LLVMConstantExprValueKind
            | LLVMConstantArrayValueKind
            | LLVMConstantStructValueKind
            | LLVMConstantVectorValueKind => self.pointer(user, None),
            // Lists of symbols that the compiler must keep.
            LLVMGlobalVariableValueKind
                if matches!(&*user.name(), "llvm.used" | "llvm.compiler.used") => {}
            _ => self.usage.unknown(),
        }
    }

    fn access(&mut self, offset: Option<i64>, ty: Type<'m>) {
        let size = self.module.map(|module| module.layout().store_size(ty));
        self.reach(offset, size);
    }

    fn reach(&mut self, offset: Option<i64>, size: Option<u64>) {
        match (offset, size) {
            (Some(offset), Some(size)) => {
                self.usage.extent = self.usage.extent.max((offset as u64).saturating_add(size));
            }
            _ => self.usage.dynamic = true,
        }
    }

    fn call(&mut self, call: Value<'m>, pointer: Value<'m>, offset: Option<i64>) {
        let callee = call.callee().filter(|callee| callee.is_function());
        let Some(callee) = callee.filter(|callee| *callee != pointer) else {
            return self.usage.unknown();
        };
        let name = callee.name();
        let [read, write] = [guard::READ, guard::WRITE].map(|guard| guard::is(&name, guard));
        if read || write {
            self.usage.reads |= read;
            self.usage.writes |= write;
            return self.reach(offset, call.operand(2).unsigned());
        }
        for index in 0..call.argument_count() {
            if call.operand(index) != pointer {
                continue;
            }
            let parameter = callee.parameter(index);
            if let Some(parameter) = parameter.filter(|_| !callee.is_declaration()) {
                // A recursive call may pass on ever larger offsets.
                let offset = offset.filter(|_| !self.inside.contains(&callee));
                self.inside.push(callee);
                self.pointer(parameter, offset);
                self.inside.pop();
            } else if !self.intrinsic(call, &name, index, offset) {
                self.declared(callee, index);
            }
        }
    }

    /// Records the uses by intrinsics with a known effect on memory; false for other
    /// functions.
    fn intrinsic(&mut self, call: Value<'m>, name: &str, index: u32, offset: Option<i64>) -> bool {
        const SILENT: [&str; 5] = [
            MOVED,
            "llvm.lifetime.",
            "llvm.dbg.",
            "llvm.assume",
            "llvm.prefetch",
        ];
        if SILENT.iter().any(|prefix| name.starts_with(prefix)) {
            return true;
        }
        if name.starts_with("llvm.threadlocal.address") {
            self.pointer(call, offset);
            return true;
        }
        let copies = ["llvm.memcpy.", "llvm.memmove."]
            .iter()
            .any(|p| name.starts_with(p));
        if !copies && !name.starts_with("llvm.memset.") {
            return false;
        }
        let size = call.operand(2).unsigned();
        self.usage.writes |= index == 0;
        self.usage.reads |= copies && index == 1;
        self.reach(offset, size);
        true
    }

    /// Records the uses by a function without a body, as far as its attributes tell.
    fn declared(&mut self, callee: Value<'m>, index: u32) {
        let has = |name: &str| callee.attribute(Some(index), name).is_some();
        // Bit 1 of the effects is that arguments' memory is written.
        let effects = callee.attribute(None, "memory");
        let harmless = effects.is_some_and(|effects| effects & 2 == 0);
        self.usage.dynamic = true;
        self.usage.reads |= !has("writeonly") && !has("readnone");
        self.usage.writes |= !has("readonly") && !has("readnone") && !harmless;
    }

    /// Follows an integer until it bounds something.
    fn integer(&mut self, value: Value<'m>, way: Way) {
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
