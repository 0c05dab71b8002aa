//! The command line: parse, run, print, exit code. Nothing else in the tool
//! prints or exits, but for the progress bar.
//!
//! The command is worked on in a process of its own; what it comes to is printed by
//! the one that the user started.

mod args;
mod outputs;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use clap::Parser;

use args::{
    Certificate, Check, Cli, ColorOption, Command, Common, ContractOption, FormatOption,
    Intrinsics, RuleFiles, Rules, Run, SearchOption,
};
use simdiff::accuracy::Tolerance;
use simdiff::audit;
use simdiff::check;
use simdiff::deadline::{Alarm, Deadline, Expired};
use simdiff::doctor;
use simdiff::equiv::{Assumptions, Budget};
use simdiff::frontend::Contraction;
use simdiff::intrinsics;
use simdiff::problem::Problem;
use simdiff::progress::{Listener, Progress};
use simdiff::report::{self, Decoration, Language, Sources};
use simdiff::rulebook::{self, Effort, Found};
use simdiff::run;
use simdiff::settings::{self, Settings, UndefinedLevels};
use simdiff::supervisor::{self, Bounds, Ended, Link, Printout, SoFar};
use simdiff::symex::Search;
use simdiff::verdict::{Outcome, Verdict};

/// The exit code for bad input, a missing tool or a failure of ours.
const TROUBLE: u8 = 2;

/// The exit code of a run that the user interrupted, by the convention for SIGINT.
const INTERRUPTED: u8 = 130;

/// Bytes that commands without `--max-memory` may use.
const MEMORY: u64 = 4 << 30;

/// Which of the streams that the user gave are terminals.
#[derive(Clone, Copy)]
struct Terminals {
    out: bool,
    err: bool,
}

/// What a report is written for.
#[derive(Clone, Copy)]
struct Style {
    format: FormatOption,
    color: ColorOption,
    terminals: Terminals,
}

fn main() -> ExitCode {
    let started = Instant::now();
    let terminals = Terminals {
        out: std::io::stdout().is_terminal(),
        err: std::io::stderr().is_terminal(),
    };
    let words = match args::normalise(std::env::args_os()) {
        Ok(words) => words,
        Err(message) => return deliver(&plain_trouble(&Problem::new(message), terminals)),
    };
    let command = match Cli::try_parse_from(words) {
        Ok(cli) => cli.command,
        Err(refusal) => return refused(&refusal),
    };
    let (written, read) = files(&command);
    if let Err(problem) = outputs::try_out(&written, read) {
        return deliver(&plain_trouble(&problem, terminals));
    }
    let common = common(&command);
    let bounds = Bounds {
        started,
        timeout: common.map(|c| c.timeout),
        memory: Some(common.map_or(MEMORY, |c| c.max_memory)),
    };
    let style = Style {
        format: common.map_or(FormatOption::Text, |c| c.format),
        color: common.map_or(ColorOption::Auto, |c| c.color),
        terminals,
    };
    let work = |link: &Link| work(command, style, started, link);
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

/// The options that `check` and `run` share.
fn common(command: &Command) -> Option<&Common> {
    match command {
        Command::Check(options) => Some(&options.common),
        Command::Run(options) => Some(&options.common),
        _ => None,
    }
}

/// The files that a command is to write, each with its option, and those that it reads.
fn files(command: &Command) -> (Vec<(&str, &PathBuf)>, &[PathBuf]) {
    let (written, read): (Vec<(_, &Option<_>)>, &[PathBuf]) = match command {
        Command::Check(options) => (
            vec![
                ("--certificate", &options.certificate),
                ("--emit-test", &options.emit_test),
            ],
            &options.files,
        ),
        Command::Run(options) => (
            vec![("--certificate", &options.certificate)],
            &options.files,
        ),
        _ => (Vec::new(), &[]),
    };
    let named = written
        .into_iter()
        .filter_map(|(option, file)| Some((option, file.as_ref()?)));
    (named.collect(), read)
}

/// Does what the user asked for, in the worker.
fn work(command: Command, style: Style, started: Instant, link: &Link) -> Printout {
    let plain = |result: Result<(String, u8), Problem>| match result {
        Ok((out, code)) => Printout {
            out,
            code,
            ..Printout::default()
        },
        Err(problem) => trouble(&problem, style),
    };
    match command {
        Command::Check(options) => {
            let (files, test) = (options.files.clone(), options.emit_test.clone());
            let flags = options.common.cflags.clone();
            let certificate = options.certificate.clone();
            // A wrong name is said before the work, not after it.
            let language = test.as_deref().map(Language::of).transpose();
            let test = test.zip(language.as_ref().ok().copied().flatten());
            let reporter = Reporter { link, style };
            let outcome = language
                .and_then(|_| settings(&options.common, started, link.alarm(), style))
                .and_then(|settings| check_request(*options, settings))
                .and_then(|request| check::check(&request, &progress(&reporter)));
            finish(outcome, style, |outcome| {
                [
                    emit(outcome, &files, &flags, test),
                    certify(outcome, certificate),
                ]
                .into()
            })
        }
        Command::Run(options) => {
            let path = options.certificate.clone();
            let reporter = Reporter { link, style };
            let settings = settings(&options.common, started, link.alarm(), style);
            let request = settings.map(|settings| run_request(*options, settings));
            let outcome = request.and_then(|request| run::run(&request, &progress(&reporter)));
            finish(outcome, style, |outcome| [certify(outcome, path)].into())
        }
        Command::Intrinsics(options) => plain(list(options).map(|text| (text, 0))),
        Command::Rules(command) => {
            let code = |found| match found {
                Found::Good => 0,
                Found::Bad => 1,
                Found::Unproved => 3,
            };
            let found = rules(command, &unlimited(link.alarm()));
            plain(found.map(|(text, found)| (text, code(found))))
        }
        Command::Certificate(Certificate::Check {
            file,
            rules,
            against,
            options,
        }) => {
            let book = rulebook::load(&rules.files, rules.trust, &unlimited(link.alarm()));
            let finding = book.and_then(|book| audit::audit(&file, &book));
            let finding = finding.and_then(|finding| match finding {
                audit::Finding::Checked(found) if !against.is_empty() => {
                    let claimed = audit::claimed(&file)?;
                    let command = args::anew(&claimed.header, &against, &rules, &options)?;
                    let anew = certificate_of(command, started, link, style)?;
                    audit::compare(&file, found, &against, anew.as_deref())
                }
                finding => Ok(finding),
            });
            plain(finding.map(|finding| (finding.text(), finding.exit_code())))
        }
        Command::Doctor => {
            let (text, healthy) = doctor::examine();
            plain(Ok((text, if healthy { 0 } else { TROUBLE })))
        }
    }
}

/// Tells the supervisor how far the run is.
struct Reporter<'a> {
    link: &'a Link,
    style: Style,
}

