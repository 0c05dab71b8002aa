//! Kernel parameters that are not in the contract: pointers to local memory.

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
    let signature = function.map(|function| match compiled.unpacked.get(symbol) {
        Some(signature) => signature.clone(),
        None => Signature::of(function, &compiled.debug),
    });
    let params = signature.into_iter().flat_map(|signature| signature.params);
    params.map(|param| param.name).collect()
}

/// Refuses a kernel that is given a pipe: how many packets it holds, and which, is known
/// to the host alone.
///
/// # Errors
/// [`FrontendError::ParamType`].
pub(super) fn refuse_pipes((compiled, symbol): (&Compiled<'_>, &str)) -> Result<(), FrontendError> {
    match opencl::pipe(&compiled.native, symbol) {
        Some((at, ty)) => Err(FrontendError::ParamType {
            param: parameters(compiled, symbol)
                .into_iter()
                .nth(at)
                .unwrap_or_default(),
            ty: format!("pipe {ty}"),
            reason: "pipes are not modelled".to_owned(),
            fix: None,
        }),
        None => Ok(()),
    }
}

/// Removes from a kernel's view the parameters that point to local memory. Every work-group
/// has this memory anew, in the size that `--arg` gives. Other functions stay unchanged.
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
    let kept: Vec<Option<usize>> = kept.into_iter().map(Some).collect();
    Ok(view.with_params(&kept, &view, &kept))
}
