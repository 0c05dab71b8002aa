//! The command line's grammar.
//!
//! Compiler flags may follow `--cflags` as separate words
//! (`--cflags -O2 -Iinclude`): [`normalise`] folds them into the option before
//! clap sees them.

mod anew;
mod compiler_flags;
mod quantity;
mod test;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use quantity::{bytes, duration};
use simdiff::settings;

pub use anew::anew;
pub use compiler_flags::normalise;
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

/// How to print the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatOption {
    /// For people.
    Text,
    /// For machines: one object, `"schema": "simdiff/1"`.
    Json,
    /// For code hosts: SARIF 2.1.0, a result for each finding.
    Sarif,
    /// For `simdiff test`: that object, and the text for people, as one.
    #[value(hide = true)]
    Record,
}

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorOption {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Which path to go on with where one splits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SearchOption {
    /// The newest.
    DepthFirst,
    /// Drawn at random, fewer splits first.
    RandomPath,
    /// Close to code not yet executed.
    Coverage,
}

/// What becomes of `a * b + c` in OpenCL C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ContractOption {
    /// Two roundings.
    Off,
    /// One rounding.
    On,
    /// What the implementation likes.
    Any,
}

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

    /// Sums and products of the same floats in any order or grouping are alike, and what
    /// is computed from them (docs/assumptions.md has the exact meaning of each)
    #[arg(long, help_heading = "Assumptions")]
    pub assume_associative: bool,
    /// No float that either version reads, computes or returns is a NaN; for integer
    /// results: no float input
    #[arg(long, help_heading = "Assumptions")]
    pub assume_ordered: bool,
    /// No float that either version reads, computes or returns is infinite or a NaN; for
    /// integer results: no float input
    #[arg(long, help_heading = "Assumptions")]
    pub assume_finite: bool,
    /// No float that either version reads, computes or returns is -0, for integer results
    /// no float input; zero results are alike
    #[arg(long, help_heading = "Assumptions")]
    pub assume_positive_zero: bool,
    /// Memory that the program allocates, heap or local, starts as zeros
    #[arg(long, help_heading = "Assumptions")]
    pub assume_zeroed_memory: bool,

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
        default_value_t = settings::PHI_FOLD_THRESHOLD,
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
        default_value_t = settings::MAX_STEPS,
        help_heading = "Execution"
    )]
    pub max_steps: u64,
    /// Stop after this many paths in one run of one version
    #[arg(
        long,
        value_name = "N",
        default_value_t = settings::MAX_PATHS,
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

/// What writes of one value to one place are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SameValueOption {
    /// Named in the verdict.
    Note,
    /// Races.
    Defect,
}

/// Options about the work-items of kernels.
#[derive(Args, Debug)]
pub struct LaunchOptions {
    /// No work-item of a kernel accesses what another one writes, unless a barrier is
    /// between them
    #[arg(long, help_heading = "Assumptions")]
    pub assume_race_free: bool,
    /// What it is that work-items write one value to one place, proved to be one for
    /// every input: named, or a race
    #[arg(
        long,
        value_enum,
        value_name = "LEVEL",
        default_value = "note",
        help_heading = "Kernels"
    )]
    pub same_value_writes: SameValueOption,
    /// Refuse kernels whose groups take more local memory than this (or 16K)
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = "Kernels")]
    pub local_memory: Option<u64>,
    /// Write every access of every work-item here, as JSON lines (docs/access-log.md)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub access_log: Option<PathBuf>,
}

const CHECK_HELP: &str = "\
Examples:
  simdiff check zlimit.c --reference zlimit_scalar --port zlimit_sse --size n=1..64
  simdiff check dot.c --reference dot --port dot_sse --assume-associative
  simdiff check blur.cpp --reference blur --port-flags -O3 -mavx2
  simdiff check src/f.c -p build --reference git:HEAD~1:src/f.c::f --port f

Exit code: 0 equivalent or proved, 1 different, exceeded or defect, 2 bad input, 3 undecided,
130 interrupted";

