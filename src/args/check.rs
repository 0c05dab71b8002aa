//! `simdiff check`.

use std::path::PathBuf;

use clap::Args;
use simdiff::assumption::Assumption;

use super::assumptions::ALGEBRAIC;
use super::common::Common;
use super::file::file;
use super::kernel::LaunchOptions;

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
    /// C and C++ sources, `.ll` and `.bc` files; default: those in FILE::f and
    /// git:HEAD~1:FILE::f
    #[arg(value_name = "FILES", value_parser = file())]
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
    /// 'mode=enum:A|B', 'options=flags:A|B', 'tmp=scratch:f32[n]' (written, not compared)
    #[arg(long = "arg", value_name = "NAME=MEANING")]
    pub args: Vec<String>,
    /// The meaning of a parameter that only the port has, as in --arg: 'tmp=scratch:f32[n]',
    /// 'threads=const:4'; 'sum=result' is where it stores what the reference returns
    #[arg(long = "port-arg", value_name = "NAME=MEANING")]
    pub port_args: Vec<String>,
    /// The meaning of a parameter that only the reference has
    #[arg(long = "reference-arg", value_name = "NAME=MEANING")]
    pub reference_args: Vec<String>,
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
    /// Claim nothing for inputs between which a relation does not hold: 'lo <= hi',
    /// 'a[i] <= a[i+1]' (for every i), 'p->lo < p->hi', 'n % 8 == 0', 'lo + hi < 256'
    #[arg(long, value_name = "RELATION", help_heading = "Assumptions")]
    pub assume: Vec<String>,
    #[arg(
        id = "--assume-fast-math",
        long = "assume-fast-math",
        help = Assumption::FastMath.help(),
        help_heading = "Assumptions"
    )]
    pub assume_fast_math: bool,
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
        conflicts_with_all = ALGEBRAIC,
        help_heading = "Assumptions"
    )]
    pub tolerance: Option<String>,
    /// Write a test here that fails as long as the finding stands: a C or C++ program that
    /// includes the sources, or a Rust test that is linked with them
    #[arg(long, value_name = "FILE.c|.cpp|.rs", help_heading = "Output")]
    pub emit_test: Option<PathBuf>,
    /// Check nothing, and write a harness for `simdiff run` here: a program that makes
    /// inputs, calls both versions and asserts that they leave the same, for what no --arg
    /// can say; --size gives what its sizes go over
    #[arg(long, value_name = "FILE.c|.cpp", help_heading = "Output")]
    pub emit_harness: Option<PathBuf>,
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

impl Check {
    /// The options that are given and say what callers promise or what is compared, of which
    /// a harness has nothing.
    pub fn unheard_by_harness(&self) -> Vec<&'static str> {
        let given = [
            ("--arg", !self.args.is_empty()),
            ("--port-arg", !self.port_args.is_empty()),
            ("--reference-arg", !self.reference_args.is_empty()),
            ("--global", !self.globals.is_empty()),
            ("--setup", !self.setup.is_empty()),
            ("--alias", !self.alias.is_empty()),
            ("--assume", !self.assume.is_empty()),
            ("--tolerance", self.tolerance.is_some()),
            ("--undefined", !self.common.undefined.is_empty()),
        ];
        let given = given.into_iter().filter(|(_, is_given)| *is_given);
        given
            .map(|(option, _)| option)
            .chain(self.common.granted.options())
            .collect()
    }

    /// The files to write, each with its option.
    pub fn written(&self) -> Vec<(&'static str, &PathBuf)> {
        let files = [
            ("--certificate", &self.certificate),
            ("--emit-test", &self.emit_test),
            ("--emit-harness", &self.emit_harness),
            ("--access-log", &self.launch.access_log),
        ];
        let named = files.into_iter();
        named
            .filter_map(|(option, file)| Some((option, file.as_ref()?)))
            .collect()
    }
}
