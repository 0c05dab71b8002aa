//! `--tolerance`: what is proved is never exceeded by a million native runs on
//! random inputs, and what cancels is not proved.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::json;

/// Reference and port; inputs with their ranges; what is proved of them.
const PROVED: [&str; 15] = [
    "dot dot_lanes; x=in:f32[16] in -1.0..1.0; y=in:f32[16] in -1.0..1.0; abs=1e-5",
    "dot dot_fused; x=in:f32[16] in 0.0..1.0; y=in:f32[16] in 0.0..1.0; rel=1e-5,abs=1e-40",
    "blend blend_fused; a=f32 in 0.0..2.0; b=f32 in 0.0..100.0; c=f32 in 0.0..1000.0; 3ulp",
    "blend blend_fused; a=f32 in -1.0..1.0; b=f32 in -1.0..1.0; c=f32 in -1.0..1.0; abs=2e-7",
    "cubic cubic_double; x=f32 in -1.0..1.0; rel=1e-6",
    "quotient quotient_refined; a=f32 in 1.0..1000.0; b=f32 in 0.001..1000.0; rel=1e-6",
    "quotient quotient_approximate; a=f32 in 1.0..1000.0; b=f32 in 0.001..1000.0; rel=4e-4",
    "inverse_root inverse_root_refined; x=f32 in 0.001..1000.0; rel=1e-6",
    "inverse_length inverse_length_double; x=f32 in 1.0..1000.0; y=f32 in -1000.0..1000.0; 3ulp",
    "clamped clamped_fused; a=f32 in 0.0..255.0; b=f32 in -2.0..2.0; c=f32 in -10.0..10.0; abs=1e-4",
    "pixel pixel_scaled; p=u8 in 0.0..255.0; gain=f32 in 0.1..2.0; 2ulp",
    "leaky leaky_other; x=f32 in -10.0..10.0; slope=f32 in 0.01..1.0; rel=1e-6,abs=1e-40",
    "cube cube_other; x=f32 in 0.0..1.0; y=f32 in 0.0..1.0; z=f32 in 0.0..1.0; rel=1e-6,abs=1e-44",
    "difference difference_factored; a=f32 in 1.75..2.0; b=f32 in 1.0..1.5; 16ulp",
    "rounded rounded_fused; a=f32 in 0.0..10.0; b=f32 in 0.0..10.0; c=f32 in 0.0..10.0; abs=2.1",
];

/// The same, with what they exceed.
const EXCEEDED: [&str; 5] = [
    "blend blend_fused; a=f32 in -1.0..1.0; b=f32 in -1.0..1.0; c=f32 in -1.0..1.0; 1000ulp",
    "dot dot_lanes; x=in:f32[16] in -1.0..1.0; y=in:f32[16] in -1.0..1.0; rel=1e-3",
    "difference difference_factored; a=f32 in 1.0..2.0; b=f32 in 1.0..2.0; rel=1e-3",
    "cube cube_other; x=f32 in 0.0..1.0; y=f32 in 0.0..1.0; z=f32 in 0.0..1.0; rel=1e-6",
    "quotient quotient_approximate; a=f32 in 1.0..1000.0; b=f32 in 0.001..1000.0; rel=1e-6",
];

/// A line of the tables.
struct Pair {
    names: [&'static str; 2],
    inputs: Vec<&'static str>,
    tolerance: &'static str,
}

impl Pair {
    fn of(line: &'static str) -> Pair {
        let mut parts = line.split(';').map(str::trim);
        let names = parts.next().and_then(|names| names.split_once(' '));
        let (reference, port) = names.expect("two names");
        Pair {
            names: [reference, port],
            tolerance: parts.next_back().expect("a tolerance"),
            inputs: parts.collect(),
        }
    }

