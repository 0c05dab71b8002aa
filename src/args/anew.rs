//! The command that a certificate is compared with.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Parser;
use simdiff::audit::Header;
use simdiff::problem::Problem;

use super::{Cli, Command, RuleFiles, normalise};

/// `simdiff check`, or `run`, of what a certificate is about, for these files and
/// options.
///
/// # Errors
/// What is wrong with the options.
pub fn anew(
    header: &Header,
    files: &[PathBuf],
    rules: &RuleFiles,
    options: &[String],
) -> Result<Command, Problem> {
    let mut words: Vec<OsString> = vec!["simdiff".into()];
    words.push(
        if header.program.is_some() {
            "run"
        } else {
            "check"
        }
        .into(),
    );
    words.extend(files.iter().map(Into::into));
    if header.program.is_none() {
        // A name from the file stays one word, whatever is in it.
        words.push(format!("--reference={}", header.reference).into());
        words.push(format!("--port={}", header.port).into());
    }
    for file in &rules.files {
        words.extend(["--rules".into(), file.into()]);
    }
    if rules.trust {
        words.push("--trust-rules".into());
    }
    words.extend(options.iter().map(Into::into));
    let words = normalise(words.into_iter()).map_err(Problem::new)?;
    match Cli::try_parse_from(words) {
        Ok(cli) => Ok(cli.command),
        Err(refusal) => Err(Problem::new(format!(
            "the options after `--`: {}",
            refusal.kind()
        ))),
    }
}
