//! Finds the programs that simdiff calls, and says how to install them.
//!
//! `SIMDIFF_CLANG` names the compiler to use; without it `clang-19` and then `clang` are
//! looked up on the path. Only major version 19 is accepted: its bitcode is what the linked
//! LLVM reads.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use bitcode_cache::{Cache, compilers, located};

use super::error::FrontendError;

/// The major version of LLVM that is linked in.
pub const LLVM_VERSION: &str = "19";

/// How to install clang, one line for each system.
pub const CLANG_INSTALL: &str = "\
Debian, Ubuntu: apt install clang-19 (older releases: packages from apt.llvm.org)
Fedora:         dnf install clang19
Arch:           pacman -S clang19
macOS:          brew install llvm@19
elsewhere, name it: SIMDIFF_CLANG=/path/to/clang-19";

/// How to install `opt`.
const OPT_INSTALL: &str = "Debian, Ubuntu: apt install llvm-19\nFedora: dnf install llvm19\n\
    Arch: pacman -S llvm19\nmacOS: brew install llvm@19";

/// A compiler of the right version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clang {
    /// The program to run.
    pub path: PathBuf,
    /// Its full version, such as `19.1.7`.
    pub version: String,
}

impl Clang {
    /// Finds clang.
    ///
    /// # Errors
    /// [`FrontendError::ToolMissing`] or [`FrontendError::ToolVersion`].
    pub fn find() -> Result<Clang, FrontendError> {
        let named = std::env::var("SIMDIFF_CLANG")
            .ok()
            .filter(|s| !s.is_empty());
        let candidates = match &named {
            Some(path) => vec![path.clone()],
            None => vec![format!("clang-{LLVM_VERSION}"), "clang".into()],
        };
        // The search result is kept for as long as the candidates are the same.
        static FOUND: Mutex<Option<(Vec<String>, Clang)>> = Mutex::new(None);
        let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((asked, clang)) = found.as_ref()
            && *asked == candidates
        {
            return Ok(clang.clone());
        }
        let clang = Clang::choose(candidates.clone())?;
        *found = Some((candidates, clang.clone()));
        Ok(clang)
    }

    /// The first of these programs that is a clang of the right version.
    fn choose(candidates: Vec<String>) -> Result<Clang, FrontendError> {
        let mut wrong = None;
        for candidate in &candidates {
            let Some(version) = clang_version(Path::new(candidate)) else {
                continue;
            };
            if version.split('.').next() == Some(LLVM_VERSION) {
                let path = candidate.into();
                return Ok(Clang { path, version });
            }
            wrong.get_or_insert((candidate.clone(), version));
        }
        Err(match wrong {
            Some((tool, found)) => FrontendError::ToolVersion {
                tool,
                found,
                wanted: LLVM_VERSION.into(),
                install: CLANG_INSTALL.into(),
            },
            None => FrontendError::ToolMissing {
                tool: format!("clang-{LLVM_VERSION}"),
                tried: candidates,
                install: CLANG_INSTALL.into(),
            },
        })
    }

    /// The file of the program, without links.
    pub fn file(&self) -> Option<PathBuf> {
        located(&self.path)
    }

    /// Everything that determines what it makes of the same text and flags; `None` if that
    /// cannot be told.
    pub fn identity(&self) -> Option<String> {
        compilers::identity(&self.path)
    }

    /// The variables of the environment of other processes of this run, from which they
    /// know the compiler's identity without asking.
    pub fn handed_on() -> Vec<(&'static str, OsString)> {
        let clang = Clang::find().ok();
        let identity = clang.and_then(|clang| compilers::handed_on(&clang.path));
        let variable = identity.map(|identity| (compilers::HANDED_ON, identity));
        variable.into_iter().collect()
    }

    /// LLVM's `opt`, which is installed beside clang.
    ///
    /// # Errors
    /// [`FrontendError::ToolMissing`].
    pub(super) fn opt(&self) -> Result<PathBuf, FrontendError> {
        self.program("opt")
            .ok_or_else(|| FrontendError::ToolMissing {
                tool: "opt".to_owned(),
                tried: vec![format!("beside {}", self.path.display())],
                install: OPT_INSTALL.to_owned(),
            })
    }

    /// The path of a helper program of clang, such as `ld`.
    fn program(&self, name: &str) -> Option<PathBuf> {
        let arg = format!("-print-prog-name={name}");
        let answer = Cache::of_user().answer(&self.path, &arg).ok()?;
        let path = PathBuf::from(answer.trim());
        // clang echoes the bare name of a program that it does not find.
        path.is_absolute().then_some(path)
    }

