//! The command line: parse, run, print, exit code. Nothing else in the tool prints or
//! exits, except the progress bar.
//!
//! A command is carried out in a process of its own; the process that the user started
//! prints the result.

#![deny(unsafe_code)]

mod args;
#[allow(unsafe_code)]
mod closed;
mod commands;
mod initial;
mod manual;
mod outputs;
mod printing;
mod requests;
mod results;
mod testing;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;

use args::{Certificate, Cli, ColorOption, Command, Common, FormatOption};
use printing::{
    INTERRUPTED, Streams, Style, Terminals, deliver, delivered, plain_trouble, refused, trouble,
    unprinted,
};
use simdiff::budgets::run::MEMORY;
use simdiff::problem::Problem;
use simdiff::supervisor::{self, Bounds, Ended, Link, Printout};

fn main() -> ExitCode {
    let started = Instant::now();
    if let Some(error) = closed::stdout() {
        return unprinted(&error);
    }
    let terminals = Terminals::of_process();
    let words = match args::normalise(std::env::args_os()) {
        Ok(words) => words,
        Err(message) => return deliver(&plain_trouble(&Problem::new(message), terminals)),
    };
    let command = match Cli::try_parse_from(words) {
        Ok(cli) => cli.command,
        Err(refusal) => return refused(&refusal),
    };
    let streams = |color| Streams { color, terminals };
    let ended = match &command {
        Command::Test(options) => Some(testing::test(options, streams(options.color), started)),
        Command::Init(options) => Some(initial::init(options, streams(options.color))),
        Command::Merge(options) => Some(results::merge(options, streams(options.color))),
        Command::Show(options) => Some(results::show(options, streams(options.color))),
        Command::Explain { word } => {
            Some(manual::explain(word.as_deref(), streams(ColorOption::Auto)))
        }
        Command::Manual { directory } => Some(manual::pages(directory)),
        Command::Completions { shell } => {
            Some(manual::completions(*shell, streams(ColorOption::Auto)))
        }
        _ => None,
    };
    match ended {
        None => {}
        Some(Ok(code)) => return delivered(code),
        Some(Err(problem)) => return deliver(&plain_trouble(&problem, terminals)),
    }
    let (written, read) = files(&command);
    if let Err(problem) = outputs::try_out(&written, read) {
        return deliver(&plain_trouble(&problem, terminals));
    }
    let common = common(&command);
    let bounds = Bounds {
        started,
        timeout: timeout(&command),
        memory: Some(common.map_or(MEMORY, |c| c.max_memory)),
    };
    let style = Style {
        format: common.map_or(FormatOption::Text, |c| c.format),
        color: common.map_or(ColorOption::Auto, |c| c.color),
        full: common.is_some_and(|c| c.explain),
        terminals,
    };
    let work = |link: &Link| commands::work(command, style, started, link);
    match supervisor::supervise(bounds, work) {
        Ok(Ended::Worker) => ExitCode::SUCCESS,
        Ok(Ended::Printed(printout)) => deliver(&printout),
        Ok(Ended::Interrupted) => deliver(&Printout {
            err: "interrupted\n".to_owned(),
            code: INTERRUPTED,
            ..Printout::default()
        }),
        Err(problem) => deliver(&trouble(&problem, style)),
    }
}

/// The options that `check`, `run` and `kernel` share.
fn common(command: &Command) -> Option<&Common> {
    match command {
        Command::Check(options) => Some(&options.common),
        Command::Run(options) => Some(&options.common),
        Command::Kernel(options) => Some(&options.common),
        _ => None,
    }
}

/// The time of a command in all, if it has a limit.
fn timeout(command: &Command) -> Option<Duration> {
    match command {
        Command::Certificate(Certificate::Check { timeout, .. }) => Some(*timeout),
        _ => common(command).map(|common| common.timeout),
    }
}

/// The files that a command has to write, each with its option, and the files that it
/// reads.
fn files(command: &Command) -> (Vec<(&str, &PathBuf)>, &[PathBuf]) {
    let one = |option, file| Option::as_ref(file).map(|file| (option, file));
    match command {
        Command::Check(options) => (options.written(), &options.files),
        Command::Run(options) => {
            let written = one("--certificate", &options.certificate);
            (written.into_iter().collect(), &options.files)
        }
        Command::Kernel(options) => {
            let log = one("--access-log", &options.launch.access_log);
            let test = one("--emit-test", &options.emit_test);
            (log.into_iter().chain(test).collect(), &options.files)
        }
        _ => (Vec::new(), &[]),
    }
}
