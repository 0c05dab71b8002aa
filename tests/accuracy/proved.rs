//! `--tolerance`: what is proved is never exceeded by a million native runs on
//! random inputs, and what cancels is not proved.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::json;

/// A pair of kernels, the ranges of its inputs by parameter, a tolerance.
struct Pair {
    names: [&'static str; 2],
    ranges: &'static [(&'static str, &'static str, f64, f64)],
    tolerance: &'static str,
}

const PROVED: [Pair; 15] = [
    Pair {
        names: ["dot", "dot_lanes"],
        ranges: &[
            ("x", "in:f32[16]", -1.0, 1.0),
            ("y", "in:f32[16]", -1.0, 1.0),
        ],
        tolerance: "abs=1e-5",
    },
    Pair {
        names: ["dot", "dot_fused"],
        ranges: &[("x", "in:f32[16]", 0.0, 1.0), ("y", "in:f32[16]", 0.0, 1.0)],
        tolerance: "rel=1e-5,abs=1e-40",
    },
    Pair {
        names: ["blend", "blend_fused"],
        ranges: &[
            ("a", "f32", 0.0, 2.0),
            ("b", "f32", 0.0, 100.0),
            ("c", "f32", 0.0, 1000.0),
        ],
        tolerance: "3ulp",
    },
    Pair {
        names: ["blend", "blend_fused"],
        ranges: &[
            ("a", "f32", -1.0, 1.0),
            ("b", "f32", -1.0, 1.0),
            ("c", "f32", -1.0, 1.0),
        ],
        tolerance: "abs=2e-7",
    },
    Pair {
        names: ["cubic", "cubic_double"],
        ranges: &[("x", "f32", -1.0, 1.0), ("", "", -1.0, 1.0)],
        tolerance: "rel=1e-6",
    },
    Pair {
        names: ["quotient", "quotient_refined"],
        ranges: &[("a", "f32", 1.0, 1000.0), ("b", "f32", 0.001, 1000.0)],
        tolerance: "rel=1e-6",
    },
    Pair {
        names: ["quotient", "quotient_approximate"],
        ranges: &[("a", "f32", 1.0, 1000.0), ("b", "f32", 0.001, 1000.0)],
        tolerance: "rel=4e-4",
    },
    Pair {
        names: ["inverse_root", "inverse_root_refined"],
        ranges: &[("x", "f32", 0.001, 1000.0), ("", "", 0.001, 1000.0)],
        tolerance: "rel=1e-6",
    },
    Pair {
        names: ["inverse_length", "inverse_length_double"],
        ranges: &[("x", "f32", 1.0, 1000.0), ("y", "f32", -1000.0, 1000.0)],
        tolerance: "3ulp",
    },
    Pair {
        names: ["clamped", "clamped_fused"],
        ranges: &[
            ("a", "f32", 0.0, 255.0),
            ("b", "f32", -2.0, 2.0),
            ("c", "f32", -10.0, 10.0),
        ],
        tolerance: "abs=1e-4",
    },
    Pair {
        names: ["pixel", "pixel_scaled"],
        ranges: &[("p", "u8", 0.0, 255.0), ("gain", "f32", 0.1, 2.0)],
        tolerance: "2ulp",
    },
    Pair {
        names: ["leaky", "leaky_other"],
        ranges: &[("x", "f32", -10.0, 10.0), ("slope", "f32", 0.01, 1.0)],
        tolerance: "rel=1e-6,abs=1e-40",
    },
    Pair {
        names: ["cube", "cube_other"],
        ranges: &[
            ("x", "f32", 0.0, 1.0),
            ("y", "f32", 0.0, 1.0),
            ("z", "f32", 0.0, 1.0),
        ],
        tolerance: "rel=1e-6,abs=1e-44",
    },
    Pair {
        names: ["difference", "difference_factored"],
        ranges: &[("a", "f32", 1.75, 2.0), ("b", "f32", 1.0, 1.5)],
        tolerance: "16ulp",
    },
    Pair {
        names: ["rounded", "rounded_fused"],
        ranges: &[
            ("a", "f32", 0.0, 10.0),
            ("b", "f32", 0.0, 10.0),
            ("c", "f32", 0.0, 10.0),
        ],
        tolerance: "abs=2.1",
    },
];

const EXCEEDED: [Pair; 5] = [
    Pair {
        names: ["blend", "blend_fused"],
        ranges: &[
            ("a", "f32", -1.0, 1.0),
            ("b", "f32", -1.0, 1.0),
            ("c", "f32", -1.0, 1.0),
        ],
        tolerance: "1000ulp",
    },
    Pair {
        names: ["dot", "dot_lanes"],
        ranges: &[
            ("x", "in:f32[16]", -1.0, 1.0),
            ("y", "in:f32[16]", -1.0, 1.0),
        ],
        tolerance: "rel=1e-3",
    },
    Pair {
        names: ["difference", "difference_factored"],
        ranges: &[("a", "f32", 1.0, 2.0), ("b", "f32", 1.0, 2.0)],
        tolerance: "rel=1e-3",
    },
    Pair {
        names: ["cube", "cube_other"],
        ranges: &[
            ("x", "f32", 0.0, 1.0),
            ("y", "f32", 0.0, 1.0),
            ("z", "f32", 0.0, 1.0),
        ],
        tolerance: "rel=1e-6",
    },
    Pair {
        names: ["quotient", "quotient_approximate"],
        ranges: &[("a", "f32", 1.0, 1000.0), ("b", "f32", 0.001, 1000.0)],
        tolerance: "rel=1e-6",
    },
];

impl Pair {
    fn outcome(&self) -> serde_json::Value {
        let mut words = vec!["--tolerance".to_owned(), self.tolerance.to_owned()];
        for (name, meaning, low, high) in self.ranges.iter().filter(|r| !r.0.is_empty()) {
            words.push("--arg".to_owned());
            words.push(format!("{name}={meaning} in {low:?}..{high:?}"));
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        json("kernels.c", self.names[0], self.names[1], &words)
    }

    /// The largest errors of a million native runs: absolute, relative, in ulps.
    fn measure(&self, program: &Path) -> [f64; 3] {
        let one = self.ranges[0].1.starts_with("in:");
        let ranges = &self.ranges[..if one { 1 } else { self.ranges.len() }];
        let output = Command::new(program)
            .args([self.names[1], "1000000"])
            .args(
                ranges
                    .iter()
                    .flat_map(|r| [r.2.to_string(), r.3.to_string()]),
            )
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
    for pair in PROVED {
        let outcome = pair.outcome();
        let what = format!("{:?} {}", pair.names, pair.tolerance);
        assert_eq!(
            outcome["verdict"], "proved",
            "{what}: {}",
            outcome["undecided"]
        );
        let share = outcome["tolerance"]["share"].as_f64().expect("a number");
        assert!(share <= 1.0, "{what}");
        let [absolute, relative, ulps] = pair.measure(&program);
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
}

#[test]
fn what_cancels_or_underflows_is_exceeded_natively() {
    for pair in EXCEEDED {
        let outcome = pair.outcome();
        let what = format!("{:?} {}", pair.names, pair.tolerance);
        assert_eq!(
            outcome["verdict"], "exceeded",
            "{what}: {}",
            outcome["undecided"]
        );
        let difference = &outcome["difference"];
        assert_eq!(difference["replay"]["status"], "confirmed", "{what}");
    }
}
