//! When a run has to end: at a point in time, or when the user interrupts it.
//!
//! Every stage that can take long asks the one deadline of the run. Invariant:
//! once expired, a deadline stays expired.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The end of a run. The default never comes.
#[derive(Clone, Debug, Default)]
pub struct Deadline {
    at: Option<Instant>,
    interrupt: Option<Arc<AtomicBool>>,
}

/// Why a run has to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expired {
    /// Its time is up.
    Time,
    /// The user interrupted it.
    Interrupted,
}

impl Deadline {
    /// At `at`, or as soon as `interrupt` is set.
    pub fn new(at: Option<Instant>, interrupt: Arc<AtomicBool>) -> Deadline {
        Deadline {
            at,
            interrupt: Some(interrupt),
        }
    }

    /// At `at`.
    pub fn at(at: Instant) -> Deadline {
        Deadline {
            at: Some(at),
            interrupt: None,
        }
    }

    /// The same, or this long from now if that is sooner.
    pub fn within(&self, time: Duration) -> Deadline {
        let soon = Instant::now().checked_add(time);
        Deadline {
            at: self.at.into_iter().chain(soon).min(),
            interrupt: self.interrupt.clone(),
        }
    }

    /// Why to end now, if there is a reason.
    pub fn expired(&self) -> Option<Expired> {
        if self.interrupted() {
            Some(Expired::Interrupted)
        } else if self.at.is_some_and(|at| Instant::now() >= at) {
            Some(Expired::Time)
        } else {
            None
        }
    }

    /// Whether the user interrupted the run.
    pub fn interrupted(&self) -> bool {
        let flag = self.interrupt.as_ref();
        flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Whether there is an end, or the user can make one.
    pub fn can_expire(&self) -> bool {
        self.at.is_some() || self.interrupt.is_some()
    }

    /// The time left; `None` when there is no end to it.
    pub fn remaining(&self) -> Option<Duration> {
        self.at
            .map(|at| at.saturating_duration_since(Instant::now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sooner_end_counts() {
        let past = Deadline::at(Instant::now());
        let hour = Duration::from_secs(3600);
        assert_eq!(past.within(hour).expired(), Some(Expired::Time));
        let never = Deadline::default();
        assert_eq!(never.within(hour).expired(), None);
        assert_eq!(never.within(Duration::ZERO).expired(), Some(Expired::Time));
    }

    #[test]
    fn an_interrupt_comes_before_the_time() {
        let flag = Arc::new(AtomicBool::new(false));
        let deadline = Deadline::new(Some(Instant::now()), Arc::clone(&flag));
        assert_eq!(deadline.expired(), Some(Expired::Time));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(deadline.expired(), Some(Expired::Interrupted));
    }
}
