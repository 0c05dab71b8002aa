//! Texts about simdiff itself: explanations, manual pages, completions.

use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory;
use simdiff::explain;
use simdiff::problem::Problem;

use crate::args::Cli;
use crate::printing::Streams;

/// `simdiff explain`: prints the page of a word, or a list of all words.
pub fn explain(word: Option<&str>, streams: Streams) -> Result<ExitCode, Problem> {
    let text = match word {
        Some(word) => explain::page(word)?,
        None => explain::list(),
    };
    Ok(streams.out(&text, 0))
}

/// `simdiff manual`: writes `simdiff.1` and a page for each command.
pub fn pages(directory: &Path) -> Result<ExitCode, Problem> {
    let written = std::fs::create_dir_all(directory)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), directory));
    written.map_err(|error| {
        Problem::new(format!(
            "cannot write manual pages to {}: {error}",
            directory.display()
        ))
    })?;
    Ok(ExitCode::SUCCESS)
}

/// `simdiff completions`: prints the completion script for a shell.
pub fn completions(shell: clap_complete::Shell, streams: Streams) -> Result<ExitCode, Problem> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "simdiff", &mut script);
    Ok(streams.out(&String::from_utf8_lossy(&script), 0))
}
