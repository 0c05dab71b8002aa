//! How a test of `--emit-test` launches the versions that are kernels.

use std::path::PathBuf;

use super::Request;
use super::modules::Modules;
use super::named::Named;
use crate::contract::{Contract, Owner, Sizes};
use crate::frontend::{Clang, Contraction, Language, kernel};
use crate::pipeline::Preparation;
use crate::problem::Problem;
use crate::regression::KernelCall;
use crate::side::{IndexSpace, Told, kernel_call};

/// For each version that is a kernel, its launch at the sizes of a finding.
///
/// # Errors
/// Bad input, a missing tool, or a kernel with a parameter that no test passes.
pub fn kernel_calls(
    request: &Request,
    contract: &Contract,
    sizes: &Sizes,
) -> Result<[Option<KernelCall>; 2], Problem> {
    let is_device = |file: &PathBuf| Language::of(file) == Some(Language::OpenCl);
    if !request.files.iter().any(is_device) {
        return Ok([None, None]);
    }
    let clang = Clang::find()?;
    let context = inkwell::context::Context::create();
    let preparation = Preparation::new(&context, &clang, &request.settings, request.gives_flags())?;
    let modules = Modules::compile(request, &preparation)?;
    let named = [&request.reference, &request.port].map(|name| Named::of(name, &request.files));
    let named = match Named::apart(&named, &request.files) {
        Some(apart) if !modules.are_one() => apart,
        _ => named,
    };
    let own = [&request.reference_flags, &request.port_flags];
    let mut calls = [None, None];
    for (side, call) in calls.iter_mut().enumerate() {
        let module = match side {
            0 => &modules.reference,
            _ => modules.port(),
        };
        let symbol = module.resolve(named[side].function)?;
        let Some(found) = kernel(module.native(), &symbol) else {
            continue;
        };
        let files = named[side].files(&named[1 - side], &request.files);
        let told = Told {
            space: IndexSpace {
                global: request.spaces().collect(),
                local: request.local.as_deref(),
                offset: request.offset.as_deref(),
            },
            args: request.args.iter().chain(&request.own_args[side]).collect(),
            files: absolute(files.into_iter().filter(is_device)),
            flags: [request.flags_of_one(), own[side].clone()].concat(),
            contracts: request.settings.contract == Contraction::On,
        };
        let foreign = [Owner::Port, Owner::Reference][side];
        let of = (module, symbol.as_str(), &found);
        *call = Some(kernel_call(of, told, (contract, sizes), Some(foreign))?);
    }
    Ok(calls)
}

fn absolute(files: impl Iterator<Item = PathBuf>) -> Vec<PathBuf> {
    files
        .map(|file| std::path::absolute(&file).unwrap_or(file))
        .collect()
}
