//! Rows that a wrapper builds for a call. Each is an object of its own, so that an access
//! past the end of a row is past the end of an object. Neighbours are swapped in memory: rows
//! are neither in order nor at equal distances, and code that assumes so goes wrong.

use inkwell::IntPredicate;
use inkwell::basic_block::BasicBlock;
use inkwell::builder::BuilderError;
use inkwell::types::IntType;
use inkwell::values::{BasicValueEnum, IntValue, PhiValue, PointerValue};

use super::code::Body;
use super::part::{Place, Rows};
use crate::contract::{Length, Scalar};
use crate::frontend::types::Type;
use crate::llvm::gep;

/// The function that the runtime library calls when an operation is not supported.
const UNSUPPORTED: &str = "simdiff_unsupported";

/// Rows, and the pointers to them.
pub(super) struct MadeRows<'c> {
    /// The table of pointers that the call gets.
    pub table: PointerValue<'c>,
    /// A copy of the table that the call does not see.
    kept: PointerValue<'c>,
    count: IntValue<'c>,
    /// The size of a row in bytes.
    bytes: IntValue<'c>,
}

/// A loop over rows.
struct Loop<'c> {
    head: BasicBlock<'c>,
    end: BasicBlock<'c>,
    index: PhiValue<'c>,
}

