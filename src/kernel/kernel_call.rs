//! How a test of `--emit-test` launches the kernel that has a defect.

use std::path::PathBuf;

use super::{Request, chosen};
use crate::frontend::{Clang, Contraction, Language, kernel};
use crate::pipeline::Preparation;
use crate::problem::Problem;
use crate::regression::KernelCall;
use crate::side::{IndexSpace, Told, kernel_call as call};
use crate::verdict::Outcome;

/// The launch of the kernel of an outcome with a defect.
///
/// # Errors
/// Bad input, a missing tool, several kernels, groups that an implementation would choose, or a
/// parameter that no test passes.
pub fn kernel_call(request: &Request, outcome: &Outcome) -> Result<KernelCall, Problem> {
    let parts = outcome.contract.as_ref().zip(outcome.defect.as_ref());
    let Some((contract, defect)) = parts else {
        return Err(Problem::new("there is no finding to write a test for"));
    };
    let clang = Clang::find()?;
    let context = inkwell::context::Context::create();
    let given = !request.settings.cflags.is_empty();
    let preparation = Preparation::new(&context, &clang, &request.settings, given)?;
    let names: Vec<&str> = request.kernel.iter().map(String::as_str).collect();
    let module = preparation.compile(&request.files, &[], &names)?;
    let symbols = chosen(request, &module)?;
    let [symbol] = &symbols[..] else {
        let problem = Problem::new("a test is of one kernel, and here are several");
        return Err(problem.help(format!("name one with --kernel: {}", symbols.join(", "))));
    };
    let found = kernel(module.native(), symbol)
        .ok_or_else(|| Problem::new(format!("`{symbol}` is no kernel")))?;
    let chosen = request.local.is_some() || found.required.is_some();
    if found.sees_groups.is_some() && !chosen {
        let problem = "a test launches groups of one size, and here a device would choose it";
        return Err(Problem::new(problem).help("say how large they are with --local"));
    }
    let spaces = request.globals.iter().filter(|text| !text.contains('='));
    let is_device = |file: &&PathBuf| Language::of(file) == Some(Language::OpenCl);
    let files = request.files.iter().filter(is_device);
    let files = files.map(|file| std::path::absolute(file).unwrap_or_else(|_| file.clone()));
    let told = Told {
        space: IndexSpace {
            global: spaces.map(String::as_str).collect(),
            local: request.local.as_deref(),
            offset: request.offset.as_deref(),
        },
        args: request.args.iter().collect(),
        files: files.collect(),
        flags: request.settings.cflags.clone(),
        contracts: request.settings.contract == Contraction::On,
    };
    call(
        (&module, symbol, &found),
        told,
        (contract, &defect.sizes),
        None,
    )
}
