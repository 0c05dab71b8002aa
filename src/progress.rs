//! How far a run is: a progress bar on a terminal for what takes longer than a
//! second, and what it has found, for whoever may have to end it.

use std::cell::Cell;
use std::fs::File;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::verdict::Outcome;

const DELAY: Duration = Duration::from_secs(1);

/// Pictures of the bar a second.
const RATE: u8 = 20;

/// The part of the time that listeners may take: one in this many.
const SHARE: u32 = 20;

/// Is told what a run does, and what it has found so far.
pub trait Listener {
    /// What it does now, as in "while …".
    fn doing(&self, what: &str);
    /// What it would come to if it ended now, before everything is decided.
    fn so_far(&self, outcome: Outcome);
}

/// A bar that appears after a second, or never, and a listener.
pub struct Progress<'a> {
    bar: ProgressBar,
    /// Dropped with the progress, which ends the waiting thread.
    _alive: Option<Sender<()>>,
    listener: Option<&'a dyn Listener>,
    /// When the listener is to hear of the outcome again.
    next: Cell<Instant>,
}

impl<'a> Progress<'a> {
    /// No bar.
    pub fn hidden() -> Progress<'a> {
        Progress {
            bar: ProgressBar::hidden(),
            _alive: None,
            listener: None,
            next: Cell::new(Instant::now()),
        }
    }

    /// Has this one told.
    pub fn heard_by(mut self, listener: &'a dyn Listener) -> Progress<'a> {
        self.listener = Some(listener);
        self
    }

    /// Says what would be found if the run ended now, as far as somebody listens and it
    /// is not too soon after the last time.
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

    /// A bar on a terminal that shows itself after a second.
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
            // A disconnect means that the work ended first.
            if waiting.recv_timeout(DELAY) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                shown.set_draw_target(target);
                shown.enable_steady_tick(Duration::from_millis(120));
            }
        });
        Progress {
            bar,
            _alive: Some(alive),
            listener: None,
            next: Cell::new(Instant::now()),
        }
    }

    /// Sets the number of steps in all.
    pub fn set_length(&self, steps: u64) {
        self.bar.set_length(steps);
    }

    /// Says what is being done.
    pub fn message(&self, text: String) {
        if let Some(listener) = self.listener {
            listener.doing(&text);
        }
        self.bar.set_message(text);
    }

    /// One step done.
    pub fn step(&self) {
        self.bar.inc(1);
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
