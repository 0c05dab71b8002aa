//! The command line: parse, run, print, exit code. Nothing else in the tool
//! prints or exits, but for the progress bar.

mod args;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::Parser;

use args::{
    Certificate, Check, Cli, ColorOption, Command, Common, FormatOption, Intrinsics, RuleFiles,
    Rules, Run, SearchOption,
};
use simdiff::accuracy::Tolerance;
use simdiff::audit;
use simdiff::check;
use simdiff::doctor;
use simdiff::equiv::{Assumptions, Budget};
use simdiff::intrinsics;
use simdiff::problem::Problem;
use simdiff::progress::Progress;
use simdiff::report::{self, Decoration, Language, Sources};
use simdiff::rulebook::{self, Effort};
use simdiff::run;
use simdiff::settings::Settings;
use simdiff::symex::Search;
use simdiff::verdict::{Outcome, Verdict};

/// The exit code for bad input, a missing tool or a failure of ours.
const TROUBLE: u8 = 2;

fn main() -> ExitCode {
    let words = match args::normalise(std::env::args_os()) {
        Ok(words) => words,
        Err(message) => return trouble(&Problem::new(message), errors(ColorOption::Auto)),
    };
    let cli = Cli::parse_from(words);
    let started = Instant::now();
    let interrupt = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupt);
    // Without a handler Ctrl-C ends the process, which is no worse than a refusal.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            // The second Ctrl-C: stop at once, by the convention for SIGINT.
            std::process::exit(130);
        }
    });
    match cli.command {
        Command::Check(options) => {
            let (format, color) = (options.common.format, options.common.color);
            let (files, test) = (options.files.clone(), options.emit_test.clone());
            let flags = options.common.cflags.clone();
            let certificate = options.certificate.clone();
            // A wrong name is said before the work, not after it.
            let language = test.as_deref().map(Language::of).transpose();
            let test = test.zip(language.as_ref().ok().copied().flatten());
            let outcome = language
                .and_then(|_| settings(&options.common, started, interrupt))
                .and_then(|settings| check_request(*options, settings))
                .and_then(|request| check::check(&request, &progress()))
                .inspect(|outcome| {
                    let emitted = emit(outcome, &files, &flags, test);
                    let certified = certify(outcome, certificate);
                    for problem in [emitted.err(), certified.err()].into_iter().flatten() {
                        trouble(&problem, errors(color));
                    }
                });
            finish(outcome, format, color)
        }
        Command::Run(options) => {
            let (format, color) = (options.common.format, options.common.color);
            let path = options.certificate.clone();
            let outcome = settings(&options.common, started, interrupt).and_then(|settings| {
                let Run {
                    files,
                    args,
                    allow_read,
                    certificate,
                    ..
                } = *options;
                let request = run::Request {
                    files,
                    args,
                    allow_read,
                    certificate: certificate.is_some(),
                    settings,
                };
                run::run(&request, &progress())
            });
            let outcome = outcome.inspect(|outcome| {
                if let Err(problem) = certify(outcome, path) {
                    trouble(&problem, errors(color));
                }
            });
            finish(outcome, format, color)
        }
        Command::Intrinsics(options) => list(options),
        Command::Rules(command) => match rules(command) {
            Ok((text, good)) => {
                print(&text);
                ExitCode::from(if good { 0 } else { 1 })
            }
            Err(problem) => trouble(&problem, errors(ColorOption::Auto)),
        },
        Command::Certificate(Certificate::Check { file, rules }) => {
            let finding =
                rulebook::load(&rules.files).and_then(|rules| audit::audit(&file, &rules));
            match finding {
                Ok(finding) => {
                    print(&finding.text());
                    ExitCode::from(finding.exit_code())
                }
                Err(problem) => trouble(&problem, errors(ColorOption::Auto)),
            }
        }
        Command::Doctor => {
            let (text, healthy) = doctor::examine();
            print(&text);
            if healthy {
                ExitCode::SUCCESS
            } else {
                ExitCode::from(TROUBLE)
            }
        }
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
        aliases: options.alias,
        sizes: options.sizes,
        reference_flags: options.reference_flags,
        port_flags: options.port_flags,
        certificate: options.certificate.is_some(),
        settings,
    })
}