    /// The pair as text, and the outcome of its check, which has this verdict.
    fn judged(&self, verdict: &str) -> (String, serde_json::Value) {
        let mut words = vec!["--tolerance", self.tolerance];
        words.extend(self.inputs.iter().flat_map(|input| ["--arg", input]));
        let outcome = json("kernels.c", self.names[0], self.names[1], &words);
        let what = format!("{:?} {}", self.names, self.tolerance);
        assert_eq!(
            outcome["verdict"], verdict,
            "{what}: {}",
            outcome["undecided"]
        );
        (what, outcome)
    }

    /// Least and greatest value of each input as the measuring program takes
    /// them: once for all elements of arrays, and at least for two scalars.
    fn ranges(&self) -> Vec<&'static str> {
        let bounds = |input: &&'static str| {
            let (_, range) = input.split_once(" in ").expect("a range");
            let (low, high) = range.split_once("..").expect("two bounds");
            [low, high]
        };
        let mut ranges: Vec<_> = self.inputs.iter().map(bounds).collect();
        match (self.inputs[0].contains("=in:"), ranges.len()) {
            (true, _) => ranges.truncate(1),
            (false, 1) => ranges.push(ranges[0]),
            _ => {}
        }
        ranges.concat()
    }

    /// The largest errors of a million native runs: absolute, relative, in ulps.
    fn measure(&self, program: &Path) -> [f64; 3] {
        let output = Command::new(program)
            .args([self.names[1], "1000000"])
            .args(self.ranges())
            .output()
            .expect("the measurement runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let numbers: Vec<f64> = text.split_whitespace().flat_map(str::parse).collect();
        numbers.try_into().expect("three numbers")
    }
}

/// The program that measures, built in a directory of its own.
fn measurement() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().expect("a directory");
    let program = directory.path().join("native");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/accuracy/native.c");
    let status = Command::new("clang-19")
        .args(["-O1", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"])
        .arg(source)
        .arg("-o")
        .arg(&program)
        .arg("-lm")
        .status();
    assert!(status.expect("clang runs").success());
    (directory, program)
}

/// The numbers of a tolerance such as `rel=1e-6,abs=1e-40`.
fn number(tolerance: &str, name: &str) -> f64 {
    let mut parts = tolerance.split(',');
    let text = parts.find_map(|part| part.strip_prefix(name));
    text.map_or(0.0, |text| text.parse().expect("a number"))
}

#[test]
fn a_million_native_runs_stay_below_what_is_proved() {
    let (_directory, program) = measurement();
    std::thread::scope(|scope| {
        for half in PROVED.chunks(PROVED.len().div_ceil(2)) {
            scope.spawn(|| half.iter().for_each(|line| stays_below(line, &program)));
        }
    });
}

fn stays_below(line: &'static str, program: &Path) {
    let pair = Pair::of(line);
    let (what, outcome) = pair.judged("proved");
    let share = outcome["tolerance"]["share"].as_f64().expect("a number");
    assert!(share <= 1.0, "{what}");
    let [absolute, relative, ulps] = pair.measure(program);
    if let Some(most) = pair.tolerance.strip_suffix("ulp") {
        let most: f64 = most.parse().expect("a number");
        assert!(ulps <= share * most, "{what}: {ulps}");
    } else if number(pair.tolerance, "rel=") == 0.0 {
        let most = share * number(pair.tolerance, "abs=");
        assert!(
            absolute <= most && absolute > most / 100.0,
            "{what}: {absolute}"
        );
    } else if number(pair.tolerance, "abs=") == 0.0 {
        let most = share * number(pair.tolerance, "rel=");
        assert!(
            relative <= most && relative > most / 100.0,
            "{what}: {relative}"
        );
    } else {
        assert!(absolute > 0.0, "{what}");
    }
}

#[test]
fn what_cancels_or_underflows_is_exceeded_natively() {
    for pair in EXCEEDED.map(Pair::of) {
        let (what, outcome) = pair.judged("exceeded");
        let difference = &outcome["difference"];
        assert_eq!(difference["replay"]["status"], "confirmed", "{what}");
    }
}
