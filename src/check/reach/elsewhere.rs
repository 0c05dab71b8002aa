//! Sizes for what inputs decide: the sizes executed may exclude an outcome that others admit.

use term::TermId;

use super::super::pair::Pair;
use super::{Answers, Fate, Reach};
use crate::contract::Sizes;
use crate::coverage::Arm;
use crate::pipeline::Tally;
use crate::side::SizeSolver;
use crate::verdict::Unmet;

impl Reach<'_, '_, '_> {
    /// Searches for the arms whose choice depended on inputs and which the sizes executed
    /// exclude, by their guards: inputs of other sizes may take them. Where the guard excludes
    /// none of these sizes, the inputs do, and say nothing of others.
    pub(super) fn possible_elsewhere(
        &mut self,
        side: usize,
        tally: &Tally,
        done: &[Sizes],
        found: &mut Vec<Sizes>,
    ) {
        for arm in self.graphs[side].impossible(&tally.reached[side]) {
            let known = self.fates.contains_key(&(side, arm));
            if known || self.pair.settings.stop().is_some() {
                continue;
            }
            if let Some(fate) = self.elsewhere(side, arm, tally, done, found) {
                self.fates.insert((side, arm), fate);
            }
        }
    }

    /// The outcome of the search for an arm that the guards exclude at the sizes executed;
    /// `None` if they do not.
    fn elsewhere(
        &mut self,
        side: usize,
        arm: Arm,
        tally: &Tally,
        done: &[Sizes],
        found: &mut Vec<Sizes>,
    ) -> Option<Fate> {
        let mut solver = self.solver();
        let questions = self.graphs[side].questions(
            &self.parameters[side],
            &mut solver.builder,
            &solver.sizes,
            arm,
        )?;
        let conditions = questions.into_iter().map(|question| question.condition);
        let conditions: Vec<TermId> = conditions.collect();
        if !are_excluded(&mut solver, &conditions, done) {
            return None;
        }
        let mut answers = Answers::default();
        for condition in conditions {
            if self.tried(
                &mut solver,
                condition,
                (side, arm),
                (done, found),
                &mut answers,
            ) {
                return Some(Fate::Planned);
            }
        }
        if !answers.open {
            return None;
        }
        if tally.has_expired() {
            return Some(Fate::Left(Unmet::Sizes, answers.candidate));
        }
        Some(self.searched(side, arm, done, found, answers.candidate))
    }

    /// A solver for the sizes that may be tried.
    pub(super) fn solver(&self) -> SizeSolver {
        let Pair {
            settings, contract, ..
        } = self.pair;
        SizeSolver::new(settings, contract, self.pair.given_sizes.iter())
    }
}

/// Whether the sizes executed exclude all of these conditions, which concern sizes.
pub(super) fn are_excluded(solver: &mut SizeSolver, conditions: &[TermId], done: &[Sizes]) -> bool {
    conditions.iter().any(|c| solver.concerns(*c))
        && conditions.iter().all(|c| solver.excludes(*c, done))
}
