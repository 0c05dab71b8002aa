//! What every run is told: flags, assumptions, bounds, and when to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::equiv::Assumptions;
use crate::symex::Limits;
use crate::verdict::Undecided;

/// Settings that `check` and `run` share.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Compiler flags for every file.
    pub cflags: Vec<String>,
    /// Assumptions in force.
    pub assumptions: Assumptions,
    /// Cost up to which a branch is folded (paper §5).
    pub phi_fold_threshold: u32,
    /// Whether branches over floating-point operations are folded.
    pub phi_fold_unsafe: bool,
    /// Instructions in one run of one version.
    pub max_steps: u64,
    /// Paths in one run of one version.
    pub max_paths: usize,
    /// Time in all.
    pub timeout: Duration,
    /// When the run began.
    pub started: Instant,
    /// Set by Ctrl-C.
    pub interrupt: Arc<AtomicBool>,
    /// Whether times are part of the outcome.
    pub timings: bool,
    /// Whether the compiler's diagnostics are coloured.
    pub color: bool,
}

impl Settings {
    /// When time is up.
    pub fn deadline(&self) -> Option<Instant> {
        self.started.checked_add(self.timeout)
    }

    /// The executor's bounds.
    pub fn limits(&self) -> Limits {
        Limits {
            max_steps: self.max_steps,
            max_paths: self.max_paths,
            deadline: self.deadline(),
            interrupt: Some(self.interrupt.clone()),
            ..Limits::default()
        }
    }

    /// Why to stop now, if there is a reason.
    pub fn stop(&self) -> Option<Undecided> {
        let reason = |kind: &str, message: String, help: Option<&str>| Undecided {
            kind: kind.to_owned(),
            message,
            help: help.map(str::to_owned),
            location: None,
            count: 1,
        };
        if self.interrupt.load(Ordering::Relaxed) {
            return Some(reason(
                "interrupted",
                "interrupted; what follows was decided before".to_owned(),
                None,
            ));
        }
        if self.started.elapsed() >= self.timeout {
            let message = format!("time was up after {:?}", self.timeout);
            return Some(reason("time-limit", message, Some("raise --timeout")));
        }
        None
    }

    /// The assumption flags in force, as the user types them.
    pub fn assumption_flags(&self) -> Vec<String> {
        flags(self.assumptions)
    }
}

/// An assumption set as the flags that a user types.
pub fn flags(a: Assumptions) -> Vec<String> {
    [
        (a.associative, "--assume-associative"),
        (a.ordered, "--assume-ordered"),
        (a.finite, "--assume-finite"),
        (a.positive_zero, "--assume-positive-zero"),
    ]
    .into_iter()
    .filter(|(on, _)| *on)
    .map(|(_, flag)| flag.to_owned())
    .collect()
}
