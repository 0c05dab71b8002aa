//! The integer parameters that are concrete in every run, and the known values of
//! parameters.

use std::collections::HashMap;

use super::bind::Flags;
use super::named_lengths::is_length;
use super::poly::Symbol;
use super::{View, Wishes};
use crate::contract::{Length, Scalar};
use crate::frontend::args::Meaning;
use crate::frontend::names;
use crate::frontend::types::Type;

/// The integer parameters that are concrete in every run.
pub(super) fn size_params(
    reference: &View,
    port: &View,
    flags: &Flags<'_>,
    wishes: &Wishes,
) -> Vec<usize> {
    let params = &reference.signature.params;
    let integer = |i: usize| matches!(params[i].ty, Type::Scalar(Scalar::Int { bits: 8..=64, .. }));
    let named_in_a_length = |i: usize| {
        let mut found = false;
        for param in params {
            if let Type::Place { index, .. } = &param.ty {
                index.variables(&mut |name| found |= name == params[i].name);
            }
        }
        for arg in flags.iter().flatten() {
            let lengths: Vec<&Length> = match &arg.meaning {
                Meaning::Symbolic {
                    length,
                    origin,
                    capacity,
                    ..
                } => length.iter().chain(origin).chain(capacity).collect(),
                Meaning::Image(image) => image.extents.iter().collect(),
                _ => Vec::new(),
            };
            for length in lengths {
                length.variables(&mut |name| found |= name == params[i].name);
            }
        }
        found
    };
    let shapes = |i: usize| reference.usage[i].shapes || port.usage[i].shapes;
    let some_shape = (0..params.len()).any(|i| integer(i) && shapes(i));
    let dynamic = (0..params.len()).any(|i| {
        matches!(params[i].ty, Type::Pointer(_))
            && (reference.usage[i].dynamic || port.usage[i].dynamic)
    });
    let by_name = |i: usize| {
        let name = &params[i].name;
        if wishes.alone {
            return wishes.sizes.contains(name);
        }
        let sized = names::is_count(name) || names::is_width(name) || names::is_height(name);
        let narrow = matches!(params[i].ty, Type::Scalar(Scalar::Int { bits: 8, .. }));
        !some_shape && dynamic && !narrow && (sized || names::is_stride(name))
    };
    (0..params.len())
        .filter(|&i| integer(i))
        .filter(|&i| match flags[i].map(|arg| &arg.meaning) {
            Some(Meaning::Size(_)) => true,
            Some(
                Meaning::Const(_)
                | Meaning::Image(_)
                | Meaning::Function(_)
                | Meaning::Result
                | Meaning::Place { .. },
            ) => false,
            Some(Meaning::Symbolic { .. }) => named_in_a_length(i),
            None | Some(Meaning::Enumeration { .. } | Meaning::Local { .. }) => {
                let guards = reference.guards.values().any(|guard| *guard == i);
                let ends = || {
                    let symbol = u32::try_from(i).ok().map(Symbol::Argument);
                    let mut extents = reference.extents.values();
                    is_length(&params[i])
                        && symbol.is_some_and(|symbol| extents.any(|end| end.mentions(symbol)))
                };
                shapes(i) || by_name(i) || guards || ends() || named_in_a_length(i)
            }
        })
        .collect()
}

/// The parameters whose value is a constant or an expression, with that value, for use in
/// lengths.
pub(super) fn known_lengths(reference: &View, flags: &Flags<'_>) -> HashMap<String, Length> {
    let mut known = HashMap::new();
    for (param, arg) in reference.signature.params.iter().zip(flags) {
        let value = match arg.map(|a| &a.meaning) {
            Some(Meaning::Size(Some(length))) => length.clone(),
            Some(Meaning::Const(text)) => match text.parse() {
                Ok(value) => Length::Const(value),
                Err(_) => continue,
            },
            _ => continue,
        };
        known.insert(param.name.clone(), value);
    }
    known
}
