//! The commands as the worker process carries them out.

use std::path::{Path, PathBuf};
use std::time::Instant;

use simdiff::audit;
use simdiff::check;
use simdiff::deadline::{Deadline, Expired};
use simdiff::doctor;
use simdiff::intrinsics;
use simdiff::kernel;
use simdiff::listing;
use simdiff::problem::Problem;
use simdiff::progress::{Listener, Progress};
use simdiff::regression::{Language, regression};
use simdiff::report::Sources;
use simdiff::rulebook::{self, Effort, Found};
use simdiff::run;
use simdiff::settings;
use simdiff::supervisor::{Link, Printout, SoFar};
use simdiff::verdict::{Outcome, Verdict};

use crate::args::{self, Certificate, Command, FormatOption, Intrinsics, RuleFiles, Rules};
use crate::outputs;
use crate::printing::{INTERRUPTED, Style, TROUBLE, errors, printed, printed_with, trouble};
use crate::requests::{check_request, kernel_request, run_request, settings, unlimited};

/// Carries out the user's command, in the worker.
pub fn work(command: Command, style: Style, started: Instant, link: &Link) -> Printout {
    let plain = |result: Result<(String, u8), Problem>| match result {
        Ok((out, code)) => Printout {
            out,
            code,
            ..Printout::default()
        },
        Err(problem) => trouble(&problem, style),
    };
    match command {
        Command::Check(options) => work_check(*options, style, started, link),
        Command::Run(options) => {
            let path = options.certificate.clone();
            let reporter = Reporter { link, style };
            let settings = settings(&options.common, started, link.alarm(), errors(style).color);
            let request = settings.map(|settings| run_request(*options, settings));
            let outcome = request.and_then(|request| run::run(&request, &progress(&reporter)));
            finish(outcome, style, &Sources::new(), |outcome| {
                [certify(outcome, path)].into()
            })
        }
        Command::Kernel(options) => work_kernel(*options, style, started, link),
        // Suites and texts do not run in a worker.
        Command::Test(_)
        | Command::Init(_)
        | Command::Merge(_)
        | Command::Show(_)
        | Command::Explain { .. }
        | Command::Manual { .. }
        | Command::Completions { .. } => Printout::default(),
        Command::Functions(options) => {
            let deadline = unlimited(link.alarm());
            let found = listing::listing(options.file, &options.cflags, deadline);
            let failed = |e: serde_json::Error| Problem::new(e.to_string());
            let text = found.and_then(|found| match options.format {
                FormatOption::Text => Ok(listing::text(&found.functions)),
                FormatOption::Sarif => Err(no_findings()),
                FormatOption::Json => listing::json(&found.functions).map_err(failed),
                FormatOption::Record => listing::json(&found).map_err(failed),
            });
            plain(text.map(|text| (text, 0)))
        }
        Command::Intrinsics(options) => plain(list(options).map(|text| (text, 0))),
        Command::Rules(command) => plain(work_rules(command, link)),
        Command::Certificate(Certificate::Check {
            file,
            rules,
            against,
            timeout: _,
            options,
        }) => {
            link.so_far(audit::nothing_checked());
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

/// `simdiff check`, with the files that it has to write; or only the harness.
fn work_check(options: args::Check, style: Style, started: Instant, link: &Link) -> Printout {
    let test = options.emit_test.clone();
    let certificate = options.certificate.clone();
    let harness = options.emit_harness.clone();
    let unheard = options.unheard_by_harness();
    let has_own = !options.reference_args.is_empty() || !options.port_args.is_empty();
    if test.is_some() && has_own {
        let what = "--emit-test writes calls with the same parameters to both versions";
        let help = "write a function with the parameters of the other version that calls this one";
        return trouble(&Problem::new(what).help(help), style);
    }
    let unnamed = options.files.iter().find(|file| file.to_str().is_none());
    if let Some(file) = unnamed.filter(|_| options.emit_test.is_some() || harness.is_some()) {
        let what = format!("{}: the name of this file is not UTF-8", file.display());
        let help = "rename it: what --emit-test and --emit-harness write includes it by its name";
        return trouble(&Problem::new(what).help(help), style);
    }
    // The files that the names of functions tell are known later.
    let written = options.written().into_iter();
    let mut written: Vec<(&str, PathBuf)> = written.map(|(o, file)| (o, file.clone())).collect();
    written.retain(|_| options.files.is_empty());
    // An invalid name is reported before the work, not after it.
    let language = test.as_deref().map(Language::of).transpose();
    let test = test.zip(language.as_ref().ok().copied().flatten());
    let reporter = Reporter { link, style };
    let request = language
        .and_then(|_| settings(&options.common, started, link.alarm(), errors(style).color))
        .and_then(|settings| check_request(options, settings));
    let request = request.and_then(|request| {
        let written: Vec<_> = written
            .iter()
            .map(|(option, file)| (*option, file))
            .collect();
        outputs::try_out(&written, &request.files).map(|()| request)
    });
    let request = match request {
        Ok(request) => request,
        Err(problem) => return trouble(&problem, style),
    };
    if harness.is_some() {
        let is_kernel = |file: &&PathBuf| file.extension().is_some_and(|end| end == "cl");
        if let Some(file) = request.files.iter().find(is_kernel) {
            return trouble(&launched(file), style);
        }
    }
    if let Some(path) = harness {
        return match write_harness(&request, &path) {
            Ok(out) => Printout {
                out,
                err: unheard_note(&unheard),
                ..Printout::default()
            },
            Err(problem) => trouble(&problem, style),
        };
    }
    let outcome = check::check(&request, &progress(&reporter));
    let commits = request.commits.iter().flatten();
    let sources = Sources::with(commits.map(|commit| commit.alias()).collect());
    finish(outcome, style, &sources, |outcome| {
        [emit(outcome, &request, test), certify(outcome, certificate)].into()
    })
}

/// `simdiff kernel`, with the test that it has to write.
fn work_kernel(options: args::Kernel, style: Style, started: Instant, link: &Link) -> Printout {
    let test = options.emit_test.clone();
    let reporter = Reporter { link, style };
    // An invalid name is reported before the work, not after it.
    let language = test.as_deref().map(Language::of).transpose();
    let request = language.and_then(|language| {
        let settings = settings(&options.common, started, link.alarm(), errors(style).color)?;
        Ok((kernel_request(options, settings), test.zip(language)))
    });
    let (request, test) = match request {
        Ok(request) => request,
        Err(problem) => return trouble(&problem, style),
    };
    let found = kernel::kernel(&request, &progress(&reporter));
    finish(found, style, &Sources::new(), |outcome| {
        let test = test.filter(|_| outcome.defect.is_some());
        let written = test.map(|(path, language)| {
            let call = kernel::kernel_call(&request, outcome)?;
            let launches = [Some(call.clone()), Some(call)];
            let on = (&request.files[..], &request.settings.cflags[..]);
            let text = regression(outcome, on, (None, &launches), (&path, language))?;
            outputs::write(&path, &text).map(|()| format!("wrote {}\n", path.display()))
        });
        written.into_iter().collect()
    })
}

/// `simdiff rules`: its output and exit code.
fn work_rules(command: Rules, link: &Link) -> Result<(String, u8), Problem> {
    let known = |out: String| {
        let ended = |code| Printout {
            out: out.clone(),
            code,
            ..Printout::default()
        };
        link.so_far(SoFar {
            late: ended(TROUBLE),
            interrupted: ended(INTERRUPTED),
            exhausted: ended(TROUBLE),
        });
    };
    let (text, found) = rules(command, &unlimited(link.alarm()), known)?;
    let code = match found {
        Found::Good => 0,
        Found::Bad => 1,
        Found::Unproved => 3,
        Found::Interrupted => INTERRUPTED,
    };
    Ok((text, code))
}

/// Reports the progress of a run to the supervisor.
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

/// The certificate of a `check` or `run`; `None` for other commands and verdicts.
fn certificate_of(
    command: Command,
    started: Instant,
    link: &Link,
    style: Style,
) -> Result<Option<String>, Problem> {
    let reporter = Reporter { link, style };
    let outcome = match command {
        Command::Check(options) => {
            let settings = settings(&options.common, started, link.alarm(), errors(style).color)?;
            let mut request = check_request(*options, settings)?;
            request.certificate = true;
            check::check(&request, &progress(&reporter))?
        }
        Command::Run(options) => {
            let settings = settings(&options.common, started, link.alarm(), errors(style).color)?;
            let mut request = run_request(*options, settings);
            request.certificate = true;
            run::run(&request, &progress(&reporter))?
        }
        _ => return Ok(None),
    };
    Ok(outcome.certificate)
}

/// Writes the certificate, if it is wanted and the verdict has one; returns a note if the
/// verdict has none.
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
            Verdict::Equivalent => {
                "note: no certificate was written: at some size, or on the whole, no result \
                 was left to be proved\n"
            }
            _ => "note: no certificate was written: only EQUIVALENT has one\n",
        };
        return Ok(note.to_owned());
    };
    outputs::write(&path, text).map(|()| String::new())
}

