//! Time and memory of whole checks against the size of the input.
//!
//! Straight-line kernels must cost the same per element at every size. Prints,
//! for each kernel and n, the wall time after clang (`--timings`), the time per
//! element and the peak memory of the process: the median of three runs. Run
//! with `cargo bench --bench linear`.

use std::path::Path;
use std::process::{Command, Stdio};

use wait4::Wait4;

const KERNELS: [(&str, &str, &str); 3] = [
    ("zlimit/zlimit.c", "zlimit_scalar", "zlimit_sse"),
    ("saxpy/saxpy.c", "saxpy_scalar", "saxpy_sse"),
    ("threshold/threshold.c", "binary_scalar", "binary_sse2"),
];
const SIZES: [u64; 6] = [64, 256, 1024, 4096, 16384, 65536];

struct Run {
    seconds: f64,
    bytes: u64,
}

fn main() {
    println!(
        "{:<12} {:>6} {:>10} {:>12} {:>10} verdict",
        "kernel", "n", "ms", "ns/element", "MiB"
    );
    for (file, reference, port) in KERNELS {
        let name = file.split('/').next().unwrap_or(file);
        for n in SIZES {
            let mut runs: Vec<(Run, String)> = (0..3)
                .map(|_| check(file, reference, port, &format!("n={n}")))
                .collect();
            runs.sort_by(|a, b| a.0.seconds.total_cmp(&b.0.seconds));
            let (run, verdict) = &runs[1];
            println!(
                "{name:<12} {n:>6} {:>10.2} {:>12.0} {:>10.1} {verdict}",
                run.seconds * 1e3,
                run.seconds * 1e9 / n as f64,
                run.bytes as f64 / (1 << 20) as f64,
            );
        }
    }
    let (run, verdict) = check("zlimit/zlimit.c", "zlimit_scalar", "zlimit_sse", "n=1..64");
    println!(
        "zlimit n = 1..64: {:.0} ms after clang, {verdict}",
        run.seconds * 1e3
    );
}

/// One check: time after clang, peak memory, verdict.
fn check(file: &str, reference: &str, port: &str, size: &str) -> (Run, String) {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut child = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(examples)
        .args([
            "check",
            file,
            "--reference",
            reference,
            "--port",
            port,
            "--size",
            size,
        ])
        .args(["--format", "json", "--timings"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let json: serde_json::Value =
        serde_json::from_reader(child.stdout.take().expect("piped")).expect("JSON");
    let used = child.wait4().expect("it ends");
    let timings = json["timings"].as_array().expect("timings");
    let seconds = timings
        .iter()
        .filter(|t| t["stage"] != "clang")
        .filter_map(|t| t["seconds"].as_f64())
        .sum();
    let verdict = json["verdict"].as_str().unwrap_or("none").to_owned();
    (
        Run {
            seconds,
            bytes: used.rusage.maxrss,
        },
        verdict,
    )
}
