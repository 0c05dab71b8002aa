//! A progress bar on a terminal for what takes longer than a second.

use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const DELAY: Duration = Duration::from_secs(1);

/// A bar on standard error that appears after a second, or never.
pub struct Progress {
    bar: ProgressBar,
    /// Dropped with the progress, which ends the waiting thread.
    _alive: Option<Sender<()>>,
}

impl Progress {
    /// No bar.
    pub fn hidden() -> Progress {
        Progress {
            bar: ProgressBar::hidden(),
            _alive: None,
        }
    }

    /// A bar that shows itself after a second.
    pub fn on_terminal() -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let template = "{spinner} {msg} {wide_bar} {pos}/{len} {elapsed}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        let (alive, waiting) = channel::<()>();
        let shown = bar.clone();
        std::thread::spawn(move || {
            // A disconnect means that the work ended first.
            if waiting.recv_timeout(DELAY) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(Duration::from_millis(120));
            }
        });
        Progress {
            bar,
            _alive: Some(alive),
        }
    }

    /// Sets the number of steps in all.
    pub fn set_length(&self, steps: u64) {
        self.bar.set_length(steps);
    }

    /// Says what is being done.
    pub fn message(&self, text: String) {
        self.bar.set_message(text);
    }

    /// One step done.
    pub fn step(&self) {
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
