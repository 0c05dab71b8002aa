//! Compiles the sources of one side to one linked LLVM module.
//!
//! There are two modes. Without an `-O` flag of the user, clang emits the IR of `-O1`
//! before any optimisation, and [`super::passes::tidy`] cleans it up without changing the
//! program's behaviour. With an `-O` flag, clang's own pipeline runs at that level, so that
//! its transformations are checked too. Invariant: [`Compiled::native`] is the program
//! exactly as clang (or the given bitcode) has it; replay runs that one.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use inkwell::context::Context;
use inkwell::module::Module;

use super::arithmetic;
use super::clang::{Scratch, run_clang};
use super::contraction;
use super::debug_info::DebugInfo;
use super::definitions::Definitions;
use super::device_program::DeviceNotes;
use super::error::{FrontendError, nearest};
use super::flags::Flags;
use super::host;
use super::ir::{link, read_foreign, read_ir};
use super::language::Language;
use super::opencl;
use super::quotients;
use super::runtime::link_runtime;
use super::simd_count;
use super::told::Containers;
use super::tools::Clang;
use super::unpack::{self, Unpacked};
use super::{alignment_checks, assembly, constant_questions, observe, passes};
use crate::llvm::{self, View};
use crate::regular;

/// One side, compiled and linked.
#[derive(Debug)]
pub struct Compiled<'c> {
    /// The module to lower and execute.
    pub module: Module<'c>,
    /// The program before simdiff's own passes, for native replay.
    pub native: Module<'c>,
    /// The program without the user's optimisations, if there are any. Its loops are those
    /// of the source, from which the contract is inferred, and its executions are observed.
    plain: Option<Box<Compiled<'c>>>,
    /// The native module's debug info.
    pub debug: DebugInfo,
    /// What each file defines; empty for a single file.
    pub definitions: Definitions,
    /// clang's warnings, word for word; empty when there are none.
    pub warnings: String,
    /// What the programs that a host builds show.
    pub device: DeviceNotes,
    /// The functions whose parameters were split into members, with their new signatures.
    pub(super) unpacked: Unpacked,
    /// What the functions that are split may do with containers.
    pub containers: Containers,
}

impl<'c> Compiled<'c> {
    /// The module whose loops are those of the source.
    pub(super) fn plain(&self) -> &Module<'c> {
        self.plain
            .as_ref()
            .map_or(&self.module, |plain| &plain.module)
    }

    /// All modules of the program.
    pub(super) fn modules(&self) -> Vec<&Module<'c>> {
        let mut all = vec![&self.module, &self.native];
        all.extend(self.plain.iter().flat_map(|plain| plain.modules()));
        all
    }

    /// Takes the program without the user's optimisations, if there are any. The contract
    /// can no longer be inferred afterwards.
    pub fn take_plain(&mut self) -> Option<Compiled<'c>> {
        self.plain.take().map(|plain| *plain)
    }
}

/// Compiles and links the files of one side.
///
/// # Errors
/// A missing or unknown file, whatever clang refuses (its own words in
/// [`FrontendError::Clang`]), IR that cannot be read, or a link conflict.
pub fn compile<'c>(
    context: &'c Context,
    clang: &Clang,
    sources: &[PathBuf],
    flags: &Flags,
) -> Result<Compiled<'c>, FrontendError> {
    if sources.is_empty() {
        return Err(FrontendError::NoSources);
    }
    for path in sources {
        if !path.exists() {
            return Err(missing(path));
        }
        regular::open(path, u64::MAX).map_err(|e| FrontendError::Io {
            path: path.clone(),
            reason: e.to_string(),
        })?;
    }
    let Built {
        native,
        warnings,
        device,
        debug,
        definitions,
        unpacked,
        containers,
    } = build(context, clang, sources, flags)?;
    if !flags.optimised() {
        constant_questions::answer(&native);
        passes::split_coroutines(&native)?;
    }
    let module = llvm::copy(&native).map_err(|message| FrontendError::Pass { message })?;
    assembly::replace(&module);
    contraction::allow(&module);
    let mut plain = None;
    if flags.optimised() {
        arithmetic::mark_conversions(&module);
        opencl::settle(&module);
        quotients::settle(&module);
        opencl::link_device(context, clang, &module, flags)?;
        link_runtime(context, clang, &module)?;
        if !unpacked.is_empty() {
            passes::inline(&module)?;
            unpack::fold(&module)?;
        }
        passes::lower_switches(&module)?;
        let unoptimised = compile(context, clang, sources, &flags.plain())?;
        plain = Some(Box::new(unoptimised));
    } else {
        // Overflow wraps around, both in the compared program and natively.
        arithmetic::wrap(&native);
        arithmetic::fence_constants(&native);
        opencl::settle(&module);
        quotients::settle(&module);
        let own = observe::insert(&module);
        arithmetic::hide(&module);
        opencl::link_device(context, clang, &module, flags)?;
        observe::insert_into_library(&module, &own);
        link_runtime(context, clang, &module)?;
        arithmetic::wrap(&module);
        passes::values(&module)?;
        unpack::fold(&module)?;
        passes::tidy(&module)?;
    }
    unpack::settle(&module, &unpacked);
    contraction::settle(&module);
    observe::insert_for_code_generation(&module);
    Ok(Compiled {
        module,
        native,
        plain,
        debug,
        definitions,
        warnings,
        device,
        unpacked,
        containers,
    })
}

