//! Linked modules, from source files to a decoded program.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bitcode_cache::Cache;
use inkwell::context::Context;
use sse_lowering::Lowering;

use crate::commit::Commit;
use crate::cpu::Target;
use crate::frontend::{
    Clang, Compiled, DeviceProgram, Flags, FrontendError, Unpack, as_written, compile,
    compile_only, compiled_for, fuses, keep_reachable, resolve_function, with_device_library,
    with_host_library,
};
use crate::phi_fold;
use crate::problem::Problem;
use crate::program::Program;
use crate::settings::Settings;

/// The tools that turn source files into programs: compiler, lowering, options.
pub struct Preparation<'c> {
    context: &'c Context,
    clang: &'c Clang,
    lowering: Lowering,
    settings: &'c Settings,
    /// Whether the user gave compiler flags.
    given: bool,
    /// The function parameters to split into members.
    unpack: Unpack,
}

impl<'c> Preparation<'c> {
    /// Prepares the tools; `given` states whether the user gave compiler flags.
    ///
    /// # Errors
    /// If the lowering's definitions cannot be compiled.
    pub fn new(
        context: &'c Context,
        clang: &'c Clang,
        settings: &'c Settings,
        given: bool,
    ) -> Result<Preparation<'c>, Problem> {
        let lowering = Lowering::new(&clang.path).map_err(|e| Problem::new(e.to_string()))?;
        let lowering = lowering.with_cache(Cache::of_user());
        Ok(Preparation {
            context,
            clang,
            lowering,
            settings,
            given: given || settings.build.is_some(),
            unpack: Unpack::default(),
        })
    }

    /// Returns this preparation with other function parameters to split into members.
    pub fn unpacking(self, unpack: Unpack) -> Preparation<'c> {
        Preparation { unpack, ..self }
    }

    /// Returns the path of the compiler.
    pub fn clang(&self) -> &'c Path {
        &self.clang.path
    }

    /// Returns the target on which function `symbol` of `module` runs, compared with
    /// `other`: the processor named by the user or else the one that it is compiled for.
    ///
    /// # Errors
    /// If the compiler does not know the processor.
    pub fn target(
        &self,
        (module, symbol): (&Module<'_>, &str),
        other: &Module<'_>,
    ) -> Result<Target, Problem> {
        let cpu = match &self.settings.cpu {
            Some(name) => self.clang.processor(name)?,
            None => compiled_for(module.native(), symbol),
        };
        Ok(Target {
            cpu,
            fuses: fuses(&module.compiled().module) || fuses(&other.compiled().module),
        })
    }

    /// Compiles and links the files with the common flags and `side`. Those of `functions`
    /// that the compiler drops, because they are `static` and unused, are kept on request.
    ///
    /// # Errors
    /// If the compiler or the linker fails.
    pub fn compile(
        &self,
        files: &[PathBuf],
        side: &[String],
        functions: &[&str],
    ) -> Result<Module<'c>, Problem> {
        self.compile_host(files, side, functions, &[])
    }

    /// As [`Preparation::compile`], for a host that builds these OpenCL programs at run
    /// time.
    ///
    /// # Errors
    /// As [`Preparation::compile`].
    pub fn compile_host(
        &self,
        files: &[PathBuf],
        side: &[String],
        functions: &[&str],
        programs: &[DeviceProgram],
    ) -> Result<Module<'c>, Problem> {
        let flags = Flags {
            common: self.settings.cflags.clone(),
            side: side.to_vec(),
            of_files: self.flags_of_build(files, Path::to_owned)?,
            programs: programs.to_vec(),
            ..self.flags()
        };
        self.compile_with(files, flags, functions)
    }

    /// Compiles those of these files that exist in a commit, and the file named with it,
    /// with the commit's headers.
    ///
    /// # Errors
    /// As [`Preparation::compile`].
    pub fn compile_of(
        &self,
        commit: &Commit,
        files: &[PathBuf],
        side: &[String],
        functions: &[&str],
    ) -> Result<Module<'c>, Problem> {
        let files = commit.files(files);
        let mut of_files = self.flags_of_build(&files, |file| commit.original(file))?;
        for flags in of_files.values_mut() {
            *flags = commit.flags(flags);
        }
        let flags = Flags {
            common: commit.flags(&self.settings.cflags),
            side: [commit.flags(side), vec![commit.renaming()]].concat(),
            of_files,
            ..self.flags()
        };
        self.compile_with(&files, flags, functions)
    }

    /// Returns the flags with which the build compiles each of these files, without
    /// optimisation levels, on which the meaning of code does not depend. `original` maps a
    /// file to the path that the build knows.
    fn flags_of_build(
        &self,
        files: &[PathBuf],
        original: impl Fn(&Path) -> PathBuf,
    ) -> Result<BTreeMap<PathBuf, Vec<String>>, Problem> {
        let Some(build) = &self.settings.build else {
            return Ok(BTreeMap::new());
        };
        let sources = files.iter().filter(|file| !is_ir(file));
        let flags = sources.map(|file| {
            let mut flags = build.flags(&original(file)).map_err(|what| {
                Problem::new(what).help("build it there, or leave -p out and give --cflags")
            })?;
            flags.retain(|flag| !flag.starts_with("-O"));
            Ok((file.clone(), flags))
        });
        flags.collect()
    }

    /// Returns the flags common to all compilations of the run.
    fn flags(&self) -> Flags {
        Flags {
            given: self.given,
            contract: self.settings.contract,
            c_functions: self.settings.c_functions,
            devices: self.settings.devices,
            colour: self.settings.color,
            deadline: self.settings.deadline(),
            shared: self.settings.shared.clone(),
            unpack: self.unpack.clone(),
            ..Flags::default()
        }
    }

    fn compile_with(
        &self,
        files: &[PathBuf],
        mut flags: Flags,
        functions: &[&str],
    ) -> Result<Module<'c>, Problem> {
        let compile = |flags: &Flags| -> Result<Module<'c>, Problem> {
            Ok(Module {
                compiled: compile(self.context, self.clang, files, flags)?,
                lowered: RefCell::default(),
                recipe: Recipe {
                    context: self.context,
                    clang: self.clang,
                    files: files.to_vec(),
                    flags: flags.clone(),
                    native: self.settings.native,
                },
            })
        };
        let module = compile(&flags)?;
        let missing = |name: &&&str| {
            let compiled = &module.compiled;
            let found = resolve_function(&compiled.module, &compiled.debug, name);
            matches!(found, Err(FrontendError::FunctionMissing { .. }))
                && is_identifier(&bare(name))
        };
        let pointed = self.unpack.pointed.iter().map(|(_, name)| name.as_str());
        let functions: Vec<&str> = functions.iter().copied().chain(pointed).collect();
        flags.keep = functions
            .iter()
            .filter(missing)
            .map(|name| bare(name))
            .collect();
        match flags.keep.is_empty() {
            true => Ok(module),
            false => compile(&flags),
        }
    }
}

