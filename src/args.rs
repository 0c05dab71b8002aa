//! The command line's grammar.
//!
//! Compiler flags may follow `--cflags` as separate words
//! (`--cflags -O2 -Iinclude`): [`normalise`] folds them into the option before
//! clap sees them.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

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
    /// List what becomes of each x86 intrinsic
    Intrinsics(Intrinsics),
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

/// Options that `check` and `run` share.
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

    /// Float addition and multiplication may be reassociated
    #[arg(long, help_heading = "Assumptions")]
    pub assume_associative: bool,
    /// No result is a NaN
    #[arg(long, help_heading = "Assumptions")]
    pub assume_ordered: bool,
    /// No result is infinite or a NaN
    #[arg(long, help_heading = "Assumptions")]
    pub assume_finite: bool,
    /// The sign of zero does not matter
    #[arg(long, help_heading = "Assumptions")]
    pub assume_positive_zero: bool,

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
        default_value_t = 1000,
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
        default_value_t = 100_000_000,
        help_heading = "Execution"
    )]
    pub max_steps: u64,
    /// Stop after this many paths in one run of one version
    #[arg(
        long,
        value_name = "N",
        default_value_t = 4096,
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
    /// Show where the time went
    #[arg(long, help_heading = "Output")]
    pub timings: bool,
}

const CHECK_HELP: &str = "\
Examples:
  simdiff check zlimit.c --reference zlimit_scalar --port zlimit_sse --size n=1..64
  simdiff check dot.c --reference dot --port dot_sse --assume-associative
  simdiff check blur.cpp --reference blur --port-flags -O3 -mavx2

Exit code: 0 equivalent or proved, 1 different, exceeded or defect, 2 bad input, 3 undecided";

/// `simdiff check`.
#[derive(Args, Debug)]
#[command(after_help = CHECK_HELP)]
pub struct Check {
    /// C and C++ sources, `.ll` and `.bc` files
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// The function that is right by definition
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
    /// 'x=in:f32[n] in -1e3..1e3'
    #[arg(long = "arg", value_name = "NAME=MEANING")]
    pub args: Vec<String>,
    /// Two pointers share one buffer: dst=src
    #[arg(long, value_name = "A=B")]
    pub alias: Vec<String>,
    /// Sizes to check: n=1..64 (inclusive), n=64, n=1..16,w=8
    #[arg(long = "size", value_name = "N=RANGE")]
    pub sizes: Vec<String>,
    /// Accept float outputs that are proved to be this close: 2ulp, rel=1e-6,
    /// abs=1e-6, or a sum such as rel=1e-6,abs=1e-30
    #[arg(
        long,
        value_name = "BOUND",
        conflicts_with = "assume_associative",
        help_heading = "Assumptions"
    )]
    pub tolerance: Option<String>,
    /// Write a test here that fails as long as the mismatch stands: a C program that
    /// includes the sources, or a Rust test that is linked with them
    #[arg(long, value_name = "FILE.c|FILE.rs", help_heading = "Output")]
    pub emit_test: Option<PathBuf>,
    /// Write the proof of an EQUIVALENT here, for `simdiff certificate check`
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "tolerance",
        help_heading = "Output"
    )]
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
    /// Check rules: exhaustively at small widths, by samples and by Z3 at real ones
    Prove {
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
    /// Rewrite rules of your own, used after they were checked (repeatable)
    #[arg(long = "rules", id = "rules", value_name = "FILE")]
    pub files: Vec<PathBuf>,
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
    /// One ISA extension only: sse4.1, avx2, avx512vl, …
    #[arg(long, value_name = "ISA")]
    pub isa: Option<String>,
    /// Only those that are not lowered, with the reason
    #[arg(long)]
    pub missing: bool,
    /// How to print the list
    #[arg(long, value_enum, default_value = "text")]
    pub format: FormatOption,
}

fn duration(text: &str) -> Result<std::time::Duration, String> {
    let (number, unit) = match text.find(|c: char| c.is_ascii_alphabetic()) {
        Some(at) => text.split_at(at),
        None => (text, "s"),
    };
    let scale = match unit {
        "ms" => 1e-3,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("unknown unit `{unit}`: use ms, s, m or h")),
    };
    match number.parse::<f64>() {
        Ok(n) if n > 0.0 && n.is_finite() && n * scale < 1e9 => {
            Ok(std::time::Duration::from_secs_f64(n * scale))
        }
        _ => Err("expected a positive time such as 30s or 5m".to_owned()),
    }
}

