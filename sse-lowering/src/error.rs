//! The errors of lowering. Only a module that LLVM itself rejects is the user's fault.

use std::ffi::CStr;
use std::path::PathBuf;

/// Why a module could not be lowered.
#[derive(Debug, Clone, thiserror::Error)]
pub enum LoweringError {
    /// The clang program could not be started.
    #[error("cannot run `{}`: {reason}", clang.display())]
    Clang {
        /// Path or name of the program.
        clang: PathBuf,
        /// The operating system's reason.
        reason: String,
    },
    /// The program is not clang 19.
    #[error("`{}` is not clang 19 but {version}", clang.display())]
    Version {
        /// Path or name of the program.
        clang: PathBuf,
        /// The first line that it prints as its version.
        version: String,
    },
    /// Clang rejected a semantics file, so it is not the clang that the files are written
    /// for.
    #[error("`{}` cannot compile semantics/{file}:\n{diagnostics}", clang.display())]
    Compile {
        /// Path or name of the program.
        clang: PathBuf,
        /// Name of the semantics file.
        file: &'static str,
        /// clang's own messages.
        diagnostics: String,
    },
    /// A semantic function does not fit the intrinsic that it is named after.
    #[error("internal error: semantics/{file}: {function}: {problem}")]
    Semantics {
        /// Name of the semantics file.
        file: &'static str,
        /// Name of the C function.
        function: String,
        /// The mismatch.
        problem: String,
    },
    /// LLVM refused a step of the lowering.
    #[error("internal error: LLVM cannot {step}: {message}")]
    Llvm {
        /// The step, as a verb phrase.
        step: &'static str,
        /// LLVM's message.
        message: String,
    },
}

impl LoweringError {
    pub(crate) fn llvm(step: &'static str, message: &CStr) -> Self {
        let message = message.to_string_lossy().into_owned();
        Self::Llvm { step, message }
    }
}
