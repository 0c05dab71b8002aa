//! Addresses of elements, for inkwell's builder.

use inkwell::builder::{Builder, BuilderError};
use inkwell::types::BasicTypeEnum;
use inkwell::values::{IntValue, PointerValue};

/// The address of an element, counted from a base.
///
/// # Errors
/// If the builder has no place.
pub(crate) fn step<'c>(
    builder: &Builder<'c>,
    element: BasicTypeEnum<'c>,
    base: PointerValue<'c>,
    index: IntValue<'c>,
) -> Result<PointerValue<'c>, BuilderError> {
    // SAFETY: a single index counts whole elements and goes into no type.
    unsafe { builder.build_gep(element, base, &[index], "") }
}
