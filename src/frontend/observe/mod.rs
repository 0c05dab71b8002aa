//! Observes the source's operations before any pass runs.
//!
//! A pass may remove a load whose value is unused, clip an access to the local variable
//! that it overruns, drop a dead division, and choose any value for an uninitialised
//! variable. Right after clang, [`insert`] therefore places a [`crate::guard`] before every
//! such operation, keeps calls that look dead, and gives every local variable an opaque
//! value where its lifetime begins. Between passes, [`discharge`] removes the guards that
//! are proved, because they would keep local variables in memory; after the passes,
//! [`merge()`] removes those whose operation is still there.
//!
//! Invariant: an operation that some pass may change is either guarded or proved to be
//! inside a live object.

mod bounds;
mod calls;
mod checks;
mod initial;
mod life;
mod members;
mod merge;
mod promises;

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{LLVMGetModuleDataLayout, LLVMStoreSizeOfType, LLVMTargetDataRef};
use inkwell::module::Module;
use rustc_hash::FxHashSet;

use self::bounds::Base;
use self::life::Lives;
use self::members::Members;
use crate::guard;
use crate::llvm;

pub(super) use merge::merge;

/// Guards every operation of a module as clang emitted it; returns the names of its
/// functions.
pub(super) fn insert(module: &Module<'_>) -> FxHashSet<String> {
    let mut own = FxHashSet::default();
    // SAFETY: values of the live module; instructions are collected before any is added.
    unsafe {
        checks::mark(module);
        calls::keep(module);
        promises::keep(module);
        let observer = Observer::new(module);
        for function in llvm::functions(module).collect::<Vec<_>>() {
            if LLVMIsDeclaration(function) == 0 {
                own.insert(llvm::name(function));
            }
            initial::insert(observer.module, observer.builder, observer.layout, function);
            observer.guard_all(function);
        }
        LLVMDisposeBuilder(observer.builder);
    }
    own
}

/// Guards the operations of functions that are not in `own`: those of a library, which
/// access memory of their callers.
pub(super) fn insert_into_library(module: &Module<'_>, own: &FxHashSet<String>) {
    // SAFETY: as in `insert`.
    unsafe {
        let observer = Observer::new(module);
        for function in llvm::functions(module).collect::<Vec<_>>() {
            if !own.contains(&llvm::name(function)) {
                observer.guard_all(function);
            }
        }
        LLVMDisposeBuilder(observer.builder);
    }
}

/// Removes the guards of accesses that are inside a live object whenever they are executed.
/// Returns the number of removed guards.
pub(super) fn discharge(module: &Module<'_>) -> usize {
    let mut removed = 0;
    // SAFETY: values of the live module; instructions are collected before any is removed.
    unsafe {
        let layout = LLVMGetModuleDataLayout(module.as_mut_ptr());
        for function in llvm::functions(module) {
            let mut lives = Lives::new(function);
            for block in llvm::blocks(function) {
                for call in llvm::instructions(block).collect::<Vec<_>>() {
                    let Some(access) = Access::of_guard(call) else {
                        continue;
                    };
                    let proved = access.base(layout).is_some_and(|base| match base {
                        Base::Variable(alloca) => lives.is_alive(alloca, call),
                        Base::Global => true,
                    });
                    if proved {
                        LLVMInstructionEraseFromParent(call);
                        removed += 1;
                    }
                }
            }
        }
    }
    removed
}

/// An access to memory: a read or a write of some bytes at an address.
struct Access {
    write: bool,
    address: LLVMValueRef,
    size: Size,
    /// The alignment of the accessed object in bytes.
    align: u32,
    /// Whether only the source needs that alignment (see [`Members::needed`]).
    member: bool,
}

/// A number of bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    Known(u64),
    Computed(LLVMValueRef),
}

impl Size {
    /// The size that a length operand denotes.
    ///
    /// # Safety
    /// The value has to be alive.
    unsafe fn of(value: LLVMValueRef) -> Size {
        // SAFETY: as the caller promises.
        unsafe {
            match LLVMIsAConstantInt(value).is_null() {
                true => Size::Computed(value),
                false => Size::Known(LLVMConstIntGetZExtValue(value)),
            }
        }
    }
}

impl Access {
    /// The access of an unconditional guard.
    ///
    /// # Safety
    /// The instruction has to be alive.
    unsafe fn of_guard(call: LLVMValueRef) -> Option<Access> {
        // SAFETY: as the caller promises; a call has its callee's parameters.
        unsafe {
            if llvm::opcode(call) != LLVMOpcode::LLVMCall {
                return None;
            }
            let name = llvm::name(LLVMGetCalledValue(call));
            let write = guard::is(&name, guard::WRITE);
            let condition = |call| LLVMIsAConstantInt(llvm::operand(call, 0));
            if !write && !guard::is(&name, guard::READ) || condition(call).is_null() {
                return None;
            }
            Some(Access {
                write,
                address: llvm::operand(call, 1),
                size: Size::of(llvm::operand(call, 2)),
                align: LLVMConstIntGetZExtValue(llvm::operand(call, 3)) as u32,
                member: false,
            })
        }
    }

