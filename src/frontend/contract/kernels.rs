//! The parameters of kernels beside those of functions: pointers to local memory have
//! no counterpart, and others are matched by name where all names are known.

use std::collections::HashMap;

use super::{View, Wishes};
use crate::contract::Element;
use crate::frontend::abi::AbiArg;
use crate::frontend::args::Meaning;
use crate::frontend::compile::Compiled;
use crate::frontend::error::{FrontendError, nearest};
use crate::frontend::opencl;
use crate::frontend::signature::Signature;

/// The names of a function's parameters.
pub fn parameters(compiled: &Compiled<'_>, symbol: &str) -> Vec<String> {
    let function = compiled.module.get_function(symbol);
    let signature = function.map(|function| Signature::of(function, &compiled.debug));
    let params = signature.into_iter().flat_map(|signature| signature.params);
    params.map(|param| param.name).collect()
}

/// A kernel without the parameters that point to local memory: every group has what they
/// point to anew, as large as `--arg` says. Functions stay as they are.
pub(super) fn without_local_memory(
    mut view: View,
    (compiled, symbol): (&Compiled<'_>, &str),
    wishes: &Wishes,
) -> Result<View, FrontendError> {
    let arguments = opencl::local_arguments(&compiled.native, symbol);
    let mut removed = Vec::new();
    for argument in arguments {
        let Some(AbiArg::Buffer { param }) = view.abi.args.get(argument).cloned() else {
            continue;
        };
        let source = &view.signature.params[param];
        let given = wishes
            .args
            .iter()
            .find(|arg| arg.name.part() == source.name);
        let Some(Meaning::Local { scalar, length }) = given.map(|arg| &arg.meaning) else {
            return Err(FrontendError::LocalSize {
                param: source.name.clone(),
                ty: source.spelled.clone(),
            });
        };
        view.abi.args[argument] = AbiArg::Local {
            name: source.name.clone(),
            length: length.clone(),
            element: Element::scalar(*scalar).size,
        };
        removed.push(param);
    }
    let names: Vec<&str> = removed
        .iter()
        .map(|param| view.signature.params[*param].name.as_str())
        .collect();
    let is_kernel = opencl::is_kernel(&compiled.native, symbol);
    for arg in wishes.args.iter().filter(|_| is_kernel) {
        let local = matches!(arg.meaning, Meaning::Local { .. });
        if local && !names.contains(&arg.name.part()) {
            return Err(FrontendError::ParamMissing {
                quote: arg.name.clone(),
                nearest: nearest(arg.name.part(), names.iter().copied())
                    .first()
                    .map(|name| (*name).to_owned()),
                params: names.into_iter().map(str::to_owned).collect(),
            });
        }
    }
    let kept: Vec<usize> = (0..view.signature.params.len())
        .filter(|param| !removed.contains(param))
        .collect();
    Ok(reordered(view, &kept))
}

/// A kernel with its parameters in the reference's order, if they have the same names.
pub(super) fn in_order_of(
    reference: &View,
    port: View,
    (compiled, symbol): (&Compiled<'_>, &str),
) -> View {
    if !opencl::is_kernel(&compiled.native, symbol) {
        return port;
    }
    let names = port.signature.params.iter().map(|param| &param.name);
    let names: Vec<&String> = names.collect();
    let wanted = reference.signature.params.iter();
    let order: Option<Vec<usize>> = wanted
        .map(|param| names.iter().position(|name| **name == param.name))
        .collect();
    match order {
        Some(order) if order.len() == names.len() => reordered(port, &order),
        _ => port,
    }
}

/// The parameters at these places, in this order; arguments of others stay as they are.
fn reordered(mut view: View, order: &[usize]) -> View {
    let place = |param: usize| order.iter().position(|old| *old == param);
    view.signature.params = order
        .iter()
        .map(|old| view.signature.params[*old].clone())
        .collect();
    view.usage = order.iter().map(|old| view.usage[*old]).collect();
    for arg in &mut view.abi.args {
        if let AbiArg::Value { param, .. } | AbiArg::Buffer { param } | AbiArg::Copy { param, .. } =
            arg
            && let Some(new) = place(*param)
        {
            *param = new;
        }
    }
    let extents = std::mem::take(&mut view.extents).into_iter();
    view.extents = extents
        .filter_map(|(param, poly)| {
            let renamed = poly.renamed(|param| place(param as usize))?;
            Some((place(param)?, renamed))
        })
        .collect::<HashMap<_, _>>();
    view
}
