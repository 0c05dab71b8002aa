//! `simdiff test`: the checks of a suite, each by a process of this program.
//!
//! It runs in the process that the user started: nothing that can crash is done here.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use clap::Parser;
use simdiff::batch::{Batch, Board, InOrder};
use simdiff::deadline::{Alarm, Deadline, Expired};
use simdiff::problem::Problem;
use simdiff::record::{Record, Run};
use simdiff::report::{self, Decoration};
use simdiff::suite::{self, Case, Suite};

use crate::args::{Cli, Command, FailOn, Test, normalise};
use crate::outputs;
use crate::printing::{INTERRUPTED, Streams, TROUBLE};
use crate::results;

/// What every check is told besides what its line says.
const FORM: [&str; 2] = ["--format=record", "--color=never"];

/// Runs the suite that the options name, and prints what comes of it.
///
/// # Errors
/// What keeps all checks from running, or the results from being written.
pub fn test(options: &Test, streams: Streams, started: Instant) -> Result<ExitCode, Problem> {
    if options.schema {
        let text = suite::schema().map_err(|e| Problem::new(e.to_string()))?;
        return Ok(streams.out(&text, 0));
    }
    let Suite {
        cases,
        mut problems,
    } = Suite::read(&options.paths);
    let mut good = Vec::new();
    for case in cases {
        match understood(&case) {
            Ok(()) => good.push(case),
            Err(problem) => problems.push(problem),
        }
    }
    let chosen = choose(&good, options);
    if options.list {
        let lines = chosen.iter().map(|case| {
            let (verdict, place) = (&case.expected.verdict, &case.place);
            format!("{place}: {} => {verdict}\n", case.name)
        });
        let code = if problems.is_empty() { 0 } else { TROUBLE };
        streams.problems(&problems);
        return Ok(streams.out(&lines.collect::<String>(), code));
    }
    streams.problems(&problems);
    let read: Vec<PathBuf> = good.iter().map(|case| case.place.file.clone()).collect();
    outputs::try_out(&options.reports.files(), &read)?;
    let before = options
        .reports
        .output
        .as_deref()
        .and_then(|path| Run::read(path).ok());
    let run = run(options, &chosen, &problems, streams, started)?;
    streams.line(&report::summary(&run, streams.decoration()));
    results::write(&run, before.as_ref(), &options.reports)?;
    let is_open = |r: &Record| r.verdict() == Some("undecided");
    let fails = options.fail_on == Some(FailOn::Undecided) && run.checks.iter().any(is_open);
    Ok(match run.exit_code() {
        _ if run.interrupted => ExitCode::from(INTERRUPTED),
        0 | 3 if fails => ExitCode::from(1),
        code => ExitCode::from(code),
    })
}

/// Whether the words of a check are a command.
///
/// # Errors
/// What the command line says against them, where they stand.
fn understood(case: &Case) -> Result<(), Problem> {
    parse(case).map(drop)
}

/// The command of a check.
fn parse(case: &Case) -> Result<Command, Problem> {
    let (subcommand, rest) = case.words.split_first().unwrap_or((&case.name, &[]));
    let mut words: Vec<OsString> = vec!["simdiff".into(), subcommand.into()];
    words.extend(FORM.map(OsString::from));
    words.extend(rest.iter().map(OsString::from));
    let words = normalise(words.into_iter()).map_err(|what| case.place.problem(what))?;
    Cli::try_parse_from(words)
        .map(|cli| cli.command)
        .map_err(|refusal| {
            let said = refusal.to_string();
            let mut lines = said.lines().map(str::trim);
            let first = lines.next().unwrap_or_default();
            let problem = case.place.problem(first.trim_start_matches("error: "));
            let tip = lines.find_map(|line| line.strip_prefix("tip: "));
            let otherwise = format!("`simdiff {subcommand} --help` lists the options");
            problem.help(tip.map_or(otherwise, str::to_owned))
        })
}

/// The checks that the options choose.
fn choose<'c>(cases: &'c [Case], options: &Test) -> Vec<&'c Case> {
    let named = |case: &&Case| {
        let all = format!("{} {}", case.title(), case.words.join(" "));
        options.filter.is_empty() || options.filter.iter().any(|text| all.contains(text))
    };
    let grouped = |case: &&Case| {
        let of = |group: &String| options.group.contains(group);
        options.group.is_empty() || case.group.as_ref().is_some_and(of)
    };
    let chosen = cases.iter().filter(named).filter(grouped).enumerate();
    let here = |place: usize| options.shard.is_none_or(|shard| shard.has(place));
    chosen
        .filter(|(place, _)| here(*place))
        .map(|(_, case)| case)
        .collect()
}

fn run(
    options: &Test,
    cases: &[&Case],
    problems: &[Problem],
    streams: Streams,
    started: Instant,
) -> Result<Run, Problem> {
    let failed = |what: &str, e: std::io::Error| Problem::new(format!("cannot {what}: {e}"));
    let program = std::env::current_exe().map_err(|e| failed("find this program", e))?;
    let scratch = tempfile::Builder::new().prefix("simdiff-").tempdir();
    let scratch = scratch.map_err(|e| failed("make a directory", e))?;
    let modules = scratch.path().join("modules");
    std::fs::create_dir(&modules).map_err(|e| failed("make a directory", e))?;
    let alarm = Arc::new(Alarm::default());
    let raised = Arc::clone(&alarm);
    // Without a handler Ctrl-C ends this process, and those of the checks with it.
    let _ = ctrlc::set_handler(move || raised.raise(Expired::Interrupted));
    let mut words: Vec<String> = FORM.map(str::to_owned).into();
    words.push(format!("--modules={}", modules.display()));
    let timeout = options
        .timeout
        .map(|time| format!("--timeout={}s", time.as_secs_f64()));
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let batch = Batch {
        program,
        jobs: options.jobs.map_or_else(processors, usize::from),
        scratch: scratch.path().to_owned(),
        options: words,
        timeout,
        deadline: Deadline::new(None, Arc::clone(&alarm)),
    };
    let board = Board::new(cases.len());
    let mut order = InOrder::default();
    let mut records = Vec::new();
    let mut tell = |record: Record| {
        let text = results::told(&record, options.verbose, streams.decoration());
        board.above(|| streams.line(&text));
        records.push(record);
    };
    batch.run(cases, &board, |place, record| {
        for record in order.push(place, record) {
            tell(record);
        }
    });
    for record in order.rest() {
        tell(record);
    }
    drop(board);
    let texts = problems
        .iter()
        .map(|p| report::problem(p, Decoration { color: false }));
    let mut run = Run::new(records, texts.collect(), started.elapsed().as_secs_f64());
    run.interrupted = alarm.raised().is_some();
    run.shard = options.shard.map(|shard| shard.to_string());
    Ok(run)
}
