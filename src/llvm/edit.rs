//! Changes of a module.
//!
//! An [`Edit`] lives in a call of [`edit`], and its lifetime `'e` is one that no caller can
//! name, so no handle of its values leaves the call. What is erased is taken out of its
//! block at once, loses its operands, and is released when the call ends: a handle of it
//! stays valid until then, as that of an instruction without a block.
//!
//! Methods check what LLVM does not check: kinds, types and indices. They panic where these
//! do not fit, as the standard library does for an index; the module would be invalid. No
//! handle of another view of the module may be in use after an edit: inkwell shares modules,
//! so this is a rule for callers.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::ffi::CString;
use std::ops::Deref;

use inkwell::llvm_sys::comdat::LLVMSetComdat;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::{
    LLVMGetSubprogram, LLVMInstructionSetDebugLoc, LLVMSetSubprogram,
};
use inkwell::llvm_sys::prelude::{LLVMBuilderRef, LLVMModuleRef};
use inkwell::llvm_sys::{LLVMLinkage, LLVMTypeKind};
use inkwell::module::Module;

use super::{Block, Location, Type, Value, View};

/// LLVM's number of the metadata with a function's subprogram.
const DEBUG: u32 = 0;

/// A module that is changed.
pub(crate) struct Edit<'e> {
    view: View<'e>,
    pub(super) builder: LLVMBuilderRef,
    /// Erased instructions.
    erased: RefCell<Vec<Value<'e>>>,
    /// Erased blocks, with their functions.
    blocks: RefCell<Vec<(Block<'e>, Value<'e>)>>,
    /// Erased variables, which are still in the module.
    variables: RefCell<Vec<Value<'e>>>,
    /// A block outside of all functions, to which erased terminators lead, and a function.
    nowhere: Cell<Option<(Block<'e>, Value<'e>)>>,
}

impl<'e> Deref for Edit<'e> {
    type Target = View<'e>;

    fn deref(&self) -> &View<'e> {
        &self.view
    }
}

thread_local! {
    /// The modules that are being edited.
    static OPEN: RefCell<Vec<LLVMModuleRef>> = const { RefCell::new(Vec::new()) };
}

