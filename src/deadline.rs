//! When a run has to end: at a point in time, or when an alarm is raised because the user
//! interrupts it or its memory is used up.
//!
//! Every stage that can take long checks the run's deadline. Invariant: an expired deadline
//! stays expired.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

/// Parses a positive time with its unit: `1500ms`, `20s`, `2m`, `1h`.
///
/// # Errors
/// What is wrong with the text, as a clause.
pub fn duration(text: &str) -> Result<Duration, String> {
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic());
    let (number, unit) = text.split_at(unit_at.unwrap_or(text.len()));
    let scale = match unit {
        "ms" => 1e-3,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("unknown unit `{unit}`: use ms, s, m or h")),
    };
    match number.parse::<f64>() {
        Ok(n) if n > 0.0 && n * scale < 1e9 => Ok(Duration::from_secs_f64(n * scale)),
        _ => Err("expected a positive time such as 30s or 5m".to_owned()),
    }
}

/// The end of a run; by default it never ends.
#[derive(Clone, Debug, Default)]
pub struct Deadline {
    at: Option<Instant>,
    alarm: Option<Arc<Alarm>>,
}

/// Ends a run from another thread. Invariant: the first reason raised stays.
#[derive(Debug, Default)]
pub struct Alarm(AtomicU8);

impl Alarm {
    /// Ends the run for this reason, unless another was raised before.
    pub fn raise(&self, reason: Expired) {
        let order = Ordering::Relaxed;
        // An alarm that was raised already keeps its reason.
        let _ = self.0.compare_exchange(0, reason as u8, order, order);
    }

    /// The reason, if the alarm was raised.
    pub fn raised(&self) -> Option<Expired> {
        let raised = self.0.load(Ordering::Relaxed);
        Expired::ALL
            .into_iter()
            .find(|reason| *reason as u8 == raised)
    }
}

/// Why a run has to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expired {
    /// The time is up.
    Time = 1,
    /// The user interrupted the run.
    Interrupted,
    /// The run exceeds its memory limit.
    Memory,
}

impl Expired {
    /// All reasons.
    pub const ALL: [Expired; 3] = [Expired::Time, Expired::Interrupted, Expired::Memory];
}

impl Deadline {
    /// A deadline at `at`, or as soon as the alarm is raised.
    pub fn new(at: Option<Instant>, alarm: Arc<Alarm>) -> Deadline {
        Deadline {
            at,
            alarm: Some(alarm),
        }
    }

    /// A deadline at `at`.
    pub fn at(at: Instant) -> Deadline {
        Deadline {
            at: Some(at),
            alarm: None,
        }
    }

    /// The earlier of this deadline and a point in time `time` from now.
    pub fn within(&self, time: Duration) -> Deadline {
        let soon = Instant::now().checked_add(time);
        Deadline {
            at: self.at.into_iter().chain(soon).min(),
            alarm: self.alarm.clone(),
        }
    }

    /// The reason to end now, if there is one.
    pub fn expired(&self) -> Option<Expired> {
        let late = || self.at.is_some_and(|at| Instant::now() >= at);
        self.raised().or_else(|| late().then_some(Expired::Time))
    }

    /// The reason to end now other than time, if there is one.
    pub fn raised(&self) -> Option<Expired> {
        self.alarm.as_ref().and_then(|alarm| alarm.raised())
    }

    /// Whether there is an end in time, or an alarm.
    pub fn can_expire(&self) -> bool {
        self.at.is_some() || self.alarm.is_some()
    }

    /// The time left; `None` without an end.
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
    fn an_alarm_comes_before_the_time() {
        let alarm = Arc::new(Alarm::default());
        let deadline = Deadline::new(Some(Instant::now()), Arc::clone(&alarm));
        assert_eq!(deadline.expired(), Some(Expired::Time));
        alarm.raise(Expired::Memory);
        assert_eq!(deadline.expired(), Some(Expired::Memory));
        alarm.raise(Expired::Interrupted);
        assert_eq!(deadline.expired(), Some(Expired::Memory));
    }
}
