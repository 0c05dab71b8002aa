//! Running the checks of a suite as processes, several at a time.
//!
//! Each check is a process of this program (decision 93): if it crashes or runs out of
//! memory or time, no other check is affected, and its resources are freed. Invariants:
//! every job is reported exactly once, or not at all if the batch is interrupted; no
//! process outlives the batch.

mod board;
mod job;
mod order;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Instant;

use crate::child;
use crate::deadline::Deadline;
use crate::record::Record;
use crate::suite::Case;

pub use board::Board;
pub use order::InOrder;

/// A check to be run.
#[derive(Clone, Debug)]
pub struct Job<'c> {
    /// The check.
    pub case: &'c Case,
    /// Its index in the results.
    pub place: usize,
    /// Options besides its own and those of the batch.
    pub options: Vec<String>,
}

/// The configuration of a batch.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The path of this program.
    pub program: PathBuf,
    /// Number of checks that run concurrently.
    pub jobs: usize,
    /// A directory for shared and temporary files of the checks, removed afterwards.
    pub scratch: PathBuf,
    /// Options of every check besides its own.
    pub options: Vec<String>,
    /// Options of checks that do not give them, one word each.
    pub defaults: Vec<String>,
    /// Additional variables of the checks' environment.
    pub environment: Vec<(&'static str, OsString)>,
    /// When to end; running checks are then ended and not reported.
    pub deadline: Deadline,
}

impl Batch {
    /// Runs the checks; calls `done` for each check that ends.
    pub fn run(&self, jobs: &[Job<'_>], board: &Board, mut done: impl FnMut(&Job<'_>, Record)) {
        let next = AtomicUsize::new(0);
        let (send, ended) = channel();
        // A process is killed when the thread that started it ends; the scope keeps it
        // alive.
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, jobs.len().max(1)) {
                let (send, next) = (send.clone(), &next);
                scope.spawn(move || {
                    while self.deadline.expired().is_none() {
                        let next = next.fetch_add(1, Ordering::Relaxed);
                        let Some(job) = jobs.get(next) else { break };
                        let line = board.begin(job.case);
                        let started = Instant::now();
                        let answer = job::run(self, job);
                        board.end(line);
                        let Some(answer) = answer else { break };
                        let seconds = started.elapsed().as_secs_f64();
                        let record = Record::new(job.case, answer, seconds);
                        if send.send((job, record)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            for (job, record) in ended {
                board.count(&record);
                done(job, record);
            }
        });
    }

    /// Runs this program with these arguments and returns its output.
    ///
    /// # Errors
    /// If it fails, its messages.
    pub fn ask(&self, words: &[String]) -> Result<Vec<u8>, String> {
        let mut command = Command::new(&self.program);
        command.args(words).env("TMPDIR", &self.scratch);
        match child::output(&mut command, &self.deadline) {
            Ok(Some((ended, printed))) if ended.status.success() => Ok(printed),
            Ok(Some((ended, _))) => Err(ended.messages),
            Ok(None) => Err("interrupted".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Whether the certificate checker accepts a certificate.
    pub fn holds(&self, certificate: &Path) -> bool {
        let mut command = Command::new(&self.program);
        command.args(["certificate", "check"]).arg(certificate);
        let ended = child::run(command.env("TMPDIR", &self.scratch), &self.deadline);
        matches!(ended, Ok(Some(ended)) if ended.status.success())
    }
}