/// Changes a module.
///
/// # Panics
/// If the module is being edited already: the inner edit would release what the outer one
/// refers to.
pub(crate) fn edit<R>(module: &Module<'_>, change: impl for<'e> FnOnce(&Edit<'e>) -> R) -> R {
    let view = View::of(module);
    OPEN.with_borrow_mut(|open| {
        assert!(!open.contains(&view.raw), "a module has one edit at a time");
        open.push(view.raw);
    });
    let edit = Edit {
        view,
        // SAFETY: the context is alive; the builder is released when the edit ends.
        builder: unsafe { LLVMCreateBuilderInContext(view.context()) },
        erased: RefCell::default(),
        blocks: RefCell::default(),
        variables: RefCell::default(),
        nowhere: Cell::new(None),
    };
    change(&edit)
}

impl<'e> Edit<'e> {
    /// Replaces all uses of a value by another one of its type.
    ///
    /// # Panics
    /// If the types differ, or if the value is a constant other than a global.
    pub(crate) fn replace_uses(&self, old: Value<'e>, new: Value<'e>) {
        assert_eq!(old.ty(), new.ty(), "a value is replaced by one of its type");
        assert!(
            old.is_global() || !old.is_constant(),
            "a constant is shared"
        );
        if old != new {
            // SAFETY: both values are alive and have one type; constants are left out.
            unsafe { LLVMReplaceAllUsesWith(old.raw, new.raw) };
        }
    }

    /// Sets an operand of an instruction to a value of the operand's type.
    ///
    /// # Panics
    /// If it is not an instruction with such an operand, or if the types differ.
    pub(crate) fn set_operand(&self, user: Value<'e>, index: u32, value: Value<'e>) {
        assert!(user.is_instruction(), "operands of instructions are set");
        assert_eq!(
            user.operand(index).ty(),
            value.ty(),
            "an operand keeps its type"
        );
        // SAFETY: the instruction has the operand, and its type is that of the value.
        unsafe { LLVMSetOperand(user.raw, index, value.raw) };
    }

    /// Erases an instruction. Uses of it that are left become poison.
    pub(crate) fn erase(&self, instruction: Value<'e>) {
        let Some(function) = instruction.function() else {
            return;
        };
        for index in 0..instruction.operand_count() {
            let operand = instruction.operand(index);
            let instead = match operand.ty().kind() {
                LLVMTypeKind::LLVMMetadataTypeKind | LLVMTypeKind::LLVMTokenTypeKind => continue,
                LLVMTypeKind::LLVMLabelTypeKind => self.nowhere(function),
                _ => operand.ty().poison(),
            };
            // SAFETY: the instruction has the operand, and its type is that of the value.
            unsafe { LLVMSetOperand(instruction.raw, index, instead.raw) };
        }
        // SAFETY: the instruction is in a block.
        unsafe { LLVMInstructionRemoveFromParent(instruction.raw) };
        self.erased.borrow_mut().push(instruction);
    }

    /// A block outside of all functions, as an operand.
    fn nowhere(&self, function: Value<'e>) -> Value<'e> {
        let (block, _) = self.nowhere.get().unwrap_or_else(|| {
            // SAFETY: the context is alive; the block is released when the edit ends.
            let raw = unsafe { LLVMCreateBasicBlockInContext(self.context(), c"".as_ptr()) };
            (Block::known(raw), function)
        });
        self.nowhere.set(Some((block, function)));
        // SAFETY: the block is alive, and a value.
        Value::known(unsafe { LLVMBasicBlockAsValue(block.raw) })
    }

    /// Erases a block to which no edge leads, with its instructions.
    ///
    /// # Panics
    /// If something refers to the block.
    pub(crate) fn erase_block(&self, block: Block<'e>) {
        let Some(function) = block.function() else {
            return;
        };
        for instruction in block.instructions().collect::<Vec<_>>() {
            self.erase(instruction);
        }
        assert!(block.users().is_empty(), "an erased block is not entered");
        // SAFETY: the block is in a function.
        unsafe { LLVMRemoveBasicBlockFromParent(block.raw) };
        self.blocks.borrow_mut().push((block, function));
    }

    /// Erases a variable, unless something still refers to it when the edit ends.
    pub(crate) fn erase_variable(&self, variable: Value<'e>) {
        if variable.is_global_variable() {
            self.variables.borrow_mut().push(variable);
        }
    }

    /// Moves an instruction before another one; its name and source position stay.
    ///
    /// # Panics
    /// If one of them is not an instruction in a block.
    pub(crate) fn move_before(&self, instruction: Value<'e>, place: Value<'e>) {
        let movable = instruction.block().is_some() && place.block().is_some();
        assert!(
            movable && instruction != place,
            "instructions of blocks move"
        );
        let name = CString::new(instruction.name()).unwrap_or_default();
        let location = instruction.location();
        // SAFETY: both are instructions in blocks, and not the same.
        unsafe {
            LLVMInstructionRemoveFromParent(instruction.raw);
            LLVMPositionBuilderBefore(self.builder, place.raw);
            LLVMInsertIntoBuilderWithName(self.builder, instruction.raw, name.as_ptr());
        }
        // The builder has given the instruction the place's position.
        self.set_location(instruction, location);
    }

    /// Sets the source position of an instruction.
    pub(crate) fn set_location(&self, instruction: Value<'e>, location: Option<Location<'e>>) {
        let raw = location.map_or(std::ptr::null_mut(), |location| location.raw);
        if instruction.is_instruction() {
            // SAFETY: the value is an instruction; null removes its position.
            unsafe { LLVMInstructionSetDebugLoc(instruction.raw, raw) };
        }
    }

    /// Sets the name of a value; LLVM appends a number if another value has it.
    pub(crate) fn set_name(&self, value: Value<'e>, name: &str) {
        if value.ty().kind() != LLVMTypeKind::LLVMVoidTypeKind {
            // SAFETY: the value is alive; LLVM reads `len` bytes of the name.
            unsafe { LLVMSetValueName2(value.raw, name.as_ptr().cast(), name.len()) };
        }
    }

    /// Attaches an empty node of metadata to an instruction.
    ///
    /// # Panics
    /// If the kind is that of source positions.
    pub(crate) fn mark(&self, instruction: Value<'e>, kind: &str) {
        assert_ne!(kind, "dbg", "a source position is not empty");
        let kind = self.metadata_kind(kind);
        if instruction.is_instruction() {
            // SAFETY: the value is an instruction of the context.
            unsafe {
                let empty = LLVMMDNodeInContext2(self.context(), std::ptr::null_mut(), 0);
                let mark = LLVMMetadataAsValue(self.context(), empty);
                LLVMSetMetadata(instruction.raw, kind, mark);
            }
        }
    }

    /// Removes the metadata of a kind from an instruction.
    pub(crate) fn unmark(&self, instruction: Value<'e>, kind: &str) {
        let kind = self.metadata_kind(kind);
        if instruction.is_instruction() {
            // SAFETY: the value is an instruction; null removes the metadata.
            unsafe { LLVMSetMetadata(instruction.raw, kind, std::ptr::null_mut()) };
        }
    }

    /// Sets whether an operation is undefined on signed overflow, if it can be.
    pub(crate) fn set_nsw(&self, operation: Value<'e>, nsw: bool) {
        use inkwell::llvm_sys::LLVMOpcode::{LLVMAdd, LLVMMul, LLVMShl, LLVMSub};
        if matches!(operation.opcode(), LLVMAdd | LLVMSub | LLVMMul | LLVMShl) {
            // SAFETY: the operation has the flag.
            unsafe { LLVMSetNSW(operation.raw, nsw.into()) };
        }
    }

    /// Sets the fast-math flags of a value that can have some.
    pub(crate) fn set_fast_math(&self, value: Value<'e>, flags: u32) {
        if value.fast_math().is_some() {
            // SAFETY: the value can have the flags.
            unsafe { LLVMSetFastMathFlags(value.raw, flags) };
        }
    }

    /// Sets the alignment in bytes of an access, a local variable or a global.
    ///
    /// # Panics
    /// If it is not a power of two.
    pub(crate) fn set_alignment(&self, value: Value<'e>, align: u32) {
        use inkwell::llvm_sys::LLVMOpcode::{LLVMAlloca, LLVMLoad, LLVMStore};
        assert!(align.is_power_of_two(), "an alignment is a power of two");
        let has = value.is_global_variable()
            || matches!(value.opcode(), LLVMAlloca | LLVMLoad | LLVMStore);
        if has {
            // SAFETY: the value is of a kind that has an alignment.
            unsafe { LLVMSetAlignment(value.raw, align) };
        }
    }

    /// Sets the linkage of a global.
    pub(crate) fn set_linkage(&self, global: Value<'e>, linkage: LLVMLinkage) {
        if global.is_global() {
            // SAFETY: the value is a global.
            unsafe { LLVMSetLinkage(global.raw, linkage) };
        }
    }

    /// Takes a function or variable out of its group of sections.
    pub(crate) fn clear_comdat(&self, global: Value<'e>) {
        if global.is_function() || global.is_global_variable() {
            // SAFETY: the value is a function or a variable; null removes the group.
            unsafe { LLVMSetComdat(global.raw, std::ptr::null_mut()) };
        }
    }

    /// Gives one function's debug info to another one.
    pub(crate) fn move_subprogram(&self, from: Value<'e>, to: Value<'e>) {
        if from.is_function() && to.is_function() && from != to {
            // SAFETY: both are functions; a subprogram belongs to one function only.
            unsafe {
                let subprogram = LLVMGetSubprogram(from.raw);
                LLVMSetSubprogram(from.raw, std::ptr::null_mut());
                LLVMSetSubprogram(to.raw, subprogram);
            }
        }
    }

    /// Makes a function a kernel as another one is, with its metadata; that one is a plain
    /// function afterwards.
    pub(crate) fn move_kernel(&self, from: Value<'e>, to: Value<'e>) {
        if !from.is_function() || !to.is_function() || from == to {
            return;
        }
        let mut count = 0;
        // SAFETY: both are functions; entries are indexed below their count, and disposed of
        // once. A subprogram belongs to one function only and is left out.
        unsafe {
            LLVMSetFunctionCallConv(to.raw, LLVMGetFunctionCallConv(from.raw));
            LLVMSetFunctionCallConv(from.raw, 0);
            let all = LLVMGlobalCopyAllMetadata(from.raw, &mut count);
            for at in 0..count as u32 {
                let kind = LLVMValueMetadataEntriesGetKind(all, at);
                if kind != DEBUG {
                    let node = LLVMValueMetadataEntriesGetMetadata(all, at);
                    LLVMGlobalSetMetadata(to.raw, kind, node);
                }
            }
            LLVMDisposeValueMetadataEntries(all);
        }
    }

    /// Sets the initial value of a variable, and whether it never changes.
    ///
    /// # Panics
    /// If the value is not a constant of the variable's type.
    pub(crate) fn initialise(&self, variable: Value<'e>, value: Value<'e>, constant: bool) {
        let fits = variable.value_type() == Some(value.ty()) && value.is_constant();
        assert!(
            fits && variable.is_global_variable(),
            "a variable's value fits"
        );
        // SAFETY: the value is a constant of the variable's type.
        unsafe {
            LLVMSetInitializer(variable.raw, value.raw);
            LLVMSetGlobalConstant(variable.raw, constant.into());
        }
    }

    /// A constant of another module of the context; `None` if it refers to that module's functions
    /// or variables.
    pub(crate) fn shared(&self, constant: Value<'_>) -> Option<Value<'e>> {
        let mut open = vec![constant];
        let mut seen = HashSet::new();
        while let Some(part) = open.pop() {
            if !part.is_constant() || part.is_global() || part.as_block().is_some() {
                return None;
            }
            open.extend(part.operands().filter(|operand| seen.insert(*operand)));
        }
        // SAFETY: the type is alive.
        let context = unsafe { LLVMGetTypeContext(constant.ty().raw) };
        // A constant without addresses is the context's.
        (context == self.context()).then(|| Value::known(constant.raw))
    }

    /// Adds a variable without an initial value.
    pub(crate) fn add_variable(&self, ty: Type<'e>, name: &str) -> Value<'e> {
        let name = CString::new(name).unwrap_or_default();
        // SAFETY: the module is alive, and the type of its context.
        Value::known(unsafe { LLVMAddGlobal(self.raw, ty.raw, name.as_ptr()) })
    }

    /// The function of a name; it is declared with a signature if there is none.
    pub(crate) fn declare(
        &self,
        name: &str,
        signature: Type<'e>,
        attributes: &[super::Attribute],
    ) -> Value<'e> {
        assert!(signature.is_signature(), "a function has a signature");
        if let Some(function) = self.function(name) {
            return function;
        }
        let symbol = CString::new(name).unwrap_or_default();
        // SAFETY: the module is alive, and the type is a signature.
        let raw = unsafe { LLVMAddFunction(self.raw, symbol.as_ptr(), signature.raw) };
        let function = Value::known(raw);
        for attribute in attributes {
            self.add_attribute(function, *attribute);
        }
        function
    }

    /// Adds an empty block at the end of a function.
    ///
    /// # Panics
    /// If it is not a function.
    pub(crate) fn append_block(&self, function: Value<'e>) -> Block<'e> {
        assert!(function.is_function(), "a function has blocks");
        // SAFETY: the value is a function of the context.
        Block::known(unsafe {
            LLVMAppendBasicBlockInContext(self.context(), function.raw, c"".as_ptr())
        })
    }
}

impl Drop for Edit<'_> {
    fn drop(&mut self) {
        OPEN.with_borrow_mut(|open| open.retain(|module| *module != self.view.raw));
        // SAFETY: no handle outlives the edit. An erased instruction is in no block and is
        // released when nothing uses it; so are variables. An erased block is empty and not
        // entered; it is put back to be deleted, and is kept if a phi names it.
        unsafe {
            LLVMDisposeBuilder(self.builder);
            for instruction in self.erased.borrow().iter() {
                if instruction.is_used() {
                    let poison = instruction.ty().poison();
                    LLVMReplaceAllUsesWith(instruction.raw, poison.raw);
                }
            }
            for instruction in self.erased.borrow().iter() {
                LLVMDeleteInstruction(instruction.raw);
            }
            let blocks = self.blocks.borrow();
            let functions: HashSet<_> = blocks.iter().map(|(_, function)| *function).collect();
            let phis = functions.into_iter().flat_map(Value::blocks);
            let named = phis.flat_map(Block::phis).flat_map(Value::incoming);
            let named: HashSet<_> = named.map(|(_, block)| block).collect();
            let released = blocks.iter().filter(|(block, _)| !named.contains(block));
            for (block, function) in released.chain(self.nowhere.get().iter()) {
                LLVMAppendExistingBasicBlock(function.raw, block.raw);
                LLVMDeleteBasicBlock(block.raw);
            }
            for variable in self.variables.borrow().iter() {
                if !variable.is_used() {
                    LLVMDeleteGlobal(variable.raw);
                }
            }
        }
    }
}
