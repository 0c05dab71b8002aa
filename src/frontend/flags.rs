//! The flags passed to clang: the user's, and those that the mode of [`super::compile()`]
//! adds.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::device_program::DeviceProgram;
use super::ignored;
use super::language::{self, Language};
use super::shared::Shared;
use super::told::Unpack;
use crate::deadline::Deadline;

/// The rounding of `a * b + c` in OpenCL C, which the source leaves open (`FP_CONTRACT`, on
/// unless a pragma says otherwise).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Contraction {
    /// Two roundings.
    Off,
    /// One rounding.
    On,
    /// Either number of roundings: nothing is assumed.
    #[default]
    Any,
}

/// The devices that an OpenCL host finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Devices {
    /// A CPU and a GPU.
    #[default]
    Both,
    /// A CPU.
    Cpu,
    /// A GPU.
    Gpu,
}

/// The options for compiling one side.
#[derive(Clone, Debug, Default)]
pub struct Flags {
    /// Flags of both sides (`--cflags`), in order.
    pub common: Vec<String>,
    /// Flags of this side, after the common ones.
    pub side: Vec<String>,
    /// Flags of single files, before the common ones: those of a build.
    pub of_files: BTreeMap<PathBuf, Vec<String>>,
    /// The build's command that was chosen because it defines a function, in words.
    pub chosen: Option<String>,
    /// What is left out of a build's flags although the meaning of the code may depend on it.
    pub left_out: Vec<String>,
    /// Functions to compile even if they are `static` and never called, by the names that
    /// the user gives.
    pub keep: Vec<String>,
    /// Whether the user gives flags to either side. If so, clang's own defaults hold;
    /// otherwise floats are not contracted.
    pub given: bool,
    /// Contraction in OpenCL C.
    pub contract: Contraction,
    /// Whether inexact operations of OpenCL C are computed by C's functions.
    pub c_functions: bool,
    /// The devices that a host finds.
    pub devices: Devices,
    /// The function parameters to split into members.
    pub unpack: Unpack,
    /// The programs that a host is known to build.
    pub programs: Vec<DeviceProgram>,
    /// Whether clang's messages are coloured.
    pub colour: bool,
    /// The time at which to give up.
    pub deadline: Deadline,
    /// The cache in which several runs share clang's output, if there is one.
    pub shared: Option<Shared>,
}

impl Flags {
    pub(super) fn all(&self) -> impl Iterator<Item = &String> {
        self.common.iter().chain(&self.side)
    }

    /// The flags for one file.
    pub fn of(&self, file: &Path) -> Cow<'_, Flags> {
        let Some(own) = self.of_files.get(file) else {
            return Cow::Borrowed(self);
        };
        let mut flags = self.clone();
        flags.common = [own, &self.common[..]].concat();
        Cow::Owned(flags)
    }

    /// The user's last `-O` flag.
    pub(super) fn level(&self) -> Option<&str> {
        self.all().filter_map(|f| f.strip_prefix("-O")).last()
    }

    /// Whether clang optimises, so that no further passes clean up the module.
    pub(super) fn optimised(&self) -> bool {
        self.level().is_some_and(|level| level != "0")
    }

    /// These flags without optimisation.
    pub fn plain(&self) -> Flags {
        let keep = |flags: &[String]| {
            let kept = flags.iter().filter(|f| !f.starts_with("-O"));
            kept.cloned().collect()
        };
        Flags {
            common: keep(&self.common),
            side: keep(&self.side),
            ..self.clone()
        }
    }

    /// A hash of everything that determines the bitcode of a source, except the contents of
    /// files and the compiler.
    pub(super) fn fingerprint(&self, source: &Path) -> String {
        let source = std::path::absolute(source).unwrap_or_else(|_| source.to_owned());
        let here = std::env::current_dir().unwrap_or_default();
        let language = Language::of(&source).unwrap_or(Language::C);
        let arguments = self.arguments(language);
        let all = format!("{source:?} {here:?} {arguments:?} {:?}", self.keep);
        blake3::hash(all.as_bytes()).to_hex().to_string()
    }

    /// clang's command line without the files.
    pub(super) fn arguments(&self, language: Language) -> Vec<String> {
        // Reports name local variables.
        let mut args: Vec<&str> = vec!["-c", "-emit-llvm", "-fno-discard-value-names"];
        match self.level() {
            None => args.extend(["-O1", "-Xclang", "-disable-llvm-passes"]),
            Some("0") => args.extend(["-Xclang", "-disable-O0-optnone"]),
            Some(_) => {}
        }
        match language {
            Language::C if !self.given => args.push("-ffp-contract=off"),
            Language::C => {}
            Language::OpenCl => {
                args.extend(language::OPENCL);
                if self.all().any(|flag| flag == "-cl-std=CL3.0") {
                    args.extend(language::FEATURES);
                }
                args.push(match self.contract {
                    Contraction::Off => "-ffp-contract=off",
                    Contraction::On | Contraction::Any => "-ffp-contract=on",
                });
            }
        }
        let meant = self.all().filter(|flag| language.takes(flag));
        args.extend(meant.map(String::as_str));
        // Positional: these have to follow the level.
        match self.optimised() {
            false => args.extend(["-fno-vectorize", "-fno-slp-vectorize"]),
            // A `static` variable that is split, shrunk or removed no longer matches the
            // other version's.
            true => args.push("-fkeep-persistent-storage-variables"),
        }
        if !self.all().any(|f| f == "-g0") {
            // Also for classes with members defined in another file, such as those of the
            // standard library that are instantiated there.
            args.extend(["-g", "-fstandalone-debug"]);
        }
        if language == Language::C {
            args.extend(ignored::FLAGS);
        }
        args.push(match self.colour {
            true => "-fcolor-diagnostics",
            false => "-fno-color-diagnostics",
        });
        args.into_iter().map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(text: &str) -> Vec<String> {
        let common = text.split_whitespace().map(str::to_owned).collect();
        Flags {
            given: !text.is_empty(),
            common,
            ..Flags::default()
        }
        .arguments(Language::C)
    }

    fn has(args: &[String], flag: &str) -> bool {
        args.iter().any(|a| a == flag)
    }

    #[test]
    fn the_default_regime_disables_passes() {
        assert!(has(&flags("-msse4.1"), "-disable-llvm-passes"));
        assert!(!has(&flags("-O2"), "-disable-llvm-passes"));
    }

    #[test]
    fn contraction_is_off_unless_flags_are_given() {
        assert!(has(&flags(""), "-ffp-contract=off"));
        assert!(!has(&flags("-mfma"), "-ffp-contract=off"));
    }

    #[test]
    fn optimisation_keeps_variables_whole() {
        let keep = "-fkeep-persistent-storage-variables";
        assert!(has(&flags("-O2"), keep) && !has(&flags("-O0"), keep));
    }

    #[test]
    fn the_vectorizers_stay_on_at_the_users_level() {
        assert!(has(&flags(""), "-fno-slp-vectorize"));
        assert!(!has(&flags("-O3"), "-fno-slp-vectorize"));
    }
}