impl Listener for Reporter<'_> {
    fn doing(&self, what: &str) {
        self.link.doing(what);
    }

    fn so_far(&self, outcome: Outcome) {
        let ended = |reason| {
            let outcome = outcome.clone().cut_short(settings::ended(reason));
            printed(&outcome, self.style)
        };
        self.link.so_far(SoFar {
            late: ended(Expired::Time),
            interrupted: ended(Expired::Interrupted),
            exhausted: ended(Expired::Memory),
        });
    }
}

/// The certificate that a `check` or `run` gives.
fn certificate_of(
    command: Command,
    started: Instant,
    link: &Link,
    style: Style,
) -> Result<Option<String>, Problem> {
    let reporter = Reporter { link, style };
    let outcome = match command {
        Command::Check(options) => {
            let settings = settings(&options.common, started, link.alarm(), style)?;
            let mut request = check_request(*options, settings)?;
            request.certificate = true;
            check::check(&request, &progress(&reporter))?
        }
        Command::Run(options) => {
            let settings = settings(&options.common, started, link.alarm(), style)?;
            let mut request = run_request(*options, settings);
            request.certificate = true;
            run::run(&request, &progress(&reporter))?
        }
        _ => return Ok(None),
    };
    Ok(outcome.certificate)
}

fn run_request(options: Run, settings: Settings) -> run::Request {
    run::Request {
        files: options.files,
        args: options.args,
        allow_read: options.allow_read,
        certificate: options.certificate.is_some(),
        settings,
    }
}

