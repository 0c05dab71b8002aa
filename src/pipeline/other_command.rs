//! Files that a build compiles several times: the command that defines a function.
//!
//! A build that has one source for several instruction sets compiles it once for each, under
//! other names (`-DISA=_avx2 -mavx2`). Invariant: another command than the first is taken only
//! where the function is not defined without it, and it alone defines the function.

use std::path::{Path, PathBuf};

use super::module::{Module, is_ir};
use super::preparation::Preparation;
use crate::compile_commands::{Command, apart};
use crate::frontend::{FrontendError, resolve_function};
use crate::problem::Problem;

impl<'c> Preparation<'c> {
    /// The program compiled by another command of the build, if `module`, which is compiled by
    /// the first one, lacks the function, and exactly one other command defines it.
    ///
    /// # Errors
    /// If several other commands define it, or the compiler or the linker fails.
    pub fn by_other_command(
        &self,
        module: &Module<'c>,
        (files, side): (&[PathBuf], &[String]),
        functions: &[&str],
        wanted: &str,
    ) -> Result<Option<Module<'c>>, Problem> {
        let compiled = module.compiled();
        let found = resolve_function(&compiled.module, &compiled.debug, wanted);
        if !matches!(found, Err(FrontendError::FunctionMissing { .. })) {
            return Ok(None);
        }
        let mut defining: Vec<(&PathBuf, String, Command)> = Vec::new();
        for file in files.iter().filter(|file| !is_ir(file)) {
            let mut commands = self.commands(file)?.into_iter();
            let Some(first) = commands.next() else {
                continue;
            };
            for command in commands {
                let alone = std::slice::from_ref(file);
                let of_file = [(file.clone(), command.flags.clone())].into();
                let flags = self.flags_with(side, (of_file, Vec::new()));
                // A command that fails defines nothing.
                let other = self.compile_with(alone, flags, &[wanted]);
                if other.is_ok_and(|other| other.resolve(wanted).is_ok()) {
                    let name = file.file_name().unwrap_or_default().to_string_lossy();
                    let differing = apart(&first.flags, &command.flags);
                    let told = format!("the command for {name} {differing}");
                    defining.push((file, told, command));
                }
            }
        }
        match defining.as_slice() {
            [] => Ok(None),
            [(file, told, command)] => {
                let (mut of_files, _) = self.flags_of_build(files, Path::to_owned)?;
                of_files.insert((*file).clone(), command.flags.clone());
                let others = files.iter().filter(|other| other != file);
                let others: Vec<PathBuf> = others.cloned().collect();
                let (_, left_out) = self.flags_of_build(&others, Path::to_owned)?;
                let mut flags = self.flags_with(side, (of_files, left_out));
                flags.chosen = Some(format!("{told}, which alone defines `{wanted}`"));
                self.compile_with(files, flags, functions).map(Some)
            }
            several => {
                let what = "is defined by several commands of the build, and not by the first";
                let told = several.iter().map(|(_, told, _)| told.as_str());
                let told = told.collect::<Vec<_>>().join(", by ");
                Err(Problem::new(format!("`{wanted}` {what}")).help(format!(
                    "it is defined by {told}: leave -p out, and give one of these with \
                     --reference-flags and --port-flags"
                )))
            }
        }
    }
}
