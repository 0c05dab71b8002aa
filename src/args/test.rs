//! The commands for suites.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use simdiff::record::Shard;

use super::file::file;
use super::quantity::duration;
use super::{ColorOption, FormatOption};

const TEST_HELP: &str = "\
Checks are comments in source files,
  // simdiff: check --reference f --port g --size n=1..64 => equivalent
and tables of a simdiff.toml:
  [[check]]
  files = [\"f.c\"]
  reference = \"f\"
  port = \"g\"
  sizes = { n = \"1..64\" }
  expect = \"equivalent\"

Exit code: 0 all as expected, 1 some are not, 2 trouble, 3 undecided, 130 interrupted";

/// What makes a run fail that otherwise would not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Any check that is undecided, even where that is expected.
    Undecided,
}

/// `simdiff test`.
#[derive(Args, Clone, Debug)]
#[command(after_help = TEST_HELP)]
pub struct Test {
    /// Sources, manifests, and directories of them
    #[arg(value_name = "PATHS", default_value = ".", value_parser = file())]
    pub paths: Vec<PathBuf>,
    /// Run this many checks at once; default: one a processor
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Only checks with this text in their file, name or command (repeatable: any of them)
    #[arg(short, long, value_name = "TEXT")]
    pub filter: Vec<String>,
    /// Only checks of this group of a manifest (repeatable)
    #[arg(short, long, value_name = "NAME")]
    pub group: Vec<String>,
    /// Only every Nth check, from the Ith on; `simdiff merge` puts the results together
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Say only what checks find whose code, options or tool have changed since they were
    /// decided, and those that still fail
    #[arg(long, conflicts_with = "no_cache")]
    pub changed: bool,
    /// Run the suite, and after every change to its files what has changed, until Ctrl-C
    #[arg(long, conflicts_with_all = ["no_cache", "list", "schema", "shard"])]
    pub watch: bool,
    /// Say which checks there are, and run none
    #[arg(long)]
    pub list: bool,
    /// Print the JSON schema of simdiff.toml
    #[arg(long)]
    pub schema: bool,
    /// Fail where a check is undecided, even if that is what it expects
    #[arg(long, value_enum, value_name = "WHAT")]
    pub fail_on: Option<FailOn>,
    /// Fail where a check has no snapshot, not only where it differs from one
    #[arg(long, conflicts_with_all = ["accept", "review"], help_heading = "Snapshots")]
    pub check: bool,
    /// Write what the checks found into snapshots beside their files
    #[arg(long, conflicts_with = "review", help_heading = "Snapshots")]
    pub accept: bool,
    /// Ask of every change whether the snapshot is to take it over
    #[arg(long, help_heading = "Snapshots")]
    pub review: bool,
    /// Where verdicts are kept between runs; default: the user's cache
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with = "no_cache",
        help_heading = "Cache"
    )]
    pub cache: Option<PathBuf>,
    /// Take no verdict of an earlier run, and keep none
    #[arg(long, help_heading = "Cache")]
    pub no_cache: bool,
    /// Take EQUIVALENT from the cache only where its certificate is checked anew; run
    /// everything else again
    #[arg(long, conflicts_with = "no_cache", help_heading = "Cache")]
    pub verify_cache: bool,
    /// Run no checked code natively: findings are then suspected only
    #[arg(long)]
    pub no_native: bool,
    /// Print the whole report of every check, not only of those that are not as expected
    #[arg(short, long)]
    pub verbose: bool,
    /// The time of a check that says no other
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub timeout: Option<Duration>,
    /// Files to write.
    #[command(flatten)]
    pub reports: Reports,
    /// When to colour
    #[arg(long, value_enum, default_value = "auto")]
    pub color: ColorOption,
}

/// Files that the results of a suite are written to.
#[derive(Args, Clone, Debug)]
pub struct Reports {
    /// Write the results here, for `simdiff merge` and `simdiff show`; what is there
    /// already is the run that the HTML page compares with
    #[arg(short, long, value_name = "FILE.json", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Write the results here as JUnit's XML
    #[arg(long, value_name = "FILE.xml", help_heading = "Output")]
    pub junit: Option<PathBuf>,
    /// Write what is not as expected here, as SARIF 2.1.0
    #[arg(long, value_name = "FILE.sarif", help_heading = "Output")]
    pub sarif: Option<PathBuf>,
    /// Write the results here, as one page that needs no network
    #[arg(long, value_name = "FILE.html", help_heading = "Output")]
    pub html: Option<PathBuf>,
}

impl Reports {
    /// Each file with its option.
    pub fn files(&self) -> Vec<(&'static str, &PathBuf)> {
        let files = [
            ("--output", &self.output),
            ("--junit", &self.junit),
            ("--sarif", &self.sarif),
            ("--html", &self.html),
        ];
        let named = files.into_iter();
        named
            .filter_map(|(option, file)| Some((option, file.as_ref()?)))
            .collect()
    }
}

/// `simdiff init`.
#[derive(Args, Debug)]
pub struct Init {
    /// Sources, and directories of them
    #[arg(value_name = "PATHS", default_value = ".", value_parser = file())]
    pub paths: Vec<PathBuf>,
    /// Write the suite here; default: simdiff.toml
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Compiler flags of all files (may follow as separate words)
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub cflags: Vec<String>,
    /// Take each file's flags from the compile_commands.json of a build, before those of
    /// --cflags
    #[arg(short = 'p', long, value_name = "BUILD")]
    pub compile_commands: Option<PathBuf>,
    /// The time of each trial
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration)]
    pub timeout: Duration,
    /// When to colour
    #[arg(long, value_enum, default_value = "auto")]
    pub color: ColorOption,
}

/// `simdiff functions`.
#[derive(Args, Debug)]
pub struct Functions {
    /// A source, `.ll` or `.bc` file
    #[arg(value_name = "FILE", value_parser = file())]
    pub file: PathBuf,
    /// Compiler flags (may follow as separate words)
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub cflags: Vec<String>,
    /// How to print the list
    #[arg(long, value_enum, default_value = "text")]
    pub format: FormatOption,
}

/// `simdiff merge`.
#[derive(Args, Debug)]
pub struct Merge {
    /// What `simdiff test --shard I/N --output FILE` wrote, each once
    #[arg(required = true, value_name = "FILES.json")]
    pub files: Vec<PathBuf>,
    /// Files to write.
    #[command(flatten)]
    pub reports: Reports,
    /// When to colour
    #[arg(long, value_enum, default_value = "auto")]
    pub color: ColorOption,
}

/// `simdiff show`.
#[derive(Args, Debug)]
pub struct Show {
    /// What `simdiff test --output`, or `simdiff check --format json`, wrote
    #[arg(value_name = "FILE.json")]
    pub file: PathBuf,
    /// Only checks with this text in their file or name (repeatable: any of them)
    #[arg(short, long, value_name = "TEXT")]
    pub filter: Vec<String>,
    /// The whole report of every check
    #[arg(short, long)]
    pub verbose: bool,
    /// Files to write.
    #[command(flatten)]
    pub reports: Reports,
    /// When to colour
    #[arg(long, value_enum, default_value = "auto")]
    pub color: ColorOption,
}