/// Writes the certificate, if one is wanted and the verdict has one.
fn certify(outcome: &Outcome, file: Option<PathBuf>) -> Result<(), Problem> {
    let Some(path) = file else { return Ok(()) };
    let Some(text) = &outcome.certificate else {
        let note = match outcome.verdict {
            Verdict::Proved => {
                "note: no certificate was written: results that are close, not equal, \
                 are proved so by error analysis, which leaves none\n"
            }
            _ => "note: no certificate was written: only EQUIVALENT has one\n",
        };
        // A closed standard error leaves nobody to tell.
        let _ = std::io::stderr().write_all(note.as_bytes());
        return Ok(());
    };
    std::fs::write(&path, text)
        .map_err(|e| Problem::new(format!("cannot write {}: {e}", path.display())))
}

/// Writes the regression test of a mismatch, if one is wanted and there is one.
fn emit(
    outcome: &Outcome,
    files: &[PathBuf],
    flags: &[String],
    test: Option<(PathBuf, Language)>,
) -> Result<(), Problem> {
    let Some((path, language)) = test.filter(|_| outcome.difference.is_some()) else {
        return Ok(());
    };
    let absolute = |file: &PathBuf| std::path::absolute(file).unwrap_or_else(|_| file.clone());
    let files: Vec<PathBuf> = files.iter().map(absolute).collect();
    let text = report::regression(outcome, &files, flags, language)?;
    std::fs::write(&path, text)
        .map_err(|e| Problem::new(format!("cannot write {}: {e}", path.display())))
}

/// What `simdiff rules` prints, and whether every rule is good.
fn rules(command: Rules) -> Result<(String, bool), Problem> {
    let load = |files: &RuleFiles| rulebook::load(&files.files);
    match command {
        Rules::List(files) => Ok((rulebook::list(&*load(&files)?), true)),
        Rules::Explain { name, files } => {
            rulebook::explain(&*load(&files)?, &name).map(|text| (text, true))
        }
        Rules::Prove {
            quick,
            names,
            files,
        } => {
            let effort = if quick { Effort::QUICK } else { Effort::FULL };
            rulebook::prove(&*load(&files)?, &names, effort)
        }
    }
}

fn settings(
    common: &Common,
    started: Instant,
    interrupt: Arc<AtomicBool>,
) -> Result<Settings, Problem> {
    let mut budget = Budget::default();
    for text in &common.budget {
        let set = budget.set(text);
        set.map_err(|e| Problem::new(format!("--budget: {e}")))?;
    }
    Ok(Settings {
        budget,
        rules: rulebook::load(&common.rules.files)?,
        rule_files: common.rules.files.clone(),
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
        interrupt,
        timings: common.timings,
        color: errors(common.color).color,
    })
}

fn list(options: Intrinsics) -> ExitCode {
    let Intrinsics {
        isa,
        missing,
        format,
    } = options;
    let listed =
        intrinsics::list(&intrinsics::Request { isa, missing }).and_then(|all| match format {
            FormatOption::Text => Ok(intrinsics::text(&all)),
            FormatOption::Json => intrinsics::json(&all).map_err(|e| Problem::new(e.to_string())),
        });
    match listed {
        Ok(text) => {
            print(&text);
            ExitCode::SUCCESS
        }
        Err(problem) => trouble(&problem, errors(ColorOption::Auto)),
    }
}

/// A progress bar, on a terminal only.
fn progress() -> Progress {
    if std::io::stderr().is_terminal() {
        Progress::on_terminal()
    } else {
        Progress::hidden()
    }
}

fn finish(result: Result<Outcome, Problem>, format: FormatOption, color: ColorOption) -> ExitCode {
    let outcome = match result {
        Ok(outcome) => outcome,
        Err(problem) => return trouble(&problem, errors(color)),
    };
    match format {
        FormatOption::Text => {
            let color = wanted(color, std::io::stdout().is_terminal());
            print(&report::text(
                &outcome,
                &Sources::new(),
                Decoration { color },
            ));
        }
        FormatOption::Json => match report::json(&outcome) {
            Ok(text) => print(&text),
            Err(error) => return trouble(&Problem::new(error.to_string()), errors(color)),
        },
    }
    ExitCode::from(outcome.verdict.exit_code())
}

fn trouble(problem: &Problem, decoration: Decoration) -> ExitCode {
    let text = report::problem(problem, decoration);
    // A closed standard error leaves nobody to tell.
    let _ = std::io::stderr().write_all(text.as_bytes());
    ExitCode::from(TROUBLE)
}

fn print(text: &str) {
    // A reader that closes the pipe early (`| head`) is no error.
    let _ = std::io::stdout().write_all(text.as_bytes());
}

fn errors(color: ColorOption) -> Decoration {
    Decoration {
        color: wanted(color, std::io::stderr().is_terminal()),
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