/// `simdiff check`.
#[derive(Args, Debug)]
#[command(after_help = CHECK_HELP)]
pub struct Check {
    /// C and C++ sources, `.ll` and `.bc` files
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// The function that is right by definition: f, FILE::f, or of a commit,
    /// git:HEAD~1:src/f.c::f
    #[arg(long, value_name = "F")]
    pub reference: String,
    /// The function under test; the reference's name when left out (with --port-flags)
    #[arg(
        long,
        value_name = "G",
        required_unless_present_any = ["reference_flags", "port_flags"]
    )]
    pub port: Option<String>,
    /// The meaning of a parameter: 'dst=out:f32[n]', 'k=f32', 'stride=const:16',
    /// 'x=in:f32[n] in -1e3..1e3', 's=cstr[..n]' (a text that ends with a zero),
    /// 'mode=enum:A|B', 'options=flags:A|B'
    #[arg(long = "arg", value_name = "NAME=MEANING")]
    pub args: Vec<String>,
    /// What a global variable holds when the functions are called: 'table=in:u8[256]',
    /// 'gain=f32 in 0..1', or its value at the start, 'table=initial'; default: anything,
    /// where a function of the files, or another file, may write it
    ///
    /// Without a `=`, the number of work-items of a kernel, in one to three dimensions:
    /// 64, 4*n, '64x8'
    #[arg(long = "global", value_name = "NAME=MEANING|SIZES")]
    pub globals: Vec<String>,
    /// The number of work-items of a work-group in each dimension: 16, '16x4'
    #[arg(long, value_name = "SIZES")]
    pub local: Option<String>,
    /// What the global ids of work-items start at in each dimension
    #[arg(long, value_name = "SIZES")]
    pub offset: Option<String>,
    /// A function that runs before both versions, such as one that fills tables; what it
    /// sets is constant from then on (repeatable)
    #[arg(long, value_name = "FUNCTION")]
    pub setup: Vec<String>,
    /// Two pointers share one buffer: dst=src
    #[arg(long, value_name = "A=B")]
    pub alias: Vec<String>,
    /// Sizes to check: n=1..64 (inclusive), n=64, n=1..16,w=8; default: 0 to 20, some
    /// more, and those at which further code of either version runs
    #[arg(long = "size", value_name = "N=RANGE")]
    pub sizes: Vec<String>,
    /// Accept that code of either version ran at none of the default sizes
    #[arg(long, help_heading = "Assumptions")]
    pub allow_unreached: bool,
    /// What holds of work-items.
    #[command(flatten)]
    pub launch: LaunchOptions,
    /// Accept float outputs that are proved to be this close: 2ulp, rel=1e-6,
    /// abs=1e-6, or a sum such as rel=1e-6,abs=1e-30
    #[arg(
        long,
        value_name = "BOUND",
        conflicts_with = "assume_associative",
        help_heading = "Assumptions"
    )]
    pub tolerance: Option<String>,
    /// Write a test here that fails as long as the finding stands: a C or C++ program that
    /// includes the sources, or a Rust test that is linked with them
    #[arg(long, value_name = "FILE.c|.cpp|.rs", help_heading = "Output")]
    pub emit_test: Option<PathBuf>,
    /// Write the proof of an EQUIVALENT here, for `simdiff certificate check`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub certificate: Option<PathBuf>,
    /// Compiler flags of the reference only
    #[arg(
        long,
        value_name = "FLAGS",
        allow_hyphen_values = true,
        help_heading = "Compilation"
    )]
    pub reference_flags: Vec<String>,
    /// Compiler flags of the port only
    #[arg(
        long,
        value_name = "FLAGS",
        allow_hyphen_values = true,
        help_heading = "Compilation"
    )]
    pub port_flags: Vec<String>,
    /// Options shared with `run`.
    #[command(flatten)]
    pub common: Common,
}

const KERNEL_HELP: &str = "\
Examples:
  simdiff kernel sum.cl --kernel sum --global 64 --local 16 --arg 'part=local:f32[16]'
  simdiff kernel blur.cl --global '4*w x h' --size w=8,h=4

Exit code: 0 clean, 1 defect, 2 bad input, 3 undecided, 130 interrupted";

