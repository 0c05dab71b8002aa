//! The progress display on a terminal: one line per running check, and one for the batch.

use std::io::IsTerminal;
use std::sync::Mutex;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::budgets::waiting;
use crate::record::{Record, Totals};
use crate::suite::Case;

/// A progress display on standard error, shown only if that is a terminal.
pub struct Board {
    lines: MultiProgress,
    all: ProgressBar,
    totals: Mutex<Totals>,
}

impl Board {
    /// Makes a display for a number of checks.
    pub fn new(checks: usize) -> Board {
        let target = match std::io::stderr().is_terminal() {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        let lines = MultiProgress::with_draw_target(target);
        let all = lines.add(ProgressBar::new(checks as u64));
        style(&all, "{pos}/{len} {wide_bar} {elapsed}, {eta} left{msg}");
        all.enable_steady_tick(waiting::SUITE_SPINNER);
        Board {
            lines,
            all,
            totals: Mutex::default(),
        }
    }

    /// Adds the line of a check that starts.
    pub fn begin(&self, case: &Case) -> ProgressBar {
        let line = self
            .lines
            .insert_before(&self.all, ProgressBar::new_spinner());
        style(&line, "  {spinner} {elapsed:>4} {wide_msg}");
        line.set_message(case.title());
        line.enable_steady_tick(waiting::SUITE_SPINNER);
        line
    }

    /// Removes a line.
    pub fn end(&self, line: ProgressBar) {
        line.finish_and_clear();
        self.lines.remove(&line);
    }

    /// Counts a check that ended.
    pub fn count(&self, record: &Record) {
        // The numbers are only for display, so those of a panicked thread may be used.
        let mut totals = self.totals.lock().unwrap_or_else(|e| e.into_inner());
        totals.add(record.status, record.cached);
        let parts = [
            (totals.failed, "failed"),
            (totals.undecided, "undecided"),
            (totals.trouble, "trouble"),
        ];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let text: String = parts
            .map(|(count, what)| format!(", {count} {what}"))
            .collect();
        self.all.set_message(text);
        self.all.inc(1);
    }

    /// Prints something above the lines.
    pub fn above(&self, print: impl FnOnce()) {
        self.lines.suspend(print);
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        self.all.finish_and_clear();
    }
}

fn style(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
}
