//! The C library's functions that are written in C (`runtime/libc`), what C++ needs of
//! its own (`runtime/libcxx`), and OpenCL's for hosts (`opencl-runtime/host`): a program that calls one gets it linked
//! in, compiled like the program itself, so that it runs on symbolic data as any
//! code does.
//!
//! Invariant: only what the program declares and does not define is linked, and
//! only into the module that is executed; native replay uses the system's own.

use bitcode_cache::Cache;
use inkwell::context::Context;
use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::core::*;
use inkwell::module::Module;
use rustc_hash::FxHashSet;

use super::clang::Scratch;
use super::error::FrontendError;
use super::ir::link;
use super::passes::CALLED;
use super::tools::Clang;
use super::units::{HEADERS, HOST, UNITS, Unit};
use crate::llvm;

/// Links the units that define what the module only declares.
///
/// # Errors
/// When clang or the linker refuses one: a defect of ours, told as an error.
pub fn link_runtime<'c>(
    context: &'c Context,
    clang: &Clang,
    module: &Module<'c>,
) -> Result<(), FrontendError> {
    let units: Vec<&Unit> = UNITS.iter().chain(HOST).collect();
    link_units(context, clang, module, units, &CALLED)
}

/// Links those of the units that define what the module only declares, and what is
/// called besides.
///
/// # Errors
/// As [`link_runtime`].
pub(super) fn link_units<'c>(
    context: &'c Context,
    clang: &Clang,
    module: &Module<'c>,
    mut left: Vec<&Unit>,
    called: &[&str],
) -> Result<(), FrontendError> {
    let mut wanted = undefined(module);
    wanted.extend(called.iter().map(|name| (*name).to_owned()));
    let cache = Cache::of_user();
    let scratch = Scratch::new()?;
    for (file, text) in HEADERS {
        scratch.write(file, text)?;
    }
    let mut runtime: Option<Module<'c>> = None;
    let mut missing = undefined(module);
    // Units use one another.
    while let Some(at) = left.iter().position(|unit| unit.defines_any(&missing)) {
        let unit = left.remove(at);
        let compiled = unit.module(context, clang, &scratch, &cache)?;
        missing.extend(undefined(&compiled));
        match &runtime {
            None => runtime = Some(compiled),
            Some(runtime) => link(context, runtime, compiled)?,
        }
    }
    let Some(runtime) = runtime else {
        return Ok(());
    };
    keep(&runtime, &wanted);
    link(context, module, runtime)
}

/// The names of all functions and variables that a module uses without defining.
pub(super) fn undefined(module: &Module<'_>) -> FxHashSet<String> {
    let mut names = FxHashSet::default();
    // SAFETY: values of the live module.
    unsafe {
        for function in llvm::functions(module) {
            if LLVMIsDeclaration(function) != 0 {
                names.insert(llvm::name(function));
            }
        }
        for global in llvm::globals(module) {
            if LLVMIsDeclaration(global) != 0 {
                names.insert(llvm::name(global));
            }
        }
    }
    names
}

/// Makes everything internal but what the program wants, and the variables of templates
/// and of inline functions: the program may have them too, and then they are the same.
fn keep(runtime: &Module<'_>, wanted: &FxHashSet<String>) {
    // SAFETY: values of the live module.
    unsafe {
        let variables = llvm::globals(runtime).filter(|v| {
            // The list of constructors is one for all.
            !matches!(
                LLVMGetLinkage(*v),
                LLVMLinkage::LLVMLinkOnceODRLinkage
                    | LLVMLinkage::LLVMWeakODRLinkage
                    | LLVMLinkage::LLVMAppendingLinkage
            )
        });
        let all = llvm::functions(runtime)
            .chain(variables)
            .chain(llvm::aliases(runtime));
        for value in all.collect::<Vec<_>>() {
            if LLVMIsDeclaration(value) == 0 && !wanted.contains(&llvm::name(value)) {
                LLVMSetLinkage(value, LLVMLinkage::LLVMInternalLinkage);
            }
        }
    }
}

/// What a variable of the library is to its user: `errno`, the state of `rand`.
pub fn state_of_library(variable: &str) -> Option<&'static str> {
    match variable {
        "simdiff_errno" => Some("`errno`"),
        _ if variable.starts_with("simdiff_rand_") => Some("the state of `rand`"),
        _ => None,
    }
}
