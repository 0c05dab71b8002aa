//! Measurement of the time that a run spends in its stages.

use std::time::{Duration, Instant};

use crate::equiv::Statistics;
use crate::verdict::{StepTiming, Timing};

/// Wall time by stage.
#[derive(Clone)]
pub struct Clock {
    last: Instant,
    pub(super) stages: Vec<Timing>,
    pub(super) steps: Vec<StepTiming>,
}

impl Clock {
    /// Starts the clock.
    pub fn new() -> Clock {
        Clock {
            last: Instant::now(),
            stages: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// Adds the time that the ladder spent in each of its steps, which is part of the time
    /// of the stage that called it.
    pub fn steps(&mut self, ladder: &Statistics) {
        for (step, used) in &ladder.steps {
            self.steps.push(StepTiming {
                step: step.name(),
                tried: used.tried,
                decided: used.decided,
                seconds: used.seconds,
            });
        }
    }

    /// Adds the time since the last lap to a stage, except for a part of it that belongs to
    /// another stage.
    pub fn lap_but_for(&mut self, stage: &'static str, other: &'static str, part: Duration) {
        let seconds = self.last.elapsed().as_secs_f64();
        self.last = Instant::now();
        let part = part.as_secs_f64().min(seconds);
        if part > 0.0 {
            self.add(other, part);
        }
        self.add(stage, seconds - part);
    }

    /// Adds the time since the last lap to a stage.
    pub fn lap(&mut self, stage: &'static str) {
        self.lap_but_for(stage, stage, Duration::ZERO);
    }

    fn add(&mut self, stage: &'static str, seconds: f64) {
        match self.stages.iter_mut().find(|t| t.stage == stage) {
            Some(timing) => timing.seconds += seconds,
            None => self.stages.push(Timing { stage, seconds }),
        }
    }
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::new()
    }
}
