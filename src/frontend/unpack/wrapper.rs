//! Adds the wrapper of a function whose parameters are split.

use inkwell::AddressSpace;
use inkwell::attributes::AttributeLoc;
use inkwell::context::ContextRef;
use inkwell::module::{Linkage, Module};
use inkwell::types::{BasicMetadataTypeEnum, BasicType, BasicTypeEnum};
use inkwell::values::FunctionValue;

use super::WHOLE;
use super::code::Body;
use super::part::Plan;
use super::slots::{Slot, slots, type_of_scalar};
use crate::frontend::abi::Abi;
use crate::frontend::opencl;
use crate::frontend::signature::SourceParam;
use crate::frontend::types::Type;
use crate::llvm::edit;

/// Adds the wrapper under this symbol; the wrapped function is renamed.
///
/// # Errors
/// LLVM's message.
pub(super) fn build(
    module: &Module<'_>,
    symbol: &str,
    plan: &Plan,
    abi: &Abi,
) -> Result<(), String> {
    let missing = || "the function is lost".to_owned();
    let whole = module.get_function(symbol).ok_or_else(missing)?;
    whole
        .as_global_value()
        .set_name(&format!("{symbol}{WHOLE}"));
    whole.set_linkage(Linkage::Internal);
    // No other module has it any more.
    edit(module, |edit| {
        let whole = edit.function(&format!("{symbol}{WHOLE}"));
        whole.into_iter().for_each(|whole| edit.clear_comdat(whole));
    });
    let function = declare(module, symbol, whole, (plan, abi))?;
    let renamed = format!("{symbol}{WHOLE}");
    if opencl::is_kernel(module, &renamed) {
        edit(module, |edit| {
            let functions = edit.function(&renamed).zip(edit.function(symbol));
            functions
                .into_iter()
                .for_each(|(whole, wrapper)| edit.move_kernel(whole, wrapper));
        });
    }
    let built = Body::new(module, function, plan).fill(whole, abi);
    built.map_err(|error| error.to_string())
}

/// Declares the wrapper.
fn declare<'c>(
    module: &Module<'c>,
    symbol: &str,
    whole: FunctionValue<'c>,
    (plan, abi): (&Plan, &Abi),
) -> Result<FunctionValue<'c>, String> {
    let context = module.get_context();
    let slots = slots(plan, abi);
    let lost = || "an argument is lost".to_owned();
    let types = slots.iter().map(|slot| match slot {
        Slot::Argument(i, _) => whole.get_nth_param(*i).map(|p| p.get_type()),
        Slot::Param(param) => Some(type_of(context, &plan.params[*param])),
    });
    let types = types.map(|ty| ty.map(BasicMetadataTypeEnum::from).ok_or_else(lost));
    let types: Vec<BasicMetadataTypeEnum<'c>> = types.collect::<Result<_, _>>()?;
    let ty = match whole.get_type().get_return_type() {
        Some(result) => result.fn_type(&types, false),
        None => context.void_type().fn_type(&types, false),
    };
    let function = module.add_function(symbol, ty, Some(Linkage::External));
    for attribute in whole.attributes(AttributeLoc::Function) {
        // The processor, and the treatment of floats.
        if attribute.is_string() {
            function.add_attribute(AttributeLoc::Function, attribute);
        }
    }
    for attribute in whole.attributes(AttributeLoc::Return) {
        function.add_attribute(AttributeLoc::Return, attribute);
    }
    for (to, slot) in (0..).zip(&slots) {
        if let Slot::Argument(from, _) = slot {
            for attribute in whole.attributes(AttributeLoc::Param(*from)) {
                function.add_attribute(AttributeLoc::Param(to), attribute);
            }
        }
    }
    Ok(function)
}

/// The LLVM type of a plan's parameter: structures are passed by address, and floats of
/// less common formats as integers.
fn type_of<'c>(context: ContextRef<'c>, param: &SourceParam) -> BasicTypeEnum<'c> {
    match &param.ty {
        Type::Scalar(scalar) => type_of_scalar(context, *scalar),
        _ => context.ptr_type(AddressSpace::default()).into(),
    }
}
