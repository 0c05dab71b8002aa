//! A run in a process of its own, and another process that watches it.
//!
//! LLVM, clang and Z3 abort, overflow their stack and ask for more memory than
//! there is; a step of theirs cannot be ended from inside. So the command is worked
//! on by a *worker*, forked before anything else has happened, and what it comes to
//! is printed by its *supervisor*, which ends a worker that is late, and tells the
//! user of one that crashed (decision 47).
//!
//! Invariants: the supervisor starts no thread before it forks; whatever the worker
//! starts ends with it; the worker writes to the user's terminal by nothing but
//! [`Link::console`].

mod crash;
mod link;
mod message;
mod watch;
mod worker;

use std::time::{Duration, Instant};

use nix::unistd::{ForkResult, getpid};
use serde::{Deserialize, Serialize};

use crate::os;
use crate::problem::Problem;

pub use link::Link;
pub use message::SoFar;

/// What bounds a run from outside.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// When it began.
    pub started: Instant,
    /// Its time in all; none without.
    pub timeout: Option<Duration>,
    /// Bytes that it may use beyond what it takes for the smallest input; none without.
    pub memory: Option<u64>,
}

/// What a command prints, and its exit code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Printout {
    /// To standard output.
    pub out: String,
    /// To standard error.
    pub err: String,
    /// 0 to 3, or 130 where the user interrupted it.
    pub code: u8,
}

/// How a run ended, for the process that the user started.
#[derive(Debug)]
pub enum Ended {
    /// With this to print.
    Printed(Printout),
    /// Interrupted, before it had anything to print.
    Interrupted,
    /// This is the worker, which has said everything.
    Worker,
}

/// Works in a process of its own.
///
/// # Errors
/// A worker that crashed, or that could not be started.
pub fn supervise(
    bounds: Bounds,
    work: impl FnOnce(&Link) -> Printout + Send,
) -> Result<Ended, Problem> {
    let failed = |what: &str, e: std::io::Error| Problem::new(format!("cannot {what}: {e}"));
    let pipe = || std::io::pipe().map_err(|e| failed("make a pipe", e));
    let ((said, say), (hear, tell), (noise, make_noise)) = (pipe()?, pipe()?, pipe()?);
    // Where it cannot be made, whoever needs it says so.
    let scratch = tempfile::Builder::new().prefix("simdiff-").tempdir().ok();
    let supervisor = getpid();
    match os::fork() {
        Err(e) => Err(failed("start a process", e)),
        Ok(ForkResult::Parent { child }) => {
            drop((say, hear, make_noise));
            watch::watch(child, bounds, said, tell, noise, scratch)
        }
        Ok(ForkResult::Child) => {
            drop((said, tell, noise));
            let place = scratch.map(tempfile::TempDir::keep);
            worker::work(supervisor, bounds, (say, hear, make_noise), place, work)
                .map_err(|e| failed("set up a process", e))?;
            Ok(Ended::Worker)
        }
    }
}
