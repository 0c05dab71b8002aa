//! Verdicts and CPU times of two builds on the same check lines, side by side in one run.
//!
//! Takes two binaries and the directories whose comments `// simdiff: … => …` are the checks
//! (without directories: `examples` and `tests/kernels`):
//!
//!     cargo bench --bench verdicts -- target/before/simdiff target/release/simdiff
//!
//! Both builds run each line once, in turns; the one that starts alternates from line to line,
//! so that neither always finds a warm page cache. Prints user and system time of each run with
//! all of its processes, since load disturbs the wall time most, and then totals, lines whose
//! verdicts differ, and lines that one of the builds refuses, for example an option that it does
//! not know. Refused lines are in no total.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use wait4::Wait4;

const PREFIX: &str = "// simdiff: ";

/// Lines with the largest differences of times that are listed again below the totals.
const LARGEST: usize = 15;

/// A check in a comment.
struct Line {
    file: PathBuf,
    /// Its number in the file, from 1 on.
    number: usize,
    words: Vec<String>,
    expected: String,
}

/// What a build answers, and the CPU time that it takes.
struct Run {
    /// The verdict, or why there is none.
    verdict: Result<String, String>,
    time: Duration,
}

/// A line with the runs of both builds.
struct Compared {
    name: String,
    expected: String,
    before: Run,
    now: Run,
}

fn main() {
    // Cargo adds `--bench`.
    let mut arguments = std::env::args().skip(1).filter(|a| a != "--bench");
    let (Some(before), Some(now)) = (arguments.next(), arguments.next()) else {
        println!("verdicts: two builds are compared, `-- BEFORE NOW [DIRECTORY…]`");
        return;
    };
    let binaries = [before, now].map(|path| {
        let path = Path::new(&path).canonicalize();
        path.expect("an existing binary")
    });
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut directories: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    if directories.is_empty() {
        directories = ["examples", "tests/kernels"].map(|d| root.join(d)).into();
    }
    let lines = directories.iter().flat_map(|d| {
        let mut lines = Vec::new();
        collect(d, &mut lines);
        let parent = d.parent().unwrap_or(d).to_owned();
        lines.into_iter().map(move |line| (parent.clone(), line))
    });
    let heads = ["before", "now"];
    println!("{:>8} {:>8}  verdicts; line", heads[0], heads[1]);
    let mut all = Vec::new();
    for (at, (parent, line)) in lines.enumerate() {
        let [before, now] = both(&binaries, &line, at % 2 == 1);
        let file = line.file.strip_prefix(&parent).unwrap_or(&line.file);
        let compared = Compared {
            name: format!("{}:{}", file.display(), line.number),
            expected: line.expected,
            before,
            now,
        };
        println!("{}", compared.row());
        all.push(compared);
    }
    print!("{}", summary(&all));
}

/// The checks of all sources below a directory, in order of path.
fn collect(directory: &Path, lines: &mut Vec<Line>) {
    let entries = std::fs::read_dir(directory).expect("a readable directory");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, lines);
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            let checks = text.lines().enumerate().filter_map(|(at, text)| {
                let (command, expected) = text.strip_prefix(PREFIX)?.rsplit_once("=>")?;
                Some(Line {
                    file: path.clone(),
                    number: at + 1,
                    words: shlex::split(command)?,
                    expected: expected.split_whitespace().next()?.to_owned(),
                })
            });
            lines.extend(checks);
        }
    }
}

/// The runs of both builds, the second one first if `reversed`.
fn both(binaries: &[PathBuf; 2], line: &Line, reversed: bool) -> [Run; 2] {
    if reversed {
        let now = run(&binaries[1], line);
        [run(&binaries[0], line), now]
    } else {
        [0, 1].map(|at: usize| run(&binaries[at], line))
    }
}

