//! The command line's grammar.
//!
//! Compiler flags may follow `--cflags` as separate words
//! (`--cflags -O2 -Iinclude`): [`normalise`] folds them into the option before
//! clap sees them.

mod anew;
mod assumptions;
mod check;
mod choice;
mod common;
mod compiler_flags;
mod file;
mod kernel;
mod quantity;
mod rules;
mod test;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use simdiff::assumption::Assumption;

pub use anew::anew;
pub use check::Check;
pub use choice::{
    ColorOption, ContractOption, DeviceOption, FormatOption, SameValueOption, SearchOption,
};
pub use common::Common;
pub use compiler_flags::normalise;
use file::file;
pub use kernel::{Kernel, LaunchOptions};
pub use rules::{Certificate, RuleFiles, Rules};
pub use test::{FailOn, Functions, Init, Merge, Reports, Show, Test};

/// Does a SIMD port compute exactly what the scalar code computes, bit for bit,
/// and if not, on which input?
#[derive(Parser, Debug)]
#[command(name = "simdiff", version, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Decide whether two functions compute the same outputs
    Check(Box<Check>),
    /// Run a harness with a `main` that uses `klee_make_symbolic` and `assert`
    Run(Box<Run>),
    /// Look for races, divergent barriers and memory errors in OpenCL kernels
    Kernel(Box<Kernel>),
    /// Run the checks of a suite: comments in sources, and tables of simdiff.toml
    Test(Box<Test>),
    /// Write a first suite, of functions that look like versions of one another
    Init(Init),
    /// List the functions that a file defines
    Functions(Functions),
    /// Put the results of the parts of a suite together
    Merge(Merge),
    /// Show results that were written before
    Show(Show),
    /// List what becomes of each x86 intrinsic
    Intrinsics(Intrinsics),
    /// Say what a word of a report means: a kind, an assumption, a step, a reason
    Explain {
        /// The word: association, out-of-bounds-read, solver-limit; all words without one
        #[arg(allow_hyphen_values = true)]
        word: Option<String>,
    },
    /// Write the manual page of every command into a directory, in the format of man(1)
    Manual {
        /// The directory, which is made if there is none
        #[arg(value_name = "DIR")]
        directory: PathBuf,
    },
    /// Print what makes a shell complete commands and options
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Look at the rewrite rules behind the verdicts
    #[command(subcommand)]
    Rules(Rules),
    /// Look at the proofs behind verdicts
    #[command(subcommand)]
    Certificate(Certificate),
    /// Say what simdiff needs on this system and how to get it
    Doctor,
}

/// `simdiff run`.
#[derive(Args, Debug)]
pub struct Run {
    /// The harness and further files: C and C++ sources, `.ll` and `.bc`
    #[arg(required = true, value_name = "HARNESS FILES", value_parser = file())]
    pub files: Vec<PathBuf>,
    /// Let the program read the files below this directory (repeatable)
    #[arg(long, value_name = "DIR", help_heading = "Execution")]
    pub allow_read: Vec<PathBuf>,
    /// Let a host of OpenCL find one device only, one like a CPU or one like a GPU;
    /// otherwise it finds both
    #[arg(long, value_enum, value_name = "KIND", help_heading = "Execution")]
    pub device: Option<DeviceOption>,
    #[arg(long, help = Assumption::AtomicOrder.help(), help_heading = "Assumptions")]
    pub assume_atomic_order: bool,
    /// Write the proof of an EQUIVALENT here, for `simdiff certificate check`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub certificate: Option<PathBuf>,
    /// Arguments of the harness's `main`
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<String>,
    /// Options shared with `check`.
    #[command(flatten)]
    pub common: Common,
}

/// `simdiff intrinsics`.
#[derive(Args, Debug)]
pub struct Intrinsics {
    /// Those of this name only: _mm_add_epi16, llvm.x86.sse2.psrai.w
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// One ISA extension only: sse4.1, avx2, avx512vl, …
    #[arg(long, value_name = "ISA", conflicts_with_all = ["opencl", "opencl_host"])]
    pub isa: Option<String>,
    /// The builtins of OpenCL C instead, by chapter of the specification
    #[arg(long)]
    pub opencl: bool,
    /// The functions of OpenCL's hosts instead, as the system's headers declare them
    #[arg(long, conflicts_with = "opencl")]
    pub opencl_host: bool,
    /// Only those that are not lowered, with the reason
    #[arg(long)]
    pub missing: bool,
    /// How to print the list
    #[arg(long, value_enum, default_value = "text")]
    pub format: FormatOption,
}
