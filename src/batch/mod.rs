//! The checks of a suite as processes, some at a time.
//!
//! Each check is a run of this program by itself (decision 93): one that crashes, runs
//! out of memory or out of time takes no other with it, and what it used is given back.
//! Invariants: every job is reported once, or not at all where the batch was interrupted;
//! no process outlives the batch.

mod board;
mod job;
mod order;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Instant;

use crate::deadline::Deadline;
use crate::record::Record;
use crate::suite::Case;

pub use board::Board;
pub use order::InOrder;

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
    /// The option for the time of checks that do not say one.
    pub timeout: Option<String>,
    /// When to end: those under way are ended, and not reported.
    pub deadline: Deadline,
}

impl Batch {
    /// Runs the checks; `done` is told of each with its place among them, as they end.
    pub fn run(&self, cases: &[&Case], board: &Board, mut done: impl FnMut(usize, Record)) {
        let next = AtomicUsize::new(0);
        let (send, ended) = channel();
        // Programs end with the thread that starts them: it outlives them.
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, cases.len().max(1)) {
                let (send, next) = (send.clone(), &next);
                scope.spawn(move || {
                    while self.deadline.expired().is_none() {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(case) = cases.get(place) else { break };
                        let line = board.begin(case);
                        let started = Instant::now();
                        let answer = job::run(self, case);
                        board.end(line);
                        let Some(answer) = answer else { break };
                        let record = Record::new(case, answer, started.elapsed().as_secs_f64());
                        if send.send((place, record)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            for (place, record) in ended {
                board.count(&record);
                done(place, record);
            }
        });
    }
}
