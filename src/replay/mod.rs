//! Native replay: one function of a module, run on concrete inputs by the CPU.
//!
//! A DIFFERENT or DEFECT verdict is reported as confirmed only after both functions ran
//! here on the witness. Invariant: nothing is interpreted. The module is compiled by clang
//! as it came from clang, LLVM itself chooses the call's ABI (see `thunk`), every call runs
//! in a process of its own, and every buffer lies between two guard pages or, under a
//! sanitizer, in a heap block.

mod case;
mod confinement;
mod driver;
mod flat;
mod moved;
mod native;
mod printed;
mod sanitizer;
mod thunk;
mod unwatched;

pub use case::{Access, Arg, Case, Crash, HostRun, Items, Near, Outcome, Placement, Probe};
pub use confinement::missing;
pub use moved::Moved;
pub use native::NativeSide;
pub use sanitizer::{Complaint, Sanitizer};
pub use thunk::{LocalMemory, Surroundings};

use std::io;
use std::path::{Path, PathBuf};

/// Why a function could not be run natively.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The module has no function of this name.
    #[error("no function `{0}` to run natively")]
    NoFunction(String),
    /// The function is only declared.
    #[error("function `{0}` has no body to run natively")]
    NoBody(String),
    /// The function's type cannot be called from a thunk.
    #[error("cannot call `{symbol}` natively: {what}")]
    Unsupported {
        /// The function.
        symbol: String,
        /// Why it cannot be called.
        what: String,
    },
    /// LLVM refused the thunk.
    #[error("cannot build the native call: {0}")]
    Thunk(String),
    /// clang could not compile or link the program.
    #[error("cannot link the native program:\n{0}")]
    Link(String),
    /// A case does not fit the function's parameters.
    #[error("native case {case}: {what}")]
    Mismatch {
        /// Index of the case.
        case: usize,
        /// Why it does not fit.
        what: String,
    },
    /// The native program ended early or answered nonsense.
    #[error("the native program failed: {0}")]
    Driver(String),
    /// The file system or the process could not be used.
    #[error("{path}: {source}", path = path.display())]
    Io {
        /// The file or program.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
}

/// Attributes an error of the system to this file or program.
fn in_file(path: &Path) -> impl FnOnce(io::Error) -> ReplayError + use<> {
    let path = path.to_path_buf();
    move |source| ReplayError::Io { path, source }
}
