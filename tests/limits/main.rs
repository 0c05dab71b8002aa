//! Runs that have to end early: on Ctrl-C, and when `--timeout` is over inside
//! one long step. Whatever was decided so far is reported, and nothing else.
//!
//! No test looks at a clock: the checks below would take hours, so that ending
//! at all shows that a limit was kept. [`Run::wait`] has a guard against hangs.

mod interrupt;
mod memory;
mod terminal;
mod timeout;
mod worker;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Far longer than any test takes, far shorter than the checks would.
const GUARD: Duration = Duration::from_secs(120);

/// `simdiff check` on two of the kernels here.
fn check(reference: &str, port: &str, words: &[&str]) -> Command {
    check_file("kernels.c", reference, port, words)
}

fn check_file(file: &str, reference: &str, port: &str, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_simdiff"));
    command
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/limits"))
        .args(["check", file, "--reference", reference])
        .args(["--port", port, "--max-steps", "1000000000000000"])
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::piped());
    command
}

/// What a run left behind.
struct Ended {
    code: Option<i32>,
    out: String,
    err: String,
}

/// Waits for a child; ends it and the test if it hangs.
fn wait(mut child: Child) -> Ended {
    let started = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if started.elapsed() > GUARD {
            child.kill().expect("a child to end");
            panic!("it did not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().expect("a child");
    Ended {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

impl Ended {
    fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).expect("JSON")
    }
}
