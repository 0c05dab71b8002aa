//! The worker's end of the line to its supervisor.

use std::cell::RefCell;
use std::fs::File;
use std::io::{PipeWriter, Write};
use std::sync::Arc;

use super::message::{Message, SoFar};
use crate::deadline::Alarm;

/// The worker's end of the line to its supervisor.
pub struct Link {
    pub(super) say: RefCell<PipeWriter>,
    pub(super) alarm: Arc<Alarm>,
    pub(super) console: Option<File>,
}

impl Link {
    /// What ends the run early.
    pub fn alarm(&self) -> Arc<Alarm> {
        Arc::clone(&self.alarm)
    }

    /// The standard error that the user sees, to draw on; once.
    pub fn console(&self) -> Option<File> {
        self.console.as_ref()?.try_clone().ok()
    }

    /// Says what is being done, for the report of a crash.
    pub fn doing(&self, what: &str) {
        self.send(&Message::Doing(what.to_owned()));
    }

    /// Leaves with the supervisor what is known, for the case that the run has to be
    /// ended from outside.
    pub fn so_far(&self, known: SoFar) {
        self.send(&Message::SoFar(Box::new(known)));
    }

    pub(super) fn send(&self, message: &Message) {
        let Ok(mut line) = serde_json::to_vec(message) else {
            return;
        };
        line.push(b'\n');
        // Without a supervisor nobody is left to tell.
        let _ = self.say.borrow_mut().write_all(&line);
    }
}
