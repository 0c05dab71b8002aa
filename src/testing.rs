//! `simdiff test`: runs the checks of a suite, each in a process of this program.
//!
//! It runs in the process that the user started, so nothing here may crash.

mod allowed;
mod claim;
mod plan;
mod planned;
mod snapshots;
mod sources;
mod teller;
mod watch;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use clap::Parser;
use simdiff::batch::{Batch, Board, Job};
use simdiff::cache::Cache;
use simdiff::deadline::{Alarm, Deadline, Expired};
use simdiff::frontend::Clang;
use simdiff::problem::Problem;
use simdiff::record::{Record, Run, Selection, Status};
use simdiff::report::{self, Decoration};
use simdiff::suite::{self, Case, Suite};

use crate::args::{Cli, Command, FailOn, Test, normalise};
use crate::outputs;
use crate::printing::{INTERRUPTED, Streams, TROUBLE};
use crate::results;
use plan::{Basis, Memory};
use planned::Planned;
use teller::Teller;

/// The options that every check gets in addition to its own.
const FORM: [&str; 2] = ["--format=record", "--color=never"];

/// Runs the suite that the options name, and prints its results.
///
/// # Errors
/// If no check can be run, or snapshots cannot be written.
pub fn test(options: &Test, streams: Streams, started: Instant) -> Result<ExitCode, Problem> {
    if options.schema {
        let text = suite::schema().map_err(|e| Problem::new(e.to_string()))?;
        return Ok(streams.out(&text, 0));
    }
    let alarm = Arc::new(Alarm::default());
    let raised = Arc::clone(&alarm);
    // Without a handler, Ctrl-C ends this process, and the processes of the checks with it.
    let _ = ctrlc::set_handler(move || raised.raise(Expired::Interrupted));
    if !options.watch {
        return once((options, &alarm), streams, started);
    }
    watch::repeat((options, &alarm), streams, |options| {
        once((options, &alarm), streams, Instant::now())
    })
}

/// Runs the suite once.
fn once(
    (options, alarm): (&Test, &Arc<Alarm>),
    streams: Streams,
    started: Instant,
) -> Result<ExitCode, Problem> {
    let Suite {
        cases,
        mut problems,
    } = Suite::read(&options.paths);
    let mut good = Vec::new();
    for case in cases {
        match parse(&case) {
            Ok(command) => good.push((case, command)),
            Err(problem) => problems.push(problem),
        }
    }
    is_there(&good, options)?;
    let chosen = choose(&good, options);
    if options.list {
        let lines = chosen.iter().map(|Planned { case, .. }| {
            let (verdict, place) = (&case.expected.verdict, &case.place);
            format!("{place}: {} => {verdict}\n", case.name)
        });
        let code = if problems.is_empty() { 0 } else { TROUBLE };
        streams.problems(&problems);
        return Ok(streams.out(&lines.collect::<String>(), code));
    }
    streams.problems(&problems);
    let read = good.iter().map(|(case, _)| case.place.file.clone());
    let read: Vec<PathBuf> = read.collect();
    outputs::try_out(&options.reports.files(), &read)?;
    let before = options
        .reports
        .output
        .as_deref()
        .and_then(|path| Run::read(path).ok());
    let whole = options.shard.map(|_| selected(&good, options).count());
    if !options.watch {
        let mut begun = Run::new(Vec::new(), texts(&problems), 0.0);
        begun.shard = options.shard.map(|shard| shard.to_string());
        begun.selection = Selection::of(&options.filter, &options.group);
        begun.miss(chosen.iter().map(|planned| planned.case));
        results::begin(begun, &options.reports);
    }
    let mut run = run((options, alarm), &chosen, &problems, streams, started)?;
    run.suite_checks = whole;
    run.sources = options.shard.map(|_| sources::digest(&good));
    run.selection = Selection::of(&options.filter, &options.group);
    let unread = snapshots::count(&mut run, options);
    run.problems.extend(texts(&unread));
    streams.problems(&unread);
    refuse_undecided(&mut run, options);
    streams.line(&report::summary(&run, streams.decoration()));
    let unwritten = results::write(&run, before.as_ref(), &options.reports);
    streams.problems(&unwritten);
    let all = problems.is_empty() && chosen.len() == good.len();
    let differs = snapshots::settle(&run, all, options, streams)?;
    let is_open = |r: &Record| r.verdict() == Some("undecided");
    let fails = options.fail_on == Some(FailOn::Undecided) && run.checks.iter().any(is_open);
    Ok(match run.exit_code() {
        _ if !unwritten.is_empty() => ExitCode::from(TROUBLE),
        _ if run.interrupted => ExitCode::from(INTERRUPTED),
        0 | 3 if fails || differs => ExitCode::from(1),
        code => ExitCode::from(code),
    })
}

