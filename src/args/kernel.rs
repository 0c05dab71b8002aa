//! `simdiff kernel`, and options about work-items.

use std::path::PathBuf;

use clap::Args;
use simdiff::assumption::Assumption;

use super::choice::SameValueOption;
use super::common::Common;
use super::file::file;
use super::quantity::bytes;

/// Options about the work-items of kernels.
#[derive(Args, Debug)]
pub struct LaunchOptions {
    #[arg(long, help = Assumption::RaceFree.help(), help_heading = "Assumptions")]
    pub assume_race_free: bool,
    #[arg(long, help = Assumption::AtomicOrder.help(), help_heading = "Assumptions")]
    pub assume_atomic_order: bool,
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
    /// Items of a sub-group; default: what the kernel requires, or some that a device may
    /// have, named in the verdict
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..),
        help_heading = "Kernels"
    )]
    pub sub_group: Option<u64>,
    /// Refuse kernels whose groups take more local memory than this (or 16K)
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = "Kernels")]
    pub local_memory: Option<u64>,
    /// Write every access of every work-item here, as JSON lines (docs/access-log.md)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub access_log: Option<PathBuf>,
}

const KERNEL_HELP: &str = "\
Examples:
  simdiff kernel sum.cl --kernel sum --global 64 --local 16 --arg 'part=local:f32[16]'
  simdiff kernel blur.cl --global '4*w x h' --size w=8,h=4

Exit code: 0 clean, 1 defect, 2 bad input, 3 undecided, 130 interrupted; of several kernels, a
defect comes first, then bad input for one of them, then undecided";

/// `simdiff kernel`.
#[derive(Args, Debug)]
#[command(after_help = KERNEL_HELP)]
pub struct Kernel {
    /// OpenCL C sources, and files linked with them
    #[arg(required = true, value_name = "FILES", value_parser = file())]
    pub files: Vec<PathBuf>,
    /// The kernel; default: every kernel of the files, with a result for each, also where
    /// another one needs an option that is missing
    #[arg(long, value_name = "K")]
    pub kernel: Option<String>,
    /// The meaning of a parameter: 'dst=out:f32[n]', 'k=f32', 'n=const:16',
    /// 'part=local:f32[16]'; default: anything, in buffers as long as the kernel reaches
    #[arg(long = "arg", value_name = "NAME=MEANING")]
    pub args: Vec<String>,
    /// What holds between inputs: 'lo <= hi', 'a[i] < n'; nothing is claimed for others
    #[arg(long, value_name = "RELATION", help_heading = "Assumptions")]
    pub assume: Vec<String>,
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
    /// Write a C or C++ program here that launches the kernel on the input of a defect, for
    /// `simdiff run` and other tools that look for it
    #[arg(long, value_name = "FILE.c|.cpp", help_heading = "Output")]
    pub emit_test: Option<PathBuf>,
    /// What holds of work-items.
    #[command(flatten)]
    pub launch: LaunchOptions,
    /// Options shared with `check`.
    #[command(flatten)]
    pub common: Common,
}
