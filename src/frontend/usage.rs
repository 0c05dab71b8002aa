//! The uses of a function's arguments in its IR.
//!
//! For a pointer: whether memory is read and written through it, and the extent of the
//! accesses if all are at constant offsets. For an integer: whether it bounds a loop or
//! takes part in an address in a buffer, in which case it has to be concrete for execution
//! to be bounded. Invariant: an answer errs towards more (read, written, unknown extent);
//! nothing is proved from it later.

use std::collections::HashSet;

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{LLVMGetModuleDataLayout, LLVMStoreSizeOfType, LLVMTargetDataRef};
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind, LLVMValueKind};
use inkwell::values::{AsValueRef, FunctionValue};

use super::counting;
use super::unpack::MOVED;
use crate::guard;
use crate::llvm;

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
    let mut walk = Walk {
        usage: Usage::default(),
        seen: HashSet::new(),
        followed: HashSet::new(),
        // SAFETY: a function value belongs to a live module.
        layout: unsafe { LLVMGetModuleDataLayout(LLVMGetGlobalParent(function.as_value_ref())) },
        counts: &|_| true,
        inside: vec![function.as_value_ref()],
    };
    if let Some(argument) = function.get_nth_param(index) {
        let argument = argument.as_value_ref();
        // SAFETY: the argument is alive, and so is everything reached from it.
        unsafe {
            walk.usage.used = llvm::uses(argument).next().is_some();
            walk.hint(function.as_value_ref(), index);
            match LLVMGetTypeKind(LLVMTypeOf(argument)) {
                LLVMTypeKind::LLVMPointerTypeKind => walk.pointer(argument, Some(0)),
                _ => walk.integer(argument, Way::default()),
            }
        }
    }
    walk.usage
}

/// The uses of a global variable in the functions for which `counts` holds.
///
/// # Safety
/// The variable has to be alive, and its module unchanged.
pub unsafe fn of_global(global: LLVMValueRef, counts: &dyn Fn(LLVMValueRef) -> bool) -> Usage {
    let mut walk = Walk {
        usage: Usage::default(),
        seen: HashSet::new(),
        followed: HashSet::new(),
        // SAFETY: as the caller promises.
        layout: unsafe { LLVMGetModuleDataLayout(LLVMGetGlobalParent(global)) },
        counts,
        inside: Vec::new(),
    };
    // SAFETY: as the caller promises.
    unsafe { walk.pointer(global, None) };
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

struct Walk<'f> {
    usage: Usage,
    seen: HashSet<(LLVMValueRef, Option<i64>)>,
    followed: HashSet<(LLVMValueRef, Way)>,
    layout: LLVMTargetDataRef,
    /// Whether uses in a function count.
    counts: &'f dyn Fn(LLVMValueRef) -> bool,
    /// The functions that a pointer has been followed into.
    inside: Vec<LLVMValueRef>,
}