/// Counts checks that are undecided, as they are expected to be, as failed if the user asks for
/// that, so that the summary and every report say why the run fails.
fn refuse_undecided(run: &mut Run, options: &Test) {
    if options.fail_on != Some(FailOn::Undecided) {
        return;
    }
    let is_open = |record: &&mut Record| {
        record.status == Status::Passed && record.verdict() == Some("undecided")
    };
    for record in run.checks.iter_mut().filter(is_open) {
        record.status = Status::Failed;
        let remark = "undecided, as expected: --fail-on undecided accepts none";
        record.remark = Some(remark.to_owned());
    }
    run.count();
}

/// The command of a check.
///
/// # Errors
/// The command line's error in the check's words, at their position.
fn parse(case: &Case) -> Result<Command, Problem> {
    let (subcommand, rest) = case.words.split_first().unwrap_or((&case.name, &[]));
    let mut words: Vec<OsString> = vec!["simdiff".into(), subcommand.into()];
    words.extend(FORM.map(OsString::from));
    words.extend(rest.iter().map(OsString::from));
    let words = normalise(words.into_iter()).map_err(|what| case.place.problem(what))?;
    let refused = |refusal: clap::Error| {
        let said = refusal.to_string();
        let mut lines = said.lines().map(str::trim);
        let first = lines.next().unwrap_or_default();
        let problem = case.place.problem(first.trim_start_matches("error: "));
        let tip = lines.find_map(|line| line.strip_prefix("tip: "));
        let otherwise = format!("`simdiff {subcommand} --help` lists the options");
        problem.help(tip.map_or(otherwise, str::to_owned))
    };
    let command = Cli::try_parse_from(words).map_err(refused)?.command;
    allowed::allowed(&command, case.place.is_in_manifest()).map_err(|what| {
        let problem = case.place.problem(what);
        problem.help("on the command line of `simdiff check` it may be said")
    })?;
    Ok(command)
}

/// Checks that some check matches every `--group` and `--filter`, and both together: a run
/// without checks would pass.
///
/// # Errors
/// The group or filter that matches none.
fn is_there(cases: &[(Case, Command)], options: &Test) -> Result<(), Problem> {
    let of = |group: &String| {
        cases
            .iter()
            .any(|(case, _)| case.group.as_ref() == Some(group))
    };
    if let Some(unknown) = options.group.iter().find(|group| !of(group)) {
        let what = format!("--group: no check is of a group `{unknown}`");
        return Err(Problem::new(what).help("`simdiff test --list` says which checks there are"));
    }
    let has = |text: &String| cases.iter().any(|(case, _)| described(case).contains(text));
    if let Some(unknown) = options.filter.iter().find(|text| !has(text)) {
        let what = format!("--filter: no check has `{unknown}`");
        return Err(Problem::new(what).help("`simdiff test --list` says which checks there are"));
    }
    let is_selective = !options.filter.is_empty() && !options.group.is_empty();
    if is_selective && selected(cases, options).next().is_none() {
        let what = "no check is selected by both --group and --filter";
        return Err(Problem::new(what).help("`simdiff test --list` says which checks there are"));
    }
    Ok(())
}

/// The text that `--filter` searches.
fn described(case: &Case) -> String {
    format!("{} {}", case.title(), case.words.join(" "))
}

/// The suite's problems as texts.
fn texts(problems: &[Problem]) -> Vec<String> {
    let plain = Decoration::default();
    problems.iter().map(|p| report::problem(p, plain)).collect()
}

/// The checks that `--filter` and `--group` select.
fn selected<'c>(
    cases: &'c [(Case, Command)],
    options: &'c Test,
) -> impl Iterator<Item = Planned<'c>> {
    let named = |planned: &Planned<'_>| {
        let all = described(planned.case);
        options.filter.is_empty() || options.filter.iter().any(|text| all.contains(text))
    };
    let grouped = |planned: &Planned<'_>| {
        let of = |group: &String| options.group.contains(group);
        options.group.is_empty() || planned.case.group.as_ref().is_some_and(of)
    };
    let all = cases.iter();
    all.map(|(case, command)| Planned { case, command })
        .filter(named)
        .filter(grouped)
}

/// The checks to be run: those of the shard among the selected ones.
fn choose<'c>(cases: &'c [(Case, Command)], options: &'c Test) -> Vec<Planned<'c>> {
    let here = |place: usize| options.shard.is_none_or(|shard| shard.has(place));
    selected(cases, options)
        .enumerate()
        .filter(|(place, _)| here(*place))
        .map(|(_, planned)| planned)
        .collect()
}

