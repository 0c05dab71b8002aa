//! The progress of a run: a bar on a terminal if it takes longer than a second, and the
//! outcome so far, for a listener that may have to end the run.

use std::cell::Cell;
use std::fs::File;
use std::sync::mpsc::{Sender, channel};
use std::time::Instant;

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::budgets::waiting;
use crate::verdict::Outcome;

/// Updates of the bar per second.
const RATE: u8 = 20;

/// The share of time that listeners may take: one part in this many.
const SHARE: u32 = 20;

/// Receives the progress of a run.
pub trait Listener {
    /// Called with what the run does now, as in "while …".
    fn doing(&self, what: &str);
    /// Called with the outcome that the run would have if it ended now.
    fn so_far(&self, outcome: Outcome);
}

/// A progress bar, which appears after a second or never, and a listener.
pub struct Progress<'a> {
    bar: ProgressBar,
    /// Dropped with the progress, which ends the waiting thread.
    _alive: Option<Sender<()>>,
    listener: Option<&'a dyn Listener>,
    /// When the listener is called again.
    next: Cell<Instant>,
}

impl<'a> Progress<'a> {
    /// Progress without a bar.
    pub fn hidden() -> Progress<'a> {
        Progress {
            bar: ProgressBar::hidden(),
            _alive: None,
            listener: None,
            next: Cell::new(Instant::now()),
        }
    }

    /// Adds a listener.
    pub fn heard_by(mut self, listener: &'a dyn Listener) -> Progress<'a> {
        self.listener = Some(listener);
        self
    }

    /// Passes the outcome so far to the listener, unless the last call was too recent.
    pub fn so_far(&self, outcome: impl FnOnce() -> Outcome) {
        let start = Instant::now();
        if let Some(listener) = self.listener
            && start >= self.next.get()
        {
            listener.so_far(outcome());
            let end = Instant::now();
            self.next.set(end + SHARE * (end - start));
        }
    }

    /// Progress with a bar on a terminal, which appears after a second.
    pub fn on_terminal(terminal: File) -> Progress<'a> {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let template = "{spinner} {msg} {wide_bar} {pos}/{len} {elapsed}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        let Ok(input) = terminal.try_clone() else {
            return Progress::hidden();
        };
        let terminal = Term::read_write_pair(input, terminal);
        let target = ProgressDrawTarget::term(terminal, RATE);
        let (alive, waiting) = channel::<()>();
        let shown = bar.clone();
        std::thread::spawn(move || {
            // A disconnect means that the work has ended.
            if waiting.recv_timeout(waiting::PROGRESS_DELAY)
                == Err(std::sync::mpsc::RecvTimeoutError::Timeout)
            {
                shown.set_draw_target(target);
                shown.enable_steady_tick(waiting::SPINNER);
            }
        });
        Progress {
            bar,
            _alive: Some(alive),
            listener: None,
            next: Cell::new(Instant::now()),
        }
    }

    /// Sets the number of steps.
    pub fn set_length(&self, steps: u64) {
        self.bar.set_length(steps);
    }

    /// Shows what is being done.
    pub fn message(&self, text: String) {
        if let Some(listener) = self.listener {
            listener.doing(&text);
        }
        self.bar.set_message(text);
    }

    /// Counts one step as done.
    pub fn step(&self) {
        self.bar.inc(1);
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