fn run(binary: &Path, line: &Line) -> Run {
    let (subcommand, options) = line.words.split_first().expect("a subcommand");
    // A file, since nothing reads a second pipe while the report is read.
    let mut errors = tempfile::tempfile().expect("a temporary file");
    let mut child = Command::new(binary)
        .current_dir(line.file.parent().expect("a directory"))
        .arg(subcommand)
        .arg(line.file.file_name().expect("a name"))
        .args(["--format", "json"])
        .args(options)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(errors.try_clone().expect("a second handle"))
        .spawn()
        .expect("the binary runs");
    let stdout = child.stdout.take().expect("piped");
    let json: Result<serde_json::Value, _> = serde_json::from_reader(stdout);
    let used = child.wait4().expect("it ends").rusage;
    let verdict = match json {
        Ok(json) => match json["verdict"].as_str() {
            Some("error") | None => Err(json["message"].as_str().unwrap_or("error").to_owned()),
            Some(verdict) => Ok(verdict.to_owned()),
        },
        Err(_) => Err(first_line(&mut errors)),
    };
    Run {
        verdict,
        time: used.utime + used.stime,
    }
}

fn first_line(file: &mut File) -> String {
    let mut text = String::new();
    let read = file.rewind().and_then(|()| file.read_to_string(&mut text));
    read.expect("standard error is UTF-8");
    text.lines().next().unwrap_or("no report").to_owned()
}

impl Compared {
    fn row(&self) -> String {
        let seconds = |run: &Run| match run.verdict {
            Ok(_) => format!("{:.2}", run.time.as_secs_f64()),
            Err(_) => "refused".to_owned(),
        };
        let verdicts = match (&self.before.verdict, &self.now.verdict) {
            (Ok(before), Ok(now)) if before == now => now.clone(),
            (before, now) => format!("{} -> {}", said(before), said(now)),
        };
        let (before, now) = (seconds(&self.before), seconds(&self.now));
        format!("{before:>8} {now:>8}  {verdicts}; {}", self.name)
    }

    /// The times before and now in seconds, if both builds gave a verdict.
    fn times(&self) -> Option<(f64, f64)> {
        let both = self.before.verdict.is_ok() && self.now.verdict.is_ok();
        both.then_some((self.before.time.as_secs_f64(), self.now.time.as_secs_f64()))
    }
}

fn said(verdict: &Result<String, String>) -> &str {
    verdict.as_deref().unwrap_or_else(|reason| reason)
}

/// Totals, and the lines to look at.
fn summary(all: &[Compared]) -> String {
    let mut out = String::new();
    let timed: Vec<(&Compared, f64, f64)> = all
        .iter()
        .filter_map(|c| c.times().map(|(before, now)| (c, before, now)))
        .collect();
    let before: f64 = timed.iter().map(|t| t.1).sum();
    let now: f64 = timed.iter().map(|t| t.2).sum();
    let change = 100.0 * (now / before - 1.0);
    let _ = writeln!(
        out,
        "\n{before:>8.2} {now:>8.2}  all {} lines with two verdicts, {change:+.1} %",
        timed.len()
    );
    let mut list = |title: &str, select: &dyn Fn(&Compared) -> bool| {
        let selected: Vec<&Compared> = all.iter().filter(|c| select(c)).collect();
        let _ = writeln!(out, "\n{title}: {}", selected.len());
        for line in selected {
            let _ = writeln!(out, "{} (expected {})", line.row(), line.expected);
        }
    };
    list("verdicts that differ", &|c| {
        c.times().is_some() && c.before.verdict != c.now.verdict
    });
    list("refused", &|c| c.times().is_none());
    let mut slower = timed;
    slower.sort_by(|a, b| (b.2 - b.1).total_cmp(&(a.2 - a.1)));
    let ends = [
        ("slower", slower.iter().take(LARGEST).collect::<Vec<_>>()),
        { ("faster", slower.iter().rev().take(LARGEST).collect()) },
    ];
    for (title, lines) in ends {
        let _ = writeln!(out, "\n{title} by most");
        for (line, _, _) in lines {
            let _ = writeln!(out, "{}", line.row());
        }
    }
    out
}
