//! Options that `check`, `run` and `kernel` share.

use std::path::PathBuf;

use clap::Args;
use simdiff::budgets::run;

use super::assumptions::Granted;
use super::choice::{ColorOption, ContractOption, FormatOption, SearchOption};
use super::quantity::{bytes, duration};
use super::rules::RuleFiles;

/// Options that `check`, `run` and `kernel` share.
#[derive(Args, Debug)]
pub struct Common {
    /// Compiler flags for every file: -I -D -m -O … (may follow as separate words)
    #[arg(
        long,
        value_name = "FLAGS",
        allow_hyphen_values = true,
        help_heading = "Compilation"
    )]
    pub cflags: Vec<String>,

    /// Take each file's flags from the compile_commands.json of a build, before those of
    /// --cflags; levels of optimisation and what clang does not know are left out
    #[arg(short = 'p', long, value_name = "BUILD", help_heading = "Compilation")]
    pub compile_commands: Option<PathBuf>,

    /// How often `a * b + c` is rounded in OpenCL C, where the kernel leaves that open: once
    /// (on), twice (off), or what an implementation likes. `mad` likewise
    #[arg(long, value_enum, default_value = "any", help_heading = "Compilation")]
    pub contract: ContractOption,

    /// What is assumed.
    #[command(flatten)]
    pub granted: Granted,

    /// What undefined behaviour means for the verdict of `check`: ignore, note or defect,
    /// for all kinds or for one (overflow, conversion, assume, unreachable):
    /// overflow=ignore. Otherwise it is a defect where only the port does it, and a note
    /// where the reference does it too
    #[arg(long, value_name = "[KIND=]LEVEL,…", help_heading = "Assumptions")]
    pub undefined: Vec<String>,

    /// The processor that code under test finds when it asks, by clang's name for it
    /// (haswell, x86-64-v3, native); default: what the port was compiled for
    #[arg(long, value_name = "NAME", help_heading = "Execution")]
    pub cpu: Option<String>,
    /// Count the vector operations of each version at every size
    #[arg(long, help_heading = "Output")]
    pub instrument_simd: bool,

    /// Rules besides the built-in ones.
    #[command(flatten)]
    pub rules: RuleFiles,

    /// Cost up to which a branch is folded into selects (paper §5)
    #[arg(
        long,
        value_name = "COST",
        default_value_t = run::PHI_FOLD_THRESHOLD,
        help_heading = "Execution"
    )]
    pub phi_fold_threshold: u32,
    /// Do not fold branches over floating-point operations
    #[arg(long, help_heading = "Execution")]
    pub no_phi_fold_unsafe: bool,
    /// Stop after this many instructions in one run of one version
    #[arg(
        long,
        value_name = "N",
        default_value_t = run::MAX_STEPS,
        help_heading = "Execution"
    )]
    pub max_steps: u64,
    /// Stop after this many paths in one run of one version
    #[arg(
        long,
        value_name = "N",
        default_value_t = run::MAX_PATHS,
        help_heading = "Execution"
    )]
    pub max_paths: usize,
    /// Stop when this many bytes are in use at once (or 64K, 256M, 4G)
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = bytes, help_heading = "Execution")]
    pub max_memory: u64,
    /// Split the path at every branch on an input instead of merging its arms
    #[arg(long, help_heading = "Execution")]
    pub no_merge: bool,
    /// Which path to go on with where one splits: the newest; one drawn at random, with
    /// the same numbers in every run; or one close to code not yet executed
    #[arg(
        long,
        value_enum,
        default_value = "depth-first",
        help_heading = "Execution"
    )]
    pub search: SearchOption,
    /// Report heap blocks that are never freed and that nothing points to in the end
    #[arg(long, help_heading = "Execution")]
    pub leaks: bool,
    /// Stop after this time in all (seconds, or 30s, 5m)
    #[arg(long, value_name = "TIME", default_value = "300s", value_parser = duration, help_heading = "Execution")]
    pub timeout: std::time::Duration,

    /// Run no checked code natively: what is found is then suspected only, and UNDECIDED
    #[arg(long, help_heading = "Execution")]
    pub no_native: bool,

    /// What a step of the decision ladder may spend on one output: solver=5s,
    /// floats=15s, enumerate=2^32, enumerate-time=2m, search=5000, samples=60000 are
    /// the defaults
    #[arg(long, value_name = "STEP=LIMIT,…", help_heading = "Execution")]
    pub budget: Vec<String>,

    /// How to print the result
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    pub format: FormatOption,
    /// When to colour
    #[arg(long, value_enum, default_value = "auto", help_heading = "Output")]
    pub color: ColorOption,
    /// Show everything: all inputs, expressions and parameters, and what each step decided
    #[arg(long, help_heading = "Output")]
    pub explain: bool,
    /// Show where the time went
    #[arg(long, help_heading = "Output")]
    pub timings: bool,
    /// Where the checks of a suite share what clang makes of their files
    #[arg(long, value_name = "DIR", hide = true)]
    pub modules: Option<PathBuf>,
}