/// The module has to be alive and unchanged during the walk: the contract of every
/// unsafe function here.
impl Walk<'_> {
    /// Takes the extent that `float m[static 16]` and references declare.
    unsafe fn hint(&mut self, function: LLVMValueRef, index: u32) {
        // SAFETY: the contract of the walk.
        let bytes = unsafe { llvm::attribute(function, Some(index), "dereferenceable") };
        self.usage.extent = bytes.unwrap_or(0);
    }

    /// Follows a pointer at offset `offset` in the buffer; `None` is an unknown offset.
    unsafe fn pointer(&mut self, pointer: LLVMValueRef, offset: Option<i64>) {
        // A pointer that advances in a loop has ever larger offsets.
        let offset = offset.filter(|o| (0..1 << 32).contains(o));
        if self.seen.contains(&(pointer, None)) || !self.seen.insert((pointer, offset)) {
            return;
        }
        // SAFETY: the contract of the walk.
        unsafe {
            for edge in llvm::uses(pointer).collect::<Vec<_>>() {
                let user = LLVMGetUser(edge);
                if llvm::kind(user) != LLVMValueKind::LLVMInstructionValueKind {
                    self.constant(user);
                    continue;
                }
                let function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
                if !(self.counts)(function) {
                    continue;
                }
                match llvm::opcode(user) {
                    LLVMOpcode::LLVMLoad => {
                        self.usage.reads = true;
                        self.access(offset, LLVMTypeOf(user));
                    }
                    LLVMOpcode::LLVMStore if llvm::operand(user, 1) == pointer => {
                        let stored = llvm::operand(user, 0);
                        if stored == pointer {
                            self.usage.unknown();
                        }
                        self.usage.writes = true;
                        self.access(offset, LLVMTypeOf(stored));
                    }
                    LLVMOpcode::LLVMGetElementPtr => {
                        let moved = offset
                            .zip(llvm::constant_offset(user, self.layout))
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
    }

    /// Follows a pointer into a constant that contains it.
    unsafe fn constant(&mut self, user: LLVMValueRef) {
        use LLVMValueKind::*;
        // SAFETY: the contract of the walk.
        unsafe {
            match llvm::kind(user) {
                LLVMConstantExprValueKind
                | LLVMConstantArrayValueKind
                | LLVMConstantStructValueKind
                | LLVMConstantVectorValueKind => self.pointer(user, None),
                // Lists of symbols that the compiler must keep.
                LLVMGlobalVariableValueKind
                    if matches!(&*llvm::name(user), "llvm.used" | "llvm.compiler.used") => {}
                _ => self.usage.unknown(),
            }
        }
    }

    unsafe fn access(&mut self, offset: Option<i64>, ty: LLVMTypeRef) {
        // SAFETY: the contract of the walk.
        let size = unsafe { LLVMStoreSizeOfType(self.layout, ty) };
        self.reach(offset, Some(size));
    }

    fn reach(&mut self, offset: Option<i64>, size: Option<u64>) {
        match (offset, size) {
            (Some(offset), Some(size)) => {
                self.usage.extent = self.usage.extent.max((offset as u64).saturating_add(size));
            }
            _ => self.usage.dynamic = true,
        }
    }

    unsafe fn call(&mut self, call: LLVMValueRef, pointer: LLVMValueRef, offset: Option<i64>) {
        // SAFETY: the contract of the walk.
        unsafe {
            let callee = LLVMGetCalledValue(call);
            if callee == pointer || llvm::kind(callee) != LLVMValueKind::LLVMFunctionValueKind {
                return self.usage.unknown();
            }
            let name = llvm::name(callee);
            let [read, write] = [guard::READ, guard::WRITE].map(|guard| guard::is(&name, guard));
            if read || write {
                self.usage.reads |= read;
                self.usage.writes |= write;
                return self.reach(offset, constant(llvm::operand(call, 2)));
            }
            for index in 0..LLVMGetNumArgOperands(call) {
                if llvm::operand(call, index) != pointer {
                    continue;
                }
                if LLVMIsDeclaration(callee) == 0 && index < LLVMCountParams(callee) {
                    // A recursive call may pass on ever larger offsets.
                    let offset = offset.filter(|_| !self.inside.contains(&callee));
                    self.inside.push(callee);
                    self.pointer(LLVMGetParam(callee, index), offset);
                    self.inside.pop();
                } else if !self.intrinsic(call, &name, index, offset) {
                    self.declared(callee, index);
                }
            }
        }
    }

    /// Records the uses by intrinsics with a known effect on memory; false for other
    /// functions.
    unsafe fn intrinsic(
        &mut self,
        call: LLVMValueRef,
        name: &str,
        index: u32,
        offset: Option<i64>,
    ) -> bool {
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
        let copies = ["llvm.memcpy.", "llvm.memmove."]
            .iter()
            .any(|p| name.starts_with(p));
        if !copies && !name.starts_with("llvm.memset.") {
            return false;
        }
        // SAFETY: the contract of the walk; these intrinsics have their length third.
        unsafe {
            let size = constant(llvm::operand(call, 2));
            self.usage.writes |= index == 0;
            self.usage.reads |= copies && index == 1;
            self.reach(offset, size);
        }
        true
    }

    /// Records the uses by a function without a body, as far as its attributes tell.
    unsafe fn declared(&mut self, callee: LLVMValueRef, index: u32) {
        // SAFETY: the contract of the walk.
        let has = |name: &str| unsafe { llvm::attribute(callee, Some(index), name).is_some() };
        // Bit 1 of the effects is that arguments' memory is written.
        // SAFETY: the contract of the walk.
        let effects = unsafe { llvm::attribute(callee, None, "memory") };
        let harmless = effects.is_some_and(|effects| effects & 2 == 0);
        self.usage.dynamic = true;
        self.usage.reads |= !has("writeonly") && !has("readnone");
        self.usage.writes |= !has("readonly") && !has("readnone") && !harmless;
    }

    /// Follows an integer until it bounds something.
    unsafe fn integer(&mut self, value: LLVMValueRef, way: Way) {
        if self.usage.shapes || !self.followed.insert((value, way)) {
            return;
        }
        // SAFETY: the contract of the walk.
        unsafe {
            for edge in llvm::uses(value).collect::<Vec<_>>() {
                let user = LLVMGetUser(edge);
                if llvm::kind(user) != LLVMValueKind::LLVMInstructionValueKind {
                    continue;
                }
                match llvm::opcode(user) {
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
                        let other = match llvm::operand(user, 0) == value {
                            true => llvm::operand(user, 1),
                            false => llvm::operand(user, 0),
                        };
                        self.usage.shapes |= way.looped || counting::from_counter(other);
                    }
                    LLVMOpcode::LLVMGetElementPtr => {
                        let own = is_own_memory(llvm::operand(user, 0));
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
    }

    unsafe fn integer_call(&mut self, call: LLVMValueRef, value: LLVMValueRef, way: Way) {
        // SAFETY: the contract of the walk.
        unsafe {
            let callee = LLVMGetCalledValue(call);
            if llvm::kind(callee) != LLVMValueKind::LLVMFunctionValueKind {
                return;
            }
            let name = llvm::name(callee);
            for index in 0..LLVMGetNumArgOperands(call) {
                if llvm::operand(call, index) != value {
                    continue;
                }
                if LLVMIsDeclaration(callee) == 0 && index < LLVMCountParams(callee) {
                    self.integer(LLVMGetParam(callee, index), way);
                } else if name.starts_with("llvm.mem") {
                    self.usage.shapes = true;
                } else if ["smin", "smax", "umin", "umax"]
                    .iter()
                    .any(|op| name.contains(op))
                {
                    self.integer(call, Way { few: false, ..way });
                }
            }
        }
    }
}

/// The largest number of values that counts as few.
const FEW: u64 = 1 << 12;

/// Whether an operation has few results for any operands: `x & 255`, `x >> 24`, `x % 10`, a
/// byte.
unsafe fn reduces(operation: LLVMValueRef) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        let width = |value: LLVMValueRef| u64::from(LLVMGetIntTypeWidth(LLVMTypeOf(value)));
        let is_few = |values: u64| values <= FEW;
        match llvm::opcode(operation) {
            LLVMOpcode::LLVMAnd => {
                constant(llvm::operand(operation, 1)).is_some_and(|mask| mask < FEW)
            }
            LLVMOpcode::LLVMURem => constant(llvm::operand(operation, 1)).is_some_and(is_few),
            LLVMOpcode::LLVMLShr => constant(llvm::operand(operation, 1))
                .and_then(|places| width(operation).checked_sub(places))
                .is_some_and(|left| left <= u64::from(FEW.ilog2())),
            LLVMOpcode::LLVMZExt => width(llvm::operand(operation, 0)) <= 8,
            _ => false,
        }
    }
}

/// Whether an operation on an integer of few values has few results, because its other
/// operand is constant.
unsafe fn keeps_few(operation: LLVMValueRef) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        match llvm::opcode(operation) {
            LLVMOpcode::LLVMZExt
            | LLVMOpcode::LLVMSExt
            | LLVMOpcode::LLVMTrunc
            | LLVMOpcode::LLVMFreeze => true,
            LLVMOpcode::LLVMSelect => false,
            _ => llvm::operands(operation).any(|operand| constant(operand).is_some()),
        }
    }
}

/// The value of a constant integer.
unsafe fn constant(value: LLVMValueRef) -> Option<u64> {
    // SAFETY: as the caller promises.
    unsafe { (!LLVMIsAConstantInt(value).is_null()).then(|| LLVMConstIntGetZExtValue(value)) }
}

/// Whether an address is inside a local or global variable: an index into a variable of
/// known size need not be concrete.
unsafe fn is_own_memory(mut address: LLVMValueRef) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        loop {
            match llvm::kind(address) {
                LLVMValueKind::LLVMGlobalVariableValueKind => return true,
                LLVMValueKind::LLVMInstructionValueKind => match llvm::opcode(address) {
                    LLVMOpcode::LLVMAlloca => return true,
                    LLVMOpcode::LLVMGetElementPtr => address = llvm::operand(address, 0),
                    _ => return false,
                },
                _ => return false,
            }
        }
    }
}
