//! `simdiff init`: writes a first suite from the functions that files define.

use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

use simdiff::batch::{Batch, Board, InOrder, Job};
use simdiff::compile_commands::{Build, Command};
use simdiff::deadline::Deadline;
use simdiff::frontend::Clang;
use simdiff::listing::{Function, Listing, Stored};
use simdiff::pairing::{Dispatched, Listed, Pair, pairs};
use simdiff::problem::Problem;
use simdiff::record::{Record, Status};
use simdiff::suite::{Case, Expected, MANIFEST, Place, sources};

use crate::args::Init;
use crate::outputs;
use crate::printing::Streams;

/// The processors for which a file is compiled besides the flags that are given, tried in
/// order; each understands the code for those before it.
const PROCESSORS: [Option<&str>; 3] = [None, Some("x86-64-v3"), Some("x86-64-v4")];

/// A file that compiles.
struct Compiled {
    file: PathBuf,
    processor: Option<&'static str>,
    has: Listing,
}

/// The flags that all checks have.
struct Defaults {
    /// The manifest's name for the build whose flags each file has.
    build: Option<String>,
    /// Flags besides.
    flags: Vec<String>,
}

/// Writes a first suite, and reports the files and pairs that it could not describe.
///
/// # Errors
/// If the suite exists already, there is nothing to read, or it cannot be written.
pub fn init(options: &Init, streams: Streams) -> Result<ExitCode, Problem> {
    let output = options.output.clone().unwrap_or_else(|| MANIFEST.into());
    if output.exists() {
        let problem = Problem::new(format!("{}: this is there already", output.display()));
        return Err(problem.help("name another file with --output"));
    }
    let here = output.parent();
    let here = here.filter(|parent| !parent.as_os_str().is_empty());
    let here = here.unwrap_or(Path::new("."));
    if !here.is_dir() {
        let what = format!("cannot write {}: there is no directory", output.display());
        return Err(Problem::new(what).help(format!("make {} first", here.display())));
    }
    let failed = |what: &str, e: std::io::Error| Problem::new(format!("cannot {what}: {e}"));
    let program = std::env::current_exe().map_err(|e| failed("find this program", e))?;
    let scratch = tempfile::Builder::new().prefix("simdiff-").tempdir();
    let scratch = scratch.map_err(|e| failed("make a directory", e))?;
    let time = format!("--timeout={}s", options.timeout.as_secs_f64());
    let batch = Batch {
        program,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        scratch: scratch.path().to_owned(),
        options: ["--format=record", "--color=never"]
            .map(str::to_owned)
            .into(),
        defaults: vec![time],
        environment: Clang::handed_on(),
        deadline: Deadline::default(),
    };
    let build = options.compile_commands.as_deref().map(Build::read);
    let build = build
        .transpose()
        .map_err(|(what, help)| Problem::new(what).help(help))?;
    let defaults = Defaults {
        build: options
            .compile_commands
            .as_deref()
            .map(|b| seen_from(here, b)),
        flags: options.cflags.clone(),
    };
    let (mut compiled, mut left_out) = (Vec::new(), false);
    for file in sources(&options.paths)? {
        let none = || Ok(vec![Command::default()]);
        let of_build = build.as_ref().map_or_else(none, |b| b.commands(&file));
        let named = file.to_str().ok_or("its name is not UTF-8".to_owned());
        let listed = named.and(of_build).and_then(|commands| {
            let flags = commands.into_iter().map(|command| command.flags);
            let flags = flags.map(|flags| [&flags[..], &options.cflags[..]].concat());
            list_all(&batch, &file, flags)
        });
        match listed {
            Ok(file) => compiled.push(file),
            Err(why) => {
                left_out = true;
                streams.line(&format!("left out   {}: {why}", file.display()));
            }
        }
    }
    if left_out && build.is_none() {
        streams.line(
            "note: a file that needs directories or macros compiles with them, \
             --cflags '-Iinclude -DX=1', or as a build compiles it, -p BUILD",
        );
    }
    let listed: Vec<Listed> = compiled
        .iter()
        .flat_map(|compiled| {
            let of = |function: &Function| Listed {
                file: compiled.file.clone(),
                function: function.clone(),
            };
            compiled.has.functions.iter().map(of)
        })
        .collect();
    let dispatched: Vec<Dispatched> = compiled
        .iter()
        .flat_map(|compiled| {
            let of = |stored: &Stored| Dispatched {
                file: compiled.file.clone(),
                stored: stored.clone(),
            };
            compiled.has.stored.iter().map(of)
        })
        .collect();
    let pairs = pairs(&listed, &dispatched);
    if pairs.is_empty() {
        let problem = Problem::new("no two functions look like versions of one another");
        return Err(problem.help("foo or foo_c beside foo_sse2 do, and a kernel foo beside foo"));
    }
    let cases: Vec<Case> = pairs
        .iter()
        .map(|pair| case(pair, &compiled, here, &defaults))
        .collect();
    let records = tried(&batch, &cases, streams);
    let text: String = records
        .iter()
        .zip(&pairs)
        .map(|(record, pair)| {
            let twins = records.iter().filter(|other| other.name == record.name);
            table(record, pair, twins.count() > 1, &defaults)
        })
        .collect();
    let head = "# A first suite, written by `simdiff init`: what it found is what it expects.\n\
                # Look at every `expect` that is not `equivalent`, and give sizes and contracts.\n\
                schema = 1\n";
    outputs::write(&output, &format!("{head}{}{text}", defaults.text()))?;
    let described = records
        .iter()
        .filter(|r| r.status != Status::Trouble)
        .count();
    let of = records.len();
    Ok(streams.out(
        &format!(
            "{}: {described} of {of} pairs described\n",
            output.display()
        ),
        0,
    ))
}

