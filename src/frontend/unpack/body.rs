//! The body of a wrapper function: it builds the arguments, calls the wrapped function, and
//! copies the results out.

use inkwell::AddressSpace;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::builder::BuilderError;
use inkwell::types::{BasicTypeEnum, StructType};
use inkwell::values::{BasicMetadataValueEnum, BasicValueEnum, FunctionValue, PointerValue};

use super::code::Body;
use super::made_rows::MadeRows;
use super::part::{Given, Holds, Object, Rows};
use super::slots::{Slot, param_of, slots, type_of_scalar};
use crate::contract::Element;
use crate::frontend::abi::{Abi, AbiArg};

/// The unit in bytes of a value in registers: its alignment, and what its size is rounded
/// up to.
const REGISTERS: u32 = 16;

impl<'c> Body<'_, 'c> {
    /// Writes the body.
    ///
    /// # Errors
    /// LLVM's errors.
    pub(super) fn fill(mut self, whole: FunctionValue<'c>, abi: &Abi) -> Result<(), BuilderError> {
        let mut through = vec![None; abi.args.len()];
        for (place, slot) in (0..).zip(slots(self.plan, abi)) {
            match slot {
                Slot::Argument(i, param) => {
                    through[i as usize] = self.function.get_nth_param(place);
                    // Only the last argument of a parameter is recorded: a parameter with
                    // several has no single value, and is not read.
                    if let Some(param) = param {
                        self.places[param] = Some(place);
                    }
                }
                Slot::Param(param) => self.places[param] = Some(place),
            }
        }
        let plan = self.plan;
        let mut made = Vec::new();
        for given in &plan.given {
            made.push(match given {
                Given::Through => Passed::Through,
                Given::Address(object) => Passed::Object(self.object(object)?, object, false),
                Given::Value(object) => {
                    // Its parts that are passed in registers are read as whole units.
                    let size = object.element.size.next_multiple_of(REGISTERS);
                    let align = object.element.align.max(REGISTERS);
                    Passed::Object(self.object_in(object, size, align)?, object, true)
                }
                Given::Rows(rows) => Passed::Rows(self.rows(rows)?, rows),
                Given::Function(symbol) => Passed::Pointer(self.address(symbol)?),
                Given::Place(place) => Passed::Pointer(self.place_in(place)?),
            });
        }
        let result = match &plan.returned {
            Some(returned) => Some((self.room(&returned.element)?, returned)),
            None => None,
        };
        let mut arguments: Vec<BasicMetadataValueEnum<'c>> = Vec::new();
        for (i, arg) in abi.args.iter().enumerate() {
            let lost = BuilderError::UnsetPosition;
            let passed = param_of(arg).and_then(|param| made.get(param));
            let value: BasicValueEnum<'c> = match (passed, arg) {
                (_, AbiArg::Result { .. }) if result.is_some() => {
                    result.map(|(address, _)| address).ok_or(lost)?.into()
                }
                (None | Some(Passed::Through), _) => through[i].ok_or(lost)?,
                (Some(Passed::Object(object, _, true)), AbiArg::Value { offset, .. }) => {
                    let ty = whole.get_nth_param(i as u32).map(|p| p.get_type());
                    let from = self.at(object.address, u64::from(*offset))?;
                    self.load(ty.ok_or(lost)?, from)?
                }
                (Some(Passed::Object(object, ..)), _) => object.address.into(),
                (Some(Passed::Rows(rows, _)), _) => rows.table.into(),
                (Some(Passed::Pointer(address)), _) => (*address).into(),
            };
            arguments.push(value.into());
        }
        let call = self.builder.build_direct_call(whole, &arguments, "")?;
        call.set_call_convention(whole.get_call_conventions());
        for i in 0..whole.count_params() {
            for attribute in whole.attributes(AttributeLoc::Param(i)) {
                call.add_attribute(AttributeLoc::Param(i), attribute);
            }
        }
        for attribute in whole.attributes(AttributeLoc::Return) {
            call.add_attribute(AttributeLoc::Return, attribute);
        }
        let inline = Attribute::get_named_enum_kind_id("alwaysinline");
        let inline = self.context.create_enum_attribute(inline, 0);
        call.add_attribute(AttributeLoc::Function, inline);
        for passed in made {
            match passed {
                Passed::Object(object, source, _) => self.hand_out(&object, source)?,
                Passed::Rows(rows, source) => self.hand_out_rows(&rows, source)?,
                Passed::Through | Passed::Pointer(_) => {}
            }
        }
        if let Some((address, returned)) = result {
            self.hand_out_container(address, &returned.grown)?;
        }
        match call.try_as_basic_value().basic() {
            Some(value) => self.builder.build_return(Some(&value))?,
            None => self.builder.build_return(None)?,
        };
        Ok(())
    }

    /// Memory for a result.
    fn room(&self, element: &Element) -> Result<PointerValue<'c>, BuilderError> {
        let ty = self.context.i8_type().array_type(element.size);
        let address = self.builder.build_alloca(ty, "result")?;
        if let Some(instruction) = address.as_instruction() {
            instruction
                .set_alignment(element.align.max(1))
                .map_err(|_| BuilderError::UnsetPosition)?;
        }
        Ok(address)
    }

    /// The type of an object of this size. It declares the fields, so that they can be
    /// promoted to values.
    fn type_of_object(&self, object: &Object, size: u32) -> StructType<'c> {
        let mut types: Vec<BasicTypeEnum<'c>> = Vec::new();
        let byte = self.context.i8_type();
        let mut end = 0;
        let pad = |from: u64, to: u64, types: &mut Vec<BasicTypeEnum<'c>>| {
            if from < to {
                types.push(byte.array_type((to - from) as u32).into());
            }
        };
        for field in &object.fields {
            pad(end, field.offset, &mut types);
            let ty: BasicTypeEnum<'c> = match &field.holds {
                Holds::Number { scalar, .. } => type_of_scalar(self.context, *scalar),
                Holds::Bytes { size, .. } | Holds::Storage { size } => {
                    byte.array_type(*size).into()
                }
                Holds::Pointer { .. }
                | Holds::Address(_)
                | Holds::Rows(_)
                | Holds::Function(_)
                | Holds::Place(_)
                | Holds::Unset => self.context.ptr_type(AddressSpace::default()).into(),
            };
            types.push(ty);
            end = field.offset + u64::from(field.holds.bytes());
        }
        pad(end, size.into(), &mut types);
        self.context.struct_type(&types, true)
    }

    /// Allocates an object at its own alignment and initialises its fields.
    fn object(&mut self, object: &Object) -> Result<Made<'c>, BuilderError> {
        self.object_in(object, object.element.size, object.element.align)
    }

    /// Allocates an object in memory of this size and alignment and initialises its fields.
    fn object_in(
        &mut self,
        object: &Object,
        size: u32,
        align: u32,
    ) -> Result<Made<'c>, BuilderError> {
        let ty = self.type_of_object(object, size);
        let address = self.builder.build_alloca(ty, &object.name)?;
        if let Some(instruction) = address.as_instruction() {
            instruction
                .set_alignment(align.max(1))
                .map_err(|_| BuilderError::UnsetPosition)?;
        }
        let mut made = Made {
            address,
            pointers: Vec::new(),
        };
        for field in &object.fields {
            if object.is_grown(field) {
                // The container is made below: its memory is not that of the parameter.
                if matches!(field.holds, Holds::Pointer { .. } | Holds::Place(_)) {
                    let pointer = self.context.ptr_type(AddressSpace::default());
                    made.pointers.push(Pointer {
                        value: pointer.const_null().into(),
                        behind: Behind::Nothing,
                    });
                }
                continue;
            }
            let to = self.at(address, field.offset)?;
            let value = match &field.holds {
                Holds::Number { param, .. } => self.param(*param)?,
                Holds::Pointer { param } => {
                    let pointer = self.param(*param)?;
                    made.pointers.push(Pointer {
                        value: pointer,
                        behind: Behind::Nothing,
                    });
                    pointer
                }
                Holds::Rows(rows) => {
                    let rows = self.rows(rows)?;
                    let value = rows.table.into();
                    made.pointers.push(Pointer {
                        value,
                        behind: Behind::Rows(rows),
                    });
                    value
                }
                Holds::Function(_) | Holds::Place(_) => {
                    let value = match &field.holds {
                        Holds::Place(place) => self.place_in(place)?,
                        Holds::Function(symbol) => self.address(symbol)?,
                        _ => return Err(BuilderError::UnsetPosition),
                    };
                    let value = value.into();
                    made.pointers.push(Pointer {
                        value,
                        behind: Behind::Nothing,
                    });
                    value
                }
                Holds::Address(inner) => {
                    let inner = self.object(inner)?;
                    let value = inner.address.into();
                    made.pointers.push(Pointer {
                        value,
                        behind: Behind::Object(inner),
                    });
                    value
                }
                Holds::Bytes { param, size } => {
                    let from = self.param(*param)?.into_pointer_value();
                    self.copy(to, from, *size)?;
                    continue;
                }
                Holds::Unset => {
                    let value = self.unset(&object.name)?.into();
                    made.pointers.push(Pointer {
                        value,
                        behind: Behind::Nothing,
                    });
                    value
                }
                Holds::Storage { .. } => continue,
            };
            self.store(to, value)?;
        }
        for grown in &object.grown {
            self.allocate(address, grown)?;
        }
        Ok(made)
    }

    /// The pointer before a call that sets it: it points to nothing that the call knows of.
    fn unset(&self, name: &str) -> Result<PointerValue<'c>, BuilderError> {
        let byte = self.context.i8_type();
        let name = format!("the initial target of *{name}");
        self.builder.build_alloca(byte, &name)
    }

    /// Copies the final contents of an object, and of the objects that it points to, to the
    /// outputs.
    fn hand_out(&mut self, made: &Made<'c>, object: &Object) -> Result<(), BuilderError> {
        for grown in &object.grown {
            self.hand_out_container(made.address, grown)?;
        }
        let out = match object.after {
            Some(after) => Some(self.param(after)?.into_pointer_value()),
            None => None,
        };
        let mut pointers = made.pointers.iter();
        for field in &object.fields {
            let pointer = match &field.holds {
                Holds::Number { .. } | Holds::Bytes { .. } | Holds::Storage { .. } => None,
                _ => pointers.next(),
            };
            match (&field.holds, pointer.map(|pointer| &pointer.behind)) {
                (Holds::Address(inner), Some(Behind::Object(made))) => {
                    self.hand_out(made, inner)?;
                }
                (Holds::Rows(rows), Some(Behind::Rows(made))) => self.hand_out_rows(made, rows)?,
                _ => {}
            }
            let Some(out) = out.filter(|_| !object.is_grown(field)) else {
                continue;
            };
            let from = self.at(made.address, field.offset)?;
            let to = self.at(out, field.offset)?;
            match (&field.holds, pointer) {
                (Holds::Number { scalar, .. }, _) => {
                    let left = self.load(type_of_scalar(self.context, *scalar), from)?;
                    self.store(to, left)?;
                }
                (Holds::Bytes { size, .. }, _) => self.copy(to, from, *size)?,
                (_, Some(pointer)) => {
                    let ty = self.context.ptr_type(AddressSpace::default());
                    let left = self.load(ty.into(), from)?;
                    let moved = self.moved();
                    let values = [pointer.value.into(), left.into()];
                    let call = self.builder.build_direct_call(moved, &values, "")?;
                    if let Some(moved) = call.try_as_basic_value().basic() {
                        self.store(to, moved)?;
                    }
                }
                (_, None) => {}
            }
        }
        Ok(())
    }
}

/// An object that was built.
struct Made<'c> {
    address: PointerValue<'c>,
    /// The pointers in its fields, in order.
    pointers: Vec<Pointer<'c>>,
}

/// A pointer in a field.
struct Pointer<'c> {
    value: BasicValueEnum<'c>,
    behind: Behind<'c>,
}

/// The pointee of a pointer, if it was built as well.
enum Behind<'c> {
    Nothing,
    Object(Made<'c>),
    Rows(MadeRows<'c>),
}

/// The value that is passed for a parameter.
enum Passed<'p, 'c> {
    Through,
    /// An object, and whether it is passed by value.
    Object(Made<'c>, &'p Object, bool),
    Rows(MadeRows<'c>, &'p Rows),
    Pointer(PointerValue<'c>),
}
