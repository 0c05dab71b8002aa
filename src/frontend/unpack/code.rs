//! Emits the instructions of a wrapper function: parameters, fields at any offset, copies.

use inkwell::AddressSpace;
use inkwell::builder::{Builder, BuilderError};
use inkwell::context::ContextRef;
use inkwell::module::Module;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValue, BasicValueEnum, FunctionValue, InstructionValue, PointerValue};

use super::part::Plan;
use crate::frontend::moved::MOVED;
use crate::llvm::gep;

/// The body of a wrapper function while it is written.
pub(super) struct Body<'a, 'c> {
    pub(super) module: &'a Module<'c>,
    pub(super) context: ContextRef<'c>,
    pub(super) builder: Builder<'c>,
    pub(super) function: FunctionValue<'c>,
    pub(super) plan: &'a Plan,
    /// For each parameter of the plan, the index of the function's parameter.
    pub(super) places: Vec<Option<u32>>,
}

impl<'a, 'c> Body<'a, 'c> {
    /// A body without instructions.
    pub(super) fn new(
        module: &'a Module<'c>,
        function: FunctionValue<'c>,
        plan: &'a Plan,
    ) -> Body<'a, 'c> {
        let context = module.get_context();
        let builder = context.create_builder();
        builder.position_at_end(context.append_basic_block(function, "entry"));
        Body {
            module,
            context,
            builder,
            function,
            plan,
            places: vec![None; plan.params.len()],
        }
    }

    /// See [`MOVED`].
    pub(super) fn moved(&self) -> FunctionValue<'c> {
        self.module.get_function(MOVED).unwrap_or_else(|| {
            let pointer = self.context.ptr_type(AddressSpace::default());
            let ty = self
                .context
                .i64_type()
                .fn_type(&[pointer.into(), pointer.into()], false);
            self.module.add_function(MOVED, ty, None)
        })
    }

    /// The address of the function with this symbol.
    pub(super) fn address(&self, symbol: &str) -> Result<PointerValue<'c>, BuilderError> {
        let function = self.module.get_function(symbol);
        let function = function.ok_or(BuilderError::UnsetPosition)?;
        Ok(function.as_global_value().as_pointer_value())
    }

    /// The value that the function receives for a parameter of the plan.
    pub(super) fn param(&self, param: usize) -> Result<BasicValueEnum<'c>, BuilderError> {
        let place = self.places.get(param).copied().flatten();
        let value = place.and_then(|place| self.function.get_nth_param(place));
        value.ok_or(BuilderError::UnsetPosition)
    }

    /// The address `offset` bytes after another one.
    pub(super) fn at(
        &self,
        base: PointerValue<'c>,
        offset: u64,
    ) -> Result<PointerValue<'c>, BuilderError> {
        let offset = self.context.i64_type().const_int(offset, false);
        gep::step(&self.builder, self.context.i8_type().into(), base, offset)
    }

    /// Loads a field.
    pub(super) fn load(
        &self,
        ty: BasicTypeEnum<'c>,
        from: PointerValue<'c>,
    ) -> Result<BasicValueEnum<'c>, BuilderError> {
        let value = self.builder.build_load(ty, from, "")?;
        self.unaligned(value.as_instruction_value())?;
        Ok(value)
    }

    /// Stores a field.
    pub(super) fn store(
        &self,
        to: PointerValue<'c>,
        value: BasicValueEnum<'c>,
    ) -> Result<(), BuilderError> {
        let store = self.builder.build_store(to, value)?;
        self.unaligned(Some(store))
    }

    /// Drops the alignment of an access, as packed structures have fields at any offset.
    fn unaligned(&self, access: Option<InstructionValue<'c>>) -> Result<(), BuilderError> {
        match access {
            Some(access) => access
                .set_alignment(1)
                .map_err(|_| BuilderError::UnsetPosition),
            None => Ok(()),
        }
    }

    /// Copies `size` bytes.
    pub(super) fn copy(
        &self,
        to: PointerValue<'c>,
        from: PointerValue<'c>,
        size: u32,
    ) -> Result<(), BuilderError> {
        let size = self.context.i64_type().const_int(u64::from(size), false);
        self.builder.build_memcpy(to, 1, from, 1, size)?;
        Ok(())
    }
}
