//! Damaged suites, snapshots and results: told of, never suffered.

use std::fs;
use std::path::{Path, PathBuf};

use fastrand::Rng;
use simdiff::record::Run;
use simdiff::report::{self, Decoration};
use simdiff::snapshot::Snapshots;
use simdiff::suite::Suite;

const MANIFEST: &str = "schema = 1\n[defaults]\nsizes = { n = \"1..4\" }\nflags = \"-O2 -D'A B'\"\n\
    [groups.g]\nfiles = ['ä.c', 'b*.c']\n[[check]]\ngroup = \"g\"\nreference = \"f\"\nport = 'g'\n\
    contract = { x = \"in:f32[n]\" }\nassume = ['associative']\nexpect = \"different\"\n\
    launch = { global = 64, local = \"8\" }\n";

const COMMENTS: &str = "/* é */ // simdiff: check --reference f => equivalent\n\
    // simdiff: check --reference f --port 'g h' => different \"a b\" c\n\
    \t// simdiff: kernel --kernel k --global 4*n => clean\n";

const SNAPSHOT: &str = "schema = 1\n[check.\"check --reference f\"]\nverdict = \"different\"\n\
    sizes = \"n = 2\"\nleaning-on = [\"é\"]\nport = \"x + y\"\n";

const RUN: &str = r#"{"schema":"simdiff-run/1","tool":"0.1.0","seconds":1.5,"totals":{"passed":1,
    "failed":0,"undecided":0,"trouble":0,"cached":0},"checks":[{"name":"é","suite":"a.c","line":1,
    "column":1,"directory":".","command":["check"],"expected":"equivalent","status":"failed",
    "seconds":1.0,"outcome":{"schema":"simdiff/1","verdict":"different","difference":{"kind":"x",
    "output":"d[0]","inputs":[{"name":"a","involved":true,"value":{"decimal":"1","hex":"0x1"}}],
    "port_location":{"file":"a.c","line":3,"column":0}}},"report":"text"}]}"#;

/// The text with some of its parts replaced, removed or repeated.
fn damaged(text: &str, random: &mut Rng) -> Vec<u8> {
    const ODD: [&[u8]; 12] = [
        b"\"",
        b"'",
        b"[",
        b"]",
        b"{",
        b"=",
        b"\n",
        b"\0",
        "é".as_bytes(),
        b"\xff",
        b"99999999999999999999",
        b"=>",
    ];
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..random.usize(1..4) {
        let at = random.usize(0..bytes.len());
        let end = (at + random.usize(0..8)).min(bytes.len());
        match random.u8(0..3) {
            0 => drop(bytes.splice(at..end, random.choice(ODD).unwrap_or(b"").iter().copied())),
            1 => drop(bytes.drain(at..end)),
            _ => drop(bytes.splice(at..at, bytes[at..end].to_vec())),
        }
        if bytes.is_empty() {
            return bytes;
        }
    }
    bytes
}

/// Writes 1,000 damaged versions of a text to a file, and looks at each.
fn try_out(name: &str, text: &str, seed: u64, look: impl Fn(&Path)) {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join(name);
    let mut random = Rng::with_seed(seed);
    for _ in 0..1000 {
        fs::write(&path, damaged(text, &mut random)).expect("a file");
        look(&path);
    }
}

fn read_suite(path: &Path) {
    let suite = Suite::read(&[PathBuf::from(path)]);
    for problem in &suite.problems {
        report::problem(problem, Decoration::default());
    }
    for case in &suite.cases {
        report::problem(
            &case.place.problem("said"),
            Decoration {
                color: true,
                ..Decoration::default()
            },
        );
    }
}

#[test]
fn damaged_manifests_are_told_of() {
    try_out("simdiff.toml", MANIFEST, 1, read_suite);
}

#[test]
fn damaged_comments_are_told_of() {
    try_out("a.c", COMMENTS, 2, read_suite);
}

#[test]
fn damaged_snapshots_are_told_of() {
    try_out("a.c.snap", SNAPSHOT, 3, |path| {
        if let Err(problem) = Snapshots::read(&path.with_extension("")) {
            report::problem(&problem, Decoration::default());
        }
    });
}

#[test]
fn damaged_results_are_told_of() {
    try_out("run.json", RUN, 4, |path| match Run::read(path) {
        Ok(run) => {
            report::summary(&run, Decoration::default());
            report::junit(&run).expect("XML");
            report::sarif(&run).expect("JSON");
            report::html(&run, Some(&run)).expect("HTML");
            for record in &run.checks {
                report::brief(record);
            }
        }
        Err(problem) => drop(report::problem(&problem, Decoration::default())),
    });
}
