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
mod folded;
mod generated;
mod initial;
mod life;
mod members;
mod merge;
mod promises;

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::module::Module;
use rustc_hash::FxHashSet;

use self::bounds::Base;
use self::life::Lives;
use self::members::Members;
use crate::guard;
use crate::llvm::{Edit, Layout, Type, Value, edit};

pub(super) use merge::merge;

/// Guards every operation of a module as clang emitted it; returns the names of its
/// functions.
pub(super) fn insert(module: &Module<'_>) -> FxHashSet<String> {
    edit(module, |edit| {
        let mut own = FxHashSet::default();
        checks::mark(edit);
        calls::keep(edit);
        promises::keep(edit);
        let observer = Observer::new(edit, module);
        for function in edit.functions().collect::<Vec<_>>() {
            if !function.is_declaration() {
                own.insert(function.name());
            }
            initial::insert(edit, function);
            observer.guard_all(function);
        }
        own
    })
}

/// Guards the operations of functions that are not in `own`: those of a library, which
/// access memory of their callers.
pub(super) fn insert_into_library(module: &Module<'_>, own: &FxHashSet<String>) {
    edit(module, |edit| {
        let observer = Observer::new(edit, module);
        for function in edit.functions().collect::<Vec<_>>() {
            if !own.contains(&function.name()) {
                observer.guard_all(function);
            }
        }
    });
}

/// Guards float operations that fast-math flags permit to fold: those that the inliner itself
/// folds, and those whose operands are seen to be equal once functions are inlined.
pub(super) fn insert_for_folding(module: &Module<'_>) {
    edit(module, folded::guard);
}

/// Removes the guards of float operations that are still there after the passes.
pub(super) fn settle_folding(module: &Module<'_>) {
    edit(module, folded::settle);
}

/// Guards operations that code generation may change, in IR as it is executed.
pub(super) fn insert_for_code_generation(module: &Module<'_>) {
    edit(module, generated::guard);
}

/// Removes the guards of accesses that are inside a live object whenever they are executed.
/// Returns the number of removed guards.
pub(super) fn discharge(module: &Module<'_>) -> usize {
    edit(module, |edit| {
        let mut removed = 0;
        let layout = edit.layout();
        for function in edit.functions() {
            let mut lives = Lives::new(function);
            for call in function.instructions().collect::<Vec<_>>() {
                let Some(access) = Access::of_guard(call) else {
                    continue;
                };
                let proved = access.base(layout).is_some_and(|base| match base {
                    Base::Variable(alloca) => lives.is_alive(alloca, call),
                    Base::Global => true,
                });
                if proved {
                    edit.erase(call);
                    removed += 1;
                }
            }
        }
        removed
    })
}

/// An access to memory: a read or a write of some bytes at an address.
struct Access<'e> {
    write: bool,
    address: Value<'e>,
    size: Size<'e>,
    /// The alignment of the accessed object in bytes.
    align: u32,
    /// Whether only the source needs that alignment (see [`Members::needed`]).
    member: bool,
}

/// A number of bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Size<'e> {
    Known(u64),
    Computed(Value<'e>),
}