/// Compiles and links the files of one side for a native run only.
///
/// # Errors
/// As [`compile`].
pub fn compile_only<'c>(
    context: &'c Context,
    clang: &Clang,
    sources: &[PathBuf],
    flags: &Flags,
) -> Result<Module<'c>, FrontendError> {
    Ok(build(context, clang, sources, flags)?.native)
}

/// The program before any pass, for a diagnosis: every operation of the source is still
/// there, with its line. `native` is the program compiled with these flags.
///
/// # Errors
/// As [`compile`].
pub fn as_written<'c>(
    context: &'c Context,
    clang: &Clang,
    (sources, flags): (&[PathBuf], &Flags),
    native: &Module<'c>,
) -> Result<Module<'c>, FrontendError> {
    let module = match flags.optimised() {
        true => build(context, clang, sources, &flags.plain())?.native,
        false => llvm::copy(native).map_err(|message| FrontendError::Pass { message })?,
    };
    passes::keep_calls(&module);
    arithmetic::restore(&module);
    constant_questions::answer(&module);
    arithmetic::wrap(&module);
    link_runtime(context, clang, &module)?;
    contraction::settle(&module);
    Ok(module)
}

/// The output of clang and the linker for the files of one side.
struct Built<'c> {
    native: Module<'c>,
    warnings: String,
    device: DeviceNotes,
    debug: DebugInfo,
    definitions: Definitions,
    unpacked: Unpacked,
    containers: Containers,
}

/// Compiles and links the files of one side.
fn build<'c>(
    context: &'c Context,
    clang: &Clang,
    sources: &[PathBuf],
    flags: &Flags,
) -> Result<Built<'c>, FrontendError> {
    let scratch = Scratch::new()?;
    let mut warnings = String::new();
    let mut linked: Option<Module<'c>> = None;
    let mut definitions = Definitions::default();
    for (index, path) in sources.iter().enumerate() {
        let module = match Kind::of(path)? {
            Kind::Ir => {
                let module = read_foreign(context, clang, path, &scratch, &flags.deadline)?;
                if opencl::has_kernels(&module) {
                    opencl::mark(&module);
                }
                module
            }
            Kind::Source(language) => {
                let output = scratch.dir.path().join(format!("{index}.bc"));
                let flags = &*flags.of(path);
                let make = |to: &Path| run_clang(clang, path, to, flags, &scratch);
                warnings += &match &flags.shared {
                    None => make(&output)?,
                    Some(shared) => {
                        let from = (&**path, &*flags.fingerprint(path));
                        shared.take(from, &flags.deadline, &output, make)?
                    }
                };
                let module = read_ir(context, path, &output)?;
                contraction::mark(&module, flags);
                if language == Language::OpenCl {
                    opencl::mark(&module);
                    alignment_checks::settle(&module, flags)?;
                }
                module
            }
        };
        passes::emit_inline(&module);
        if sources.len() > 1 {
            definitions.add(path, &module);
        }
        match &linked {
            None => linked = Some(module),
            Some(into) => link(context, into, module)?,
        }
    }
    let linked = linked.ok_or(FrontendError::NoSources)?;
    let device = match host::is_host(&linked) {
        true => host::link_programs(context, clang, &linked, flags, &scratch)?,
        false => DeviceNotes::default(),
    };
    check_sizes(&linked)?;
    // Debug info refers to the functions that clang emitted.
    let debug = DebugInfo::read(&linked);
    let containers = unpack::containers(&linked, &debug, &flags.unpack);
    let unpacked = unpack::apply(&linked, &debug, (&flags.unpack, &containers))?;
    simd_count::instrument(&linked);
    Ok(Built {
        native: linked,
        warnings,
        device,
        debug,
        definitions,
        unpacked,
        containers,
    })
}

/// The largest size of a variable in bytes: the small code model has no room for more.
const MAX_STATIC: u64 = 2 << 30;

/// Refuses variables that are too large for a program to be linked.
fn check_sizes(module: &Module<'_>) -> Result<(), FrontendError> {
    let view = View::of(module);
    for global in view.globals() {
        // A variable of incomplete type is only declared.
        let bytes = global.value_type().map_or(0, |ty| view.layout().size(ty));
        if bytes > MAX_STATIC {
            let name = global.name();
            return Err(FrontendError::Static { name, bytes });
        }
    }
    Ok(())
}

enum Kind {
    Source(Language),
    Ir,
}

impl Kind {
    fn of(path: &Path) -> Result<Kind, FrontendError> {
        if let Some(language) = Language::of(path) {
            return Ok(Kind::Source(language));
        }
        match path.extension().and_then(OsStr::to_str) {
            Some("ll" | "bc") => Ok(Kind::Ir),
            _ => Err(FrontendError::SourceKind { path: path.into() }),
        }
    }
}

/// The error for a path that does not exist, with the most similar name in its directory.
fn missing(path: &Path) -> FrontendError {
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let wanted = path.file_name().unwrap_or_default().to_string_lossy();
    let names: Vec<String> = std::fs::read_dir(directory)
        .map(|entries| {
            entries
                .flatten()
                .filter(|e| e.path().is_file())
                .map(|e| e.file_name().to_string_lossy().into_owned())
                .collect()
        })
        .unwrap_or_default();
    let best = nearest(&wanted, names.iter().map(String::as_str))
        .first()
        .copied();
    FrontendError::SourceMissing {
        path: path.into(),
        nearest: best.map(|name| path.with_file_name(name)),
    }
}