impl Defaults {
    /// The options of every check's command.
    fn words(&self) -> Vec<String> {
        let build = self.build.iter();
        let build = build.map(|build| format!("--compile-commands={build}"));
        let flags = self.flags.iter().map(|flag| format!("--cflags={flag}"));
        build.chain(flags).collect()
    }

    /// The manifest's table of defaults; empty without any.
    fn text(&self) -> String {
        let build = self.build.iter();
        let build = build.map(|build| format!("compile-commands = {}\n", quoted(build)));
        let flags: Vec<String> = self.flags.iter().map(|flag| quoted(flag)).collect();
        let flags = (!flags.is_empty()).then(|| format!("flags = [{}]\n", flags.join(", ")));
        match build.chain(flags).collect::<String>() {
            none if none.is_empty() => none,
            keys => format!("\n[defaults]\n{keys}"),
        }
    }
}

/// A text as a string of TOML.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// A path as it is written in a file of the directory `here`: relative to it, so that the file
/// means the same on another machine.
fn seen_from(here: &Path, path: &Path) -> String {
    let below = path.strip_prefix(here).map(Path::to_owned);
    let seen = match below {
        Ok(below) => below,
        Err(_) if here == Path::new(".") => path.to_owned(),
        Err(_) => relative(here, path).unwrap_or_else(|| path.to_owned()),
    };
    match seen.as_os_str().is_empty() {
        true => ".".to_owned(),
        false => seen.display().to_string(),
    }
}

/// The way from a directory to a path; `None` if one of them does not exist.
fn relative(here: &Path, path: &Path) -> Option<PathBuf> {
    let here = std::fs::canonicalize(here).ok()?;
    let path = match (path.parent(), path.file_name()) {
        // A link keeps its own name.
        (Some(parent), Some(name)) if !parent.as_os_str().is_empty() => {
            std::fs::canonicalize(parent).ok()?.join(name)
        }
        _ => std::path::absolute(path).ok()?,
    };
    let common = here.components().zip(path.components());
    let common = common.take_while(|(a, b)| a == b).count();
    let up = here.components().skip(common).map(|_| Component::ParentDir);
    Some(up.chain(path.components().skip(common)).collect())
}

/// The functions of a file that the build compiles with each of these lists of flags: a check
/// takes the one that defines its function.
fn list_all(
    batch: &Batch,
    file: &Path,
    flags: impl Iterator<Item = Vec<String>>,
) -> Result<Compiled, String> {
    let mut all: Option<Compiled> = None;
    for flags in flags {
        let more = list(batch, file, &flags)?;
        let Some(all) = &mut all else {
            all = Some(more);
            continue;
        };
        let place = |compiled: &Compiled| {
            let of = |p: &Option<&str>| *p == compiled.processor;
            PROCESSORS.iter().position(of)
        };
        if place(&more) > place(all) {
            all.processor = more.processor;
        }
        let has = &mut all.has;
        let is_new = |function: &Function| has.functions.iter().all(|f| f.name != function.name);
        let new: Vec<Function> = more.has.functions.into_iter().filter(is_new).collect();
        has.functions.extend(new);
        has.stored.extend(more.has.stored);
    }
    all.ok_or_else(|| "the build has no command for it".to_owned())
}

/// The functions of a file, with the first processor for which it compiles.
fn list(batch: &Batch, file: &Path, flags: &[String]) -> Result<Compiled, String> {
    let mut first = None;
    for processor in PROCESSORS {
        let mut words = vec!["functions".to_owned(), "--format=record".to_owned()];
        words.extend(flags.iter().map(|flag| format!("--cflags={flag}")));
        words.extend(processor.map(march));
        words.push(file.display().to_string());
        match batch.ask(&words) {
            Ok(said) => {
                let has = serde_json::from_slice(&said).map_err(|e| e.to_string())?;
                return Ok(Compiled {
                    file: file.to_owned(),
                    processor,
                    has,
                });
            }
            Err(said) => {
                let is_error = |line: &&str| line.contains("error:");
                let line = said.lines().find(is_error).unwrap_or("it does not compile");
                first.get_or_insert(line.to_owned());
            }
        }
    }
    Err(first.unwrap_or_default())
}

