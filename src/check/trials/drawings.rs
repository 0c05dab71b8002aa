//! What the trials of a check keep: the latest inputs, and the work done.

use std::cell::{Cell, RefCell};

use rewrite_rules::Builder;

use crate::budgets::trials::TRIAL_WORK;
use crate::contract::Sizes;
use crate::equiv::Witness;
use crate::side::Inputs;
use crate::verdict::Location;

/// The inputs drawn by a check.
#[derive(Default)]
pub struct Drawings {
    /// The work of the trials so far, in instructions of plain code.
    work: Cell<u64>,
    /// The work of the latest execution.
    spent: Cell<u64>,
    /// A trial in which the port did not return.
    pub endless: RefCell<Option<Endless>>,
    /// The latest sizes: consecutive trials differ in their patterns only.
    pub latest: RefCell<Option<Drawing>>,
}

/// A trial in which the reference returned and the port did not.
pub struct Endless {
    /// The sizes.
    pub sizes: Sizes,
    /// The instructions of the reference.
    pub spent: u64,
    /// Where the port was stopped.
    pub location: Option<Location>,
}

/// The inputs of some sizes, as symbols.
pub struct Drawing {
    /// The sizes.
    pub sizes: Sizes,
    /// The builder of the symbols.
    pub builder: Builder,
    /// The inputs.
    pub inputs: Inputs,
    /// An ordinary input, which patterns change.
    pub base: Witness,
}

impl Drawings {
    /// Whether no more trials are started.
    pub fn are_exhausted(&self) -> bool {
        self.exceed(TRIAL_WORK) || self.endless.borrow().is_some()
    }

    /// Whether the work of the trials exceeds a number of instructions of plain code.
    pub fn exceed(&self, work: u64) -> bool {
        self.work.get() > work
    }

    /// Gives the trials that follow a budget of their own.
    pub fn restart(&self) {
        self.work.set(0);
    }

    /// The work of the latest execution.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// Adds an execution to the work of the trials.
    pub fn count(&self, work: u64) {
        self.spent.set(work);
        self.work.set(self.work.get().saturating_add(work));
    }
}