/// Returns a function's name as in its file: without parameter types and without anonymous
/// namespaces.
fn bare(name: &str) -> String {
    let mut name = name.replace("(anonymous namespace)::", "");
    if let Some(end) = name.find('(') {
        name.truncate(end);
    }
    name
}

/// Whether a name can be written in C or C++ source as it is.
fn is_identifier(name: &str) -> bool {
    name.split("::").all(|part| {
        let mut chars = part.chars();
        chars
            .next()
            .is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
            && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// The sources of a module and how it was built.
struct Recipe<'c> {
    context: &'c Context,
    clang: &'c Clang,
    files: Vec<PathBuf>,
    flags: Flags,
    /// Whether the module may be run natively.
    native: bool,
}

impl<'c> Recipe<'c> {
    fn plain(&self) -> Recipe<'c> {
        Recipe {
            files: self.files.clone(),
            flags: self.flags.plain(),
            ..*self
        }
    }
}

/// A linked module: as clang compiled it, and as it will be executed.
pub struct Module<'c> {
    compiled: Compiled<'c>,
    /// The intrinsics that were lowered.
    lowered: RefCell<Vec<String>>,
    recipe: Recipe<'c>,
}

impl<'c> Module<'c> {
    /// Returns the front end's view.
    pub fn compiled(&self) -> &Compiled<'c> {
        &self.compiled
    }

    /// Takes the program without the user's optimisations, if there are any. Trap: the
    /// contract can no longer be inferred afterwards.
    pub fn take_plain(&mut self) -> Option<Module<'c>> {
        Some(Module {
            compiled: self.compiled.take_plain()?,
            lowered: RefCell::default(),
            recipe: self.recipe.plain(),
        })
    }

    /// Compiles the program again, with containers that a call may reallocate.
    ///
    /// # Errors
    /// If the compiler or the linker fails.
    pub fn with_growing_containers(self) -> Result<Module<'c>, Problem> {
        let mut recipe = self.recipe;
        recipe.flags.unpack.grows = true;
        Ok(Module {
            compiled: compile(recipe.context, recipe.clang, &recipe.files, &recipe.flags)?,
            lowered: RefCell::default(),
            recipe,
        })
    }

    /// Returns the program as clang compiled it.
    pub fn native(&self) -> &inkwell::module::Module<'c> {
        &self.compiled.native
    }

    /// Whether it may be run natively.
    pub(super) fn may_run(&self) -> bool {
        self.recipe.native
    }

    /// Returns the compiler flags, and whether the user gave any, for this module or
    /// another.
    pub(super) fn flags(&self) -> (Vec<String>, bool) {
        let flags = &self.recipe.flags;
        let mut all: Vec<String> = flags.of_files.values().flatten().cloned().collect();
        all.extend(flags.common.iter().chain(&flags.side).cloned());
        (all, flags.given)
    }

    /// Whether all files are LLVM IR, so that no compiler was used.
    pub(super) fn is_given_as_ir(&self) -> bool {
        self.recipe.files.iter().all(|file| is_ir(file))
    }

    /// Compiles the program again, with additional flags.
    ///
    /// # Errors
    /// The compiler's message, as a sentence.
    pub fn checked(&self, more: &[&str]) -> Result<inkwell::module::Module<'c>, String> {
        let mut flags = self.recipe.flags.clone();
        flags
            .side
            .extend(more.iter().map(|flag| (*flag).to_owned()));
        compile_only(
            self.recipe.context,
            self.recipe.clang,
            &self.recipe.files,
            &flags,
        )
        .map_err(|e| e.to_string())
    }

    /// Links a version of the program with the builtins that its kernels call.
    ///
    /// # Errors
    /// The compiler's message, as a sentence.
    pub fn with_device_library(
        &self,
        version: &inkwell::module::Module<'c>,
    ) -> Result<inkwell::module::Module<'c>, String> {
        let Recipe {
            context,
            clang,
            flags,
            ..
        } = &self.recipe;
        with_device_library(context, clang, version, flags).map_err(|e| e.to_string())
    }

    /// Links a version of an OpenCL host with the host library and the builtins that its
    /// kernels call.
    ///
    /// # Errors
    /// The compiler's message, as a sentence.
    pub fn with_host_library(
        &self,
        version: &inkwell::module::Module<'c>,
    ) -> Result<inkwell::module::Module<'c>, String> {
        let Recipe {
            context,
            clang,
            flags,
            ..
        } = &self.recipe;
        with_host_library(context, clang, version, flags).map_err(|e| e.to_string())
    }

    /// Returns the symbol of a function name.
    ///
    /// # Errors
    /// If there is none, or there are several.
    pub fn resolve(&self, name: &str) -> Result<String, Problem> {
        Ok(resolve_function(
            &self.compiled.module,
            &self.compiled.debug,
            name,
        )?)
    }

    /// Removes code unreachable from `roots`, lowers target intrinsics and folds branches;
    /// returns the number of folds.
    ///
    /// # Errors
    /// If a pass fails, which is a defect of simdiff.
    pub fn transform(&self, with: &Preparation<'_>, roots: &[String]) -> Result<usize, Problem> {
        let module = &self.compiled.module;
        keep_reachable(module, roots)?;
        let lowered = with
            .lowering
            .lower(module)
            .map_err(|e| Problem::new(e.to_string()))?;
        self.lowered.replace(lowered.lowered.into_keys().collect());
        let options = phi_fold::Options {
            threshold: with.settings.phi_fold_threshold,
            unsafe_fp: with.settings.phi_fold_unsafe,
        };
        let report = phi_fold::run(module, options).map_err(|e| Problem::new(e.to_string()))?;
        Ok(report.folds)
    }

    /// Returns the program as written in its source, see [`as_written`]; only code
    /// reachable from `roots`.
    ///
    /// # Errors
    /// If a pass fails, which is a defect of simdiff.
    pub fn as_written(&self, with: &Preparation<'_>, roots: &[String]) -> Result<Program, Problem> {
        let Recipe {
            context,
            clang,
            files,
            flags,
            ..
        } = &self.recipe;
        let module = as_written(context, clang, (files, flags), &self.compiled.native)?;
        keep_reachable(&module, roots)?;
        with.lowering
            .lower(&module)
            .map_err(|e| Problem::new(e.to_string()))?;
        Ok(Program::decode(&module))
    }

    /// Decodes the program to execute.
    pub fn decode(&self) -> Program {
        let mut program = Program::decode(&self.compiled.module);
        program.set_lowered(self.lowered.borrow().clone());
        program
    }
}

/// Returns the name of the stage that makes modules from files: bitcode and LLVM assembly
/// need no compiler.
pub fn compiling(files: &[PathBuf]) -> &'static str {
    match files.iter().all(|file| is_ir(file)) {
        true => "reading",
        false => "clang",
    }
}

fn is_ir(file: &Path) -> bool {
    file.extension().is_some_and(|e| e == "bc" || e == "ll")
}