impl<'c> Body<'_, 'c> {
    /// Allocates the rows and their tables, and copies their contents from the parameter.
    pub(super) fn rows(&mut self, rows: &Rows) -> Result<MadeRows<'c>, BuilderError> {
        let pointer = self.context.ptr_type(inkwell::AddressSpace::default());
        let count = self.number(&rows.count)?;
        let row = self.number(&rows.row)?;
        let size = self.word().const_int(u64::from(rows.size), false);
        let bytes = self.builder.build_int_mul(row, size, "")?;
        let table = self
            .builder
            .build_array_alloca(pointer, count, &rows.name)?;
        let kept = self.builder.build_array_alloca(pointer, count, "")?;
        let all = self.param(rows.param)?.into_pointer_value();
        let each = self.each(count)?;
        let index = self.swapped(each.index.as_basic_value().into_int_value(), count)?;
        let name = format!("a row of {}", rows.name);
        let byte = self.context.i8_type();
        let made = self.builder.build_array_alloca(byte, bytes, &name)?;
        if let Some(instruction) = made.as_instruction() {
            instruction
                .set_alignment(rows.align)
                .map_err(|_| BuilderError::UnsetPosition)?;
        }
        let from = self.place(all, index, bytes)?;
        self.builder.build_memcpy(made, 1, from, 1, bytes)?;
        for pointers in [table, kept] {
            let slot = gep::step(&self.builder, pointer.into(), pointers, index)?;
            self.builder.build_store(slot, made)?;
        }
        self.next(&each)?;
        Ok(MadeRows {
            table,
            kept,
            count,
            bytes,
        })
    }

    /// The index of the row that is the next one in memory: of each two neighbours the second
    /// comes first.
    fn swapped(
        &self,
        index: IntValue<'c>,
        count: IntValue<'c>,
    ) -> Result<IntValue<'c>, BuilderError> {
        let one = self.word().const_int(1, false);
        let other = self.builder.build_xor(index, one, "")?;
        let exists = self
            .builder
            .build_int_compare(IntPredicate::SLT, other, count, "")?;
        let chosen = self.builder.build_select(exists, other, index, "")?;
        Ok(chosen.into_int_value())
    }

    /// Copies the final contents of the rows to the output. Executions in which the call
    /// changed the pointers in the table are not supported.
    pub(super) fn hand_out_rows(
        &mut self,
        made: &MadeRows<'c>,
        rows: &Rows,
    ) -> Result<(), BuilderError> {
        let pointer = self.context.ptr_type(inkwell::AddressSpace::default());
        let all = self.param(rows.param)?.into_pointer_value();
        let each = self.each(made.count)?;
        let index = each.index.as_basic_value().into_int_value();
        let mut pointers = Vec::new();
        for from in [made.kept, made.table] {
            let slot = gep::step(&self.builder, pointer.into(), from, index)?;
            pointers.push(self.load(pointer.into(), slot)?);
        }
        let [kept, left] = pointers[..] else {
            return Err(BuilderError::UnsetPosition);
        };
        let to = self.place(all, index, made.bytes)?;
        let row = kept.into_pointer_value();
        self.builder.build_memcpy(to, 1, row, 1, made.bytes)?;
        let moved = self.moved();
        let call = self
            .builder
            .build_direct_call(moved, &[kept.into(), left.into()], "")?;
        let moved = call.try_as_basic_value().basic();
        let Some(BasicValueEnum::IntValue(moved)) = moved else {
            return Err(BuilderError::UnsetPosition);
        };
        let zero = self.word().const_zero();
        let stays = self
            .builder
            .build_int_compare(IntPredicate::EQ, moved, zero, "")?;
        let refuse = self.context.append_basic_block(self.function, "moved");
        let go_on = self.context.append_basic_block(self.function, "row");
        self.builder
            .build_conditional_branch(stays, go_on, refuse)?;
        self.builder.position_at_end(refuse);
        let what = "the call has its pointers point to something else";
        self.unsupported(&rows.name, what)?;
        self.builder.build_unconditional_branch(go_on)?;
        self.builder.position_at_end(go_on);
        self.next(&each)
    }

    /// Emits a call that reports what a call did with a parameter as not supported.
    pub(super) fn unsupported(&self, name: &str, what: &str) -> Result<(), BuilderError> {
        let pointer = self.context.ptr_type(inkwell::AddressSpace::default());
        let function = self.module.get_function(UNSUPPORTED).unwrap_or_else(|| {
            let ty = self
                .context
                .void_type()
                .fn_type(&[pointer.into(), pointer.into()], false);
            self.module.add_function(UNSUPPORTED, ty, None)
        });
        let text = |text: &str| -> Result<_, BuilderError> {
            let text = self.builder.build_global_string_ptr(text, "")?;
            Ok(text.as_pointer_value())
        };
        let (name, what) = (text(name)?, text(what)?);
        self.builder
            .build_direct_call(function, &[name.into(), what.into()], "")?;
        Ok(())
    }

    /// Begins a loop over `count` rows, and positions the builder in its body.
    fn each(&self, count: IntValue<'c>) -> Result<Loop<'c>, BuilderError> {
        let before = self.builder.get_insert_block();
        let before = before.ok_or(BuilderError::UnsetPosition)?;
        let [head, body, end] =
            ["rows", "row", "end"].map(|name| self.context.append_basic_block(self.function, name));
        self.builder.build_unconditional_branch(head)?;
        self.builder.position_at_end(head);
        let index = self.builder.build_phi(self.word(), "")?;
        index.add_incoming(&[(&self.word().const_zero(), before)]);
        let value = index.as_basic_value().into_int_value();
        let more = self
            .builder
            .build_int_compare(IntPredicate::SLT, value, count, "")?;
        self.builder.build_conditional_branch(more, body, end)?;
        self.builder.position_at_end(body);
        Ok(Loop { head, end, index })
    }

    /// Ends a loop's body, and positions the builder after the loop.
    fn next(&self, each: &Loop<'c>) -> Result<(), BuilderError> {
        let value = each.index.as_basic_value().into_int_value();
        let one = self.word().const_int(1, false);
        let next = self.builder.build_int_add(value, one, "")?;
        let from = self.builder.get_insert_block();
        let from = from.ok_or(BuilderError::UnsetPosition)?;
        each.index.add_incoming(&[(&next, from)]);
        self.builder.build_unconditional_branch(each.head)?;
        self.builder.position_at_end(each.end);
        Ok(())
    }

    /// The address of an element in a parameter's buffer.
    pub(super) fn place_in(&self, place: &Place) -> Result<PointerValue<'c>, BuilderError> {
        let mut params = self.plan.params.iter();
        let of = params.position(|param| param.name == place.of);
        let of = self.param(of.ok_or(BuilderError::UnsetPosition)?)?;
        let index = self.number(&place.index)?;
        let size = self.word().const_int(u64::from(place.size), false);
        self.place(of.into_pointer_value(), index, size)
    }

    /// The address of a row in the buffer of all rows.
    fn place(
        &self,
        all: PointerValue<'c>,
        index: IntValue<'c>,
        bytes: IntValue<'c>,
    ) -> Result<PointerValue<'c>, BuilderError> {
        let offset = self.builder.build_int_mul(index, bytes, "")?;
        gep::step(&self.builder, self.context.i8_type().into(), all, offset)
    }

    /// The value of a number of rows or elements; zero if a size makes it negative.
    pub(super) fn number(&self, length: &Length) -> Result<IntValue<'c>, BuilderError> {
        let value = self.length(length)?;
        let zero = self.word().const_zero();
        let negative = self
            .builder
            .build_int_compare(IntPredicate::SLT, value, zero, "")?;
        let value = self.builder.build_select(negative, zero, value, "")?;
        Ok(value.into_int_value())
    }

    fn length(&self, length: &Length) -> Result<IntValue<'c>, BuilderError> {
        let (op, left, right) = match length {
            Length::Const(value) => return Ok(self.word().const_int(*value, false)),
            Length::Var(name) => return self.named(name),
            Length::Op(op, left, right) => (op, self.length(left)?, self.length(right)?),
        };
        match op {
            '+' => self.builder.build_int_add(left, right, ""),
            '-' => self.builder.build_int_sub(left, right, ""),
            '*' => self.builder.build_int_mul(left, right, ""),
            _ => self.builder.build_int_signed_div(left, right, ""),
        }
    }

    /// The value of the parameter that a length names, extended to 64 bits.
    fn named(&self, name: &str) -> Result<IntValue<'c>, BuilderError> {
        let mut params = self.plan.params.iter();
        let place = params.position(|param| param.name == name);
        let place = place.ok_or(BuilderError::UnsetPosition)?;
        let Type::Scalar(Scalar::Int { signed, .. }) = self.plan.params[place].ty else {
            return Err(BuilderError::UnsetPosition);
        };
        let value = self.param(place)?.into_int_value();
        match signed {
            true => self
                .builder
                .build_int_s_extend_or_bit_cast(value, self.word(), ""),
            false => self
                .builder
                .build_int_z_extend_or_bit_cast(value, self.word(), ""),
        }
    }

    pub(super) fn word(&self) -> IntType<'c> {
        self.context.i64_type()
    }
}