    /// The path of AddressSanitizer's run-time library, which the other sanitizers' are
    /// beside.
    fn sanitizers(&self) -> Option<String> {
        let names = [
            "libclang_rt.asan-x86_64.a",
            "libclang_rt.asan.a",
            "libclang_rt.asan_osx_dynamic.dylib",
        ];
        names.iter().find_map(|name| {
            let arg = format!("-print-file-name={name}");
            let answer = Cache::of_user().answer(&self.path, &arg).ok()?;
            let path = PathBuf::from(answer.trim());
            // clang echoes the bare name of a file that it does not find.
            path.is_absolute().then(|| path.display().to_string())
        })
    }

    /// Whether an `#include` of this header compiles.
    fn has_header(&self, language: &str, header: &str) -> bool {
        use std::io::Write;
        use std::process::Stdio;
        let child = Command::new(&self.path)
            .args(["-fsyntax-only", "-x", language, "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut child) = child else { return false };
        if let Some(mut stdin) = child.stdin.take() {
            // A child that has already exited is judged by its status below.
            let _ = writeln!(stdin, "#include <{header}>");
        }
        child.wait().is_ok_and(|status| status.success())
    }
}

/// The version in the first line of `--version`, if the program is a clang.
fn clang_version(path: &Path) -> Option<String> {
    let text = Cache::of_user().answer(path, "--version").ok()?;
    let words: Vec<_> = text.lines().next()?.split_whitespace().collect();
    let clang = words
        .windows(2)
        .position(|w| w[1] == "version" && w[0].contains("clang"))?;
    Some(words.get(clang + 2)?.trim_end_matches(',').to_owned())
}

/// One system requirement of simdiff, for `simdiff doctor`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// The name of the program, header or library.
    pub name: String,
    /// What needs it.
    pub purpose: &'static str,
    /// Its path and version; `None` if it is missing.
    pub found: Option<String>,
    /// Whether only some checks need it.
    pub optional: bool,
    /// How to install it.
    pub install: String,
}

/// Every requirement, and whether it is met.
pub fn requirements() -> Vec<Requirement> {
    let clang = Clang::find();
    let found = match &clang {
        Ok(clang) => Some(format!("{} ({})", clang.path.display(), clang.version)),
        Err(_) => None,
    };
    let with = |ask: &dyn Fn(&Clang) -> Option<String>| clang.as_ref().ok().and_then(ask);
    let header = |language: &'static str, header: &'static str| {
        with(&|c| {
            c.has_header(language, header)
                .then(|| format!("<{header}>"))
        })
    };
    let system = |name: &str, purpose, found, optional, packages: &str| Requirement {
        name: name.into(),
        purpose,
        found,
        optional,
        install: packages.into(),
    };
    vec![
        system(
            "clang 19",
            "compiles both functions",
            found,
            false,
            CLANG_INSTALL,
        ),
        system(
            "C headers",
            "most C sources include them",
            header("c", "stdlib.h"),
            false,
            "Debian, Ubuntu: apt install libc6-dev\nFedora: dnf install glibc-devel\nmacOS: xcode-select --install",
        ),
        system(
            "linker",
            "native replay of counterexamples",
            with(&|c| Some(c.program("ld")?.display().to_string())),
            false,
            "Debian, Ubuntu, Fedora: install binutils\nmacOS: xcode-select --install",
        ),
        system(
            "opt",
            "reading files of LLVM IR",
            with(&|c| Some(c.opt().ok()?.display().to_string())),
            true,
            OPT_INSTALL,
        ),
        system(
            "sanitizers",
            "confirming memory errors, and those that native code does not show by itself",
            with(&Clang::sanitizers),
            true,
            "Debian, Ubuntu: apt install libclang-rt-19-dev\nFedora: dnf install compiler-rt\nArch: pacman -S compiler-rt",
        ),
        system(
            "C++ headers",
            "C++ sources",
            header("c++", "cmath"),
            true,
            "Debian, Ubuntu: apt install libstdc++-12-dev (or later)\nFedora: dnf install libstdc++-devel\nmacOS: xcode-select --install",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_no_clang_is_not_taken() {
        let found = Clang::choose(vec!["/nonexistent/clang".into(), "true".into()]);
        assert!(
            matches!(found, Err(FrontendError::ToolMissing { .. })),
            "{found:?}"
        );
    }

    #[test]
    fn a_missing_clang_says_how_to_get_it() {
        let error = Clang::choose(vec!["/nonexistent/clang".into()]).expect_err("it is missing");
        let help = error.help().unwrap_or_default();
        assert!(help.contains("apt install clang-19"), "{help}");
    }
}
