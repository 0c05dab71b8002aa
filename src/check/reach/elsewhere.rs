//! Sizes for what inputs decide: the sizes executed may exclude an outcome that others admit.

use term::TermId;

use super::super::pair::Pair;
use super::{Answers, Fate, Reach};
use crate::budgets::sizes::{COMBINATIONS, COMBINED_INSTRUCTIONS};
use crate::contract::Sizes;
use crate::coverage::{Arm, Combination};
use crate::pipeline::Tally;
use crate::side::{Answer, SizeSolver};
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

    /// Adds sizes at which conditions that an instruction combines may have outcomes that the sizes
    /// executed exclude.
    pub(super) fn combined_elsewhere(
        &mut self,
        side: usize,
        tally: &Tally,
        done: &[Sizes],
        found: &mut Vec<Sizes>,
    ) {
        let combinations = self.graphs[side].combinations(&tally.reached[side]);
        let mut left = COMBINATIONS;
        for combination in combinations.into_iter().take(COMBINED_INSTRUCTIONS) {
            let stops = self.pair.settings.stop().is_some();
            if stops || left == 0 || !self.combined.insert((side, combination.place())) {
                continue;
            }
            let mut solver = self.solver();
            let concerned = self.graphs[side].concerned(
                &combination,
                &self.parameters[side],
                &mut solver.builder,
                &solver.sizes,
            );
            for combination in concerned.iter().take(left) {
                left -= 1;
                for outcomes in combination.outcomes() {
                    if let Some(sizes) = self.combining(side, (combination, &outcomes), done) {
                        self.plan(sizes, done, found);
                    }
                }
            }
        }
    }

    /// Adds sizes for the rows of tables that the version compares with sizes.
    pub(super) fn rows_of_tables(
        &mut self,
        side: usize,
        tally: &Tally,
        done: &[Sizes],
        found: &mut Vec<Sizes>,
    ) {
        for table in self.graphs[side].tables(&tally.reached[side]) {
            let stops = self.pair.settings.stop().is_some();
            if stops || !self.tabled.insert((side, table.place())) {
                continue;
            }
            let mut solver = self.solver();
            let rows = self.graphs[side].rows(
                &table,
                &self.parameters[side],
                &mut solver.builder,
                &solver.sizes,
            );
            for conditions in rows {
                if let Some(sizes) = self.least_elsewhere(&mut solver, conditions, done) {
                    self.plan(sizes, done, found);
                }
            }
        }
    }

    /// The least sizes at which a combination may have these outcomes, if the sizes executed
    /// exclude them.
    fn combining(
        &self,
        side: usize,
        combined: (&Combination, &[bool]),
        done: &[Sizes],
    ) -> Option<Sizes> {
        let mut solver = self.solver();
        let conditions = self.graphs[side].case(
            combined,
            &self.parameters[side],
            &mut solver.builder,
            &solver.sizes,
        )?;
        self.least_elsewhere(&mut solver, conditions, done)
    }

    /// The least sizes at which one of these conditions may hold, if the sizes executed exclude
    /// them.
    fn least_elsewhere(
        &self,
        solver: &mut SizeSolver,
        conditions: Vec<TermId>,
        done: &[Sizes],
    ) -> Option<Sizes> {
        if !are_excluded(solver, &conditions, done) {
            return None;
        }
        let mut least = conditions.into_iter().map(|c| solver.least(c));
        let sizes = least.find_map(|answer| match answer {
            Answer::Size(sizes) => Some(sizes),
            Answer::Never | Answer::Unknown => None,
        })?;
        (self.is_affordable(&sizes) && self.is_sound(&sizes)).then_some(sizes)
    }

    /// A solver for the sizes that may be tried.
    fn solver(&self) -> SizeSolver {
        let Pair {
            settings, contract, ..
        } = self.pair;
        SizeSolver::new(settings, contract, self.pair.given_sizes.iter())
    }
}

/// Whether the sizes executed exclude all of these conditions, which concern sizes.
fn are_excluded(solver: &mut SizeSolver, conditions: &[TermId], done: &[Sizes]) -> bool {
    conditions.iter().any(|c| solver.concerns(*c))
        && conditions.iter().all(|c| solver.excludes(*c, done))
}
