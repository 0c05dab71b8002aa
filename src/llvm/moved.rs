//! Moves of locals and variables to addresses with a given distance from a multiple of an alignment.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::{LLVMLinkage, LLVMOpcode};

use super::{Edit, Type, Value};

const UNNAMED: *const std::os::raw::c_char = c"".as_ptr();

impl<'e> Edit<'e> {
    /// Places a local `distance` bytes after a multiple of `align`. Left as it is if its size is not
    /// constant.
    ///
    /// # Panics
    /// If `align` is no power of two.
    pub(crate) fn move_local(&self, local: Value<'e>, distance: u32, align: u32) {
        let Some(ty) = local.allocated().filter(|ty| ty.is_measured()) else {
            return;
        };
        let Some(count) = local.operand(0).unsigned() else {
            return;
        };
        let room = self.layout().size(ty).checked_mul(count);
        let Some(room) = room.and_then(|size| size.checked_add(distance.into())) else {
            return;
        };
        if local.ty().address_space() != 0 {
            return;
        }
        let bytes = self.integer(8).array(room);
        // SAFETY: the builder inserts before an instruction of a block; the type has a size, and the
        // offset is inside it.
        let (whole, moved) = unsafe {
            LLVMPositionBuilderBefore(self.builder, local.raw);
            let whole = LLVMBuildAlloca(self.builder, bytes.raw, UNNAMED);
            let mut offset = self.integer(64).constant(distance.into()).raw;
            let byte = self.integer(8).raw;
            let moved = LLVMBuildGEP2(self.builder, byte, whole, &mut offset, 1, UNNAMED);
            (Value::known(whole), Value::known(moved))
        };
        self.set_alignment(whole, align);
        self.replace_uses(local, moved);
        self.erase(local);
    }

    /// Places a variable that is defined here `distance` bytes after a multiple of `align`. It has
    /// no name afterwards.
    ///
    /// # Panics
    /// If `align` is no power of two.
    pub(crate) fn move_variable(&self, variable: Value<'e>, distance: u32, align: u32) {
        let Some(initial) = variable.initialiser() else {
            return;
        };
        // SAFETY: the value is a variable.
        let is_of_thread = unsafe { LLVMIsThreadLocal(variable.raw) != 0 };
        if is_of_thread || variable.ty().address_space() != 0 {
            return;
        }
        let before = self.integer(8).array(distance.into()).zero();
        let mut parts = [before.raw, initial.raw];
        // SAFETY: both parts are constants of the context; the offset is that of the second one.
        let (whole, moved) = unsafe {
            let value = LLVMConstStructInContext(self.context(), parts.as_mut_ptr(), 2, 1);
            let ty: Type<'e> = Type::known(LLVMTypeOf(value));
            let whole = self.add_variable(ty, "");
            self.initialise(whole, Value::known(value), variable.is_constant_variable());
            let mut offset = self.integer(64).constant(distance.into()).raw;
            let moved = LLVMConstGEP2(self.integer(8).raw, whole.raw, &mut offset, 1);
            (whole, Value::known(moved))
        };
        self.set_linkage(whole, LLVMLinkage::LLVMInternalLinkage);
        self.set_alignment(whole, align);
        self.replace_uses(variable, moved);
        self.set_name(variable, "");
        self.set_linkage(variable, LLVMLinkage::LLVMInternalLinkage);
        self.erase_variable(variable);
    }

    /// The locals of all functions.
    pub(crate) fn locals(&self) -> Vec<Value<'e>> {
        let is_local = |i: &Value<'e>| i.opcode() == LLVMOpcode::LLVMAlloca;
        self.instructions().filter(is_local).collect()
    }
}