/// `simdiff kernel`.
#[derive(Args, Debug)]
#[command(after_help = KERNEL_HELP)]
pub struct Kernel {
    /// OpenCL C sources, and files linked with them
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// The kernel; default: every kernel of the files
    #[arg(long, value_name = "K")]
    pub kernel: Option<String>,
    /// The meaning of a parameter: 'dst=out:f32[n]', 'k=f32', 'n=const:16',
    /// 'part=local:f32[16]'; default: anything, in buffers as long as the kernel reaches
    #[arg(long = "arg", value_name = "NAME=MEANING")]
    pub args: Vec<String>,
    /// The number of work-items, in one to three dimensions: 64, 4*n, '64x8'; with a `=`,
    /// what a global variable holds
    #[arg(long = "global", value_name = "SIZES|NAME=MEANING")]
    pub globals: Vec<String>,
    /// The number of work-items of a work-group in each dimension: 16, '16x4'; default:
    /// some that an implementation may choose
    #[arg(long, value_name = "SIZES")]
    pub local: Option<String>,
    /// What the global ids of work-items start at in each dimension
    #[arg(long, value_name = "SIZES")]
    pub offset: Option<String>,
    /// Two pointers share one buffer: dst=src
    #[arg(long, value_name = "A=B")]
    pub alias: Vec<String>,
    /// Sizes to look at: n=1..64 (inclusive), n=64, n=1..16,w=8; default: 0 to 20, some
    /// more, and those at which further code runs
    #[arg(long = "size", value_name = "N=RANGE")]
    pub sizes: Vec<String>,
    /// Accept that code ran at none of the default sizes
    #[arg(long, help_heading = "Assumptions")]
    pub allow_unreached: bool,
    /// What holds of work-items.
    #[command(flatten)]
    pub launch: LaunchOptions,
    /// Options shared with `check`.
    #[command(flatten)]
    pub common: Common,
}

/// `simdiff rules`.
#[derive(Subcommand, Debug)]
pub enum Rules {
    /// Name every rule, with what it needs and where it comes from
    List(RuleFiles),
    /// Show a rule as it is written, how it is used and how it was checked
    Explain {
        /// The rule's name.
        name: String,
        /// Where to look besides the built-in rules.
        #[command(flatten)]
        files: RuleFiles,
    },
    /// Check rules: exhaustively at small widths and 8-bit floats; at real widths by
    /// samples, on the processor and by Z3; those named, and your own, by proofs for
    /// everything that they can match
    Prove {
        /// Try fewer combinations of floats
        #[arg(long)]
        quick: bool,
        /// Only these rules.
        names: Vec<String>,
        /// Where to look besides the built-in rules.
        #[command(flatten)]
        files: RuleFiles,
    },
}

/// Rule files besides the built-in ones.
#[derive(Args, Debug, Clone)]
pub struct RuleFiles {
    /// Rewrite rules of your own, used after each was proved for all that it can
    /// match (repeatable)
    #[arg(long = "rules", id = "rules", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Use rules of your own too that are neither proved nor refuted: verdicts are
    /// then given RULES
    #[arg(long = "trust-rules", id = "trust-rules", requires = "rules")]
    pub trust: bool,
}

/// `simdiff certificate`.
#[derive(Subcommand, Debug)]
pub enum Certificate {
    /// Check that a certificate proves what it claims, without what made it
    Check {
        /// The certificate.
        file: PathBuf,
        /// Where to look for rules besides the built-in ones.
        #[command(flatten)]
        rules: RuleFiles,
        /// Compile and execute this code, and compare what it computes with what the
        /// certificate is about
        #[arg(long, value_name = "FILES", num_args = 1..)]
        against: Vec<PathBuf>,
        /// Options of `simdiff check`, or `run`, for the code: sizes, meanings of
        /// parameters, compiler flags, assumptions
        #[arg(last = true, value_name = "OPTIONS", requires = "against")]
        options: Vec<String>,
    },
}

/// `simdiff run`.
#[derive(Args, Debug)]
pub struct Run {
    /// The harness and further files: C and C++ sources, `.ll` and `.bc`
    #[arg(required = true, value_name = "HARNESS FILES")]
    pub files: Vec<PathBuf>,
    /// Let the program read the files below this directory (repeatable)
    #[arg(long, value_name = "DIR", help_heading = "Execution")]
    pub allow_read: Vec<PathBuf>,
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