/// The problem of a harness that would have to launch a kernel.
fn launched(file: &Path) -> Problem {
    Problem::new(format!(
        "--emit-harness writes a program that calls functions, and {} is OpenCL C, which only a \
         launch runs",
        file.display()
    ))
    .help(
        "keep the check itself: a line `// simdiff: check … => equivalent` in the file, for \
         `simdiff test`; or write a host that launches the kernel and asserts its results, for \
         `simdiff run`",
    )
}

/// Writes a harness. Returns a note on how to run it.
fn write_harness(request: &check::Request, path: &Path) -> Result<String, Problem> {
    let text = check::harness(request, path)?;
    outputs::write(path, &text)?;
    let shown = path.display();
    Ok(format!(
        "wrote {shown}\nits first lines say how it is run\n"
    ))
}

/// The note on options that say nothing to a harness.
fn unheard_note(unheard: &[&str]) -> String {
    match unheard {
        [] => String::new(),
        options => format!(
            "note: the harness has nothing of {}: say in it what callers promise \
             (klee_assume), and what is called before\n",
            options.join(", ")
        ),
    }
}

/// Writes the regression test of a finding, if it is wanted and there is a finding. Returns
/// a note that it was written.
fn emit(
    outcome: &Outcome,
    request: &check::Request,
    test: Option<(PathBuf, Language)>,
) -> Result<String, Problem> {
    let difference = outcome.difference.as_ref().map(|found| &found.sizes);
    let found = difference.or(outcome.defect.as_ref().map(|found| &found.sizes));
    let Some((path, language)) = test.filter(|_| found.is_some()) else {
        return Ok(String::new());
    };
    let absolute = |file: &PathBuf| std::path::absolute(file).unwrap_or_else(|_| file.clone());
    let files: Vec<PathBuf> = request.files.iter().map(absolute).collect();
    // Without declarations, the parameters are those of the contract.
    let callees = check::callees(request, language == Language::Cpp).ok();
    let flags = request.flags_of_one();
    let on = (&files[..], &flags[..]);
    let kernels = match outcome.contract.as_ref().zip(found) {
        Some((contract, sizes)) => check::kernel_calls(request, contract, sizes)?,
        None => [None, None],
    };
    let declared = (callees.as_ref(), &kernels);
    let text = regression(outcome, on, declared, (&path, language))?;
    outputs::write(&path, &text).map(|()| format!("wrote {}\n", path.display()))
}

