//! Vectors that a wrapper allocates for a call, and their final contents.

use inkwell::builder::BuilderError;
use inkwell::values::{BasicMetadataValueEnum, BasicValueEnum, IntValue, PointerValue};
use inkwell::{AddressSpace, IntPredicate};

use super::code::Body;
use super::grown::{DELETE, ELEMENTS, NEW, ROOM};
use super::part::{Grown, Returned};
use crate::llvm::gep;

impl<'c> Body<'_, 'c> {
    /// Allocates the elements of the vector at `object`, copies them from the parameter, and
    /// sets its pointers. An empty vector has no memory.
    pub(super) fn allocate(
        &mut self,
        object: PointerValue<'c>,
        grown: &Grown,
    ) -> Result<(), BuilderError> {
        let count = self.number(&grown.count)?;
        let size = self.word().const_int(u64::from(grown.size), false);
        let bytes = self.builder.build_int_mul(count, size, "")?;
        let none = self.context.ptr_type(AddressSpace::default()).const_null();
        let [start, finish, storage] = grown.pointers;
        for offset in [start, finish, storage] {
            let field = self.at(object, offset)?;
            self.store(field, none.into())?;
        }
        let zero = self.word().const_zero();
        let some = self
            .builder
            .build_int_compare(IntPredicate::NE, bytes, zero, "")?;
        let [fill, done] =
            ["elements", "vector"].map(|name| self.context.append_basic_block(self.function, name));
        self.builder.build_conditional_branch(some, fill, done)?;
        self.builder.position_at_end(fill);
        let memory = self.library(NEW, bytes.into())?;
        let memory = memory.ok_or(BuilderError::UnsetPosition)?;
        let memory = memory.into_pointer_value();
        let from = self.param(grown.from)?.into_pointer_value();
        self.builder.build_memcpy(memory, 1, from, 1, bytes)?;
        let end = self.after(memory, bytes)?;
        for (offset, value) in [(start, memory), (finish, end), (storage, end)] {
            let field = self.at(object, offset)?;
            self.store(field, value.into())?;
        }
        self.builder.build_unconditional_branch(done)?;
        self.builder.position_at_end(done);
        Ok(())
    }

    /// Copies the final size and elements of the vector at `object` to the output, if there
    /// is one, and releases its memory.
    pub(super) fn hand_out_vector(
        &mut self,
        (object, grown): (PointerValue<'c>, &Grown),
        (name, out): (&str, Option<usize>),
    ) -> Result<(), BuilderError> {
        let pointer = self.context.ptr_type(AddressSpace::default());
        let [start, finish, _] = grown.pointers;
        let [start, finish] = [self.at(object, start)?, self.at(object, finish)?];
        let start = self.load(pointer.into(), start)?.into_pointer_value();
        if let Some(out) = out {
            let out = self.param(out)?.into_pointer_value();
            let finish = self.load(pointer.into(), finish)?.into_pointer_value();
            let [from, to] =
                [start, finish].map(|p| self.builder.build_ptr_to_int(p, self.word(), ""));
            let bytes = self.builder.build_int_sub(to?, from?, "")?;
            let size = self.word().const_int(u64::from(grown.size), false);
            let count = self.builder.build_int_unsigned_div(bytes, size, "")?;
            self.store(out, count.into())?;
            self.refuse_more(name, count)?;
            let first = self.at(out, u64::from(ELEMENTS.max(grown.align)))?;
            self.builder.build_memcpy(first, 1, start, 1, bytes)?;
        }
        self.library(DELETE, start.into())?;
        Ok(())
    }

    /// Copies the result to its output, and releases it.
    pub(super) fn hand_out_result(
        &mut self,
        object: PointerValue<'c>,
        returned: &Returned,
    ) -> Result<(), BuilderError> {
        let to = (returned.name.as_str(), Some(returned.param));
        self.hand_out_vector((object, &returned.grown), to)
    }

    /// Ends the execution as not supported if there are more elements than the output has
    /// room for.
    fn refuse_more(&mut self, name: &str, count: IntValue<'c>) -> Result<(), BuilderError> {
        let room = self.word().const_int(u64::from(ROOM), false);
        let fits = self
            .builder
            .build_int_compare(IntPredicate::ULE, count, room, "")?;
        let [refuse, go_on] =
            ["more", "fits"].map(|name| self.context.append_basic_block(self.function, name));
        self.builder.build_conditional_branch(fits, go_on, refuse)?;
        self.builder.position_at_end(refuse);
        let what = format!("the call leaves it with more than {ROOM} elements; try smaller sizes");
        self.unsupported(name, &what)?;
        self.builder.build_unreachable()?;
        self.builder.position_at_end(go_on);
        Ok(())
    }

    /// The address `bytes` after another one.
    fn after(
        &self,
        base: PointerValue<'c>,
        bytes: IntValue<'c>,
    ) -> Result<PointerValue<'c>, BuilderError> {
        gep::step(&self.builder, self.context.i8_type().into(), base, bytes)
    }

    /// Calls [`NEW`] or [`DELETE`]; returns the result, if there is one.
    fn library(
        &self,
        name: &str,
        argument: BasicMetadataValueEnum<'c>,
    ) -> Result<Option<BasicValueEnum<'c>>, BuilderError> {
        let pointer = self.context.ptr_type(AddressSpace::default());
        let function = self.module.get_function(name).unwrap_or_else(|| {
            let ty = match name {
                NEW => pointer.fn_type(&[self.word().into()], false),
                _ => self.context.void_type().fn_type(&[pointer.into()], false),
            };
            self.module.add_function(name, ty, None)
        });
        let call = self.builder.build_direct_call(function, &[argument], "")?;
        Ok(call.try_as_basic_value().basic())
    }
}