fn check_request(options: Check, mut settings: Settings) -> Result<check::Request, Problem> {
    let port = options.port.unwrap_or_else(|| options.reference.clone());
    if let Some(text) = &options.tolerance {
        let tolerance = Tolerance::parse(text);
        settings.tolerance =
            Some(tolerance.map_err(|e| Problem::new(format!("--tolerance: {e}")))?);
    }
    Ok(check::Request {
        files: options.files,
        reference: options.reference,
        port,
        args: options.args,
        globals: options.globals,
        local: options.local,
        offset: options.offset,
        race_free: options.assume_race_free,
        setup: options.setup,
        aliases: options.alias,
        sizes: options.sizes,
        allow_unreached: options.allow_unreached,
        reference_flags: options.reference_flags,
        port_flags: options.port_flags,
        certificate: options.certificate.is_some(),
        settings,
    })
}

/// Writes the certificate, if one is wanted and the verdict has one; a note where it has
/// none.
fn certify(outcome: &Outcome, file: Option<PathBuf>) -> Result<String, Problem> {
    let Some(path) = file else {
        return Ok(String::new());
    };
    let Some(text) = &outcome.certificate else {
        let note = match outcome.verdict {
            Verdict::Proved => {
                "note: no certificate was written: results that are close, not equal, \
                 are proved so by error analysis, which leaves none\n"
            }
            _ => "note: no certificate was written: only EQUIVALENT has one\n",
        };
        return Ok(note.to_owned());
    };
    outputs::write(&path, text).map(|()| String::new())
}

/// Writes the regression test of a mismatch, if one is wanted and there is one.
fn emit(
    outcome: &Outcome,
    files: &[PathBuf],
    flags: &[String],
    test: Option<(PathBuf, Language)>,
) -> Result<String, Problem> {
    let Some((path, language)) = test.filter(|_| outcome.difference.is_some()) else {
        return Ok(String::new());
    };
    let absolute = |file: &PathBuf| std::path::absolute(file).unwrap_or_else(|_| file.clone());
    let files: Vec<PathBuf> = files.iter().map(absolute).collect();
    let text = report::regression(outcome, &files, flags, language)?;
    outputs::write(&path, &text).map(|()| String::new())
}

/// What `simdiff rules` prints, and whether every rule is good.
fn rules(command: Rules, deadline: &Deadline) -> Result<(String, Found), Problem> {
    let read = |files: &RuleFiles| rulebook::read(&files.files);
    match command {
        Rules::List(files) => Ok((rulebook::list(&read(&files)?), Found::Good)),
        Rules::Explain { name, files } => {
            rulebook::explain(&read(&files)?, &name, deadline).map(|text| (text, Found::Good))
        }
        Rules::Prove {
            quick,
            names,
            files,
        } => {
            let effort = if quick { Effort::QUICK } else { Effort::FULL };
            rulebook::prove(&read(&files)?, &names, effort, deadline)
        }
    }
}

/// No end but that by an alarm.
fn unlimited(alarm: Arc<Alarm>) -> Deadline {
    Deadline::new(None, alarm)
}

fn settings(
    common: &Common,
    started: Instant,
    alarm: Arc<Alarm>,
    style: Style,
) -> Result<Settings, Problem> {
    let mut budget = Budget::default();
    for text in &common.budget {
        let set = budget.set(text);
        set.map_err(|e| Problem::new(format!("--budget: {e}")))?;
    }
    let mut undefined = UndefinedLevels::default();
    for text in &common.undefined {
        let set = undefined.set(text);
        set.map_err(|e| Problem::new(format!("--undefined: {e}")))?;
    }
    let deadline = Deadline::new(started.checked_add(common.timeout), Arc::clone(&alarm));
    let book = rulebook::load(&common.rules.files, common.rules.trust, &deadline)?;
    Ok(Settings {
        budget,
        undefined,
        rules: book.rules,
        own_rules: book.own,
        cflags: common.cflags.clone(),
        assumptions: Assumptions {
            associative: common.assume_associative,
            ordered: common.assume_ordered,
            finite: common.assume_finite,
            positive_zero: common.assume_positive_zero,
        },
        zeroed_memory: common.assume_zeroed_memory,
        tolerance: None,
        cpu: common.cpu.clone(),
        contract: match common.contract {
            ContractOption::Off => Contraction::Off,
            ContractOption::On => Contraction::On,
            ContractOption::Any => Contraction::Any,
        },
        instrument_simd: common.instrument_simd,
        phi_fold_threshold: common.phi_fold_threshold,
        phi_fold_unsafe: !common.no_phi_fold_unsafe,
        max_steps: common.max_steps,
        max_paths: common.max_paths,
        max_memory: common.max_memory,
        merge: !common.no_merge,
        leaks: common.leaks,
        search: match common.search {
            SearchOption::DepthFirst => Search::DepthFirst,
            SearchOption::RandomPath => Search::RandomPath,
            SearchOption::Coverage => Search::Coverage,
        },
        timeout: common.timeout,
        started,
        alarm,
        timings: common.timings,
        color: errors(style).color,
    })
}

