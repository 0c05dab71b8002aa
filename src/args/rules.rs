//! `simdiff rules`, `simdiff certificate`, and the files of rules.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::quantity::duration;

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
        /// Stop after this time in all (seconds, or 30s, 5m); what is not checked by then is
        /// not checked
        #[arg(long, value_name = "TIME", default_value = "300s", value_parser = duration)]
        timeout: std::time::Duration,
        /// Options of `simdiff check`, or `run`, for the code: sizes, meanings of
        /// parameters, compiler flags, assumptions
        #[arg(last = true, value_name = "OPTIONS", requires = "against")]
        options: Vec<String>,
    },
}
