//! Linked modules: as clang compiled them, and as they are executed.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use inkwell::context::Context;

use crate::frontend::{
    Clang, Compiled, Containers, Flags, compile, compile_only, resolve_function,
    with_device_library, with_host_library,
};
use crate::problem::Problem;
use crate::program::Program;

/// The sources of a module and how it was built.
pub(super) struct Recipe<'c> {
    pub context: &'c Context,
    pub clang: &'c Clang,
    pub files: Vec<PathBuf>,
    pub flags: Flags,
    /// Whether the module may be run natively.
    pub native: bool,
}

impl<'c> Recipe<'c> {
    /// Compiles and links the files.
    ///
    /// # Errors
    /// If the compiler or the linker fails.
    pub fn make(self) -> Result<Module<'c>, Problem> {
        Ok(Module {
            compiled: compile(self.context, self.clang, &self.files, &self.flags)?,
            lowered: RefCell::default(),
            recipe: self,
        })
    }

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
    pub(super) lowered: RefCell<Vec<String>>,
    pub(super) recipe: Recipe<'c>,
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

    /// Compiles the program again unless the other version does with containers what this one
    /// does: both versions' parameters are then alike.
    ///
    /// # Errors
    /// If the compiler or the linker fails.
    pub fn with_containers(self, containers: &Containers) -> Result<Module<'c>, Problem> {
        if self.compiled.containers == *containers {
            return Ok(self);
        }
        let mut recipe = self.recipe;
        recipe.flags.unpack.containers = containers.clone();
        recipe.make()
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

    /// The build's command that was chosen because it defines the function, in words.
    pub(super) fn chosen(&self) -> Option<&str> {
        self.recipe.flags.chosen.as_deref()
    }

    /// What is left out of the build's flags although the meaning of the code may depend on it.
    pub(super) fn left_out(&self) -> &[String] {
        &self.recipe.flags.left_out
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

    /// Decodes the program to execute.
    pub fn decode(&self) -> Program {
        self.completed(Program::decode(&self.compiled.module))
    }

    /// Decodes the program to execute and to compare with another one
    /// ([`Program::decode_beside`]).
    pub fn decode_beside(&self, other: &Program) -> Program {
        self.completed(Program::decode_beside(&self.compiled.module, other))
    }

    fn completed(&self, mut program: Program) -> Program {
        let lowered = self.lowered.borrow().clone();
        program.set_mmx(
            lowered
                .iter()
                .any(|name| sse_lowering::mmx::uses_registers(name)),
        );
        program.set_lowered(lowered);
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

/// Whether a file is bitcode or LLVM assembly.
pub(super) fn is_ir(file: &Path) -> bool {
    file.extension().is_some_and(|e| e == "bc" || e == "ll")
}
