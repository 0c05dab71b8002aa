//! The choice of the next size of a sweep.

use super::super::reach::{Reach, Written};
use super::super::trials::drawings::Endless;
use super::Sweep;
use super::crossed::crossed;
use crate::budgets::trials::TRIAL_STEPS;
use crate::contract::Sizes;
use crate::verdict::{Undecided, UndecidedKind};

/// Sizes up to this one begin every sweep.
const SMALL: i64 = 1;

/// The progress of a sweep.
#[derive(Default)]
pub(super) struct Next {
    /// The number of sizes done in this state.
    pub(super) done: usize,
    /// The state of static variables that calls start in.
    pub(super) state: usize,
    /// The number of sizes executed in the first state.
    first: usize,
    /// Whether negative values of several sizes have been combined.
    crossed: bool,
    /// Whether concrete trials have examined the sizes ahead.
    tried: bool,
}

impl Sweep<'_, '_> {
    /// When all sizes are done, adds sizes that reach code that has not run. Before large
    /// sizes are executed, moves a size at which trials differ to the front.
    pub(super) fn plan(
        &mut self,
        (reach, written): (&mut Reach<'_, '_, '_>, &mut Option<Written<'_, '_, '_>>),
        next: &mut Next,
    ) {
        if next.done == self.sizes.len() && self.is_open {
            let mut more = reach.more(&self.tally, &self.sizes);
            if let (true, Some(written)) = (more.is_empty(), written) {
                more = written.more(&self.tally, &self.sizes);
            }
            if more.is_empty() && !next.crossed {
                next.crossed = true;
                more = crossed(self.pair.contract, &self.sizes);
            }
            let left_out = &self.tally.coverage.left_out;
            let is_new = |sizes: &Sizes| left_out.iter().all(|left| left.sizes != *sizes);
            self.sizes.extend(more.into_iter().filter(is_new));
        }
        if next.tried || self.is_small(next.done) {
            return;
        }
        next.tried = true;
        let (before, ahead) = self.sizes.split_at(next.done);
        let found = self.pair.differing_among(ahead);
        let found = match found {
            None if self.is_open => {
                let data = reach.size_data(&self.tally);
                self.pair.differing(before, &data)
            }
            found => found,
        };
        if let Some(trial) = self.pair.drawings.endless.take() {
            self.tally.undecided(endless(trial));
        }
        if let Some(found) = found {
            let mut ahead = self.sizes.iter().skip(next.done);
            let at = ahead.position(|sizes| *sizes == found);
            at.map(|at| self.sizes.remove(next.done + at));
            self.sizes.insert(next.done, found);
        }
        self.clock.lap("trials");
    }

    /// Advances to the next state of the static variables that a call can start in, or back
    /// to the first state if sizes were added since. Returns whether there is such a state.
    pub(super) fn starts_again(&self, next: &mut Next) -> bool {
        if next.state == 0 {
            next.first = self.sizes.len();
        }
        let again = (self.sizes.len() > next.first).then_some(0);
        let mut states = [Some(next.state + 1), again].into_iter().flatten();
        let Some(state) = states.find(|state| self.pair.start_in(*state)) else {
            return false;
        };
        (next.state, next.done) = (state, 0);
        true
    }

    /// Whether the next size is one of the small ones that begin every sweep. Trials come
    /// after these, so that defects of large sizes are found before proofs about them.
    fn is_small(&self, next: usize) -> bool {
        let sizes = self.sizes.get(next);
        sizes.is_some_and(|sizes| sizes.values().all(|size| *size <= SMALL))
    }
}

/// The reason to doubt a port that did not return in a trial.
fn endless(trial: Endless) -> Undecided {
    let sizes = trial.sizes.iter();
    let at: Vec<String> = sizes
        .map(|(name, size)| format!("{name} = {size}"))
        .collect();
    let message = format!(
        "the port did not return within {TRIAL_STEPS} instructions on an input at {}, where the \
         reference needs {}",
        at.join(", "),
        trial.spent
    );
    let help = "does it loop for ever? a counter may have too few bits for that size";
    Undecided::new(UndecidedKind::StepLimit, message)
        .with_help(help.to_owned())
        .at(trial.location)
}
