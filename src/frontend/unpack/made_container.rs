//! Vectors and strings that a wrapper allocates for a call, and their final contents.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::builder::BuilderError;
use inkwell::values::{BasicMetadataValueEnum, BasicValueEnum, IntValue, PointerValue};
use inkwell::{AddressSpace, IntPredicate};

use super::code::Body;
use super::grown::{DELETE, ELEMENTS, NEW, ROOM};
use super::part::{Grown, Layout};
use crate::llvm::gep;

/// The function that compares memory, `memcmp`.
const COMPARE: &str = "memcmp";

/// The size in bytes of the room for a short string, without its terminating zero, in
/// libstdc++: `_S_local_capacity` characters.
const SHORT: u32 = 15;

impl<'c> Body<'_, 'c> {
    /// Allocates the elements of the container at `object`, copies them from the parameter,
    /// and sets its members.
    pub(super) fn allocate(
        &mut self,
        object: PointerValue<'c>,
        grown: &Grown,
    ) -> Result<(), BuilderError> {
        let count = self.number(&grown.count)?;
        let bytes = self.bytes(count, grown)?;
        match grown.layout {
            Layout::Vector { pointers } => self.allocate_vector(object, grown, pointers, bytes),
            Layout::String { data, length, own } => {
                let length = self.at(object, length)?;
                self.store(length, count.into())?;
                let places = (self.at(object, data)?, self.at(object, own)?);
                self.allocate_string(places, grown, (count, bytes))
            }
        }
    }

    /// As a vector's constructor: an empty one has no memory.
    fn allocate_vector(
        &mut self,
        object: PointerValue<'c>,
        grown: &Grown,
        pointers: [u64; 3],
        bytes: IntValue<'c>,
    ) -> Result<(), BuilderError> {
        let none = self.context.ptr_type(AddressSpace::default()).const_null();
        for offset in pointers {
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
        let memory = self.new_memory(bytes)?;
        let from = self.param(grown.from)?.into_pointer_value();
        self.builder.build_memcpy(memory, 1, from, 1, bytes)?;
        let end = self.after(memory, bytes)?;
        for (offset, value) in pointers.into_iter().zip([memory, end, end]) {
            let field = self.at(object, offset)?;
            self.store(field, value.into())?;
        }
        self.builder.build_unconditional_branch(done)?;
        self.builder.position_at_end(done);
        Ok(())
    }

    /// As a string's constructor: a short one is in the object, a longer one has memory of
    /// its own and its capacity in the object.
    fn allocate_string(
        &mut self,
        (data, own): (PointerValue<'c>, PointerValue<'c>),
        grown: &Grown,
        (count, bytes): (IntValue<'c>, IntValue<'c>),
    ) -> Result<(), BuilderError> {
        let room = self.word().const_int(u64::from(SHORT / grown.size), false);
        let fits = self
            .builder
            .build_int_compare(IntPredicate::ULE, count, room, "")?;
        let [short, long, fill] = ["short", "long", "characters"]
            .map(|name| self.context.append_basic_block(self.function, name));
        self.builder.build_conditional_branch(fits, short, long)?;
        self.builder.position_at_end(short);
        self.store(data, own.into())?;
        self.builder.build_unconditional_branch(fill)?;
        self.builder.position_at_end(long);
        let one = self.word().const_int(u64::from(grown.size), false);
        let memory = self.new_memory(self.builder.build_int_add(bytes, one, "")?)?;
        self.store(data, memory.into())?;
        self.store(own, count.into())?;
        self.builder.build_unconditional_branch(fill)?;
        self.builder.position_at_end(fill);
        let pointer = self.context.ptr_type(AddressSpace::default());
        let to = self.load(pointer.into(), data)?.into_pointer_value();
        let from = self.param(grown.from)?.into_pointer_value();
        self.builder.build_memcpy(to, 1, from, 1, bytes)?;
        let end = self.after(to, bytes)?;
        let zero = self.context.i8_type().const_zero();
        self.builder.build_memset(end, 1, zero, one)?;
        Ok(())
    }

    /// Copies the final size and elements of a container in the object to the output, if
    /// there is one, and releases its memory.
    pub(super) fn hand_out_container(
        &mut self,
        object: PointerValue<'c>,
        grown: &Grown,
    ) -> Result<(), BuilderError> {
        let pointer = self.context.ptr_type(AddressSpace::default());
        let (data, own) = match grown.layout {
            Layout::Vector { pointers } => (pointers[0], None),
            Layout::String { data, own, .. } => (data, Some(own)),
        };
        let data = self.at(object, data)?;
        let data = self.load(pointer.into(), data)?.into_pointer_value();
        if grown.is_constant {
            self.refuse_change((object, data), grown)?;
        }
        if let Some(out) = grown.after {
            let out = self.param(out)?.into_pointer_value();
            let count = self.final_count((object, data), grown)?;
            self.store(out, count.into())?;
            // A port in blocks may overwrite the zero after a string's characters.
            let end = self.word().const_int(u64::from(own.is_some()), false);
            let count = self.builder.build_int_add(count, end, "")?;
            self.refuse_more(&grown.name, count)?;
            let first = self.at(out, u64::from(ELEMENTS.max(grown.align)))?;
            let bytes = self.bytes(count, grown)?;
            self.builder.build_memcpy(first, 1, data, 1, bytes)?;
        }
        let Some(own) = own else {
            self.library(DELETE, &[data.into()])?;
            return Ok(());
        };
        let own = self.at(object, own)?;
        let is_own = self
            .builder
            .build_int_compare(IntPredicate::EQ, data, own, "")?;
        let [release, done] = ["release", "released"]
            .map(|name| self.context.append_basic_block(self.function, name));
        self.builder
            .build_conditional_branch(is_own, done, release)?;
        self.builder.position_at_end(release);
        self.library(DELETE, &[data.into()])?;
        self.builder.build_unconditional_branch(done)?;
        self.builder.position_at_end(done);
        Ok(())
    }

    /// Ends the execution as not supported if a constant container has other elements than
    /// before: a cast removed the qualifier.
    fn refuse_change(
        &mut self,
        (object, data): (PointerValue<'c>, PointerValue<'c>),
        grown: &Grown,
    ) -> Result<(), BuilderError> {
        let [compare, refuse, go_on] = ["unchanged size", "changed", "unchanged"]
            .map(|name| self.context.append_basic_block(self.function, name));
        let before = self.number(&grown.count)?;
        let after = self.final_count((object, data), grown)?;
        let alike = IntPredicate::EQ;
        let same_size = self.builder.build_int_compare(alike, before, after, "")?;
        self.builder
            .build_conditional_branch(same_size, compare, refuse)?;
        self.builder.position_at_end(compare);
        let from = self.param(grown.from)?;
        let bytes = self.bytes(before, grown)?;
        let order = self.library(COMPARE, &[data.into(), from.into(), bytes.into()])?;
        let order = order.ok_or(BuilderError::UnsetPosition)?.into_int_value();
        let zero = order.get_type().const_zero();
        let same = self.builder.build_int_compare(alike, order, zero, "")?;
        self.builder.build_conditional_branch(same, go_on, refuse)?;
        self.builder.position_at_end(refuse);
        self.unsupported(&grown.name, "the call changes it, though it is constant")?;
        self.builder.build_unconditional_branch(go_on)?;
        self.builder.position_at_end(go_on);
        Ok(())
    }

    /// The number of elements after the call; `data` is the address of the first.
    fn final_count(
        &self,
        (object, data): (PointerValue<'c>, PointerValue<'c>),
        grown: &Grown,
    ) -> Result<IntValue<'c>, BuilderError> {
        match grown.layout {
            Layout::Vector {
                pointers: [_, finish, _],
            } => {
                let pointer = self.context.ptr_type(AddressSpace::default());
                let finish = self.at(object, finish)?;
                let finish = self.load(pointer.into(), finish)?.into_pointer_value();
                let [from, to] =
                    [data, finish].map(|p| self.builder.build_ptr_to_int(p, self.word(), ""));
                let bytes = self.builder.build_int_sub(to?, from?, "")?;
                let size = self.word().const_int(u64::from(grown.size), false);
                self.builder.build_int_unsigned_div(bytes, size, "")
            }
            Layout::String { length, .. } => {
                let length = self.at(object, length)?;
                let count = self.load(self.word().into(), length)?;
                Ok(count.into_int_value())
            }
        }
    }

    /// The size in bytes of this many elements.
    fn bytes(&self, count: IntValue<'c>, grown: &Grown) -> Result<IntValue<'c>, BuilderError> {
        let size = self.word().const_int(u64::from(grown.size), false);
        self.builder.build_int_mul(count, size, "")
    }

    /// Allocates memory.
    fn new_memory(&self, bytes: IntValue<'c>) -> Result<PointerValue<'c>, BuilderError> {
        let memory = self.library(NEW, &[bytes.into()])?;
        Ok(memory
            .ok_or(BuilderError::UnsetPosition)?
            .into_pointer_value())
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

    /// Calls [`NEW`], [`DELETE`] or [`COMPARE`]; returns the result, if there is one.
    fn library(
        &self,
        name: &str,
        arguments: &[BasicMetadataValueEnum<'c>],
    ) -> Result<Option<BasicValueEnum<'c>>, BuilderError> {
        let pointer = self.context.ptr_type(AddressSpace::default());
        let function = self.module.get_function(name).unwrap_or_else(|| {
            let ty = match name {
                NEW => pointer.fn_type(&[self.word().into()], false),
                COMPARE => {
                    let operands = [pointer.into(), pointer.into(), self.word().into()];
                    self.context.i32_type().fn_type(&operands, false)
                }
                _ => self.context.void_type().fn_type(&[pointer.into()], false),
            };
            self.module.add_function(name, ty, None)
        });
        if name == COMPARE {
            // The elements that the parameter has are read only.
            let kind = Attribute::get_named_enum_kind_id("readonly");
            let reads = self.context.create_enum_attribute(kind, 0);
            for operand in [0, 1] {
                function.add_attribute(AttributeLoc::Param(operand), reads);
            }
        }
        let call = self.builder.build_direct_call(function, arguments, "")?;
        Ok(call.try_as_basic_value().basic())
    }
}