/// The option for compiling for a processor.
fn march(processor: &str) -> String {
    format!("--cflags=-march={processor}")
}

/// The check of a pair, as a command that runs in `here`.
fn case(pair: &Pair<'_>, compiled: &[Compiled], here: &Path, defaults: &Defaults) -> Case {
    let processor = |listed: &Listed| {
        let file = compiled.iter().find(|c| c.file == listed.file);
        file.and_then(|file| file.processor)
    };
    let mut words = vec!["check".to_owned()];
    let mut files = vec![&pair.reference.file, &pair.port.file];
    files.dedup();
    words.extend(files.into_iter().map(|file| seen_from(here, file)));
    words.push(format!("--reference={}", pair.reference.function.name));
    words.push(format!("--port={}", pair.port.function.name));
    words.extend(defaults.words());
    let needed = [processor(pair.reference), processor(pair.port)];
    let place = |processor: &Option<&str>| PROCESSORS.iter().position(|p| p == processor);
    let needed = needed.into_iter().max_by_key(place).flatten();
    words.extend(needed.map(march));
    Case {
        name: pair.port.function.name.clone(),
        group: None,
        place: Place {
            file: pair.port.file.clone(),
            text: "".into(),
            span: 0..0,
        },
        directory: here.to_owned(),
        words,
        expected: Expected {
            verdict: "equivalent".to_owned(),
            phrases: Vec::new(),
        },
    }
}

/// The results of the checks.
fn tried(batch: &Batch, cases: &[Case], streams: Streams) -> Vec<Record> {
    let jobs: Vec<Job<'_>> = cases
        .iter()
        .enumerate()
        .map(|(place, case)| Job {
            case,
            place,
            options: Vec::new(),
        })
        .collect();
    let board = Board::new(jobs.len());
    let mut order = InOrder::default();
    let mut records = Vec::new();
    batch.run(&jobs, &board, |job, record| {
        for record in order.push(job.place, record) {
            let text = match (record.verdict(), &record.remark) {
                (Some(verdict), _) => format!("{:10} {}", verdict.to_uppercase(), record.subject()),
                (None, why) => {
                    let why = why.as_deref().unwrap_or_default();
                    format!("left out   {}: {why}", record.name)
                }
            };
            board.above(|| streams.line(&text));
            records.push(record);
        }
    });
    records
}

/// The check as a table, or as a comment if it could not be done, or not in the time of its
/// trial: a run of the suite has other times. If other checks have the same name, the file is
/// added to it.
fn table(record: &Record, pair: &Pair<'_>, has_twins: bool, defaults: &Defaults) -> String {
    let mut files = Vec::new();
    let mut lines = vec!["[[check]]".to_owned()];
    let mut flags = Vec::new();
    let said = defaults.words();
    for word in record
        .command
        .iter()
        .skip(1)
        .filter(|word| !said.contains(word))
    {
        match word
            .strip_prefix("--")
            .and_then(|word| word.split_once('='))
        {
            None => files.push(quoted(word)),
            Some(("cflags", flag)) => flags.push(quoted(flag)),
            Some((key, value)) => lines.push(format!("{key} = {}", quoted(value))),
        }
    }
    lines.insert(1, format!("files = [{}]", files.join(", ")));
    if has_twins {
        let name = format!("{} of {}", record.name, pair.port.file.display());
        lines.insert(1, format!("name = {}", quoted(&name)));
    }
    if !flags.is_empty() {
        lines.push(format!("flags = [{}]", flags.join(", ")));
    }
    let why = format!(
        "# {} and {}: {}",
        pair.reference.function.name, pair.port.function.name, pair.why
    );
    let said = record.remark.as_deref().unwrap_or_default();
    let open = record.outcome["undecided"].as_array();
    let is_late = open.is_some_and(|all| all.iter().any(|one| one["kind"] == "time-limit"));
    let commented = |lines: &[String], why_not: &str| {
        let lines: String = lines.iter().map(|line| format!("# {line}\n")).collect();
        format!("\n{why}\n# {why_not}\n{lines}")
    };
    match record.verdict() {
        Some("undecided") if is_late => commented(
            &lines,
            "not decided in the time of a trial: give it sizes, a contract or more time",
        ),
        Some(verdict) => {
            let kind = ["difference", "defect"].map(|f| record.outcome[f]["kind"].as_str());
            let kind = kind.into_iter().flatten().next();
            let kind = kind.map(|kind| format!(" # {kind}")).unwrap_or_default();
            lines.push(format!("expect = {}{kind}", quoted(verdict)));
            format!("\n{why}\n{}\n", lines.join("\n"))
        }
        None => commented(&lines, &format!("not described: {said}")),
    }
}