fn run(
    (options, alarm): (&Test, &Arc<Alarm>),
    planned: &[Planned<'_>],
    problems: &[Problem],
    streams: Streams,
    started: Instant,
) -> Result<Run, Problem> {
    let scratch = tempfile::Builder::new().prefix("simdiff-").tempdir();
    let scratch = scratch.map_err(|e| failed("make a directory", &e))?;
    let batch = batch(options, scratch.path(), alarm)?;
    let memory = memory(options, &batch);
    let mut teller = Teller::new(options, streams);
    let (jobs, bases) = recall(planned, memory.as_ref(), &batch, &mut teller);

    let board = Board::new(jobs.len());
    let mut unkept = None;
    batch.run(&jobs, &board, |job, record| {
        if let (Some(memory), Some(basis)) = (&memory, &bases[job.place])
            && let Err(error) = memory.keep(
                &planned[job.place],
                basis,
                &record,
                &proof_of(&batch, job.place),
            )
        {
            unkept = Some(error);
        }
        teller.take(job.place, record, Some(&board));
    });
    drop(board);
    let records = teller.finish();
    if let Some(error) = unkept {
        streams.line(&format!(
            "note: verdicts are not kept for the next run: {error}"
        ));
    }
    if options.changed {
        streams.line(&format!(
            "{} checks are unchanged",
            planned.len() - jobs.len()
        ));
    }
    let mut run = Run::new(records, texts(problems), started.elapsed().as_secs_f64());
    run.interrupted = alarm.raised().is_some();
    run.miss(planned.iter().map(|planned| planned.case));
    run.shard = options.shard.map(|shard| shard.to_string());
    Ok(run)
}

/// Reports the checks with known verdicts. Returns the checks to run, and what the verdict
/// of each check depends on.
fn recall<'c>(
    planned: &[Planned<'c>],
    memory: Option<&Memory>,
    batch: &Batch,
    teller: &mut Teller<'_>,
) -> (Vec<Job<'c>>, Vec<Option<Basis>>) {
    let known = match memory {
        Some(memory) => memory.recall(planned, batch),
        None => planned.iter().map(|_| (None, None)).collect(),
    };
    let (mut jobs, mut bases) = (Vec::new(), Vec::new());
    for (place, (basis, record)) in known.into_iter().enumerate() {
        match record {
            Some(record) => teller.take(place, record, None),
            None => {
                let planned_check = &planned[place];
                let proved = memory.is_some_and(Memory::verifies)
                    && basis.is_some()
                    && claim::can_be_said(planned_check.command);
                let certificate =
                    proved.then(|| format!("--certificate={}", proof_of(batch, place).display()));
                jobs.push(Job {
                    case: planned_check.case,
                    place,
                    options: certificate.into_iter().collect(),
                });
            }
        }
        bases.push(basis);
    }
    (jobs, bases)
}

/// The settings for running checks.
fn batch(options: &Test, scratch: &Path, alarm: &Arc<Alarm>) -> Result<Batch, Problem> {
    let modules = scratch.join("modules");
    std::fs::create_dir(&modules).map_err(|e| failed("make a directory", &e))?;
    let mut words: Vec<String> = FORM.map(str::to_owned).into();
    words.push(format!("--modules={}", modules.display()));
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let timeout = options
        .timeout
        .map(|time| format!("--timeout={}s", time.as_secs_f64()));
    let native = options.no_native.then(|| "--no-native".to_owned());
    Ok(Batch {
        program: std::env::current_exe().map_err(|e| failed("find this program", &e))?,
        jobs: options.jobs.map_or_else(processors, usize::from),
        scratch: scratch.to_owned(),
        options: words,
        defaults: timeout.into_iter().chain(native).collect(),
        environment: Clang::handed_on(),
        deadline: Deadline::new(None, Arc::clone(alarm)),
    })
}

fn failed(what: &str, error: &std::io::Error) -> Problem {
    Problem::new(format!("cannot {what}: {error}"))
}

/// The verdicts of earlier runs, if they are wanted.
fn memory(options: &Test, batch: &Batch) -> Option<Memory> {
    let cache = match &options.cache {
        _ if options.no_cache => return None,
        Some(directory) => Cache::new(directory.clone()),
        None => Cache::of_user()?,
    };
    Memory::new(cache, &batch.program, options)
}

/// The path to which the certificate of a check is first written.
fn proof_of(batch: &Batch, place: usize) -> PathBuf {
    batch.scratch.join(format!("{place}.certificate"))
}
