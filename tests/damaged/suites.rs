//! Suites, snapshots, results, and the command lines of builds.

use std::path::{Path, PathBuf};

use simdiff::record::Run;
use simdiff::report::{self, Decoration};
use simdiff::snapshot::Snapshots;
use simdiff::suite::Suite;

use crate::fuzz::{each_file, rounds};

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
    each_file("simdiff.toml", rounds(), &[MANIFEST], read_suite);
}

#[test]
fn damaged_comments_are_told_of() {
    each_file("a.c", rounds(), &[COMMENTS], read_suite);
}

#[test]
fn damaged_snapshots_are_told_of() {
    each_file("a.c.snap", rounds(), &[SNAPSHOT], |path| {
        if let Err(problem) = Snapshots::read(&path.with_extension("")) {
            report::problem(&problem, Decoration::default());
        }
    });
}

#[test]
fn damaged_results_are_told_of() {
    each_file("run.json", rounds(), &[RUN], |path| match Run::read(path) {
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