/// The output of `simdiff rules`, and whether every rule is good.
fn rules(
    command: Rules,
    deadline: &Deadline,
    known: impl Fn(String),
) -> Result<(String, Found), Problem> {
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
            rulebook::prove(&read(&files)?, &names, effort, deadline, &known)
        }
    }
}

/// The error for a format of findings on a command without findings.
fn no_findings() -> Problem {
    Problem::new("--format sarif: this finds nothing that SARIF could tell")
        .help("give it to `check`, `kernel` or `run`, or --sarif FILE to `test`")
}

fn list(options: Intrinsics) -> Result<String, Problem> {
    let Intrinsics {
        name,
        isa,
        opencl,
        opencl_host,
        missing,
        format,
    } = options;
    if opencl || opencl_host {
        let all = match opencl_host {
            true => intrinsics::opencl::host(missing)?,
            false => intrinsics::opencl::list(missing)?,
        };
        return match format {
            FormatOption::Text => Ok(intrinsics::opencl::text(&all)),
            FormatOption::Sarif => Err(no_findings()),
            FormatOption::Json | FormatOption::Record => {
                intrinsics::opencl::json(&all).map_err(|e| Problem::new(e.to_string()))
            }
        };
    }
    let all = intrinsics::list(&intrinsics::Request { name, isa, missing })?;
    match format {
        FormatOption::Text => Ok(intrinsics::text(&all)),
        FormatOption::Sarif => Err(no_findings()),
        FormatOption::Json | FormatOption::Record => {
            intrinsics::json(&all).map_err(|e| Problem::new(e.to_string()))
        }
    }
}

/// A progress bar; hidden unless standard error is a terminal.
fn progress<'a>(reporter: &'a Reporter<'_>) -> Progress<'a> {
    let terminal = reporter.style.terminals.err;
    let bar = match reporter.link.console().filter(|_| terminal) {
        Some(console) => Progress::on_terminal(console),
        None => Progress::hidden(),
    };
    bar.heard_by(reporter)
}

/// The printout of a run. `write` writes the files that were asked for, and returns a note
/// on each.
fn finish(
    result: Result<Outcome, Problem>,
    style: Style,
    sources: &Sources,
    write: impl FnOnce(&Outcome) -> Vec<Result<String, Problem>>,
) -> Printout {
    let outcome = match result {
        Ok(outcome) => outcome,
        Err(problem) => return trouble(&problem, style),
    };
    let mut printout = printed_with(&outcome, style, sources);
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