fn list(options: Intrinsics) -> Result<String, Problem> {
    let Intrinsics {
        isa,
        missing,
        format,
    } = options;
    let all = intrinsics::list(&intrinsics::Request { isa, missing })?;
    match format {
        FormatOption::Text => Ok(intrinsics::text(&all)),
        FormatOption::Json => intrinsics::json(&all).map_err(|e| Problem::new(e.to_string())),
    }
}

/// A progress bar, on a terminal only.
fn progress<'a>(reporter: &'a Reporter<'_>) -> Progress<'a> {
    let terminal = reporter.style.terminals.err;
    let bar = match reporter.link.console().filter(|_| terminal) {
        Some(console) => Progress::on_terminal(console),
        None => Progress::hidden(),
    };
    bar.heard_by(reporter)
}

/// What is printed of a run; `write` writes the files that were asked for, and says what
/// there is to say of each.
fn finish(
    result: Result<Outcome, Problem>,
    style: Style,
    write: impl FnOnce(&Outcome) -> Vec<Result<String, Problem>>,
) -> Printout {
    let outcome = match result {
        Ok(outcome) => outcome,
        Err(problem) => return trouble(&problem, style),
    };
    let mut printout = printed(&outcome, style);
    for written in write(&outcome) {
        match written {
            Ok(note) => printout.err += &note,
            Err(problem) => {
                printout.err += &trouble(&problem, style).err;
                printout.code = TROUBLE;
            }
        }
    }
    printout
}

/// An outcome as the user reads it.
fn printed(outcome: &Outcome, style: Style) -> Printout {
    let out = match style.format {
        FormatOption::Text => {
            let color = wanted(style.color, style.terminals.out);
            report::text(outcome, &Sources::new(), Decoration { color })
        }
        FormatOption::Json => match report::json(outcome) {
            Ok(text) => text,
            Err(error) => return trouble(&Problem::new(error.to_string()), style),
        },
    };
    let interrupted = outcome.undecided.iter().any(|u| u.kind == "interrupted");
    Printout {
        out,
        code: match outcome.verdict {
            Verdict::Undecided if interrupted => INTERRUPTED,
            verdict => verdict.exit_code(),
        },
        ..Printout::default()
    }
}

fn trouble(problem: &Problem, style: Style) -> Printout {
    Printout {
        err: report::problem(problem, errors(style)),
        code: TROUBLE,
        ..Printout::default()
    }
}

/// Trouble before the options are known.
fn plain_trouble(problem: &Problem, terminals: Terminals) -> Printout {
    let (format, color) = (FormatOption::Text, ColorOption::Auto);
    let style = Style {
        format,
        color,
        terminals,
    };
    trouble(problem, style)
}

/// Help that was asked for, or what is wrong with the command line.
fn refused(refusal: &clap::Error) -> ExitCode {
    match refusal.print() {
        Ok(()) => ExitCode::from(u8::try_from(refusal.exit_code()).unwrap_or(TROUBLE)),
        Err(error) => unprinted(&error),
    }
}

/// Prints what a run came to; the exit code.
fn deliver(printout: &Printout) -> ExitCode {
    // A closed standard error leaves nobody to tell.
    let _ = std::io::stderr().write_all(printout.err.as_bytes());
    let mut out = std::io::stdout();
    let printed = out.write_all(printout.out.as_bytes());
    match printed.and_then(|()| out.flush()) {
        Ok(()) => ExitCode::from(printout.code),
        Err(error) => unprinted(&error),
    }
}

/// A report that the user did not get is none.
fn unprinted(error: &std::io::Error) -> ExitCode {
    let text = format!("error: cannot write to standard output: {error}\n");
    // A closed standard error leaves nobody to tell.
    let _ = std::io::stderr().write_all(text.as_bytes());
    ExitCode::from(TROUBLE)
}

fn errors(style: Style) -> Decoration {
    Decoration {
        color: wanted(style.color, style.terminals.err),
    }
}

fn wanted(color: ColorOption, terminal: bool) -> bool {
    match color {
        ColorOption::Always => true,
        ColorOption::Never => false,
        // https://no-color.org
        ColorOption::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
    }
}