    /// The accesses of a load, store, copy or fill. Other atomic operations are left out, as
    /// no pass changes them.
    ///
    /// # Safety
    /// The instruction has to be alive.
    unsafe fn of(instruction: LLVMValueRef, layout: LLVMTargetDataRef) -> Vec<Access> {
        let known = |ty| unsafe { Size::Known(LLVMStoreSizeOfType(layout, ty)) };
        // SAFETY: as the caller promises; operands by the instruction's opcode.
        unsafe {
            match llvm::opcode(instruction) {
                LLVMOpcode::LLVMLoad => vec![Access {
                    write: false,
                    address: llvm::operand(instruction, 0),
                    size: known(LLVMTypeOf(instruction)),
                    align: LLVMGetAlignment(instruction),
                    member: false,
                }],
                LLVMOpcode::LLVMStore => vec![Access {
                    write: true,
                    address: llvm::operand(instruction, 1),
                    size: known(LLVMTypeOf(llvm::operand(instruction, 0))),
                    align: LLVMGetAlignment(instruction),
                    member: false,
                }],
                LLVMOpcode::LLVMCall => {
                    let name = llvm::name(LLVMGetCalledValue(instruction));
                    let copies =
                        name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.");
                    if !copies && !name.starts_with("llvm.memset.") {
                        return Vec::new();
                    }
                    let size = Size::of(llvm::operand(instruction, 2));
                    let access = |write, index| Access {
                        write,
                        address: llvm::operand(instruction, index),
                        size,
                        align: 1,
                        member: false,
                    };
                    let read = copies.then(|| access(false, 1));
                    read.into_iter().chain([access(true, 0)]).collect()
                }
                _ => Vec::new(),
            }
        }
    }

    /// The object that contains the access, if constant offsets prove it; whether it is
    /// alive is not checked.
    ///
    /// # Safety
    /// The address has to be alive.
    unsafe fn base(&self, layout: LLVMTargetDataRef) -> Option<Base> {
        match self.size {
            // SAFETY: as the caller promises.
            Size::Known(size) => unsafe {
                bounds::inside(self.address, (size, self.align), self.write, layout)
            },
            Size::Computed(_) => None,
        }
    }
}

struct Observer<'m, 'c> {
    members: Members<'m, 'c>,
    module: LLVMModuleRef,
    builder: LLVMBuilderRef,
    layout: LLVMTargetDataRef,
    long: LLVMTypeRef,
}

impl<'m, 'c> Observer<'m, 'c> {
    /// An observer of a module, with a builder that the caller disposes of.
    ///
    /// # Safety
    /// The module has to outlive it.
    unsafe fn new(module: &'m Module<'c>) -> Observer<'m, 'c> {
        // SAFETY: as the caller promises.
        unsafe {
            let raw = module.as_mut_ptr();
            let context = LLVMGetModuleContext(raw);
            Observer {
                module: raw,
                builder: LLVMCreateBuilderInContext(context),
                layout: LLVMGetModuleDataLayout(raw),
                long: LLVMInt64TypeInContext(context),
                members: Members::new(module, LLVMGetModuleDataLayout(raw)),
            }
        }
    }

    /// Guards every instruction of a function.
    ///
    /// # Safety
    /// As [`Observer::guard`].
    unsafe fn guard_all(&self, function: LLVMValueRef) {
        // SAFETY: as the caller promises; instructions are collected before any is added.
        unsafe {
            for block in llvm::blocks(function).collect::<Vec<_>>() {
                for instruction in llvm::instructions(block).collect::<Vec<_>>() {
                    self.guard(instruction);
                }
            }
        }
    }

    /// Puts guards before an instruction.
    ///
    /// # Safety
    /// The instruction has to be alive and in the observer's module.
    unsafe fn guard(&self, instruction: LLVMValueRef) {
        use LLVMOpcode::*;
        // SAFETY: as the caller promises.
        unsafe {
            let name = match llvm::opcode(instruction) {
                LLVMSDiv => "sdiv",
                LLVMUDiv => "udiv",
                LLVMSRem => "srem",
                LLVMURem => "urem",
                _ => {
                    for mut access in Access::of(instruction, self.layout) {
                        self.align(instruction, &mut access);
                        // A variable that is accessed by its name is in scope.
                        if access.base(self.layout).is_none() {
                            self.access(instruction, &access);
                        }
                    }
                    return;
                }
            };
            let operands = [0, 1].map(|i| llvm::operand(instruction, i));
            if LLVMIsConstant(operands[1]) == 0 {
                let ty = llvm::type_name(LLVMTypeOf(instruction));
                let name = format!("{}{name}.{ty}", guard::PREFIX);
                LLVMPositionBuilderBefore(self.builder, instruction);
                let mut arguments = [guard::always(self.module), operands[0], operands[1]];
                guard::call(
                    self.builder,
                    self.module,
                    &name,
                    instruction,
                    &mut arguments,
                );
            }
        }
    }

    /// Raises the alignment of an access to the one that the source needs.
    unsafe fn align(&self, instruction: LLVMValueRef, access: &mut Access) {
        // SAFETY: the contract of `guard`; operands by the instruction's opcode.
        unsafe {
            let ty = match llvm::opcode(instruction) {
                LLVMOpcode::LLVMLoad => LLVMTypeOf(instruction),
                LLVMOpcode::LLVMStore => LLVMTypeOf(llvm::operand(instruction, 0)),
                _ => return,
            };
            let needed = self.members.needed(ty, access.address, access.align);
            access.member = needed > access.align;
            access.align = needed;
        }
    }

    unsafe fn access(&self, instruction: LLVMValueRef, access: &Access) {
        // SAFETY: the contract of `guard`.
        unsafe {
            LLVMPositionBuilderBefore(self.builder, instruction);
            let size = match access.size {
                Size::Known(size) => LLVMConstInt(self.long, size, 0),
                Size::Computed(size) => {
                    LLVMBuildZExtOrBitCast(self.builder, size, self.long, c"".as_ptr())
                }
            };
            let name = if access.write {
                guard::WRITE
            } else {
                guard::READ
            };
            let member = if access.member { guard::MEMBER } else { 0 };
            let align = LLVMConstInt(self.long, u64::from(access.align) | member, 0);
            let mut arguments = [guard::always(self.module), access.address, size, align];
            guard::call(self.builder, self.module, name, instruction, &mut arguments);
        }
    }
}
