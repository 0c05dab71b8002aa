//! Links the runtime library: functions of the C library written in C (`runtime/libc`),
//! support for C++ (`runtime/libcxx`), and OpenCL's host functions (`opencl-runtime/host`).
//! A program that calls one gets it linked in and compiled like its own code, so that it
//! runs on symbolic data.
//!
//! Invariant: only functions that the program declares and does not define are linked, and
//! only into the module that is executed; native replay uses the system's libraries.

use bitcode_cache::Cache;
use inkwell::context::Context;
use inkwell::llvm_sys::LLVMLinkage;
use inkwell::module::Module;
use rustc_hash::FxHashSet;

use super::clang::Scratch;
use super::error::FrontendError;
use super::ir::link;
use super::passes::CALLED;
use super::tools::Clang;
use super::units::{HEADERS, HOST, UNITS, Unit};
use crate::llvm::{Value, View, edit};

/// Links the units that define what the module only declares.
///
/// # Errors
/// When clang or the linker refuses a unit, which is an internal defect.
pub fn link_runtime<'c>(
    context: &'c Context,
    clang: &Clang,
    module: &Module<'c>,
) -> Result<(), FrontendError> {
    let units: Vec<&Unit> = UNITS.iter().chain(HOST).collect();
    link_units(context, clang, module, units, &CALLED)
}

/// Links those of the units that define what the module only declares or what `called`
/// names.
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

/// The names of all functions and variables that a module declares without defining.
pub(super) fn undefined(module: &Module<'_>) -> FxHashSet<String> {
    let view = View::of(module);
    let all = view.functions().chain(view.globals());
    all.filter(|value| value.is_declaration())
        .map(Value::name)
        .collect()
}

/// Makes every symbol internal, except those that the program wants, and the variables of
/// templates and inline functions: the program may define these too, and they are then the
/// same.
fn keep(runtime: &Module<'_>, wanted: &FxHashSet<String>) {
    edit(runtime, |edit| {
        let variables = edit.globals().filter(|v| {
            // Lists of constructors are concatenated.
            !matches!(
                v.linkage(),
                LLVMLinkage::LLVMLinkOnceODRLinkage
                    | LLVMLinkage::LLVMWeakODRLinkage
                    | LLVMLinkage::LLVMAppendingLinkage
            )
        });
        let all = edit.functions().chain(variables).chain(edit.aliases());
        for value in all.collect::<Vec<_>>() {
            if !value.is_declaration() && !wanted.contains(&value.name()) {
                edit.set_linkage(value, LLVMLinkage::LLVMInternalLinkage);
            }
        }
    });
}

/// The description of a library variable for its user: `errno`, the state of `rand`.
pub fn state_of_library(variable: &str) -> Option<&'static str> {
    match variable {
        "simdiff_errno" => Some("`errno`"),
        // Those of runtime/libcxx/once.cpp.
        "_ZSt11__once_call" | "_ZSt15__once_callable" => Some("what `std::call_once` calls"),
        _ if variable.starts_with("simdiff_rand_") => Some("the state of `rand`"),
        // Those of runtime/libcxx/exception.cpp.
        _ if variable.starts_with("_ZN8throwing") => Some("the exceptions being handled"),
        _ => None,
    }
}
