//! The tools that turn source files into modules, and modules into programs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bitcode_cache::Cache;
use inkwell::context::Context;
use sse_lowering::Lowering;

use super::module::{Module, Recipe, is_ir};
use crate::commit::Commit;
use crate::compile_commands::Command;
use crate::cpu::Target;
use crate::frontend::{
    Clang, DeviceProgram, Flags, FrontendError, Unpack, as_written, compiled_for, fuses, is_name,
    keep_reachable, preprocess, redefined, resolve_function,
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

/// The flags that a build has for each file, and what is left out of them.
pub(super) type OfBuild = (BTreeMap<PathBuf, Vec<String>>, Vec<String>);

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
        let (of_files, left_out) = self.flags_of_build(files, Path::to_owned)?;
        let flags = Flags {
            programs: programs.to_vec(),
            ..self.flags_with(side, (of_files, left_out))
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
        let (mut of_files, left_out) = self.flags_of_build(&files, |file| commit.original(file))?;
        for flags in of_files.values_mut() {
            *flags = commit.flags(flags);
        }
        let mut flags = Flags {
            common: commit.flags(&self.settings.cflags),
            side: [commit.flags(side), vec![commit.renaming()]].concat(),
            of_files,
            left_out,
            ..self.flags()
        };
        let here = Path::new(".");
        for file in files.iter().filter(|file| !is_ir(file)) {
            // What clang says of the file is reported when it is compiled.
            if let Ok(found) = preprocess(self.clang, here, file, &flags.of(file)) {
                flags
                    .left_out
                    .extend(commit.included(&found.files, &self.settings.deadline())?);
            }
        }
        self.compile_with(&files, flags, functions)
    }

    /// Returns the flags with which the build compiles each of these files, and what is left
    /// out of them. `original` maps a file to the path that the build knows.
    pub(super) fn flags_of_build(
        &self,
        files: &[PathBuf],
        original: impl Fn(&Path) -> PathBuf,
    ) -> Result<OfBuild, Problem> {
        let mut flags = BTreeMap::new();
        let mut left_out: Vec<String> = Vec::new();
        for file in files.iter().filter(|file| !is_ir(file)) {
            let Some(command) = self.commands(&original(file))?.into_iter().next() else {
                continue;
            };
            flags.insert(file.clone(), command.flags);
            for flag in command.left_out {
                if !left_out.contains(&flag) {
                    left_out.push(flag);
                }
            }
        }
        Ok((flags, left_out))
    }

    /// The commands that the build has for a file; none without a build.
    pub(super) fn commands(&self, file: &Path) -> Result<Vec<Command>, Problem> {
        let commands = self.settings.build.as_ref();
        let commands = commands.map(|build| build.commands(file)).transpose();
        commands.map(Option::unwrap_or_default).map_err(|what| {
            Problem::new(what).help("build it there, or leave -p out and give --cflags")
        })
    }

    /// The flags with those of one side and of the build.
    pub(super) fn flags_with(&self, side: &[String], (of_files, left_out): OfBuild) -> Flags {
        Flags {
            common: self.settings.cflags.clone(),
            side: side.to_vec(),
            of_files,
            left_out,
            ..self.flags()
        }
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

    pub(super) fn compile_with(
        &self,
        files: &[PathBuf],
        mut flags: Flags,
        functions: &[&str],
    ) -> Result<Module<'c>, Problem> {
        let compile = |flags: &Flags| {
            let recipe = Recipe {
                context: self.context,
                clang: self.clang,
                files: files.to_vec(),
                flags: flags.clone(),
                native: self.settings.native,
            };
            recipe.make()
        };
        let module = compile(&flags)?;
        let missing = |name: &&&str| {
            let compiled = module.compiled();
            let found = resolve_function(&compiled.module, &compiled.debug, name);
            matches!(found, Err(FrontendError::FunctionMissing { .. })) && is_name(&visible(name))
        };
        let pointed = self.unpack.pointed.iter().map(|(_, name)| name.as_str());
        let functions: Vec<&str> = functions.iter().copied().chain(pointed).collect();
        flags.keep = functions
            .iter()
            .filter(missing)
            .map(|name| visible(name))
            .collect();
        let redefined = redefined(module.compiled());
        let is_complete = flags.keep.is_empty() && redefined.is_empty();
        flags.common.extend(redefined);
        match is_complete {
            true => Ok(module),
            false => compile(&flags),
        }
    }

    /// Removes code unreachable from `roots`, lowers target intrinsics and folds branches;
    /// returns the number of folds.
    ///
    /// # Errors
    /// If a pass fails, which is a defect of simdiff.
    pub fn transform(&self, of: &Module<'_>, roots: &[String]) -> Result<usize, Problem> {
        let module = &of.compiled().module;
        keep_reachable(module, roots)?;
        let lowered = self
            .lowering
            .lower(module)
            .map_err(|e| Problem::new(e.to_string()))?;
        of.lowered.replace(lowered.lowered.into_keys().collect());
        let options = phi_fold::Options {
            threshold: self.settings.phi_fold_threshold,
            unsafe_fp: self.settings.phi_fold_unsafe,
        };
        let report = phi_fold::run(module, options).map_err(|e| Problem::new(e.to_string()))?;
        Ok(report.folds)
    }

    /// Returns the program as written in its source, see [`as_written`]; only code
    /// reachable from `roots`.
    ///
    /// # Errors
    /// If a pass fails, which is a defect of simdiff.
    pub fn as_written(&self, of: &Module<'_>, roots: &[String]) -> Result<Program, Problem> {
        let Recipe {
            context,
            clang,
            files,
            flags,
            ..
        } = &of.recipe;
        let module = as_written(context, clang, (files, flags), of.native())?;
        keep_reachable(&module, roots)?;
        self.lowering
            .lower(&module)
            .map_err(|e| Problem::new(e.to_string()))?;
        Ok(Program::decode(&module))
    }
}

/// A function's name as its file can write it: without anonymous namespaces.
fn visible(name: &str) -> String {
    name.replace("(anonymous namespace)::", "")
}
