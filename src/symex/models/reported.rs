//! Reports by checks in the program itself: the handlers called by code compiled with
//! `-fsanitize=undefined`, each a defect of its kind.

use super::model::Site;
use crate::symex::end::{DefectKind, End};
use crate::symex::executor::{Exec, Executor};
use crate::symex::value::Value;

/// Prefix of the handlers' names.
const HANDLER: &str = "__ubsan_handle_";

/// For each handler: its name after the prefix and before `_abort`, the kind of defect, and
/// the report.
const KINDS: &[(&str, &str, &str)] = &[
    ("add_overflow", "overflow", "a sum overflows"),
    ("sub_overflow", "overflow", "a difference overflows"),
    ("mul_overflow", "overflow", "a product overflows"),
    ("negate_overflow", "overflow", "a negation overflows"),
    (
        "divrem_overflow",
        "division",
        "a division by zero, or one that overflows",
    ),
    (
        "shift_out_of_bounds",
        "shift",
        "a shift by a negative amount, by the width or more, or of bits that do not fit",
    ),
    ("out_of_bounds", "index", "an index outside its array"),
    (
        "type_mismatch_v1",
        "pointer",
        "an access through a pointer that is null, misaligned or to too small an object",
    ),
    (
        "alignment_assumption",
        "alignment",
        "an address is not aligned as assumed",
    ),
    (
        "builtin_unreachable",
        "unreachable",
        "a point declared unreachable is reached",
    ),
    (
        "missing_return",
        "missing-return",
        "a function ends without returning its value",
    ),
    (
        "vla_bound_not_positive",
        "array-size",
        "an array has no positive size",
    ),
    (
        "float_cast_overflow",
        "conversion",
        "a float does not fit the integer that it is converted to",
    ),
    ("load_invalid_value", "value", "a value is none of its type"),
    (
        "implicit_conversion",
        "conversion",
        "an implicit conversion changes a value",
    ),
    (
        "invalid_builtin",
        "builtin",
        "a builtin function does not take this value",
    ),
    (
        "function_type_mismatch",
        "function-type",
        "a function is called as one of another type",
    ),
    (
        "nonnull_arg",
        "null-argument",
        "an argument is null that must not be",
    ),
    (
        "nullability_arg",
        "null-argument",
        "an argument is null that must not be",
    ),
    (
        "nonnull_return_v1",
        "null-result",
        "a result is null that must not be",
    ),
    (
        "nullability_return_v1",
        "null-result",
        "a result is null that must not be",
    ),
    (
        "pointer_overflow",
        "pointer-arithmetic",
        "pointer arithmetic leaves the address space or uses a null pointer",
    ),
    (
        "cfi_check_fail",
        "control-flow",
        "a call does not go where its type says",
    ),
];

fn entry(name: &str) -> Option<&'static (&'static str, &'static str, &'static str)> {
    let handler = name.strip_prefix(HANDLER)?;
    let handler = handler.strip_suffix("_abort").unwrap_or(handler);
    KINDS.iter().find(|(known, ..)| *known == handler)
}

/// Whether a function is a handler.
pub(super) fn is_handler(name: &str) -> bool {
    entry(name).is_some()
}

pub(super) fn report(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let Some((_, kind, what)) = entry(site.name) else {
        return Err(e.unsupported(site, "an unknown handler"));
    };
    let mut defect = e.plain_defect(DefectKind::Reported(kind));
    defect.text = (*what).to_owned();
    Err(Box::new(End::Defect(defect)))
}