impl<'e> Size<'e> {
    /// The size that a length operand denotes.
    fn of(value: Value<'e>) -> Size<'e> {
        value.unsigned().map_or(Size::Computed(value), Size::Known)
    }
}

impl<'e> Access<'e> {
    /// The access of an unconditional guard.
    fn of_guard(call: Value<'e>) -> Option<Access<'e>> {
        if call.opcode() != LLVMOpcode::LLVMCall {
            return None;
        }
        let name = call.callee_name();
        let write = guard::is(&name, guard::WRITE);
        if !write && !guard::is(&name, guard::READ) || !call.operand(0).is_integer() {
            return None;
        }
        Some(Access {
            write,
            address: call.operand(1),
            size: Size::of(call.operand(2)),
            align: call.operand(3).unsigned()? as u32,
            member: false,
        })
    }

    /// The accesses of a load, store, copy or fill. Other atomic operations are left out, as
    /// no pass changes them.
    fn of(instruction: Value<'e>, layout: Layout<'e>) -> Vec<Access<'e>> {
        let known = |ty: Type<'e>| Size::Known(layout.store_size(ty));
        match instruction.opcode() {
            LLVMOpcode::LLVMLoad => vec![Access {
                write: false,
                address: instruction.operand(0),
                size: known(instruction.ty()),
                align: instruction.alignment(),
                member: false,
            }],
            LLVMOpcode::LLVMStore => vec![Access {
                write: true,
                address: instruction.operand(1),
                size: known(instruction.operand(0).ty()),
                align: instruction.alignment(),
                member: false,
            }],
            LLVMOpcode::LLVMCall => {
                let name = instruction.callee_name();
                let copies = name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.");
                if !copies && !name.starts_with("llvm.memset.") {
                    return Vec::new();
                }
                let size = Size::of(instruction.operand(2));
                let access = |write, index| Access {
                    write,
                    address: instruction.operand(index),
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

    /// The object that contains the access, if constant offsets prove it; whether it is
    /// alive is not checked.
    fn base(&self, layout: Layout<'e>) -> Option<Base<'e>> {
        match self.size {
            Size::Known(size) => {
                bounds::inside(self.address, (size, self.align), self.write, layout)
            }
            Size::Computed(_) => None,
        }
    }
}

struct Observer<'a, 'e, 'c> {
    edit: &'a Edit<'e>,
    members: Members<'a, 'c>,
    long: Type<'e>,
}

impl<'a, 'e, 'c> Observer<'a, 'e, 'c> {
    /// An observer of the module that is edited.
    fn new(edit: &'a Edit<'e>, module: &'a Module<'c>) -> Observer<'a, 'e, 'c> {
        Observer {
            edit,
            members: Members::new(module),
            long: edit.integer(64),
        }
    }

    /// Guards every instruction of a function.
    fn guard_all(&self, function: Value<'e>) {
        for instruction in function.instructions().collect::<Vec<_>>() {
            self.guard(instruction);
        }
    }

    /// Puts guards before an instruction.
    fn guard(&self, instruction: Value<'e>) {
        use LLVMOpcode::*;
        let name = match instruction.opcode() {
            LLVMSDiv => "sdiv",
            LLVMUDiv => "udiv",
            LLVMSRem => "srem",
            LLVMURem => "urem",
            _ => {
                let layout = self.edit.layout();
                for mut access in Access::of(instruction, layout) {
                    self.align(instruction, &mut access);
                    // A variable that is accessed by its name is in scope.
                    if access.base(layout).is_none() {
                        self.access(instruction, &access);
                    }
                }
                return;
            }
        };
        let [x, y] = [0, 1].map(|i| instruction.operand(i));
        if !y.is_constant() {
            let name = format!("{}{name}.{}", guard::PREFIX, instruction.ty().print());
            let arguments = [guard::always(**self.edit), x, y];
            guard::call(
                self.edit.before(instruction),
                &name,
                instruction,
                &arguments,
            );
        }
    }

    /// Raises the alignment of an access to the one that the source needs.
    fn align(&self, instruction: Value<'e>, access: &mut Access<'e>) {
        let ty = match instruction.opcode() {
            LLVMOpcode::LLVMLoad => instruction.ty(),
            LLVMOpcode::LLVMStore => instruction.operand(0).ty(),
            _ => return,
        };
        let (layout, asked) = (self.edit.layout(), access.align);
        access.align = self
            .members
            .needed(layout, instruction, (ty, access.address), asked);
        access.member = access.align > asked;
    }

    fn access(&self, instruction: Value<'e>, access: &Access<'e>) {
        let builder = self.edit.before(instruction);
        let size = match access.size {
            Size::Known(size) => self.long.constant(size),
            Size::Computed(size) => builder.resize(size, self.long, false),
        };
        let name = match access.write {
            true => guard::WRITE,
            false => guard::READ,
        };
        let member = if access.member { guard::MEMBER } else { 0 };
        let align = self.long.constant(u64::from(access.align) | member);
        let arguments = [guard::always(**self.edit), access.address, size, align];
        guard::call(builder, name, instruction, &arguments);
    }
}
