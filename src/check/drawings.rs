//! The concrete inputs of trials, and the work of the trials of a check.

use std::cell::{Cell, RefCell};

use rewrite_rules::Builder;

use super::pair::Pair;
use crate::contract::Sizes;
use crate::equiv::Witness;
use crate::side::{Inputs, Pattern, Starts, ordinary};

/// The work of trials, in instructions of plain code, after which no more are started: of those
/// that search for a difference, and of those that reduce the sizes of one.
const MOST_WORK: u64 = 1 << 27;

/// The cost of drawing a scalar, in instructions of plain code.
const OF_SCALAR: u64 = 4;

/// The inputs drawn by a check.
#[derive(Default)]
pub struct Drawings {
    /// The work of the trials so far, in instructions of plain code.
    work: Cell<u64>,
    /// The latest sizes: consecutive trials differ in their patterns only.
    latest: RefCell<Option<Drawing>>,
}

/// The inputs of some sizes, as symbols.
struct Drawing {
    sizes: Sizes,
    builder: Builder,
    inputs: Inputs,
    /// An ordinary input, which patterns change.
    base: Witness,
}

impl Drawings {
    /// Gives the trials that follow a budget of their own.
    pub fn restart(&self) {
        self.work.set(0);
    }

    /// Adds to the work of the trials.
    pub fn count(&self, work: u64) {
        self.work.set(self.work.get().saturating_add(work));
    }
}

impl Pair<'_, '_> {
    /// An input at a size, as constants of a new builder.
    pub(super) fn concrete(&self, sizes: &Sizes, pattern: Pattern) -> Option<(Builder, Inputs)> {
        self.drawn(sizes, pattern)?
    }

    /// An input at a size, as constants of a new builder; `Some(None)` if the contract's
    /// relations exclude the pattern's values.
    pub(super) fn drawn(
        &self,
        sizes: &Sizes,
        pattern: Pattern,
    ) -> Option<Option<(Builder, Inputs)>> {
        if self.settings.stop().is_some() || self.drawings.work.get() > MOST_WORK {
            return None;
        }
        let mut latest = self.drawings.latest.borrow_mut();
        let drawing = match &mut *latest {
            Some(drawing) if drawing.sizes == *sizes => drawing,
            latest => latest.insert(self.drawing(sizes)?),
        };
        let Drawing {
            builder,
            inputs,
            base,
            ..
        } = drawing;
        self.drawings.count(OF_SCALAR * base.values.len() as u64);
        let witness = match (pattern.applied(base, builder.arena(), inputs), pattern) {
            (None, Pattern::Any) => self.admitted(builder, inputs),
            (found, _) => found,
        };
        let Some(witness) = witness else {
            return Some(None);
        };
        let mut fresh = self.builder();
        let inputs = inputs.concrete(builder.arena(), &witness, &mut fresh);
        Some(Some((fresh, inputs)))
    }

    fn drawing(&self, sizes: &Sizes) -> Option<Drawing> {
        let mut builder = self.builder();
        let starts = Starts::least(self.contract);
        let inputs = Inputs::new(&mut builder, self.contract, sizes, &starts).ok()?;
        let base = ordinary(builder.arena(), &inputs);
        Some(Drawing {
            sizes: sizes.clone(),
            builder,
            inputs,
            base,
        })
    }
}