fn bytes(text: &str) -> Result<u64, String> {
    let (number, shift) = match text.strip_suffix(['K', 'M', 'G']) {
        Some(number) if text.ends_with('K') => (number, 10),
        Some(number) if text.ends_with('M') => (number, 20),
        Some(number) => (number, 30),
        None => (text, 0),
    };
    match number.parse::<u64>() {
        Ok(n) if n > 0 && n < 1 << 30 => Ok(n << shift),
        Ok(n) if n > 0 && shift == 0 => Ok(n),
        _ => Err("expected a positive number of bytes such as 256M".to_owned()),
    }
}

const FLAG_OPTIONS: [&str; 3] = ["--cflags", "--reference-flags", "--port-flags"];
/// Compiler flags whose value may be the next word.
const FLAGS_WITH_VALUE: [&str; 7] = [
    "-I", "-D", "-U", "-include", "-isystem", "-Xclang", "-mllvm",
];

/// Rewrites `--cflags -O2 -I dir` into `--cflags=-O2 --cflags=-I --cflags=dir`,
/// for each of the three flag options, and splits quoted groups
/// (`--cflags='-O2 -mavx2'`) into words. Words up to the next one that does not
/// start with a single dash belong to the option.
pub fn normalise(args: impl Iterator<Item = OsString>) -> Result<Vec<OsString>, String> {
    let mut out = Vec::new();
    let mut args = args.peekable();
    while let Some(arg) = args.next() {
        let Some(text) = arg.to_str() else {
            out.push(arg);
            continue;
        };
        if text == "--" {
            out.push(arg);
            out.extend(args);
            break;
        }
        let (name, inline) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (text, None),
        };
        let Some(option) = FLAG_OPTIONS.iter().find(|o| **o == name) else {
            out.push(arg);
            continue;
        };
        let mut words = Vec::new();
        match inline {
            Some(value) => words.extend(split(&value)?),
            None => {
                let mut expect_value = false;
                while let Some(next) = args.peek().and_then(|a| a.to_str()) {
                    let is_flag = next.starts_with('-') && !next.starts_with("--") && next != "-";
                    if !is_flag && !expect_value {
                        break;
                    }
                    let parts = split(next)?;
                    expect_value = parts
                        .last()
                        .is_some_and(|w| FLAGS_WITH_VALUE.contains(&w.as_str()));
                    words.extend(parts);
                    args.next();
                }
                if words.is_empty() {
                    return Err(format!(
                        "{option} needs at least one compiler flag, such as {option} -O2"
                    ));
                }
            }
        }
        out.extend(
            words
                .iter()
                .map(|w| OsString::from(format!("{option}={w}"))),
        );
    }
    Ok(out)
}

fn split(text: &str) -> Result<Vec<String>, String> {
    shlex::split(text).ok_or_else(|| format!("unbalanced quotes in compiler flags: {text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(args: &[&str]) -> Vec<String> {
        let words = normalise(args.iter().map(OsString::from)).unwrap();
        words
            .into_iter()
            .map(|w| w.into_string().unwrap())
            .collect()
    }

    #[test]
    fn flags_follow_as_separate_words() {
        assert_eq!(
            run(&[
                "check", "--cflags", "-O2", "-I", "inc", "a.c", "--port", "g"
            ]),
            [
                "check",
                "--cflags=-O2",
                "--cflags=-I",
                "--cflags=inc",
                "a.c",
                "--port",
                "g"
            ]
        );
    }

    #[test]
    fn a_quoted_group_is_split() {
        assert_eq!(
            run(&[
                "--port-flags=-O3 -mavx2",
                "--reference-flags",
                "-O1 -DX='a b'"
            ]),
            [
                "--port-flags=-O3",
                "--port-flags=-mavx2",
                "--reference-flags=-O1",
                "--reference-flags=-DX=a b"
            ]
        );
    }

    #[test]
    fn an_option_without_flags_is_refused() {
        let error = normalise(["--cflags", "a.c"].iter().map(OsString::from)).unwrap_err();
        assert!(error.contains("--cflags needs"));
    }

    #[test]
    fn words_after_the_double_dash_are_left_alone() {
        assert_eq!(
            run(&["run", "h.c", "--", "--cflags", "x"]),
            ["run", "h.c", "--", "--cflags", "x"]
        );
    }

    #[test]
    fn byte_counts_have_units() {
        assert_eq!(bytes("64K"), Ok(65536));
        assert_eq!(bytes("2G"), Ok(2 << 30));
        assert_eq!(bytes("5000000000"), Ok(5_000_000_000));
        assert!(bytes("0").is_err() && bytes("many").is_err() && bytes("1T").is_err());
    }

    #[test]
    fn durations_have_units() {
        assert_eq!(duration("1500ms").unwrap().as_millis(), 1500);
        assert_eq!(duration("2m").unwrap().as_secs(), 120);
        assert!(duration("0").is_err() && duration("3 parsecs").is_err());
    }
}
