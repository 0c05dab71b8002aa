//! The checks of a suite as processes, some at a time.
//!
//! Each check is a run of this program by itself (decision 93): one that crashes, runs
//! out of memory or out of time takes no other with it, and what it used is given back.
//! Invariants: every job is reported once, or not at all where the batch was interrupted;
//! no process outlives the batch.

mod board;
mod job;
mod order;

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

/// A check to run.
#[derive(Clone, Debug)]
pub struct Job<'c> {
    /// The check.
    pub case: &'c Case,
    /// Its place among the results.
    pub place: usize,
    /// Options besides its own and the batch's.
    pub options: Vec<String>,
}

/// How to run checks.
#[derive(Clone, Debug)]
pub struct Batch {
    /// This program.
    pub program: PathBuf,
    /// How many checks run at once.
    pub jobs: usize,
    /// A directory for what the checks share and leave behind, removed after them.
    pub scratch: PathBuf,
    /// Options of every check, besides its own.
    pub options: Vec<String>,
    /// Options of the checks that do not say them, each one word.
    pub defaults: Vec<String>,
    /// When to end: those under way are ended, and not reported.
    pub deadline: Deadline,
}

impl Batch {
    /// Runs the checks; `done` is told of each as they end.
    pub fn run(&self, jobs: &[Job<'_>], board: &Board, mut done: impl FnMut(&Job<'_>, Record)) {
        let next = AtomicUsize::new(0);
        let (send, ended) = channel();
        // Programs end with the thread that starts them: it outlives them.
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

    /// What this program prints, told these words.
    ///
    /// # Errors
    /// What it says where it fails.
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

    /// Whether a certificate proves what it claims, as far as it can be checked.
    pub fn holds(&self, certificate: &Path) -> bool {
        let mut command = Command::new(&self.program);
        command.args(["certificate", "check"]).arg(certificate);
        let ended = child::run(command.env("TMPDIR", &self.scratch), &self.deadline);
        matches!(ended, Ok(Some(ended)) if ended.status.success())
    }
}
