//! The parameters of a wrapper function: where each comes from, and how numbers are passed.

use inkwell::context::ContextRef;
use inkwell::types::BasicTypeEnum;
use term::Format;

use super::part::{Given, Plan};
use crate::contract::Scalar;
use crate::frontend::abi::{Abi, AbiArg};
use crate::frontend::types::Type;

/// The origin of a wrapper's parameter.
pub(super) enum Slot {
    /// An argument of the wrapped function, and its parameter in the plan, if it has one.
    Argument(u32, Option<usize>),
    /// A parameter of the plan.
    Param(usize),
}

/// The parameters of the wrapper, in order.
pub(super) fn slots(plan: &Plan, abi: &Abi) -> Vec<Slot> {
    let arguments = |wanted: Option<usize>, param: Option<usize>| {
        let args = abi.args.iter().enumerate();
        args.filter(move |(_, arg)| param_of(arg) == wanted)
            .map(move |(i, _)| Slot::Argument(i as u32, param))
    };
    let mut slots: Vec<Slot> = match plan.returned {
        Some(_) => Vec::new(),
        None => arguments(None, None).collect(),
    };
    let mut next = 0;
    for (place, given) in plan.given.iter().enumerate() {
        let end = next + given.params();
        match given {
            Given::Through => slots.extend(arguments(Some(place), Some(next))),
            // The wrapper computes the address itself.
            Given::Function(_) | Given::Place(_) => {}
            Given::Address(_) | Given::Value(_) | Given::Rows(_) => {
                let params = (next..end).filter(|param| {
                    !matches!(
                        plan.params[*param].ty,
                        Type::Function { .. } | Type::Place { .. }
                    )
                });
                slots.extend(params.map(Slot::Param));
            }
        }
        next = end;
    }
    // Sizes that only lengths name.
    slots.extend((next..plan.params.len()).map(Slot::Param));
    slots
}

/// The index of the parameter that an argument holds.
pub(super) const fn param_of(arg: &AbiArg) -> Option<usize> {
    match arg {
        AbiArg::Value { param, .. }
        | AbiArg::Buffer { param }
        | AbiArg::Copy { param, .. }
        | AbiArg::Image { param, .. } => Some(*param),
        AbiArg::Local { .. } | AbiArg::Result { .. } => None,
    }
}

/// The LLVM type in which a number is passed.
pub(super) fn type_of_scalar(context: ContextRef<'_>, scalar: Scalar) -> BasicTypeEnum<'_> {
    match scalar {
        Scalar::Float {
            format: Format::Single,
        } => context.f32_type().into(),
        Scalar::Float {
            format: Format::Double,
        } => context.f64_type().into(),
        scalar => match u32::from(scalar.bits()).next_multiple_of(8) {
            8 => context.i8_type().into(),
            16 => context.i16_type().into(),
            32 => context.i32_type().into(),
            64 => context.i64_type().into(),
            _ => context.i128_type().into(),
        },
    }
}
